"""The entries of a table's log. Each line of the log has one entry. The table's state follows from the entries.

A line is one JSON object. Decoding a line and encoding it again gives the same bytes. The entries about deals, actions
and fair dealing are the classes that game records use too (``Dealt``, ``Acted``, ``ShareOpened`` and others).

- ``base``: the base class of entries, and the version of the log's format
- ``setup``: the entries about the table's opening, settings and rules
- ``people``: the entries about people, seats, pauses and phrases
- ``dealing``: the entries from the beginning of a game to the deal of a pack
- ``play``: the entries about a game in progress and its end
- ``lines``: a line of the log, and the union of all entries
"""

from uka.records.fair import ShareCommitted, ShareOpened, SharesWithheld

from .base import BOT, BOT_SPEAKER, CLOCK, FORMAT, QUICK_HOST, TABLE, TableEntryBase
from .dealing import (
    CommitmentsClosed,
    DealerNamed,
    DrawCardTaken,
    DrawStarted,
    GameBegan,
    PackCut,
    PacketPatternChosen,
    SecretsCommitted,
)
from .lines import OwnTableEntry, TableEntries, TableEntry, TableLine, parse
from .people import (
    BotRemoved,
    BotSeated,
    ConnectionLost,
    HostChanged,
    PauseReason,
    Phrase,
    PhraseSaid,
    PlayerAdmitted,
    PlayerCameBack,
    PlayerJoined,
    PlayerLeft,
    PlayerRemoved,
    PlayerWentAway,
    SeatBooked,
    SeatsSwapped,
    SeatTaken,
    SeatVacated,
    TablePaused,
    TableResumed,
)
from .play import ActionUndone, GameEnded, SeatReady, SecretsRevealed, TricksClaimed
from .setup import RulesChanged, SettingsChanged, TableOpened

__all__ = [
    "BOT",
    "BOT_SPEAKER",
    "CLOCK",
    "FORMAT",
    "QUICK_HOST",
    "TABLE",
    "ActionUndone",
    "BotRemoved",
    "BotSeated",
    "CommitmentsClosed",
    "ConnectionLost",
    "DealerNamed",
    "DrawCardTaken",
    "DrawStarted",
    "GameBegan",
    "GameEnded",
    "HostChanged",
    "OwnTableEntry",
    "PackCut",
    "PacketPatternChosen",
    "PauseReason",
    "Phrase",
    "PhraseSaid",
    "PlayerAdmitted",
    "PlayerCameBack",
    "PlayerJoined",
    "PlayerLeft",
    "PlayerRemoved",
    "PlayerWentAway",
    "RulesChanged",
    "SeatBooked",
    "SeatReady",
    "SeatTaken",
    "SeatVacated",
    "SeatsSwapped",
    "SecretsCommitted",
    "SecretsRevealed",
    "SettingsChanged",
    "ShareCommitted",
    "ShareOpened",
    "SharesWithheld",
    "TableEntries",
    "TableEntry",
    "TableEntryBase",
    "TableLine",
    "TableOpened",
    "TablePaused",
    "TableResumed",
    "TricksClaimed",
    "parse",
]
