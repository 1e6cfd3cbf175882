"""``uka learn``: a course of lessons as text, one question after another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile
from typing import Annotated, NamedTuple

from cyclopts import Parameter

import uka.rulesets
from uka import lessons
from uka.invocation import invocation
from uka.lessons import Course, Exercise, Lesson
from uka.records.user_folder import data_folder, read_small_file, write_small_file

from ..choices import QUIT, ask_number, position_lines, print_choices
from ..options import UsageError, WholeNumber
from ..printing import PrintableConsole, printable_console

FILE = "lessons.json"


class LessonPlace(NamedTuple):
    """A place in a course: an exercise, with the number of its lesson and its own number in the lesson, from 1."""

    lesson_number: int
    lesson: Lesson
    number: int
    exercise: Exercise


def places(course: Course) -> Iterator[LessonPlace]:
    """Yield the places of a course, in order."""
    for lesson_number, lesson in enumerate(course.lessons, 1):
        for number, exercise in enumerate(lesson.exercises, 1):
            yield LessonPlace(lesson_number, lesson, number, exercise)


def saved_place(course: Course) -> LessonPlace | None:
    """Return the place at which the learner stopped. Return None if none is stored, or only the first of the course."""
    name = _stored().get(course.rules.name)
    return next((place for place in [*places(course)][1:] if place.exercise.name == name), None)


def save_place(course: Course, place: LessonPlace | None) -> str:
    """Store the place at which the learner goes on, or forget it if it is None.

    Return a sentence if the file cannot be written, or an empty text.
    """
    kept = {name: exercise for name, exercise in _stored().items() if name != course.rules.name}
    if place is not None:
        kept[course.rules.name] = place.exercise.name
    try:
        write_small_file(FILE, kept)
    except OSError as error:
        return f"Your place in the course can't be saved in {data_folder()}: {error.strerror}. The course goes on."
    return ""


def _stored() -> dict[str, str]:
    return read_small_file(FILE, dict[str, str]) or {}


def learn(
    rules: Annotated[
        str, Parameter(help="The ruleset to learn: any that comes with Uka.")
    ] = uka.rulesets.DEFAULT_RULESET,
    *,
    lesson: Annotated[
        WholeNumber | None,
        Parameter(help="The number of the lesson to begin with; without it, go on.", show_default=False),
    ] = None,
    restart: Annotated[bool, Parameter(negative="", help="Begin the course anew.")] = False,
) -> None:
    """Learn the game: positions and questions, and what follows from each answer. q or Ctrl-C stops.

    You sit south, and your partner north. The next time, the course goes on where you stopped. The same course is on
    the page, under How to play.
    """
    course = lessons.course(lessons.nearest(rules))
    if lesson is not None and restart:
        raise UsageError("--restart begins with lesson 1: leave out --lesson or --restart")
    if lesson is not None and not 1 <= lesson <= len(course.lessons):
        raise UsageError(f"{course.rules.name} has lessons 1 to {len(course.lessons)}, not {lesson}")
    out = printable_console()
    for line in _course_lines(rules, course):
        out.print_line(line)
    saved = saved_place(course) if lesson is None and not restart else None
    if saved:
        where = f"lesson {saved.lesson_number}, question {saved.number} of {len(saved.lesson.exercises)}"
        out.print_line(f"You go on at {where}. --restart begins anew.")
    first = saved or next(place for place in places(course) if place.lesson_number == (lesson or 1))
    trouble = save_place(course, first)
    again = invocation("learn", *([rules] if rules != uka.rulesets.DEFAULT_RULESET else []))
    out.print_line(f"{QUIT} or Ctrl-C stops. {trouble or f'Your place is kept: {again} goes on there.'}")
    _teach(course, first, trouble, out)


def _course_lines(rules: str, course: Course) -> Iterator[str]:
    """Yield sentences that say which course it is, also if it is that of another ruleset."""
    if rules != course.rules.name:
        yield f"{uka.rulesets.find(rules).title} has no course of its own: it is taught by the course that fits best."
    yield f"The course of {course.rules.title}: {len(course.lessons)} lessons."


def _teach(course: Course, first: LessonPlace, trouble: str, out: PrintableConsole) -> None:
    """Ask the exercises of a course from a place on, which is stored. Store the next place after each answer.

    ``trouble`` is what was told if the first place can't be stored.
    """
    left = list(dropwhile(lambda place: place != first, places(course)))
    for place, following in zip(left, [*left[1:], None], strict=True):
        if place.number == 1 or place is left[0]:
            number = f"lesson {place.lesson_number} of {len(course.lessons)}"
            out.print_line(f"\n{course.rules.title}, {number}: {place.lesson.title}", "bold")
        if not _solved(place.exercise, out):
            return
        if following is None or following.lesson is not place.lesson:
            _sum_up(place.lesson, out)
        trouble = _saved(course, following, trouble, out)
    out.print_line("\nThat was the whole course.")


def _saved(course: Course, place: LessonPlace | None, trouble: str, out: PrintableConsole) -> str:
    """Store a place. Tell once, not again after ``trouble``, that it can't be stored."""
    found = save_place(course, place)
    if found and not trouble:
        out.print_line(found)
    return found or trouble


def _sum_up(lesson: Lesson, out: PrintableConsole) -> None:
    out.print_line("\nWhat the rulebook says:", "bold")
    for rule in lesson.rules:
        out.print_line(rule, start="- ")


def _solved(exercise: Exercise, out: PrintableConsole) -> bool:
    """Ask an exercise until the answer is right. Return false if the learner stops."""
    shown = (" ".join(exercise.says), *(position_lines(exercise.seen) if exercise.seen else ()), exercise.asks)
    for line in ("", *shown):
        out.print_line(line)
    print_choices(out, (each.label for each in exercise.answers))
    while answer := ask_number(exercise.answers):
        out.print_line(f"{'Right.' if answer.right else 'Not this one.'} {' '.join(answer.reply)}")
        if answer.right:
            return True
    return False
