"""The bots' personas: a name, a pace and a liking for phrases. A table's log determines which persona sits where.

A persona behaves in the same way at every table: it answers at its own pace, and the page draws its own face. Its
behaviour depends on public facts alone, never on cards.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple


class Persona(NamedTuple):
    """A bot's name, and how the bot behaves.

    ``pace`` is the time until the bot answers, in percent of the table's answer time. ``talks`` is the chance, in
    percent, that the bot says a phrase when there is a reason for one.
    """

    name: str
    pace: int
    talks: int


ROSTER = (
    Persona("Aisha", 88, 50),
    Persona("Amara", 104, 35),
    Persona("Clara", 96, 60),
    Persona("Emil", 112, 20),
    Persona("Finn", 80, 70),
    Persona("Ingrid", 108, 30),
    Persona("Jonas", 100, 40),
    Persona("Kenji", 92, 25),
    Persona("Leila", 84, 55),
    Persona("Mateo", 90, 65),
    Persona("Mei", 94, 45),
    Persona("Omar", 110, 50),
    Persona("Priya", 98, 60),
    Persona("Rosa", 116, 75),
    Persona("Tomas", 120, 30),
    Persona("Zofia", 106, 40),
)
"""All personas. Logs depend on their names and their order, so no persona may ever be changed or removed."""
_BY_NAME = {persona.name: persona for persona in ROSTER}


@lru_cache(4_096)
def cast(opening: str) -> tuple[str, ...]:
    """Return the names of all personas in the order in which they take seats at a table.

    ``opening`` is the hash of the first line of the table's log.

    >>> len(set(cast("5f1c")))
    16
    """
    return tuple(sorted(_BY_NAME, key=lambda name: dice(opening, name)))


def dice(*facts: object) -> int:
    """Return a pseudo-random number for a choice between personas or phrases: the hash of ``facts``.

    The facts are public, so every reader of a log computes the same number.
    """
    return int.from_bytes(sha256("/".join(map(str, facts)).encode()).digest()[:8])


def answer_time(answer_ms: int, persona: str | None) -> int:
    """Return the milliseconds until a bot answers. The time depends only on the bot's persona, never on its hand."""
    known = _BY_NAME.get(persona or "")
    return answer_ms * known.pace // 100 if known else answer_ms


def talks(persona: str | None) -> int:
    """Return the chance, in percent, that a bot says a phrase when there is a reason for one."""
    known = _BY_NAME.get(persona or "")
    return known.talks if known else 0


def bot_name(bot: str | None, persona: str | None) -> str:
    """Return the name of a bot for a record. ``bot`` is its level. No person may take a name of this form.

    >>> bot_name("club", "Ingrid"), bot_name("club", None)
    ('bot (Ingrid, club)', 'bot (club)')
    """
    return f"bot ({persona}, {bot})" if persona else f"bot ({bot})"
