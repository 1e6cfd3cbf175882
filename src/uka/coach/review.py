"""The review of a finished deal: what each choice of a seat cost against the best, given what the seat knew then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from uka.bots import evaluate
from uka.core.actions import Action, ClaimRevoke
from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.rubber import GameOrRubber
from uka.core.rulings import MisdealRuling
from uka.core.scoring import Outcome
from uka.core.seats import Seat
from uka.narration.calls import phrase
from uka.records import Acted, BellRecorded, Dealt, Log, MisdealRecorded, Note, RecordStep, RulingGiven
from uka.records.entries import RecordEntry
from uka.records.summary import CLAIMED

from .rating import Evaluator, RatedAction, hint

ERRORS = 2.0
"""Standard errors within which a cost may be chance."""
LEAST_WIN, LEAST_POINTS = 0.0005, 0.005
"""What a choice costs at least to be told of: less reads as nothing."""
ReviewGap: TypeAlias = Literal["misdeal", "redeal", "revoked", "unfinished", "unknown", "claimed"]
GAP_SENTENCES: dict[str, str] = {
    "misdeal": "The dealer misdealt: there is nothing to judge.",
    "redeal": "A farmer's hand was shown and the cards were dealt again: there is nothing to judge.",
    "revoked": "A card was played against the rules: nothing in this deal is judged.",
    "unfinished": "This deal did not come to its end: there is nothing to judge.",
    "unknown": "The record does not know all that was held: what was chosen then is not judged.",
    "claimed": "The rest was claimed: the cards after that were not chosen.",
}
"""Why some or all of a deal is not judged, in a sentence."""


class ReviewedChoice(msgspec.Struct, frozen=True):
    """A choice and what it cost: the best choice's worth less this one's, with standard errors; 0 where it is the best.

    ``step`` is the choice's in the deal as ``GameReplay`` counts, ``trick`` from 0 where a card was played. ``choices``
    are what could be chosen, best first; none where there was but one. ``unsure``: the cost may be chance. ``points``
    fall below 0 where the best choice for the game has fewer points of the deal.
    """

    step: int
    trick: int | None
    action: Action
    words: str
    points: float
    points_error: float
    win: float
    win_error: float
    unsure: bool
    choices: tuple[RatedAction, ...]

    @property
    def costs(self) -> bool:
        """Whether it cost anything worth telling."""
        return self.win >= LEAST_WIN or abs(self.points) >= LEAST_POINTS


class DealReview(msgspec.Struct, frozen=True):
    """What a seat chose in a deal, in order; ``unjudged`` says why something was left out, None if nothing was."""

    number: int
    seat: Seat
    choices: tuple[ReviewedChoice, ...]
    unjudged: ReviewGap | None

    @property
    def real(self) -> int:
        """How many of them were choices between two or more."""
        return sum(len(each.choices) > 1 for each in self.choices)


class ObservedChoice(NamedTuple):
    """A choice, and what its seat knew when it was made; ``step`` as of ``ReviewedChoice``."""

    step: int
    seen: Observation
    action: Action


class ObservedChoices(NamedTuple):
    """The choices of a seat in a deal that can be judged, and why others can't."""

    number: int
    seat: Seat
    found: tuple[ObservedChoice, ...]
    unjudged: ReviewGap | None


class ReplayedEntry(NamedTuple):
    """An entry of a deal, and the state before it."""

    before: GameOrRubber | None
    step: RecordStep


def deal_count(log: Log) -> int:
    """How many deals a record has."""
    return sum(isinstance(entry, Dealt) for entry in log.entries)


def review(log: Log, seat: Seat, deal: int, evaluate: Evaluator = evaluate) -> DealReview:
    """A deal of a record, counted from 0, as one seat played it; the same whenever it is asked.

    ``UkaError`` for a deal that there is not.
    """
    found = observed_choices(log, seat, deal)
    return review_of_choices(
        found, (hint(moment.seen, evaluate) if has_alternatives(moment) else () for moment in found.found)
    )


def review_of_choices(moments: ObservedChoices, rated: Iterable[tuple[RatedAction, ...]]) -> DealReview:
    """A deal's review, by what each choice of its moments is worth: nothing, where there was but one."""
    choices = tuple(map(review_choice, moments.found, rated))
    return DealReview(moments.number, moments.seat, choices, moments.unjudged)


def has_alternatives(moment: ObservedChoice) -> bool:
    """Whether there was anything to choose."""
    return sum(not isinstance(action, ClaimRevoke) for action in moment.seen.lawful_actions) > 1


def review_choice(moment: ObservedChoice, rated: tuple[RatedAction, ...]) -> ReviewedChoice:
    """A choice against the best."""
    step, seen, action = moment
    trick = len(seen.tricks) if seen.phase is Phase.PLAYING else None
    mine = next((each for each in rated if each.action == action), None)
    if mine is None:
        return ReviewedChoice(step, trick, action, _words(seen, action), 0.0, 0.0, 0.0, 0.0, False, rated)
    best = rated[0]
    points, win = best.points - mine.points, best.win - mine.win
    costs = points != 0 or win != 0
    points_error = hypot(best.points_error, mine.points_error) if costs else 0.0
    win_error = hypot(best.win_error, mine.win_error) if costs else 0.0
    unsure = costs and win <= ERRORS * win_error and abs(points) <= ERRORS * points_error
    return ReviewedChoice(step, trick, action, mine.words, points, points_error, win, win_error, unsure, rated)


def _words(seen: Observation, action: Action) -> str:
    assert seen.seat is not None
    return phrase(seen, seen.seat, action)


def worst_first(reviews: Iterable[DealReview]) -> list[tuple[DealReview, ReviewedChoice]]:
    """All choices that cost something, those that cost most of the chance of winning first, then of the points."""
    costly = [(found, each) for found in reviews for each in found.choices if each.costs]
    return sorted(costly, key=lambda pair: (pair[1].win, pair[1].points), reverse=True)


# What a seat chose, and what it knew


def observed_choices(log: Log, seat: Seat, deal: int) -> ObservedChoices:
    """The choices of a seat in a deal, counted from 0, as far as they can be judged. ``UkaError`` for no such deal."""
    parts = list(_parts(log))
    if not 0 <= deal < len(parts):
        raise UkaError(f"there is no deal {deal}: the record has {len(parts)}, counted from 0")
    part = parts[deal]
    if why := _nothing(part):
        return ObservedChoices(deal, seat, (), why)
    dealt, choices = part[0].step.entry, tuple(_choices(part, seat))
    assert isinstance(dealt, Dealt)
    found = tuple(moment for moment in choices if _known(moment.seen).isdisjoint(dealt.unknown))
    claimed = any(_claims(step) for _, step in part)
    return ObservedChoices(deal, seat, found, "unknown" if found != choices else "claimed" if claimed else None)


STEPS = (Dealt, Acted, MisdealRecorded, BellRecorded, RulingGiven)
"""The entries that are steps of a replay."""


def _parts(log: Log) -> Iterator[list[ReplayedEntry]]:
    """The entries of each deal; what comes between deals belongs to the one before."""
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
    """What a seat chose, as far as anything was chosen: what follows a claim of the rest was not."""
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
    """The cards that a seat has seen, but for those played."""
    open_ = (seen.upcard, *seen.buried, *seen.shown)
    return frozenset((*open_, *seen.cards, *seen.put_away, *seen.received, *seen.kitty_taken))


def _misdealt(entry: RecordEntry) -> bool:
    return isinstance(entry, MisdealRecorded) or (
        isinstance(entry, RulingGiven) and isinstance(entry.ruling, MisdealRuling)
    )


def _nothing(part: list[ReplayedEntry]) -> ReviewGap | None:
    """Why nothing of a deal is judged."""
    if any(_misdealt(step.entry) and before and before.in_deal for before, step in part):
        return "misdeal"
    last = part[-1].step.state
    deal = last.deal if last else None
    if deal is None or deal.result is None:
        return "unfinished"
    if deal.result.outcome is Outcome.REDEAL:
        return "redeal"
    return "revoked" if deal.breaches or deal.ruled_revokes or deal.result.outcome is Outcome.REVOKED else None
