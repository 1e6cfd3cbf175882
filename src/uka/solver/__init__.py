"""Two services for players: double-dummy solutions of positions, and decisions on claims of the remaining tricks.

- ``position``: a position of the play with every hand open.
- ``validation``: checks whether a position that a person entered can arise in play.
- ``text``: reads and writes positions as text.
- ``solution``: the result of each lawful card, and the rest of the play if all seats play their best cards.
- ``claims``: whether a seat may claim the remaining tricks, and whether its claim holds.
- ``claim_search``: the search that decides whether a claim holds.
- ``claim_filter``: a double-dummy filter that rules out losing cards before the search.
- ``claim_knowledge``: what a claimant knows of the hidden cards.
"""

from .position import InvalidPosition, Position
from .solution import Solution, SolvedCard, solve
from .text import parse, text_of

__all__ = ["InvalidPosition", "Position", "Solution", "SolvedCard", "parse", "solve", "text_of"]
