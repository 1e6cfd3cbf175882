"""Entries about people and seats: who is at the table, who sits where, who is away, pauses and phrases."""

from __future__ import annotations

from enum import Enum
from typing import Literal, TypeAlias

from uka.core.seats import Seat

from .base import TableEntryBase


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
