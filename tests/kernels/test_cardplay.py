"""The cardplay model: it considers the lawful cards, and the true world has more weight than others."""

from __future__ import annotations

from array import array
from math import exp, log2, prod
from random import Random
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from tests.kernels.redealing import Moment, moments
from tests.strategies import any_rules, random_deal, randoms
from uka import rulesets
from uka.bots import bot
from uka.bots.cardplay_weights import CLUB
from uka.core.actions import Play
from uka.core.cards import CARDS
from uka.core.legality import lawful_mask
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.kernels import _native
from uka.kernels.cardplay import FEATURES, CardplayModel, CardplayWeights, PlayHistory, play_history
from uka.kernels.determinization import WorldSampler, infer_hidden_cards


def worlds(*rows: tuple[int, ...]) -> memoryview:
    return memoryview(array("Q", [mask for row in rows for mask in row])).cast("B").cast("Q", (len(rows), 4))


def weighed(model: CardplayModel, past: PlayHistory, *rows: tuple[int, ...]) -> list[float]:
    weights = array("d", [1.0] * len(rows))
    model.weigh(past, worlds(*rows), weights)
    return weights.tolist()


def in_play(rules: Ruleset, rng: Random) -> Moment | None:
    """A random moment of a random deal after trump is made, if it is."""
    found = [moment for moment in moments(rules, rng, revokes=False) if moment.now.phase is Phase.PLAYING]
    return rng.choice(found) if found else None


def lawful(moment: Moment) -> list[int]:
    """The number of lawful cards at each play with a choice."""
    plays = [step.before for step in moment.steps if isinstance(step.action, Play)]
    numbers = [lawful_mask(deal, deal.masks[deal.turn.index]).bit_count() for deal in plays if deal.turn]
    return [number for number in numbers if number > 1]


@given(any_rules, randoms)
def test_the_model_considers_the_lawful_cards(rules: Ruleset, rng: Random) -> None:
    if moment := in_play(rules, rng):
        rows = CardplayModel(rules, CardplayWeights()).rows(play_history(moment.now.observe(None)), moment.now.masks)
        assert [len(cards) for cards in rows] == lawful(moment)


@given(any_rules, randoms)
def test_the_likelihood_is_a_softmax_with_random_plays(rules: Ruleset, rng: Random) -> None:
    moment = in_play(rules, rng)
    if moment is None:
        return
    style = CardplayWeights(tuple(rng.gauss(0, 1) for _ in FEATURES), rng.uniform(0.01, 1))
    model, seat = CardplayModel(rules, style), rng.choice(SEATS)
    past = play_history(moment.now.observe(seat))
    expected = 1.0
    for cards in model.rows(past, moment.now.masks):
        scores = [exp(sum(w * x for w, x in zip(style.weights, card, strict=True))) for card in cards]
        expected *= style.any / len(cards) + (1 - style.any) * scores[0] / sum(scores)
    assert weighed(model, past, moment.now.masks) == [pytest.approx(expected)]
    others = [model.rows(past._replace(me=s.index), moment.now.masks) for s in SEATS if s is not seat]
    assert sum(len(found) for found in others) + len(model.rows(past, moment.now.masks)) == 3 * len(lawful(moment))


@given(any_rules, randoms)
def test_without_weights_all_lawful_cards_are_equally_likely(rules: Ruleset, rng: Random) -> None:
    if moment := in_play(rules, rng):
        past = play_history(moment.now.observe(None))
        assert weighed(CardplayModel(rules, CardplayWeights()), past, moment.now.masks) == [
            pytest.approx(1 / prod(lawful(moment)))
        ]


def test_every_feature_occurs() -> None:
    rules, rng, seen = rulesets.find("cardgames"), Random(1), [False] * len(FEATURES)
    assert len(FEATURES) == _native.FEATURES
    for _ in range(300):
        if moment := in_play(rules, rng):
            for cards in CardplayModel(rules, CardplayWeights()).rows(
                play_history(moment.now.observe(None)), moment.now.masks
            ):
                for card in cards:
                    seen = [was or x != 0 for was, x in zip(seen, card, strict=True)]
                    assert all(0 <= x <= 1 for x in card)
    assert all(seen)


@pytest.mark.parametrize("name", ["cardgames", "tainui"])
def test_the_true_world_of_club_bots_has_more_weight(name: str) -> None:
    rules, rng, club, bits = rulesets.find(name), Random(name), bot("club"), list[float]()
    model = CardplayModel(rules, CLUB)
    while len(bits) < 60:
        deal = random_deal(rules, rng, revokes=False)
        while not deal.over and len(deal.tricks) < 3:
            assert deal.turn is not None
            deal, _ = deal.apply(club.choose(deal.observe(deal.turn), rng))
        if deal.over or deal.turn is None:
            continue
        seen = deal.observe(deal.turn)
        hands = memoryview(bytearray(500 * 32)).cast("B").cast("Q", (500, 4))
        WorldSampler(infer_hidden_cards(seen)).draw(hands, seed=rng.getrandbits(32))
        weights = array("d", [1.0] * 500)
        model.weigh(play_history(seen), hands, weights)
        (true,) = weighed(model, play_history(seen), deal.masks)
        bits.append(log2(true / (sum(weights) / 500)))
    assert sum(bits) / len(bits) > 0.5


def test_weights_of_other_evidence_are_multiplied() -> None:
    moment = next(
        m for n in range(99) if (m := in_play(rulesets.find("cardgames"), Random(n))) and len(m.now.tricks) > 2
    )
    model, past = CardplayModel(moment.now.rules, CLUB), play_history(moment.now.observe(None))
    weights = array("d", [0.0, 3.0])
    model.weigh(past, worlds(moment.now.masks, moment.now.masks), weights)
    assert weights.tolist() == [0.0, pytest.approx(3 * weighed(model, past, moment.now.masks)[0])]


def test_there_is_no_history_before_trump_is_made() -> None:
    with pytest.raises(ValueError, match="trump is not made"):
        play_history(random_deal(rulesets.find("cardgames"), Random(1), revokes=False).observe(None))


PAST = PlayHistory(0, 0, 0, -1, 0, (0,), ((2, 3),))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"trump": 5}, "trump"),
        ({"sitting_out": 5}, "sit out"),
        ({"sitting_out": 16}, "sit out"),
        ({"maker": 4}, "seat"),
        ({"me": 9}, "seat"),
        ({"leaders": (0, 1)}, "leader"),
        ({"leaders": (4,)}, "leader"),
        ({"sitting_out": 1}, "leader"),
        ({"tricks": ((),)}, "trick"),
        ({"tricks": ((2, 3, 4, 5, 6),)}, "trick"),
        ({"tricks": ((0,),)}, "pack"),
        ({"tricks": ((33,),)}, "pack"),
        ({"tricks": ((2, 2),)}, "two places"),
        ({"gone": 4}, "two places"),
        ({"gone": -1}, "buffer"),
        ({"trump": None}, "buffer"),
    ],
)
def test_a_malformed_history_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        weighed(CardplayModel(Ruleset(), CLUB), PAST._replace(**change), (0, 0, 0, 0))


def test_malformed_weights_and_buffers_are_refused() -> None:
    for style, why in (
        (CardplayWeights((1.0,)), "features"),
        (replace(CLUB, any=0.0), "share"),
        (replace(CLUB, weights=(99.0,) * len(FEATURES)), "weight is"),
        (replace(CLUB, weights=(float("nan"),) * len(FEATURES)), "weight is"),
    ):
        with pytest.raises(ValueError, match=why):
            weighed(CardplayModel(Ruleset(), style), PAST, (0, 0, 0, 0))
    model = CardplayModel(Ruleset(), CLUB)
    for hands, weights in ((worlds((0,) * 4), array("f", [1])), (array("Q", [0] * 4), array("d", [1])), (None, None)):
        with pytest.raises(ValueError, match=r"float64|uint64"):
            model.weigh(PAST, hands, weights)  # type: ignore[arg-type]
    assert weighed(model, PAST, ((1 << 64) - 1,) * 4)[0] > 0
    assert CARDS[2].index == 2
