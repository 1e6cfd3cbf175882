"""``uka review``: the cost of each choice in a recorded game, worst first.

A choice is judged only by what the seat knew when it made the choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace
from rich import box
from rich.table import Table

from uka import coach
from uka.coach import COSTLY, DOUBTFUL, GAP_SENTENCES, ChoiceExplanation, DealReview, ReviewedChoice
from uka.coach.formatting import (
    choice_text,
    cost_in_points,
    cost_in_win,
    deal_part,
    explanation_sections,
    value_text,
)
from uka.core.ruleset import HAND_SIZE
from uka.core.seats import SEATS, Seat
from uka.narration.names import counted
from uka.records import Log
from uka.table.recorded_players import player_at

from ..measure import progress_bar
from ..options import BeyondEnd, UsageError, WholeNumber, index_of
from ..printing import PrintableConsole, printable_console, say_json
from ..record_files import read_record
from ..transcript import pretty

CAPTION = (
    "to win, points: the loss against the best choice, by what the seat knew\n"
    f"scale, by games lost of 100: costly {100 * COSTLY:.0f} or more, doubtful {100 * DOUBTFUL:.0f} or more, good fewer"
)
MAX_LISTED = 20
"""The maximum number of choices in the table of a review."""
MAX_EXPLAINED = 5
"""The number of choices for which a review prints why another one is better."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class PartOfRecord:
    """The options that select the part of a record to review: a game, a deal and a trick, each counted from 1."""

    deal: Annotated[WholeNumber | None, Parameter(help="Only this deal, counted from 1.")] = None
    trick: Annotated[WholeNumber | None, Parameter(help="Only the cards of this trick, counted from 1.")] = None
    game: Annotated[WholeNumber, Parameter(help="The game of a match, counted from 1.")] = 1

    def check(self) -> None:
        """Raise ``UsageError`` if ``trick`` is not the number of a trick."""
        if self.trick is not None and not 1 <= self.trick <= HAND_SIZE:
            raise UsageError(f"--trick must be 1 to {HAND_SIZE}, not {self.trick}")


FIRST_GAME = PartOfRecord()
"""The options if the user gives none: all deals of the first game."""


def review(
    file: Annotated[str, Parameter(help="A finished or unfinished game: Uka's own format, EGN or EMN.")],
    *,
    seat: Annotated[
        Seat | None, Parameter(help="The seat to review; without it, yours in a game of uka play, or else all four.")
    ] = None,
    part: PartOfRecord = FIRST_GAME,
    why: Annotated[
        bool,
        Parameter(negative="", help="Tell of each choice, good ones too, what the seat knew and what it compared."),
    ] = False,
    json: Annotated[
        bool,
        Parameter(negative="", help="Print a JSON object for each deal and seat. Its numbers count from 0."),
    ] = False,
    beyond_end: BeyondEnd = False,
) -> None:
    """List the choices that could have been better, the most costly first, by what the seat knew at that moment.

    Calls, discards and cards are compared with the best choice. --json prints all of them, the good ones too. --why
    asks the player of the seat: a bot says in its own words how it chose. Ctrl-C stops the review and prints the
    results so far.
    """
    part.check()
    games = read_record(file, beyond_end=beyond_end).games
    log = games[index_of(part.game, len(games), "game", file)]
    seats = _seats_to_review(log, seat)
    if why:
        _explain(log, seats, part, json=json)
        return
    found = list[DealReview]()
    stopped = False
    try:
        for each in _reviews(log, seats, part, show_progress=not json):
            found.append(each)
            if json:
                say_json(each)
    except KeyboardInterrupt:
        stopped = True
    if found and not json:
        _print(printable_console(), found, len(seats) > 1)
    if stopped:
        raise KeyboardInterrupt


def _explain(log: Log, seats: tuple[Seat, ...], part: PartOfRecord, *, json: bool) -> None:
    """Print why ``seats`` made each of their choices in a part of a record that holds at least one other choice."""
    console, silent = printable_console(), True
    for number in _deal_indexes(log, part.deal):
        for seat in seats:
            observed = coach.observed_choices(log, seat, number)
            for choice in observed.choices:
                explained = coach.explain_choice(choice, player_at(log, seat, number, choice.step).level)
                made = explained.made
                if not made.choices or (part.trick is not None and made.trick != part.trick - 1):
                    continue
                silent = False
                if json:
                    say_json(explained)
                else:
                    _print_explanation(console, number, explained)
            if observed.unjudged and not json:
                silent = False
                console.print_line(f"Deal {number + 1}, {seat}: {GAP_SENTENCES[observed.unjudged]}")
    if silent and not json:
        console.print_line("Nothing to explain: the rules allowed one choice only each time.")


def _print_explanation(console: PrintableConsole, number: int, explained: ChoiceExplanation) -> None:
    made = explained.made
    player = f"{explained.seat} ({explained.level})" if explained.level else str(explained.seat)
    console.print_line(
        f"Deal {number + 1}, {deal_part(made)}, {player}: {choice_text(made.action, made.words, pretty)}"
    )
    for section in explanation_sections(explained):
        console.print_line(f"{section.title}:", start="  ")
        for sentence in section.sentences:
            console.print_line(sentence, start="    ")
    for each in made.choices:
        console.print_line(
            f"{choice_text(each.action, each.words, pretty)}: {value_text(each)}, {each.grade}", start="    "
        )
    console.print_line("")


def _seats_to_review(log: Log, seat: Seat | None) -> tuple[Seat, ...]:
    """Return ``seat`` alone, or if it is None, the seat of the person who played the game, or else all four seats."""
    person = log.header.about.get("person")
    if seat is None and person in log.players:
        seat = log.rules.seats[log.players.index(person)]
    return (seat,) if seat else SEATS


def _deal_indexes(log: Log, deal: int | None) -> Sequence[int]:
    """Return the index of the deal that the user numbers ``deal``, or the indexes of all deals if it is None."""
    count = coach.deal_count(log)
    return range(count) if deal is None else (index_of(deal, count, "deal", "the record"),)


def _limited_to_trick(found: DealReview, trick: int | None) -> DealReview:
    """Return ``found`` with only the choices in one trick, counted from 1, or unchanged if ``trick`` is None."""
    if trick is None:
        return found
    return replace(found, choices=tuple(each for each in found.choices if each.trick == trick - 1))


def _reviews(log: Log, seats: tuple[Seat, ...], part: PartOfRecord, *, show_progress: bool) -> Iterator[DealReview]:
    """Yield the review of each deal for each of ``seats``, and show a progress bar if ``show_progress`` is true."""
    deals = _deal_indexes(log, part.deal)
    with progress_bar(hidden=not show_progress) as bar:
        task = bar.add_task("deals", total=len(deals) * len(seats))
        for number in deals:
            for seat in seats:
                yield _limited_to_trick(coach.review(log, seat, number), part.trick)
                bar.advance(task)


def _print(console: PrintableConsole, found: Sequence[DealReview], several: bool) -> None:
    """Print the reviews ``found`` as one table. ``several`` is true if several seats were reviewed."""
    costly = coach.worst_first(found)
    looked = sum(each.real_choices for each in found)
    who = "" if several else f" of {found[0].seat}"
    console.print_line(f"{counted(looked, 'choice')}{who} reviewed. {_list_heading(len(costly))}")
    if costly:
        console.print(_table(costly[:MAX_LISTED], several))
        for found_in, choice in costly[:MAX_EXPLAINED]:
            _print_reasons(console, found_in, choice)
    if len(costly) > MAX_LISTED:
        console.print(f"… and {len(costly) - MAX_LISTED} more that cost less.")
    if equal := sum(choice.unsure for each in found for choice in each.choices):
        console.print(f"{counted(equal, 'choice')} more: as good as the best, within the margin of error.")
    for sentence in _unjudged_lines(found, several):
        console.print_line(sentence)


def _list_heading(costly: int) -> str:
    """Return the heading of the table. ``costly`` is the number of choices that could have been better."""
    if not costly:
        return "None could have been better."
    if costly > MAX_LISTED:
        return f"{costly} could have been better; the {MAX_LISTED} most costly are listed:"
    return f"Only the {costly} that could have been better {'is' if costly == 1 else 'are'} listed:"


def _print_reasons(console: PrintableConsole, found: DealReview, choice: ReviewedChoice) -> None:
    """Print why the best choice is better than ``choice``, which was made. Print nothing if no reason is known."""
    if choice.reasons:
        console.print(f"Deal {found.number + 1}, {deal_part(choice)}, {found.seat}:")
        for reason in choice.reasons:
            console.print_line(reason.text, start="  ")


def _unjudged_lines(found: Sequence[DealReview], several: bool) -> Iterator[str]:
    """Yield a line for each deal that cannot be judged and each reason for that.

    If a reason concerns only some of the reviewed seats, its line names these seats. ``several`` is true if several
    seats were reviewed.
    """
    for number, why in dict.fromkeys((each.number, each.unjudged) for each in found):
        if why:
            seats = [str(each.seat) for each in found if (each.number, each.unjudged) == (number, why)]
            everyone = not several or len(seats) == sum(each.number == number for each in found)
            of_seats = "" if everyone else f" ({', '.join(seats)})"
            yield f"Deal {number + 1}{of_seats}: {GAP_SENTENCES[why]}"


def _table(costly: Sequence[tuple[DealReview, ReviewedChoice]], several: bool) -> Table:
    """Return a table of the choices ``costly``. ``several`` is true if several seats were reviewed."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption=CAPTION, caption_justify="left")
    for name in ("deal", *(("seat",) if several else ()), "when", "chose", "better"):
        table.add_column(name)
    for name in ("to win", "points"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("scale", no_wrap=True)
    for found, each in costly:
        best = each.choices[0]
        table.add_row(
            str(found.number + 1),
            *((str(found.seat),) if several else ()),
            deal_part(each),
            choice_text(each.action, each.words, pretty),
            choice_text(best.action, best.words, pretty),
            cost_in_win(each),
            cost_in_points(each),
            each.grade,
        )
    return table
