"""Records of games: Uka's own log, and EGN and EMN.

- ``errors``: what is refused of a record, and where it stands.
- ``entries``: the header and the entries of a log.
- ``draws``: the draw for the first dealer as an entry.
- ``log_text``: a log's text in a file.
- ``log``: a game and every input of it, replayed and checked.
- ``lines``: numbered lines of a growing log, with their running hash.
- ``egn``: Euchre Game Notation and Euchre Match Notation.
- ``files``: records in files of any kind.
- ``summary``: one line for each deal of a record.
- ``text``: actions and events in sentences.
- ``signature``: a server's signature under a record.
- ``fair``: fair dealing, and the check of it.
- ``evidence``: what a record proves.
"""

from .draws import drawn, redrawn
from .egn.rules import NotExpressible
from .entries import Acted, BellRecorded, Dealt, Drawn, MisdealRecorded, Note, RecordHeader, RulingGiven, Scored
from .errors import InvalidRecord, RecordNotWritten
from .files import RecordedMatch, parse, read, write
from .lines import DamagedLog, LogLine
from .log import Log, RecordStep
from .summary import CallSummary, DealSummary, summary

__all__ = [
    "Acted",
    "BellRecorded",
    "CallSummary",
    "DamagedLog",
    "DealSummary",
    "Dealt",
    "Drawn",
    "InvalidRecord",
    "Log",
    "LogLine",
    "MisdealRecorded",
    "NotExpressible",
    "Note",
    "RecordHeader",
    "RecordNotWritten",
    "RecordStep",
    "RecordedMatch",
    "RulingGiven",
    "Scored",
    "drawn",
    "parse",
    "read",
    "redrawn",
    "summary",
    "write",
]
