"""All facts about a table except the cards, in the form that a screen needs.

The facts are the same for every viewer.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Literal, TypeAlias

import msgspec

from uka.core.cards import Card
from uka.core.draw import Draw
from uka.core.game import Game, at_the_bridge
from uka.core.rubber import Rubber
from uka.core.score_markers import Markers, score_markers
from uka.core.scoring import DealResult
from uka.core.seats import Partnership, Seat
from uka.records.fair import Shares

from ..bot_turns import chooses_at
from ..commands.gameplay import undo_point
from ..commands.hints import hint_seat
from ..entries import PauseReason
from ..pause_between_deals import bell_clock_stands, rest_ends_at, waits_for_person
from ..quick_timers import begins_at
from ..settings import TableSettings
from ..table import Chair, GameState, Table, TableStage

ShareState: TypeAlias = Literal["none", "committed", "awaited", "opened", "withheld"]
"""What a seat has done about its share, the random value that it contributes to the next shuffle.

A seat in the state ``withheld`` did not reveal its share in time. Such a seat contributes nothing until the next game.
"""


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """The occupant of a seat."""

    seat: Seat
    player: str | None
    """The id of the person who has the seat."""
    name: str | None
    bot: str | None
    """The level of the bot that has the seat."""
    away: bool
    """Whether the person takes a break, so that a bot plays for them."""
    lost: bool
    """Whether the person's connection is lost."""
    ready: bool
    """Whether the person is ready for the next deal."""
    share: ShareState
    """The state of the seat's random value for the next shuffle."""
    bank: int
    """The rest of the person's time bank, in milliseconds."""
    booked: str | None = None
    """The id of the person who takes the seat from the bot after the deal."""
    persona: str | None = None
    """The bot's name, or None if no bot has the seat."""


class Deadlines(msgspec.Struct, frozen=True, gc=False):
    """The times at which timers run out, in milliseconds since 1970. A timer that is not running is None.

    At ``turn`` a bot chooses for the seat whose turn it is. At ``rest`` the pause between deals ends. At ``bell`` the
    time for the game is up. ``rest`` and ``bell`` are None while the next deal waits for the only person at the table.
    At ``begin`` a quick game begins by itself.
    """

    turn: int | None = None
    rest: int | None = None
    bell: int | None = None
    begin: int | None = None


class DrawView(msgspec.Struct, frozen=True, gc=False):
    """The draw for first dealer: the cards drawn, whose turn it is, and the partnership that names the dealer.

    ``left`` is the number of cards not yet drawn.
    """

    shown: tuple[tuple[Seat, Card], ...]
    turn: Seat | None
    namer: Partnership | None
    dealer: Seat | None
    left: int


class RubberView(msgspec.Struct, frozen=True, gc=False):
    """A rubber: each side's rubber points. ``margin`` is the winners' lead in rubber points; it is 0 before the end."""

    points: tuple[int, ...]
    margin: int


class PublicTable(msgspec.Struct, frozen=True, gc=False):
    """All facts about a table except the cards, at one version of the log. The facts are the same for every viewer."""

    version: int
    """The number of the last line of the log."""
    stage: TableStage
    paused: PauseReason | None
    """The reason of a pause, or None. A pause for the reason ``log_full`` never ends."""
    host: str
    """The id of the host."""
    seats: tuple[SeatView, ...]
    watching: int
    """The number of people without a seat."""
    settings: TableSettings
    number: int
    """The number of the next pack."""
    deadlines: Deadlines
    score: tuple[int, ...]
    """Each partnership's points in the game."""
    scores: tuple[tuple[int, ...], ...]
    """The score after each deal of the game."""
    bridge: Partnership | None
    """The partnership with 4 of 5 points against 2 or fewer, which Bicycle calls "at the bridge"."""
    markers: tuple[Markers | None, ...]
    """The low cards that show each partnership's score, if the rules use such cards."""
    games_won: tuple[int, ...]
    """Each partnership's games won in the rubber."""
    rubber: RubberView | None
    dealer: Seat | None
    winner: Partnership | None
    last: DealResult | None
    """The result of the last deal."""
    draw: DrawView | None
    """The draw for first dealer."""
    undo: Seat | None
    """The seat that may take back its last choice."""
    hints: Seat | None
    """The seat that may ask for hints."""
    quiet: bool
    """Whether the rules forbid phrases now."""
    bell: bool
    """Whether the bell that ends a timed game has rung."""
    forfeit: Partnership | None
    """The partnership that lost the game by an official's ruling."""
    quick: bool = False
    """Whether strangers meet here for a quick game: nobody is the host, and the game begins by itself."""


def public_table(table: Table) -> PublicTable:
    """Return all facts about the table except the cards."""
    game = table.game
    seated = sum(chair.player is not None for chair in table.chairs)
    score = game.score if game else (0,) * len(table.rules.partnerships)
    return PublicTable(
        version=table.seq,
        stage=table.stage,
        paused=table.paused.why if table.paused else None,
        host=table.host,
        seats=_seats(table.rules.seats, table.chairs, tuple([(m.player, m.name) for m in table.members]), table.shares),
        watching=len(table.members) - seated,
        settings=table.settings,
        number=table.number,
        deadlines=_deadlines(table),
        score=score,
        scores=_scores(game),
        bridge=at_the_bridge(table.rules, score),
        markers=tuple([score_markers(table.rules, points) for points in score]),
        games_won=game.won if isinstance(game, Rubber) else (),
        rubber=RubberView(game.points, game.margin) if isinstance(game, Rubber) else None,
        dealer=game.dealer if game else None,
        winner=game.winner if game else None,
        last=table.scored,
        draw=_draw(table),
        undo=table.alone if undo_point(table) else None,
        hints=hint_seat(table),
        quiet=table.quiet,
        bell=isinstance(game, Game) and game.bell,
        forfeit=(game.game if isinstance(game, Rubber) else game).forfeit if game else None,
        quick=table.quick,
    )


def _scores(game: GameState | None) -> tuple[tuple[int, ...], ...]:
    """Return the score after each deal of the game. For a rubber, the game is the last game of the rubber.

    If an official awarded points after a deal, the score after that deal includes the points.
    """
    if game is None:
        return ()
    now = game.game if isinstance(game, Rubber) else game
    earned = [result.points for result in now.results]
    for after, points in now.awards if earned else ():
        at = max(after - 1, 0)
        earned[at] = tuple(had + given for had, given in zip(earned[at], points, strict=True))
    return tuple(zip(*map(accumulate, zip(*earned, strict=True)), strict=True))


@lru_cache(4_096)  # few actions at a table change the seats, so most results are reused
def _seats(
    seats: tuple[Seat, ...], chairs: tuple[Chair, ...], people: tuple[tuple[str, str], ...], shares: Shares | None
) -> tuple[SeatView, ...]:
    names: dict[str | None, str] = dict(people)
    return tuple(
        [
            _seat(seat, chair, names.get(chair.player), share_state(shares, seat) if shares else "none")
            for seat, chair in zip(seats, chairs, strict=True)
        ]
    )


def share_state(shares: Shares, seat: Seat) -> ShareState:
    """Return what a seat has done about its share, the random value that it contributes to the next shuffle."""
    if seat in shares.excluded:
        return "withheld"
    if seat in (shares.awaited or ()):
        return "awaited" if shares.share(seat) is None else "opened"
    return "none" if shares.links[seat.index] is None else "committed"


def _seat(seat: Seat, chair: Chair, name: str | None, share: ShareState) -> SeatView:
    return SeatView(
        seat,
        chair.player,
        name,
        chair.bot,
        chair.away,
        chair.lost is not None,
        chair.ready,
        share,
        chair.bank,
        chair.booked,
        chair.persona,
    )


def _deadlines(table: Table) -> Deadlines:
    if table.paused is not None or not table.playing:
        return Deadlines(begin=begins_at(table))
    between = table.stage is TableStage.SHUFFLING and not waits_for_person(table)
    return Deadlines(
        turn=chooses_at(table, table.turn) if table.turn else None,
        rest=max(rest_ends_at(table), table.since) if between else None,
        bell=None if bell_clock_stands(table) else table.bell_at,
    )


def _draw(table: Table) -> DrawView | None:
    return view_of_draw(table.draw) if table.draw else None


def view_of_draw(draw: Draw) -> DrawView:
    """Return the draw for first dealer as every viewer may see it."""
    return DrawView(draw.shown, draw.turn, draw.namer, draw.dealer, draw.count)
