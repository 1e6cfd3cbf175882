"""The line about Dask: how much quicker two workers of a cluster compute than one."""

import subprocess
import sys
import tempfile
import time

from bench.registry import Figure, line, promise

WORK = {
    "sim": "sim --bots master,club --games 80 --json",
    "train": "train --deals 3000000 --plays 3000 --out {folder}/a.model",
    "puzzles": "puzzles {folder}/a.puzzles --count 12",
}
"""A command line for each kind of long work."""


@line("29 dask: two workers of a cluster compute sim, train and puzzles at nearly twice the speed of one", speed=True)
def one_and_two() -> Figure:
    """Measure each command with one worker and with two; the start of the cluster does not count."""
    seconds = {name: [taken(words, count) for count in (1, 2)] for name, words in WORK.items()}
    figure: Figure = {
        name: {"s, one worker": one, "two": two, "times": round(one / two, 2)} for name, (one, two) in seconds.items()
    }
    quick = all(one > 1.6 * two for one, two in seconds.values())
    return promise(quick, figure, "two workers are less than 1.6 times as quick as one")


def taken(words: str, count: int) -> float:
    """Return the seconds that a command takes on a cluster of ``count`` workers."""
    from tests.arena.cluster import cluster  # imported here, so that only this line needs Dask

    with cluster(count) as address, tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "uka.cli", *words.format(folder=folder).split(), "--cluster", address]
        since = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        return round(time.perf_counter() - since, 1)
