"""Gives ``cluster.membership`` access to all tables and tournaments in memory."""

from __future__ import annotations

from typing import Any

from uka.hosting.ids import TABLE_ID_LENGTH
from uka.wire.http_bodies import TableSummary

from ..cluster.replicated_log import ReplicatedLog
from .lobby import Lobby
from .presence import Presence
from .table_registry import TableRegistry
from .tournament_registry import TournamentRegistry


class InMemoryLogs:
    """The tables and tournaments that this process has in memory; implements ``cluster.membership.LocalLogs``."""

    def __init__(
        self, tables: TableRegistry, tournaments: TournamentRegistry, lobby: Lobby, presence: Presence
    ) -> None:
        self._tables, self._tournaments, self._lobby, self._presence = tables, tournaments, lobby, presence

    @property
    def all(self) -> tuple[ReplicatedLog[Any, Any], ...]:
        """All tables and tournaments in memory."""
        return (*self._tables.all, *self._tournaments.all)

    def get(self, id: str) -> ReplicatedLog[Any, Any] | None:
        """Return the table or tournament with this id; None if it is not in memory."""
        return self._tables.get(id) or self._tournaments.get(id)

    def public_tables(self) -> tuple[TableSummary, ...]:
        """Return the public tables of this process."""
        return self._lobby.local()

    def people_online(self) -> int:
        """Return the number of people who are online at this process."""
        return self._presence.count_here()

    async def load(self, id: str) -> None:
        """Load the table or tournament with this id from the store into memory."""
        if len(id) == TABLE_ID_LENGTH:
            await self._tables.find(id)
        else:
            await self._tournaments.find(id)

    def forget(self, id: str) -> None:
        """Drop the table or tournament with this id from memory, and ask its clients to reconnect."""
        self._tables.forget(id)
        self._tournaments.forget(id)
