"""What a seat may know does not change when the cards that it cannot know are dealt again.

At some moment of a deal, the test deals all cards that a seat has not seen again, at random, to places that the seat
has not seen. It also chooses again what others discarded or passed unseen. What everyone has seen stays. If the history
is not legal with these cards, the new deal is rejected and counted. In all other deals, the seat must have the same
observation, events, legal actions and reasons for refusals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import event, given, settings

from tests.strategies import LEANS, Lean, Step, any_rules, leaning, playing, randoms
from uka import rulesets
from uka.core import events as ev
from uka.core.actions import ACTIONS, Action, ClaimRedeal, ClaimRevoke, Discard, Give, Play
from uka.core.cards import JOKER, Card, cards_of
from uka.core.deal import Deal, arranged_pack
from uka.core.events import Event
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled

UNDER = 3


class Moment(NamedTuple):
    """A deal as it was started, and all actions in it so far."""

    start: Deal
    steps: tuple[Step, ...]

    @property
    def now(self) -> Deal:
        return self.steps[-1].after if self.steps else self.start

    @property
    def events(self) -> tuple[Event, ...]:
        return self.start.opening_events() + tuple(e for step in self.steps for e in step.events)


def known_of(moment: Moment, seat: Seat | None) -> object:
    """Return everything that a seat sees, or could find out by trying actions."""
    now = moment.now
    tried: tuple[object, ...] = ()
    if seat is not None:
        seen = now.observe(seat)
        tried = tuple((now.why_not(action, seat), seen.why_not(action)) for action in ACTIONS)
    legal = now.legal_actions_of(seat) if seat else ()
    return now.observe(seat), tuple(e.seen_by(seat) for e in moment.events), legal, tried


# Dealing the unseen cards again


def another_world(moment: Moment, seat: Seat | None, rng: Random) -> Moment | None:
    """Deal the cards that a seat cannot know again. Return None if the history of the deal is not legal with them."""
    places = _dealt_again(moment, seat, rng)
    start, now = moment.start, moment.now
    hands = {s: places[s] for s in SEATS}
    top = (*start.buried, start.upcard)
    order = arranged_pack(start.rules, start.dealer, hands, top[0], (*top[1:], *places["kitty"]))
    again = Moment(Deal.start(start.rules, start.dealer, order, revokes=start.revokes), ())
    for step in moment.steps:
        action = _hidden_choice(again.now, step, seat, now, rng)
        if action is None or action not in again.now.legal_actions_of(step.seat):
            return None
        after, events = again.now.apply(action, step.seat)
        if isinstance(action, ClaimRevoke) and events != step.events:
            return None
        again = Moment(again.start, (*again.steps, Step(again.now, step.seat, action, after, events)))
    return again


Place = Seat | str


def _dealt_again(moment: Moment, seat: Seat | None, rng: Random) -> dict[Place, list[Card]]:
    """Return cards by place.

    Cards that the seat has seen stay where they were, or where their holder may have had them.
    """
    start, now = moment.start, moment.now
    was: dict[Place, list[Card]] = {s: list(cards_of(start.masks[s.index])) for s in SEATS}
    was["kitty"] = list(start.kitty)
    fixed = _fixed(moment, seat, was)
    room = {place: len(cards) - len(fixed[place]) for place, cards in was.items()}
    pool = [card for place, cards in was.items() for card in cards if card not in fixed[place]]
    dealt: dict[Place, list[Card]] = {place: [] for place in was}
    taken = 0
    for holder, card in _shown_by_others(now, seat):
        if card not in pool:
            continue
        choices = [holder] * (room[holder] > 0)
        if holder is now.went_under and holder is not seat and card not in now.shown and taken < UNDER:
            choices += ["kitty"]
        if _may_be_gift(now, holder, seat) and room[holder.partner] and not dealt[holder.partner]:
            choices += [holder.partner]
        place = rng.choice(choices) if choices else holder
        taken += place == "kitty"
        room[place] -= 1
        dealt[place].append(card)
        pool.remove(card)
    rng.shuffle(pool)
    for place in was:
        count = len(was[place]) - len(fixed[place]) - len(dealt[place])
        dealt[place] += [pool.pop() for _ in range(max(count, 0))]
    return {place: fixed[place] + dealt[place] for place in was}


def _fixed(moment: Moment, seat: Seat | None, was: dict[Place, list[Card]]) -> dict[Place, list[Card]]:
    """Return the cards that a seat has seen, by place: its own, those that it took, and a hand shown to everyone."""
    now = moment.now
    fixed: dict[Place, list[Card]] = {place: [] for place in was}
    blind = now.phase is Phase.NAMING and now.rules.benny == "blind" and seat is now.dealer
    if seat is not None and not blind:
        fixed[seat] = was[seat]
        fixed["kitty"] = list(now.kitty_taken) if seat is now.went_under else []
    for step in moment.steps:
        if isinstance(step.action, ClaimRedeal):
            fixed[step.seat] = was[step.seat]
    return fixed


def _shown_by_others(now: Deal, seat: Seat | None) -> Iterable[tuple[Seat, Card]]:
    """Yield the cards that a seat saw come from another hand: cards shown, played, or passed to the seat."""
    if now.went_under:
        yield from ((now.went_under, card) for card in now.shown)
    if now.contract and now.gift and seat is now.contract.loner and seat is not None:
        yield seat.partner, now.gift
    tricks = [play for trick in now.tricks for play in trick.plays(now.contract.sitting_out)] if now.contract else []
    yield from ((s, card) for s, card in (*tricks, *now.plays) if s is not seat)


def _may_be_gift(now: Deal, holder: Seat, seat: Seat | None) -> bool:
    loner = now.contract.loner if now.contract else None
    return loner is not None and now.given and holder is loner and seat not in (loner, loner.partner)


def _hidden_choice(deal: Deal, step: Step, seat: Seat | None, now: Deal, rng: Random) -> Action | None:
    """Return the action that was chosen, or another action if the seat could not see the chosen card.

    The other action uses no card that the seat later sees come from that hand.
    """
    hidden_discard = isinstance(step.action, Discard) and step.before.phase is Phase.DISCARDING
    hidden_gift = isinstance(step.action, Give) and seat is not step.seat.partner
    if step.seat is seat or not (hidden_discard or hidden_gift):
        return step.action
    later = dict.fromkeys(card for holder, card in _shown_by_others(now, seat) if holder is step.seat)
    legal = [action for action in deal.legal_actions_of(step.seat) if getattr(action, "card", None) not in later]
    if hidden_gift:
        needed = [card for s, card in _shown_by_others(now, seat) if s is step.seat.partner]
        must = [action for action in legal if isinstance(action, Give) and action.card in needed]
        legal = must or legal
    return rng.choice([a for a in legal if isinstance(a, Give | Discard)] or [None])  # type: ignore[list-item]


# The test


def compare(deal: Deal, rng: Random, count: Counter[str], moments: int = 5) -> None:
    """Compare a deal with redealt versions at some moments, for every seat and a spectator. All must look the same."""
    steps = tuple(playing(deal, rng))
    for number in rng.sample(range(len(steps) + 1), min(moments, len(steps) + 1)):
        moment = Moment(deal, steps[:number])
        for seat in (None, *SEATS):
            other = another_world(moment, seat, rng)
            count["rejected" if other is None else "kept"] += 1
            if other is not None:
                count["different"] += other.now != moment.now
                count[f"{moment.now.phase} kept"] += 1
                assert known_of(other, seat) == known_of(moment, seat)


def started(rules: Ruleset, rng: Random, revokes: bool, lean: Lean) -> Deal:
    order = leaning(rules, shuffled(rules, rng.getrandbits(32)), lean)
    return Deal.start(rules, rng.choice(SEATS), order, revokes=revokes)


VARIANTS: dict[str, dict[str, object]] = {
    "blind benny": {"benny": "blind", "pack": 32},
    "seen benny, farmer's hand": {"benny": "seen", "farmers_hand": "no_face"},
    "next card turned, going under": {"benny": "next", "farmers_hand": "exchange"},
    "going under": {"farmers_hand": "exchange", "natural_needed": True},
    "partner's best": {"partners_best": True, "alone_by": "makers", "must_head": True},
    "best, partner takes the turn-up": {"partners_best": True, "partner_alone": "both", "dealer_out": "loner"},
    "best, dealer takes the turn-up": {"partners_best": True, "partner_alone": "both", "keep_upcard": True},
    "the turn-up buried": {"partner_alone": "both", "dealer_out": "buried", "partners_best": True},
    "anyone alone, no trump": {"alone_by": "anyone", "alone_asked": "after_discard", "no_trump": True},
}
TABLES = {name: rulesets.find(name) for name in rulesets.names()} | {
    name: rulesets.find("cardgames", changes) for name, changes in VARIANTS.items()
}


@pytest.mark.parametrize("revokes", [False, True], ids=["prevented", "revokes"])
@pytest.mark.parametrize("name", TABLES)
def test_unseen_cards_change_nothing(name: str, revokes: bool, record_property: Callable[[str, object], None]) -> None:
    rng, count = Random(f"{name} {revokes}"), Counter[str]()
    for lean in LEANS:
        compare(started(TABLES[name], rng, revokes, lean), rng, count)
    for key, number in count.items():
        record_property(key, number)
    print(f"{name}, revokes {revokes}: {dict(count)}")
    assert count["different"] >= 0.5 * count["kept"] > 0
    assert count["kept"] > count["rejected"] / 3


@settings(max_examples=40)
@given(any_rules, randoms)
def test_unseen_cards_change_nothing_under_house_rules(rules: Ruleset, rng: Random) -> None:
    count = Counter[str]()
    compare(started(rules, rng, rng.random() < 0.3, rng.choice(LEANS)), rng, count)
    rejected = 10 * count["rejected"] // max(count["rejected"] + count["kept"], 1)
    event(f"worlds rejected: {rejected * 10} to {rejected * 10 + 9} %")


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "a discard seen by all": lambda patch: patch.setattr(ev.Discarded, "seen_by", lambda self, seat: self),
    "hands seen by all": lambda patch: patch.setattr(ev.HandDealt, "seen_by", lambda self, seat: self),
    "a gift seen by all": lambda patch: patch.setattr(ev.CardGiven, "seen_by", lambda self, seat: self),
    "the kitty taken seen by all": lambda patch: patch.setattr(ev.KittyTaken, "seen_by", lambda self, seat: self),
    "a blind dealer looks": lambda patch: patch.setattr(
        Deal, "_cards_seen_by", lambda self, seat: cards_of(self.masks[seat.index])
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)
    changes = {"benny": "blind", "farmers_hand": "exchange", "partners_best": True, "alone_by": "makers"}
    rules, rng = Ruleset().changed(changes), Random(1)

    def search() -> None:
        for number in range(200):
            lean = LEANS[1 + number % 2]
            compare(started(rules, rng, False, lean), rng, Counter())

    with pytest.raises(AssertionError):
        search()


def test_redealt_cards_do_differ_in_every_unseen_place() -> None:
    """Other hands, the kitty, and another seat's discard and gift: each is dealt or chosen again at some moments."""
    rules, rng, moved = Ruleset(partners_best=True, benny="blind"), Random(5), Counter[str]()
    for _ in range(40):
        deal = started(rules, rng, False, "joker up")
        steps = tuple(playing(deal, rng))
        moment = Moment(deal, steps[: rng.randint(0, len(steps))])
        if (other := another_world(moment, Seat.NORTH, rng)) is None:
            continue
        a, b = moment.now, other.now
        moved.update(kitty=a.kitty != b.kitty, gift=a.gift != b.gift, discards=a.discards != b.discards)
        moved.update(hands=moment.start.masks != other.start.masks)
        assert b.upcard is JOKER
        played = {step.action for step in other.steps if isinstance(step.action, Play)}
        assert played == {step.action for step in steps[: len(moment.steps)] if isinstance(step.action, Play)}
    assert min(moved[key] for key in ("kitty", "gift", "discards", "hands")) > 0
