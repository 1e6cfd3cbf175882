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
from itertools import chain
from typing import TypeAlias, TypeVar

from .cards import Card
from .ruleset import Ruleset

T = TypeVar("T")
Secret: TypeAlias = bytes | str | int
"""What determines a shuffle: bytes, or a text or a number, which is converted to bytes as UTF-8 text."""

_WORDS = struct.Struct(">8I")
_WORD_COUNT = 1 << 32
_LABEL = b"uka shuffle 1"
_BLOCK = 64  # the size of a block of SHA-256, in bytes
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def random_words(secret: Secret) -> Iterator[int]:
    """Return an endless iterator of 32-bit numbers that look random but are computed from ``secret``."""
    return chain.from_iterable(_digests(secret if isinstance(secret, bytes) else str(secret).encode()))


def _digests(key: bytes) -> Iterator[tuple[int, ...]]:
    """Yield HMAC-SHA-256 digests under ``key`` without end, each as eight 32-bit words.

    The message of each digest is a fixed text followed by a counter. The steps are those of RFC 2104. The start
    of each hash, which is the same for all messages, is computed once and then copied. This takes half the time of
    ``hmac.digest``.
    """
    from hashlib import sha256  # imported here because it loads OpenSSL, which would slow down `import uka`

    block = (key if len(key) <= _BLOCK else sha256(key).digest()).ljust(_BLOCK, b"\0")
    inner, outer = sha256(block.translate(_INNER) + _LABEL), sha256(block.translate(_OUTER))
    counter = 0
    while True:
        message, digest = inner.copy(), outer.copy()
        message.update(counter.to_bytes(8, "big"))
        digest.update(message.digest())
        yield _WORDS.unpack(digest.digest())
        counter += 1


def shuffle(items: Sequence[T], secret: Secret) -> tuple[T, ...]:
    """Return ``items`` in the order that ``secret`` determines. All orders are equally likely."""
    order = list(items)
    stream = random_words(secret)
    n = len(order)
    always_fair = _WORD_COUNT - n  # this test comes first, since the exact one takes longer
    while n > 1:
        word = next(stream)
        index = word % n
        if word < always_fair or word - index <= _WORD_COUNT - n:
            n -= 1
            order[n], order[index] = order[index], order[n]
    return tuple(order)


def shuffled(rules: Ruleset, seed: Secret) -> tuple[Card, ...]:
    """Return the pack of ``rules`` in the order that ``seed`` determines. The first card is dealt first.

    >>> " ".join(map(str, shuffled(Ruleset(), seed=7)[:5]))
    'Td Ad Qd 9c Jh'
    """
    return shuffle(rules.cards, seed)
