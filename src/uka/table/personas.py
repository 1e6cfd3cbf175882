"""The bots' personas. A persona is the name of a bot, its pace, and how often it says a phrase.

A table's log determines which persona sits in which seat. A persona behaves in the same way at every table, and its
behaviour depends on public facts alone, never on cards. The page draws a face for each persona.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple


class Persona(NamedTuple):
    """A bot's name, and how the bot behaves."""

    name: str
    pace: int
    """The time until the bot answers, in percent of the answer time in the table's settings."""
    talks: int
    """The chance, in percent, that the bot says a phrase when there is a reason for one."""


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
"""All personas. Stored logs depend on this list, so no persona may ever be changed, moved or removed."""
_BY_NAME = {persona.name: persona for persona in ROSTER}


@lru_cache(4_096)
def personas_in_order(opening: str) -> tuple[str, ...]:
    """Return the names of all personas, in the order in which the bots of a table get the names.

    ``opening`` is the hash of the first line of the table's log.

    >>> len(set(personas_in_order("5f1c")))
    16
    """
    return tuple(sorted(_BY_NAME, key=lambda name: pseudo_random(opening, name)))


def pseudo_random(*facts: object) -> int:
    """Return a large pseudo-random number for a choice between personas or between phrases.

    The number is a hash of ``facts``. These facts are public, so every reader of a log computes the same number.
    """
    return int.from_bytes(sha256("/".join(map(str, facts)).encode()).digest()[:8])


def answer_time(answer_ms: int, persona: str | None) -> int:
    """Return the time until a bot with the name ``persona`` answers, in milliseconds. It never depends on the cards.

    ``answer_ms`` is the answer time in the table's settings.
    """
    known = _BY_NAME.get(persona or "")
    return answer_ms * known.pace // 100 if known else answer_ms


def talk_chance(persona: str | None) -> int:
    """Return the chance, in percent, that the bot named ``persona`` says a phrase when there is a reason for one."""
    known = _BY_NAME.get(persona or "")
    return known.talks if known else 0


def bot_name(bot: str | None, persona: str | None) -> str:
    """Return the name that a game record gives a bot. ``bot`` is the bot's level. No person can have such a name.

    >>> bot_name("club", "Ingrid"), bot_name("club", None)
    ('bot (Ingrid, club)', 'bot (club)')
    """
    return f"bot ({persona}, {bot})" if persona else f"bot ({bot})"


def level_of(name: str) -> str | None:
    """Return the level of the bot that a game record calls ``name``, or None if no bot is called so.

    >>> level_of("bot (Ingrid, club)"), level_of("bot (club)"), level_of("Ingrid")
    ('club', 'club', None)
    """
    found = _BOT_NAME.fullmatch(name)
    return found[1] if found else None


_BOT_NAME = re.compile(r"bot \((?:[^,()]+, )?([a-z]+)\)")
