"""Tests of uka.server.workers."""
