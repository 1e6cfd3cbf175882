"""Projections of a table: what each viewer may see of it, as it is sent."""
