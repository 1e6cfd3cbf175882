"""Play the matches between bots that docs/strength.md lists, and write the results into it: python -m bench.strength

Play is duplicate. The results are stored in a folder (build/strength by default). A match is not played again while the
trained model for its rules stays the same. --deals N plays N deals in each match.
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
"""The seed, and three numbers of duplicate deals.

Matches in which points vary more play more deals, so that the error of the mean is about 0.05 points a deal.
"""
PIMC, ISMCTS = f"cmd:{sys.executable} -m bench.pimc", "ISMCTSBot"
KNOWN = {PIMC: '"cmd:python -m bench.pimc"'}


class Meeting(NamedTuple):
    """A match between two bots: the bots, a ruleset, and changes to the ruleset."""

    rules: str
    first: str
    second: str
    changes: tuple[tuple[str, object], ...] = ()

    @property
    def deals(self) -> int:
        """The number of duplicate deals to play."""
        variance = (self.rules == "tainui") + (self.second in ("novice", "random", ISMCTS))
        return (DEALS, MORE, MOST)[variance]

    @property
    def ruleset(self) -> Ruleset:
        return uka.ruleset(self.rules, dict(self.changes))

    @property
    def name(self) -> str:
        """The name of the match in the results."""
        changed = "".join(f", {field} {value}" for field, value in self.changes)
        return f"{self.rules}{changed}: {self.first} against {'pimc-30' if self.second == PIMC else self.second}"

    @property
    def command(self) -> str:
        """The command that plays the match, without the number of deals and the seed."""
        if self.second == ISMCTS:
            return f"bench.openspiel.against({self.first!r})"
        changed = "".join(f" --set {field}={str(value).lower()}" for field, value in self.changes)
        return f"uka arena {self.first} {KNOWN.get(self.second, self.second)} --rules {self.rules}{changed} --duplicate"


TRAINED = tuple(
    Meeting(rules, "master", other)
    for rules in ("north_american", "uka", "tainui")
    for other in ("expert", "club", "novice", PIMC)
)
LADDER = tuple(
    Meeting("north_american", *pair)
    for pair in (("expert", "club"), ("club", "casual"), ("casual", "novice"), ("novice", "random"))
)
"""Each bot against the next weaker one."""
UNTRAINED = (
    Meeting("ohio", "master", "club"),
    Meeting("british", "master", "club"),
    Meeting("bicycle", "master", "club", (("pack", 28), ("no_trump", True))),
)
MEETINGS = (*TRAINED, *LADDER, Meeting("north_american", "master", ISMCTS), *UNTRAINED)


class About(msgspec.Struct, frozen=True):
    """The first line of a match's state file: the match's name, the checksum of the trained model, and the seed."""

    meeting: str
    model: int
    seed: str = SEED


def played(meeting: Meeting, deals: int, executor: Executor, folder: Path | None = None) -> Generator[PairResult]:
    """Play a match; after each chunk of deals, yield the total result so far.

    ``folder`` stores the finished chunks.
    """
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
        for (total,) in run_contest(contest, deals, executor, store):
            yield total


def row(meeting: Meeting, total: PairResult) -> str:
    """Return the result of a match as a row of the table in docs/strength.md."""
    mine, other = total.tallies
    euchred = " / ".join(f"{100 * t.euchred / max(1, t.made):.0f} %" for t in (mine, other))
    alone = " / ".join(f"{100 * t.alone / max(1, t.made):.0f} %" for t in (mine, other))
    return (
        f"| {meeting.name} | {formatted(total.points.mean())} | {total.points.pieces} | {euchred} | {alone} |"
        f" `{meeting.command} --deals {total.points.pieces} --seed {SEED}` |\n"
    )


def formatted(interval: Interval) -> str:
    """Return a figure and its bounds as text."""
    value, low, high = interval.value, interval.low, interval.high
    if value is None or low is None or high is None:
        return "–"
    return f"{value:+.3f} ({low:+.3f} to {high:+.3f})"


def write_table(begin: str, head: str, rows: Iterable[str], numbers: str = "---") -> None:
    """Replace the table in docs/strength.md that follows the line ``begin``.

    ``head`` names its columns, and ``numbers`` is the mark of the alignment of all but the first.
    """
    columns = f"{head}\n|---{f'|{numbers}' * (head.count('|') - 2)}|\n"
    before, _, rest = PAGE.read_text("utf-8").partition(begin)
    PAGE.write_text(before + begin + columns + "".join(rows) + END + rest.partition(END)[2], "utf-8")


def main() -> None:
    """Play all matches, and write the table; finished parts are read from the folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "strength")
    parser.add_argument("--deals", type=int)
    parser.add_argument("--jobs", type=int)
    parser.add_argument(
        "--only", default="", help="play only the meetings whose names begin so, and leave the page as it is"
    )
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rows = list[str]()
    with workers(options.jobs) as executor:
        for meeting in MEETINGS:
            if not meeting.name.startswith(options.only):
                continue
            *_, total = played(meeting, options.deals or meeting.deals, executor, options.folder)
            rows.append(row(meeting, total))
            print(rows[-1], end="", flush=True)
    if not options.only:
        write_table(BEGIN, "| Meeting | Points a deal | Deals, both ways | Euchred | Alone | Command |", rows)


if __name__ == "__main__":
    main()
