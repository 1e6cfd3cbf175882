"""What each one at a table is told: every line in the form that they may see, and the whole table as a screen needs it.

A viewer is a seat, or None for a spectator. An entry is told as it is only if its type stands in ``PUBLIC_ENTRIES``; of
all others only the events are told, each as ``seen_by`` the viewer. So what is new is hidden until somebody opens it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from operator import attrgetter
from typing import Literal, Protocol, TypeAlias

import msgspec

from uka.core.actions import Action, Discard, Give, Play
from uka.core.cards import Card, Suit
from uka.core.draw import Draw
from uka.core.game import Game, at_the_bridge
from uka.core.observation import Observation
from uka.core.public_deal import Call, Contract, Phase
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.score_markers import Markers, score_markers
from uka.core.scoring import DealResult
from uka.core.seats import Partnership, Seat
from uka.core.trick import Trick
from uka.records import BellRecorded, RulingGiven, Scored
from uka.records.fair import Shares
from uka.solver import claims

from .. import entries as en
from ..commands.gameplay import practises, takes_back
from ..events import Event
from ..settings import TableSettings
from ..table import Chair, GameState, Table, TableStage
from ..timers import chooses_at, rest_over
from .facts import DealFacts, deal_facts

PublicEntry: TypeAlias = (
    en.TableOpened | en.SettingsChanged | en.PhraseSaid | en.PlayerJoined | en.PlayerLeft | en.PlayerRemoved |
    en.HostChanged | en.SeatTaken | en.SeatBooked | en.PlayerAdmitted | en.SeatVacated | en.BotSeated | en.BotRemoved
    | en.SeatsSwapped | en.ConnectionLost | en.PlayerWentAway | en.PlayerCameBack | en.TablePaused | en.TableResumed |
    en.GameBegan | en.ShareCommitted | en.ShareOpened | en.SharesWithheld | en.EntropyAdded | en.DrawCardTaken |
    en.DealerNamed | en.CommitmentsClosed | en.PackCut | en.PacketPatternChosen | en.ActionUndone | en.SeatReady |
    en.GameEnded | en.SecretsRevealed | BellRecorded | RulingGiven | Scored
)  # fmt: skip
PUBLIC_ENTRIES: frozenset[type] = frozenset(PublicEntry.__args__)


class TableLineView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A line as one viewer may see it."""

    seq: int
    at: int
    by: str
    entry: PublicEntry | None = None
    events: tuple[Event, ...] = ()


class LineWithEvents(Protocol):
    """A line and what happened by it, such as a ``TableTransition``."""

    @property
    def line(self) -> en.TableLine: ...
    @property
    def events(self) -> tuple[Event, ...]: ...


def line_view(step: LineWithEvents, viewer: Seat | None) -> TableLineView:
    """A line and its events, for a viewer."""
    line = step.line
    entry = line.entry if type(line.entry) in PUBLIC_ENTRIES else None
    events = tuple([event.seen_by(viewer) for event in step.events])
    return TableLineView(line.seq, line.at, line.by, entry, events)  # type: ignore[arg-type]


# The whole table


ShareState: TypeAlias = Literal["none", "committed", "awaited", "opened", "withheld"]
"""What is known of a seat's share of the next pack; ``withheld``: the seat has none until the next game."""


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """Who is at a seat.

    ``share``: its part in the next pack; ``bank``: its time beside each move's; ``booked``: who takes it from the
    bot when the deal is over.
    """

    seat: Seat
    player: str | None
    name: str | None
    bot: str | None
    away: bool
    lost: bool
    ready: bool
    share: ShareState
    bank: int
    booked: str | None = None


class Deadlines(msgspec.Struct, frozen=True, gc=False):
    """When something happens by itself, in milliseconds since 1970; None where nothing waits for it, or in a pause.

    ``turn``: a bot chooses for the seat whose turn it is; ``rest``: the next deal; ``bell``: the bell.
    """

    turn: int | None = None
    rest: int | None = None
    bell: int | None = None


class PublicDealView(msgspec.Struct, frozen=True, gc=False):
    """What everyone may know of a deal: an ``Observation``'s open side, and the game's."""

    dealer: Seat
    phase: Phase
    turn: Seat | None
    upcard: Card
    up_suit: Suit | None
    buried: tuple[Card, ...]
    calls: tuple[Call, ...]
    declined: tuple[Seat, ...]
    went_under: Seat | None
    shown: tuple[Card, ...]
    contract: Contract | None
    picked_up: Seat | None
    given: bool
    leader: Seat | None
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    revokes: bool
    revoke_claims: tuple[tuple[Partnership, int], ...]
    proven: tuple[tuple[Seat, int, Card], ...]
    ruled_revokes: tuple[Partnership, ...]
    result: DealResult | None
    score: tuple[int, ...]
    number: int
    bell: bool
    previous: DealResult | None


class DealView(PublicDealView, frozen=True):
    """An ``Observation`` without the ruleset, which is told once, and what takes the rules to work out of it.

    ``why_not`` says of own cards why they must wait, ``claim`` whether the rest of the tricks may be claimed now.
    """

    seat: Seat | None
    cards: tuple[Card, ...]
    legal_actions: tuple[Action, ...]
    put_away: tuple[Card, ...]
    received: tuple[Card, ...]
    kitty_taken: tuple[Card, ...]
    facts: DealFacts
    why_not: tuple[tuple[Card, str], ...] = ()
    claim: bool = False

    def known(self, rules: Ruleset) -> Observation:
        """The observation that this was made from."""
        return Observation(rules=rules, **dict(zip(_TOLD, _told(self), strict=True)))


class DrawView(msgspec.Struct, frozen=True, gc=False):
    """The draw so far: the cards that came to light, whose turn it is, which side names the dealer."""

    shown: tuple[tuple[Seat, Card], ...]
    turn: Seat | None
    namer: Partnership | None
    dealer: Seat | None
    left: int


class RubberView(msgspec.Struct, frozen=True, gc=False):
    """The points of a rubber's games, by partnership; ``margin`` is what it was won by."""

    points: tuple[int, ...]
    margin: int


class PublicTable(msgspec.Struct, frozen=True, gc=False):
    """All of a table but the cards, the same for every viewer, at a version; ``number`` is the next pack's.

    ``scores`` are those after each deal of the game, ``bridge`` is the side at the bridge, ``markers`` are how each
    side's low cards lie, where there are any for the target. ``undo`` is the seat that may take its last choice back,
    ``hints`` the seat that may ask what its choices are worth. ``quiet`` whether nothing but the calls may be said now.
    ``bell`` whether the bell has rung in this game, ``forfeit`` which side lost it by an official's final say.
    """

    version: int
    stage: TableStage
    paused: bool
    host: str
    seats: tuple[SeatView, ...]
    watching: int
    settings: TableSettings
    number: int
    deadlines: Deadlines
    score: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    bridge: Partnership | None
    markers: tuple[Markers | None, ...]
    games_won: tuple[int, ...]
    rubber: RubberView | None
    dealer: Seat | None
    winner: Partnership | None
    last: DealResult | None
    draw: DrawView | None
    undo: Seat | None
    hints: Seat | None
    quiet: bool
    bell: bool
    forfeit: Partnership | None


class Person(msgspec.Struct, frozen=True, gc=False):
    """Somebody at the table, seated or not."""

    player: str
    name: str


class TableView(msgspec.Struct, frozen=True):
    """A table as one viewer may see it.

    ``commitments`` are those of the game's packs by number, ``secrets`` those of them that are told. ``shares`` are
    those of the packs; None in a game without them.
    """

    scene: PublicTable
    deal: DealView | None
    people: tuple[Person, ...]
    commitments: tuple[str, ...]
    secrets: tuple[str, ...]
    shares: Shares | None


def table_view(table: Table, viewer: Seat | None) -> TableView:
    """The table for a viewer."""
    return TableView(
        scene=public_table(table),
        deal=deal_view(table, viewer),
        people=tuple(Person(m.player, m.name) for m in table.members),
        commitments=table.commitments,
        secrets=table.secrets[: table.told],
        shares=table.shares,
    )


def public_table(table: Table) -> PublicTable:
    """What everyone may see beside the cards."""
    game = table.game
    seated = sum(chair.player is not None for chair in table.chairs)
    score = game.score if game else (0,) * len(table.rules.partnerships)
    return PublicTable(
        version=table.seq,
        stage=table.stage,
        paused=table.paused is not None,
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
        undo=table.alone if takes_back(table) else None,
        hints=practises(table),
        quiet=table.quiet,
        bell=isinstance(game, Game) and game.bell,
        forfeit=(game.game if isinstance(game, Rubber) else game).forfeit if game else None,
    )


def _scores(game: GameState | None) -> tuple[tuple[int, ...], ...]:
    """The score after each deal of the game in progress, or of the last one of a rubber.

    Points by an official's final say count from the deal on after which they were given.
    """
    if game is None:
        return ()
    now = game.game if isinstance(game, Rubber) else game
    earned = [result.points for result in now.results]
    for after, points in now.awards if earned else ():
        at = max(after - 1, 0)
        earned[at] = tuple(had + more for had, more in zip(earned[at], points, strict=True))
    return tuple(zip(*map(accumulate, zip(*earned, strict=True)), strict=True))


@lru_cache(4_096)  # of many tables the same at most actions
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
    """What is known of a seat's share of the next pack."""
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
    )


def _deadlines(table: Table) -> Deadlines:
    if table.paused is not None or not table.playing:
        return Deadlines()
    between = table.stage is TableStage.SHUFFLING
    return Deadlines(
        turn=chooses_at(table, table.turn) if table.turn else None,
        rest=max(rest_over(table), table.since) if between else None,
        bell=table.bell_at,
    )


def _draw(table: Table) -> DrawView | None:
    return view_of_draw(table.draw) if table.draw else None


def view_of_draw(draw: Draw) -> DrawView:
    """A draw, which is open to all."""
    return DrawView(draw.shown, draw.turn, draw.namer, draw.dealer, draw.count)


_TOLD = tuple(name for name in DealView.__struct_fields__ if name not in ("facts", "why_not", "claim"))
_told = attrgetter(*_TOLD)


def deal_view(table: Table, viewer: Seat | None) -> DealView | None:
    """The deal for a viewer; None before the first."""
    seen = table.observe(viewer)
    return view_of_deal(seen) if seen else None


def view_of_deal(seen: Observation) -> DealView:
    """A deal as a seat or a spectator knows it."""
    return DealView(*_told(seen), facts=deal_facts(seen), why_not=reasons(seen), claim=claims.why_not(seen) is None)


_CHOICES: dict[Phase, type[Play | Discard | Give]] = {
    Phase.PLAYING: Play,
    Phase.DISCARDING: Discard,
    Phase.SHOWING: Discard,
    Phase.GIVING: Give,
}


def reasons(seen: Observation) -> tuple[tuple[Card, str], ...]:
    """Why a card of the hand can't be chosen now, for each that can't, when it is the seat's turn to choose one."""
    choice = _CHOICES.get(seen.phase)
    if choice is None or not seen.my_turn:
        return ()
    reasons = ((card, seen.why_not(choice(card))) for card in seen.cards)
    return tuple((card, why) for card, why in reasons if why)
