"""A store in a Postgres database, for any number of servers on any number of machines.

It needs ``pip install 'uka[cluster]'``. Without it, importing this raises ``StoreUnavailable``.

- ``connections``: a pool of connections, and the errors of Postgres in words.
- ``migrations``: the versions of the tables.
- ``queries``: the SQL of a store.
- ``writer``: the task that appends.
- ``store``: the store.
- ``copy``: a SQLite store moved to Postgres.
"""

from .copy import CopyCounts, copy
from .store import PostgresStore

__all__ = ["CopyCounts", "PostgresStore", "copy"]
