"""A store in a Postgres database, for any number of servers on any number of machines.

The package needs asyncpg: ``pip install 'uka[cluster]'``. Without asyncpg, an import raises ``MissingPackages``.

- ``connections``: a pool of connections, and the translation of Postgres errors into ``StoreUnavailable``.
- ``migrations``: the versions of the database schema in Postgres.
- ``queries``: the SQL of a Postgres store.
- ``compression``: replaces lines of logs that have not grown for some time by compressed lines.
- ``writer``: the task that appends lines to the logs.
- ``store``: the Postgres store.
- ``copy``: copies a SQLite store to a Postgres database.
"""

from .copy import CopyCounts, copy
from .store import PostgresStore

__all__ = ["CopyCounts", "PostgresStore", "copy"]
