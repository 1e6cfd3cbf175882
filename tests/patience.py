"""How long the tests wait for something that must happen."""

PATIENCE = 240.0
"""Seconds after which a wait counts as a hang. No test measures time by it: a busy machine may be ten times slower."""
