"""Reasons why one choice is better than another: what the seat can see, and counts in sampled worlds.

A sampled world is one possible deal of the hidden cards that fits what the seat knows. A reason about hidden cards says
in how many of the sampled worlds it is true.

- ``reason``: a sentence with its figures, and functions that compute the figures.
- ``words``: seats, cards and choices in the words of a player.
- ``sample``: the interface of the choices of a turn, evaluated in sampled worlds.
- ``score``: what the score of the game makes of a choice.
- ``results``: the result of the deal that makes one choice better than another.
- ``decisive_feature``: the statement about the hidden cards on which a difference depends most.
- ``unseen_cards``: statements about the hidden cards during the play.
- ``bowers``: statements about the hidden trumps during the bidding.
- ``visible_call_facts``: what the seat can see before the first lead.
- ``visible_play_facts``: what the seat can see during the play.
- ``bidding_results``: how deals end after a choice before the first lead.
- ``bidding_sample``: the choices of a turn before the first lead, evaluated in sampled worlds.
- ``play_sample``: the choices of a turn in the play, evaluated in sampled worlds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, islice

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
from .score import nearly_equal, wins_despite_fewer_points
from .words import capitalized

__all__ = ["ChoiceSample", "Figure", "Reason", "explain", "sample_choices"]
MAX_REASONS = 3
"""The largest number of reasons why a choice is better than another."""


def sample_choices(seen: Observation, rng: random.Random, times: int = 1) -> ChoiceSample:
    """Evaluate the choices of the seat whose turn it is in ``seen`` in sampled worlds, as the strongest bot does.

    ``times`` multiplies the number of worlds that the bot samples.
    """
    bot = strongest(times)
    return PlaySample(seen, rng, bot) if seen.phase is Phase.PLAYING else BiddingSample(seen, rng, bot)


def explain(sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation) -> tuple[Reason, ...]:
    """Return up to three reasons why the choice ``best`` is better than the choice ``other``.

    A reason says what the seat can see, how the deal ends, on which hidden cards the difference depends, or what the
    score means. A reason that may be due to chance is left out. If the only reason would be that the two choices are
    close, return no reason.
    """
    if isinstance(best.action, ClaimRedeal) or isinstance(other.action, ClaimRedeal):
        return ()
    equal = tuple(nearly_equal(sample, best, other))
    reasons = tuple(islice(_reasons(sample, best, other, equal), MAX_REASONS))
    return reasons if len(reasons) > len(equal) else ()


def _reasons(
    sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation, equal: tuple[Reason, ...]
) -> Iterator[Reason]:
    """Yield reasons, the most important first. One reason that speaks for ``other`` may be among them.

    ``equal`` holds the reason that both choices are close, if they are.
    """
    seat = sample.seen.seat
    assert seat is not None
    stakes = DealStakes(sample.seen, seat.partnership, ruleset_model(sample.seen.rules).equity)
    results = ResultReasons(sample, stakes, (best.action, other.action), equal=bool(equal))
    visible = tuple(_visible_reason(sample, best, other, stakes))
    result = tuple(results.reason_for())
    against = tuple(islice(chain(wins_despite_fewer_points(sample, best, other), results.reason_against()), 1))
    if equal:
        yield from (*equal, *result, *against, *visible)
    elif result or visible:
        yield from (*result, *visible) if results.decides() else (*visible, *result)
        yield from against
    if best.points > other.points and not (equal and isinstance(best.action, Play)):
        yield from sample.reasons(best.action, other.action)


def _visible_reason(
    sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation, stakes: DealStakes
) -> Iterator[Reason]:
    """Yield the most important thing that the seat can see and that speaks for ``best``, if there is one."""
    for fact in islice(sample.facts(best.action, other.action, stakes), 1):
        yield Reason("view", capitalized(fact))
