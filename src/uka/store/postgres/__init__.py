"""A store in a Postgres database, for any number of servers on any number of machines.

It needs ``pip install 'uka[cluster]'``. Without it, the import of this package raises ``StoreUnavailable``.

- ``connections``: a pool of connections, and the errors of Postgres in words.
- ``migrations``: the versions of the schema in Postgres.
- ``queries``: the SQL of a Postgres store.
- ``writer``: the task that writes appends.
- ``store``: the Postgres store.
- ``copy``: the copy of a SQLite store to a Postgres database.
"""

from .copy import CopyCounts, copy
from .store import PostgresStore

__all__ = ["CopyCounts", "PostgresStore", "copy"]
