"""Reasons why a choice is better than another, counted in sampled worlds.

All worlds are consistent with what the seat may know. Each sentence tells how often something is true in them.

- ``reason``: a sentence with its figures, and functions that count them.
- ``sample``: what the reasons need of a choice in sampled worlds.
- ``score``: what the score of the game means for a choice.
- ``decisive_feature``: the statement about the hidden cards on which a difference depends most.
- ``unseen_cards``: statements about the hidden cards in a position of the play.
- ``bowers``: statements about the hidden trumps during the bidding.
- ``bidding_results``: how deals end after a choice before the first lead.
- ``bidding_sample``: a choice before the first lead in sampled worlds.
- ``play_sample``: a choice of a card in sampled worlds.
"""

from __future__ import annotations

import random

from uka.bots import strongest
from uka.bots.evaluation import ActionEvaluation
from uka.core.actions import ClaimRedeal
from uka.core.observation import Observation
from uka.core.public_deal import Phase

from .bidding_sample import BiddingSample
from .play_sample import PlaySample
from .reason import Figure, Reason
from .sample import ChoiceSample
from .score import ScoreReasons

__all__ = ["ChoiceSample", "Figure", "Reason", "explain", "sample_choices"]


def sample_choices(seen: Observation, rng: random.Random, times: int = 1) -> ChoiceSample:
    """Return the choices of the seat whose turn it is in sampled worlds.

    ``times`` multiplies the number of worlds that the strongest bot samples.
    """
    bot = strongest(times)
    return PlaySample(seen, rng, bot) if seen.phase is Phase.PLAYING else BiddingSample(seen, rng, bot)


def explain(sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation) -> tuple[Reason, ...]:
    """Return up to three reasons why a choice is better than another.

    They tell how the deal ends, on which cards the difference depends, and what the score means. A reason is left out
    if chance might explain it.
    """
    if isinstance(best.action, ClaimRedeal) or isinstance(other.action, ClaimRedeal):
        return ()
    names = sample.name(best.action), sample.name(other.action)
    score = ScoreReasons(sample.seen, names)
    meanings = (
        *score.against_points(best, other),
        *score.end_of_the_game(best.action, other.action, sample.share),
    )
    reasons = sample.reasons(best.action, other.action)
    return _without_repetition((*reasons, *meanings[:1]), points=best.points > other.points)


def _without_repetition(reasons: tuple[Reason, ...], *, points: bool) -> tuple[Reason, ...]:
    """Return reasons without a result that the score tells too.

    ``points`` is false if the best choice does not bring more points. Then it does not depend on points in some worlds.
    """
    told = {reason.figures for reason in reasons if reason.kind == "score"}
    return tuple(
        reason
        for reason in reasons
        if (points or reason.kind != "cards") and (reason.kind != "result" or reason.figures not in told)
    )
