"""A table as its log has made it: people, seats, the game, secrets, times. ``evolve`` applies a line.

Nothing here reads a clock or makes a secret: both come in lines. What a person may do is checked in ``people`` and
``play``; what happens by itself is told by ``clock``.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from uka.core.draw import Draw
from uka.core.errors import UkaError
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult
from uka.core.seats import Seat
from uka.records.fair import Shares

from . import entries as en
from .settings import TableSettings

GameState: TypeAlias = Game | Rubber
RECENT = 256
"""Messages of each person at a table that are known again, more than several sockets of theirs send in one burst."""
PHRASES, PHRASES_MS = 3, 10_000
"""How many phrases a person may say in how long."""


class TableRefusal(UkaError):
    """Something that a table does not allow; nothing was changed."""


class TableStage(Enum):
    """What a table waits for."""

    SEATING = "seating"
    SHUFFLING = "shuffling"
    DRAWING = "drawing"
    CUTTING = "cutting"
    DEALING = "dealing"
    PLAYING = "playing"
    OVER = "over"

    __hash__ = object.__hash__  # Enum's own is Python, and slow

    def __str__(self) -> str:
        return self.value


class TableMember(msgspec.Struct, frozen=True, gc=False):
    """A person at the table, seated or not.

    ``recent`` are their last messages: id, and the line that it led to; ``spoke`` is when they last said something.
    """

    player: str
    name: str
    recent: tuple[tuple[str, int], ...] = ()
    spoke: tuple[int, ...] = ()


class Chair(msgspec.Struct, frozen=True, gc=False):
    """A seat: whose it is, or which bot's.

    ``bank`` is what is left of the person's time beyond each move's. ``booked`` is who takes it from the bot when the
    deal is over. ``left`` says that somebody left it while their share was awaited: their chain ends with that pack.
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

    @property
    def here(self) -> bool:
        """Whether a person plays it whose connection is not lost."""
        return self.manned and self.lost is None

    @property
    def manned(self) -> bool:
        """Whether a person plays it, now."""
        return self.player is not None and not self.away


class UndoPoint(NamedTuple):
    """The game before a choice that can be taken back; ``seq`` is the number of the choice's line."""

    seq: int
    game: GameState


class Table(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A table. ``seq`` is the number of its last line, ``hash`` its hash; ``moved`` that of the last one that changed
    the game.

    ``since`` is when what the table waits for began to count; ``number`` is the next pack's (the draw's is the first),
    ``secrets`` are by number, those before ``told`` are known to all. ``shares`` are those of the packs (None in a
    game dealt by version 1), and ``closed_at`` is when the commitments to those of the next pack were closed.
    ``obeyed`` is the last line of a tournament's log that the table obeyed: rulings come in the order of their lines.
    ``knew`` says who has seen which hand of this deal, ``past`` what may be taken back of it by one who plays with bots
    alone. Stages: SEATING, then SHUFFLING before each pack, DRAWING, CUTTING and DEALING where people do it by hand,
    PLAYING, and OVER, from which a new game can begin.
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
    knew: tuple[tuple[str, Seat], ...] = ()
    past: tuple[UndoPoint, ...] = ()

    @property
    def playing(self) -> bool:
        """Whether a game is in progress."""
        return self.stage not in (TableStage.SEATING, TableStage.OVER)

    @property
    def turn(self) -> Seat | None:
        """The seat that the deal waits for."""
        return self.game.turn if self.game and self.stage is TableStage.PLAYING else None

    @property
    def in_deal(self) -> bool:
        """Whether a deal is in progress."""
        return self.playing and self.game is not None and self.game.in_deal

    @property
    def quiet(self) -> bool:
        """Whether nothing but the calls may be said now, by the rules."""
        return self.in_deal and not self.rules.words.other_talk

    @property
    def alone(self) -> Seat | None:
        """The seat of the only person who plays; None if there are others, or none."""
        seated = [seat for seat in self.rules.seats if self.chair(seat).player is not None]
        return seated[0] if len(seated) == 1 else None

    @property
    def rested(self) -> int:
        """When the pause between deals is over at the latest."""
        by_hand = self.settings.by_hand and self.shares is not None and self.shares.closed  # cut and dealt after it
        return self.since + (self.settings.rest_ms if self.scored and not by_hand else 0)

    def chair(self, seat: Seat) -> Chair:
        """What is at a seat."""
        return self.chairs[seat.index]

    def seat_of(self, player: str) -> Seat | None:
        """Where a person sits."""
        for at, chair in enumerate(self.chairs):
            if chair.player == player:
                return self.rules.seats[at]
        return None

    def booked(self, player: str) -> Seat | None:
        """Which seat a person takes when the deal is over."""
        for at, chair in enumerate(self.chairs):
            if chair.booked == player:
                return self.rules.seats[at]
        return None

    def viewer(self, player: str) -> Seat | None:
        """From which seat a person sees the deal; None as a spectator.

        Who took a seat after a deal is over has not seen its cards, and does not see them now.
        """
        seat = self.seat_of(player)
        done = self.playing and self.game is not None and not self.game.in_deal
        return None if done and (player, seat) not in self.knew else seat

    def member(self, player: str) -> TableMember | None:
        """A person at the table."""
        for member in self.members:
            if member.player == player:
                return member
        return None

    def observe(self, seat: Seat | None) -> Observation | None:
        """What a seat may know of the deal, a spectator for None; None before the first."""
        return self.game.observe(seat) if self.game and self.game.deal else None

    def applied(self, player: str, id: str) -> int | None:
        """The line that a message of a person led to, if it was applied before."""
        member = self.member(player) if id else None
        for known, seq in reversed(member.recent) if member else ():
            if known == id:
                return seq
        return None


def with_chair(table: Table, seat: Seat, chair: Chair) -> Table:
    """The table with another chair at a seat."""
    chairs = list(table.chairs)
    chairs[seat.index] = chair
    return replace(table, chairs=tuple(chairs))


def shares_of(table: Table) -> Shares:
    """The shares of the game; ``TableRefusal`` in a game of version 1 of fair dealing, and before a game."""
    if table.shares is None:
        raise TableRefusal("no shares are awaited: no game is played, or it was begun by an earlier version of Uka")
    return table.shares


def state_of(table: Table) -> GameState:
    """The game; ``TableRefusal`` before it has a first dealer."""
    if table.game is None:
        raise TableRefusal("no game is played yet")
    return table.game
