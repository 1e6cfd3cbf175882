"""The replay of a game record, step by step, for a screen.

Each step holds its events, the deal after the step, and the visible hands.
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
from uka.records import (
    Acted,
    BellRecorded,
    Dealt,
    Drawn,
    Log,
    MisdealRecorded,
    Note,
    RecordStep,
    RulingGiven,
    replayed_draw,
)
from uka.records.entries import UNCERTAIN

from .events import GameOrTableEvent
from .game_record import claim_of
from .hand_order import sorted_hand
from .table import GameState
from .views.deal_view import DealView, view_of_deal
from .views.public_table import DrawView, view_of_draw

MAX_STEPS = 1_000
"""The maximum number of steps in one replay."""
Hand = tuple[Card | None, ...]
"""The cards of a hand. A card that the record does not name is None."""


class ReplayFrame(msgspec.Struct, frozen=True):
    """One step of a game record, and the state of the deal after the step."""

    seat: Seat | None
    """The seat that acted, or None if no seat did."""
    words: str | None
    """The action in words. For a pass or a call for trump, these are the words that the ruleset prescribes."""
    events: tuple[GameOrTableEvent, ...]
    deal: DealView | None
    """The deal as everybody may see it; None after a misdeal."""
    hands: tuple[Hand | None, ...]
    """The hand of each seat. A hidden hand is None."""
    score: tuple[int, ...]
    """Each partnership's points in the game."""
    bridge: Partnership | None
    """The partnership with 4 of 5 points against 2 or fewer, which Bicycle calls "at the bridge"."""
    markers: tuple[Markers | None, ...]
    """The low cards that show each partnership's score, if the rules use such cards."""


class DealReplay(msgspec.Struct, frozen=True):
    """One deal of a game record, with its steps."""

    number: int
    dealer: Seat
    result: DealResult | None
    """The result of the deal; None if it is unfinished."""
    score: tuple[int, ...]
    """The points of each partnership after the deal."""
    games_won: tuple[int, ...]
    """The games won by each partnership after the deal."""
    unknown: tuple[Card, ...]
    """The cards that the record places nowhere.

    The replay puts them in arbitrary hands: a screen must not show them.
    """
    certain: bool
    """Whether the result of the deal is the same wherever the unknown cards are."""
    notes: tuple[str, ...]
    """The remarks that the record makes about the deal."""
    length: int
    """The number of steps of the deal."""
    steps: tuple[ReplayFrame, ...]
    """The steps, or none if only another deal was requested."""


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
    """All deals of the game, in order."""
    winner: Partnership | None
    over: bool


class ReplayTooLong(UkaError):
    """The deals of a record have more than ``MAX_STEPS`` steps together."""


class _StepPair(NamedTuple):
    """A step of a record and the step before it, or None. The earlier state is needed to put an action into words."""

    step: RecordStep
    before: RecordStep | None


def replay(log: Log, *, seat: Seat | None = None, deal: int | None = None, game: int = 0, games: int = 1) -> GameReplay:
    """Return the replay of ``log``, the record of one game.

    If ``seat`` is given, only the hand of that seat is visible. Otherwise all hands are visible. If ``deal`` is given,
    a number from 0, only the steps of that deal are included. Otherwise the steps of all deals are included. ``game``
    and ``games`` are copied to the result: the index of this game, and the number of games in the file. Raise
    ``UkaError`` if the record has no deal of the number ``deal``. Raise ``ReplayTooLong`` if the steps of all deals are
    requested and are more than ``MAX_STEPS``.
    """
    parts = list(_steps_by_deal(log))
    if deal is not None and not 0 <= deal < len(parts):
        raise UkaError(f"there is no deal {deal}: the record has {len(parts)}, counted from 0")
    if deal is None and sum(map(len, parts)) > MAX_STEPS:
        raise ReplayTooLong(f"the record is too long to be shown at once: ask for its {len(parts)} deals one by one")
    deals = tuple(
        _deal_replay(number, part, seat, with_steps=deal in (None, number)) for number, part in enumerate(parts)
    )
    state = log.state if parts else None
    drawn = next((entry for entry in log.entries if isinstance(entry, Drawn)), None)
    return GameReplay(
        game=game,
        games=games,
        rules=log.rules,
        players=log.players,
        about=log.header.about,
        draw=view_of_draw(replayed_draw(log.rules, drawn)) if drawn else None,
        deals=deals,
        winner=state.winner if state else None,
        over=state is not None and state.over,
    )


def _steps_by_deal(log: Log) -> Iterator[list[_StepPair]]:
    """Yield the steps of each deal, in order. The steps between two deals belong to the earlier deal."""
    part, before = list[_StepPair](), None
    for step in log.replay():
        if isinstance(step.entry, Dealt) and part:
            yield part
            part = []
        if isinstance(step.entry, Dealt) or part:
            part.append(_StepPair(step, before))
        before = step
    if part:
        yield part


SHOWN_ENTRIES = (Dealt, Acted, MisdealRecorded, BellRecorded, RulingGiven)
"""The entries of a record that are steps of a replay, besides notes of claims."""


def _deal_replay(number: int, part: list[_StepPair], viewer: Seat | None, *, with_steps: bool) -> DealReplay:
    dealt = part[0].step.entry
    first, last = part[0].step.state, part[-1].step.state
    assert isinstance(dealt, Dealt)
    assert first is not None
    assert first.deal is not None
    assert last is not None
    unknown = frozenset(dealt.unknown)
    shown = [pair for pair in part if isinstance(pair.step.entry, SHOWN_ENTRIES) or claim_of(pair.step.entry)]
    notes = [pair.step.entry for pair in part if isinstance(pair.step.entry, Note)]
    return DealReplay(
        number=number,
        dealer=first.deal.dealer,
        result=last.deal.result if last.deal else None,
        score=last.score,
        games_won=last.games_won if isinstance(last, Rubber) else (),
        unknown=dealt.unknown,
        certain=not any(note.kind == UNCERTAIN for note in notes),
        notes=tuple(note.text for note in notes if not note.kind),
        length=len(shown),
        steps=tuple(_frame(pair, viewer, unknown) for pair in shown) if with_steps else (),
    )


def _frame(pair: _StepPair, viewer: Seat | None, unknown: frozenset[Card]) -> ReplayFrame:
    entry, happened, state = pair.step
    assert state is not None
    claimed = claim_of(entry)
    events: tuple[GameOrTableEvent, ...] = (claimed,) if claimed else happened
    return ReplayFrame(
        seat=entry.seat if isinstance(entry, Acted) else claimed and claimed.seat,
        words=_action_words(pair.before, entry, unknown) if isinstance(entry, Acted) else None,
        events=tuple(_seen_by(viewer, event, unknown) for event in events),
        deal=view_of_deal(state.observe(None)) if state.deal else None,
        hands=tuple(_shown_hand(state, seat, viewer, unknown) for seat in state.rules.seats),
        score=state.score,
        bridge=at_the_bridge(state.rules, state.score),
        markers=tuple(score_markers(state.rules, points) for points in state.score),
    )


def _action_words(before: RecordStep | None, entry: Acted, unknown: frozenset[Card]) -> str | None:
    deal = before.state.deal if before and before.state else None
    known = getattr(entry.action, "card", None) not in unknown
    return phrase(deal, entry.seat, entry.action) if deal and known else None


def _known_hand(state: GameState, seat: Seat, unknown: frozenset[Card]) -> Hand:
    if state.deal is None:
        return ()
    cards = sorted_hand(state.deal.hand(seat), state.deal.trump)
    return tuple(None if card in unknown else card for card in cards)


def _shown_hand(state: GameState, seat: Seat, viewer: Seat | None, unknown: frozenset[Card]) -> Hand | None:
    """Return the hand of ``seat`` as ``viewer`` may see it, or None if the hand is hidden.

    If ``viewer`` is None, no hand is hidden. Under some rules, a dealer with a joker as the upcard must name trump
    before looking at the dealt hand. Until then, the dealer gets None in place of each card.
    """
    if viewer not in (None, seat):
        return None
    hand = _known_hand(state, seat, unknown)
    blind = viewer is seat and state.deal is not None and not state.observe(seat).cards
    return (None,) * len(hand) if blind else hand


def _seen_by(viewer: Seat | None, event: GameOrTableEvent, unknown: frozenset[Card]) -> GameOrTableEvent:
    """Return ``event`` as ``viewer`` may see it, or in full if ``viewer`` is None.

    If the event has one of the cards ``unknown``, which the record places nowhere, return it as a spectator sees it.
    """
    if viewer is not None:
        event = event.seen_by(viewer)
    return event.seen_by(None) if unknown.intersection(_cards_in_event(event)) else event


def _cards_in_event(event: GameOrTableEvent) -> Iterable[Card]:
    card: Card | None = getattr(event, "card", None)
    cards: tuple[Card, ...] = getattr(event, "cards", None) or ()
    return cards if card is None else (*cards, card)
