"""The meetings that docs/strength.md tells of, played and written into it: python -m bench.strength

Each deal is played both ways round. What was played is kept in a folder, build/strength if no other is named, and is
not played again while the model of its rules stays what it was; --deals N plays other sizes.
"""

import argparse
import re
import sys
from collections.abc import Generator, Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import msgspec

import uka
from bench import openspiel
from uka import models
from uka.arena import ChunkStore, Contest, Interval, PairResult, run_contest, workers
from uka.core.ruleset import Ruleset

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "strength.md"
BEGIN, END = "<!-- meetings: python -m bench.strength -->\n", "<!-- end -->\n"
SEED, DEALS, MORE, MOST = "strength", 1_000, 1_400, 2_100
"""Deals, each both ways round; more of them where points scatter more, so that what is known is known to 0.05."""
PIMC, ISMCTS = f"cmd:{sys.executable} -m bench.pimc", "ISMCTSBot"
KNOWN = {PIMC: '"cmd:python -m bench.pimc"'}


class Meeting(NamedTuple):
    """Two players under a ruleset, and the changes made to it."""

    rules: str
    first: str
    second: str
    changes: tuple[tuple[str, object], ...] = ()

    @property
    def deals(self) -> int:
        """How many are played."""
        scatters = (self.rules == "tainui") + (self.second in ("novice", ISMCTS))
        return (DEALS, MORE, MOST)[scatters]

    @property
    def ruleset(self) -> Ruleset:
        return uka.ruleset(self.rules, dict(self.changes))

    @property
    def name(self) -> str:
        """What is played, as a line of prove is called."""
        changed = "".join(f", {field} {value}" for field, value in self.changes)
        return f"{self.rules}{changed}: {self.first} against {'pimc-30' if self.second == PIMC else self.second}"

    @property
    def command(self) -> str:
        """What plays it, but for the deals and the seed."""
        if self.second == ISMCTS:
            return f"bench.openspiel.against({self.first!r})"
        changed = "".join(f" --set {field}={str(value).lower()}" for field, value in self.changes)
        return f"uka arena {self.first} {KNOWN.get(self.second, self.second)} --rules {self.rules}{changed} --duplicate"


TRAINED = tuple(
    Meeting(rules, "master", other)
    for rules in ("north_american", "uka", "tainui")
    for other in ("expert", "club", "novice", PIMC)
)
UNTRAINED = (
    Meeting("ohio", "master", "club"),
    Meeting("british", "master", "club"),
    Meeting("bicycle", "master", "club", (("pack", 28), ("no_trump", True))),
)
MEETINGS = (*TRAINED, Meeting("north_american", "master", ISMCTS), *UNTRAINED)


class About(msgspec.Struct, frozen=True):
    """What a meeting's results are of."""

    meeting: str
    model: int
    seed: str = SEED


def played(meeting: Meeting, deals: int, executor: Executor, folder: Path | None = None) -> Generator[PairResult]:
    """A meeting of so many deals; after each piece of work, what was found so far."""
    store: ChunkStore[PairResult] | None = None
    if folder is not None:
        about = About(meeting.name, crc32(models.nearest(meeting.ruleset)[0].calls))
        name = re.sub(r"\W+", "_", meeting.name)
        store = ChunkStore[PairResult].open(folder / f"{name}-{about.model:08x}.jsonl", about, PairResult)
    if meeting.second == ISMCTS:
        yield from openspiel.against(meeting.first, deals, executor, seed=SEED, store=store)
    else:
        players = (meeting.first, meeting.second)
        contest = Contest(rules=meeting.ruleset, players=players, duplicate=True, seed=SEED)
        for (found,) in run_contest(contest, deals, executor, store):
            yield found


def row(meeting: Meeting, met: PairResult) -> str:
    """A meeting as a line of the page's table."""
    mine, other = met.tallies
    euchred = " / ".join(f"{100 * t.euchred / max(1, t.made):.0f} %" for t in (mine, other))
    alone = " / ".join(f"{100 * t.alone / max(1, t.made):.0f} %" for t in (mine, other))
    return (
        f"| {meeting.name} | {told(met.points.mean())} | {met.points.pieces} | {euchred} | {alone} |"
        f" `{meeting.command} --deals {met.points.pieces} --seed {SEED}` |\n"
    )


def told(interval: Interval) -> str:
    """A figure and its bounds."""
    value, low, high = interval.value, interval.low, interval.high
    if value is None or low is None or high is None:
        return "–"
    return f"{value:+.3f} ({low:+.3f} to {high:+.3f})"


def written(rows: Iterable[str]) -> None:
    """Put the rows into the page."""
    head = "| Meeting | Points a deal | Deals, both ways | Euchred | Alone | Command |\n|---|---|---|---|---|---|\n"
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(before + BEGIN + head + "".join(rows) + END + rest.partition(END)[2], "utf-8")


def main() -> None:
    """Play all meetings, or go on with them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "strength")
    parser.add_argument("--deals", type=int)
    parser.add_argument("--jobs", type=int)
    parser.add_argument(
        "--only", default="", help="the beginning of the names of those to play; the page is left alone"
    )
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    rows = list[str]()
    with workers(asked.jobs) as executor:
        for meeting in MEETINGS:
            if not meeting.name.startswith(asked.only):
                continue
            *_, met = played(meeting, asked.deals or meeting.deals, executor, asked.folder)
            rows.append(row(meeting, met))
            print(rows[-1], end="", flush=True)
    if not asked.only:
        written(rows)


if __name__ == "__main__":
    main()
