"""Ask bots of every level for the positions of tests/bots/positions, and write how many they get right.

python -m bench.positions    writes the table in docs/strength.md and tests/bots/positions/results.txt

It prints which positions each level wins and loses against the results of the last time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import TypeAlias

from bench.position_file import FOLDER, Position, read
from bench.position_kinds import KINDS
from bench.strength import write_table
from uka import bots

RESULTS = FOLDER / "results.txt"
BEGIN = "<!-- positions: python -m bench.positions -->\n"
TRIES = 3
"""How often a bot of each level chooses, since most bots choose by chance."""
HEAD = "# The tries in which each level was right, by python -m bench.positions: "
Tries: TypeAlias = dict[str, str]
"""A dict from the name of each level to its tries: a text of 1 for a right choice and 0 for a wrong one."""
Results: TypeAlias = dict[str, Tries]
"""A dict from the kind and the name of each position to the tries."""


def is_right(level: str, position: Position, number: int = 0) -> bool:
    """Return whether a bot of the level is right in its try with the number ``number``."""
    choice = bots.bot(level).choose(position.situation.seen, Random(f"{position.name}/{number}"))
    return choice in position.right_actions


def tries(level: str, position: Position) -> str:
    return "".join(str(int(is_right(level, position, number))) for number in range(TRIES))


def results() -> Results:
    """Ask every level for every position."""
    found = Results()
    for kind, positions in read().items():
        for position in positions:
            found[f"{kind}: {position.name}"] = {level: tries(level, position) for level in bots.names()}
    return found


def read_results() -> Results:
    """Return the results of the last time."""
    if not RESULTS.exists():
        return {}
    first, *lines = RESULTS.read_text("utf-8").splitlines()
    levels = first.removeprefix(HEAD).split()
    rows = (line.rpartition(": ") for line in lines)
    return {name: dict(zip(levels, row.split(), strict=True)) for name, _, row in rows}


def write_results(found: Results) -> None:
    lines = [HEAD + " ".join(bots.names()), *(f"{name}: {' '.join(row.values())}" for name, row in found.items())]
    RESULTS.write_text("\n".join(lines) + "\n", "utf-8")


def changes(old: Results, new: Results) -> Iterable[str]:
    """Yield which positions each level wins and loses."""
    for level in bots.names():
        for name in old.keys() & new.keys():
            before, now = (row[name].get(level, "") for row in (old, new))
            if before != now:
                verb = "wins" if now.count("1") > before.count("1") else "loses"
                yield f"{level} {verb} {name} ({before or 'new'}, now {now})"


def rows(found: Results) -> Iterable[str]:
    """Yield the share of right tries of each level, as a row of the table for each kind of position."""
    for kind, about in KINDS.items():
        tries = [row for name, row in found.items() if name.startswith(f"{kind}: ")]
        if tries:
            yield _row(about.title, tries)
    yield _row("all", list(found.values()))


def _row(title: str, tries: list[Mapping[str, str]] | list[Tries]) -> str:
    shares = [100 * sum(row[level].count("1") for row in tries) / (TRIES * len(tries)) for level in bots.names()]
    return f"| {title} | {len(tries)} | {' | '.join(f'{share:.0f} %' for share in shares)} |\n"


def main() -> None:
    old, new = read_results(), results()
    for line in changes(old, new):
        print(line)
    print(*rows(new), sep="", end="")
    write_results(new)
    write_table(BEGIN, f"| Positions | Number | {' | '.join(bots.names())} |", rows(new), numbers="--:")


if __name__ == "__main__":
    main()
