"""Tests of uka.server.cluster."""
