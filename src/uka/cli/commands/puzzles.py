"""``uka puzzles``: mines puzzles from self-play into a file."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from uka.arena import workers
from uka.puzzles import PuzzleFile
from uka.puzzles.mining import continued, mine

from ..measure import bar_of
from ..options import HERE, TAINUI, RulesOptions, UsageError, WholeNumber, WorkerOptions


def puzzles(
    file: Annotated[str, Parameter(help="The file to write. A file that exists is continued.")],
    option: RulesOptions = TAINUI,
    *,
    count: Annotated[WholeNumber, Parameter(help="The number of puzzles that the file shall hold.")] = 500,
    seed: Annotated[str, Parameter(help="The same seed gives the same file.")] = "0",
    work: WorkerOptions = HERE,
) -> None:
    """Mine puzzles: choices of the strongest bot in which one action is clearly the best, and weaker bots err.

    Each puzzle is checked in ten times the usual number of worlds, with two seeds. After Ctrl-C or a crash, the same
    command continues the file.
    """
    if count < 1:
        raise UsageError("--count must be 1 or more")
    work.check()
    path = Path(file)
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent} is not a folder")
    found = continued(path, option.ruleset, seed)
    with (
        workers(work.jobs, work.cluster) as executor,
        bar_of(hidden=False) as bar,
        closing(mine(path, option.ruleset, seed, count, executor)) as steps,
    ):
        task = bar.add_task("puzzles", total=count, completed=len(found.puzzles))
        for found in steps:
            bar.update(task, completed=len(found.puzzles))
    print(_summary(path, found))


def _summary(path: Path, found: PuzzleFile) -> str:
    themes = Counter(puzzle.theme for puzzle in found.puzzles)
    levels = Counter(puzzle.difficulty for puzzle in found.puzzles)
    told = (f"  {theme.replace('_', ' ')}: {count}" for theme, count in themes.most_common())
    hard = ", ".join(f"{count} of difficulty {level}" for level, count in sorted(levels.items()))
    size = f"{path.stat().st_size} bytes" if path.exists() else "not written"
    return "\n".join(
        (f"{path}: {len(found.puzzles)} puzzles from {found.header.deals} deals, {size}", *told, f"  {hard}")
    )
