"""A strong card player: lays out worlds that may be, the likelier ones more often, and solves them all."""

from __future__ import annotations

import random
from array import array
from functools import lru_cache

from uka.core.actions import Action, Play
from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.public import Phase
from uka.core.ruleset import Ruleset
from uka.core.scoring import outcome_of, points_for
from uka.kernels import Position, Solver
from uka.kernels.plays import PlayModel, history
from uka.kernels.worlds import Worlds, gather, knowledge, resample, room

from .club import Club
from .fitted_plays import CLUB
from .prospect import Prospect
from .sight import certain_revoke

DRAWN, SOLVED = 600, 120
"""Worlds that are laid out, and those of them that are solved, drawn by how likely the cards played were in them."""


class Expert:
    """Calls as the club does; plays the card after which the game is likeliest won, by worlds solved exactly."""

    name = "expert"

    def __init__(self, drawn: int = DRAWN, solved: int = SOLVED) -> None:
        self._club, self._drawn, self._solved = Club(), drawn, solved

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """The best lawful action it knows; a claim if it has seen a revoke for certain."""
        if observation.phase is not Phase.PLAYING or certain_revoke(observation) is not None:
            return self._club.choose(observation, rng)
        cards = [a.card for a in observation.lawful_actions if isinstance(a, Play)]
        if len(cards) == 1:
            return Play(cards[0])
        worth = self.cards(observation, rng)
        return Play(max(cards, key=lambda card: (worth[card], -card.rank.index)))

    def cards(self, seen: Observation, rng: random.Random) -> dict[Card, tuple[float, float]]:
        """For each card that the rules of play allow, the chance of winning the game and the points it leads to."""
        contract, leader, me = seen.contract, seen.leader, seen.seat
        assert contract is not None
        assert leader is not None
        assert me is not None
        solver, _ = _tools(seen.rules)
        common = Position(
            hands=(),
            leader=leader.index,
            trump=contract.trump.index,
            plays=tuple(card.index for card in seen.trick),
            sitting=contract.sitting,
            side=me.partnership.index,
        )
        found = solver.count_by_card(self._worlds(seen, rng), common)
        points, prospect = _points(seen), Prospect(seen)
        wins = [prospect.gain(point) for point in points]
        return {card: (counts.mean(wins)[0], counts.mean(points)[0]) for card, counts in found.items()}

    def _worlds(self, seen: Observation, rng: random.Random) -> memoryview[int]:
        """Hands as they may be held now."""
        drawn, hands = room(self._drawn), room(self._solved)
        worlds = _worlds(seen)
        worlds.draw(drawn, seed=rng.getrandbits(63))
        weights, picks = array("d", [1.0]) * self._drawn, array("I", [0]) * self._solved
        _, model = _tools(seen.rules)
        model.weigh(history(seen), drawn, weights)
        resample(weights, picks, seed=rng.getrandbits(63))
        gather(drawn, picks, hands)
        return hands


@lru_cache(maxsize=64)
def _tools(rules: Ruleset) -> tuple[Solver, PlayModel]:
    return Solver(rules), PlayModel(rules, CLUB)


def _worlds(seen: Observation) -> Worlds:
    """The worlds that may be; where somebody revoked there may be none that the rules of play allow."""
    try:
        return Worlds(knowledge(seen))
    except ValueError:
        if not seen.revokes:
            raise
        return Worlds(knowledge(seen, trusting=False))


def _points(seen: Observation) -> list[int]:
    """What this side gets less what the other does, by the tricks that it takes from now on."""
    contract, rules, me = seen.contract, seen.rules, seen.seat
    assert contract is not None
    assert me is not None
    side, left = me.partnership, rules.hand_size - len(seen.tricks)
    points = list[int]()
    for tricks in range(left + 1):
        outcome = outcome_of(
            seen.taken[contract.makers.index] + (tricks if side is contract.makers else left - tricks),
            rules.hand_size,
            loner=contract.loner is not None,
            lone_defender=contract.lone_defender is not None,
            lone_must_march=rules.lone_must_march,
        )
        pair = points_for(rules.scoring, outcome, contract.makers)
        points.append(pair[side.index] - pair[side.other.index])
    return points
