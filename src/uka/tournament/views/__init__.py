"""What each viewer of a tournament may see, in the form in which the server sends it.

- ``parts``: the types of the parts of the tournament's board
- ``builders``: makes the parts of the board
- ``board``: which viewer sees which parts, and which parts a line changes
"""
