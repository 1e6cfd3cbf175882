"""What a table's log holds: numbered lines, each with one entry. Everything else follows from them.

The entries of the game and of its shares are the records' own (``Dealt``, ``Acted``, ``ShareOpened`` and others); those
of the table stand here. A line is one JSON object, and reads back to the same bytes.
"""

from __future__ import annotations

from enum import Enum
from typing import ClassVar, TypeAlias

import msgspec

from uka import records
from uka.core.cards import Card
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.records import Acted, BellRecorded, Dealt, RulingGiven, Scored
from uka.records.fair import ShareCommitted, ShareOpened, SharesWithheld

from .settings import TableSettings

FORMAT = 5
"""2: choices may be taken back and phrases said; 3: the rest may be claimed; 4: lines carry a running hash, a bot's
seat may be booked, and seats commit to shares of the packs; 5: whoever presides has the final say. Older logs are
read as ever.
"""
TABLE, CLOCK, BOT = "table", "clock", "bot"
"""Who does what no person does."""


class TableEntryBase(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="entry", forbid_unknown_fields=True
):
    """What the table's entries share."""


class TableOpened(TableEntryBase, frozen=True, tag="opened"):
    """The table, its rules in full, and the person who opened it: its host."""

    format: int
    rules: Ruleset
    settings: TableSettings
    host: str
    name: str


class SettingsChanged(TableEntryBase, frozen=True, tag="changed"):
    """Other settings."""

    settings: TableSettings


# People


class PlayerJoined(TableEntryBase, frozen=True, tag="joined"):
    """A person came to the table."""

    player: str
    name: str


class PlayerLeft(TableEntryBase, frozen=True, tag="left"):
    """A person left the table."""

    player: str


class PlayerRemoved(TableEntryBase, frozen=True, tag="removed"):
    """The host sent a person away, who can't come back."""

    player: str


class HostChanged(TableEntryBase, frozen=True, tag="hosted"):
    """Another person is the host."""

    player: str


class SeatTaken(TableEntryBase, frozen=True, tag="sat"):
    """A person took a seat, and left the one they had."""

    player: str
    seat: Seat


class SeatBooked(TableEntryBase, frozen=True, tag="booked"):
    """A person takes a bot's seat when this deal is over, and not the one that they had booked before."""

    player: str
    seat: Seat


class PlayerAdmitted(TableEntryBase, frozen=True, tag="admitted"):
    """The host let a person take a bot's seat in mid-deal, who sees its hand from now on."""

    player: str
    seat: Seat


class SeatVacated(TableEntryBase, frozen=True, tag="stood"):
    """A person gave up their seat, or the one they had booked; in a game a bot takes it."""

    player: str


class BotSeated(TableEntryBase, frozen=True, tag="bot_sat"):
    """A bot of some level holds a seat."""

    seat: Seat
    level: str


class BotRemoved(TableEntryBase, frozen=True, tag="emptied"):
    """A bot's seat is free again."""

    seat: Seat


class SeatsSwapped(TableEntryBase, frozen=True, tag="swapped"):
    """Who sits at two seats changed places."""

    a: Seat
    b: Seat


class ConnectionLost(TableEntryBase, frozen=True, tag="lost"):
    """A seated person's connection was lost."""

    seat: Seat


class PlayerWentAway(TableEntryBase, frozen=True, tag="away"):
    """A seated person is away, and a bot fills in."""

    seat: Seat


class PlayerCameBack(TableEntryBase, frozen=True, tag="back"):
    """A seated person is there again."""

    seat: Seat


class TablePaused(TableEntryBase, frozen=True, tag="paused"):
    """All clocks stand still and nothing is played."""


class TableResumed(TableEntryBase, frozen=True, tag="resumed"):
    """The clocks go on from where they stood."""


class Phrase(Enum):
    """What may be said at a table beside the calls; how it reads is each client's to word."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    WELL_PLAYED = "well_played"
    THANK_YOU = "thank_you"
    SORRY = "sorry"
    ONE_MOMENT = "one_moment"
    GOOD_GAME = "good_game"
    GOODBYE = "goodbye"


class PhraseSaid(TableEntryBase, frozen=True, tag="said"):
    """A person said one of the phrases."""

    player: str
    phrase: Phrase


# Before the cards


class GameBegan(TableEntryBase, frozen=True, tag="began"):
    """A game begins. ``captain`` is where the draw begins, ``dealing`` the version of fair dealing."""

    captain: Seat
    dealing: int = 1


class SecretsCommitted(TableEntryBase, frozen=True, tag="sealed"):
    """Secrets for the packs from ``first`` on, in hexadecimal; only their commitments are told."""

    first: int
    secrets: tuple[str, ...]


class EntropyAdded(TableEntryBase, frozen=True, tag="added"):
    """Version 1 of fair dealing: what a seat adds to a pack; not ``own`` if the secret stood in for it."""

    number: int
    seat: Seat
    value: str
    own: bool = True


class DrawStarted(TableEntryBase, frozen=True, tag="spread"):
    """The pack lies ready for the draw, in this order."""

    order: tuple[Card, ...]
    captain: Seat


class DrawCardTaken(TableEntryBase, frozen=True, tag="took"):
    """A seat took the card at a place among those left, from 0."""

    seat: Seat
    place: int


class DealerNamed(TableEntryBase, frozen=True, tag="named"):
    """The side that cut the higher card named the dealer."""

    dealer: Seat


class CommitmentsClosed(TableEntryBase, frozen=True, tag="shuffled"):
    """The commitments for the next pack are closed; ``by`` are the seats whose shares make it.

    In version 1 of fair dealing the pack is fixed, and waits to be cut and dealt by hand.
    """

    number: int
    by: tuple[Seat, ...] = ()


class PackCut(TableEntryBase, frozen=True, tag="cut"):
    """A seat cut so many cards off; not ``own`` if the shuffle is to say how many."""

    seat: Seat
    cards: int
    own: bool = True


class PacketPatternChosen(TableEntryBase, frozen=True, tag="packets_chosen"):
    """The dealer lets the cards be dealt, in packets of one of the ruleset's ways; None: the shuffle says which."""

    seat: Seat
    way: str | None = None


class TricksClaimed(TableEntryBase, frozen=True, tag="claimed"):
    """A seat showed its hand and claimed the rest; the cards then played, in order, give its side every trick."""

    seat: Seat
    cards: tuple[Card, ...]


class ActionUndone(TableEntryBase, frozen=True, tag="undone"):
    """A seat took its last choice back: the actions from line ``to`` on count no more."""

    seat: Seat
    to: int


# Between and after the deals


class SeatReady(TableEntryBase, frozen=True, tag="ready"):
    """A seat has seen enough of the last deal."""

    seat: Seat


class GameEnded(TableEntryBase, frozen=True, tag="ended"):
    """The game is over, and nothing can be claimed any more."""


class SecretsRevealed(TableEntryBase, frozen=True, tag="revealed"):
    """The secrets of the packs from ``first`` to before ``to`` are told."""

    first: int
    to: int


OwnTableEntry: TypeAlias = (
    TableOpened | SettingsChanged | PhraseSaid | PlayerJoined | PlayerLeft | PlayerRemoved | HostChanged | SeatTaken |
    SeatBooked | PlayerAdmitted | SeatVacated | BotSeated | BotRemoved | SeatsSwapped | ConnectionLost |
    PlayerWentAway | PlayerCameBack | TablePaused | TableResumed | GameBegan | SecretsCommitted | ShareCommitted |
    ShareOpened | SharesWithheld | EntropyAdded | DrawStarted | DrawCardTaken | DealerNamed | CommitmentsClosed |
    PackCut | PacketPatternChosen | TricksClaimed | ActionUndone | SeatReady | GameEnded | SecretsRevealed
)  # fmt: skip
TableEntry: TypeAlias = OwnTableEntry | Dealt | Acted | BellRecorded | RulingGiven | Scored
TableEntries: TypeAlias = tuple[TableEntry, ...]


class TableLine(records.LogLine[TableEntry], frozen=True):
    """One line of a table's log; ``by`` is a player's id, or "table", "clock" or "bot".

    >>> line = TableLine(4, 1000, "ana", SeatReady(Seat.WEST), "m7")
    >>> line.text
    b'{"seq":4,"at":1000,"by":"ana","entry":{"entry":"ready","seat":"west"},"id":"m7"}'
    >>> TableLine.parse(line.text) == line
    True
    """

    log: ClassVar[str] = "a table's log"


parse = TableLine.parse_all
