"""Translations of the page, one catalogue (``.po`` file) for each language, and how te reo Māori is spelt."""

from __future__ import annotations

import re
from unicodedata import combining, normalize

MACRON = "\N{COMBINING MACRON}"


def with_doubled_vowels(text: str) -> str:
    """Return te reo Māori in the spelling of Waikato-Tainui, where a long vowel is written twice and without a macron.

    >>> with_doubled_vowels("kāheru"), with_doubled_vowels("Ōtaki")
    ('kaaheru', 'Ootaki')
    """
    parts = list[str]()
    for letter in normalize("NFD", text):
        parts.append(parts[-1].lower() if letter == MACRON and parts else letter)
    return normalize("NFC", "".join(parts))


def folded(name: str) -> str:
    """Return a name in the form in which Māori names are compared: without capitals, macrons and doubled vowels.

    Characters that are neither letters nor digits become single spaces.

    >>> folded("Wāhi") == folded("waahi") == folded("Wahi")
    True
    """
    bare = "".join([letter for letter in normalize("NFD", name.casefold()) if not combining(letter)])
    words = "".join([letter if letter.isalnum() else " " for letter in bare]).split()
    return re.sub(r"([aeiou])\1+", r"\1", " ".join(words))
