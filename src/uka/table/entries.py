"""The entries of a table's log. Each line of the log has one entry. The table's state follows from the entries.

A line is one JSON object. Decoding a line and encoding it again gives the same bytes. The entries about deals, actions
and fair dealing are the classes that game records use too (``Dealt``, ``Acted``, ``ShareOpened`` and others).
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
"""The version of the log format."""
TABLE, CLOCK, BOT = "table", "clock", "bot"
"""The authors of lines that no person caused: the table itself, its clock, and a bot."""
QUICK_HOST = "quick"
"""The host of a quick game. It is nobody's id, so that nobody has the rights of a host."""
BOT_SPEAKER = "bot/"
"""The prefix of a bot as the speaker of a phrase; the bot's seat follows. No person's id has this prefix."""


class TableEntryBase(Tagged, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of the entries that only a table's log holds."""


# The table: its opening, settings and rules


class TableOpened(TableEntryBase, frozen=True):
    """A person opened the table and is its host. ``rules`` is the complete ruleset.

    ``format`` is the version of the log's format. ``host`` is the person's id, ``name`` the person's name, and
    ``avatar`` the emblem that the person chose, or an empty text. A quick game has ``QUICK_HOST`` as its host, which is
    nobody, and begins ``quick_ms`` milliseconds after this line.
    """

    format: int
    rules: Ruleset
    settings: TableSettings
    host: str
    name: str
    quick_ms: int = 0
    avatar: str = ""


class SettingsChanged(TableEntryBase, frozen=True):
    """The host changed the settings."""

    settings: TableSettings


class RulesChanged(TableEntryBase, frozen=True):
    """The host chose other rules before the first game. ``rules`` is the complete ruleset."""

    rules: Ruleset


# People, seats, pauses and phrases


class PlayerJoined(TableEntryBase, frozen=True):
    """A person joined the table. ``avatar`` is the emblem that the person chose, or an empty text."""

    player: str
    name: str
    avatar: str = ""


class PlayerLeft(TableEntryBase, frozen=True):
    """A person left the table."""

    player: str


class PlayerRemoved(TableEntryBase, frozen=True):
    """The host removed a person, who cannot come back."""

    player: str


class HostChanged(TableEntryBase, frozen=True):
    """Another person became the host."""

    player: str


class SeatTaken(TableEntryBase, frozen=True):
    """A person took a seat, and gave up their earlier seat, if any."""

    player: str
    seat: Seat


class SeatBooked(TableEntryBase, frozen=True):
    """A person booked a bot's seat and takes it when this deal is over.

    An earlier booking by the same person is cancelled.
    """

    player: str
    seat: Seat


class PlayerAdmitted(TableEntryBase, frozen=True):
    """The host gave a person a bot's seat during a deal. The person sees the hand of that seat from then on."""

    player: str
    seat: Seat


class SeatVacated(TableEntryBase, frozen=True):
    """A person gave up their seat or booking. During a game a bot takes over the seat."""

    player: str


class BotSeated(TableEntryBase, frozen=True):
    """A bot took a seat."""

    seat: Seat
    level: str


class BotRemoved(TableEntryBase, frozen=True):
    """The host removed a bot from its seat, which is free now."""

    seat: Seat


class SeatsSwapped(TableEntryBase, frozen=True):
    """The players of two seats changed places."""

    a: Seat
    b: Seat


class ConnectionLost(TableEntryBase, frozen=True):
    """A seated person's connection was lost."""

    seat: Seat


class PlayerWentAway(TableEntryBase, frozen=True):
    """A seated person went away. A bot plays for the person until the person returns."""

    seat: Seat


class PlayerCameBack(TableEntryBase, frozen=True):
    """A seated person returned."""

    seat: Seat


PauseReason: TypeAlias = Literal["host", "nobody", "round", "log_full"]
"""Why a table is paused: by its host, because nobody is connected, with its tournament's round, or because its log is
full. The last pause never ends."""


class TablePaused(TableEntryBase, frozen=True):
    """The table was paused. All clocks are stopped, and nothing can be played."""

    why: PauseReason


class TableResumed(TableEntryBase, frozen=True):
    """The pause ended, and the clocks continued from where they had stopped."""


class Phrase(Enum):
    """The fixed phrases that a player can say at a table. Each client words the phrases in its own language."""

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
    """A person or a bot said a phrase. For a bot, ``player`` is ``BOT_SPEAKER`` and the bot's seat: "bot/west"."""

    player: str
    phrase: Phrase


# From the beginning of a game to the deal of a pack


class GameBegan(TableEntryBase, frozen=True):
    """A game began. The draw for first dealer starts at the seat ``captain``."""

    captain: Seat


class SecretsCommitted(TableEntryBase, frozen=True):
    """The server chose its secrets for the shuffles of consecutive packs. ``first`` is the number of the first pack.

    The secrets are in hexadecimal. Clients receive only the commitments to the secrets.
    """

    first: int
    secrets: tuple[str, ...]


class DrawStarted(TableEntryBase, frozen=True):
    """A pack was spread face down for the draw for first dealer. ``order`` holds its cards in order."""

    order: tuple[Card, ...]
    captain: Seat


class DrawCardTaken(TableEntryBase, frozen=True):
    """A seat drew a card. ``place`` is the card's index, from 0, among the cards not yet drawn."""

    seat: Seat
    place: int


class DealerNamed(TableEntryBase, frozen=True):
    """The partnership that drew the higher card named the first dealer."""

    dealer: Seat


# A game in progress, and its end


class TricksClaimed(TableEntryBase, frozen=True):
    """A seat showed its hand and claimed the rest of the tricks.

    ``cards`` holds the remaining cards of all seats, in playing order.
    """

    seat: Seat
    cards: tuple[Card, ...]


class ActionUndone(TableEntryBase, frozen=True):
    """A seat took back its last choice.

    ``to`` is the number of the log line with that choice. The actions from this line on no longer count.
    """

    seat: Seat
    to: int


class SeatReady(TableEntryBase, frozen=True):
    """A seat is ready for the next deal."""

    seat: Seat


class GameEnded(TableEntryBase, frozen=True):
    """The game is over. Revokes can no longer be claimed."""


class SecretsOpened(TableEntryBase, frozen=True):
    """The server opened the secrets of its shuffles, from pack ``first`` up to but not including pack ``to``."""

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
