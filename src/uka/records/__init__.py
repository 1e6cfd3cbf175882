"""Records of games: the one log, EGN and EMN in and out, what each deal came to, and deals as text."""

from .egn.rules import NotExpressible
from .lines import DamagedLog, Line
from .log import (
    Acted,
    BellRang,
    CannotKeep,
    Dealt,
    Drawn,
    Header,
    InvalidRecord,
    Log,
    Misdealt,
    Note,
    RulingGiven,
    Scored,
    Step,
    drawn,
    redrawn,
)
from .match import Match, parse, read, write
from .summary import DealSummary, Said, summary

__all__ = [
    "Acted",
    "BellRang",
    "CannotKeep",
    "DamagedLog",
    "DealSummary",
    "Dealt",
    "Drawn",
    "Header",
    "InvalidRecord",
    "Line",
    "Log",
    "Match",
    "Misdealt",
    "NotExpressible",
    "Note",
    "RulingGiven",
    "Said",
    "Scored",
    "Step",
    "drawn",
    "parse",
    "read",
    "redrawn",
    "summary",
    "write",
]
