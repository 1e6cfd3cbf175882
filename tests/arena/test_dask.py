"""A real Dask cluster of two workers gives the same results as one process."""

import json
from collections.abc import Iterator

import pytest

from tests.arena.jobs import EXPECTED, TODO, job
from uka.arena import run, workers
from uka.cli import main
from uka.core.errors import UkaError

from .cluster import cluster as started


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with started() as address:
        yield address


def test_the_results_are_those_of_one_process(cluster: str) -> None:
    with workers(cluster=cluster) as executor:
        assert list(run(job, TODO, executor)) == EXPECTED


def test_an_abandoned_cluster_can_be_used_again(cluster: str) -> None:
    with workers(cluster=cluster) as executor:
        work = run(job, TODO, executor)
        assert next(work) == EXPECTED[0]
        work.close()
    with pytest.raises(KeyboardInterrupt):
        interrupted(cluster)
    test_the_results_are_those_of_one_process(cluster)


def interrupted(cluster: str) -> None:
    with workers(cluster=cluster) as executor:
        for _ in run(job, TODO, executor):
            raise KeyboardInterrupt


def test_a_contest_on_a_cluster_gives_the_same_report(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("arena", "club", "novice", "random", "--deals", "40", "--duplicate", "--json")
    found: list[object] = []
    for where in (("--jobs", "1"), ("--cluster", cluster)):
        main((*words, *where))
        told = json.loads(capsys.readouterr().out)
        del told["thinking"]
        found.append(told)
    assert found[0] == found[1]


def test_an_unreachable_cluster_is_refused() -> None:
    with pytest.raises(UkaError, match="there is no Dask scheduler"), workers(cluster="dask://127.0.0.1:9"):
        pass
