"""Cleans and checks the names that people choose for themselves, before other people see them."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterator

from uka.core.errors import UkaError
from uka.text.confusable import skeleton
from uka.text.invisible import is_invisible

MAX_LENGTH = 32
"""The maximum length of a name, in Unicode characters."""
MOST_MARKS = 2
"""The maximum number of combining marks (such as accents) on one letter."""
RESERVED_NAMES = ("table", "clock", "bot")
"""Names that nobody may choose, because tables show them as the senders of automatic messages."""

BOT_NAME = re.compile(r"[\W_]*bot([\W_]|$)|.*[\W_]bot[\W_]*$")
"""Matches a name that begins or ends with the word "bot", as the names of bots do on screens."""


class InvalidName(UkaError):
    """Raised for a name that is empty, too long, unprintable or reserved."""


def clean_name(name: str) -> str:
    """Return a name without invisible characters, stacked accents and extra spaces.

    Raise ``InvalidName`` if the cleaned name is empty, too long, unprintable or reserved.

    >>> clean_name("  Te   Rangi\\u0304\\u202e ")
    'Te Rangī'
    >>> clean_name("bot (club)")
    Traceback (most recent call last):
    ...
    uka.hosting.display_names.InvalidName: that name is reserved: choose another
    """
    spaced = " ".join(unicodedata.normalize("NFC", name).split())
    cleaned = unicodedata.normalize("NFC", " ".join("".join(_allowed(spaced)).split()))
    if not 0 < len(cleaned) <= MAX_LENGTH or not cleaned.isprintable():
        raise InvalidName(f"a name has 1 to {MAX_LENGTH} letters")
    if any(map(_is_reserved, (unicodedata.normalize("NFKC", cleaned), skeleton(cleaned)))):
        raise InvalidName("that name is reserved: choose another")
    return cleaned


def _is_reserved(name: str) -> bool:
    words = name.casefold()
    folded = "".join(words.split())
    return folded in RESERVED_NAMES or folded.startswith("bot(") or BOT_NAME.match(words) is not None


def guest_name() -> str:
    """Return a random name for a guest who has not chosen a name."""
    return f"Guest {10_000 + secrets.randbelow(90_000)}"


def _allowed(text: str) -> Iterator[str]:
    """Yield the characters of ``text`` except invisible ones and surplus combining marks (such as accents)."""
    marks = MOST_MARKS  # so that a combining mark at the start is skipped
    for character in text:
        if is_invisible(character):
            continue
        if unicodedata.category(character).startswith("M"):
            marks += 1
            if marks > MOST_MARKS:
                continue
        else:
            marks = MOST_MARKS if character == " " else 0  # a space carries no combining mark
        yield character
