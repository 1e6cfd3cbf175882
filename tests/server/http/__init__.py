"""Tests of uka.server.http."""
