"""The migrations of the SQLite schema. A file contains its schema version, and an id that marks it as a file of Uka.

A released migration never changes: each change of the schema is a new migration. The database tables use ``CHECK``
instead of ``STRICT``, so that SQLite versions before 3.37 can open the file too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from .interface import InvalidStore

APPLICATION_ID = 0x556B6131  # "Uka1" in ASCII

Migration = Sequence[str]

TRIGGERS: Migration = (
    """CREATE TRIGGER lines_in_order BEFORE INSERT ON lines BEGIN
        SELECT raise(ABORT, 'the line before is missing')
            WHERE NEW.seq > 0 AND NOT EXISTS (SELECT 1 FROM lines WHERE number = NEW.number AND seq = NEW.seq - 1);
        SELECT raise(ABORT, 'the table is closed') FROM tables WHERE number = NEW.number AND closed = 1;
    END""",
    "CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT raise(ABORT, 'a line never changes'); END",
)

FIRST: Migration = (
    """CREATE TABLE tables (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE CHECK (typeof(name) = 'text'),
        created REAL NOT NULL,
        closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1))
    )""",
    "CREATE INDEX open_tables ON tables (number) WHERE closed = 0",
    """CREATE TABLE lines (
        number INTEGER NOT NULL REFERENCES tables,
        seq INTEGER NOT NULL CHECK (typeof(seq) = 'integer' AND seq >= 0),
        at REAL NOT NULL,
        line BLOB NOT NULL CHECK (typeof(line) = 'blob'),
        PRIMARY KEY (number, seq)
    ) WITHOUT ROWID""",
    # The primary key prevents lines with equal numbers. Triggers prevent gaps, changes, and appends to closed tables.
    *TRIGGERS,
    """CREATE TABLE leases (
        epoch INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL,
        until REAL NOT NULL
    )""",
    "CREATE TABLE facts (key TEXT PRIMARY KEY, value BLOB NOT NULL CHECK (typeof(value) = 'blob')) WITHOUT ROWID",
)

# The second migration adds the heartbeats of processes. A lease now ends when its process dies, not after a fixed time.
SECOND: Migration = (
    "DROP TABLE leases",
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
)

# The third migration stores the lines of all logs in the order of their arrival, with an index for each log.
# A commit then writes few pages. Before, it wrote a page for each log, and used more than twice as much CPU time.
THIRD: Migration = (
    """CREATE TABLE arrived_lines (
        number INTEGER NOT NULL REFERENCES tables,
        seq INTEGER NOT NULL CHECK (typeof(seq) = 'integer' AND seq >= 0),
        at REAL NOT NULL,
        line BLOB NOT NULL CHECK (typeof(line) = 'blob'),
        UNIQUE (number, seq)
    )""",
    "INSERT INTO arrived_lines SELECT number, seq, at, line FROM lines ORDER BY number, seq",
    "DROP TABLE lines",
    "ALTER TABLE arrived_lines RENAME TO lines",
    *TRIGGERS,
)

# The fourth migration adds compressed lines. Those of a log are its first lines; the lines after them are in ``lines``.
FOURTH: Migration = (
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
    """CREATE TRIGGER compressed_lines_in_order BEFORE INSERT ON compressed_lines BEGIN
        SELECT raise(ABORT, 'the lines before are missing, or these lines are there already')
            WHERE NEW.first <> coalesce((SELECT max(next) FROM compressed_lines WHERE number = NEW.number), 0);
    END""",
    """CREATE TRIGGER compressed_lines_stay BEFORE UPDATE ON compressed_lines BEGIN
        SELECT raise(ABORT, 'a line never changes');
    END""",
    "DROP TRIGGER lines_in_order",
    """CREATE TRIGGER lines_in_order BEFORE INSERT ON lines BEGIN
        SELECT raise(ABORT, 'the line before is missing')
            WHERE NOT EXISTS (SELECT 1 FROM lines WHERE number = NEW.number AND seq = NEW.seq - 1)
            AND NEW.seq <> coalesce((SELECT max(next) FROM compressed_lines WHERE number = NEW.number), 0);
        SELECT raise(ABORT, 'the table is closed') FROM tables WHERE number = NEW.number AND closed = 1;
    END""",
)

MIGRATIONS: Sequence[Migration] = (FIRST, SECOND, THIRD, FOURTH)


def version(db: sqlite3.Connection, newest: int = len(MIGRATIONS)) -> int:
    """Return the schema version of a file; return 0 for an empty file.

    Raise ``InvalidStore`` if the file belongs to another program, or if its version is higher than ``newest``.
    """
    # The tables are counted before the id is read, because another server may create the store between the two reads.
    # That server writes the tables and the id in one transaction. So if the count finds tables, the id is there too.
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (found,) = db.execute("PRAGMA user_version").fetchone()
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    if owner != APPLICATION_ID and (tables or found or owner):
        raise InvalidStore("this is a database of another program, not a store of Uka's")
    if found > newest:
        raise InvalidStore(f"this store was written by a later Uka: it has version {found}, this Uka knows {newest}")
    return found


def migrate(db: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Migrate a file to the newest schema version in one transaction.

    Take the write lock even if no migration is due, so that a read-only file is refused. Raise ``InvalidStore`` in the
    same cases as ``version``.
    """
    newest = len(migrations)
    with transaction(db):
        found = version(db, newest)
        for migration in migrations[found:]:
            for statement in migration:
                db.execute(statement)
        if found < newest:
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {newest}")


def complete(db: sqlite3.Connection) -> None:
    """Let queries for the newest schema read a file of an earlier version, over a connection that may only read.

    A database table that the file lacks becomes an empty table of the connection.
    """
    if version(db) < len(MIGRATIONS):
        columns = "number, first, next, touched, dictionary, digest, content"
        db.execute(f"CREATE TEMP TABLE IF NOT EXISTS compressed_lines ({columns})")


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
