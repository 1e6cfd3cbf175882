"""A store in a Postgres database, for any number of servers on any number of machines.

It needs what ``pip install 'uka[cluster]'`` brings; without it, importing this is ``StoreUnavailable``.
"""

from .copy import Copied, copy
from .store import PostgresStore

__all__ = ["Copied", "PostgresStore", "copy"]
