"""Names as people type them, made fit to be shown to others."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterator

from uka.core.errors import UkaError

MOST = 32
"""Letters of a name."""
MARKS = 2
"""Marks that may stand on one letter."""
BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters that show nothing."""
SPEAKERS = ("table", "clock", "bot")
"""Who speaks at a table beside people."""


class InvalidName(UkaError):
    """A name that nobody may have here."""


def clean_name(name: str) -> str:
    """A name without what can't be seen, or would disturb other text; ``InvalidName`` if nothing fit is left.

    >>> clean_name("  Te   Rangi\\u0304\\u202e ")
    'Te Rangī'
    >>> clean_name("bot (club)")
    Traceback (most recent call last):
    ...
    uka.server.base.display_names.InvalidName: that name is one of the server's own: take another
    """
    spaced = " ".join(unicodedata.normalize("NFC", name).split())
    cleaned = unicodedata.normalize("NFC", " ".join("".join(_kept(spaced)).split()))
    if not 0 < len(cleaned) <= MOST or not cleaned.isprintable():
        raise InvalidName(f"a name has 1 to {MOST} letters")
    folded = "".join(unicodedata.normalize("NFKC", cleaned).casefold().split())
    if folded in SPEAKERS or folded.startswith("bot("):
        raise InvalidName("that name is one of the server's own: take another")
    return cleaned


def guest_name() -> str:
    """A name for somebody who did not give one."""
    return f"Guest {10_000 + secrets.randbelow(90_000)}"


def _kept(text: str) -> Iterator[str]:
    """What may stand in a name: no controls, nothing invisible or unassigned, no mark without its letter."""
    marks = MARKS  # none may begin it
    for character in text:
        kind = unicodedata.category(character)
        if kind[0] == "C" or character in BLANK:
            continue
        marks = marks + 1 if kind[0] == "M" else MARKS if character == " " else 0
        if kind[0] != "M" or marks <= MARKS:
            yield character
