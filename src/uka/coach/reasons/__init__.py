"""Reasons why a choice is better than another: what the seat can see, and counts in sampled worlds.

All worlds are consistent with what the seat may know. A sentence about hidden cards tells how often it is true in them.

- ``reason``: a sentence with its figures, and functions that count them.
- ``words``: the words of reasons for seats, cards and choices.
- ``sample``: what the reasons need of a choice in sampled worlds.
- ``score``: the chances of winning the game, if the points of the deal do not tell them.
- ``results``: the result of the deal that makes one choice better than another.
- ``decisive_feature``: the statement about the hidden cards on which a difference depends most.
- ``unseen_cards``: statements about the hidden cards in a position of the play.
- ``bowers``: statements about the hidden trumps during the bidding.
- ``visible_call_facts``: what the seat can see before the first lead.
- ``visible_play_facts``: what the seat can see in the play.
- ``bidding_results``: how deals end after a choice before the first lead.
- ``bidding_sample``: a choice before the first lead in sampled worlds.
- ``play_sample``: a choice of a card in sampled worlds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from uka.bots import strongest
from uka.bots.equity import DealStakes
from uka.bots.evaluation import ActionEvaluation
from uka.bots.master import ruleset_model
from uka.core.actions import ClaimRedeal, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase

from .bidding_sample import BiddingSample
from .play_sample import PlaySample
from .reason import Figure, Reason
from .results import ResultReasons
from .sample import ChoiceSample
from .score import against_points, nearly_equal
from .visible_play_facts import preference
from .words import capitalized

__all__ = ["ChoiceSample", "Figure", "Reason", "explain", "preference", "sample_choices"]
MAX_REASONS = 3
"""The largest number of reasons for a choice."""


def sample_choices(seen: Observation, rng: random.Random, times: int = 1) -> ChoiceSample:
    """Return the choices of the seat whose turn it is in sampled worlds.

    ``times`` multiplies the number of worlds that the strongest bot samples.
    """
    bot = strongest(times)
    return PlaySample(seen, rng, bot) if seen.phase is Phase.PLAYING else BiddingSample(seen, rng, bot)


def explain(sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation) -> tuple[Reason, ...]:
    """Return up to three reasons why a choice is better than another.

    They tell what the seat can see, how the deal ends, on which cards the difference depends, and what the score means.
    A reason is left out if chance might explain it. That two choices are close is never the only reason.
    """
    if isinstance(best.action, ClaimRedeal) or isinstance(other.action, ClaimRedeal):
        return ()
    equal = (*nearly_equal(sample, best, other),)
    reasons = (*islice(_reasons(sample, best, other, equal), MAX_REASONS),)
    return reasons if len(reasons) > len(equal) else ()


def _reasons(
    sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation, equal: tuple[Reason, ...]
) -> Iterator[Reason]:
    """Yield reasons, the most important first. What speaks for the other choice follows a reason."""
    seat = sample.seen.seat
    assert seat is not None
    stakes = DealStakes(sample.seen, seat.partnership, ruleset_model(sample.seen.rules).equity)
    results = ResultReasons(sample, stakes, (best.action, other.action), equal=bool(equal))
    visible = (*_visible(sample, best, other, stakes),)
    before = (*results.reason(), *visible) if results.decides() else (*visible, *results.reason())
    counter = (*against_points(sample, best, other), *results.counter())[:1]
    if equal:
        yield from (*equal, *results.reason(), *counter, *visible)
    elif before:
        yield from (*before, *counter)
    if best.points > other.points and not (equal and isinstance(best.action, Play)):
        yield from sample.reasons(best.action, other.action)


def _visible(
    sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation, stakes: DealStakes
) -> Iterator[Reason]:
    """Yield the most important fact that the seat can see, if there is one."""
    for fact in islice(sample.facts(best.action, other.action, stakes), 1):
        yield Reason("view", capitalized(fact))
