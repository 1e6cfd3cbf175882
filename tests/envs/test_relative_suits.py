"""With relative suits, the first suit is trump or that of the upcard, and every card and action is renumbered by it."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from tests.envs.test_policy_network import a_network
from tests.strategies import any_rules, playing, random_deal, randoms
from uka import rulesets
from uka.core.actions import Action, CallTrump, Discard, Give, NameSuit, Play
from uka.core.cards import JOKER, SUITS, Card, Rank, Suit
from uka.core.ruleset import Ruleset
from uka.envs import SIZE, PolicyNetwork, VectorDeals, action_mask, encode, named
from uka.envs.relative_suits import absolute_actions, first_suits, relative_actions, to_absolute, to_relative

RANKS = [rank for rank in Rank if rank is not JOKER.rank]
OF_CARDS = (Play, Discard, Give)


def in_order(first: Suit | None) -> list[Suit]:
    if first is None:
        return [*SUITS]
    return [first, first.next, *(suit for suit in SUITS if suit not in (first, first.next))]


def moved(action: Action, suits: list[Suit], cards: list[Card]) -> int:
    """Return the relative number of an action, if these are the suits and cards in relative order."""
    if isinstance(action, OF_CARDS):
        return type(action)(JOKER).index - len(cards) + 1 + cards.index(action.card)
    if isinstance(action, CallTrump | NameSuit) and action.suit in suits:
        first = CallTrump(SUITS[0], action.alone) if isinstance(action, CallTrump) else NameSuit(SUITS[0])
        return first.index + suits.index(action.suit)
    return action.index


@given(rules=any_rules, rng=randoms)
@settings(max_examples=50)
def test_cards_and_actions_are_numbered_by_the_first_suit(rules: Ruleset, rng: Random) -> None:
    for step in playing(random_deal(rules, rng, revokes=False), rng):
        seen = step.before.observe(step.seat)
        trump = seen.contract.trump if seen.contract else None
        suits = in_order(trump if trump in SUITS else seen.up_suit)
        cards = [
            card for suit, rank in product(suits, RANKS) for card in Card if (card.suit, card.rank) == (suit, rank)
        ]
        cards.append(JOKER)
        row, mask = encode(seen)[None], action_mask(seen)[None]
        first = first_suits(row)
        fields = named(to_relative(row, first)[0])
        assert [cards[place] for place in np.flatnonzero(fields["upcard"])] == [seen.upcard]
        assert {cards[place] for place in np.flatnonzero(fields["hand"])} == {*seen.cards}
        assert {cards[place] for place in np.nonzero(fields["trick"])[1]} == {card for _, card in seen.plays}
        assert [suits[place] for place in np.flatnonzero(fields["up_suit"])] == [*filter(None, [seen.up_suit])]
        assert [(*suits, Suit.NO_TRUMP)[place] for place in np.flatnonzero(fields["trump"])] == [*filter(None, [trump])]
        legal = [moved(action, suits, cards) for action in seen.legal_actions]
        assert sorted(legal) == np.flatnonzero(to_relative(mask, first)[0]).tolist()
        assert absolute_actions(legal, first).tolist() == [action.index for action in seen.legal_actions]


@pytest.mark.parametrize("rules", ["uka", "british", "north_american"])
def test_relative_rows_become_what_they_were(rules: str) -> None:
    deals = VectorDeals(rulesets.find(rules), 500, seed=1)
    for step in range(30):
        suits = first_suits(deals.observations)
        for rows in (deals.observations, deals.masks):
            assert (to_absolute(to_relative(rows, suits), suits) == rows).all()
        actions = deals.random_actions(step)
        assert (absolute_actions(relative_actions(actions, suits), suits) == actions).all()
        deals.step(actions)


def test_a_network_with_relative_suits_plays_all_suits_alike(tmp_path: Path) -> None:
    """It chooses as the same network does from relative arrays, also from a file."""
    plain = a_network()
    a_network(relative=True).save(tmp_path / "policy.npz")
    network = PolicyNetwork.load(tmp_path / "policy.npz")
    deals = VectorDeals(rulesets.find("tainui"), 64, seed=1)
    for _ in range(30):
        suits = first_suits(deals.observations)
        best = plain.best(to_relative(deals.observations, suits), to_relative(deals.masks, suits))
        assert (network.best(deals.observations, deals.masks) == absolute_actions(best, suits)).all()
        deals.step(absolute_actions(best, suits))


def test_rows_of_another_size_are_refused() -> None:
    for rows in (np.zeros((2, 5)), np.zeros(SIZE)):
        with pytest.raises(ValueError, match=r"rows must be of shape .n, 536. or .n, 124., not"):
            to_relative(rows, np.zeros(2, int))
