"""``uka dataset``: data sets of solved deals, or of self-play with the strongest bot's evaluations."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from uka.arena import workers
from uka.extras import require

from ..measure import progress_bar
from ..options import ALL_CORES, RULES, RulesOptions, UsageError, WholeNumber, WorkerOptions
from ..printing import say

if TYPE_CHECKING:
    from uka.envs.dataset import DatasetManifest, DatasetPlan

DEALS = 100_000
PARTS = {"exact": 25_000, "evaluations": 20}
"""The default number of deals in a file, by kind."""


def dataset(
    folder: Annotated[str, Parameter(help="The folder to write to: a new one, or that of a run to resume.")],
    /,
    *,
    option: RulesOptions = RULES,
    kind: Annotated[
        Literal["exact", "evaluations"],
        Parameter(help="Deals with their double-dummy tricks, or choices with the strongest bot's evaluations."),
    ] = "exact",
    deals: Annotated[WholeNumber, Parameter(help="Number of deals.")] = DEALS,
    seed: Annotated[WholeNumber, Parameter(help="The same seed gives the same files.")] = 0,
    format: Annotated[Literal["parquet", "npz"], Parameter(help="The format of the files.")] = "parquet",
    part: Annotated[
        WholeNumber | None, Parameter(help="Number of deals in a file; without it, as fits.", show_default=False)
    ] = None,
    work: WorkerOptions = ALL_CORES,
) -> None:
    """Write a data set of random deals to a folder, as files that the same command makes again byte by byte.

    After Ctrl-C or a crash, the same command continues. The file manifest.json lists the files, their rows and how they
    were made.
    """
    require("research", "uka dataset", "numpy")
    from uka.envs.dataset import DatasetPlan  # imported here because it loads NumPy

    size = PARTS[kind] if part is None else part
    if min(deals, size) < 1:
        raise UsageError("--deals and --part must be 1 or more")
    if not 0 <= seed < 2**64:
        raise UsageError("--seed must be 0 or more, and below 2 to the power of 64")
    work.check()
    plan = DatasetPlan(kind=kind, file_format=format, rules=option.ruleset, seed=seed, deals=deals, part=size)
    manifest = _write(plan, Path(folder), work)
    say(f"{folder}: {manifest.deals} deals, {manifest.rows} rows in {len(manifest.files)} files.")


def _write(plan: DatasetPlan, folder: Path, work: WorkerOptions) -> DatasetManifest:
    from uka.envs.dataset import write_dataset

    with (
        workers(work.jobs, work.cluster) as executor,
        progress_bar(hidden=False) as bar,
        closing(write_dataset(plan, folder, executor)) as steps,
    ):
        task = bar.add_task("deals", total=plan.deals)
        while True:
            try:
                bar.advance(task, next(steps).deals)
            except StopIteration as ended:
                return ended.value
