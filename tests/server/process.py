"""Runs `uka serve` in a separate process."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.needs import needs
from tests.patience import PATIENCE
from tests.served import free_port

SENTENCE = re.compile(r"[^\n]+\n")


class Serving:
    """A running server, and what it printed when it started."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        self.process, self.said, self.at = process, [], ""
        while not self.said or not self.said[-1].endswith("stops it."):
            line = process.stdout.readline()
            assert line, f"it ended with {process.wait()}: {process.communicate()[1]}"
            self.said.append(line.rstrip("\n"))
        self.at = next(line for line in self.said if line.startswith("Uka is at ")).removeprefix("Uka is at ")

    @property
    def address(self) -> tuple[str, int]:
        host, _, port = self.at.removeprefix("http://").rpartition(":")
        return host, int(port)

    def connect(self) -> socket.socket:
        return socket.create_connection(self.address, timeout=60)

    def end(self, *signals: signal.Signals) -> tuple[int, str, str, float]:
        """Send signals; return the exit code, the rest of stdout and stderr, and the seconds until the end."""
        start = time.monotonic()
        for number in signals:
            self.process.send_signal(number)
            time.sleep(0.2)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err, time.monotonic() - start


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "uka.cli", "serve", "--no-browser", *options]


def serving(folder: Path, *options: str, port: int | str = 0) -> AbstractContextManager[Serving]:
    """Run a server on a data folder, at a port that stays free while it is down, within this context."""
    return started("--data", str(folder), "--port", str(port or free_port()), *options)


@contextmanager
def started(*options: str) -> Iterator[Serving]:
    """Run a server within this context, and kill the server at the end if it still runs."""
    needs("server")
    process = subprocess.Popen(command(*options), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with process:
        try:
            yield Serving(process)
        finally:
            process.kill()


def refused(*options: str) -> str:
    """Start a server that must refuse to start, and return the one sentence that it prints."""
    needs("server")
    found = subprocess.run(command(*options), capture_output=True, text=True, timeout=60, check=False)
    assert (found.returncode, found.stdout) == (2, ""), found
    assert SENTENCE.fullmatch(found.stderr), found.stderr
    return found.stderr.rstrip("\n")


def children(process: int) -> set[int]:
    """Return all descendants of a process."""
    pairs = [found for path in Path("/proc").glob("[0-9]*/stat") if (found := _parent(path))]
    own = {child for child, parent in pairs if parent == process}
    return own.union(*(children(child) for child in own))


def _parent(path: Path) -> tuple[int, int] | None:
    try:
        state, parent = path.read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return None  # the process has just ended
    return (int(path.parent.name), int(parent)) if state != "Z" else None


def gone(processes: Sequence[int] | set[int], seconds: float = PATIENCE) -> bool:
    """Return whether all processes end within some seconds."""
    return soon(lambda: not any(_parent(Path(f"/proc/{process}/stat")) for process in processes), seconds)


def soon(holds: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


LINUX = os.path.isdir("/proc/self")
