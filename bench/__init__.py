"""Measurements of the project's claims; `make prove` runs every line and writes the figures to `bench/results`."""
