"""The entries of a table's log. Each line of the log holds one entry. The table's state follows from the entries.

A line is one JSON object. Decoding a line and encoding it again gives the same bytes. Entries about deals, actions and
fair dealing, such as ``Dealt``, ``Acted`` and ``ShareOpened``, are the same classes as in game records.
"""

from __future__ import annotations

from enum import Enum
from typing import ClassVar, Literal, TypeAlias

from uka import records
from uka.core.cards import Card
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.core.tagged import Tagged
from uka.records import Acted, BellRecorded, Dealt, RulingGiven, Scored
from uka.records.fair import (
    CommitmentsClosed,
    PackCut,
    PacketPatternChosen,
    ShareCommitted,
    ShareOpened,
    SharesWithheld,
)

from .settings import TableSettings

FORMAT = 1
"""The version of the format of a table's log, which ``TableOpened`` holds."""
TABLE, CLOCK, BOT = "table", "clock", "bot"
"""The authors of lines that no person caused: the table itself, its clock, and a bot."""
QUICK_HOST = "quick"
"""The host of a quick game. No person has this id, so nobody has the rights of a host."""
BOT_SPEAKER = "bot/"
"""How ``player`` of ``PhraseSaid`` begins if a bot speaks; its seat follows. No person's id begins so."""


class TableEntryBase(Tagged, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of the entries that occur only in the log of a table."""


# The table: its opening, settings and rules


class TableOpened(TableEntryBase, frozen=True):
    """A person opened the table and is its host."""

    format: int
    """The version of the format of the log."""
    rules: Ruleset
    """The complete ruleset."""
    settings: TableSettings
    host: str
    """The id of the person, or ``QUICK_HOST`` for a quick game, which has no host."""
    name: str
    """The name of the person."""
    quick_ms: int = 0
    """The time, in milliseconds, after which a quick game begins by itself; 0 for any other table."""
    avatar: str = ""
    """The emblem that the person chose, or an empty text."""


class SettingsChanged(TableEntryBase, frozen=True):
    """The host replaced all settings of the table by ``settings``."""

    settings: TableSettings


class RulesChanged(TableEntryBase, frozen=True):
    """The host chose other rules before the first game. ``rules`` is the complete ruleset."""

    rules: Ruleset


# People, seats, pauses and phrases


class PlayerJoined(TableEntryBase, frozen=True):
    """The person ``player`` joined the table. ``avatar`` is the emblem that the person chose, or an empty text."""

    player: str
    name: str
    avatar: str = ""


class PlayerLeft(TableEntryBase, frozen=True):
    """A person left the table, or the host ended watching and the person had no seat."""

    player: str


class PlayerRemoved(TableEntryBase, frozen=True):
    """The host removed a person, who cannot come back."""

    player: str


class HostChanged(TableEntryBase, frozen=True):
    """Another person became the host."""

    player: str


class SeatTaken(TableEntryBase, frozen=True):
    """A person took a seat. If the person had another seat, that seat is given up."""

    player: str
    seat: Seat


class SeatBooked(TableEntryBase, frozen=True):
    """A person booked a bot's seat, and takes the seat when this deal is over.

    An earlier booking by the same person ends.
    """

    player: str
    seat: Seat


class PlayerAdmitted(TableEntryBase, frozen=True):
    """The host gave a person a bot's seat during a deal. From then on, the person sees the hand of the seat."""

    player: str
    seat: Seat


class SeatVacated(TableEntryBase, frozen=True):
    """A person gave up a seat or a booking. During a game a bot takes over the seat."""

    player: str


class BotSeated(TableEntryBase, frozen=True):
    """A bot took a free seat, or the level of the bot in the seat changed."""

    seat: Seat
    level: str
    """The level of the bot, such as "club"."""


class BotRemoved(TableEntryBase, frozen=True):
    """The host removed a bot from its seat, which is free now."""

    seat: Seat


class SeatsSwapped(TableEntryBase, frozen=True):
    """The occupants of the seats ``a`` and ``b``, people or bots, changed places."""

    a: Seat
    b: Seat


class ConnectionLost(TableEntryBase, frozen=True):
    """The connection of the person in a seat was lost."""

    seat: Seat


class PlayerWentAway(TableEntryBase, frozen=True):
    """The person in a seat is absent. A bot plays for the person until the person returns."""

    seat: Seat


class PlayerCameBack(TableEntryBase, frozen=True):
    """The person in a seat connected again, or came back from a break."""

    seat: Seat


PauseReason: TypeAlias = Literal["host", "nobody", "round", "log_full"]
"""Why a table is paused.

"host": the host paused it. "nobody": nobody is connected. "round": the round of its tournament is paused. "log_full":
its log is full; this pause never ends.
"""


class TablePaused(TableEntryBase, frozen=True):
    """The table was paused: all its clocks stopped, and no action can be taken."""

    why: PauseReason


class TableResumed(TableEntryBase, frozen=True):
    """The pause of the table ended, and its clocks continued from where they had stopped."""


class Phrase(Enum):
    """The fixed phrases that a person or a bot can say at a table. A client shows them in the user's language."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    WELL_PLAYED = "well_played"
    THANK_YOU = "thank_you"
    SORRY = "sorry"
    ONE_MOMENT = "one_moment"
    GOOD_GAME = "good_game"
    GOODBYE = "goodbye"
    NICE_HAND = "nice_hand"
    NICE_TRY = "nice_try"
    WOW = "wow"
    OH_NO = "oh_no"
    LUCKY = "lucky"
    UNLUCKY = "unlucky"
    HAHA = "haha"
    THINKING = "thinking"
    YOUR_TURN = "your_turn"
    PLAY_AGAIN = "play_again"


class PhraseSaid(TableEntryBase, frozen=True):
    """A person or a bot said a phrase. ``player`` is the person's id, or for a bot a text such as "bot/west"."""

    player: str
    phrase: Phrase


# From the beginning of a game to the deal of a pack


class GameBegan(TableEntryBase, frozen=True):
    """A game began. The draw for first dealer starts at the seat ``captain``."""

    captain: Seat


class SecretsCommitted(TableEntryBase, frozen=True):
    """The server chose its random secrets for the shuffles of consecutive packs, and committed to them.

    Clients receive only the commitments, until ``SecretsOpened``.
    """

    first: int
    """The number of the first of these packs."""
    secrets: tuple[str, ...]
    """One secret for each pack, in hexadecimal."""


class DrawStarted(TableEntryBase, frozen=True):
    """A pack was spread face down for the draw for first dealer."""

    order: tuple[Card, ...]
    """The cards of the pack, in order."""
    captain: Seat
    """The seat that draws first."""


class DrawCardTaken(TableEntryBase, frozen=True):
    """A seat drew a card in the draw for first dealer.

    ``place`` is the index of the card, from 0, among the cards that had not been drawn.
    """

    seat: Seat
    place: int


class DealerNamed(TableEntryBase, frozen=True):
    """The partnership that drew the higher card in the draw for first dealer named the dealer."""

    dealer: Seat


# A game in progress, and its end


class TricksClaimed(TableEntryBase, frozen=True):
    """A seat showed its hand and claimed the rest of the tricks.

    ``cards`` holds the remaining cards of all seats, in the order in which they are then played.
    """

    seat: Seat
    cards: tuple[Card, ...]


class ActionUndone(TableEntryBase, frozen=True):
    """A seat took back its last choice.

    ``to`` is the number of the log line with that choice. The actions in line ``to`` and in later lines no longer
    count.
    """

    seat: Seat
    to: int


class SeatReady(TableEntryBase, frozen=True):
    """The person in a seat is ready for the next deal."""

    seat: Seat


class GameEnded(TableEntryBase, frozen=True):
    """The game is over. Revokes can no longer be claimed."""


class SecretsOpened(TableEntryBase, frozen=True):
    """The server opened its secrets for the shuffles of the packs from ``first`` up to ``to``, without ``to``."""

    first: int
    to: int


# The lines of the log


OwnTableEntry: TypeAlias = (
    TableOpened | SettingsChanged | PhraseSaid | PlayerJoined | PlayerLeft | PlayerRemoved | HostChanged | SeatTaken |
    SeatBooked | PlayerAdmitted | SeatVacated | BotSeated | BotRemoved | SeatsSwapped | ConnectionLost |
    PlayerWentAway | PlayerCameBack | TablePaused | TableResumed | GameBegan | SecretsCommitted | ShareCommitted |
    ShareOpened | SharesWithheld | DrawStarted | DrawCardTaken | DealerNamed | CommitmentsClosed |
    PackCut | PacketPatternChosen | TricksClaimed | ActionUndone | SeatReady | GameEnded | SecretsOpened |
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
