"""Deals that are stepped at once beside the same deals by the rules: arrays, turns and points, action by action."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import numpy as np

from tests.core.test_unseen import Moment, another_world
from tests.strategies import Step
from uka.core.actions import ACTIONS, PASS
from uka.core.deal import Deal
from uka.core.ruleset import Ruleset
from uka.envs.batches import DealBatch, random_deals
from uka.envs.encoding import action_mask, encode
from uka.envs.vector import VectorBuffers, VectorDeals

DEALS_IN_ROW = 64
"""The greatest number of deals that a row plays here."""
MOMENTS = 16
"""The unseen cards are dealt again at one of so many first actions of a deal, if it has so many."""


def follow(rules: Ruleset, size: int, deals: int, seed: int) -> Counter[str]:
    """Step ``size`` rows until so many deals have ended, and compare them with the rules before and after each action.

    At a random action of each deal, the cards that the seat cannot know are dealt again, which must change nothing that
    it sees. Return the numbers of deals and actions, of deals dealt again, and of those of which the history was not
    legal with other cards. Raise ``AssertionError`` at the first difference.
    """
    stepped, rng = VectorDeals(rules, size, seed=seed), np.random.default_rng(seed)
    expected = random_deals(rules, DEALS_IN_ROW * size, seed=seed)
    rows = [FollowedRow.begun(expected, row, rng) for row in range(size)]
    by_rules, found, cards = VectorBuffers.empty(size), Counter[str](), Random(seed)
    while found["deals"] < deals:
        for place, row in enumerate(rows):
            _write(by_rules, place, row.deal)
        for name in ("observations", "masks", "turns"):
            wrong = getattr(stepped.buffers, name) != getattr(by_rules, name)
            assert not wrong.any(), f"row {np.argwhere(wrong)[0][0]}: {name}"
        for place, row in enumerate(rows):
            if len(row.steps) == row.moment:
                found[_dealt_again(stepped, place, row, cards)] += 1
        actions = _chosen(stepped.masks, rng)
        stepped.step(actions)
        for place, action in enumerate(actions):
            rows[place].apply(int(action))
            deal = rows[place].deal
            assert stepped.ended[place] == deal.over, f"row {place}: ended"
            assert tuple(stepped.points[place]) == (deal.points if deal.over else (0, 0)), f"row {place}: points"
            if deal.over:
                found["deals"] += 1
                rows[place] = FollowedRow.begun(expected, rows[place].number + size, rng)
        found["actions"] += size
    return found


class FollowedRow(NamedTuple):
    """The deal of one row by the rules."""

    number: int
    """The number of the deal among those of the seed."""
    start: Deal
    steps: list[Step]
    moment: int
    """The number of actions after which the unseen cards are dealt again."""

    @classmethod
    def begun(cls, deals: DealBatch, number: int, rng: np.random.Generator) -> FollowedRow:
        """Return the row at the start of a deal."""
        return cls(number, deals.deal(number), [], int(rng.integers(MOMENTS)))

    @property
    def deal(self) -> Deal:
        """The deal as it is now."""
        return self.steps[-1].after if self.steps else self.start

    def apply(self, action: int) -> None:
        """Make an action of the seat whose turn it is."""
        deal = self.deal
        assert deal.turn is not None
        after, events = deal.apply(ACTIONS[action])
        self.steps.append(Step(deal, deal.turn, ACTIONS[action], after, events))


def _write(into: VectorBuffers, row: int, deal: Deal) -> None:
    """Write what the rules say of a deal into the arrays."""
    assert deal.turn is not None
    seen = deal.observe(deal.turn)
    encode(seen, into.observations[row])
    action_mask(seen, into.masks[row])
    into.turns[row] = deal.turn.index


def _dealt_again(stepped: VectorDeals, place: int, row: FollowedRow, rng: Random) -> str:
    """Deal the cards again that the seat of a row cannot know, and compare what it sees. Return what this counts as."""
    assert row.deal.turn is not None
    other = another_world(Moment(row.start, tuple(row.steps)), row.deal.turn, rng)
    if other is None:
        return "not legal with other cards"
    seen = other.now.observe(row.deal.turn)
    assert (encode(seen) == stepped.observations[place]).all(), f"row {place}: what was dealt again shows"
    assert (action_mask(seen) == stepped.masks[place]).all(), f"row {place}: what was dealt again changes the mask"
    return "dealt again"


def _chosen(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return a random legal action of each row. How likely passes are varies, so that every phase is reached."""
    weights = masks * rng.random(masks.shape)
    weights[:, PASS.index] *= rng.choice((0.5, 1, 3))
    return weights.argmax(axis=1)
