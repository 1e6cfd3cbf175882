"""Ids of tables and tournaments. Their lengths differ, so no table has the id of a tournament."""

from __future__ import annotations

import secrets

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters of an id; no two of them look alike."""
TABLE_ID_LENGTH = 8
TOURNAMENT_ID_LENGTH = 10
TOURNAMENT_HOST = "tournament/"
"""The prefix before a tournament's id in the host of its tables; no guest has such an id."""


def new_id(length: int) -> str:
    """Return a random id."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(length))


def is_id(text: str, length: int) -> bool:
    """Return whether a text has the form of an id of this length."""
    return len(text) == length and set(text) <= set(ID_LETTERS)


def tournament_of(host: str) -> str | None:
    """Return the id of the tournament that a table with this host belongs to, or None."""
    return host.removeprefix(TOURNAMENT_HOST) if host.startswith(TOURNAMENT_HOST) else None
