"""A server in a separate process that tests can kill: ``python -m tests.server.child STORE PORT``."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from pkgutil import resolve_name
from random import Random
from typing import Any, Self

from tests.needs import needs
from tests.served import own
from uka.server.base.data_folder import STORE
from uka.server.base.listening_socket import listen
from uka.server.base.options import ServerOptions
from uka.server.cluster import membership
from uka.server.cluster.notifications import Notifications
from uka.server.run import run
from uka.store import is_postgres

from .web import FREE

ROOT = Path(__file__).parents[2]
DIES_AT = "UKA_DIES_AT"
"""In the environment of a server: the function at whose call it is killed, and the number of this call."""
NOTIFICATIONS = "UKA_NOTIFICATIONS"
"""In the environment of a server: the URL of its database for notifications alone, which then can fail alone."""
PORTS = range(15_000, 30_000)
"""Ports that the system does not give to clients, so that no client takes a server's port while the server is down."""


class Child:
    """A server on a fixed port, over a folder, or over a database that several servers share."""

    def __init__(self, folder: Path, database: str | None = None) -> None:
        self.store, self.port, self.kills, self._database = folder / STORE, free_port(), 0, database
        self.environment: dict[str, str] = {}
        """What is set in the server's environment beside what this process has, from its next start on."""
        self._said = folder / f"said-{self.port}"
        self._process: Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def said(self) -> str:
        """What the server has written to stderr."""
        return self._said.read_text()

    @property
    def complaints(self) -> str:
        """What the server has written to stderr, but for what it says of a machine that is too busy to run it."""
        return "".join(line for line in self.said.splitlines(True) if "this process was suspended" not in line)

    async def start(self) -> None:
        needs("server")
        store = self._database or str(self.store)
        command = (sys.executable, "-m", "tests.server.child", store, str(self.port))
        with self._said.open("ab") as said:
            self._process = await asyncio.create_subprocess_exec(
                *command, stdout=PIPE, stderr=said, cwd=ROOT, env=os.environ | self.environment
            )

    async def ready(self) -> None:
        assert self._process
        assert self._process.stdout
        assert await self._process.stdout.readline() == b"ready\n", self.said

    @property
    def runs(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.returncode is None

    def signal(self, number: int) -> None:
        assert self._process
        self._process.send_signal(number)

    async def ended(self) -> int:
        assert self._process
        return await self._process.wait()

    async def kill(self) -> None:
        assert self._process
        assert self._process.returncode is None, self.said
        self._process.kill()
        await self._process.wait()
        self.kills += 1

    async def kill_until(
        self, over: Callable[[], bool], random: Random, after: Callable[[], Awaitable[object]]
    ) -> None:
        """Kill and restart the server every second or two until ``over()``, sometimes during its start.

        After each complete start, await ``after()``, which checks that play goes on.
        """
        while not over():
            await asyncio.sleep(random.uniform(0.5, 2))
            await self.kill()
            await self.start()
            if random.random() < 0.9:
                await self.ready()
                await after()

    async def __aenter__(self) -> Self:
        await self.start()
        await self.ready()
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process
        with suppress(ProcessLookupError):
            self._process.terminate()
        await self._process.wait()


def free_port() -> int:
    while True:
        with suppress(OSError), socket.create_server(("127.0.0.1", Random().choice(own(PORTS)))) as found:
            return found.getsockname()[1]


def die_at(place: str, number: int) -> None:
    """Kill this process at call number ``number`` of a function, such as ``uka.server.live.matches._begin_game``."""
    owner, _, name = place.rpartition(".")
    at, calls = resolve_name(owner), count(1)
    function = getattr(at, name)

    def dying(*args: Any, **options: Any) -> Any:
        if next(calls) == number:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*args, **options)

    setattr(at, name, dying)


def notify_through(url: str) -> None:
    """Let the notifications of this process reach its database at ``url``."""

    def notifications(_: str, *functions: Any) -> Notifications:
        return Notifications(url, *functions)

    setattr(membership, "Notifications", notifications)  # noqa: B010


def main(store: str, port: str) -> None:
    if place := os.environ.get(DIES_AT):
        name, number = place.split()
        die_at(name, int(number))
    options = ServerOptions(**FREE | {"messages": 1e6, "message_burst": 1e6, "workers": 1})
    if url := os.environ.get(NOTIFICATIONS):
        notify_through(url)
    where = store if is_postgres(store) else Path(store)
    run(where, listen("127.0.0.1", int(port)), options, ready=lambda _: print("ready", flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
