"""The replay of a game record for a screen.

Each step has its events, the deal after the step, and the visible hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.game import at_the_bridge
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.score_markers import Markers, score_markers
from uka.core.scoring import DealResult
from uka.core.seats import Partnership, Seat
from uka.narration.calls import phrase
from uka.records import Acted, BellRecorded, Dealt, Drawn, Log, MisdealRecorded, Note, RecordStep, RulingGiven, redrawn
from uka.records.entries import UNCERTAIN

from .events import GameOrTableEvent
from .game_record import claim_of
from .hand_order import laid
from .table import GameState
from .views.deal_view import DealView, view_of_deal
from .views.public_table import DrawView, view_of_draw

MAX_STEPS = 1_000
"""The maximum number of steps in one replay."""
Hand = tuple[Card | None, ...]


class ReplayFrame(msgspec.Struct, frozen=True):
    """One step of a game record, and the state of the deal after it.

    ``seat`` is the seat that acted. ``words`` is the action in words. For a pass or a call for trump, these are the
    words that the ruleset prescribes. ``deal`` is None after a misdeal. ``hands`` holds the hand of each seat. A hidden
    hand is None, and so is a card of a hand if the record does not name the card. ``bridge`` is the partnership with 4
    of 5 points against 2 or fewer, which Bicycle calls "at the bridge". ``markers`` are the low cards that show each
    partnership's score.
    """

    seat: Seat | None
    words: str | None
    events: tuple[GameOrTableEvent, ...]
    deal: DealView | None
    hands: tuple[Hand | None, ...]
    score: tuple[int, ...]
    bridge: Partnership | None
    markers: tuple[Markers | None, ...]


class DealReplay(msgspec.Struct, frozen=True):
    """One deal of a game record."""

    number: int
    dealer: Seat
    result: DealResult | None
    """The result of the deal; None if it is unfinished."""
    score: tuple[int, ...]
    """The points of each partnership after the deal."""
    games_won: tuple[int, ...]
    """The games won by each partnership after the deal."""
    unknown: tuple[Card, ...]
    """Cards whose holder the record does not know. They are dealt arbitrarily: a screen must not show them."""
    certain: bool
    """False if the deal could have a different result with the unknown cards in different hands."""
    notes: tuple[str, ...]
    """The remarks in the record."""
    length: int
    """The number of steps."""
    steps: tuple[ReplayFrame, ...]


class GameReplay(msgspec.Struct, frozen=True):
    """The replay of one game, from the draw for first dealer to the end."""

    game: int
    """The index of the game in the record."""
    games: int
    """The number of games in the record."""
    rules: Ruleset
    players: tuple[str, ...]
    about: dict[str, str]
    draw: DrawView | None
    deals: tuple[DealReplay, ...]
    """Every deal. A deal that was not requested has no ``steps``, but ``length`` still gives their number."""
    winner: Partnership | None
    over: bool


class ReplayTooLong(UkaError):
    """A record has more steps than one replay can hold."""


class _Moment(NamedTuple):
    """One step in the replay of a record, and the step before it, whose state is needed to put an action into words."""

    step: RecordStep
    before: RecordStep | None


def replay(log: Log, *, seat: Seat | None = None, deal: int | None = None, game: int = 0, games: int = 1) -> GameReplay:
    """Return the replay of one game's record.

    If ``seat`` is given, only the hand of that seat is visible. Otherwise all hands are visible. If ``deal`` is given,
    only the steps of that deal are included. Otherwise the steps of all deals are included. ``game`` and ``games`` are
    copied to the result. Raise ``UkaError`` if the record has no such deal. Raise ``ReplayTooLong`` if the deals
    together have too many steps.
    """
    parts = list(_deals(log))
    if deal is not None and not 0 <= deal < len(parts):
        raise UkaError(f"there is no deal {deal}: the record has {len(parts)}, counted from 0")
    if deal is None and sum(map(len, parts)) > MAX_STEPS:
        raise ReplayTooLong(f"the record is too long to be shown at once: ask for its {len(parts)} deals one by one")
    deals = tuple(_deal(number, part, seat, deal in (None, number)) for number, part in enumerate(parts))
    state = log.state if parts else None
    drawn = next((entry for entry in log.entries if isinstance(entry, Drawn)), None)
    return GameReplay(
        game=game,
        games=games,
        rules=log.rules,
        players=log.players,
        about=log.header.about,
        draw=view_of_draw(redrawn(log.rules, drawn)) if drawn else None,
        deals=deals,
        winner=state.winner if state else None,
        over=state is not None and state.over,
    )


def _deals(log: Log) -> Iterator[list[_Moment]]:
    """Yield the steps of each deal. Steps between two deals belong to the earlier deal."""
    part, before = list[_Moment](), None
    for step in log.replay():
        if isinstance(step.entry, Dealt) and part:
            yield part
            part = []
        if isinstance(step.entry, Dealt) or part:
            part.append(_Moment(step, before))
        before = step
    if part:
        yield part


SHOWN = (Dealt, Acted, MisdealRecorded, BellRecorded, RulingGiven)


def _deal(number: int, part: list[_Moment], seat: Seat | None, whole: bool) -> DealReplay:
    dealt = part[0].step.entry
    first, last = part[0].step.state, part[-1].step.state
    assert isinstance(dealt, Dealt)
    assert first is not None
    assert first.deal is not None
    assert last is not None
    shown = [m for m in part if isinstance(m.step.entry, SHOWN) or claim_of(m.step.entry)]
    notes = [entry for entry in (moment.step.entry for moment in part) if isinstance(entry, Note)]
    return DealReplay(
        number=number,
        dealer=first.deal.dealer,
        result=last.deal.result if last.deal else None,
        score=last.score,
        games_won=last.won if isinstance(last, Rubber) else (),
        unknown=dealt.unknown,
        certain=not any(note.kind == UNCERTAIN for note in notes),
        notes=tuple(note.text for note in notes if not note.kind),
        length=len(shown),
        steps=tuple(_step(moment, seat, frozenset(dealt.unknown)) for moment in shown) if whole else (),
    )


def _step(moment: _Moment, viewer: Seat | None, unknown: frozenset[Card]) -> ReplayFrame:
    (entry, happened, state), before = moment
    assert state is not None
    claimed = claim_of(entry)
    events: tuple[GameOrTableEvent, ...] = (claimed,) if claimed else happened
    deal, chose = state.deal, entry.seat if isinstance(entry, Acted) else claimed and claimed.seat
    return ReplayFrame(
        seat=chose,
        words=_words(before, entry, unknown) if isinstance(entry, Acted) else None,
        events=tuple(_seen(event, viewer, unknown) for event in events),
        deal=view_of_deal(state.observe(None)) if deal else None,
        hands=tuple(_shown_hand(state, seat, viewer, unknown) for seat in state.rules.seats),
        score=state.score,
        bridge=at_the_bridge(state.rules, state.score),
        markers=tuple(score_markers(state.rules, points) for points in state.score),
    )


def _words(before: RecordStep | None, entry: Acted, unknown: frozenset[Card]) -> str | None:
    deal = before.state.deal if before and before.state else None
    known = getattr(entry.action, "card", None) not in unknown
    return phrase(deal, entry.seat, entry.action) if deal and known else None


def _hand(state: GameState, seat: Seat, unknown: frozenset[Card]) -> Hand:
    if state.deal is None:
        return ()
    cards = laid(state.deal.hand(seat), state.deal.trump)
    return tuple(None if card in unknown else card for card in cards)


def _shown_hand(state: GameState, seat: Seat, viewer: Seat | None, unknown: frozenset[Card]) -> Hand | None:
    """Return a seat's hand as a viewer may see it, or None if the hand is hidden.

    A dealer who must name trump for a turned-up joker has not yet seen their own hand.
    """
    if viewer not in (None, seat):
        return None
    hand = _hand(state, seat, unknown)
    blind = viewer is seat and state.deal is not None and not state.observe(seat).cards
    return (None,) * len(hand) if blind else hand


def _seen(event: GameOrTableEvent, viewer: Seat | None, unknown: frozenset[Card]) -> GameOrTableEvent:
    """Return an event as a viewer may see it, without the cards that the record does not know."""
    if viewer is not None:
        event = event.seen_by(viewer)
    return event.seen_by(None) if unknown.intersection(_cards(event)) else event


def _cards(event: GameOrTableEvent) -> Iterable[Card]:
    one = getattr(event, "card", None)
    return (*(getattr(event, "cards", None) or ()), *([one] if one else []))
