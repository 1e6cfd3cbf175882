"""A model of a bot as an opponent: which hidden cards its choices suggest, and how it plays on.

A world is a layout of the hidden cards, here a ``Deal`` that looks like the real one to the seat that asks. A bot that
answers fast is asked itself, in each world, what it would have chosen at each of its turns. Instead of a bot that
searches, or of a program, a fast stand-in plays on, and the evidence of the master bot's models selects the worlds.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable
from math import prod
from random import Random
from typing import Literal, TypeAlias

from msgspec.structs import replace

from uka.bots import Bot
from uka.bots.expert import ExpertBot
from uka.bots.master import ruleset_model
from uka.bots.pimc import WorldBuffers, draw_worlds, sample_all_hands
from uka.core.actions import Action
from uka.core.cards import CardMask
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import Seat
from uka.kernels.determinization import resample

from .player_faults import PlayerFault, fallback
from .world_deals import HandMasks, WeightedWorld, deal_in_world, hand_masks

CANDIDATES = 4
"""The number of worlds that are drawn for each world that is chosen by one kind of evidence."""
DOUBT = 0.1
"""The probability that a choice in the past was any lawful action instead of the one that the bot names now."""
TOO_UNLIKELY = 1e-3
"""A hand in which the choices of its seat are less likely than this is not asked about further choices."""
QUICK_EXPERT = ExpertBot(sampled=32, kept=8)
"""An expert bot with a small search, which stands in for a bot that searches longer."""

Asked: TypeAlias = Literal["all", "calls", "nothing"]
"""About which choices in the past a bot is asked: all, those before the first lead, or none."""
HandKey: TypeAlias = tuple[int, CardMask, CardMask]
"""A seat's index, its hand during the bidding, and the cards that it discarded."""


class MasterStandIn:
    """A fast bot that is like the master bot: it calls by the learned policy, and plays cards after a small search."""

    name = "stand-in"

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Return the call to which the learned policy gives the highest probability, or the choice of the expert."""
        if observation.phase is not Phase.CALLING:
            return QUICK_EXPERT.choose(observation, rng)
        chances = ruleset_model(observation.rules).bids.chances(observation)
        return max(observation.lawful_actions, key=lambda action: chances.get(action, 0.0))


class OpponentModel:
    """How a bot is expected to choose: ``stand_in`` chooses in its place.

    ``asked`` says about which choices in the past the stand-in is asked. The models of the master bot say how likely
    the others are. ``asks`` is how often it is asked about a choice, with different random numbers.
    """

    def __init__(self, stand_in: Bot, asked: Asked, asks: int = 1) -> None:
        self._stand_in, self._asks = stand_in, asks
        self._asked: Asked = asked

    def belief(self, seen: Observation, rng: Random) -> Belief:
        """Return what the seat that observes ``seen`` believes of the hidden cards."""
        asked: Asked = "nothing" if seen.went_under is not None or seen.given else self._asked
        return Belief(seen, rng, asked, self._chance)

    def play_on(self, deal: Deal, action: Action, seen: Observation, rng: Random) -> Deal:
        """Return ``deal`` at its end, if ``action`` is chosen now and the stand-in then chooses for every seat.

        ``seen`` is what the seat whose turn it is sees of the deal and the game.
        """
        deal, _ = deal.apply(action)
        while (seat := deal.turn) is not None:
            lawful = deal.turn_legal
            deal, _ = deal.apply(lawful[0] if len(lawful) == 1 else self._choice(_observed(deal, seat, seen), rng))
        return deal

    def _choice(self, seen: Observation, rng: Random) -> Action:
        try:
            return self._stand_in.choose(seen, rng)
        except PlayerFault:
            return fallback(seen)

    def _chance(self, seen: Observation, action: Action, rng: Random) -> float:
        """Return the probability with which the bot chooses ``action`` in ``seen``."""
        random_chance = 1 / len(seen.lawful_actions)
        if not self._asks:
            return random_chance
        hits = sum(self._choice(seen, rng) == action for _ in range(self._asks))
        return (1 - DOUBT) * hits / self._asks + DOUBT * random_chance


class Belief:
    """What a seat believes of the hidden cards: worlds, by how likely the other seats' choices so far are in each.

    ``asked`` is as in ``OpponentModel``. ``chance`` returns the probability of a choice, given what its seat sees.
    """

    def __init__(
        self, seen: Observation, rng: Random, asked: Asked, chance: Callable[[Observation, Action, Random], float]
    ) -> None:
        self._seen, self._rng, self._chance = seen, rng, chance
        self._asked: Asked = asked
        self._others = [seat for seat in seen.rules.seats if seat is not seen.seat]
        self._known = dict[HandKey, float]()

    def worlds(self, count: int) -> list[WeightedWorld]:
        """Return worlds whose times sum to ``count``. Each call returns other ones."""
        rows = hand_masks(self._candidates(count))
        deals = [deal_in_world(row, self._seen, self._rng) for row in rows]
        if self._asked == "nothing":
            return [WeightedWorld(deal, 1) for deal in deals]
        weights = array("d", [self._likelihood(row, deal) for row, deal in zip(rows, deals, strict=True)])
        picks = array("I", [0]) * count
        resample(weights, picks, seed=self._rng.getrandbits(63))
        return [WeightedWorld(deals[index], times) for index, times in Counter(picks).items()]

    def _candidates(self, count: int) -> WorldBuffers:
        """Return worlds that fit the choices that nobody is asked about, and more than ``count`` if others are."""
        if self._asked == "all":
            return draw_worlds(self._seen, self._rng, count * CANDIDATES)
        if self._asked == "calls":
            kept = count * CANDIDATES
            return sample_all_hands(self._seen, self._rng, sampled=kept * CANDIDATES, kept=kept)
        bids = ruleset_model(self._seen.rules).bids
        return sample_all_hands(self._seen, self._rng, sampled=count * CANDIDATES**2, kept=count, bids=bids)

    def _likelihood(self, row: HandMasks, deal: Deal) -> float:
        """Return the likelihood of the other seats' choices in a world, given by its masks and as a deal.

        What a seat chooses depends on its own cards alone, so each hand of a seat is looked at once.
        """
        _, hands_at_call, discards = row
        keys = {seat: (seat.index, hands_at_call[seat.index], discards[seat.index]) for seat in self._others}
        chances = {seat: 1.0 for seat, key in keys.items() if key not in self._known}
        if chances:
            for now, seat, action in deal.steps():
                if self._asked == "calls" and now.phase is Phase.PLAYING:
                    break
                if seat is now.turn and len(now.turn_legal) > 1 and chances.get(seat, 0.0) > TOO_UNLIKELY:
                    chances[seat] *= self._chance(_observed(now, seat, self._seen), action, self._rng)
            self._known.update({keys[seat]: chance for seat, chance in chances.items()})
        return prod(self._known[key] for key in keys.values())


def _observed(deal: Deal, seat: Seat, seen: Observation) -> Observation:
    """Return what ``seat`` sees of ``deal``, in the game in which another seat sees ``seen``."""
    return replace(deal.observe(seat), score=seen.score, number=seen.number, bell=seen.bell, previous=seen.previous)
