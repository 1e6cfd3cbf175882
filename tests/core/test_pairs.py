"""Every pair of fields with every pair of their values. A contradiction is refused; any other pair plays to the end.

A pair of values that changes the deal is dealt often enough to turn up a joker and a farmer's hand. A pair that changes
the game plays a whole game or rubber.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from random import Random

import pytest

from tests.strategies import CHANGES, LEANS, NUMBERS, leaning, played_out, values_of
from uka.core.deal import Deal
from uka.core.draw import Draw
from uka.core.errors import InvalidRuleset, value_text
from uka.core.game import Game
from uka.core.rubber import Rubber, begin
from uka.core.ruleset import FIELDS, Ruleset
from uka.core.ruleset_fields import CONTRADICTIONS
from uka.core.seats import SEATS
from uka.core.shuffle import shuffled

OF_THE_GAME = {"target", "deals", "clock", "rubber", "bridge"}
AROUND_THE_DEAL = {"draw", "packets", "misdeal", "cut", "nobody_calls", "farmers_hand"}
SPECIAL = {"benny", "farmers_hand", "partners_best", "dealer_out", "partner_alone", "defend_alone"}
"""Fields whose rule applies only to rare hands. A pair of two such fields is dealt some dozens of times."""
BASES = (
    Ruleset(target=5),
    Ruleset(target=5, nobody_calls="throw_in"),
    Ruleset(target=5, nobody_calls="throw_in", deals=3),
    Ruleset(target=5, deals=3),
    Ruleset(target=5, clock=12),
)
"""The rules to which a pair is applied. The first rules that do not contradict a single value of the pair are used."""

Pair = tuple[str, str]
FIELDS_TRIED = tuple(dict.fromkeys(field for field, _ in CHANGES))
PAIRS = tuple(combinations(FIELDS_TRIED, 2))


def outcome(pair: Pair, values: tuple[object, object]) -> str:
    """Play with a pair of values. Return ``refused`` if the ruleset is refused, and ``played`` if a deal ends."""
    changes = dict(zip(pair, values, strict=True))
    refusals = list[InvalidRuleset]()
    for base in BASES:
        try:
            ruleset = base.changed(changes)
        except InvalidRuleset as refusal:
            refusals.append(refusal)
        else:
            played_by(ruleset, pair)
            return "played"
    refused_by_name(refusals[0], changes)
    return "refused"


def refused_by_name(refusal: InvalidRuleset, changes: dict[str, object]) -> None:
    """Assert that the refusal names both fields and their values, and describes one of the two correctly."""
    said = str(refusal)
    assert all(f"{field} = {value_text(value)}" in said for field, value in changes.items())
    assert refusal.value == changes[refusal.field]
    (other,) = set(changes) - {refusal.field}
    assert refusal.allowed == f"another value, or {other} another than {value_text(changes[other])}"


def played_by(ruleset: Ruleset, pair: Pair) -> None:
    rng = Random(f"{pair}")
    often = 24 if set(pair) <= SPECIAL else 3 if set(pair) & SPECIAL else 1
    for number in range(often):
        order = leaning(ruleset, shuffled(ruleset, number), LEANS[number % 3])
        done = played_out(Deal.start(ruleset, rng.choice(SEATS), order, revokes=number % 4 == 1), rng)
        assert done.result is not None
    if set(pair) & (OF_THE_GAME | AROUND_THE_DEAL):
        game_played(ruleset, rng, deals=40 if set(pair) & OF_THE_GAME else 2)


def game_played(ruleset: Ruleset, rng: Random, deals: int) -> None:
    draw = Draw.start(ruleset, shuffled(ruleset, rng.getrandbits(32))).finish()
    assert draw.dealer is not None
    game: Game | Rubber = begin(ruleset, draw.dealer)
    for _ in range(deals):
        if game.over:
            break
        game, _ = game.start_deal(shuffled(ruleset, rng.getrandbits(32)), cut=8 if ruleset.cut else None)
        while game.in_deal:
            game, _ = game.apply(rng.choice(game.legal_actions))
    if deals > 2 and not game.over and ruleset.clock:
        game, _ = game.ring_bell()
    assert game.over or deals == 2


@pytest.mark.parametrize("first", FIELDS_TRIED[:-1])
def test_every_pair_of_fields_plays_or_is_refused_by_name(
    first: str, exhaustive: bool, record_property: Callable[[str, object], None]
) -> None:
    count = Counter[str]()
    for pair in PAIRS:
        if pair[0] == first:
            values = list(product(values_of(pair[0]), values_of(pair[1])))
            for both in values if exhaustive else Random(str(pair)).sample(values, min(2, len(values))):
                count[outcome(pair, both)] += 1
    for key, number in count.items():
        record_property(key, number)
    print(f"{first} with every field after it: {dict(count)}")
    assert count["played"]


def test_the_pairs_are_all_of_them() -> None:
    assert len(FIELDS_TRIED) == len(set(FIELDS) - {"name", "title", "source", "words"})
    assert len(PAIRS) == len(FIELDS_TRIED) * (len(FIELDS_TRIED) - 1) // 2
    assert all(len(values_of(field)) > 1 for field in FIELDS_TRIED)
    assert set(NUMBERS) <= set(FIELDS_TRIED)


@pytest.mark.parametrize("contradiction", CONTRADICTIONS, ids=lambda c: f"{c[0][0]} and {c[1][0]}")
def test_each_contradiction_is_refused_whichever_field_comes_first(contradiction: object) -> None:
    (a, is_a), (b, is_b), why = contradiction  # type: ignore[misc]
    x = next(value for value in values_of(a) if is_a(value))
    y = next(value for value in values_of(b) if is_b(value))
    for changes in ({a: x, b: y}, {b: y, a: x}):
        with pytest.raises(InvalidRuleset, match=why) as refusal:
            Ruleset().changed(changes)
        refused_by_name(refusal.value, changes)
