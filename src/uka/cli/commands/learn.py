"""``uka learn``: a course of lessons as text, one question after another."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from uka import lessons
from uka.lessons import Exercise, Lesson

from ..choices import ask_number, position_lines
from ..options import UsageError, WholeNumber


def learn(
    rules: Annotated[str, Parameter(help="The ruleset of the course: uka, tainui, bicycle or north_american.")] = "uka",
    *,
    lesson: Annotated[WholeNumber, Parameter(help="The number of the lesson to begin with.")] = 1,
) -> None:
    """Learn the game: positions and questions, and what follows from each answer. Ctrl-D ends the course.

    You sit south, and your partner north. The same course is on the page, under How to play.
    """
    course = lessons.course(rules)
    if not 1 <= lesson <= len(course.lessons):
        raise UsageError(f"{rules} has lessons 1 to {len(course.lessons)}, not {lesson}")
    out = Console(highlight=False, soft_wrap=True)
    for number, each in enumerate(course.lessons[lesson - 1 :], lesson):
        out.print(f"\n{course.rules.title}, lesson {number} of {len(course.lessons)}: {each.title}", style="bold")
        if not _taken(each, out):
            return


def _taken(lesson: Lesson, out: Console) -> bool:
    """Ask each exercise of a lesson, then print its rules. Return whether the learner wants to go on."""
    if not all(_solved(exercise, out) for exercise in lesson.exercises):
        return False
    out.print("\nWhat the rulebook says:", style="bold")
    for rule in lesson.rules:
        out.print(f"- {rule}", markup=False)
    return True


def _solved(exercise: Exercise, out: Console) -> bool:
    """Ask an exercise until the answer is right. Return false at the end of the input."""
    shown = (" ".join(exercise.says), *(position_lines(exercise.seen) if exercise.seen else ()), exercise.asks)
    for line in ("", *shown, *(f"  {at}  {each.label}" for at, each in enumerate(exercise.answers, 1))):
        out.print(line, markup=False)
    while answer := ask_number(exercise.answers):
        out.print(f"{'Right.' if answer.right else 'Not this one.'} {' '.join(answer.reply)}", markup=False)
        if answer.right:
            return True
    return False
