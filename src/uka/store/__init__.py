"""Stores of the logs of game tables and tournaments: numbered lines of bytes, which are appended and never change.

A store also records which server process runs which log (a lease), and keeps a few values by key. In this package a
tournament's log is treated as the log of a table, so "table" means either; a table of the database is named as such.

- ``interface``: the interface of every store, and the errors that a store raises.
- ``migrations``: the versions of the database schema in SQLite.
- ``compression``: compresses consecutive lines of a log, and decompresses them.
- ``sqlite_file``: opens and checks a SQLite file, and translates SQLite's errors into ``StoreUnavailable``.
- ``queries``: the SQL of a SQLite store.
- ``sqlite_compression``: replaces lines of logs that have not grown for some time by compressed lines in SQLite.
- ``high_water_mark``: a file beside a SQLite store that reveals the loss of its last lines.
- ``commit_pace``: the pace of commits: a store with little to do commits at once, a busy store gathers jobs.
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
