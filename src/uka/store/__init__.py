"""Where logs live: append at (table, number), read from a number, take a lease. SQLite, nothing to set up."""

from .backup import backup, restore
from .base import (
    Conflict,
    Head,
    InvalidStore,
    Lease,
    NoSuchTable,
    Store,
    StoreUnavailable,
    TargetExists,
    every_head,
)
from .sqlite import SqliteStore

__all__ = [
    "Conflict",
    "Head",
    "InvalidStore",
    "Lease",
    "NoSuchTable",
    "SqliteStore",
    "Store",
    "StoreUnavailable",
    "TargetExists",
    "backup",
    "every_head",
    "restore",
]
