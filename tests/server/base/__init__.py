"""Tests of uka.server.base."""
