"""How long the tests wait for something that must happen."""

PATIENCE = 240.0
"""Seconds after which a wait counts as a hang. No test measures time by it: a busy machine may be ten times slower."""
DEADLINES = ("sheet_deadline", "record_deadline", "check_deadline", "coach_deadline")
"""Limits of a server that say when it gives up an answer. A busy machine passes their usual values."""
