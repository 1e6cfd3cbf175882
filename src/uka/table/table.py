"""The state of a table, which follows from its log: people, seats, the game, the secrets of the shuffles, and times.

This module reads no clock and draws no random number, because the lines of the log hold times and secrets. The package
``evolution`` applies a line to the state, ``commands`` checks what people may do, and ``timers`` computes what happens
without a command.
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
from uka.records.applied_message_ids import AppliedMessageIds
from uka.records.fair import Shares

from . import entries as en
from .personas import personas_in_order
from .settings import TableSettings

GameState: TypeAlias = Game | Rubber
"""What a table plays: one game, or a rubber (the best of three games)."""
PHRASES, PHRASES_MS = 3, 10_000
"""A person may say at most ``PHRASES`` phrases within ``PHRASES_MS`` milliseconds."""


class TableRefusal(UkaError):
    """The table refuses a command and stays unchanged."""


class TableStage(Enum):
    """What a table waits for, such as people who take seats, or a player's action in the deal."""

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
    """A person at the table, with or without a seat."""

    player: str
    """The person's id."""
    name: str
    applied_ids: AppliedMessageIds = AppliedMessageIds()
    """The ids of the person's last commands, so that a command that is sent twice is carried out once."""
    spoke: tuple[int, ...] = ()
    """The times of the person's last phrases, in milliseconds since 1970."""
    avatar: str = ""
    """The emblem that the person had chosen when joining the table, or an empty text."""


class Chair(msgspec.Struct, frozen=True, gc=False):
    """The occupant of a seat: a person or a bot, or nobody."""

    player: str | None = None
    """The id of the person who has the seat."""
    bot: str | None = None
    """The level of the bot that has the seat."""
    away: bool = False
    """Whether the person is absent, so that a bot plays for the person."""
    lost: int | None = None
    """When the person's connection was lost, in milliseconds since 1970; None while the person is connected."""
    bank: int = 0
    """The rest of the person's time bank, in milliseconds."""
    ready: bool = False
    """Whether the person is ready for the next deal."""
    booked: str | None = None
    """The id of the person who takes the seat from the bot after the deal."""
    left: bool = False
    """Whether a person left the seat while the table waited for that person's share of the next shuffle.

    A share is a player's random input to a shuffle.
    """
    persona: str | None = None
    """The bot's name."""
    spoke: int = -1
    """The number of packs dealt when the bot last said a phrase in this game, or -1."""

    @property
    def connected(self) -> bool:
        """Whether a person plays the seat, rather than a bot, and is connected."""
        return self.manned and self.lost is None

    @property
    def manned(self) -> bool:
        """Whether a person plays the seat, rather than a bot. It is false while the person is absent."""
        return self.player is not None and not self.away


class UndoPoint(NamedTuple):
    """A choice that can be taken back: the number of its log line, and the game as it was before the choice."""

    seq: int
    game: GameState


class Pause(NamedTuple):
    """A pause of a table: when it began, in milliseconds since 1970, and the reason for it."""

    at: int
    why: en.PauseReason


class Table(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The state of a table after a line of its log. All times are in milliseconds since 1970.

    A table is in the stage SEATING before its first game, and in SHUFFLING before each draw or deal. DRAWING is the
    draw for first dealer. CUTTING and DEALING occur only where people cut and deal by hand. PLAYING lasts from the
    moment when the cards are dealt to the end of the deal. OVER follows the last deal of a game, and then a new game
    can begin.
    """

    rules: Ruleset
    settings: TableSettings
    host: str
    """The id of the host."""
    chairs: tuple[Chair, ...]
    """The occupants of the seats, in the order of the ruleset's seats."""
    members: tuple[TableMember, ...]
    removed: tuple[str, ...] = ()
    """The ids of people whom the host removed."""

    # The log
    seq: int = 0
    """The number of the last line."""
    hash: str = ""
    """The hash of the last line."""
    at: int = 0
    """The time of the last line."""
    moved: int = 0
    """The number of the last line that changed the game. An action chosen before this line is stale."""
    opening: str = ""
    """The hash of the first line. It determines the names of the bots."""

    # The stage and its times
    stage: TableStage = TableStage.SEATING
    since: int = 0
    """When the present stage, turn or pause between deals began. It may lie in the future, while cards are shown."""
    paused: Pause | None = None
    resumed_by: str = ""
    """The author of the last line that resumed the game after a pause, or an empty text if there is none."""
    quick_at: int = 0
    """When a quick game begins by itself, or 0 if the table is not for a quick game."""

    # The next pack
    captain: Seat = Seat.NORTH
    """The seat at which the draw for first dealer starts."""
    number: int = 0
    """The number of the next pack. The draw for first dealer uses pack 0."""
    secrets: tuple[str, ...] = ()
    """The server's secrets for the shuffles in hexadecimal, one for each pack, in order."""
    commitments: tuple[str, ...] = ()
    """The server's commitments to its secrets, one for each pack, in order."""
    secrets_opened: int = 0
    """The number of packs whose secrets the server has opened, the lowest numbers first."""
    shares: Shares | None = None
    """The state of the players' shares: their random inputs to the shuffles.

    It is None before the first game, and in a game on a terminal, where a seed determines the packs.
    """
    closed_at: int = 0
    """When the time to commit to shares of the next pack ended."""
    draw: Draw | None = None
    """The draw for first dealer, while it goes on."""

    # The game
    game: GameState | None = None
    scored: DealResult | None = None
    """The result of the last deal, until the next deal begins."""
    bell_at: int | None = None
    """When the bell that ends a timed game rings, or None if no bell is due."""
    obeyed: int = 0
    """The number of the last line in a tournament's log whose ruling this table has applied, or 0."""

    # The deal
    dealt: tuple[tuple[Card, ...], ...] = ()
    """Each seat's cards in the order in which they were dealt."""
    knew: tuple[tuple[str, Seat], ...] = ()
    """The people who have seen a hand of this deal, each as (person's id, seat of that hand)."""
    past: tuple[UndoPoint, ...] = ()
    """The choices in this deal that can be taken back, oldest first. It is empty if several people have seats."""

    @property
    def quick(self) -> bool:
        """Whether this is a table for a quick game, in which strangers meet and nobody is the host."""
        return self.quick_at > 0

    @property
    def acting_host(self) -> str:
        """The id of the host. For a quick game, the id of the first seated person, or an empty text if nobody sits."""
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
    def talk_forbidden(self) -> bool:
        """Whether the rules forbid players to say phrases at this moment."""
        return self.in_deal and not self.rules.words.other_talk

    @property
    def only_person(self) -> Seat | None:
        """The seat of the only seated person, or None if no person or several people have seats."""
        seated = [seat for seat in self.rules.seats if self.chair(seat).player is not None]
        return seated[0] if len(seated) == 1 else None

    @property
    def rest_until(self) -> int:
        """The latest time at which the pause between deals ends, unless the next deal waits for a person."""
        # If people cut and deal by hand, the commitments to shares close only when the pause between deals is over.
        # So once the commitments are closed, no part of the pause remains.
        by_hand = self.settings.by_hand and self.shares is not None and self.shares.commitments_closed
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
        """Return the bot's seat that a person has booked and takes after this deal, or None if there is none."""
        for at, chair in enumerate(self.chairs):
            if chair.booked == player:
                return self.rules.seats[at]
        return None

    def viewer(self, player: str) -> Seat | None:
        """Return the seat whose cards a person may see, or None for a spectator.

        Between two deals, a person who has just taken a seat may not see the seat's cards of the last deal.
        """
        seat = self.seat_of(player)
        done = self.playing and self.game is not None and not self.game.in_deal
        return None if done and (player, seat) not in self.knew else seat

    def member(self, player: str) -> TableMember | None:
        """Return the person at the table whose id is ``player``, or None if there is none."""
        for member in self.members:
            if member.player == player:
                return member
        return None

    def observe(self, seat: Seat | None) -> Observation | None:
        """Return the deal as a seat sees it, or as a spectator does if ``seat`` is None.

        Return None before the first deal.
        """
        return self.game.observe(seat) if self.game and self.game.deal else None

    def applied_line(self, player: str, id: str) -> int | None:
        """Return the number of the first log line that the person's command ``id`` caused, or None if there is none."""
        member = self.member(player) if id else None
        return member.applied_ids.line_of(id) if member else None


def with_chair(table: Table, seat: Seat, chair: Chair) -> Table:
    """Return a copy of ``table`` with ``chair`` as the occupant of ``seat``."""
    chairs = list(table.chairs)
    chairs[seat.index] = chair
    return replace(table, chairs=tuple(chairs))


def free_persona(table: Table) -> str:
    """Return the name for the next bot that comes to ``table``: the first persona that no bot there has."""
    here = {chair.persona for chair in table.chairs}
    return next(name for name in personas_in_order(table.opening) if name not in here)


def shares_of(table: Table) -> Shares:
    """Return the state of the shares: the players' random inputs to the shuffles.

    Raise ``TableRefusal`` if the table has none, because no game has begun.
    """
    if table.shares is None:
        raise TableRefusal("no shares are awaited: no game is played")
    return table.shares


def state_of(table: Table) -> GameState:
    """Return the game or rubber of ``table``. Raise ``TableRefusal`` before the first dealer of a game is known."""
    if table.game is None:
        raise TableRefusal("no game is played yet")
    return table.game
