"""Ids of tables and tournaments. Their lengths differ, so no table has the id of a tournament."""

from __future__ import annotations

import secrets

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters of an id; no two of them look alike."""
TABLE_ID_LENGTH = 8
TOURNAMENT_ID_LENGTH = 10
TOURNAMENT_HOST = "tournament/"
"""The host of a tournament's table is this prefix and the tournament's id; no guest has an id that begins so."""


def new_id(length: int) -> str:
    """Return a random id of ``length`` letters."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(length))


def is_id(text: str, length: int) -> bool:
    """Return whether a text could be an id: whether it has ``length`` letters of ``ID_LETTERS``."""
    return len(text) == length and set(text) <= set(ID_LETTERS)


def tournament_of(host: str) -> str | None:
    """Return the id of the tournament that a table with this host belongs to; None if a guest is the host."""
    return host.removeprefix(TOURNAMENT_HOST) if host.startswith(TOURNAMENT_HOST) else None
