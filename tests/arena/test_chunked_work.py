"""Work in chunks: the same results in the same order on any executor, also after a kill."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.arena.jobs import EXPECTED, TODO, About, Found, dies, fails, job, slow
from tests.patience import PATIENCE
from uka.arena import Chunk, ChunkStore, chunks, run, workers
from uka.arena.chunked_work import WorkersDied, WorkMismatch
from uka.core.errors import UkaError


@pytest.fixture(params=["one thread", "five threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param == "processes":
        with workers(2) as pool:
            yield pool
    else:
        with ThreadPoolExecutor(1 if request.param == "one thread" else 5) as pool:
            yield pool


def test_the_results_are_the_same_on_any_executor(executor: Executor) -> None:
    assert list(run(job, TODO, executor)) == EXPECTED


def test_a_run_continues_from_its_state_file(executor: Executor, tmp_path: Path) -> None:
    path = tmp_path / "state"
    work = run(job, TODO, executor, ChunkStore[Found].open(path, About(), Found))
    assert [next(work) for _ in range(4)] == EXPECTED[:4]
    work.close()
    kept = ChunkStore[Found].open(path, About(), Found).results
    assert 4 <= len(kept) < len(TODO) or len(kept) == len(TODO)
    left = [chunk for chunk in TODO if chunk not in kept]
    done: list[Chunk] = []

    def noted(chunk: Chunk) -> Found:
        done.append(chunk)
        return job(chunk)

    with ThreadPoolExecutor(2) as threads:
        assert list(run(noted, TODO, threads, ChunkStore[Found].open(path, About(), Found))) == EXPECTED
    assert sorted(done, key=lambda chunk: chunk.number) == left


def test_more_of_the_same_work_is_added(tmp_path: Path) -> None:
    path = tmp_path / "state"
    with ThreadPoolExecutor(2) as executor:
        for total in (25, 95):
            store = ChunkStore[Found].open(path, About(), Found)
            found = list(run(job, chunks("s", total, 10), executor, store))
    assert found == EXPECTED


def test_an_incomplete_last_line_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "state"
    with ThreadPoolExecutor(2) as executor:
        list(run(job, TODO, executor, ChunkStore[Found].open(path, About(), Found)))
        whole = path.read_bytes()
        for cut in range(len(whole) - 40, len(whole), 7):
            path.write_bytes(whole[:cut])
            assert list(run(job, TODO, executor, ChunkStore[Found].open(path, About(), Found))) == EXPECTED
            assert path.read_bytes() == whole
        path.write_bytes(whole[:5])  # killed in the first line
        assert ChunkStore[Found].open(path, About(), Found).results == {}


def test_a_state_file_of_other_work_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "state"
    ChunkStore[Found].open(path, About(), Found)
    with pytest.raises(WorkMismatch, match="its seed differs"):
        ChunkStore[Found].open(path, About(seed=2), Found)
    path.write_text("no state\n")
    with pytest.raises(UkaError, match="is not a state file"):
        ChunkStore[Found].open(path, About(), Found)
    with pytest.raises(UkaError, match="can't be used"):
        ChunkStore[Found].open(tmp_path, About(), Found)


@pytest.mark.parametrize("text", ["no state", "no state\n", "no state\ncut", '{"work":"a test","seed":2}\ncut'])
def test_a_file_that_is_refused_is_left_as_it_was(text: str, tmp_path: Path) -> None:
    path = tmp_path / "state"
    path.write_text(text)
    with pytest.raises(UkaError, match="give another file"):
        ChunkStore[Found].open(path, About(), Found)
    assert path.read_text() == text


def test_a_file_with_a_damaged_result_is_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "state"
    ChunkStore[Found].open(path, About(), Found)
    text = path.read_text() + "damaged\ncut"
    path.write_text(text)
    with pytest.raises(UkaError, match="or is damaged"):
        ChunkStore[Found].open(path, About(), Found)
    assert path.read_text() == text


class BreaksOnSubmit(Executor):
    """An executor whose workers die before the third job is submitted, and which ran no job before that."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if len(self.futures) == 2:
            raise BrokenExecutor("a process of the pool ended")
        self.futures.append(Future())
        return self.futures[-1]


def test_the_death_of_the_workers_during_submit_is_reported_and_cancels_the_submitted_jobs() -> None:
    executor = BreaksOnSubmit()
    with pytest.raises(WorkersDied, match="workers ended"):
        list(run(job, TODO, executor))
    assert [future.cancelled() for future in executor.futures] == [True, True]


def test_the_death_of_a_worker_is_reported_in_a_sentence() -> None:
    with pytest.raises(WorkersDied, match="was done; start it again"), workers(2) as executor:
        list(run(dies, TODO, executor))


def test_the_death_of_a_worker_is_reported_with_the_state_file_if_there_is_one(tmp_path: Path) -> None:
    store = ChunkStore[Found].open(tmp_path / "state", About(), Found)
    with pytest.raises(WorkersDied, match="; a state file holds the results so far"), workers(2) as executor:
        list(run(dies, TODO, executor, store))


def test_an_error_of_a_job_is_raised() -> None:
    with pytest.raises(ValueError, match="chunk 0"), workers(1) as executor:
        list(run(fails, TODO, executor))


KILLED = """
import sys
from tests.arena.jobs import *
from uka.arena import ChunkStore, run, workers
if __name__ == "__main__":
    with workers(2) as executor:
        print(*(p.pid for p in [*executor.map(abs, [1])] and executor._processes.values()), flush=True)
        list(run(stalls, TODO, executor, ChunkStore.open(sys.argv[1], About(), Found)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_killed_run_continues_and_its_workers_end(tmp_path: Path) -> None:
    path, script = tmp_path / "state", tmp_path / "killed.py"
    script.write_text(KILLED)
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(
        [sys.executable, script, path], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout
        pids = [int(pid) for pid in process.stdout.readline().split()]
        assert pids
        deadline = time.monotonic() + PATIENCE
        while (not path.exists() or path.read_bytes().count(b"\n") < 3) and time.monotonic() < deadline:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
    kept = ChunkStore[Found].open(path, About(), Found).results
    assert 2 <= len(kept) < len(TODO)
    with workers(2) as executor:
        assert list(run(slow, TODO, executor, ChunkStore[Found].open(path, About(), Found))) == EXPECTED
    deadline = time.monotonic() + PATIENCE
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, pids))


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("cluster", ["tcp://127.0.0.1:1", "dask://nowhere", "127.0.0.1:8786"])
def test_an_invalid_cluster_is_refused(cluster: str) -> None:
    with pytest.raises(UkaError, match="write dask://HOST:PORT"), workers(cluster=cluster):
        pass


def test_without_dask_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)  # the import fails
    with pytest.raises(UkaError, match=r"pip install 'uka\[dask\]'"), workers(cluster="dask://127.0.0.1:1"):
        pass
