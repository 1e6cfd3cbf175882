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
    if seconds <= 0:
        raise UsageError("--seconds must be more than 0")
    plain = command.removeprefix(COMMAND)
    check_found(plain)
    found = check_program(plain, seconds, stderr=stderr)
    say_json(found) if json else _show(found, stderr)
    if found.problems:
        sys.exit(1)


def _show(found: ConformanceReport, stderr: bool) -> None:
    out = printable_console()

    def say(text: str) -> None:
        out.print(text, soft_wrap=True)

    if not found.asked:
        for problem in found.problems:
            say(f"{found.name}: {_closed(problem.sentence)}{_error_output(problem)}")
        return
    for text in (*_counts(found), *_faults(found), *(f"\n{remark}" for remark in found.remarks)):
        say(text)
    if not found.problems:
        say("\nIt keeps to the protocol.")
    elif not stderr:
        say("\n--stderr shows its error output, --json each fault with all that it was asked.")


def _counts(found: ConformanceReport) -> Iterator[str]:
    """Yield lines that say how often the program was asked, and how long its choices took."""
    times = (duration_text(taken) for taken in (found.p50, found.p99, found.slowest))
    yield f"{found.name} was asked {sum(found.asked.values())} times under {len(TEST_RULESETS)} rulesets:"
    yield "  " + ", ".join(f"{phase} {count}" for phase, count in found.asked.items())
    yield f"  {found.deals} whole deals among them"
    yield "  half of its choices within {}, 99 of 100 within {}, the slowest {}".format(*times)


def _faults(found: ConformanceReport) -> Iterator[str]:
    """Yield a paragraph for each sentence of a fault, with the first request that led to the fault."""
    groups: dict[str, list[ConformanceProblem]] = {}
    for problem in found.problems:
        groups.setdefault(problem.sentence, []).append(problem)
    for number, (sentence, same) in enumerate(groups.items(), 1):
        often = f" This happened {len(same)} times." if len(same) > 1 else ""
        yield f"\n{number}. {_place(same[0])}: {_closed(sentence)}{often}{_error_output(same[0])}"
        if same[0].observation is not None:
            yield f"   It was asked: {_request(same[0].observation)}"
    if len(found.problems) >= MOST_PROBLEMS:
        yield f"\nThe test ended after {MOST_PROBLEMS} faults."


def _closed(sentence: str) -> str:
    return sentence if sentence.endswith("?") else f"{sentence}."


def _place(problem: ConformanceProblem) -> str:
    seen = problem.observation
    return problem.rules if seen is None else f"{problem.rules}, {seen.seat}, {seen.phase}"


def _request(seen: Observation) -> str:
    """Return an observation as JSON without the ruleset, which would be half of the text."""
    fields: dict[str, object] = msgspec.to_builtins(seen)
    return msgspec.json.encode({name: value for name, value in fields.items() if name != "rules"}).decode()


def _error_output(problem: ConformanceProblem) -> str:
    """Return the last lines of the program's error output, or an empty text if there are none."""
    lines = "".join(f"\n   {line}" for line in problem.error_output.splitlines())
    return f"\nIts error output ends with:{lines}" if lines else ""
