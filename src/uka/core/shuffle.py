"""The shuffle, which computes the order of a pack from a secret.

Uka has its own shuffle, so that game records never depend on the random generator of a library. The secret is the key
of HMAC-SHA-256. Each message is the text "uka shuffle 1" followed by a counter, an 8-byte big-endian integer that
starts at 0. The digests are read as a stream of big-endian 32-bit words. The words drive a Fisher-Yates shuffle of the
pack in index order, from the last position down to the second. To choose one of n positions, the shuffle takes the next
word modulo n. It skips words that are at least 2³² - (2³² mod n), so that all positions are equally likely.
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
    """Yield an endless stream of 32-bit words, computed from a secret.

    A secret that is a text or a number is first converted to bytes as UTF-8 text.
    """
    import hmac  # imported here because it loads OpenSSL, which would slow down `import uka`

    key = secret if isinstance(secret, bytes) else str(secret).encode()
    counter = 0
    while True:
        yield from _WORDS.unpack(hmac.digest(key, _LABEL + counter.to_bytes(8, "big"), "sha256"))
        counter += 1


def shuffle(items: Sequence[T], secret: Secret) -> tuple[T, ...]:
    """Return the items in the order that the secret determines. All orders are equally likely."""
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
    """Return the shuffled pack of a ruleset. The seed determines the order. The first card is dealt first.

    >>> " ".join(map(str, shuffled(Ruleset(), seed=7)[:5]))
    'Td Ad Qd 9c Jh'
    """
    return shuffle(rules.cards, seed)


def _limit(n: int) -> int:
    return (1 << 32) // n * n


_SMALL = 64
_LIMITS = (0, *(_limit(n) for n in range(1, _SMALL + 1)))
