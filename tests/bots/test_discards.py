"""Sampled worlds in which the dealer took up the turned card: the dealer discards no trump to take one up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from tests.strategies import random_deal
from uka import rulesets
from uka.bots import bot
from uka.bots.pimc import sample_worlds
from uka.core.observation import Observation
from uka.core.public_deal import Phase


def after_taking_up(rules: str) -> Iterator[Observation]:
    """Yield what a seat sees at its play to the first trick, if another seat took up the turned card."""
    rng, player = Random(6), bot("club")
    while True:
        deal = random_deal(rulesets.find(rules), rng, False)
        while deal.turn is not None and not (deal.phase is Phase.PLAYING and deal.trick):
            deal, _ = deal.apply(player.choose(deal.observe(deal.turn), rng))
        if deal.turn is not None and deal.picked_up not in (None, deal.turn) and deal.upcard not in deal.trick:
            yield deal.observe(deal.turn)


@pytest.mark.parametrize("rules", ["bicycle", "north_american"])
def test_the_dealer_keeps_the_turned_card_in_nearly_all_sampled_worlds(rules: str) -> None:
    for seen in islice(after_taking_up(rules), 10):
        assert seen.picked_up is not None
        hands = sample_worlds(seen, Random(1), sampled=1000, kept=300)
        kept = sum(hands[world, seen.picked_up.index] & seen.upcard.bit != 0 for world in range(300))
        assert kept >= 285, seen
