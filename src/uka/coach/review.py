"""The review of a finished deal. It gives the cost of each choice of a seat, judged by what the seat knew then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from uka.core.actions import Action, ClaimRevoke
from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.rubber import GameOrRubber
from uka.core.rulings import MisdealRuling
from uka.core.scoring import Outcome
from uka.core.seats import Seat
from uka.narration.calls import choice_name
from uka.records import Acted, BellRecorded, Dealt, Log, MisdealRecorded, Note, RecordStep, RulingGiven
from uka.records.entries import RecordEntry
from uka.records.summary import CLAIMED

from .rating import ERRORS, Evaluator, RatedAction, rate_choices
from .reasons import Reason

LEAST_WIN, LEAST_POINTS = 0.0005, 0.005
"""The smallest costs that are reported, in chance of winning and in points. A smaller cost would be shown as zero."""
ReviewGap: TypeAlias = Literal["misdeal", "redeal", "revoked", "unfinished", "unknown", "claimed"]
GAP_SENTENCES: dict[str, str] = {
    "misdeal": "A misdeal: nothing to review.",
    "redeal": "Dealt again after a farmer's hand: nothing to review.",
    "revoked": "A card was played against the rules: nothing to review.",
    "unfinished": "Not finished: nothing to review.",
    "unknown": "Some hands are missing from the record: some choices are not reviewed.",
    "claimed": "The remaining tricks were claimed: the cards after that are not reviewed.",
}
"""The sentences that explain, for each ``ReviewGap``, why some or all choices of a deal are not judged."""
ChoicePhase: TypeAlias = Literal["calling", "discard", "lead", "follow"]
"""The part of a deal in which a seat chose: a call, a card to put away, the lead, or a later card of a trick."""


class ReviewedChoice(msgspec.Struct, frozen=True):
    """A choice and its cost: the value of the best choice minus the value of this choice, with standard errors.

    The best choice is the best for winning the game.
    """

    step: int
    """The index of the choice among the deal's steps in a ``GameReplay``."""
    trick: int | None
    """The number of the trick, from 0, or None if the choice was made before the play."""
    phase: ChoicePhase
    """The part of the deal."""
    action: Action
    words: str
    points: float
    """The cost in points; negative if the best choice is expected to score fewer points in the deal."""
    points_error: float
    win: float
    """The cost in chance of winning the game."""
    win_error: float
    unsure: bool
    """Whether the cost may be due to chance."""
    choices: tuple[RatedAction, ...]
    """All choices, the best first. It is empty if there was only one choice."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons why the best choice is better than this one."""
        return next((each.reasons for each in self.choices if each.action == self.action), ())

    @property
    def costs(self) -> bool:
        """Whether the cost is large enough to report: more than chance explains, and more than zero when rounded."""
        return not self.unsure and (self.win >= LEAST_WIN or abs(self.points) >= LEAST_POINTS)


class DealReview(msgspec.Struct, frozen=True):
    """The reviewed choices of one seat in a deal, in order. ``number`` is the number of the deal, from 0.

    ``unjudged`` is the reason why choices are missing, or None if the review has all choices.
    """

    number: int
    seat: Seat
    choices: tuple[ReviewedChoice, ...]
    unjudged: ReviewGap | None

    @property
    def real_choices(self) -> int:
        """The number of choices in which the seat had more than one lawful action."""
        return sum(len(each.choices) > 1 for each in self.choices)


class ObservedChoice(NamedTuple):
    """A choice, and what the seat knew when it chose. ``step`` has the same meaning as in ``ReviewedChoice``."""

    step: int
    seen: Observation
    action: Action


class ObservedChoices(NamedTuple):
    """The choices of a seat in a deal that can be judged.

    ``number`` is the number of the deal, from 0. ``unjudged`` is the reason why other choices cannot be judged, or None
    if ``found`` has all choices.
    """

    number: int
    seat: Seat
    found: tuple[ObservedChoice, ...]
    unjudged: ReviewGap | None


class ReplayedEntry(NamedTuple):
    """An entry of a game record, and the state of the game before that entry."""

    before: GameOrRubber | None
    step: RecordStep


def deal_count(log: Log) -> int:
    """Return the number of deals in a game record."""
    return sum(isinstance(entry, Dealt) for entry in log.entries)


def review(log: Log, seat: Seat, deal: int, evaluate: Evaluator | None = None) -> DealReview:
    """Review the choices of one seat in a deal of a game record. ``deal`` is the number of the deal, from 0.

    Without ``evaluate``, choices are rated as the strongest bot would, with reasons.

    The result depends only on the record and the evaluator. Raise ``UkaError`` if the record has no such deal.
    """
    found = observed_choices(log, seat, deal)
    return review_of_choices(
        found,
        (
            rate_choices(moment.seen, evaluate, against=moment.action) if has_alternatives(moment) else ()
            for moment in found.found
        ),
    )


def review_of_choices(moments: ObservedChoices, rated: Iterable[tuple[RatedAction, ...]]) -> DealReview:
    """Return the review of a deal.

    ``rated`` holds one tuple for each choice in ``moments``: the ratings of all lawful actions, the best first. The
    tuple is empty if the seat had only one lawful action.
    """
    choices = tuple(map(review_choice, moments.found, rated))
    return DealReview(moments.number, moments.seat, choices, moments.unjudged)


def has_alternatives(moment: ObservedChoice) -> bool:
    """Return whether the seat had more than one lawful action. Claims of revokes do not count."""
    return sum(not isinstance(action, ClaimRevoke) for action in moment.seen.lawful_actions) > 1


def review_choice(moment: ObservedChoice, rated: tuple[RatedAction, ...]) -> ReviewedChoice:
    """Return a choice with its cost. ``rated`` holds the ratings of all lawful actions, the best first."""
    step, seen, action = moment
    trick = len(seen.tricks) if seen.phase is Phase.PLAYING else None
    phase = choice_phase(seen)
    chosen = next((choice for choice in rated if choice.action == action), None)
    if chosen is None:
        return ReviewedChoice(step, trick, phase, action, _words(seen, action), 0.0, 0.0, 0.0, 0.0, False, rated)
    best = rated[0]
    points, win = best.points - chosen.points, best.win - chosen.win
    costs = points != 0 or win != 0
    points_error = hypot(best.points_error, chosen.points_error) if costs else 0.0
    win_error = hypot(best.win_error, chosen.win_error) if costs else 0.0
    unsure = costs and win <= ERRORS * win_error and abs(points) <= ERRORS * points_error
    return ReviewedChoice(step, trick, phase, action, chosen.words, points, points_error, win, win_error, unsure, rated)


def choice_phase(seen: Observation) -> ChoicePhase:
    """Return the part of the deal in which the seat whose turn it is chooses."""
    if seen.phase is Phase.PLAYING:
        return "follow" if seen.trick else "lead"
    return "discard" if seen.phase in PUTTING_AWAY else "calling"


PUTTING_AWAY = frozenset({Phase.SHOWING, Phase.DISCARDING, Phase.GIVING})
"""The phases in which a seat chooses a card to put away, to show or to give."""


def _words(seen: Observation, action: Action) -> str:
    assert seen.seat is not None
    return choice_name(seen, seen.seat, action)


def worst_first(reviews: Iterable[DealReview]) -> list[tuple[DealReview, ReviewedChoice]]:
    """Return all choices that have a cost, each with the review of its deal, the highest cost first.

    Costs are compared by chance of winning, then by points.
    """
    costly = [(deal, choice) for deal in reviews for choice in deal.choices if choice.costs]
    return sorted(costly, key=lambda pair: (pair[1].win, pair[1].points), reverse=True)


# The choices of a seat, and what the seat knew


def observed_choices(log: Log, seat: Seat, deal: int) -> ObservedChoices:
    """Return the choices of a seat that can be judged in one deal of a game record.

    ``deal`` is the number of the deal, from 0. Raise ``UkaError`` if the record has no such deal.
    """
    parts = list(_parts(log))
    if not 0 <= deal < len(parts):
        raise UkaError(f"there is no deal {deal}: the record has {len(parts)}, counted from 0")
    part = parts[deal]
    if gap := _gap(part):
        return ObservedChoices(deal, seat, (), gap)
    dealt, choices = part[0].step.entry, tuple(_choices(part, seat))
    assert isinstance(dealt, Dealt)
    found = tuple(moment for moment in choices if _known(moment.seen).isdisjoint(dealt.unknown))
    claimed = any(_claims(step) for _, step in part)
    return ObservedChoices(deal, seat, found, "unknown" if found != choices else "claimed" if claimed else None)


STEPS = (Dealt, Acted, MisdealRecorded, BellRecorded, RulingGiven)
"""The kinds of record entries that ``ReviewedChoice.step`` counts."""


def _parts(log: Log) -> Iterator[list[ReplayedEntry]]:
    """Yield the entries of each deal. Entries between two deals belong to the earlier deal."""
    part, before = list[ReplayedEntry](), None
    for step in log.replay():
        if isinstance(step.entry, Dealt) and part:
            yield part
            part = []
        if isinstance(step.entry, Dealt) or part:
            part.append(ReplayedEntry(before, step))
        before = step.state
    if part:
        yield part


def _choices(part: list[ReplayedEntry], seat: Seat) -> Iterator[ObservedChoice]:
    """Yield the choices of a seat until a player claims the remaining tricks.

    No seat chose the cards that were played after the claim.
    """
    number = -1
    for before, step in part:
        if _claims(step):
            return
        entry = step.entry
        number += isinstance(entry, STEPS)
        if isinstance(entry, Acted) and entry.seat is seat and before and not isinstance(entry.action, ClaimRevoke):
            yield ObservedChoice(number, before.observe(seat), entry.action)


def _claims(step: RecordStep) -> bool:
    return isinstance(step.entry, Note) and step.entry.kind == CLAIMED


def _known(seen: Observation) -> frozenset[Card]:
    """Return the cards that a seat has seen, except the cards played to tricks."""
    open_ = (seen.upcard, *seen.buried, *seen.shown)
    return frozenset((*open_, *seen.cards, *seen.put_away, *seen.received, *seen.kitty_taken))


def _misdealt(entry: RecordEntry) -> bool:
    return isinstance(entry, MisdealRecorded) or (
        isinstance(entry, RulingGiven) and isinstance(entry.ruling, MisdealRuling)
    )


def _gap(part: list[ReplayedEntry]) -> ReviewGap | None:
    """Return the reason why no choice of a deal can be judged, or None if there is no such reason."""
    if any(_misdealt(step.entry) and before and before.in_deal for before, step in part):
        return "misdeal"
    last = part[-1].step.state
    deal = last.deal if last else None
    if deal is None or deal.result is None:
        return "unfinished"
    if deal.result.outcome is Outcome.REDEAL:
        return "redeal"
    return "revoked" if deal.breaches or deal.ruled_revokes or deal.result.outcome is Outcome.REVOKED else None
