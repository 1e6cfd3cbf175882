"""``uka puzzle``: prints a puzzle as text, asks for a choice, and says what that choice costs and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from random import Random
from typing import Annotated

from cyclopts import Parameter

from uka import puzzles, rulesets
from uka.coach import Reason, hint
from uka.coach.formatting import choice_text
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.narration.calls import choice_name
from uka.narration.names import counted
from uka.puzzles import Puzzle, PuzzleFile, Theme

from ..choices import ask_choice, position_lines, print_choices, seat_name
from ..options import UsageError, WholeNumber
from ..printing import PrintableConsole, printable_console
from ..transcript import pretty


def puzzle(
    *,
    rules: Annotated[str, Parameter(help="The ruleset of the puzzle.")] = rulesets.DEFAULT_RULESET,
    theme: Annotated[Theme | None, Parameter(help="A puzzle of this theme; without it, that of the day.")] = None,
    number: Annotated[WholeNumber | None, Parameter(help="The puzzle of this number.", show_default=False)] = None,
    answer: Annotated[bool, Parameter(negative="", help="Print the answer at once.")] = False,
) -> None:
    """Solve a puzzle: find the best choice of a position from the strongest bot's games.

    Without --theme and --number, it is the puzzle of the day, the same for everybody.
    """
    file = puzzles.load(rules)
    chosen = _choose_puzzle(file, theme, number)
    seen = chosen.observation(file.header.rules)
    out = printable_console()
    for line in _puzzle_lines(seen, chosen):
        out.print_line(line)
    print_choices(out, (_choice_label(seen, action) for action in seen.lawful_actions))
    tried = None if answer else ask_choice(seen.lawful_actions)
    if tried or answer:
        _print_answer(out, seen, chosen, tried)


def _choose_puzzle(file: PuzzleFile, theme: Theme | None, number: int | None) -> Puzzle:
    """Return the puzzle with ``number``, or a random one of ``theme``, or else the puzzle of the day.

    Raise ``UsageError`` if there is no such puzzle in ``file``.
    """
    if number is not None:
        if number not in file.by_deal:
            raise UsageError(f"there is no puzzle {number} of {file.header.rules.name}")
        return file.by_deal[number]
    if theme is None:
        return puzzles.puzzle_of_the_day(file, datetime.now(UTC).date())
    fitting = [each for each in file.puzzles if each.theme == theme]
    if not fitting:
        raise UsageError(f"{file.header.rules.name} has puzzles about {', '.join(file.themes)}, not {theme}")
    return Random().choice(fitting)


def _puzzle_lines(seen: Observation, chosen: Puzzle) -> Iterator[str]:
    """Yield the number of a puzzle, the score, and what the seat that must choose knows of the deal."""
    assert seen.seat is not None
    ours = seen.rules.partnerships.index(seen.seat.partnership)
    theirs = sum(points for side, points in enumerate(seen.score) if side != ours)
    yield f"{seen.rules.title}, puzzle {chosen.deal}"
    yield f"You are {seat_name(seen.seat)}; your side has {counted(seen.score[ours], 'point')}, the other {theirs}."
    yield from position_lines(seen)


def _choice_label(seen: Observation, action: Action) -> str:
    """Return an action of the seat that must choose as text, with the symbol of the suit if it plays a card."""
    assert seen.seat is not None
    return choice_text(action, choice_name(seen, seen.seat, action), pretty)


def _print_answer(out: PrintableConsole, seen: Observation, chosen: Puzzle, tried: Action | None) -> None:
    """Print what the choice ``tried`` costs and why, then the best choice, and how often bots find the best choice.

    If ``tried`` is None, leave out what it costs.
    """
    best, second = _choice_label(seen, chosen.best[0]), _choice_label(seen, chosen.second)
    if tried in chosen.best:
        out.print_line(f"Solved! Your choice, {_choice_label(seen, tried)}, is the best.")
    elif tried is not None:
        cost = chosen.cost(tried, hint(seen, against=tried) if chosen.needs_rating(tried) else ())
        at_least = "" if cost.exact else "at least "
        fewer = f"{at_least}{100 * cost.win:.1f} games in 100 fewer"
        out.print_line(f"Not the best. Your choice, {_choice_label(seen, tried)}, wins {fewer}.")
        _print_reasons(out, cost.reasons)
    out.print_line(f"Best: {best}. The next best, {second}, wins {100 * chosen.margin:.1f} games in 100 fewer.")
    if tried != chosen.second:
        _print_reasons(out, chosen.reasons)
    found = ", ".join(f"{level} {share:.0%}" for level, share in chosen.solved.items())
    out.print_line(f"How often bots find it: {found}")


def _print_reasons(out: PrintableConsole, reasons: Iterable[Reason]) -> None:
    for reason in reasons:
        out.print_line(reason.text, start="- ")
