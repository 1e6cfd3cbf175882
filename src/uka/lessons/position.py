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

from .continuation import LEARNER, NAMES, continuation_after, observed
from .description import DealDescription, ExerciseDescription
from .facts import with_facts
from .lesson import LessonAnswer

ALL_PASS = "everybody passes"
"""The text for actions in a description by which all pass, until somebody must call or a last pass ends the deal."""


def arranged_deal(described: DealDescription, rules: Ruleset) -> Deal:
    """Return the deal that a lesson describes, under ``rules`` and after the actions of the description.

    Raise ``InvalidDeal`` or ``IllegalAction`` if the ruleset does not allow the deal or an action.
    """
    hands = {seat: _adapted_to_pack(getattr(described, seat.value), described, rules) for seat in SEATS}
    deal = Deal.arranged(
        rules,
        dealer=described.dealer,
        hands=hands,
        upcard=_adapted_to_pack(described.upcard, described, rules),
        revokes=described.revokes,
    )
    if described.actions == ALL_PASS:
        return _after_passes(deal)
    for text in filter(None, _adapted_to_pack(described.actions, described, rules).split(", ")):
        deal, _ = deal.apply(text)
    return deal


def _after_passes(deal: Deal) -> Deal:
    """Return the deal after as many passes as are possible without ending it."""
    while PASS in deal.legal_actions:
        after, _ = deal.apply(PASS)
        if after.over:
            return deal
        deal = after
    return deal


def score_of(described: DealDescription, rules: Ruleset) -> tuple[int, int]:
    """Return the score of the game in a description: the learner's side, then the other side.

    A negative number in the description counts from the target of ``rules``.
    """
    ours, theirs = (points + rules.target if points < 0 else points for points in described.score)
    return ours, theirs


def _adapted_to_pack(text: str, described: DealDescription, rules: Ruleset) -> str:
    """Return ``text`` with its cards adapted to the pack of ``rules``.

    In a pack of 32 cards, each card that is a key of ``described.low`` is replaced by its value, a lower card.
    """
    if rules.pack == 32:
        for card, low in described.low.items():
            text = text.replace(card, low)
    return text


def seen_by_learner(deal: Deal, described: DealDescription) -> Observation:
    """Return what the learner sees of ``deal``. Claims of a revoke are left out of the legal actions."""
    seen = observed(deal, LEARNER, score_of(described, deal.rules))
    return replace(seen, legal_actions=tuple([a for a in seen.legal_actions if not isinstance(a, ClaimRevoke)]))


def answers(exercise: ExerciseDescription, deal: Deal, seen: Observation) -> tuple[LessonAnswer, ...]:
    """Return an answer for each legal action of the learner. ``seen`` is what the learner sees of ``deal``."""
    assert exercise.deal is not None
    right = _right_actions(exercise.right, exercise.deal, deal)
    because = with_facts(exercise.because, deal.rules)
    mistake = with_facts(exercise.mistake, deal.rules)
    better = f"With a right answer: {result_line(continuation_after(deal, right[0], seen.score).result, NAMES)}"
    found = list[LessonAnswer]()
    for action in seen.legal_actions:
        follows = continuation_after(deal, action, seen.score).sentences
        reply = (*follows, because) if action in right else (mistake, *follows, better)
        found.append(LessonAnswer(_label(seen, action), action in right, reply, action))
    return tuple(found)


def _right_actions(texts: Sequence[str], described: DealDescription, deal: Deal) -> tuple[Action, ...]:
    """Parse ``texts``, such as ``discard 9h``, and return them as actions in the present phase of ``deal``."""
    return tuple([action_of(_adapted_to_pack(text, described, deal.rules), deal.phase) for text in texts])


def _label(seen: Observation, action: Action) -> str:
    """Return ``action`` as the label of an answer, such as "play J♦" or "pass"."""
    verb, _, _ = action_text(action).partition(" ")
    card = getattr(action, "card", None)
    return f"{verb} {card_name(card)}" if card else choice_name(seen, LEARNER, action)
