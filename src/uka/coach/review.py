"""The review of a finished deal: the cost of each choice of a seat, judged only by what the seat knew when it chose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from uka.core.actions import Action, ClaimRevoke, Play
from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.public_deal import Phase, PublicDeal
from uka.core.rubber import GameOrRubber
from uka.core.rulings import MisdealRuling
from uka.core.scoring import Outcome
from uka.core.seats import Seat
from uka.narration.calls import choice_name
from uka.records import Acted, BellRecorded, Dealt, Log, MisdealRecorded, Note, RecordStep, RulingGiven
from uka.records.entries import RecordEntry
from uka.records.summary import CLAIMED

from .grades import ERRORS, Grade
from .rating import Evaluator, RatedAction, rate_choices
from .reasons import Reason

LEAST_WIN, LEAST_POINTS = 0.0005, 0.005
"""The smallest costs that are reported, in chance of winning and in points. A smaller cost would be shown as zero."""
ReviewGap: TypeAlias = Literal["misdeal", "redeal", "revoked", "unfinished", "unknown", "claimed"]
"""Why some or all choices of a deal are not judged."""
GAP_SENTENCES: dict[str, str] = {
    "misdeal": "A misdeal: nothing to review.",
    "redeal": "Dealt again after a farmer's hand: nothing to review.",
    "revoked": "A card was played against the rules: nothing to review.",
    "unfinished": "Not finished: nothing to review.",
    "unknown": "Some hands are missing from the record: some choices are not reviewed.",
    "claimed": "The remaining tricks were claimed: the cards after that are not reviewed.",
}
"""For each ``ReviewGap``, the sentence that says why some or all choices of a deal are not judged."""
ChoicePhase: TypeAlias = Literal["calling", "discard", "lead", "follow"]
"""The part of a deal in which a seat chose: a call, a card to put away, the lead, or a later card of a trick."""


class ReviewedChoice(msgspec.Struct, frozen=True):
    """A choice and its cost: the value of the best choice minus the value of this choice.

    The best choice is the one with the best chance of winning the game.
    """

    step: int
    """The index of the choice among the deal's steps in a ``GameReplay``."""
    trick: int | None
    """The number of the trick, from 0, or None if the choice was made before the play."""
    phase: ChoicePhase
    """The part of the deal in which the seat chose."""
    action: Action
    words: str
    """The name of the choice in the words of the ruleset."""
    points: float
    """The cost in points. It is negative if the best choice is expected to score fewer points in the deal."""
    points_error: float
    """The standard error of ``points``."""
    win: float
    """The cost in chance of winning the game, from 0 to 1."""
    win_error: float
    """The standard error of ``win``."""
    unsure: bool
    """Whether the cost may be due to chance."""
    grade: Grade
    """How much worse the choice is than the best one, in a word."""
    choices: tuple[RatedAction, ...]
    """All choices that the seat had, the best first. It is empty if there was only one."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why the best choice is better than this one."""
        return next((each.reasons for each in self.choices if each.action == self.action), ())

    @property
    def is_costly(self) -> bool:
        """Whether the cost is worth a report: chance does not explain it, and it is more than zero when rounded."""
        return not self.unsure and (self.win >= LEAST_WIN or abs(self.points) >= LEAST_POINTS)


class DealReview(msgspec.Struct, frozen=True):
    """The choices of one seat in one deal, each with its cost."""

    number: int
    """The number of the deal in the record, from 0."""
    seat: Seat
    choices: tuple[ReviewedChoice, ...]
    """The choices in the order in which they were made."""
    unjudged: ReviewGap | None
    """Why choices are missing, or None if ``choices`` has all choices of the seat."""

    @property
    def real_choices(self) -> int:
        """The number of choices in which the seat had more than one lawful action."""
        return sum(len(each.choices) > 1 for each in self.choices)


class ObservedChoice(NamedTuple):
    """A choice of a seat, and what the seat knew when it chose."""

    step: int
    """The index of the choice among the deal's steps in a ``GameReplay``."""
    seen: Observation
    """What the seat knew."""
    action: Action
    """What the seat chose."""


class ObservedChoices(NamedTuple):
    """The choices of one seat in one deal, except those that cannot be judged, such as cards after a claim."""

    number: int
    """The number of the deal in the record, from 0."""
    seat: Seat
    choices: tuple[ObservedChoice, ...]
    """The choices in the order in which they were made."""
    unjudged: ReviewGap | None
    """Why other choices of the seat cannot be judged, or None if ``choices`` has all choices."""


class ReplayedEntry(NamedTuple):
    """A step of the replay of a game record, and the state of the game before that step."""

    before: GameOrRubber | None
    step: RecordStep


def deal_count(log: Log) -> int:
    """Return the number of deals in the game record ``log``."""
    return sum(isinstance(entry, Dealt) for entry in log.entries)


def review(log: Log, seat: Seat, deal: int, evaluate: Evaluator | None = None) -> DealReview:
    """Return the cost of each choice that ``seat`` made in the deal with the number ``deal``, from 0, of a game record.

    ``evaluate`` gives the values of the choices; without it, the strongest bot gives them, and the review has reasons.
    The result depends only on the record and on ``evaluate``. Raise ``UkaError`` if the record has no such deal.
    """
    observed = observed_choices(log, seat, deal)
    rated = (
        rate_choices(choice.seen, evaluate, against=choice.action) if has_alternatives(choice) else ()
        for choice in observed.choices
    )
    return review_of_choices(observed, rated)


def review_of_choices(observed: ObservedChoices, rated: Iterable[tuple[RatedAction, ...]]) -> DealReview:
    """Return the review of the deal in which the choices ``observed`` were made.

    ``rated`` holds one tuple for each of these choices: all lawful actions with their values, the best first. The tuple
    is empty if the seat had only one lawful action.
    """
    choices = tuple(map(review_choice, observed.choices, rated))
    return DealReview(observed.number, observed.seat, choices, observed.unjudged)


def has_alternatives(choice: ObservedChoice) -> bool:
    """Return whether the seat had more than one lawful action when it made ``choice``. Revoke claims do not count."""
    return sum(not isinstance(action, ClaimRevoke) for action in choice.seen.lawful_actions) > 1


def review_choice(observed: ObservedChoice, rated: tuple[RatedAction, ...]) -> ReviewedChoice:
    """Return the choice ``observed`` with its cost.

    ``rated`` holds all lawful actions with their values, the best first. It is empty if there was only one.
    """
    step, seen, action = observed
    trick = len(seen.tricks) if seen.phase is Phase.PLAYING else None
    phase = choice_phase(seen)
    chosen = next((choice for choice in rated if choice.action == action), None)
    if chosen is None:
        return ReviewedChoice(
            step, trick, phase, action, _words(seen, action), 0.0, 0.0, 0.0, 0.0, False, "best", rated
        )
    best = rated[0]
    points, win = best.points - chosen.points, best.win - chosen.win
    costs = points != 0 or win != 0
    points_error = hypot(best.points_error, chosen.points_error) if costs else 0.0
    win_error = hypot(best.win_error, chosen.win_error) if costs else 0.0
    unsure = costs and win <= ERRORS * win_error and abs(points) <= ERRORS * points_error
    return ReviewedChoice(
        step, trick, phase, action, chosen.words, points, points_error, win, win_error, unsure, chosen.grade, rated
    )


def choice_phase(seen: Observation) -> ChoicePhase:
    """Return the part of the deal, such as "lead", in which the seat whose turn it is chooses."""
    if seen.phase is Phase.PLAYING:
        return "follow" if seen.trick else "lead"
    return "discard" if seen.phase in PUTTING_AWAY else "calling"


PUTTING_AWAY = frozenset({Phase.SHOWING, Phase.DISCARDING, Phase.GIVING})
"""The phases in which a seat chooses a card to put away, to show or to give."""


def _words(seen: Observation, action: Action) -> str:
    assert seen.seat is not None
    return choice_name(seen, seen.seat, action)


def worst_first(reviews: Iterable[DealReview]) -> list[tuple[DealReview, ReviewedChoice]]:
    """Return pairs of a deal's review and a choice of this deal that has a cost, the highest cost first.

    Costs are compared by chance of winning, then by points.
    """
    costly = [(deal, choice) for deal in reviews for choice in deal.choices if choice.is_costly]
    return sorted(costly, key=lambda pair: (pair[1].win, pair[1].points), reverse=True)


# The choices of a seat, and what the seat knew


def observed_choices(log: Log, seat: Seat, deal: int) -> ObservedChoices:
    """Return the choices of ``seat`` that can be judged in one deal of a game record.

    ``deal`` is the number of the deal, from 0. Raise ``UkaError`` if the record has no such deal.
    """
    part = _entries_of_deal(log, deal)
    if gap := _review_gap(part):
        return ObservedChoices(deal, seat, (), gap)
    dealt = part[0].step.entry
    assert isinstance(dealt, Dealt)
    choices = tuple(_choices(part, seat))
    judged = tuple(choice for choice in choices if _seen_cards(choice.seen).isdisjoint(dealt.unknown))
    if judged != choices:
        return ObservedChoices(deal, seat, judged, "unknown")
    claimed = any(_is_claim(step) for _, step in part)
    return ObservedChoices(deal, seat, judged, "claimed" if claimed else None)


def observed_choice(log: Log, deal: int, step: int) -> ObservedChoice:
    """Return the choice of one step of a deal of a game record. Both numbers are counted from 0.

    Raise ``UkaError`` if the record has no such deal, if nobody chose anything in this step, or if the choice cannot be
    judged.
    """
    for number, _, entry in _acts(log, deal):
        if number == step:
            observed = observed_choices(log, entry.seat, deal)
            if choice := next((each for each in observed.choices if each.step == step), None):
                return choice
            if observed.unjudged:
                raise UkaError(GAP_SENTENCES[observed.unjudged].removesuffix("."))
    raise UkaError(f"nobody chose anything in step {step} of deal {deal}, both counted from 0")


class TrickPlace(NamedTuple):
    """A card of a finished deal, by its place."""

    trick: int
    """The number of the trick, from 0."""
    seat: Seat
    """The seat that played the card."""


MadeChoice: TypeAlias = int | TrickPlace
"""A choice that all at the table met: a card, or a call or pass as its index among those of the deal, from 0."""


def step_of(log: Log, deal: int, made: MadeChoice) -> tuple[int, Seat]:
    """Return the index of the step of a choice in a deal of a game record, from 0, and the seat that chose.

    Raise ``UkaError`` if the record has no such deal or choice.
    """
    for number, before, entry in _acts(log, deal):
        calling = before.phase is Phase.CALLING and len(before.calls) == made
        if calling or (isinstance(entry.action, Play) and TrickPlace(len(before.tricks), entry.seat) == made):
            return number, entry.seat
    raise UkaError("nobody made that call or played that card in this deal")


def _acts(log: Log, deal: int) -> Iterator[tuple[int, PublicDeal, Acted]]:
    """Yield each choice in a deal of a game record until the rest is claimed: its step, the deal before it, the entry.

    Raise ``UkaError`` if the record has no such deal.
    """
    number = -1
    for before, step in _entries_of_deal(log, deal):
        if _is_claim(step):
            return
        number += isinstance(step.entry, STEPS)
        if isinstance(step.entry, Acted) and before and before.deal:
            yield number, before.deal, step.entry


STEPS = (Dealt, Acted, MisdealRecorded, BellRecorded, RulingGiven)
"""The kinds of record entries that ``ReviewedChoice.step`` counts."""


def _deal_entries(log: Log) -> Iterator[list[ReplayedEntry]]:
    """Yield the replayed entries of each deal, as a list. Entries between two deals belong to the earlier deal."""
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


def _entries_of_deal(log: Log, deal: int) -> list[ReplayedEntry]:
    """Return the replayed entries of a deal. Raise ``UkaError`` if the record has no such deal."""
    parts = list(_deal_entries(log))
    if not 0 <= deal < len(parts):
        raise UkaError(f"there is no deal {deal}: the record has {len(parts)}, counted from 0")
    return parts[deal]


def _choices(part: list[ReplayedEntry], seat: Seat) -> Iterator[ObservedChoice]:
    """Yield the choices of ``seat`` until a player claims the remaining tricks.

    No seat chose the cards that were played after the claim.
    """
    number = -1
    for before, step in part:
        if _is_claim(step):
            return
        entry = step.entry
        if isinstance(entry, STEPS):
            number += 1
        if isinstance(entry, Acted) and entry.seat is seat and before and not isinstance(entry.action, ClaimRevoke):
            yield ObservedChoice(number, before.observe(seat), entry.action)


def _is_claim(step: RecordStep) -> bool:
    return isinstance(step.entry, Note) and step.entry.kind == CLAIMED


def _seen_cards(seen: Observation) -> frozenset[Card]:
    """Return the cards that a seat has seen, except the cards played to tricks."""
    seen_by_all = (seen.upcard, *seen.buried, *seen.shown)
    return frozenset((*seen_by_all, *seen.cards, *seen.put_away, *seen.received, *seen.kitty_taken))


def _misdealt(entry: RecordEntry) -> bool:
    return isinstance(entry, MisdealRecorded) or (
        isinstance(entry, RulingGiven) and isinstance(entry.ruling, MisdealRuling)
    )


def _review_gap(part: list[ReplayedEntry]) -> ReviewGap | None:
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
