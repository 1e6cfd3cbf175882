"""Exercises in which the learner chooses an action in a deal."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from uka.core.action_text import action_of, action_text
from uka.core.actions import PASS, Action, ClaimRevoke
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.narration.calls import choice_name
from uka.narration.names import card_name
from uka.narration.results import result_line

from .continuation import LEARNER, NAMES, follow, observed
from .description import DealDescription, ExerciseDescription
from .facts import filled
from .lesson import LessonAnswer

ALL_PASS = "everybody passes"
"""The description of actions in which all pass until somebody must call, or until the last pass ends the deal."""


def arranged(described: DealDescription, rules: Ruleset) -> Deal:
    """Return a described deal under a ruleset, after its actions.

    Raise ``InvalidDeal`` or ``IllegalAction`` if the ruleset does not allow it.
    """
    hands = {seat: _in_pack(getattr(described, seat.value), described, rules) for seat in SEATS}
    deal = Deal.arranged(
        rules,
        dealer=described.dealer,
        hands=hands,
        upcard=_in_pack(described.upcard, described, rules),
        revokes=described.revokes,
    )
    if described.actions == ALL_PASS:
        return _passed_out(deal)
    for text in filter(None, _in_pack(described.actions, described, rules).split(", ")):
        deal, _ = deal.apply(text)
    return deal


def _passed_out(deal: Deal) -> Deal:
    """Return the deal after all passes, before the choice that ends the calling or the deal."""
    while PASS in deal.legal_actions:
        after, _ = deal.apply(PASS)
        if after.over:
            return deal
        deal = after
    return deal


def score_of(described: DealDescription, rules: Ruleset) -> tuple[int, int]:
    """Return the score of the game. A negative number in a description counts from the target."""
    ours, theirs = (points + rules.target if points < 0 else points for points in described.score)
    return ours, theirs


def _in_pack(text: str, described: DealDescription, rules: Ruleset) -> str:
    """Return a text with the low cards of a pack of 32."""
    if rules.pack == 32:
        for card, low in described.low.items():
            text = text.replace(card, low)
    return text


def seen_by_learner(deal: Deal, described: DealDescription) -> Observation:
    """Return what the learner sees. Claims of a revoke are left out of the legal actions."""
    seen = observed(deal, LEARNER, score_of(described, deal.rules))
    return replace(seen, legal_actions=tuple([a for a in seen.legal_actions if not isinstance(a, ClaimRevoke)]))


def answers(exercise: ExerciseDescription, deal: Deal, seen: Observation) -> tuple[LessonAnswer, ...]:
    """Return an answer for each legal action of the learner."""
    assert exercise.deal is not None
    right = _actions(exercise.right, exercise.deal, deal)
    because = (filled(exercise.because, deal.rules),)
    mistake, better = filled(exercise.mistake, deal.rules), _better(deal, right[0], seen.score)
    return tuple(
        LessonAnswer(
            label=_label(seen, action),
            right=action in right,
            reply=(*follows, *because) if action in right else (mistake, *follows, better),
            action=action,
        )
        for action in seen.legal_actions
        for follows in [follow(deal, action, seen.score).sentences]
    )


def _better(deal: Deal, right: Action, score: tuple[int, ...]) -> str:
    """Return a sentence about the result that follows from the right answer."""
    return f"With a right answer: {result_line(follow(deal, right, score).result, NAMES)}"


def _actions(texts: Sequence[str], described: DealDescription, deal: Deal) -> tuple[Action, ...]:
    return tuple([action_of(_in_pack(text, described, deal.rules), deal.phase) for text in texts])


def _label(seen: Observation, action: Action) -> str:
    """Return an answer as the learner gives it, such as "play J♦" or "pass"."""
    verb, _, _ = action_text(action).partition(" ")
    card = getattr(action, "card", None)
    return f"{verb} {card_name(card)}" if card else choice_name(seen, LEARNER, action)
