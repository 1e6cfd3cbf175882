"""What each viewer of a tournament may see, in the form in which the server sends it.

- ``parts``: the types of the parts of the tournament's board
- ``builders``: builds the parts of the board
- ``viewer_boards``: the board for each viewer, and the parts of the board that a log line changes
"""
