"""Languages: the catalogues of what the page says, and how te reo Māori is spelt."""

from __future__ import annotations

import re
from unicodedata import combining, normalize

MACRON = "\N{COMBINING MACRON}"


def doubled(text: str) -> str:
    """Māori words in the spelling of Waikato-Tainui, where a long vowel is written twice.

    >>> doubled("kāheru"), doubled("Ōtaki")
    ('kaaheru', 'Ootaki')
    """
    parts = list[str]()
    for letter in normalize("NFD", text):
        parts.append(parts[-1].lower() if letter == MACRON and parts else letter)
    return normalize("NFC", "".join(parts))


def folded(name: str) -> str:
    """Return a Māori name in the form in which names are compared: without macrons and without doubled vowels.

    >>> folded("Wāhi") == folded("waahi") == folded("Wahi")
    True
    """
    bare = "".join([letter for letter in normalize("NFD", name.casefold()) if not combining(letter)])
    words = "".join([letter if letter.isalnum() else " " for letter in bare]).split()
    return re.sub(r"([aeiou])\1+", r"\1", " ".join(words))
