"""A training run gives the same model on any executor and after any interruption."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace

from uka import rulesets
from uka.arena import workers
from uka.arena.chunked_work import Chunk, WorkMismatch, chunks
from uka.arena.selfplay import count_ends, count_leaves, sum_ends, sum_leaves
from uka.arena.training_run import (
    MatchGains,
    TrainingPlan,
    TrainingProgress,
    best_response_gain,
    contract_payoffs,
    train_model,
)
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.kernels.bidding_policy import ALONE_KINDS, TERMINALS, CfrTrainer, pack_table, terminal_index
from uka.models import Model

pytestmark = pytest.mark.slow

COURSE = TrainingPlan(rules=Ruleset(), deals=400, plays=60)


def finished(course: TrainingPlan, executor: Executor, folder: Path, steps: int | None = None) -> Model | None:
    """The model of a training plan; None if the run is interrupted after ``steps`` steps."""
    work = train_model(course, executor, folder)
    seen: dict[str, TrainingProgress] = {}
    while steps is None or steps > 0:
        try:
            step = next(work)
        except StopIteration as ended:
            assert [step.stage for step in seen.values() if step.done != step.total] == []
            return ended.value
        seen[step.stage] = step
        steps = None if steps is None else steps - 1
    work.close()
    return None


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture(scope="module")
def model(threads: Executor, tmp_path_factory: pytest.TempPathFactory) -> Model:
    found = finished(COURSE, threads, tmp_path_factory.mktemp("whole"))
    assert found is not None
    return found


def test_a_run_that_is_interrupted_anywhere_gives_the_same_model(
    model: Model, threads: Executor, tmp_path: Path
) -> None:
    for steps in (2, 5, 3, 8):  # interrupts each stage of the training
        assert finished(COURSE, threads, tmp_path, steps) is None
    assert finished(COURSE, threads, tmp_path) == model
    assert finished(COURSE, threads, tmp_path) == model, "all of it is on disk"


@pytest.mark.exhaustive
def test_two_processes_train_the_same_model(model: Model, tmp_path: Path) -> None:
    with workers(2) as executor:
        assert finished(COURSE, executor, tmp_path) == model


@pytest.mark.exhaustive
def test_a_dask_cluster_of_two_workers_trains_the_same_model(model: Model, tmp_path: Path) -> None:
    from .cluster import cluster  # imported here, so that only this test skips without Dask

    with cluster() as address, workers(cluster=address) as executor:
        assert finished(COURSE, executor, tmp_path) == model


def test_a_model_records_its_training(model: Model) -> None:
    assert model.deals == 400
    assert model.rules == COURSE.rules
    assert 0 < sum(model.ends) <= COURSE.plays
    assert sum(count for rows in model.leaves for row in rows for count in row) <= COURSE.plays
    assert sum(1 for cell in model.policy_table() if cell) > 400


def test_a_folder_of_another_plan_is_refused(model: Model, threads: Executor, tmp_path: Path) -> None:
    finished(COURSE, threads, tmp_path, 3)
    with pytest.raises(WorkMismatch, match="its rules differs"):
        finished(replace(COURSE, rules=Ruleset(pack=32)), threads, tmp_path)
    with pytest.raises(WorkMismatch, match="its seed differs"):
        finished(replace(COURSE, seed="1"), threads, tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(UkaError, match="cannot be used"):
        finished(COURSE, threads, tmp_path / "file")


def test_half_of_the_chunks_select_the_response_and_the_other_half_measure_it() -> None:
    """The halves disagree about the better response; only the first half selects it."""
    found = [
        MatchGains((0.3, 0.1, 0, 0)),
        MatchGains((-0.2, 0.9, 0, 0)),
        MatchGains((0.3, 0.1, 0, 0)),
        MatchGains((-0.1, 0.9, 0, 0)),
    ]
    assert best_response_gain(found).points == pytest.approx(-0.15)
    assert best_response_gain(found).error == pytest.approx(0.05)


# Deals played to the end


@pytest.mark.daily(1)
@pytest.mark.parametrize("name", ["uka", "ohio"])
def test_leaves_are_counted_by_double_dummy_value(name: str) -> None:
    """The tricks taken are near the double-dummy tricks, and loners are counted if the rules allow them."""
    rules = rulesets.find(name)
    found = [count_leaves(rules, chunk) for chunk in chunks("a", 300, 150)]
    leaves = sum_leaves(rules, found)
    counts = [sum(map(sum, rows)) for rows in leaves]
    together, alone, defended, both = (counts[kind] + counts[kind + ALONE_KINDS] for kind in range(ALONE_KINDS))
    assert together > 50
    assert alone + both > 50
    assert defended == 0
    assert (both > 0) == (name == "ohio")
    assert min(sum(counts[:ALONE_KINDS]), sum(counts[ALONE_KINDS:])) > 30, "either side makes trump"
    off = [abs(solved - taken) for rows in leaves for solved, row in enumerate(rows)
           for taken, count in enumerate(row) for _ in range(count)]  # fmt: skip
    assert sum(off) / len(off) < 1
    assert sum(counts) == len(off) <= 300


def test_payoffs_are_the_makers_mean_scores() -> None:
    nothing = ((0,) * 6,) * 6
    rules = rulesets.find("uka")
    sure = contract_payoffs(rules, (nothing,) * 8)
    assert sure[0] == (-2, -2, -2, 1, 1, 3)
    assert sure[1] == (-4, -4, -4, -4, -4, 4)
    often = ((0,) * 6,) * 5 + ((0, 0, 0, 0, 3, 0),)
    assert contract_payoffs(rules, (often, *(nothing,) * 7))[0][5] == 2, "half of them come true"


def test_the_ends_of_deals_are_those_of_bidding_by_the_policy() -> None:
    """With a policy that always passes, the dealer names a suit, or the deal is thrown in."""
    size = CfrTrainer(Ruleset(), [[0.0]] * 8).size
    silent = pack_table(array("f", [1.0, *[0.0] * 10] * (size // 11)))
    counts = sum_ends([count_ends(Ruleset(), bytes(silent), Chunk(0, "a", 30))])
    assert sum(counts) == 30
    assert sum(counts[terminal_index(0, 0, 0) : terminal_index(0, 3, 5) + 1]) == 30
    thrown = rulesets.find("canadian")
    assert sum_ends([count_ends(thrown, bytes(silent), Chunk(0, "a", 30))]) == (30, *[0] * (TERMINALS - 1))
