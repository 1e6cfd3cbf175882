"""Records of games: the one log, Euchre Game Notation in and out, and deals as text."""

from .log import Acted, BellRang, Dealt, Drawn, Header, InvalidRecord, Log, Misdealt, Note, Scored, Step, drawn

__all__ = [
    "Acted",
    "BellRang",
    "Dealt",
    "Drawn",
    "Header",
    "InvalidRecord",
    "Log",
    "Misdealt",
    "Note",
    "Scored",
    "Step",
    "drawn",
]
