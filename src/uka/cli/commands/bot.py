"""``uka bot check``: tests whether a program follows the protocol of bots."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from uka.arena.conformance import MOST_PROBLEMS, TEST_RULESETS, ConformanceProblem, ConformanceReport, check_program
from uka.arena.contest import COMMAND
from uka.arena.program import SECONDS, check_found
from uka.arena.report_text import duration_text
from uka.core.observation import Observation

from ..options import UsageError
from ..printing import printable_console, say_json

app = App(name="bot", help="Programs that play.", help_format="markdown")


@app.command
def check(
    command: Annotated[str, Parameter(help='The command that starts the program, such as "python examples/bot.py".')],
    *,
    seconds: Annotated[float, Parameter(help="Time limit for one choice.")] = SECONDS,
    stderr: Annotated[bool, Parameter(negative="", help="Show the error output of the program.")] = False,
    json: Annotated[bool, Parameter(negative="", help="Print JSON.")] = False,
) -> None:
    """Test a bot program with each kind of choice under several rulesets. The exit code is 1 if the program fails.

    The page *Bots of your own* in Uka's documentation describes what a program reads and what it must answer.
    """
    if not seconds > 0:
        raise UsageError("--seconds must be more than 0")
    program = command.removeprefix(COMMAND)
    check_found(program)
    found = check_program(program, seconds, stderr=stderr)
    if json:
        say_json(found)
    else:
        out = printable_console()
        for text in _report_lines(found, stderr):
            out.print(text, soft_wrap=True)
    if found.problems:
        sys.exit(1)


def _report_lines(found: ConformanceReport, stderr: bool) -> Iterator[str]:
    """Yield lines that say what the test found. ``stderr`` is true if the program's error output has been shown."""
    if not found.asked:
        for problem in found.problems:
            yield f"{found.name}: {_with_full_stop(problem.sentence)}{_error_output(problem)}"
        return
    yield from _count_lines(found)
    yield from _fault_paragraphs(found)
    yield from (f"\n{remark}" for remark in found.remarks)
    if not found.problems:
        yield "\nIt keeps to the protocol."
    elif not stderr:
        yield "\n--stderr shows its error output, --json each fault with all that it was asked."


def _count_lines(found: ConformanceReport) -> Iterator[str]:
    """Yield lines that say how often the program was asked, and how long its choices took."""
    half, nearly_all, slowest = duration_text(found.p50), duration_text(found.p99), duration_text(found.slowest)
    yield f"{found.name} was asked {sum(found.asked.values())} times under {len(TEST_RULESETS)} rulesets:"
    yield "  " + ", ".join(f"{phase} {count}" for phase, count in found.asked.items())
    yield f"  {found.deals} whole deals among them"
    yield f"  half of its choices within {half}, 99 of 100 within {nearly_all}, the slowest {slowest}"


def _fault_paragraphs(found: ConformanceReport) -> Iterator[str]:
    """Yield a paragraph for each kind of fault, and after it the first request that led to that fault."""
    groups: dict[str, list[ConformanceProblem]] = {}
    for problem in found.problems:
        groups.setdefault(problem.sentence, []).append(problem)
    for number, (sentence, same) in enumerate(groups.items(), 1):
        first = same[0]
        often = f" This happened {len(same)} times." if len(same) > 1 else ""
        yield f"\n{number}. {_situation(first)}: {_with_full_stop(sentence)}{often}{_error_output(first)}"
        if first.observation is not None:
            yield f"   It was asked: {_observation_text(first.observation)}"
    if len(found.problems) >= MOST_PROBLEMS:
        yield f"\nThe test ended after {MOST_PROBLEMS} faults."


def _with_full_stop(sentence: str) -> str:
    """Return ``sentence`` with a full stop added, unless it ends in a question mark."""
    return sentence if sentence.endswith("?") else f"{sentence}."


def _situation(problem: ConformanceProblem) -> str:
    """Return the ruleset, the seat and the phase of the deal in which a fault occurred, as text."""
    seen = problem.observation
    return problem.rules if seen is None else f"{problem.rules}, {seen.seat}, {seen.phase}"


def _observation_text(seen: Observation) -> str:
    """Return ``seen`` as the JSON that the program got, except the ruleset, which would be half of the text."""
    fields: dict[str, object] = msgspec.to_builtins(seen)
    return msgspec.json.encode({name: value for name, value in fields.items() if name != "rules"}).decode()


def _error_output(problem: ConformanceProblem) -> str:
    """Return the last lines of the program's error output, or an empty text if there are none."""
    lines = "".join(f"\n   {line}" for line in problem.error_output.splitlines())
    return f"\nIts error output ends with:{lines}" if lines else ""
