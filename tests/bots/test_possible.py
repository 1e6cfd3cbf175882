"""No figure of a call is outside what the seat's own trumps and the upcard allow, in every ruleset."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tests.coach.recount import observations
from uka import rulesets
from uka.bots.master import MasterBot
from uka.core.actions import CallTrump, OrderUp
from uka.core.cards import Suit, cards_of, mask_of
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.trick import FOLLOW, suit_strength
from uka.kernels.bidding import contract_points

LIGHT = MasterBot(sampled=100, kept_for_bids=30, kept_for_plays=30)
SMALL = 1e-9
OBSERVED = 150
"""How many turns are looked at in each ruleset. ``bench.prove 30.4`` looks at 20,000."""


def possible_tricks(seen: Observation, call: OrderUp | CallTrump) -> tuple[int, int]:
    """Return bounds of the tricks of the seat's side after its own call.

    Each of its trumps that no other card beats wins. So does the upcard that an opponent picks up, if it beats all
    trumps of the side.
    """
    size, me = seen.rules.hand_size, seen.seat
    trump = call.suit if isinstance(call, CallTrump) else seen.up_suit
    if me is None or trump is None or trump is Suit.NO_TRUMP or seen.rules.partners_best:
        return 0, size
    trumps, hand = FOLLOW[trump.index][trump.index], mask_of(seen.cards)
    strength = {card: suit_strength(card, trump.index) for card in cards_of(trumps)}
    up = seen.upcard if isinstance(call, OrderUp) and seen.upcard in strength else None
    mine = [strength[card] for card in cards_of(hand & trumps)]
    elsewhere = [strength[card] for card in cards_of(trumps & seen.rules.pack_mask & ~hand & ~seen.upcard.bit)]
    theirs = up is not None and seen.dealer.partnership is not me.partnership
    danger = [*elsewhere, strength[up]] if up and theirs else elsewhere
    beaten_by: int = max([-1, *danger])
    least = sum(each > beaten_by for each in mine)
    ours = mine if call.alone else [*mine, *elsewhere]
    most = size - int(bool(up and theirs and strength[up] > max([-1, *ours])))
    return least, most


@pytest.mark.parametrize("name", rulesets.names())
def test_no_call_is_worth_more_or_less_than_is_possible(name: str) -> None:
    assert check(name, OBSERVED) > OBSERVED / 2


def check(name: str, count: int, seed: int = 5) -> int:
    """Check the figures of ``count`` turns of calling under a ruleset. Return how many calls were checked."""
    rng, calls = Random(seed), 0
    turns = (seen for seen in observations(name, rng) if seen.phase is Phase.CALLING)
    for seen in islice(turns, count):
        points = contract_points(seen.rules)
        for each in LIGHT.evaluate(seen, Random(1)):
            if isinstance(each.action, OrderUp | CallTrump):
                calls += 1
                least, most = possible_tricks(seen, each.action)
                rows = (points.loner, points.both_alone) if each.action.alone else points
                possible = [point for row in rows for point in row[least : most + 1]]
                assert min(possible) - SMALL <= each.points <= max(possible) + SMALL, (seen, each)
    return calls
