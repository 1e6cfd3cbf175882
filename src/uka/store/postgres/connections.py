"""Connections to Postgres, a pool that replaces lost connections, and the translation of Postgres errors."""

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
CONNECTION_ERRORS = (OSError, asyncpg.InterfaceError, asyncpg.InternalClientError)
DATABASE_ERRORS = (asyncpg.PostgresError, *CONNECTION_ERRORS)

T = TypeVar("T")
P = ParamSpec("P")

UNREACHABLE = "the database can't be reached just now: try again"
BUSY = "the database is too busy just now: try again"
NOT_PERMITTED = "the database's user may not do that: it must be able to make tables and to use them"

# The error to raise instead of a Postgres error: a type and a sentence. Each key is an SQLSTATE code, or the first two
# characters of a code, which give the class of the error.
EXPLANATIONS: dict[str, tuple[type[StoreUnavailable], str]] = {
    "08": (StoreUnavailable, UNREACHABLE),
    "57": (StoreUnavailable, UNREACHABLE),
    "57014": (StoreUnavailable, BUSY),
    "25006": (StoreUnavailable, "the database can only be read just now: try again"),
    "40": (StoreUnavailable, BUSY),
    "53": (StoreUnavailable, BUSY),
    "53100": (StoreUnavailable, "the database's disk is full"),
    "55": (StoreUnavailable, BUSY),
    "58": (StoreUnavailable, "the database's disk failed"),
    "28": (InvalidStore, "the database knows no such user, or the password is wrong"),
    "3D": (InvalidStore, "there is no such database"),
    "3F": (InvalidStore, NOT_PERMITTED),
    "42501": (InvalidStore, NOT_PERMITTED),
    "42P01": (InvalidStore, "Uka's tables are missing in the database"),
    "XX": (InvalidStore, "the database is damaged"),
}
# Each statement reads few rows and must use an index, even if it was planned while the tables were empty.
SETTINGS = {"application_name": "uka", "jit": "off", "plan_cache_mode": "force_generic_plan", "enable_seqscan": "off"}
BREAKING_STATES = ("08", "57P", "25006")  # the prefixes of SQLSTATE codes after which a connection cannot be used again


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


def translate_error(error: Exception) -> Exception:
    """Return the error to raise instead of ``error``: if the database failed, a ``StoreUnavailable`` that says why.

    If Postgres refuses a NUL in a name, return a ``ValueError``. Return any other error unchanged.
    """
    state: str = getattr(error, "sqlstate", None) or ""
    explanation = EXPLANATIONS.get(state) or EXPLANATIONS.get(state[:2])
    if explanation is not None:
        kind, sentence = explanation
        translated: Exception = kind(sentence)
    elif isinstance(error, CONNECTION_ERRORS) and not isinstance(error, ValueError):
        translated = StoreUnavailable(UNREACHABLE)
    elif state == "22021":
        return ValueError("no name in the store can hold a NUL")
    else:
        return error
    translated.__cause__ = error
    return translated


def breaks_connection(error: BaseException) -> bool:
    """Return whether a connection must be closed after ``error``, because the connection's state is unknown."""
    if isinstance(error, asyncpg.PostgresError):
        return str(getattr(error, "sqlstate", "")).startswith(BREAKING_STATES)
    return not isinstance(error, (UkaError, ValueError))


class PostgresPool:
    """A pool of connections to one database, which replaces each failed connection by a new connection."""

    def __init__(self, pool: Any, patience: float) -> None:
        self._pool, self._patience = pool, patience

    @classmethod
    async def open(cls, dsn: str, size: int, patience: float) -> PostgresPool:
        """Return a pool of at most ``size`` connections, which are opened when they are needed.

        ``patience`` is the time limit of a query in seconds.
        """
        settings = SETTINGS | {"statement_timeout": str(round(1000 * patience))}
        pool = asyncpg.create_pool(dsn, min_size=0, max_size=size, reset=_skip_reset, server_settings=settings)
        return cls(await pool, patience)

    async def run(
        self, query: Callable[Concatenate[PostgresConnection, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call ``query`` with a connection of the pool and the further arguments, and return its result.

        Raise ``StoreUnavailable`` if the database is unreachable, does not answer in time, or refuses the query.
        """
        try:
            async with asyncio.timeout(self._patience):
                connection = await self._pool.acquire()
                try:
                    return await query(connection, *args, **kwargs)
                except BaseException as error:
                    if breaks_connection(error):
                        connection.terminate()
                    raise
                finally:
                    await self._pool.release(connection)
        except DATABASE_ERRORS as error:
            raise translate_error(error) from error

    async def close(self) -> None:
        """Close all connections, even if the database does not answer."""
        try:
            async with asyncio.timeout(self._patience):
                await self._pool.close()
        except DATABASE_ERRORS:
            self._pool.terminate()


async def _skip_reset(_: object) -> None:
    """Do nothing, in place of asyncpg's reset of a connection that returns to the pool, which costs a query.

    The store leaves no session state that must be reset.
    """


@asynccontextmanager
async def new_connection(dsn: str, patience: float) -> AsyncGenerator[PostgresConnection]:
    """Yield a new connection for long work, such as creating a store, and close it at the end.

    ``patience`` is the time limit for connecting, in seconds; the work has no time limit. Raise ``StoreUnavailable`` if
    the database can't be used.
    """
    try:
        connection = await _connect(dsn, patience)
        try:
            yield connection
        except BaseException:
            connection.terminate()
            raise
        await connection.close(timeout=patience)
    except DATABASE_ERRORS as error:
        raise translate_error(error) from error


async def _connect(dsn: str, patience: float) -> Any:
    try:
        return await asyncpg.connect(dsn, timeout=patience, server_settings={"application_name": "uka"})
    except (ValueError, OverflowError):  # asyncpg's error may contain the password
        raise InvalidStore("this is no address of a database: write postgresql://USER@HOST/DATABASE") from None
