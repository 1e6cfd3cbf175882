"""Records of games: Uka's own log, Euchre Game Notation (EGN) and Euchre Match Notation (EMN).

- ``errors``: the exceptions about records, with the line, deal and trick at fault.
- ``entries``: the header and the entries of a log.
- ``draws``: conversion between the draw for the first dealer and its log entry.
- ``log_text``: functions that append lines to a log file, and parse its text.
- ``log``: the log of a game, which replays and checks every entry.
- ``lines``: the numbered lines of a growing log. The hash of a line covers that line and all lines before it.
- ``applied_message_ids``: the ids of applied messages, by which a log recognizes a message that is sent again.
- ``egn``: the reader and the writer of EGN and EMN.
- ``files``: functions that read and write record files of all formats.
- ``user_folder``: the folder of a person's game records, and small files in it.
- ``summary``: a summary of each deal of a record.
- ``signature``: the digital signature that a server appends to a record.
- ``fair``: fair dealing, a protocol that lets nobody choose the order of a pack, and its verification.
- ``authenticity``: the verification of a whole record, which is proven, unproven or forged.
"""

from .draws import drawn, replayed_draw
from .egn.rules import NotExpressible
from .entries import Acted, BellRecorded, Dealt, Drawn, MisdealRecorded, Note, RecordHeader, RulingGiven, Scored
from .errors import InvalidRecord, PlayedBeyondEnd, RecordNotWritten
from .files import RecordedMatch, parse, read, write
from .lines import DamagedLog, LogLine, with_hashes, without_hashes
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
    "PlayedBeyondEnd",
    "RecordHeader",
    "RecordNotWritten",
    "RecordStep",
    "RecordedMatch",
    "RulingGiven",
    "Scored",
    "drawn",
    "parse",
    "read",
    "replayed_draw",
    "summary",
    "with_hashes",
    "without_hashes",
    "write",
]
