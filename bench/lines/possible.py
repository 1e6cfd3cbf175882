"""The line about figures of calls that would be impossible."""

from concurrent.futures import ProcessPoolExecutor

from bench.registry import Figure, line, promise

TURNS = 20_000
PARTS = 8
"""The turns of a ruleset are checked in so many parts, in two processes."""


@line("30.4 no figure of a call is outside what the trumps allow")
def figures_are_possible() -> Figure:
    """Check the figures of every call at 20,000 turns of each ruleset."""
    from uka import rulesets

    jobs = [(name, part) for name in rulesets.names() for part in range(PARTS)]
    with ProcessPoolExecutor(2) as pool:
        calls = sum(pool.map(checked, jobs))
    figure: Figure = {"turns": TURNS * len(rulesets.names()), "calls": calls, "impossible": 0}
    return promise(calls > 0, figure, "no call was checked")


def checked(job: tuple[str, int]) -> int:
    """Check one part of a ruleset's turns, and return how many calls it had. An impossible figure is an error."""
    from tests.bots.test_possible import check

    name, part = job
    return check(name, TURNS // PARTS, seed=part)
