"""Clients, as the tables and tournaments see them that send them updates."""

from __future__ import annotations

from typing import Protocol


class TableSubscriber(Protocol):
    """A client at a table, as the table sees it; ``heard`` is when its last message came."""

    player: str
    address: str
    heard: float

    def push(self, text: str) -> None:
        """Send a message, without waiting."""
        ...

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Say why, then end the connection."""
        ...


class TournamentSubscriber(Protocol):
    """A client of a tournament, as the tournament sees it; ``grant`` is the link it holds."""

    grant: str
    heard: float

    def push(self, text: str) -> None:
        """Send a message, without waiting."""
        ...

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Say why, then end the connection."""
        ...
