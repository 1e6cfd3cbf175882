"""Random ids of tables and tournaments. The two kinds of ids differ in length, so no table has a tournament's id."""

from __future__ import annotations

import secrets

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters and digits that an id consists of; no two of these characters look alike."""
TABLE_ID_LENGTH = 8
TOURNAMENT_ID_LENGTH = 10
TOURNAMENT_HOST = "tournament/"
"""If a tournament hosts a table, the table's host id is this prefix followed by the tournament's id.

No guest's id starts with this prefix.
"""

DAY_HOST = "day/"
"""The host id of all tables of counted games with the deals of a day. No guest has this id."""

MATCH_HOST = "match/"
"""The host id of all tables of duplicate matches. No guest has this id.

The game at such a table goes on while nobody is connected, so that every match ends.
"""


def new_id(length: int) -> str:
    """Return a random id of ``length`` characters."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(length))


def is_id(text: str, length: int) -> bool:
    """Return whether a text has the form of an id: ``length`` characters of ``ID_LETTERS``."""
    return len(text) == length and set(text) <= set(ID_LETTERS)


def tournament_of(host: str) -> str | None:
    """Return the tournament's id that a table's host id contains; return None if the host is a guest."""
    return host.removeprefix(TOURNAMENT_HOST) if host.startswith(TOURNAMENT_HOST) else None
