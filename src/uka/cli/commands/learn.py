"""``uka learn``: teaches a ruleset by a course of lessons, as text, one exercise after another."""

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

from ..choices import QUIT, ask_choice, position_lines, print_choices
from ..options import UsageError, WholeNumber
from ..printing import PrintableConsole, printable_console

FILE = "lessons.json"
"""The file in the user's data folder that holds, for each course, the exercise at which the learner stopped."""


class NumberedExercise(NamedTuple):
    """An exercise of a course, with its lesson and with the numbers of both, which count from 1."""

    lesson_number: int
    """The number of the lesson in the course."""
    lesson: Lesson
    number: int
    """The number of the exercise in its lesson."""
    exercise: Exercise


def numbered_exercises(course: Course) -> Iterator[NumberedExercise]:
    """Yield the exercises of all lessons of a course, in order."""
    for lesson_number, lesson in enumerate(course.lessons, 1):
        for number, exercise in enumerate(lesson.exercises, 1):
            yield NumberedExercise(lesson_number, lesson, number, exercise)


def saved_exercise(course: Course) -> NumberedExercise | None:
    """Return the exercise at which the learner stopped a course.

    Return None if none is stored, or if it is the first one, so that the course begins from the start.
    """
    name = _stored_exercise_names().get(course.rules.name)
    _first, *later = numbered_exercises(course)
    return next((each for each in later if each.exercise.name == name), None)


def save_exercise(course: Course, following: NumberedExercise | None) -> str:
    """Store ``following`` as the exercise at which the learner goes on. If it is None, store none for this course.

    Return a sentence for the learner if the file cannot be written, and otherwise an empty text.
    """
    kept = {name: exercise for name, exercise in _stored_exercise_names().items() if name != course.rules.name}
    if following is not None:
        kept[course.rules.name] = following.exercise.name
    try:
        write_small_file(FILE, kept)
    except OSError as error:
        return f"Your place in the course can't be saved in {data_folder()}: {error.strerror}. The course goes on."
    return ""


def _stored_exercise_names() -> dict[str, str]:
    """Return a dict from the name of a ruleset to the name of the exercise at which its course goes on."""
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
    saved = saved_exercise(course) if lesson is None and not restart else None
    if saved:
        where = f"lesson {saved.lesson_number}, question {saved.number} of {len(saved.lesson.exercises)}"
        out.print_line(f"You go on at {where}. --restart begins anew.")
    first = saved or next(each for each in numbered_exercises(course) if each.lesson_number == (lesson or 1))
    again = invocation("learn", *([rules] if rules != uka.rulesets.DEFAULT_RULESET else []))
    warning = save_exercise(course, first)
    about_saving = warning or f"Your place is kept: {again} goes on there."
    out.print_line(f"{QUIT} or Ctrl-C stops. {about_saving}")
    _teach(course, first, bool(warning), out)


def _course_lines(rules: str, course: Course) -> Iterator[str]:
    """Yield sentences that say which course is taught.

    ``rules`` names the ruleset to learn. If it has no course of its own, ``course`` is that of a similar ruleset.
    """
    if rules != course.rules.name:
        yield f"{uka.rulesets.find(rules).title} has no course of its own: it is taught by the course that fits best."
    yield f"The course of {course.rules.title}: {len(course.lessons)} lessons."


def _teach(course: Course, first: NumberedExercise, warned: bool, out: PrintableConsole) -> None:
    """Ask the exercises of a course, beginning with ``first``. After each right answer, store the next exercise.

    ``warned`` is true if the learner already knows that no exercise can be stored. The learner is warned only once.
    """
    left = list(dropwhile(lambda each: each != first, numbered_exercises(course)))
    for each, following in zip(left, [*left[1:], None], strict=True):
        if each.number == 1 or each == first:
            number = f"lesson {each.lesson_number} of {len(course.lessons)}"
            out.print_line(f"\n{course.rules.title}, {number}: {each.lesson.title}", "bold")
        if not _ask_until_right(each.exercise, out):
            return
        if following is None or following.lesson is not each.lesson:
            _print_rules(each.lesson, out)
        warning = save_exercise(course, following)
        if warning and not warned:
            out.print_line(warning)
            warned = True
    out.print_line("\nThat was the whole course.")


def _print_rules(lesson: Lesson, out: PrintableConsole) -> None:
    """Print the sentences of the rulebook that a lesson teaches."""
    out.print_line("\nWhat the rulebook says:", "bold")
    for rule in lesson.rules:
        out.print_line(rule, start="- ")


def _ask_until_right(exercise: Exercise, out: PrintableConsole) -> bool:
    """Ask an exercise until the answer is right, and comment each answer. Return false if the learner stops."""
    position = position_lines(exercise.seen) if exercise.seen else ()
    for line in ("", " ".join(exercise.says), *position, exercise.asks):
        out.print_line(line)
    print_choices(out, (each.label for each in exercise.answers))
    while answer := ask_choice(exercise.answers):
        out.print_line(f"{'Right.' if answer.right else 'Not this one.'} {' '.join(answer.reply)}")
        if answer.right:
            return True
    return False
