"""``uka review``: the cost of each choice in a finished game, worst first.

A choice is judged only by what the seat knew when it made the choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich import box
from rich.console import Console
from rich.table import Table

from uka import coach
from uka.coach import GAP_SENTENCES, DealReview, ReviewedChoice
from uka.coach.formatting import choice_text, cost_in_points, cost_in_win, moment
from uka.core.seats import SEATS, Seat
from uka.narration.names import counted
from uka.records import Log, read

from ..measure import bar_of
from ..options import BeyondEnd, UsageError, WholeNumber
from ..transcript import pretty

CAPTION = "to win, points: the loss against the best choice, by what the seat knew"
MOST, EXPLAINED = 20, 5
"""The maximum number of choices that the review shows, and the number of them that come with reasons."""


def review(
    file: Annotated[str, Parameter(help="The record of a finished game: Uka's own format, EGN or EMN.")],
    *,
    seat: Annotated[
        Seat | None, Parameter(help="The seat to review; without it, yours in a game of uka play, or else all four.")
    ] = None,
    deal: Annotated[WholeNumber | None, Parameter(help="Only this deal, counted from 0.")] = None,
    game: Annotated[WholeNumber, Parameter(help="The game of a match, counted from 0.")] = 0,
    json: Annotated[bool, Parameter(negative="", help="Print a JSON object for each deal and seat.")] = False,
    beyond_end: BeyondEnd = False,
) -> None:
    """Compare each call, discard and play with the best choice, by what the seat knew at that moment.

    Ctrl-C stops the review and prints the results so far.
    """
    games = read(file, beyond_end=beyond_end).games
    if not 0 <= game < len(games):
        raise UsageError(f"there is no game {game}: {file} has {len(games)}, counted from 0")
    log, found, stopped = games[game], list[DealReview](), False
    seats = _seats(log, seat)
    try:
        for each in _reviewed(log, seats, deal, json):
            found.append(each)
            if json:
                print(msgspec.json.encode(each).decode(), flush=True)
    except KeyboardInterrupt:
        stopped = True
    if found and not json:
        _print(Console(highlight=False, markup=False), found, len(seats) > 1)
    if stopped:
        raise KeyboardInterrupt


def _seats(log: Log, seat: Seat | None) -> tuple[Seat, ...]:
    person = log.header.about.get("person")
    if seat is None and person in log.players:
        seat = log.rules.seats[log.players.index(person)]
    return (seat,) if seat else SEATS


def _reviewed(log: Log, seats: tuple[Seat, ...], deal: int | None, hidden: bool) -> Iterator[DealReview]:
    deals = range(coach.deal_count(log)) if deal is None else (deal,)
    with bar_of(hidden) as bar:
        task = bar.add_task("deals", total=len(deals) * len(seats))
        for number in deals:
            for seat in seats:
                yield coach.review(log, seat, number)
                bar.advance(task)


def _print(console: Console, found: Sequence[DealReview], several: bool) -> None:
    costly = coach.worst_first(found)
    looked = sum(each.real_choices for each in found)
    who = "" if several else f" of {found[0].seat}"
    console.print(f"{counted(looked, 'choice')}{who} reviewed; {len(costly)} could have been better.")
    if costly:
        console.print(_table(costly[:MOST], several))
        for found_in, choice in costly[:EXPLAINED]:
            _print_reasons(console, found_in, choice)
    if len(costly) > MOST:
        console.print(f"… and {len(costly) - MOST} more that cost less.")
    if equal := sum(choice.unsure for each in found for choice in each.choices):
        console.print(f"{counted(equal, 'choice')} more: as good as the best, within the margin of error.")
    for sentence in _unjudged(found, several):
        console.print(sentence, soft_wrap=True)


def _print_reasons(console: Console, found: DealReview, choice: ReviewedChoice) -> None:
    """Print why the best choice is better than the choice that was made."""
    if choice.reasons:
        console.print(f"Deal {found.number}, {moment(choice)}, {found.seat}:")
        for reason in choice.reasons:
            console.print(f"  {reason.text}", soft_wrap=True)


def _unjudged(found: Sequence[DealReview], several: bool) -> Iterator[str]:
    """Yield lines that name the deals that cannot be judged, with the reason.

    ``several`` is true if several seats are reviewed.
    """
    for number, why in dict.fromkeys((each.number, each.unjudged) for each in found):
        seats = [str(each.seat) for each in found if (each.number, each.unjudged) == (number, why)]
        everyone = not several or len(seats) == sum(each.number == number for each in found)
        of_seats = f" ({', '.join(seats)})"
        if why:
            yield f"Deal {number}{'' if everyone else of_seats}: {GAP_SENTENCES[why]}"


def _table(costly: Sequence[tuple[DealReview, ReviewedChoice]], several: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption=CAPTION, caption_justify="left")
    for name in ("deal", *(("seat",) if several else ()), "when", "chose", "better"):
        table.add_column(name)
    for name in ("to win", "points"):
        table.add_column(name, justify="right", no_wrap=True)
    for found, each in costly:
        best = each.choices[0]
        table.add_row(
            str(found.number),
            *((str(found.seat),) if several else ()),
            moment(each),
            choice_text(each.action, each.words, pretty),
            choice_text(best.action, best.words, pretty),
            cost_in_win(each),
            cost_in_points(each),
        )
    return table
