"""Projections of a tournament: what each viewer may see of it, as it is sent."""
