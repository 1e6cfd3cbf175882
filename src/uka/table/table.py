"""The state of a table, rebuilt from its log: people, seats, the game, the secrets of the shuffles, and times.

This module reads no clock and draws no random number: the log's lines hold times and secrets. ``evolution`` applies a
line, ``commands`` checks what people may do, and ``timers`` computes what happens without a command.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from uka.core.cards import Card
from uka.core.draw import Draw
from uka.core.errors import UkaError
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult
from uka.core.seats import Seat
from uka.records.fair import Shares
from uka.records.recent_messages import RecentMessages

from . import entries as en
from .personas import cast
from .settings import TableSettings

GameState: TypeAlias = Game | Rubber
PHRASES, PHRASES_MS = 3, 10_000
"""A person may say at most ``PHRASES`` phrases within ``PHRASES_MS`` milliseconds."""


class TableRefusal(UkaError):
    """The table refuses a command and stays unchanged."""


class TableStage(Enum):
    """The stages of a table. The stage determines what the table waits for."""

    SEATING = "seating"
    SHUFFLING = "shuffling"
    DRAWING = "drawing"
    CUTTING = "cutting"
    DEALING = "dealing"
    PLAYING = "playing"
    OVER = "over"

    __hash__ = object.__hash__  # Enum's own __hash__ is slow Python code

    def __str__(self) -> str:
        return self.value


class TableMember(msgspec.Struct, frozen=True, gc=False):
    """A person at the table, with or without a seat.

    ``recent`` holds the ids of the person's last messages. ``spoke`` holds the times of the person's last phrases, in
    milliseconds since 1970. ``avatar`` is the emblem that the person had chosen when they joined, or an empty text.
    """

    player: str
    name: str
    recent: RecentMessages = RecentMessages()
    spoke: tuple[int, ...] = ()
    avatar: str = ""


class Chair(msgspec.Struct, frozen=True, gc=False):
    """The occupant of a seat: a person's id as ``player``, or a bot's level as ``bot`` and its name as ``persona``.

    ``lost`` is the time when the person's connection was lost, in milliseconds since 1970. ``bank`` is the rest of the
    person's time bank, in milliseconds. ``booked`` is the id of the person who takes the seat from the bot after the
    deal. ``added`` and ``own`` are used only in version 1 of fair dealing (see ``EntropyAdded``). ``left`` is true if a
    person left the seat before they revealed their random value for the next shuffle. That person contributes nothing
    to later shuffles. ``spoke`` is the number of packs dealt when the bot last said a phrase in this game, or -1.
    """

    player: str | None = None
    bot: str | None = None
    away: bool = False
    lost: int | None = None
    bank: int = 0
    ready: bool = False
    added: str | None = None
    own: bool = False
    booked: str | None = None
    left: bool = False
    persona: str | None = None
    spoke: int = -1

    @property
    def here(self) -> bool:
        """Whether a person plays the seat and is connected."""
        return self.manned and self.lost is None

    @property
    def manned(self) -> bool:
        """Whether a person plays the seat now, rather than a bot. During a person's break a bot plays."""
        return self.player is not None and not self.away


class UndoPoint(NamedTuple):
    """The game before a choice that can be taken back. ``seq`` is the number of the log line with that choice."""

    seq: int
    game: GameState


class Table(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The state of a table. All times are in milliseconds since 1970.

    The log: ``seq``, ``hash`` and ``at`` are the number, hash and time of the last line. ``moved`` is the number of the
    last line that changed the game. ``opening`` is the hash of the first line, from which the names of bots follow; it
    is empty in logs of earlier formats, whose bots have no names.

    Times: ``since`` is when the present stage, turn or pause between deals begins, and may lie in the future.
    ``paused`` is when the table was paused. ``closed_at`` is when the time to commit to shares of the next pack ended.

    Shuffles: ``number`` is the number of the next pack; the draw for first dealer uses pack 0. ``secrets`` and
    ``commitments`` hold the server's secrets and its commitments to the secrets, by pack. The secrets of packs with a
    number below ``told`` are published. ``shares`` holds the players' random inputs to the shuffles, or None in games
    of version 1 of fair dealing.

    The deal: ``dealt`` holds each seat's cards in the order in which they were dealt. ``knew`` lists the persons
    who have seen a hand of this deal, each with the seat of that hand. ``past`` holds the choices that can be taken
    back at a table with only one person. ``obeyed`` is the number of the last line in a tournament's log whose
    ruling this table applied; rulings come in the order of their lines.

    ``quick_at`` is the time at which a quick game begins by itself, or 0 if the table is not for a quick game.

    Stages: a table is in SEATING before its first game. SHUFFLING precedes each pack. DRAWING, CUTTING and DEALING
    occur where people draw, cut and deal by hand. Then come PLAYING and OVER. A new game can begin after OVER.
    """

    rules: Ruleset
    settings: TableSettings
    host: str
    chairs: tuple[Chair, ...]
    members: tuple[TableMember, ...]
    removed: tuple[str, ...] = ()
    seq: int = 0
    hash: str = ""
    at: int = 0
    moved: int = 0
    opening: str = ""
    stage: TableStage = TableStage.SEATING
    since: int = 0
    paused: int | None = None
    captain: Seat = Seat.NORTH
    number: int = 0
    secrets: tuple[str, ...] = ()
    commitments: tuple[str, ...] = ()
    told: int = 0
    shares: Shares | None = None
    closed_at: int = 0
    draw: Draw | None = None
    game: GameState | None = None
    cut: en.PackCut | None = None
    scored: DealResult | None = None
    bell_at: int | None = None
    obeyed: int = 0
    dealt: tuple[tuple[Card, ...], ...] = ()
    knew: tuple[tuple[str, Seat], ...] = ()
    past: tuple[UndoPoint, ...] = ()
    quick_at: int = 0

    @property
    def quick(self) -> bool:
        """Whether this is a table for a quick game, which has no host."""
        return self.quick_at > 0

    @property
    def owner(self) -> str:
        """The id of the host or, at a quick game, of the first seated person; empty if nobody has a seat there."""
        return next((chair.player for chair in self.chairs if chair.player), "") if self.quick else self.host

    @property
    def playing(self) -> bool:
        """Whether a game is in progress."""
        return self.stage not in (TableStage.SEATING, TableStage.OVER)

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is in the deal, or None outside of a deal."""
        return self.game.turn if self.game and self.stage is TableStage.PLAYING else None

    @property
    def in_deal(self) -> bool:
        """Whether a deal is in progress."""
        return self.playing and self.game is not None and self.game.in_deal

    @property
    def quiet(self) -> bool:
        """Whether the rules forbid phrases at this moment."""
        return self.in_deal and not self.rules.words.other_talk

    @property
    def alone(self) -> Seat | None:
        """The seat of the only seated person, or None if no person or several people have seats."""
        seated = [seat for seat in self.rules.seats if self.chair(seat).player is not None]
        return seated[0] if len(seated) == 1 else None

    @property
    def rested(self) -> int:
        """The latest time at which the pause between deals ends, in milliseconds since 1970."""
        # If people cut and deal by hand, the commitments to shares close only when the pause between deals is over.
        # So once the commitments are closed, no part of the pause remains.
        by_hand = self.settings.by_hand and self.shares is not None and self.shares.closed
        return self.since + (self.settings.rest_ms if self.scored and not by_hand else 0)

    def chair(self, seat: Seat) -> Chair:
        """Return the occupant of a seat."""
        return self.chairs[seat.index]

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat of a person, or None if the person has no seat."""
        for at, chair in enumerate(self.chairs):
            if chair.player == player:
                return self.rules.seats[at]
        return None

    def booked(self, player: str) -> Seat | None:
        """Return the seat that a person has booked, or None if there is none."""
        for at, chair in enumerate(self.chairs):
            if chair.booked == player:
                return self.rules.seats[at]
        return None

    def viewer(self, player: str) -> Seat | None:
        """Return the seat whose cards a person may see, or None for a spectator.

        A person who took a seat after a deal may not see the cards that the seat held in that deal.
        """
        seat = self.seat_of(player)
        done = self.playing and self.game is not None and not self.game.in_deal
        return None if done and (player, seat) not in self.knew else seat

    def member(self, player: str) -> TableMember | None:
        """Return the member with a player's id, or None if that player is not at the table."""
        for member in self.members:
            if member.player == player:
                return member
        return None

    def observe(self, seat: Seat | None) -> Observation | None:
        """Return the deal as a seat sees it, or as a spectator does if ``seat`` is None.

        Return None before the first deal.
        """
        return self.game.observe(seat) if self.game and self.game.deal else None

    def applied(self, player: str, id: str) -> int | None:
        """Return the number of the log line that a person's message caused, or None if no line has the message's id."""
        member = self.member(player) if id else None
        return member.recent.line_of(id) if member else None


def with_chair(table: Table, seat: Seat, chair: Chair) -> Table:
    """Return the table with ``chair`` as the occupant of a seat."""
    chairs = list(table.chairs)
    chairs[seat.index] = chair
    return replace(table, chairs=tuple(chairs))


def free_persona(table: Table) -> str | None:
    """Return the name of the next bot that comes to a table, or None if the table's bots have no names."""
    here = {chair.persona for chair in table.chairs}
    return next((name for name in cast(table.opening) if name not in here), None)


def shares_of(table: Table) -> Shares:
    """Return the shares, the players' random inputs to the shuffles.

    Raise ``TableRefusal`` if no game has begun, or if the game uses version 1 of fair dealing.
    """
    if table.shares is None:
        raise TableRefusal("no shares are awaited: no game is played, or it was begun by an earlier version of Uka")
    return table.shares


def state_of(table: Table) -> GameState:
    """Return the game. Raise ``TableRefusal`` if its first dealer is not known yet."""
    if table.game is None:
        raise TableRefusal("no game is played yet")
    return table.game
