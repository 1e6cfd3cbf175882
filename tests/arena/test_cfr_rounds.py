"""Training depends only on the seed, on any executor and after an interruption."""

from __future__ import annotations

from array import array
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

from uka.arena import workers
from uka.arena.cfr_rounds import CfrSettings, CfrTables, best_responses, training_rounds
from uka.arena.chunked_work import WorkMismatch
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.kernels.bidding_policy import BIDS_PER_ROW, CfrTrainer

pytestmark = pytest.mark.slow

PAY = ((-2.0, -2.0, -2.0, 1.0, 1.0, 2.0), (-2.0, -2.0, -2.0, 1.0, 1.0, 4.0)) * 4
LESSONS = CfrSettings(rules=Ruleset(), pay=PAY, chunks=2, deals=300)


def learned(path: Path, count: int, lessons: CfrSettings = LESSONS, threads: int = 1) -> CfrTables:
    """The tables after ``rounds`` more rounds than those on disk."""
    with ThreadPoolExecutor(threads) as executor:
        *_, tables = islice(training_rounds(lessons, executor, path), count + 1)
    return tables


def test_a_killed_run_continues_from_the_last_round(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    tables = learned(whole, 3)
    learned(stopped, 1)
    stopped.with_name("stopped.new").write_bytes(b"half a fi")  # the file that a kill leaves
    assert learned(stopped, 2, threads=2) == tables
    assert tables.rounds == 3


def test_processes_and_threads_give_the_same_tables(tmp_path: Path) -> None:
    with workers(2) as executor:
        *_, tables = islice(training_rounds(LESSONS, executor, tmp_path / "there"), 3)
    assert tables == learned(tmp_path / "here", 2)


def test_training_improves_the_policy(tmp_path: Path) -> None:
    lessons = CfrSettings(rules=Ruleset(), pay=PAY, chunks=2, deals=4_000)
    late = array("f", learned(tmp_path / "late", 4, lessons).sums)
    nothing = array("f", bytes(4 * len(late)))
    learner = CfrTrainer(lessons.rules, lessons.pay)
    dealing, error = learner.match([late, nothing, late, nothing], seed=1, deals=4_000)
    other, _ = learner.match([nothing, late, nothing, late], seed=1, deals=4_000)
    assert dealing - other > 6 * error


def test_a_best_response_to_a_bad_policy_gains_and_a_high_threshold_changes_nothing(tmp_path: Path) -> None:
    """If all pass and the dealer is stuck, any call gains; with a high threshold the response is the table itself."""
    learner = CfrTrainer(LESSONS.rules, LESSONS.pay)
    silent = array("f", [1.0, *[0.0] * 10] * (learner.size // BIDS_PER_ROW))
    lessons = CfrSettings(rules=Ruleset(), pay=PAY, chunks=2, deals=4_000, against=silent.tobytes())
    bold, shy = best_responses(lessons, learned(tmp_path / "answer", 2, lessons), (0.0, 1e6))
    assert shy == silent
    dealing, error = learner.match([bold, silent, silent, silent], seed=1, deals=4_000)
    left, _ = learner.match([silent, bold, silent, silent], seed=1, deals=4_000)
    assert dealing - left > 6 * error


def test_a_file_of_other_settings_is_refused(tmp_path: Path) -> None:
    learned(tmp_path / "tables", 1)
    with pytest.raises(WorkMismatch, match="give another file"):
        learned(tmp_path / "tables", 1, CfrSettings(rules=Ruleset(target=5), pay=PAY))
    (tmp_path / "letter").write_text("Dear uncle")
    with pytest.raises(UkaError, match="does not hold training tables"):
        learned(tmp_path / "letter", 1)
