"""``uka puzzles``: searches self-play or records for choices that make good puzzles, and writes these to a file."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from uka.arena import workers
from uka.puzzles import PuzzleFile, read
from uka.puzzles.mining import mine as mine_puzzles
from uka.puzzles.mining import read_or_new
from uka.puzzles.mining import renew as renew_puzzles
from uka.puzzles.source import DealSource, recorded_source
from uka.records.files import read as read_records

from ..measure import progress_bar
from ..options import ALL_CORES, RULES, RulesOptions, UsageError, WholeNumber, WorkerOptions
from ..printing import say


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class MiningOptions:
    """The options that say where the deals of the puzzles come from, and how many puzzles to find."""

    count: Annotated[WholeNumber, Parameter(help="The number of puzzles that the file shall hold.")] = 500
    seed: Annotated[str, Parameter(help="The same seed gives the same file.")] = "0"
    records: Annotated[
        tuple[str, ...],
        Parameter(
            negative="",
            consume_multiple=True,
            show_default=False,
            help="Search these records, all under the same rules, instead of self-play.",
        ),
    ] = ()

    def source(self, option: RulesOptions) -> DealSource:
        """Return the source of the deals: self-play or the records. Raise ``UsageError`` if ``count`` is below 1."""
        if self.count < 1:
            raise UsageError("--count must be 1 or more")
        if not self.records:
            return DealSource(option.ruleset, self.seed)
        return recorded_source(log for file in self.records for log in read_records(file).games)


MINING = MiningOptions()
"""The options if the user gives none: 500 puzzles from self-play."""


def puzzles(
    file: Annotated[str, Parameter(help="The file to write. A file that exists is continued.")],
    option: RulesOptions = RULES,
    mining: MiningOptions = MINING,
    *,
    renew: Annotated[bool, Parameter(negative="", help="Describe the puzzles of the file again; mine none.")] = False,
    work: WorkerOptions = ALL_CORES,
) -> None:
    """Mine puzzles: choices of the strongest bot in which one action is clearly the best, and weaker bots err.

    Each puzzle is checked in ten times the usual number of worlds, with two seeds. After Ctrl-C or a crash, the same
    command continues the file.

    With --records, the choices of these games are searched, and the rules are theirs. The search ends with the last
    deal.

    With --renew, the puzzles of the file get the reasons, margins and themes that this version of Uka finds. A puzzle
    whose best action is no longer clearly the best is left out; the same command without --renew then finds another.
    """
    work.check()
    path = Path(file)
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent} is not a folder")
    found = _renew(path, work) if renew else _mine(path, mining.source(option), mining.count, work)
    say(_summary(path, found))


def _mine(path: Path, source: DealSource, count: int, work: WorkerOptions) -> PuzzleFile:
    """Add puzzles to the file ``path`` until it holds ``count`` of them, with a progress bar. Return its contents."""
    found = read_or_new(path, source.rules, source.seed)
    with (
        workers(work.jobs, work.cluster) as executor,
        progress_bar(hidden=False) as bar,
        closing(mine_puzzles(path, source, count, executor)) as steps,
    ):
        task = bar.add_task("puzzles", total=count, completed=len(found.puzzles))
        for found in steps:
            bar.update(task, completed=len(found.puzzles))
    return found


def _renew(path: Path, work: WorkerOptions) -> PuzzleFile:
    """Describe the puzzles of the file ``path`` again, with a progress bar. Return the new contents of the file."""
    with (
        workers(work.jobs, work.cluster) as executor,
        progress_bar(hidden=False) as bar,
        closing(renew_puzzles(path, executor)) as steps,
    ):
        task = bar.add_task("puzzles", total=len(read(path).puzzles))
        for done in steps:
            bar.update(task, completed=done)
    return read(path)


def _summary(path: Path, found: PuzzleFile) -> str:
    """Return lines that say how many puzzles a file holds, of which themes and of which difficulty."""
    themes = Counter(puzzle.theme for puzzle in found.puzzles)
    levels = Counter(puzzle.difficulty for puzzle in found.puzzles)
    theme_lines = (f"  {theme.replace('_', ' ')}: {count}" for theme, count in themes.most_common())
    hard = ", ".join(f"{count} of difficulty {level}" for level, count in sorted(levels.items()))
    size = f"{path.stat().st_size} bytes" if path.exists() else "not written"
    head = f"{path}: {len(found.puzzles)} puzzles from {found.header.deals} deals, {size}"
    return "\n".join((head, *theme_lines, f"  {hard}"))
