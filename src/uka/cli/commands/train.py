"""``uka train``: a model for a ruleset, learned by self-play."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from shutil import rmtree
from typing import Annotated

from cyclopts import Parameter
from rich.progress import TaskID

from uka.arena import workers
from uka.arena.training_run import TrainingPlan, TrainingStage, train_model
from uka.models import Model, save

from ..measure import bar_of
from ..options import HERE, TAINUI, RulesOptions, UsageError, WholeNumber, WorkerOptions

DEALS, PLAYS = 40_000_000, 20_000


def train(
    option: RulesOptions = TAINUI,
    *,
    seed: Annotated[str, Parameter(help="The same seed gives the same file.")] = "0",
    deals: Annotated[WholeNumber, Parameter(help="Deals to learn the calls from.")] = DEALS,
    plays: Annotated[
        WholeNumber, Parameter(help="Deals to play out, with the cards hidden, before that and after.")
    ] = PLAYS,
    work: WorkerOptions = HERE,
    out: Annotated[str | None, Parameter(help="The file; the ruleset's name if not said.", show_default=False)] = None,
) -> None:
    """Learn by self-play how to call under a ruleset, and what play makes of the solver's tricks, into one file.

    What is done so far is kept beside that file: after Ctrl-C or a kill the same command goes on from there.
    """
    if min(deals, plays) < 1:
        raise UsageError("--deals and --plays must be 1 or more")
    work.check()
    rules = option.ruleset
    path = Path(out or f"{rules.name}.model")
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent} is no folder")
    folder = path.with_name(path.name + ".work")
    command = _command(option, seed, deals, plays)
    course = TrainingPlan(rules=rules, deals=deals, plays=plays, seed=seed, command=command)
    try:
        model = _trained(course, work, folder)
    except KeyboardInterrupt:
        print(f"What was done is in {folder}: the same command goes on from there.", file=sys.stderr)
        raise
    save(model, path)
    rmtree(folder, ignore_errors=True)
    print(_told(path, model))


def _trained(course: TrainingPlan, work: WorkerOptions, folder: Path) -> Model:
    """The model, with a bar for each stage."""
    with workers(work.jobs, work.cluster) as executor, bar_of(hidden=False) as bar:
        steps, tasks = train_model(course, executor, folder), dict[TrainingStage, TaskID]()
        while True:
            try:
                step = next(steps)
            except StopIteration as ended:
                return ended.value
            if step.stage not in tasks:
                tasks[step.stage] = bar.add_task(step.stage, total=step.total)
            bar.update(tasks[step.stage], completed=step.done)


def _command(option: RulesOptions, seed: str, deals: int, plays: int) -> str:
    """The words that make the same file, whoever does the work."""
    words = ["uka", "train", "--rules", option.rules]
    for setting in option.set:
        words += ["--set", setting]
    return shlex.join([*words, "--seed", seed, "--deals", str(deals), "--plays", str(plays)])


def _told(path: Path, model: Model) -> str:
    before, after = (f"{gain.points:.4f} ± {1.96 * gain.error:.4f}" for gain in (model.before, model.after))
    return (
        f"{path}: {model.rules.title}, {model.deals} deals, {path.stat().st_size} bytes. A best answer gains "
        f"{after} points a deal; after the first round it was {before}."
    )
