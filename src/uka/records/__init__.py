"""Records of games: Uka's own log, Euchre Game Notation (EGN) and Euchre Match Notation (EMN).

- ``errors``: the errors of records, with the place of the fault in the record.
- ``entries``: the header and the entries of a log.
- ``draws``: the draw for the first dealer as an entry.
- ``log_text``: the text of a log in a file.
- ``log``: the log of a game, which replays and checks every entry.
- ``lines``: the numbered lines of a growing log, with their running hash.
- ``egn``: the reader and the writer of EGN and EMN.
- ``files``: record files of all formats.
- ``summary``: a summary of each deal of a record.
- ``signature``: the signature of a server under a record.
- ``fair``: fair dealing, and its verification.
- ``evidence``: the authenticity of a record.
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
