"""Double-dummy solutions of positions in the play, and decisions on claims of the remaining tricks.

A double-dummy solution is the best play when all cards are seen.

- ``position``: a position in the play, with the cards of every hand.
- ``validation``: a check whether a position that a person entered can arise in play.
- ``text``: positions as text.
- ``solution``: the result of each lawful card, and the best play to the end.
- ``claims``: whether a seat may claim the remaining tricks, and whether its claim holds.
- ``claim_search``: the search that decides whether a claim holds.
- ``claim_filter``: a filter that rules out cards before the search, by solving sampled layouts.
- ``claim_knowledge``: what a claimant knows of the hidden cards.
"""

from .position import InvalidPosition, Position
from .solution import Solution, SolvedCard, solve
from .text import parse, text_of

__all__ = ["InvalidPosition", "Position", "Solution", "SolvedCard", "parse", "solve", "text_of"]
