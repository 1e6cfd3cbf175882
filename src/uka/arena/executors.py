"""Executors that run chunks of work: processes on this machine or a Dask cluster."""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import warnings
from collections.abc import Generator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from uka.core.errors import UkaError
from uka.extras import require

from .worker_process import initialize_worker, uninterrupted

CONNECT = 5.0
"""The seconds that the scheduler of a cluster has to answer."""


@contextmanager
def workers(jobs: int | None = None, cluster: str | None = None) -> Generator[Executor]:
    """Yield an executor that runs jobs in ``jobs`` processes on this machine, or on a Dask cluster.

    By default there is one process for each core. ``cluster`` is the address of a Dask scheduler, ``dask://HOST:PORT``.
    The processes end with the ``with`` block. If an error or Ctrl-C ends the block, each process ends when its job next
    calls ``check_abandoned``.
    """
    if cluster is None:
        with _local_executor(jobs) as executor:
            yield executor
    else:
        with _dask_executor(cluster) as executor:
            yield executor


@contextmanager
def _local_executor(jobs: int | None) -> Generator[Executor]:
    context = multiprocessing.get_context("spawn")
    count = jobs or os.cpu_count() or 1
    ours, theirs = context.Pipe()
    with ours, theirs:
        pool = ProcessPoolExecutor(count, context, initializer=initialize_worker, initargs=(theirs,))
        try:
            with uninterrupted():
                for _ in range(count):
                    pool.submit(os.getpid)  # each submitted job starts a process
            yield pool
        except BaseException:
            ours.close()
            pool.shutdown(cancel_futures=True)
            raise
        pool.shutdown()


@contextmanager
def _dask_executor(cluster: str) -> Generator[Executor]:
    scheme, _, address = cluster.partition("://")
    if scheme != "dask" or ":" not in address:
        raise UkaError(f"{cluster} is not a cluster: write dask://HOST:PORT")
    require("dask", "a Dask cluster")
    distributed = importlib.import_module("distributed")
    try:
        client = distributed.Client(f"tcp://{address}", timeout=CONNECT, set_as_default=False)
    except OSError:
        raise UkaError(f"there is no Dask scheduler at {address}") from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # `chunked_work` reports a lost cluster itself
    with client, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph")  # training tables are large, so the warning is useless
        executor = client.get_executor(pure=False)  # Dask would merge equal submissions of a pure function
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False)
            raise
        executor.shutdown()
