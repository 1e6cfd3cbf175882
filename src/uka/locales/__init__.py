"""Languages: the catalogues of what the page says, and how te reo Māori is spelt."""

from __future__ import annotations

from unicodedata import normalize

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
