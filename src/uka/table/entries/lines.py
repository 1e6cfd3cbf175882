"""The line of a table's log, and the union of all entries that a line can hold."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from uka import records
from uka.records import Acted, BellRecorded, Dealt, RulingGiven, Scored
from uka.records.fair import ShareCommitted, ShareOpened, SharesWithheld

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
from .people import (
    BotRemoved,
    BotSeated,
    ConnectionLost,
    HostChanged,
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

OwnTableEntry: TypeAlias = (
    TableOpened | SettingsChanged | PhraseSaid | PlayerJoined | PlayerLeft | PlayerRemoved | HostChanged | SeatTaken |
    SeatBooked | PlayerAdmitted | SeatVacated | BotSeated | BotRemoved | SeatsSwapped | ConnectionLost |
    PlayerWentAway | PlayerCameBack | TablePaused | TableResumed | GameBegan | SecretsCommitted | ShareCommitted |
    ShareOpened | SharesWithheld | DrawStarted | DrawCardTaken | DealerNamed | CommitmentsClosed |
    PackCut | PacketPatternChosen | TricksClaimed | ActionUndone | SeatReady | GameEnded | SecretsRevealed |
    RulesChanged
)  # fmt: skip
TableEntry: TypeAlias = OwnTableEntry | Dealt | Acted | BellRecorded | RulingGiven | Scored
TableEntries: TypeAlias = tuple[TableEntry, ...]


class TableLine(records.LogLine[TableEntry], frozen=True):
    """One line of a table's log. ``by`` is the author: a player's id, "table", "clock" or "bot".

    >>> from uka.core.seats import Seat
    >>> line = TableLine(4, 1000, "ana", SeatReady(Seat.WEST), "m7")
    >>> line.text
    b'{"seq":4,"at":1000,"by":"ana","entry":{"type":"seat_ready","seat":"west"},"id":"m7"}'
    >>> TableLine.parse(line.text) == line
    True
    """

    log: ClassVar[str] = "a table's log"


parse = TableLine.parse_all
