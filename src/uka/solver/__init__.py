"""The double-dummy solver for people, and claims of the rest of the tricks.

- ``position``, ``validation``, ``text``: a position of the play, its checks, and its text form.
- ``solution``: what every legal card leads to, and the line of best play.
- ``claims``: whether a claim holds; ``claim_search``, ``claim_filter``, ``claim_knowledge``: how that is decided.
"""

from .position import InvalidPosition, Position
from .solution import Solution, SolvedCard, solve
from .text import parse, text_of

__all__ = ["InvalidPosition", "Position", "Solution", "SolvedCard", "parse", "solve", "text_of"]
