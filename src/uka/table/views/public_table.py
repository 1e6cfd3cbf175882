"""What every viewer may see of a table: everything but the cards, in the form that a screen needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate
from operator import attrgetter
from typing import Any, Literal, NamedTuple, TypeAlias

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
from ..table import Chair, Table, TableStage
from ..talk import ChatState, chat_state

ShareState: TypeAlias = Literal["none", "committed", "awaited", "opened", "withheld"]
"""What a seat has done about its share, the random value that it contributes to the next shuffle.

"none": it has not committed to a share. "committed": it has. "awaited": the table waits until it opens the share.
"opened": it has opened the share. "withheld": it did not open a share in time, and contributes none until the next
game.
"""


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat, and the person or bot that has it."""

    seat: Seat
    player: str | None
    """The id of the person who has the seat, or None."""
    name: str | None
    """The name of the person, or None."""
    bot: str | None
    """The level of the bot that has the seat, or None."""
    away: bool
    """Whether the person is absent, so that a bot plays for the person."""
    lost: bool
    """Whether the person's connection is lost."""
    ready: bool
    """Whether the person is ready for the next deal."""
    bank: int
    """The rest of the person's time bank, in milliseconds."""
    booked: str | None = None
    """The id of the person who takes the seat from the bot after this deal, or None."""
    persona: str | None = None
    """The bot's name, or None if no bot has the seat."""


class Deadlines(msgspec.Struct, frozen=True, gc=False):
    """The times at which timers run out, in milliseconds since 1970. A timer that is not running is None."""

    turn: int | None = None
    """When a bot chooses an action for the seat whose turn it is."""
    rest: int | None = None
    """When the pause between deals ends; None while the next deal waits for the only seated person."""
    bell: int | None = None
    """When the time for the game is up; None while the next deal waits for the only seated person."""
    begin: int | None = None
    """When a quick game begins by itself."""


class DrawView(msgspec.Struct, frozen=True, gc=False):
    """The draw for first dealer, as every viewer may see it."""

    shown: tuple[tuple[Seat, Card], ...]
    """The cards drawn so far, in order, each with the seat that drew it."""
    turn: Seat | None
    """The seat whose turn it is to draw a card."""
    namer: Partnership | None
    """The partnership that drew the higher card and names the dealer, if the rules say so."""
    dealer: Seat | None
    """The first dealer, once it is known."""
    left: int
    """The number of cards not yet drawn."""


class RubberView(msgspec.Struct, frozen=True, gc=False):
    """The state of a rubber, the best of three games."""

    points: tuple[int, ...]
    """The rubber points of each partnership."""
    margin: int
    """By how many rubber points the winners lead; 0 before the end of the rubber."""


class PublicTable(msgspec.Struct, frozen=True, gc=False):
    """What every viewer may see of a table: everything but the cards."""

    version: int
    """The number of the last line of the log."""
    stage: TableStage
    paused: PauseReason | None
    """Why the table is paused, or None. A pause for the reason "log_full" never ends."""
    host: str
    """The id of the host. A quick game has no host: then no person has this id."""
    seats: tuple[SeatView, ...]
    share_states: tuple[ShareState, ...]
    """What each seat has done about its share of the next shuffle, in the order of ``seats``."""
    watching: int
    """The number of people without a seat."""
    settings: TableSettings
    number: int
    """The number of the next pack in this game, from 0. Each draw for first dealer and each deal uses a pack."""
    deadlines: Deadlines
    score: tuple[int, ...]
    """Each partnership's points in the game."""
    scores: tuple[tuple[int, ...], ...]
    """The score of the game after each of its deals."""
    bridge: Partnership | None
    """The partnership with 4 of 5 points against 2 or fewer, which Bicycle calls "at the bridge"."""
    markers: tuple[Markers | None, ...]
    """The low cards that show each partnership's score, if the rules use such cards."""
    games_won: tuple[int, ...]
    """The number of games that each partnership has won in the rubber; empty if no rubber is played."""
    rubber: RubberView | None
    dealer: Seat | None
    """The dealer of the present deal, or of the next one between deals."""
    winner: Partnership | None
    """The partnership that has won the game or the rubber."""
    last: DealResult | None
    """The result of the last deal, until the next deal begins."""
    draw: DrawView | None
    """The draw for first dealer of this game."""
    undo: Seat | None
    """The seat that may take back its last choice now."""
    hints: Seat | None
    """The seat that may ask for hints."""
    quiet: bool
    """Whether the rules forbid players to say phrases now."""
    bell: bool
    """Whether the bell that ends a timed game has rung."""
    forfeit: Partnership | None
    """The partnership that lost the game by an official's ruling."""
    quick: bool = False
    """Whether strangers meet here for a quick game: nobody is the host, and the game begins by itself."""
    chat: ChatState = "off"
    """Who may write a line of the chat now.

    "off": nobody, since the table has no chat. "quiet": nobody until the end of the deal, since the rules forbid talk.
    "seated": the people with a seat, since a deal is played. "open": everybody at the table.
    """


def public_table(table: Table) -> PublicTable:
    """Return what every viewer may see of ``table``: everything but the cards."""
    return PublicTable(**scene_fields(table, PARTS))


def scene_fields(table: Table, parts: Iterable[Part]) -> dict[str, Any]:
    """Return the fields of ``public_table(table)`` that belong to ``parts``, by name."""
    return {name: value for part in parts for name, value in part.fields(table).items()}


class Part(NamedTuple):
    """Some fields of ``PublicTable``, and the values of a table from which they follow."""

    sources: Callable[[Table], object]
    """A function that returns these values. If they are the same as at an earlier time, so are the fields."""
    fields: Callable[[Table], dict[str, Any]]
    """A function that returns a dict from the name to the value of each field."""


def _moment(table: Table) -> dict[str, Any]:
    return {
        "version": table.seq,
        "deadlines": _deadlines(table),
        "undo": table.only_person if undo_point(table) else None,
        "hints": hint_seat(table),
    }


def _stage(table: Table) -> dict[str, Any]:
    return {
        "stage": table.stage,
        "paused": table.paused.why if table.paused else None,
        "settings": table.settings,
        "number": table.number,
        "last": table.scored,
        "quiet": table.talk_forbidden,
        "quick": table.quick,
        "chat": chat_state(table),
    }


def _people(table: Table) -> dict[str, Any]:
    seated = sum([chair.player is not None for chair in table.chairs])
    return {"host": table.host, "seats": _seats(table), "watching": len(table.members) - seated}


def _share_states(table: Table) -> dict[str, Any]:
    shares = table.shares
    return {"share_states": tuple([share_state(shares, seat) if shares else "none" for seat in table.rules.seats])}


def _score(table: Table) -> dict[str, Any]:
    state = table.game
    game = state.game if isinstance(state, Rubber) else state  # the last game of a rubber
    score = game.score if game else (0,) * len(table.rules.partnerships)
    return {
        "score": score,
        "scores": _scores(game),
        "bridge": at_the_bridge(table.rules, score),
        "markers": tuple([score_markers(table.rules, points) for points in score]),
        "games_won": state.games_won if isinstance(state, Rubber) else (),
        "rubber": RubberView(state.points, state.margin) if isinstance(state, Rubber) else None,
        "dealer": state.dealer if state else None,
        "winner": state.winner if state else None,
        "bell": isinstance(state, Game) and state.bell,
        "forfeit": game.forfeit if game else None,
    }


def _draw(table: Table) -> dict[str, Any]:
    return {"draw": view_of_draw(table.draw) if table.draw else None}


_of_game = attrgetter(
    "rules", "dealer", "score", "results", "finished", "bell", "awards", "forfeit", "again", "in_deal"
)


def _of_score(table: Table) -> object:
    """Return the values of a game or rubber from which the score and the winner follow: all but the cards."""
    state = table.game
    earlier = state.games[:-1] if isinstance(state, Rubber) else None
    game = state.game if isinstance(state, Rubber) else state
    return table.rules, earlier, _of_game(game) if game else None


def _of_people(table: Table) -> object:
    return table.rules, table.host, table.chairs, [(member.player, member.name) for member in table.members]


PARTS = (
    Part(attrgetter("hash"), _moment),
    Part(attrgetter("rules", "settings", "stage", "paused", "number", "scored", "quick", "in_deal"), _stage),
    Part(_of_people, _people),
    Part(attrgetter("rules", "shares"), _share_states),
    Part(_of_score, _score),
    Part(attrgetter("draw"), _draw),
)
"""The parts of a public table. Each line of the log changes the first part, and few lines change others."""


def _scores(game: Game | None) -> tuple[tuple[int, ...], ...]:
    """Return the score of the game after each of its deals.

    Points that an official awarded after a deal are part of the score after that deal.
    """
    if game is None or not game.results:
        return ()
    earned = [result.points for result in game.results]
    for deals_before, points in game.awards:
        last = max(deals_before - 1, 0)
        earned[last] = tuple(had + awarded for had, awarded in zip(earned[last], points, strict=True))
    return tuple(zip(*map(accumulate, zip(*earned, strict=True)), strict=True))


def _seats(table: Table) -> tuple[SeatView, ...]:
    names: dict[str | None, str] = {member.player: member.name for member in table.members}
    seated = zip(table.rules.seats, table.chairs, strict=True)
    return tuple([_seat(seat, chair, names.get(chair.player)) for seat, chair in seated])


def _seat(seat: Seat, chair: Chair, name: str | None) -> SeatView:
    player, lost = chair.player, chair.lost is not None
    rest = chair.ready, chair.bank, chair.booked, chair.persona
    return SeatView(seat, player, name, chair.bot, chair.away, lost, *rest)


def share_state(shares: Shares, seat: Seat) -> ShareState:
    """Return what a seat has done about its share, the random value that it contributes to the next shuffle."""
    if seat in shares.excluded:
        return "withheld"
    if seat in (shares.awaited or ()):
        return "awaited" if shares.share(seat) is None else "opened"
    return "none" if shares.links[seat.index] is None else "committed"


def _deadlines(table: Table) -> Deadlines:
    if table.paused is not None or not table.playing:
        return Deadlines(begin=begins_at(table))
    between = table.stage is TableStage.SHUFFLING and not waits_for_person(table)
    return Deadlines(
        turn=chooses_at(table, table.turn) if table.turn else None,
        rest=max(rest_ends_at(table), table.since) if between else None,
        bell=None if bell_clock_stands(table) else table.bell_at,
    )


def view_of_draw(draw: Draw) -> DrawView:
    """Return the draw for first dealer as every viewer may see it."""
    return DrawView(draw.shown, draw.turn, draw.namer, draw.dealer, draw.face_down_count)
