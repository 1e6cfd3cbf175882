"""Random rulesets, deals and playing, shared by all property tests.

Cards come from seeds and from a lean (a joker turned up, low cards for the dealer's left), since what is rare in a
fair deal must be common in a test.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Literal, NamedTuple, get_args, get_origin

from hypothesis import strategies as st

from uka import rulesets
from uka.core.actions import Action, ClaimRevoke, Pass
from uka.core.cards import JOKER, LOW_MASK, Card
from uka.core.deal import Deal
from uka.core.errors import InvalidRuleset
from uka.core.events import Event
from uka.core.ruleset import FIELDS, Ruleset, Words
from uka.core.ruleset_fields import unpack
from uka.core.scoring import Scoring
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled

TEXTS = ("name", "title", "source", "words")
"""Fields that say something and rule nothing."""
NUMBERS: dict[str, tuple[int, ...]] = {
    "revoke_penalty": (0, 2, 5),
    "target": (0, 5, 10),
    "deals": (0, 1, 3),
    "clock": (0, 12),
}
SCORINGS = (
    Scoring(),
    Scoring(1, 3, 1, 4, 2, 4, 4),
    Scoring(made=3, march=5, lone_made=7, lone_march=11, euchred=13, lone_euchred=17, defended_alone=19),
    Scoring(1, 0, 1, 0, 1, 1, 0),
)


def values_of(field: str) -> tuple[object, ...]:
    """The values of a field that tests try: all of them, or a few where it is a number or a table."""
    if field == "scoring":
        return SCORINGS
    if field == "words":
        return (Words(), Words(decline="away", other_talk=False))
    base, _ = unpack(FIELDS[field])
    if get_origin(base) is Literal:
        return get_args(base)
    return {bool: (False, True), int: NUMBERS.get(field, ()), str: ("a name",)}[base]  # type: ignore[index]


CHANGES = tuple((field, value) for field in FIELDS if field not in TEXTS for value in values_of(field))
"""Every field with every value that tests try."""


def laid_over(base: Ruleset, changes: Mapping[str, object]) -> Ruleset:
    """``base`` with as many of the changes as go together: those that a refusal names are dropped."""
    left = dict(changes)
    while refusal := _refusal(base, left):
        named = {field for field in left if field in refusal.partition(":")[0].split()}
        assert named, f"refused, but no change is named: {refusal}"
        left = {field: value for field, value in left.items() if field not in named}
    return base.changed(left)


def _refusal(base: Ruleset, changes: Mapping[str, object]) -> str | None:
    try:
        base.changed(changes)
    except InvalidRuleset as error:
        return str(error)
    return None


def random_rules(rng: Random) -> Ruleset:
    """House rules: a shipped ruleset with some of its fields changed at random."""
    base = rulesets.find(rng.choice(rulesets.names()))
    return laid_over(base, dict(rng.sample(CHANGES, rng.randint(0, 24))))


shipped: st.SearchStrategy[Ruleset] = st.sampled_from(rulesets.names()).map(rulesets.find)
house_rules: st.SearchStrategy[Ruleset] = st.builds(
    lambda base, changes: laid_over(base, dict(changes)), shipped, st.lists(st.sampled_from(CHANGES), max_size=24)
)
any_rules: st.SearchStrategy[Ruleset] = st.one_of(shipped, house_rules)
seats: st.SearchStrategy[Seat] = st.sampled_from(SEATS)
seeds: st.SearchStrategy[int] = st.integers(0, 2**32 - 1)
randoms: st.SearchStrategy[Random] = seeds.map(Random)
"""Python's own generator from a seed; Hypothesis's would spend its whole budget on one deal."""

Lean = Literal["fair", "joker up", "low cards"]
LEANS: tuple[Lean, ...] = get_args(Lean)
FIRST_HAND = (0, 1, 2, 8, 9, 10, 12, 13)
"""Places in a pack that come to the dealer's left, whichever way the packets are dealt."""


def leaning(rules: Ruleset, order: Iterable[Card], lean: Lean) -> tuple[Card, ...]:
    """A pack order with the joker at the turn-up's place, or low cards at those of the dealer's left."""
    cards = list(order)
    if lean == "joker up" and rules.joker:
        _swap(cards, cards.index(JOKER), len(rules.seats) * rules.hand_size)
    if lean == "low cards":
        for done, place in enumerate(FIRST_HAND):
            low = next(i for i, card in enumerate(cards) if card.bit & LOW_MASK and i not in FIRST_HAND[:done])
            _swap(cards, place, low)
    return tuple(cards)


def _swap(cards: list[Card], a: int, b: int) -> None:
    cards[a], cards[b] = cards[b], cards[a]


def random_deal(rules: Ruleset, rng: Random, revokes: bool | None = None) -> Deal:
    """A deal from a shuffled pack that leans somewhere, cut and dealt as the rules allow."""
    order = leaning(rules, shuffled(rules, rng.getrandbits(32)), rng.choice(LEANS))
    cut = rng.choice((None, rng.randint(4, len(order) - 4))) if rules.cut else None
    way = rng.choice((None, *rules.packet_patterns))
    lets = rng.random() < 0.3 if revokes is None else revokes
    return Deal.start(rules, rng.choice(SEATS), order, cut=cut, packet_pattern=way, revokes=lets)


def deals(rules: st.SearchStrategy[Ruleset] = any_rules) -> st.SearchStrategy[Deal]:
    """Deals just started."""
    return st.builds(random_deal, rules, randoms)


class Step(NamedTuple):
    """One action of a deal: before it, who did what, after it, what happened."""

    before: Deal
    seat: Seat
    action: Action
    after: Deal
    events: tuple[Event, ...]


def playing(deal: Deal, rng: Random) -> Iterator[Step]:
    """A deal played out by legal actions at random, out of turn too; revokes may be claimed when it is over."""
    passing = rng.choice((0.1, 0.5, 0.95))
    while choice := _choice(deal, rng, passing):
        seat, action = choice
        after, events = deal.apply(action, seat)
        yield Step(deal, seat, action, after, events)
        deal = after


def _choice(deal: Deal, rng: Random, passing: float) -> tuple[Seat, Action] | None:
    claims = [(seat, action) for seat in SEATS if seat is not deal.turn for action in deal.legal_actions_of(seat)]
    if claims and rng.random() < 0.05:
        return rng.choice(claims)
    if deal.turn is None:
        return rng.choice(claims) if claims and rng.random() < 0.3 else None
    legal = deal.legal_actions
    if Pass() in legal and rng.random() < passing:
        return deal.turn, Pass()
    turns = [action for action in legal if not isinstance(action, ClaimRevoke)]
    return deal.turn, rng.choice(turns if rng.random() < 0.9 else legal)


def played_out(deal: Deal, rng: Random) -> Deal:
    """The deal when it is over."""
    for step in playing(deal, rng):
        deal = step.after
    return deal
