"""Connections to Postgres, a pool that replaces lost connections, and the translation of errors into sentences."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib import import_module
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from uka.core.errors import UkaError
from uka.extras import require

from ..interface import InvalidStore, StoreUnavailable

require("cluster", "a Postgres store", "asyncpg")
asyncpg: Any = import_module("asyncpg")  # asyncpg has no type annotations

# asyncpg raises InternalClientError if a connection ends in the middle of an exchange with the database.
CUT = (OSError, asyncpg.InterfaceError, asyncpg.InternalClientError)
TROUBLES = (asyncpg.PostgresError, *CUT)

T = TypeVar("T")
P = ParamSpec("P")

GONE = "the database can't be reached just now: try again"
BUSY = "the database is too busy just now: try again"
MAY_NOT = "the database's user may not do that: it must be able to make tables and to use them"

# Each key is an SQLSTATE code, or the first two characters of a code, which give the class of the error.
WORDS: dict[str, StoreUnavailable] = {
    "08": StoreUnavailable(GONE),
    "57": StoreUnavailable(GONE),
    "57014": StoreUnavailable(BUSY),
    "25006": StoreUnavailable("the database can only be read just now: try again"),
    "40": StoreUnavailable(BUSY),
    "53": StoreUnavailable(BUSY),
    "53100": StoreUnavailable("the database's disk is full"),
    "55": StoreUnavailable(BUSY),
    "58": StoreUnavailable("the database's disk failed"),
    "28": InvalidStore("the database knows no such user, or the password is wrong"),
    "3D": InvalidStore("there is no such database"),
    "3F": InvalidStore(MAY_NOT),
    "42501": InvalidStore(MAY_NOT),
    "42P01": InvalidStore("Uka's tables are missing in the database"),
    "XX": InvalidStore("the database is damaged"),
}
# Each statement reads few rows and must use an index, even if it was planned while the tables were empty.
SETTINGS = {"application_name": "uka", "jit": "off", "plan_cache_mode": "force_generic_plan", "enable_seqscan": "off"}
LOST = ("08", "57P", "25006")  # the prefixes of SQLSTATE codes after which a connection cannot be used again


class PostgresConnection(Protocol):
    """The methods of an asyncpg connection that the store uses."""

    async def execute(self, query: str, *args: object) -> str: ...
    async def fetch(self, query: str, *args: object) -> list[Any]: ...
    async def fetchrow(self, query: str, *args: object) -> Any: ...
    async def fetchval(self, query: str, *args: object) -> Any: ...
    def transaction(self, *, isolation: str = ...) -> AbstractAsyncContextManager[None]: ...
    def cursor(self, query: str, *args: object, prefetch: int) -> AsyncIterable[Any]: ...
    async def copy_records_to_table(
        self, table_name: str, *, records: Iterable[Sequence[object]], columns: Sequence[str]
    ) -> str: ...


def in_words(error: BaseException) -> Exception:
    """Translate an error of the database into a ``StoreUnavailable`` with a sentence for people.

    If the error is a bug of this program, return the error itself.
    """
    state: str = getattr(error, "sqlstate", None) or ""
    explained = WORDS.get(state) or WORDS.get(state[:2])
    if explained is None and isinstance(error, CUT) and not isinstance(error, ValueError):
        explained = StoreUnavailable(GONE)
    if explained is None and state == "22021":
        return ValueError("no name in the store can hold a NUL")
    if explained is None:
        assert isinstance(error, Exception)
        return error
    own = type(explained)(str(explained))  # a new error for each future, since raising an error changes it
    own.__cause__ = error
    return own


def lost(error: BaseException) -> bool:
    """Return whether a connection must be closed after an error, because the connection's state is unknown."""
    if isinstance(error, asyncpg.PostgresError):
        return str(getattr(error, "sqlstate", "")).startswith(LOST)
    return not isinstance(error, (UkaError, ValueError))


class PostgresPool:
    """A pool of connections to one database. The pool replaces each failed connection by a new connection."""

    def __init__(self, pool: Any, patience: float) -> None:
        self._pool, self._patience = pool, patience

    @classmethod
    async def open(cls, dsn: str, size: int, patience: float) -> PostgresPool:
        """Return a pool of at most ``size`` connections, which are opened when they are needed.

        ``patience`` is the time limit of a query in seconds.
        """
        settings = SETTINGS | {"statement_timeout": str(round(1000 * patience))}
        pool = asyncpg.create_pool(dsn, min_size=0, max_size=size, reset=_nothing, server_settings=settings)
        return cls(await pool, patience)

    async def run(
        self, query: Callable[Concatenate[PostgresConnection, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query on a connection of the pool, and return the query's result.

        Raise ``StoreUnavailable`` if the database is unreachable, does not answer in time, or refuses the query.
        """
        try:
            async with asyncio.timeout(self._patience):
                connection = await self._pool.acquire()
                try:
                    return await query(connection, *args, **kwargs)
                except BaseException as error:
                    if lost(error):
                        connection.terminate()
                    raise
                finally:
                    await self._pool.release(connection)
        except TROUBLES as error:
            raise in_words(error) from error

    async def close(self) -> None:
        """Close all connections, even if the database does not answer."""
        try:
            async with asyncio.timeout(self._patience):
                await self._pool.close()
        except TROUBLES:
            self._pool.terminate()


async def _nothing(_: object) -> None:
    """Do nothing. This function replaces asyncpg's reset of a connection, which costs a query.

    The store leaves no session state that must be reset.
    """


@asynccontextmanager
async def connected(dsn: str, patience: float) -> AsyncGenerator[PostgresConnection]:
    """Open a connection for long work, such as creating a store.

    ``patience`` is the time limit for connecting, in seconds; the work has no time limit.
    """
    try:
        connection = await _connect(dsn, patience)
        try:
            yield connection
        except BaseException:
            connection.terminate()
            raise
        await connection.close(timeout=patience)
    except TROUBLES as error:
        raise in_words(error) from error


async def _connect(dsn: str, patience: float) -> Any:
    try:
        return await asyncpg.connect(dsn, timeout=patience, server_settings={"application_name": "uka"})
    except (ValueError, OverflowError):  # asyncpg's error may contain the password
        raise InvalidStore("this is no address of a database: write postgresql://USER@HOST/DATABASE") from None
