"""The state of a table, rebuilt from its log: people, seats, the game, secrets, times.

Nothing here reads a clock or makes a secret: lines of the log carry both. ``evolution`` applies a line, ``commands``
checks what people may do, and ``timers`` says what happens without a command.
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
"""Message ids that a table remembers for each person: more than a few sockets send in one burst."""
PHRASES, PHRASES_MS = 3, 10_000
"""The number of phrases that a person may say within this time in milliseconds."""


class TableRefusal(UkaError):
    """A table refuses a command. Nothing has changed."""


class TableStage(Enum):
    """The stages of a table: what it waits for."""

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
    """A person at the table, seated or not.

    ``recent`` holds the ids of their last messages, each with the number of its line. ``spoke`` holds the times of
    their last phrases.
    """

    player: str
    name: str
    recent: tuple[tuple[str, int], ...] = ()
    spoke: tuple[int, ...] = ()


class Chair(msgspec.Struct, frozen=True, gc=False):
    """The occupant of a seat: a person, or the level of a bot.

    ``lost`` is the time when the person's connection was lost. ``bank`` is what is left of their time bank. ``booked``
    is the person who takes the seat from the bot when the deal is over. ``added`` and ``own`` belong to version 1 of
    fair dealing (see ``EntropyAdded``). ``left`` says that a person gave the seat up while their share was awaited:
    their chain of shares ends with that pack.
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
        """Whether a person plays the seat and is connected."""
        return self.manned and self.lost is None

    @property
    def manned(self) -> bool:
        """Whether a person plays the seat now, and not a bot for them."""
        return self.player is not None and not self.away


class UndoPoint(NamedTuple):
    """The game before a choice that can be taken back. ``seq`` is the number of the line with that choice."""

    seq: int
    game: GameState


class Table(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The state of a table.

    Log: ``seq``, ``hash`` and ``at`` are the number, hash and time of the last line. ``moved`` is the number of the
    last line that changed the game.

    Times: ``since`` is when the present stage, turn or pause between deals began to count, and can lie in the future.
    ``paused`` is when a pause began. ``closed_at`` is when the commitments to shares of the next pack were closed.

    Packs: ``number`` is the number of the next pack; the draw uses pack 0. ``secrets`` and ``commitments`` are by pack
    number, and secrets before ``told`` are published. ``shares`` are the seats' shares of the packs; None in a game of
    version 1 of fair dealing.

    Deal: ``knew`` holds which person has seen which hand of this deal. ``past`` holds the choices that a person who
    plays only with bots may take back. ``obeyed`` is the last line of a tournament's log whose ruling was applied;
    rulings come in the order of their lines.

    Stages: SEATING, then SHUFFLING before each pack, DRAWING, CUTTING and DEALING where people do these by hand,
    PLAYING, and OVER. After OVER a new game can begin.
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
        """The seat whose turn it is in the deal; None outside of a deal."""
        return self.game.turn if self.game and self.stage is TableStage.PLAYING else None

    @property
    def in_deal(self) -> bool:
        """Whether a deal is in progress."""
        return self.playing and self.game is not None and self.game.in_deal

    @property
    def quiet(self) -> bool:
        """Whether the rules forbid phrases now."""
        return self.in_deal and not self.rules.words.other_talk

    @property
    def alone(self) -> Seat | None:
        """The seat of the only seated person; None if several people or none are seated."""
        seated = [seat for seat in self.rules.seats if self.chair(seat).player is not None]
        return seated[0] if len(seated) == 1 else None

    @property
    def rested(self) -> int:
        """When the pause between deals ends at the latest."""
        # By hand, the pack is cut and dealt after the pause.
        by_hand = self.settings.by_hand and self.shares is not None and self.shares.closed
        return self.since + (self.settings.rest_ms if self.scored and not by_hand else 0)

    def chair(self, seat: Seat) -> Chair:
        """The occupant of a seat."""
        return self.chairs[seat.index]

    def seat_of(self, player: str) -> Seat | None:
        """The seat of a person; None if they have none."""
        for at, chair in enumerate(self.chairs):
            if chair.player == player:
                return self.rules.seats[at]
        return None

    def booked(self, player: str) -> Seat | None:
        """The seat that a person has booked; None if there is none."""
        for at, chair in enumerate(self.chairs):
            if chair.booked == player:
                return self.rules.seats[at]
        return None

    def viewer(self, player: str) -> Seat | None:
        """The seat whose cards a person may see; None for a spectator.

        A person who took a seat after a deal does not see the cards that it held in that deal.
        """
        seat = self.seat_of(player)
        done = self.playing and self.game is not None and not self.game.in_deal
        return None if done and (player, seat) not in self.knew else seat

    def member(self, player: str) -> TableMember | None:
        """The member with a player's id; None if they are not at the table."""
        for member in self.members:
            if member.player == player:
                return member
        return None

    def observe(self, seat: Seat | None) -> Observation | None:
        """The observation of the deal by a seat, or by a spectator if ``seat`` is None. None before a deal."""
        return self.game.observe(seat) if self.game and self.game.deal else None

    def applied(self, player: str, id: str) -> int | None:
        """The number of the line of a person's message; None if it was not applied yet."""
        member = self.member(player) if id else None
        for known, seq in reversed(member.recent) if member else ():
            if known == id:
                return seq
        return None


def with_chair(table: Table, seat: Seat, chair: Chair) -> Table:
    """The table with a seat's occupant replaced."""
    chairs = list(table.chairs)
    chairs[seat.index] = chair
    return replace(table, chairs=tuple(chairs))


def shares_of(table: Table) -> Shares:
    """The shares of the game. ``TableRefusal`` before a game, and in a game of version 1 of fair dealing."""
    if table.shares is None:
        raise TableRefusal("no shares are awaited: no game is played, or it was begun by an earlier version of Uka")
    return table.shares


def state_of(table: Table) -> GameState:
    """The game. ``TableRefusal`` before its first dealer is known."""
    if table.game is None:
        raise TableRefusal("no game is played yet")
    return table.game
