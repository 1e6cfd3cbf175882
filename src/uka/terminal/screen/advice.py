"""Hints, reviews and explanations as lines of text.

A review lists what the person's choices in a game cost, the worst first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from msgspec.structs import replace

from uka.coach import (
    GAP_SENTENCES,
    ChoiceExplanation,
    DealReview,
    RatedAction,
    Reason,
    ReviewedChoice,
    are_equal,
    worst_first,
)
from uka.coach.formatting import (
    choice_text,
    cost_in_points,
    cost_in_win,
    deal_part,
    explanation_sections,
    value_text,
    win_axis,
)
from uka.core.actions import Action
from uka.narration.names import card_name, counted

from ..width import truncated

BAR, CHOICE, REVIEWED, MOMENT, REASON = 18, 18, 17, 16, 70
"""Widths in columns: of a bar, of a choice in a hint and in a review, of the time of a choice, and of a reason."""
EXPLAINED = 5
"""The number of choices, the worst first, whose reasons a review shows."""


def hint_lines(choices: Sequence[RatedAction]) -> tuple[str, ...]:
    """Return lines of text about ``choices``, the best of which comes first: a line for each, then the reasons.

    A bar shows the chance of winning; its grey part is the margin of error. An equals sign marks choices that are equal
    to the best choice within the margins of error.
    """
    low, high = win_axis(choices)
    head = f"{'':<{CHOICE}}  {f'{100 * low:.0f}%':<{BAR - 5}}{f'{100 * high:.0f}%':>5}   to win      points"
    signs = _equal_signs(choices)
    rows = (
        f"{_choice_text(each.action, each.words)}{sign} {_bar(each, low, high)}  {value_text(each)}  {each.grade}"
        for each, sign in zip(choices, signs, strict=True)
    )
    equal = " = marks what is as good as the best within it." if "=" in signs else ""
    note = f"± is the margin of error.{equal}"
    why = reason_lines(reason for each in choices for reason in each.reasons)
    return (head, *rows, "", *why, *([""] if why else ()), note, "Only what you can see is used.")


def explanation_lines(explained: ChoiceExplanation) -> tuple[str, ...]:
    """Return lines of text that say why a seat made a choice in a finished deal."""
    lines = list[str]()
    for section in explanation_sections(explained):
        lines += [section.title, *(line for each in section.sentences for line in wrap(each, REASON)), ""]
    if explained.made.choices:
        lines += hint_lines([replace(each, reasons=()) for each in explained.made.choices])[:-1]
    return tuple(lines)


def reason_lines(reasons: Iterable[Reason]) -> tuple[str, ...]:
    """Return the sentences of reasons, wrapped into lines of at most ``REASON`` columns."""
    return tuple(line for reason in reasons for line in wrap(reason.text, REASON))


def _equal_signs(choices: Sequence[RatedAction]) -> Sequence[str]:
    """Return an equals sign for each choice that is as good as the best one, and a space for each other choice.

    If no choice is as good as the best, the best gets no sign either.
    """
    equal = [are_equal(choices[0], each) for each in choices]
    return ["=" if sum(equal) > 1 and same else " " for same in equal]


def _bar(each: RatedAction, low: float, high: float) -> str:
    """Return a bar for the chance of winning by a choice, on a scale from ``low`` to ``high``."""

    def columns(chance: float) -> int:
        return round(BAR * min(max((chance - low) / (high - low), 0), 1))

    margin = 2 * each.win_error
    full = columns(each.win - margin)
    grey = columns(each.win + margin) - full
    return ("█" * full + "░" * grey).ljust(BAR)


@dataclass
class ReviewProgress:
    """The state of a game's review while it is made: the reviews of deals so far, and the number of deals."""

    found: list[DealReview] = field(default_factory=list[DealReview])
    """The reviews of the deals so far."""
    total: int = 0
    """The number of deals of the game, or 0 if it is not known yet."""
    fault: str = ""
    """A sentence that says why the review ended early, if it did."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines to show: the progress, the choices that were not the best, and the deals not fully reviewed."""
        costly = worst_first(self.found)
        table = (
            line
            for number, (found, each) in enumerate(costly)
            for line in (_costly_choice_row(found, each), *(reason_lines(each.reasons) if number < EXPLAINED else ()))
        )
        head = f"{'':<{MOMENT}}{'you chose':<{REVIEWED}} {'better':<{REVIEWED}} {'to win':>7} {'points':>6}"
        silent = (f"Deal {each.number + 1}: {GAP_SENTENCES[each.unjudged]}" for each in self.found if each.unjudged)
        equal = sum(each.unsure for deal in self.found for each in deal.choices)
        doubt = (f"{counted(equal, 'choice')} more: as good as the best, within the margin of error.",) if equal else ()
        return (self._progress(len(costly)), "", *((head, *table, "") if costly else ()), *doubt, *silent)

    def _progress(self, costly: int) -> str:
        """Return a line that says how far the review is, or at its end, how many choices could have been better."""
        if self.fault:
            return self.fault
        if len(self.found) < self.total or not self.total:
            number = len(self.found) + 1
            return f"Deal {number} of {self.total}…" if self.total else f"Deal {number}…"
        looked = sum(each.real_choices for each in self.found)
        return f"{counted(looked, 'choice')} judged by what you knew then; {costly} could have been better."


def _costly_choice_row(found: DealReview, each: ReviewedChoice) -> str:
    """Return a row of the table of costly choices."""
    where = f"deal {found.number + 1}, {deal_part(each)}"
    best = each.choices[0]
    cost = f"{cost_in_win(each):>7} {cost_in_points(each):>6} {each.grade}"
    chose, better = (_choice_text(one.action, one.words, REVIEWED) for one in (each, best))
    return f"{where:<{MOMENT}}{chose} {better} {cost}"


def _choice_text(action: Action, words: str, width: int = CHOICE) -> str:
    """Return a choice as text of ``width`` columns."""
    text = truncated(choice_text(action, words, card_name), width)
    return text + " " * (width - len(text))
