"""Stores of the logs of game tables: they append numbered lines, read lines, and lease tables to server processes.

- ``interface``: the protocol of every store, and the errors that it raises.
- ``migrations``: the versions of the database schema in SQLite.
- ``sqlite_file``: opening and checking a SQLite file, and sentences for its errors.
- ``queries``: the SQL of a SQLite store.
- ``writer``: the thread that writes to a SQLite file.
- ``sqlite``: the store in one SQLite file, which needs no setup.
- ``backup``: backups of a store in use, and stores restored from a backup.
- ``postgres``: the store in a Postgres database, for servers on several machines.
"""

from .backup import backup, restore
from .interface import (
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
