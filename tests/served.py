"""A real server of another program's, for tests: it ends when they do, whatever ends them.

Its parent is a warden, a process of ours that waits for the end of its standard input: that comes when the tests tell
it to, and when they are killed. Killed itself, it takes the server along. It is ``python -m tests.served FOLDER
COMMAND...``.
"""

import atexit
import ctypes
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.needs import needs
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[1]
GRACE = 5.0  # seconds for it to end before it is killed
PR_SET_PDEATHSIG = 1
NOBODY = 65534  # who a server runs as that refuses to run as root
PORTS = range(20_000, 32_000)


class Served:
    """A server in a folder of its own that goes with it; stopped and started again it has the same port."""

    def __init__(self, name: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"uka-{name}-"))
        self.port = free_port()
        self._warden: subprocess.Popen[bytes] | None = None
        self.pid = 0
        atexit.register(self.close)

    def run(self, command: Sequence[str | Path]) -> None:
        """Start it, and wait until it listens."""
        needs("postgres")
        warden = [sys.executable, "-m", "tests.served", self.folder, *command]
        # In a session of its own: who ends the tests with all of their process group does not end it with them.
        self._warden = subprocess.Popen(
            warden, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        assert self._warden.stdout
        self.pid = int(self._warden.stdout.readline())
        deadline = time.monotonic() + PATIENCE
        while not listens(self.port):
            if self._warden.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{command[0]} did not start: {self.log}")
            time.sleep(0.02)

    @property
    def log(self) -> str:
        """What it said."""
        return (self.folder / "log").read_text(errors="replace")

    def stop(self) -> None:
        """End it as its operator would, and wait until it is gone."""
        if self._warden:
            self._warden.communicate()
            self._warden = None

    def kill(self) -> None:
        """End it at once, as a machine that loses its power."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self.stop()

    def pause(self) -> None:
        """It hangs: it keeps its connections, takes new ones and answers none."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """It goes on where it hung."""
        self._signal(signal.SIGCONT)

    def start(self) -> None:
        """Start it again."""
        raise NotImplementedError

    def revive(self) -> None:
        """Have it run again, whatever a test that failed left of it."""
        self.resume()
        if not listens(self.port):
            self.stop()
            self.start()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Hanging for as long as this lasts."""
        self.pause()
        try:
            yield
        finally:
            self.resume()

    def close(self) -> None:
        """End it for good."""
        atexit.unregister(self.close)
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _signal(self, number: int) -> None:
        for process in tree(self.pid):
            with suppress(ProcessLookupError):
                os.kill(process, number)


def tree(pid: int) -> list[int]:
    """A process and all that it started, itself first, so that it starts no more while they are gone through."""
    import psutil

    try:
        server = psutil.Process(pid)
        return [pid, *(child.pid for child in server.children(recursive=True))]
    except psutil.NoSuchProcess:
        return []


def free_port() -> int:
    """A port nobody has, out of the range that connections are given theirs from, so that it stays free."""
    while True:
        port = random.SystemRandom().choice(own(PORTS))
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port


def own(ports: range) -> range:
    """Those of some ports that only this worker of pytest-xdist takes, so that two never choose the same."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    return range(ports.start + (worker - ports.start) % workers, ports.stop, workers)


def listens(port: int) -> bool:
    with socket.socket() as tried:
        tried.settimeout(1)
        return tried.connect_ex(("127.0.0.1", port)) == 0


def as_nobody() -> dict[str, Any]:
    """How root starts a program that refuses to run as root."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def end_with_parent() -> None:
    """Have the kernel kill this process when its parent is gone, where there is such a kernel."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def ward(folder: Path, command: Sequence[str]) -> None:
    """Run a server until nobody wants it any more; if it was left behind, its folder goes too."""
    parent = os.getppid()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with (folder / "log").open("ab") as log:
        server = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder, start_new_session=True,
            preexec_fn=end_with_parent, **as_nobody(),
        )  # fmt: skip
    try:
        print(server.pid, flush=True)
        sys.stdin.read()
    finally:
        processes = tree(server.pid)
        for each, number in [*((each, signal.SIGCONT) for each in processes), (server.pid, signal.SIGINT)]:
            with suppress(ProcessLookupError):
                os.kill(each, number)
        with suppress(subprocess.TimeoutExpired):
            server.wait(GRACE)
        for each in tree(server.pid):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        server.wait()
        if os.getppid() != parent:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    ward(Path(sys.argv[1]), sys.argv[2:])
