"""Projections of a tournament: what each viewer may see of it, in the form that is sent.

- ``parts``: the types of the parts of the board
- ``builders``: the functions that make those parts
- ``board``: which viewer sees which parts, and which parts a line changes
"""
