"""The schema of a SQLite store, and its migrations. A store's file contains the number of its schema version.

The file also contains an id by which it is recognized as Uka's. The database tables use ``CHECK`` instead of
``STRICT``, so that SQLite versions before 3.37 can open the file too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from .interface import InvalidStore

APPLICATION_ID = 0x556B6131  # "Uka1" in ASCII

SCHEMA = (
    """CREATE TABLE tables (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE CHECK (typeof(name) = 'text'),
        created REAL NOT NULL,
        closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
        compressed INTEGER NOT NULL DEFAULT 0 CHECK (typeof(compressed) = 'integer')
    )""",
    "CREATE INDEX open_tables ON tables (number) WHERE closed = 0",
    # The lines of all logs are in the order of their arrival, so that a commit writes few pages.
    """CREATE TABLE lines (
        number INTEGER NOT NULL REFERENCES tables,
        seq INTEGER NOT NULL CHECK (typeof(seq) = 'integer' AND seq >= 0),
        at REAL NOT NULL,
        line BLOB NOT NULL CHECK (typeof(line) = 'blob'),
        UNIQUE (number, seq)
    )""",
    # The compressed lines of a log are its first lines. The log's row in ``tables`` counts them, so a loss is noticed.
    """CREATE TABLE compressed_lines (
        number INTEGER NOT NULL REFERENCES tables,
        first INTEGER NOT NULL CHECK (typeof(first) = 'integer'),
        next INTEGER NOT NULL CHECK (typeof(next) = 'integer' AND next > first),
        touched REAL NOT NULL,
        dictionary INTEGER NOT NULL,
        digest BLOB NOT NULL CHECK (typeof(digest) = 'blob'),
        content BLOB NOT NULL CHECK (typeof(content) = 'blob'),
        UNIQUE (number, first)
    )""",
    # A unique index prevents lines with equal numbers. Triggers prevent gaps, changes, and appends to closed tables.
    """CREATE TRIGGER lines_in_order BEFORE INSERT ON lines BEGIN
        SELECT raise(ABORT, 'the line before is missing')
            WHERE NOT EXISTS (SELECT 1 FROM lines WHERE number = NEW.number AND seq = NEW.seq - 1)
            AND NEW.seq <> coalesce((SELECT compressed FROM tables WHERE number = NEW.number), 0);
        SELECT raise(ABORT, 'the table is closed') FROM tables WHERE number = NEW.number AND closed = 1;
    END""",
    "CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT raise(ABORT, 'a line never changes'); END",
    """CREATE TRIGGER compressed_lines_in_order BEFORE INSERT ON compressed_lines BEGIN
        SELECT raise(ABORT, 'the lines before are missing, or these lines are there already')
            WHERE NEW.first <> coalesce((SELECT compressed FROM tables WHERE number = NEW.number), 0);
    END""",
    """CREATE TRIGGER compressed_lines_stay BEFORE UPDATE ON compressed_lines BEGIN
        SELECT raise(ABORT, 'a line never changes');
    END""",
    """CREATE TRIGGER compressed_lines_counted AFTER INSERT ON compressed_lines BEGIN
        UPDATE tables SET compressed = NEW.next WHERE number = NEW.number;
    END""",
    """CREATE TABLE owners (
        owner TEXT PRIMARY KEY,
        until REAL NOT NULL,
        note BLOB NOT NULL CHECK (typeof(note) = 'blob')
    ) WITHOUT ROWID""",
    """CREATE TABLE leases (
        epoch INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL
    )""",
    "CREATE INDEX leases_of ON leases (owner)",
    "CREATE TABLE facts (key TEXT PRIMARY KEY, value BLOB NOT NULL CHECK (typeof(value) = 'blob')) WITHOUT ROWID",
)
"""The statements that create the schema of version 1. They never change: each change of the schema is a migration."""

Migration = Sequence[str]
"""The statements that migrate a file to the next schema version."""

MIGRATIONS: Sequence[Migration] = ()
"""The migrations in order. The first one leads from version 1 to version 2. A released migration never changes."""


def version(db: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """Return the schema version of the open file ``db``; return 0 for an empty file.

    Raise ``InvalidStore`` if the file belongs to another program, or has a version that this Uka does not know.
    """
    # The tables are counted before the id is read, because another server may create the store between the two reads.
    # That server writes the tables and the id in one transaction. So if the count finds tables, the id is there too.
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (found,) = db.execute("PRAGMA user_version").fetchone()
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    if owner != APPLICATION_ID and (tables or found or owner):
        raise InvalidStore("this is a database of another program, not a store of Uka's")
    if found > 1 + len(migrations):
        raise InvalidStore(
            f"this store was written by another version of Uka: it has version {found}, this Uka knows "
            f"{1 + len(migrations)}"
        )
    return found


def migrate(db: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Create the schema in the open file ``db`` if it is empty, or migrate it to the newest schema version.

    All changes are one transaction. It takes the write lock even if there is nothing to change, so that a read-only
    file is refused. Raise ``InvalidStore`` if the file belongs to another program, or has a version that this Uka does
    not know.
    """
    with transaction(db):
        found = version(db, migrations)
        for statements in [SCHEMA, *migrations][found:]:
            for statement in statements:
                db.execute(statement)
        if found < 1 + len(migrations):
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {1 + len(migrations)}")


@contextmanager
def transaction(db: sqlite3.Connection) -> Generator[None]:
    """Run a transaction within this context. It takes the write lock at once, so that no other process can write."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
