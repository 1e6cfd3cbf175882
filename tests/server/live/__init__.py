"""Tests of uka.server.live."""
