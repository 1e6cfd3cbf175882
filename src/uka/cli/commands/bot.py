"""``uka bot check``: tests whether a program follows the protocol of bots."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
from cyclopts import App, Parameter
from rich.console import Console

from uka.arena.conformance import MOST_PROBLEMS, TEST_RULESETS, ConformanceProblem, ConformanceReport, check_program
from uka.arena.contest import COMMAND
from uka.arena.program import SECONDS, check_found

from ..measure import time_of
from ..options import UsageError

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

    docs/bots.md describes what a program reads and what it must answer.
    """
    if seconds <= 0:
        raise UsageError("--seconds must be more than 0")
    plain = command.removeprefix(COMMAND)
    check_found(plain)
    found = check_program(plain, seconds, stderr=stderr)
    print(msgspec.json.encode(found).decode()) if json else _show(found, stderr)
    if found.problems:
        sys.exit(1)


def _show(found: ConformanceReport, stderr: bool) -> None:
    console = Console(highlight=False, markup=False)

    def say(text: str) -> None:
        console.print(text, soft_wrap=True)

    times = (time_of(taken) for taken in (found.p50, found.p99, found.slowest))
    say(f"{found.name} was asked {sum(found.asked.values())} times under {len(TEST_RULESETS)} rulesets:")
    say("  " + ", ".join(f"{phase} {count}" for phase, count in found.asked.items()))
    say(f"  {found.deals} whole deals among them")
    say("  half of its choices within {}, 99 of 100 within {}, the slowest {}".format(*times))
    for number, problem in enumerate(found.problems, 1):
        say(f"\n{number}. {_problem_sentence(problem)}")
        if problem.observation is not None:
            say(f"   It was asked: {msgspec.json.encode(problem.observation).decode()}")
    if len(found.problems) == MOST_PROBLEMS:
        say(f"\nThe test ended after {MOST_PROBLEMS} faults.")
    for remark in found.remarks:
        say(f"\n{remark}")
    if not found.problems:
        say("\nIt keeps to the protocol.")
    elif not stderr and any(problem.kind == "crashed" for problem in found.problems):
        say("\n--stderr shows its error output.")


def _problem_sentence(problem: ConformanceProblem) -> str:
    seen = problem.observation
    if seen is None:
        return f"{problem.rules}: {problem.sentence}."
    return f"{problem.rules}, {seen.seat}, {seen.phase}: {problem.sentence}."
