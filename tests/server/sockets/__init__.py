"""Tests of uka.server.sockets."""
