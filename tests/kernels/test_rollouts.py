"""Rollouts agree with the rules: random ones in distribution, those of the heuristic policy action by action."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given
from msgspec.structs import replace

from tests.kernels.chance import furthest
from tests.strategies import any_rules, house_rules, playing, random_deal, randoms
from uka import rulesets
from uka.core.cards import LOW_MASK, cards_of, mask_of
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome
from uka.core.seats import SEATS
from uka.kernels.bidding import OUTCOMES
from uka.kernels.rollouts import (
    HEURISTIC_OPTIONS,
    RolloutBuffers,
    RolloutOptions,
    RolloutPolicy,
    Rollouts,
    RolloutTally,
)

NAMES = rulesets.names()
BY = [(calls, play) for calls in RolloutPolicy for play in RolloutPolicy]


@pytest.mark.parametrize("name", ["uka", "north_american", "british", "ohio"])
def test_random_rollouts_have_the_distribution_of_the_rules(name: str) -> None:
    assert furthest(rulesets.find(name), Random(name), 1_000) < 5


def test_the_comparison_notices_another_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison fails if the seats bid by the heuristic policy instead of at random, or if another seat deals."""
    rules, run = rulesets.find("cardgames"), Rollouts.play_deals
    others: tuple[dict[str, Any], ...] = (
        {"options": RolloutOptions(RolloutPolicy.HEURISTIC, seed=1)},
        {"dealer": SEATS[1]},
    )
    for other in others:
        monkeypatch.setattr(Rollouts, "play_deals", lambda self, size, _, other=other: run(self, size, **other))
        assert furthest(rules, Random(1), 1_000) > 5


RARE: dict[str, dict[str, object]] = {
    "must head, no trump": {"must_head": True, "no_trump": True},
    "no trump led first": {"first_lead_trump": False, "pack": 32},
    "a benny, and exchanges": {"benny": "blind", "farmers_hand": "exchange"},
    "partner's best": {"benny": "next", "partners_best": True, "alone_by": "anyone", "alone_asked": "after_discard"},
    "all loners must march": {"lone_must_march": True, "partner_alone": "both", "nobody_calls": "throw_in"},
}


@pytest.mark.parametrize("changes", RARE.values(), ids=RARE)
def test_rare_rules(changes: dict[str, object]) -> None:
    assert furthest(rulesets.find("cardgames").changed(changes), Random(str(changes)), 500) < 5


@given(rules=any_rules, rng=randoms)
def test_the_policy_acts_lawfully_and_rollouts_follow_it(rules: Ruleset, rng: Random) -> None:
    """A rollout from any point of a deal has the result of the policy's single actions there."""
    playouts = Rollouts(rules)
    steps = list(playing(random_deal(rules, rng, revokes=False), rng))
    deal = rng.choice([step.before for step in steps if not step.before.over])
    tally = onward(playouts, deal, RolloutPolicy.HEURISTIC, RolloutPolicy.HEURISTIC)
    while not deal.over:
        deal, _ = deal.apply(playouts.heuristic_action(deal))
    assert deal.result
    assert tally.points == deal.result.points
    assert tally.outcomes[deal.result.outcome] == 1


def redealt(deal: Deal, others: Sequence[int], rng: Random) -> Deal:
    """Return the deal with some hands and the kitty redealt among themselves. A picked-up turn-up is not moved."""
    known = deal.upcard.bit if deal.picked_up else 0
    pool = [*deal.kitty, *(card for seat in others for card in cards_of(deal.masks[seat] & ~known))]
    rng.shuffle(pool)
    masks, kitty = list(deal.masks), pool[: len(deal.kitty)]
    left = iter(pool[len(deal.kitty) :])
    for seat in others:
        kept = masks[seat] & known
        masks[seat] = kept | mask_of(islice(left, (masks[seat] & ~kept).bit_count()))
    return replace(deal, masks=tuple(masks), kitty=tuple(kitty))


def onward(playouts: Rollouts, deal: Deal, calls: RolloutPolicy, play: RolloutPolicy) -> RolloutTally:
    kitty = [card.index for card in deal.kitty]
    under = rows("b", [kitty]) if kitty else None
    return playouts.play_worlds(deal, rows("Q", [deal.masks]), under, RolloutOptions(calls, play))


def rows(code: Literal["B", "b", "Q", "q"], values: Sequence[Sequence[int]]) -> memoryview[Any]:
    flat = array(code, [value for row in values for value in row])
    return memoryview(flat).cast("B").cast(code, shape=[len(values), len(values[0])])


@given(rules=any_rules, rng=randoms)
def test_the_policy_uses_only_its_own_hand(rules: Ruleset, rng: Random) -> None:
    """The policy acts alike when the cards of the other hands and of the kitty are redealt."""
    playouts = Rollouts(rules)
    for step in playing(random_deal(rules, rng, revokes=False), rng):
        deal = step.before
        if deal.over or deal.tricks or deal.trick or deal.discards or deal.shown or deal.given:
            return
        others = [seat.index for seat in SEATS if seat is not deal.turn]
        if deal.phase is Phase.NAMING and deal.rules.benny == "blind":
            others = [seat.index for seat in SEATS]
        assert playouts.heuristic_action(redealt(deal, others, rng)) == playouts.heuristic_action(deal)


@given(rules=house_rules, rng=randoms)
def test_deals_are_played_out_under_any_rules(rules: Ruleset, rng: Random) -> None:
    playouts = Rollouts(rules)
    for calls, play in BY:
        tally = playouts.play_deals(50, RolloutOptions(calls, play, rng.getrandbits(64)))
        assert sum(tally.outcomes.values()) == 50
        for outcome in set(OUTCOMES) - {Outcome.THROWN_IN, Outcome.REDEAL}:
            if tally.outcomes[outcome] == 50:
                assert sum(tally.points) == 50 * rules.scoring[outcome]
    for step in playing(random_deal(rules, rng, revokes=False), rng):
        if not step.before.over:
            assert onward(playouts, step.before, RolloutPolicy.RANDOM, RolloutPolicy.RANDOM).deals == 1


def test_results_go_into_buffers_the_same_for_any_number_of_threads() -> None:
    rules = rulesets.find("ohio")
    found = list[tuple[RolloutTally, list[Any]]]()
    for threads in (1, 3):
        size = 5_000
        pairs = [memoryview(bytearray(2 * size)).cast("b", shape=[size, 2]) for _ in range(2)]
        ones = [memoryview(bytearray(size)).cast("b") for _ in range(2)]
        into = dict(zip(("points", "tricks", "outcomes", "makers"), (*pairs, *ones), strict=True))
        tally = Rollouts(rules).play_deals(
            size, RolloutOptions(RolloutPolicy.HEURISTIC, seed=3, threads=threads), into=RolloutBuffers(**into)
        )
        found.append((tally, [view.tolist() for view in into.values()]))
    assert found[0] == found[1]
    tally, (points, tricks, outcomes, makers) = found[0]
    assert tuple(map(sum, zip(*points, strict=True))) == tally.points
    assert {OUTCOMES[o]: n for o, n in Counter(outcomes).items()} == {o: n for o, n in tally.outcomes.items() if n}
    assert [makers.count(seat.index) for seat in SEATS] == [*tally.makers]
    for made, outcome, maker in zip(tricks, outcomes, makers, strict=True):
        played = maker >= 0
        assert sum(made) == 5 * played
        assert played == (OUTCOMES[outcome] not in (Outcome.THROWN_IN, Outcome.REDEAL))
        assert not played or (made[maker % 2] >= 3) == (
            OUTCOMES[outcome].value in ("made", "march", "lone_made", "lone_march")
        )
    some = memoryview(bytearray(2_000)).cast("b", shape=[1_000, 2])
    Rollouts(rules).play_deals(1_000, RolloutOptions(RolloutPolicy.HEURISTIC, seed=3), into=RolloutBuffers(points=some))
    assert some.tolist() == points[:1_000]


def test_many_worlds_at_once() -> None:
    """Several worlds in one call have the results that they have in separate calls."""
    rules, rng = rulesets.find("british"), Random(0)
    deal = random_deal(rules, rng, revokes=False)
    playouts, others = Rollouts(rules), [seat.index for seat in SEATS if seat is not deal.turn]
    worlds = [redealt(deal, others, rng) for _ in range(300)]
    points = memoryview(bytearray(600)).cast("b", shape=[300, 2])
    tally = playouts.play_worlds(
        deal,
        rows("Q", [world.masks for world in worlds]),
        options=HEURISTIC_OPTIONS._replace(threads=2),
        into=RolloutBuffers(points=points),
    )
    alone = [onward(playouts, world, RolloutPolicy.HEURISTIC, RolloutPolicy.HEURISTIC).points for world in worlds]
    assert [tuple(row) for row in points.tolist()] == alone  # pyright: ignore[reportArgumentType]
    assert tally.points == tuple(map(sum, zip(*alone, strict=True)))
    assert len(set(alone)) > 1


FULL = memoryview(bytearray(20))


@pytest.mark.parametrize(
    "changes",
    [
        {"size": -1},
        {"size": 2**70},
        {"size": "ten"},
        {"seed": -1},
        {"bidding": 2},
        {"play": -1},
        {"threads": 0},
        {"points": FULL},
        {"points": FULL.cast("b", shape=[10, 2])[:5]},
        {"points": FULL.cast("b", shape=[5, 4])},
        {"tricks": bytes(20)},
        {"outcomes": FULL[:9].cast("b")},
        {"makers": FULL.cast("b")[::2]},
        {"makers": [0] * 10},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_malformed_arguments_are_refused(changes: dict[str, Any]) -> None:
    options = {field: value for field, value in changes.items() if field in RolloutOptions._fields}
    into = {field: value for field, value in changes.items() if field in RolloutBuffers._fields}
    with pytest.raises(ValueError, match=r"\w \w"):
        Rollouts(rulesets.find("ohio")).play_deals(
            changes.get("size", 10), RolloutOptions(**options), into=RolloutBuffers(**into)
        )


def in_phase(rules: Ruleset, phase: Phase, tricks: int = 0, seed: int = 1) -> Deal:
    rng = Random(seed)
    while True:
        for step in playing(random_deal(rules, rng, revokes=False), rng):
            if step.after.phase is phase and len(step.after.tricks) == tricks:
                return step.after


@pytest.mark.parametrize("phase", [Phase.CLAIMING, Phase.SHOWING, Phase.CALLING, Phase.DISCARDING, Phase.PLAYING])
def test_malformed_worlds_are_refused(phase: Phase) -> None:
    rules = rulesets.find("ohio")
    deal, playouts = in_phase(rules, phase, 2 * (phase is Phase.PLAYING)), Rollouts(rules)
    good = rows("Q", [deal.masks] * 3)
    kitties = rows("b", [[card.index for card in deal.kitty]] * 3) if deal.kitty else None
    assert playouts.play_worlds(deal, good, kitties).deals == 3
    masks, other = [*deal.masks], deal.masks[1] & -deal.masks[1]
    wrong: list[Any] = [
        None,
        [deal.masks],
        b"",
        rows("q", [deal.masks]),
        rows("Q", [deal.masks[:3]]),
        rows("Q", [[0] * 4]),
        rows("Q", [deal.masks, [2**64 - 1] * 4]),
        rows("Q", [[masks[0] | other, *masks[1:]]]),
        rows("Q", [[masks[0], masks[1] ^ other ^ 1, *masks[2:]]]),
        rows("Q", [[mask << 31 for mask in masks]]),
    ]
    for hands in wrong:
        with pytest.raises(ValueError, match=r"\w \w"):
            playouts.play_worlds(deal, hands, kitties)
    if phase is Phase.CLAIMING:
        for under in (None, rows("b", [[1, 2, 3]]), rows("b", [[0] * 3] * 3), rows("b", [[99] * 3] * 3), bytes(9)):
            with pytest.raises(ValueError, match=r"\w \w"):
                playouts.play_worlds(deal, good, under)


def test_a_seat_that_has_nothing_to_show_is_refused() -> None:
    """A hand with a single low card cannot show a second one to exchange a farmer's hand."""
    rules = rulesets.find("ohio")
    deal = next(d for seed in range(9_999) if (d := in_phase(rules, Phase.SHOWING, seed=seed)) and not d.shown)
    assert deal.turn
    masks, kitty = list(deal.masks), [card.index for card in deal.kitty]
    pool = mask_of(rules.cards) & ~deal.upcard.bit & ~mask_of(deal.kitty)
    low, high = cards_of(pool & LOW_MASK), cards_of(pool & ~LOW_MASK)
    mine = {*low[:1], *high[:4]}
    rest = [card for card in cards_of(pool) if card not in mine]
    for seat in SEATS:
        masks[seat.index] = mask_of(mine) if seat is deal.turn else mask_of([rest.pop() for _ in range(5)])
    for policy in RolloutPolicy:
        with pytest.raises(ValueError, match="could do nothing"):
            Rollouts(rules).play_worlds(
                deal, rows("Q", [masks]), rows("b", [kitty]), RolloutOptions(policy, RolloutPolicy.HEURISTIC)
            )


def test_a_deal_that_is_over_is_not_played_out() -> None:
    rules = rulesets.find("ohio")
    deal, playouts = in_phase(rules, Phase.OVER, 5), Rollouts(rules)
    with pytest.raises(ValueError, match="over"):
        playouts.heuristic_action(deal)
    with pytest.raises(ValueError, match="first lead"):
        playouts.play_worlds(deal, rows("Q", [deal.masks]))


PORTABLE = """
import uka
from uka.kernels import _native
from uka.kernels.rollouts import RolloutOptions, RolloutPolicy, Rollouts
assert _native.PORTABLE
for name in ("british", "ohio"):
    for policy in RolloutPolicy:
        print(Rollouts(uka.ruleset(name)).play_deals(3_000, RolloutOptions(policy, policy, 1))[:3])
"""


def test_the_portable_code_plays_the_same_deals() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PORTABLE],
        env={**os.environ, "UKA_PORTABLE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [
        str(Rollouts(rulesets.find(name)).play_deals(3_000, RolloutOptions(policy, policy, 1))[:3])
        for name in ("british", "ohio")
        for policy in RolloutPolicy
    ]
    assert run.stdout.splitlines() == here
