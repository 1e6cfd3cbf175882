"""The board of a tournament, which is what a viewer may see of it, in the form in which the server sends it.

- ``parts``: the types of the parts of the board, such as a round or a match
- ``builders``: makes the parts of the board from the state of the tournament
- ``viewer_boards``: the board for each viewer, and the parts of the board that a log line changes
"""
