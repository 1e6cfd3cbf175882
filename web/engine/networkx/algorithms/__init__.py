"""Holds NetworkX's own module ``matching``, which the build puts here."""
