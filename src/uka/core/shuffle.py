"""Pack orders from secrets: the only shuffler, so that records never depend on a library's generator.

The stream of a secret is HMAC-SHA-256(secret, "uka shuffle 1" and a counter as 8 bytes), counter from 0, read as
big-endian 32-bit words. A card order is a Fisher-Yates shuffle of the pack in index order, from the last place
down to the second; a place below n is a word modulo n, words from the incomplete last cycle thrown away.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import TypeVar

from .cards import Card
from .ruleset import Ruleset

T = TypeVar("T")
Secret = bytes | str | int

_WORDS = struct.Struct(">8I")
_LABEL = b"uka shuffle 1"


def words(secret: Secret) -> Iterator[int]:
    """The endless stream of 32-bit words of a secret; text and numbers count as their UTF-8 text."""
    import hmac  # loads OpenSSL, which `import uka` can do without

    key = secret if isinstance(secret, bytes) else str(secret).encode()
    counter = 0
    while True:
        yield from _WORDS.unpack(hmac.digest(key, _LABEL + counter.to_bytes(8, "big"), "sha256"))
        counter += 1


def shuffle(items: Sequence[T], secret: Secret) -> tuple[T, ...]:
    """The items in the order that a secret gives, every order as likely as any other."""
    order, stream = list(items), words(secret)
    for top in range(len(order) - 1, 0, -1):
        limit = _LIMITS[top + 1] if top < _SMALL else _limit(top + 1)
        word = next(stream)
        while word >= limit:
            word = next(stream)
        place = word % (top + 1)
        order[top], order[place] = order[place], order[top]
    return tuple(order)


def shuffled(rules: Ruleset, seed: Secret) -> tuple[Card, ...]:
    """The pack of a ruleset in the order that a seed gives; the first card is dealt first.

    >>> " ".join(map(str, shuffled(Ruleset(), seed=7)[:5]))
    'Td Ad Qd 9c Jh'
    """
    return shuffle(rules.cards, seed)


def _limit(n: int) -> int:
    return (1 << 32) // n * n


_SMALL = 64
_LIMITS = (0, *(_limit(n) for n in range(1, _SMALL + 1)))
