"""Stores of the logs of game tables. A store appends and reads numbered lines, and leases tables to server processes.

- ``interface``: the interface of every store, and the errors that a store raises.
- ``migrations``: the versions of the database schema in SQLite.
- ``compression``: compresses consecutive lines of a log, and decompresses them.
- ``sqlite_file``: opens and checks a SQLite file, and translates SQLite's errors into sentences.
- ``queries``: the SQL of a SQLite store.
- ``sqlite_compression``: replaces the lines of quiet logs in a SQLite file by compressed lines.
- ``high_water_mark``: a file beside a SQLite store that reveals the loss of its last lines.
- ``writer``: the thread that writes to a SQLite file.
- ``sqlite``: the store in one SQLite file, which needs no setup.
- ``backup``: backs up a SQLite store that is in use, and restores a store from a backup.
- ``postgres``: the store in a Postgres database, for servers on several machines.
"""

from .backup import backup, restore
from .interface import (
    CompressionStep,
    Conflict,
    InvalidStore,
    LogHead,
    NoSuchTable,
    Store,
    StoreUnavailable,
    TargetExists,
    every_head,
    is_postgres,
)
from .sqlite import SqliteStore

__all__ = [
    "CompressionStep",
    "Conflict",
    "InvalidStore",
    "LogHead",
    "NoSuchTable",
    "SqliteStore",
    "Store",
    "StoreUnavailable",
    "TargetExists",
    "backup",
    "every_head",
    "is_postgres",
    "restore",
]
