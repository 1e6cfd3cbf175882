"""Perfect information for people: what every card leads to when all hands are seen and everyone plays their best."""

from .position import InvalidPosition, Position
from .solution import Choice, Solution, solve
from .text import parse, text_of

__all__ = ["Choice", "InvalidPosition", "Position", "Solution", "parse", "solve", "text_of"]
