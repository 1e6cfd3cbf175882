"""Finds characters that nobody sees: controls, joiners, variation selectors, and letters displayed as blank space."""

from __future__ import annotations

import unicodedata

UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that Python takes for printable, but that are displayed as nothing or as blank space."""
VARIATION_SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""The codes of the characters that choose a variant of the character before them."""


def is_invisible(character: str) -> bool:
    """Return whether nothing is displayed for ``character``. A space does not count as invisible.

    >>> is_invisible("\\ufe0f"), is_invisible("\\u034f"), is_invisible("\\u202e"), is_invisible("ā")
    (True, True, True, False)
    """
    if unicodedata.category(character)[0] == "C" or character in UNSEEN:
        return True
    return any(ord(character) in selectors for selectors in VARIATION_SELECTORS)


def without_invisible(name: str) -> str:
    """Return ``name`` without invisible characters and surplus spaces.

    >>> without_invisible("A\\u034fna \\ufe0f B")
    'Ana B'
    """
    return " ".join("".join([character for character in name if not is_invisible(character)]).split())
