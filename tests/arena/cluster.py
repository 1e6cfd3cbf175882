"""A Dask cluster on this machine, for tests; two clusters can run at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install -e '.[dask]'")


@contextmanager
def cluster(count: int = 2) -> Iterator[str]:
    """Run a cluster of ``count`` workers and yield its address, in the form that ``--cluster`` takes."""
    with distributed.LocalCluster(
        n_workers=count, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1", protocol="tcp"
    ) as local:
        yield local.scheduler_address.replace("tcp://", "dask://")
