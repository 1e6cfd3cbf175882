"""Bidding policies: the abstraction of hands, importance weights of worlds, evaluation and training."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random
from statistics import stdev

import pytest
from msgspec.structs import replace

import uka
from tests.strategies import random_rules
from uka import Deal, Observation, Phase, Ruleset, rulesets
from uka.core.actions import Action, CallTrump
from uka.core.cards import CARDS, SUITS, Card, Suit, cards_of
from uka.core.public_deal import PublicDeal
from uka.core.scoring import Outcome
from uka.core.seats import SEATS
from uka.kernels import DoubleDummySolver, packed_position
from uka.kernels.bidding_policy import BiddingPolicy, CfrTrainer
from uka.kernels.determinization import WorldSampler, infer_hidden_cards

NAMES = rulesets.names()
PLAIN = Ruleset()


def table_of(rules: Ruleset, rng: Random | None = None) -> array[float]:
    """A table for a ruleset, of zeros or of random numbers."""
    size = CfrTrainer(rules, [[0.0]] * 8).size
    return (
        array("f", [rng.random() for _ in range(997)] * (size // 997 + 1))[:size]
        if rng
        else array("f", bytes(4 * size))
    )


def masks(count: int) -> memoryview:
    return memoryview(bytearray(32 * count)).cast("B").cast("Q", (count, 4))


def questions(rules: Ruleset, rng: Random, deals: int) -> Iterator[Deal]:
    """Deals in which a seat may call trump, after random actions."""
    for number in range(deals):
        deal = Deal.start(rules, rng.choice(SEATS), uka.shuffled(rules, f"bids/{rng.random()}/{number}"))
        while not deal.over and deal.phase is not Phase.PLAYING:
            if deal.phase is Phase.CALLING:
                yield deal
            actions = deal.legal_actions
            passes = [action for action in actions if isinstance(action, uka.Pass)]
            deal, _ = deal.apply(rng.choice(passes or actions))


@pytest.mark.parametrize("name", NAMES)
def test_a_policy_makes_only_the_bids_that_the_rules_allow(name: str) -> None:
    rules, rng = rulesets.find(name), Random(name)
    bids = BiddingPolicy(rules, table_of(rules))
    for deal in questions(rules, rng, 30):
        chances = bids.chances(deal.observe(deal.turn))
        assert sorted(a.index for a in chances) == [a.index for a in deal.legal_actions]
        assert sum(chances.values()) == pytest.approx(1)


def turned(card: Card, suits: dict[Suit, Suit], low: dict[Card, Card]) -> Card:
    """A card with its suit exchanged, and low cards exchanged for other low ones."""
    card = low.get(card, card)
    return card if card.suit is None else next(c for c in CARDS if c.rank is card.rank and c.suit is suits[card.suit])


def alike(hand: int, suit: Suit, other: Suit) -> bool:
    """Whether two suits are interchangeable in a hand."""
    here, there = (hand >> 8 * s.index & 0xFF for s in (suit, other))
    return (here >> 4, (here & 15).bit_count()) == (there >> 4, (there & 15).bit_count())


def test_the_abstraction_merges_equivalent_hands() -> None:
    """A policy bids alike with a hand in other suits and with other low cards, but not with another honour."""
    rng = Random(2)
    bids = BiddingPolicy(PLAIN, table_of(PLAIN, rng))
    low = {Card.S9: Card.TS, Card.TS: Card.S9, Card.H9: Card.TH, Card.TH: Card.H9}
    changed = 0
    for deal in questions(PLAIN, rng, 150):
        up = deal.up_suit
        assert up is not None
        assert deal.turn is not None
        others = [suit for suit in SUITS if suit not in (up, up.next)]
        colours = (
            rng.sample([(up, up.next), tuple(others)], 2) if rng.random() < 0.5 else [(up, up.next), tuple(others)]
        )
        suits = dict(zip((up, up.next), colours[0], strict=True)) | dict(
            zip(others, rng.sample(colours[1], 2), strict=True)
        )
        hands = {s: " ".join(str(turned(c, suits, low)) for c in cards_of(deal.masks[s.index])) for s in SEATS}
        other = Deal.arranged(PLAIN, dealer=deal.dealer, hands=hands, upcard=turned(deal.upcard, suits, low))
        for call in deal.calls:
            other, _ = other.apply(call.action)
        here, there = (bids.chances(d.observe(d.turn)) for d in (deal, other))

        def said(action: Action, suits: dict[Suit, Suit] = suits) -> Action:
            return CallTrump(suits[action.suit], action.alone) if isinstance(action, CallTrump) else action

        if alike(deal.masks[deal.turn.index], *others):
            assert sorted(here.values()) == pytest.approx(sorted(there.values()))
        else:
            assert {said(action): chance for action, chance in here.items()} == pytest.approx(there)
        held = deal.masks[deal.turn.index]
        honour = next((c for c in cards_of(held) if c.rank.value == "A"), None)
        swap = next(
            (c for c in PLAIN.cards if honour and not held & c.bit and c.rank.value == "9" and c != deal.upcard), None
        )
        if honour and swap:
            seen = deal.observe(deal.turn)
            weaker = replace(seen, cards=cards_of(held & ~honour.bit | swap.bit))
            changed += bids.chances(weaker) != here
    assert changed > 30


@pytest.mark.parametrize("seed", range(6))
def test_worlds_are_weighted_by_the_likelihood_of_the_calls(seed: int) -> None:
    """The weight of a world is the product of the probabilities of the others' calls in it."""
    rng = Random(seed)
    rules = PLAIN if seed < 3 else random_rules(rng)
    bids, checked = BiddingPolicy(rules, table_of(rules, rng)), 0
    for deal in questions(rules, rng, 12):
        if not deal.calls:
            continue
        seen, count = deal.observe(deal.turn), 20
        hands, called, weights = masks(count), masks(count), array("d", [1.0] * count)
        WorldSampler(infer_hidden_cards(seen)).draw(hands, called=called, seed=1)
        bids.weigh(seen, called, weights, tremble=0.1)
        for row in range(0, count, 5):
            expected = 1.0
            for said, call in enumerate(deal.calls):
                if call.seat is not seen.seat:
                    chances = bids.chances(_asked(deal, said, called[row, call.seat.index]))
                    expected *= 0.9 * chances[call.action] + 0.1 / len(chances)
            assert weights[row] == pytest.approx(expected)
            checked += 1
    assert checked > 10


def _asked(deal: Deal, said: int, hand: int) -> Observation:
    """The observation of a seat with a given hand after a number of calls."""
    seat = deal.calls[said].seat
    fields = {f: getattr(deal, f) for f in PublicDeal.__struct_fields__}
    fields |= {"calls": deal.calls[:said], "turn": seat, "phase": Phase.CALLING, "contract": None}
    return Observation(**fields, seat=seat, cards=cards_of(hand))


def test_choices_are_evaluated_double_dummy() -> None:
    """With one possible world, a call that makes trump ends as the solver says."""
    rng, bids, checked = Random(5), BiddingPolicy(PLAIN, table_of(PLAIN)), 0
    solver = DoubleDummySolver(PLAIN)
    for deal in questions(PLAIN, rng, 25):
        hands = masks(1)
        for seat in SEATS:
            hands[0, seat.index] = deal.masks[seat.index]
        judged = bids.evaluate(deal.observe(deal.turn), hands, seed=3)
        assert [a.index for a in judged] == [a.index for a in deal.legal_actions]
        for action, ends in judged.items():
            assert ends.total == 1
            if isinstance(action, CallTrump):
                after, _ = deal.apply(action)
                here = packed_position(after)
                alone = 1 if action.alone else 0
                (found,) = ends.masses
                assert (found.makers, found.alone, found.solved) == (here.side, alone, solver.tricks(here))
                assert found.least <= found.solved <= found.most
                checked += 1
    assert checked > 50


def test_each_world_has_random_numbers_of_its_own() -> None:
    """Means of many worlds differ between seeds by no more than their standard errors say."""
    bids, deal = BiddingPolicy(PLAIN, table_of(PLAIN)), next(questions(PLAIN, Random(4), 1))
    seen, hands = deal.observe(deal.turn), masks(200)
    WorldSampler(infer_hidden_cards(seen)).draw(hands, seed=1)
    found = [
        bids.evaluate(seen, hands, seed=seed)[uka.Pass()].mean(lambda ending: float(ending.makers == 0))
        for seed in range(60)
    ]
    means, errors = [mean for mean, _ in found], [error for _, error in found]
    assert stdev(means) < 1.3 * sum(errors) / len(errors)


def test_training_beats_random_bidding() -> None:
    points = [[PLAIN.scoring[o] for o in row] for row in ([Outcome.EUCHRED] * 3 + [Outcome.MADE] * 2 + [Outcome.MARCH],
              [Outcome.LONE_EUCHRED] * 3 + [Outcome.LONE_MADE] * 2 + [Outcome.LONE_MARCH])]  # fmt: skip
    pay = [[-p if tricks < 3 else p for tricks, p in enumerate(row)] for row in points]
    trainer = CfrTrainer(PLAIN, pay * 4)
    even, regrets, sums = table_of(PLAIN), table_of(PLAIN), table_of(PLAIN)
    trainer.train(regrets, sums, seed=1, deals=20_000)
    again, once = table_of(PLAIN), table_of(PLAIN)
    trainer.train(again, once, seed=1, deals=20_000)
    assert sums == once, "the same seed teaches the same"
    mean, error = trainer.match([sums, even, sums, even], seed=9, deals=4_000)
    other, _ = trainer.match([even, sums, even, sums], seed=9, deals=4_000)
    assert mean - other > 6 * error


def test_malformed_buffers_are_refused() -> None:
    table = table_of(PLAIN)
    with pytest.raises(ValueError, match="cells"):
        BiddingPolicy(PLAIN, array("f", [0.0]))
    trainer = CfrTrainer(PLAIN, [[0.0]] * 8)
    with pytest.raises(ValueError, match="regrets"):
        trainer.train(array("f", [0.0]), table, seed=1, deals=1)
    with pytest.raises(ValueError, match="eight rows"):
        CfrTrainer(PLAIN, [[0.0]])
    deal = next(questions(PLAIN, Random(1), 1))
    bids, seen = BiddingPolicy(PLAIN, table), deal.observe(deal.turn)
    hands = masks(2)
    with pytest.raises(ValueError, match="too few"):
        bids.evaluate(seen, hands, seed=1)
    with pytest.raises(ValueError, match="weights"):
        bids.evaluate(seen, hands, array("d", [1.0]), seed=1)
