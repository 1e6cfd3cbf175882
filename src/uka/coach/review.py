"""A finished deal looked over: what each choice of a seat cost against the best, by what that seat knew then."""

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
from uka.core.public import Phase
from uka.core.rulings import MisdealRuling
from uka.core.scoring import Outcome
from uka.core.seats import Seat
from uka.narration.calls import phrase
from uka.records import Acted, BellRang, Dealt, Log, Misdealt, Note, RulingGiven, Step
from uka.records.log import Entry, State
from uka.records.summary import CLAIMED

from .rating import Evaluate, Rated, hint

ERRORS = 2.0
"""Standard errors within which a cost may be chance."""
LEAST_WIN, LEAST_POINTS = 0.0005, 0.005
"""What a choice costs at least to be told of: less reads as nothing."""
Unjudged: TypeAlias = Literal["misdeal", "redeal", "revoked", "unfinished", "unknown", "claimed"]
SAID: dict[str, str] = {
    "misdeal": "The dealer misdealt: there is nothing to judge.",
    "redeal": "A farmer's hand was shown and the cards were dealt again: there is nothing to judge.",
    "revoked": "A card was played against the rules: nothing in this deal is judged.",
    "unfinished": "This deal did not come to its end: there is nothing to judge.",
    "unknown": "The record does not know all that was held: what was chosen then is not judged.",
    "claimed": "The rest was claimed: the cards after that were not chosen.",
}
"""Why some or all of a deal is not judged, in a sentence."""


class Judged(msgspec.Struct, frozen=True):
    """A choice and what it cost: the best choice's worth less this one's, with standard errors; 0 where it is the best.

    ``step`` is the choice's in the deal as ``Replay`` counts, ``trick`` from 0 where a card was played. ``choices`` are
    what could be chosen, best first; none where there was but one. ``unsure``: the cost may be chance. ``points`` fall
    below 0 where the best choice for the game has fewer points of the deal.
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
    choices: tuple[Rated, ...]

    @property
    def costs(self) -> bool:
        """Whether it cost anything worth telling."""
        return self.win >= LEAST_WIN or abs(self.points) >= LEAST_POINTS


class DealReview(msgspec.Struct, frozen=True):
    """What a seat chose in a deal, in order; ``unjudged`` says why something was left out, None if nothing was."""

    number: int
    seat: Seat
    choices: tuple[Judged, ...]
    unjudged: Unjudged | None

    @property
    def real(self) -> int:
        """How many of them were choices between two or more."""
        return sum(len(each.choices) > 1 for each in self.choices)


class Moment(NamedTuple):
    """A choice, and what its seat knew when it was made; ``step`` as of ``Judged``."""

    step: int
    seen: Observation
    action: Action


class Moments(NamedTuple):
    """The choices of a seat in a deal that can be judged, and why others can't."""

    number: int
    seat: Seat
    found: tuple[Moment, ...]
    unjudged: Unjudged | None


class Played(NamedTuple):
    """An entry of a deal, and the state before it."""

    before: State | None
    step: Step


def deals(log: Log) -> int:
    """How many deals a record has."""
    return sum(isinstance(entry, Dealt) for entry in log.entries)


def review(log: Log, seat: Seat, deal: int, evaluate: Evaluate = evaluate) -> DealReview:
    """A deal of a record, counted from 0, as one seat played it; the same whenever it is asked.

    ``UkaError`` for a deal that there is not.
    """
    found = moments(log, seat, deal)
    return reviewed(found, (hint(moment.seen, evaluate) if chosen(moment) else () for moment in found.found))


def reviewed(moments: Moments, rated: Iterable[tuple[Rated, ...]]) -> DealReview:
    """A deal's review, by what each choice of its moments is worth: nothing, where there was but one."""
    choices = tuple(map(judged, moments.found, rated))
    return DealReview(moments.number, moments.seat, choices, moments.unjudged)


def chosen(moment: Moment) -> bool:
    """Whether there was anything to choose."""
    return sum(not isinstance(action, ClaimRevoke) for action in moment.seen.lawful_actions) > 1


def judged(moment: Moment, rated: tuple[Rated, ...]) -> Judged:
    """A choice against the best."""
    step, seen, action = moment
    trick = len(seen.tricks) if seen.phase is Phase.PLAYING else None
    mine = next((each for each in rated if each.action == action), None)
    if mine is None:
        return Judged(step, trick, action, _words(seen, action), 0.0, 0.0, 0.0, 0.0, False, rated)
    best = rated[0]
    points, win = best.points - mine.points, best.win - mine.win
    costs = points != 0 or win != 0
    points_error = hypot(best.points_error, mine.points_error) if costs else 0.0
    win_error = hypot(best.win_error, mine.win_error) if costs else 0.0
    unsure = costs and win <= ERRORS * win_error and abs(points) <= ERRORS * points_error
    return Judged(step, trick, action, mine.words, points, points_error, win, win_error, unsure, rated)


def _words(seen: Observation, action: Action) -> str:
    assert seen.seat is not None
    return phrase(seen, seen.seat, action)


def worst_first(reviews: Iterable[DealReview]) -> list[tuple[DealReview, Judged]]:
    """All choices that cost something, those that cost most of the chance of winning first, then of the points."""
    costly = [(found, each) for found in reviews for each in found.choices if each.costs]
    return sorted(costly, key=lambda pair: (pair[1].win, pair[1].points), reverse=True)


# What a seat chose, and what it knew


def moments(log: Log, seat: Seat, deal: int) -> Moments:
    """The choices of a seat in a deal, counted from 0, as far as they can be judged. ``UkaError`` for no such deal."""
    parts = list(_parts(log))
    if not 0 <= deal < len(parts):
        raise UkaError(f"there is no deal {deal}: the record has {len(parts)}, counted from 0")
    part = parts[deal]
    if why := _nothing(part):
        return Moments(deal, seat, (), why)
    dealt, choices = part[0].step.entry, tuple(_choices(part, seat))
    assert isinstance(dealt, Dealt)
    found = tuple(moment for moment in choices if _known(moment.seen).isdisjoint(dealt.unknown))
    claimed = any(_claims(step) for _, step in part)
    return Moments(deal, seat, found, "unknown" if found != choices else "claimed" if claimed else None)


STEPS = (Dealt, Acted, Misdealt, BellRang, RulingGiven)
"""The entries that are steps of a replay."""


def _parts(log: Log) -> Iterator[list[Played]]:
    """The entries of each deal; what comes between deals belongs to the one before."""
    part, before = list[Played](), None
    for step in log.replay():
        if isinstance(step.entry, Dealt) and part:
            yield part
            part = []
        if isinstance(step.entry, Dealt) or part:
            part.append(Played(before, step))
        before = step.state
    if part:
        yield part


def _choices(part: list[Played], seat: Seat) -> Iterator[Moment]:
    """What a seat chose, as far as anything was chosen: what follows a claim of the rest was not."""
    number = -1
    for before, step in part:
        if _claims(step):
            return
        entry = step.entry
        number += isinstance(entry, STEPS)
        if isinstance(entry, Acted) and entry.seat is seat and before and not isinstance(entry.action, ClaimRevoke):
            yield Moment(number, before.observe(seat), entry.action)


def _claims(step: Step) -> bool:
    return isinstance(step.entry, Note) and step.entry.kind == CLAIMED


def _known(seen: Observation) -> frozenset[Card]:
    """The cards that a seat has seen, but for those played."""
    open_ = (seen.upcard, *seen.buried, *seen.shown)
    return frozenset((*open_, *seen.cards, *seen.put_away, *seen.received, *seen.kitty_taken))


def _misdealt(entry: Entry) -> bool:
    return isinstance(entry, Misdealt) or (isinstance(entry, RulingGiven) and isinstance(entry.ruling, MisdealRuling))


def _nothing(part: list[Played]) -> Unjudged | None:
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
