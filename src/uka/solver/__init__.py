"""Perfect information for people: what every card leads to when all hands are seen and everyone plays their best."""

from .position import InvalidPosition, Position
from .solution import Solution, SolvedCard, solve
from .text import parse, text_of

__all__ = ["InvalidPosition", "Position", "Solution", "SolvedCard", "parse", "solve", "text_of"]
