"""A store in a Postgres database, for any number of servers on any number of machines.

The package needs asyncpg: ``pip install 'uka[cluster]'``. Importing it without asyncpg raises ``StoreUnavailable``.

- ``connections``: a pool of connections, and sentences for the errors of Postgres.
- ``migrations``: the versions of the database schema in Postgres.
- ``queries``: the SQL of a Postgres store.
- ``writer``: the task that writes appends.
- ``store``: the Postgres store.
- ``copy``: the copy of a SQLite store to a Postgres database.
"""

from .copy import CopyCounts, copy
from .store import PostgresStore

__all__ = ["CopyCounts", "PostgresStore", "copy"]
