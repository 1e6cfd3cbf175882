"""``uka train``: trains a model for a ruleset by self-play."""

from __future__ import annotations

import shlex
from pathlib import Path
from shutil import rmtree
from typing import Annotated

from cyclopts import Parameter
from rich.progress import TaskID

from uka.arena import workers
from uka.arena.training_run import TrainingPlan, TrainingStage, train_model
from uka.models import Model, save

from ..measure import progress_bar
from ..options import ALL_CORES, RULES, RulesOptions, UsageError, WholeNumber, WorkerOptions
from ..printing import say

DEALS = 40_000_000
PLAYS = 20_000


def train(
    option: RulesOptions = RULES,
    *,
    seed: Annotated[str, Parameter(help="The same seed gives the same file.")] = "0",
    deals: Annotated[WholeNumber, Parameter(help="Number of deals to learn the bidding from.")] = DEALS,
    plays: Annotated[
        WholeNumber,
        Parameter(help="Number of deals to play with hidden cards, before the bidding is learned and after."),
    ] = PLAYS,
    work: WorkerOptions = ALL_CORES,
    out: Annotated[
        str | None, Parameter(help="The file to write; without it, the ruleset's name.", show_default=False)
    ] = None,
) -> None:
    """Train a model for a ruleset by self-play.

    The model learns how to bid. For each number of tricks that the solver finds with all cards seen, it also learns how
    many tricks the makers take in real play. The progress is saved beside the model's file. After Ctrl-C or a crash,
    the same command continues from that progress.
    """
    if min(deals, plays) < 1:
        raise UsageError("--deals and --plays must be 1 or more")
    work.check()
    rules = option.ruleset
    path = Path(out or f"{rules.name}.model")
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent} is not a folder")
    if path.is_dir():
        raise UsageError(f"{path} is a folder: give the name of a file")
    folder = path.with_name(path.name + ".work")
    command = _command(option, seed, deals, plays)
    plan = TrainingPlan(rules=rules, deals=deals, plays=plays, seed=seed, command=command)
    try:
        model = _train(plan, work, folder)
    except KeyboardInterrupt:
        say(f"The progress is saved in {folder}: the same command continues from there.", stderr=True)
        raise
    save(model, path)
    rmtree(folder, ignore_errors=True)
    say(_summary(path, model))


def _train(plan: TrainingPlan, work: WorkerOptions, folder: Path) -> Model:
    """Train a model, with a progress bar for each stage, and return it. ``folder`` holds the saved progress."""
    with workers(work.jobs, work.cluster) as executor, progress_bar(hidden=False) as bar:
        steps = train_model(plan, executor, folder)
        tasks = dict[TrainingStage, TaskID]()
        while True:
            try:
                step = next(steps)
            except StopIteration as ended:
                return ended.value
            if step.stage not in tasks:
                tasks[step.stage] = bar.add_task(step.stage, total=step.total)
            bar.update(tasks[step.stage], completed=step.done)


def _command(option: RulesOptions, seed: str, deals: int, plays: int) -> str:
    """Return the command line that trains the model again. It omits options for workers, which change no result."""
    words = ["uka", "train", "--rules", option.rules]
    for setting in option.set:
        words += ["--set", setting]
    return shlex.join([*words, "--seed", seed, "--deals", str(deals), "--plays", str(plays)])


def _summary(path: Path, model: Model) -> str:
    """Return sentences that describe a trained model and its file, and how much a best response gains against it."""
    before, after = (f"{gain.points:.4f} ± {1.96 * gain.error:.4f}" for gain in (model.before, model.after))
    return (
        f"{path}: {model.rules.title}, {model.deals} deals, {path.stat().st_size} bytes. A best response gains "
        f"{after} points a deal; after the first round it gained {before}."
    )
