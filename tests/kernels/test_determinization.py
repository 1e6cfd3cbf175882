"""Sampled worlds: each is possible, the true one can be drawn, and all are equally likely."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given, settings

from tests.core.test_unseen import VARIANTS
from tests.examples import NORTH, after, dealt
from tests.kernels.redealing import Moment, World, every_history, fits, moments
from tests.strategies import any_rules, randoms
from uka import rulesets
from uka.core.cards import cards_of
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.kernels.determinization import WorldSampler, gather, infer_hidden_cards, resample
from uka.kernels.hidden_cards import HiddenCards

RARE = rulesets.find("cardgames", {"partners_best": True, "farmers_hand": "exchange", "natural_needed": True})
RULES = (
    {name: rulesets.find(name) for name in rulesets.names()}
    | {name: rulesets.find("cardgames", changes) for name, changes in VARIANTS.items()}
    | {"all that hides": RARE}
)


def table(rows: int, code: Literal["Q", "q"] = "Q") -> memoryview[Any]:
    return memoryview(bytearray(rows * 4 * 8)).cast("B").cast(code, (rows, 4))


def drawn(known: HiddenCards, number: int, seed: int = 1) -> list[World]:
    parts = [table(number) for _ in range(3)]
    WorldSampler(known).draw(parts[0], away=parts[1], called=parts[2], seed=seed)
    rows = [part.tolist() for part in parts]
    return [World(*(tuple(row[i]) for row in rows)) for i in range(number)]  # pyright: ignore[reportArgumentType]


def told_apart(known: HiddenCards, truth: World) -> HiddenCards:
    """Return the knowledge of a seat that knows which cards each location truly holds."""

    def narrowed(place: Any) -> Any:
        held = truth.hands[place.hand] if place.hand >= 0 else 0
        held |= truth.away[place.away] if place.away >= 0 else 0
        if place.hand < 0 and place.away < 0:
            held = ~sum((*truth.hands, *truth.away))
        return place._replace(allowed=place.allowed & held)

    cases = (case._replace(places=tuple(map(narrowed, case.places))) for case in known.cases)
    return known._replace(cases=tuple(cases))


def possible(rules: Ruleset, rng: Random, count: Counter[str], worlds: int = 3) -> None:
    """Assert at some moments, for every seat, that sampled worlds are possible and the true one can be drawn."""
    told = list(moments(rules, rng, revokes=None))
    for moment in rng.sample(told, min(4, len(told))):
        for seat in SEATS:
            seen = moment.now.observe(seat)
            known = infer_hidden_cards(seen, trusting=False)
            assert moment.world() in drawn(told_apart(known, moment.world()), 400)
            if seen.revoke_claims:
                continue  # an observation does not say whether a claim came before a trick's last card
            count[str(seen.phase)] += 1
            for world in drawn(known, worlds, rng.getrandbits(32)):
                count["another"] += world != moment.world()
                assert fits(moment, seat, world)


@pytest.mark.daily(7)
@pytest.mark.parametrize("name", RULES)
def test_sampled_worlds_are_possible_and_include_the_true_one(name: str) -> None:
    rng, count = Random(name), Counter[str]()
    for _ in range(6):
        possible(RULES[name], rng, count)
    assert count["another"] > 10
    assert count["playing"]


@settings(max_examples=40)
@given(any_rules, randoms)
def test_sampled_worlds_are_possible_under_house_rules(rules: Ruleset, rng: Random) -> None:
    possible(rules, rng, Counter())


@given(any_rules, randoms)
def test_trusting_changes_nothing_if_the_rules_prevent_revokes(rules: Ruleset, rng: Random) -> None:
    for moment in moments(rules, rng, revokes=False):
        seen = moment.now.observe(rng.choice(SEATS))
        assert infer_hidden_cards(seen) == infer_hidden_cards(seen, trusting=False)


# Equal likelihood

Wanted = Callable[[Observation, HiddenCards], bool]


def hidden_discard(seen: Observation, known: HiddenCards) -> bool:
    return any(place.away >= 0 for place in known.cases[0].places)


def voids(seen: Observation, known: HiddenCards) -> bool:
    places = [place for place in known.cases[0].places if place.hand >= 0]
    return sum(place.allowed != known.unseen for place in places) >= 2


def turn_up_lost(seen: Observation, known: HiddenCards) -> bool:
    return seen.picked_up is not None and bool(seen.upcard.bit & known.unseen)


def proven(seen: Observation, known: HiddenCards) -> bool:
    return any(case.proof.need for case in known.cases)


def went_under(seen: Observation, known: HiddenCards) -> bool:
    return seen.went_under not in (None, seen.seat)


def gave(seen: Observation, known: HiddenCards) -> bool:
    return seen.given and len(known.cases) == 1 and seen.put_away != ()


def passed_unseen(seen: Observation, known: HiddenCards) -> bool:
    return len(known.cases) > 1


SMALL: dict[str, tuple[dict[str, object], tuple[Wanted, ...]]] = {
    "voids and a hidden discard": ({}, (voids, hidden_discard)),
    "the turn-up held or laid away": ({}, (turn_up_lost,)),
    "the turn-up kept": ({"keep_upcard": True}, (turn_up_lost, hidden_discard)),
    "a printed card proven": ({"natural_needed": True}, (proven,)),
    "a printed card, laid away perhaps": (
        {"natural_needed": True, "keep_upcard": True, "partner_alone": "both", "dealer_out": "loner"},
        (proven, hidden_discard),
    ),
    "under": ({"farmers_hand": "exchange"}, (went_under,)),
    "heads": ({"must_head": True}, (voids,)),
    "no trump led": ({"first_lead_trump": False}, (voids,)),
    "passed by me": ({"partners_best": True, "alone_by": "makers", "farmers_hand": "exchange"}, (gave,)),
    "passed unseen": (
        {"partners_best": True, "alone_by": "makers", "farmers_hand": "exchange"},
        (passed_unseen, went_under),
    ),
    "passed unseen, a printed card proven": (
        {"partners_best": True, "natural_needed": True, "farmers_hand": "exchange"},
        (passed_unseen, went_under, proven),
    ),
    "revokes": ({}, (hidden_discard, lambda seen, known: seen.revokes)),
}


def small(rules: Ruleset, wanted: tuple[Wanted, ...], rng: Random) -> tuple[Moment, Seat]:
    """Return a late moment of a random deal, and a seat with a given kind of knowledge and few possible worlds."""
    while True:
        for moment in moments(rules, rng, revokes=None):
            if moment.now.phase is not Phase.PLAYING:
                continue
            for seat in SEATS:
                seen = moment.now.observe(seat)
                known = infer_hidden_cards(seen, trusting=False)
                few = known.unseen.bit_count() <= 8 and layouts(known) < 2_500 and not seen.revoke_claims
                if few and all(found(seen, known) for found in wanted):
                    return moment, seat


def layouts(known: HiddenCards) -> int:
    """Return the number of worlds for a seat that knows nothing about the hidden cards."""
    free = (
        case._replace(places=tuple(p._replace(allowed=known.unseen) for p in case.places), proof=(0, 0, 0))
        for case in known.cases
    )
    return WorldSampler(known._replace(cases=tuple(free))).count


@pytest.mark.daily(4)
@pytest.mark.parametrize("name", SMALL)
def test_all_worlds_are_equally_likely(name: str) -> None:
    """The number of worlds is that of the rules. For a fixed seed, chi-square of the samples is within 5 deviations."""
    changes, wanted = SMALL[name]
    moment, seat = small(rulesets.find("cardgames", changes), wanted, Random(name))
    known = infer_hidden_cards(moment.now.observe(seat), trusting=False)
    expected = Counter(every_history(moment, seat))
    total = expected.total()
    assert WorldSampler(known).count == total > 1
    number = max(20 * total, 1_000)
    found = Counter(drawn(known, number))
    assert found.keys() <= expected.keys()
    square = sum((found[world] - number * n / total) ** 2 / (number * n / total) for world, n in expected.items())
    free = len(expected) - 1
    assert square < free + 5 * (2 * free) ** 0.5 + 5


@pytest.mark.parametrize("name", ["uka", "cardgames", "all that hides"])
def test_if_worlds_are_too_many_to_list_each_card_is_in_each_location_as_often_as_expected(name: str) -> None:
    """The rate of a card in the hands and discards of sampled worlds is that of all worlds, within 5 deviations."""
    rng, number, tight = Random(name), 6_000, 0
    while tight < 3:
        told = [moment for moment in moments(RULES[name], rng, revokes=False) if moment.now.tricks]
        if not told:
            continue
        moment, seat = rng.choice(told), rng.choice(SEATS)
        known = infer_hidden_cards(moment.now.observe(seat))
        tight += any(place.allowed != known.unseen for case in known.cases for place in case.places)
        worlds, total = drawn(known, number, rng.getrandbits(32)), WorldSampler(known).count
        for card in cards_of(known.unseen):
            for s in SEATS:
                share = ways(known, card.bit, s) / total
                found = sum(bool(world.hands[s.index] & card.bit) for world in worlds)
                assert abs(found - number * share) <= 5 * (number * share * (1 - share)) ** 0.5


def ways(known: HiddenCards, card: int, seat: Seat) -> int:
    """Return the number of worlds in which a seat holds a card."""

    def there(place: Any) -> Any:
        return place if place.hand == seat.index else place._replace(allowed=place.allowed & ~card)

    cases = (case._replace(places=tuple(map(there, case.places))) for case in known.cases)
    try:
        return WorldSampler(known._replace(cases=tuple(cases))).count
    except ValueError:
        return 0


def test_the_same_seed_draws_the_same_worlds() -> None:
    known = infer_hidden_cards(first_call())
    assert drawn(known, 50, 7) == drawn(known, 50, 7) != drawn(known, 50, 8)
    assert drawn(known, 50, 7) == drawn(known, 80, 7)[:50]


# Invalid knowledge


def first_call() -> Observation:
    deal = next(moments(Ruleset(), Random(1), revokes=False)).now
    assert deal.turn is not None
    return deal.observe(deal.turn)


def test_a_spectator_and_a_deal_that_is_over_are_refused() -> None:
    hands = {"east": "Jc Ac Kc Qc Tc", "south": "Jd Ad Kd Qd Td", "west": "Jh Ah Kh Qh Th", "north": "Js As Ks Qs Ts"}
    deal = dealt(rulesets.find("bicycle", {"pack": 24}), {**hands, "up": "9c"})
    with pytest.raises(ValueError, match="spectator"):
        infer_hidden_cards(deal.observe(None))
    over = after(deal, "pass " * 8)
    assert over.over
    with pytest.raises(ValueError, match="over"):
        infer_hidden_cards(over.observe(NORTH))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda p: p._replace(allowed=1), "no cards fit"),
        (lambda p: p._replace(size=4), "just the unseen"),
        (lambda p: p._replace(size=-1), "0 to 33"),
        (lambda p: p._replace(hand=4), "a seat is"),
        (lambda p: p._replace(allowed=-1), "masks"),
        (lambda p: p._replace(allowed="all"), "masks"),
    ],
)
def test_impossible_knowledge_is_refused(change: Callable[[Any], Any], why: str) -> None:
    known = infer_hidden_cards(first_call())
    (case,) = known.cases
    first, *others = case.places
    with pytest.raises(ValueError, match=why):
        WorldSampler(known._replace(cases=(case._replace(places=(change(first), *others)),)))


def test_too_many_places_and_an_impossible_proof_are_refused() -> None:
    known = infer_hidden_cards(first_call())
    (case,) = known.cases
    with pytest.raises(ValueError, match="seven places"):
        WorldSampler(known._replace(cases=(case._replace(places=case.places + case.places[:1] * 4),)))
    with pytest.raises(ValueError, match="no cards fit"):
        WorldSampler(known._replace(cases=(case._replace(proof=(known.unseen, 1, 6)),)))
    with pytest.raises(ValueError, match="no cards fit"):
        WorldSampler(known._replace(cases=()))
    with pytest.raises(ValueError, match="proof"):
        WorldSampler(known._replace(cases=(case._replace(proof=(known.unseen, 1, 99)),)))


@pytest.mark.parametrize("into", [array("Q", [0] * 8), table(2, "q"), table(2).toreadonly(), [0] * 8, None])
def test_malformed_buffers_are_refused(into: Any) -> None:
    worlds = WorldSampler(infer_hidden_cards(first_call()))
    with pytest.raises(ValueError, match="uint64"):
        worlds.draw(into, seed=1)
    with pytest.raises(ValueError, match="uint64"):
        worlds.draw(table(3), away=table(2), seed=1)
    with pytest.raises(ValueError, match="64 bits"):
        worlds.draw(table(3), seed=-1)


# Resampling


def picked(weights: list[float], number: int, seed: int = 1) -> list[int]:
    picks = array("I", [0] * number)
    resample(array("d", weights), picks, seed=seed)
    return picks.tolist()


def test_items_are_picked_in_proportion_to_their_weights() -> None:
    rng = Random(2)
    for _ in range(200):
        weights = [rng.choice((0.0, rng.random())) for _ in range(rng.randint(1, 50))]
        weights[rng.randrange(len(weights))] = 0.5
        number = rng.randint(1, 200)
        picks = picked(weights, number, rng.getrandbits(32))
        count, total = Counter(picks), sum(weights)
        assert picks == sorted(picks)
        assert all(abs(count[i] - number * weight / total) < 1 + 1e-9 for i, weight in enumerate(weights))
        assert all(weights[i] for i in picks)


def test_the_mean_number_of_picks_is_proportional_to_the_weight() -> None:
    count = Counter(i for seed in range(3_000) for i in picked([0.2, 0.5, 0.3], 3, seed))
    assert [count[i] / 9_000 for i in range(3)] == pytest.approx([0.2, 0.5, 0.3], abs=0.01)


@pytest.mark.parametrize("weights", [[], [0.0, 0.0], [1.0, -1.0], [float("nan")], [float("inf")], [1e308, 1e308]])
def test_invalid_weights_are_refused(weights: list[float]) -> None:
    with pytest.raises(ValueError, match="weight"):
        picked(weights, 3)


def test_picked_rows_are_copied() -> None:
    rows, into = table(3), table(4)
    for i in range(3):
        for j in range(4):
            rows[i, j] = 10 * i + j
    gather(rows, array("I", [0, 2, 2, 1]), into)
    assert into.tolist() == [rows.tolist()[i] for i in (0, 2, 2, 1)]
    with pytest.raises(ValueError, match="not there"):
        gather(rows, array("I", [3, 0, 0, 0]), into)
    with pytest.raises(ValueError, match="uint32"):
        gather(rows, array("i", [0, 0, 0, 0]), into)
    with pytest.raises(ValueError, match="writable"):
        gather(rows, array("I", [0]), None)  # type: ignore[arg-type]
