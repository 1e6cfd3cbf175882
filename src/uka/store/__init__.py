"""Where logs live: append at (table, number), read from a number, lease tables. SQLite, nothing to set up.

For more processes than one machine holds ``uka.store.postgres`` keeps the same in a Postgres database.
"""

from .backup import backup, restore
from .base import (
    Conflict,
    Head,
    InvalidStore,
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
    "Head",
    "InvalidStore",
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
