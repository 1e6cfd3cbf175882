"""Where logs live: append at (table, number), read from a number, lease tables. SQLite, nothing to set up.

- ``interface``: what every store does, and what it refuses.
- ``migrations``: the versions of the SQLite tables.
- ``sqlite_file``: a SQLite file opened and checked, and its errors in words.
- ``queries``: the SQL of a store.
- ``writer``: the thread that writes.
- ``sqlite``: the store in one file.
- ``backup``: copies of a store in use, and stores made from copies.
- ``postgres``: the store in a Postgres database, for more processes than one machine holds.
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
