"""The rules: pure, immutable; no I/O, no clock, no hidden randomness."""
