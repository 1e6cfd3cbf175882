"""``uka puzzle``: shows a puzzle as text, asks for a choice, and tells what it costs and why."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from random import Random
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from uka import puzzles
from uka.coach.formatting import choice_text
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.narration.calls import choice_name
from uka.puzzles import Puzzle, PuzzleFile, Theme

from ..choices import ask_number, position_lines, seat_name
from ..options import UsageError, WholeNumber
from ..transcript import pretty


def puzzle(
    *,
    rules: Annotated[str, Parameter(help="The ruleset of the puzzle.")] = "tainui",
    theme: Annotated[Theme | None, Parameter(help="A puzzle of this theme; without it, that of the day.")] = None,
    number: Annotated[WholeNumber | None, Parameter(help="The puzzle of this number.", show_default=False)] = None,
    answer: Annotated[bool, Parameter(negative="", help="Print the answer at once.")] = False,
) -> None:
    """Solve a puzzle: find the best choice of a position from the strongest bot's games.

    Without --theme and --number, it is the puzzle of the day, the same for everybody.
    """
    found = puzzles.load(rules)
    chosen = _chosen(found, theme, number)
    seen = chosen.observation(found.header.rules)
    out = Console(highlight=False, soft_wrap=True)
    for line in _position(seen, chosen):
        out.print(line, markup=False)
    tried = None if answer else ask_number(seen.lawful_actions)
    if tried or answer:
        for line in _answer(seen, chosen, tried):
            out.print(line, markup=False)


def _chosen(found: PuzzleFile, theme: Theme | None, number: int | None) -> Puzzle:
    if number is not None:
        if number not in found.numbered:
            raise UsageError(f"there is no puzzle {number} of {found.header.rules.name}")
        return found.numbered[number]
    if theme is None:
        return puzzles.puzzle_of_the_day(found, date.today())
    fitting = [each for each in found.puzzles if each.theme == theme]
    if not fitting:
        raise UsageError(f"{found.header.rules.name} has puzzles about {', '.join(found.themes)}, not {theme}")
    return Random().choice(fitting)


def _position(seen: Observation, chosen: Puzzle) -> Iterator[str]:
    """Yield what the seat knows, and its choices with their numbers."""
    assert seen.seat is not None
    ours = seen.rules.partnerships.index(seen.seat.partnership)
    theirs = sum(points for side, points in enumerate(seen.score) if side != ours)
    yield f"{seen.rules.title}, puzzle {chosen.deal}"
    yield f"You are {seat_name(seen.seat)}; the score is {seen.score[ours]}–{theirs}."
    yield from position_lines(seen)
    for at, action in enumerate(seen.lawful_actions, 1):
        yield f"  {at}  {_told(seen, action)}"


def _told(seen: Observation, action: Action) -> str:
    assert seen.seat is not None
    return choice_text(action, choice_name(seen, seen.seat, action), pretty)


def _answer(seen: Observation, chosen: Puzzle, tried: Action | None) -> Iterator[str]:
    """Yield the best choice, what the player's costs, the reasons, and how often bots find the best."""
    best, second = _told(seen, chosen.best[0]), _told(seen, chosen.second)
    if tried in chosen.best:
        yield "Solved!"
    yield f"Best: {best}. The next best, {second}, wins {100 * chosen.margin:.1f} games in 100 fewer."
    if tried not in (None, *chosen.best, chosen.second):
        yield f"Your choice, {_told(seen, tried)}, wins at least as many fewer."
    yield from (f"- {reason.text}" for reason in chosen.reasons)
    found = ", ".join(f"{level} {share:.0%}" for level, share in chosen.solved.items())
    yield f"How often bots find it: {found}"
