"""Ids of tables, tournaments and guests.

The ids of tables and of tournaments differ in length, so no table has a tournament's id.
"""

from __future__ import annotations

import secrets
import string

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters and digits that an id consists of; no two of these characters look alike."""
TABLE_ID_LENGTH = 8
TOURNAMENT_ID_LENGTH = 10
PLAYER_ID_LENGTH = 10
"""The number of letters in a guest's id. The id is not a secret, since other people see it."""
TOURNAMENT_HOST = "tournament/"
"""The start of the host id of a table that a tournament hosts; the tournament's id follows.

A table's host id is usually the id of a guest. No guest's id starts with this prefix.
"""

DAY_HOST = "day/"
"""The host id of a table at which a guest plays a day's deals for the board of results. No guest has this id."""

MATCH_HOST = "match/"
"""The host id of the tables of every duplicate match. No guest has this id.

The game at such a table goes on while nobody is connected, so that every match ends.
"""


def new_id(length: int) -> str:
    """Return a random id of ``length`` characters."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(length))


def new_player_id() -> str:
    """Return a random id of a guest."""
    return "".join(secrets.choice(string.ascii_lowercase) for _ in range(PLAYER_ID_LENGTH))


def is_id(text: str, length: int) -> bool:
    """Return whether a text has the form of an id: ``length`` characters of ``ID_LETTERS``."""
    return len(text) == length and set(text) <= set(ID_LETTERS)


def tournament_of(host: str) -> str | None:
    """Return the id of the tournament that hosts a table, or None. ``host`` is the table's host id."""
    return host.removeprefix(TOURNAMENT_HOST) if host.startswith(TOURNAMENT_HOST) else None
