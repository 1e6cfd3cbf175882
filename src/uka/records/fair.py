"""Dealing that nobody can bend: commit, add, reveal.

Before a game the dealing side makes a secret for each deal and tells the SHA-256 of "uka commit 1" and the secret: its
commitment. Before each deal every seat adds 32 bytes of its own. The deal's key is HMAC-SHA-256 of the secret over
"uka deal 1", the deal's number as 8 bytes, and what the seats added, in the order of the seats; the pack is shuffled
from that key as ``uka.core.shuffle`` says. Number 0 is the draw for the first dealer. Once the secret is told, anyone
can check that it fits the commitment and that the pack follows. The dealing side is bound before it knows what the
seats add; a seat that adds at random makes the pack random, whoever else is dishonest, as long as the dealing side
keeps the secret from those who add after it.
"""

from __future__ import annotations

from collections.abc import Sequence

from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.shuffle import shuffled

SIZE = 32
_COMMIT = b"uka commit 1"
_DEAL = b"uka deal 1"


class UnfairDeal(UkaError):
    """A pack that does not follow from what was committed and added."""


def commitment(secret: bytes) -> str:
    """What is told of a secret before the game, in hexadecimal.

    >>> commitment(bytes(32))[:16]
    '1deffc1b36cce323'
    """
    from hashlib import sha256

    return sha256(_COMMIT + _sized(secret, "a secret")).hexdigest()


def deal_key(secret: bytes, number: int, added: Sequence[bytes]) -> bytes:
    """The key of a deal from its secret and what the seats added, north first."""
    from hmac import digest

    message = _DEAL + number.to_bytes(8, "big") + b"".join(_sized(part, "what a seat adds") for part in added)
    return digest(_sized(secret, "a secret"), message, "sha256")


def fair_pack(rules: Ruleset, secret: bytes, number: int, added: Sequence[bytes]) -> tuple[Card, ...]:
    """The pack order of a deal."""
    return shuffled(rules, deal_key(secret, number, added))


def check(
    rules: Ruleset, pack: Sequence[Card], *, number: int, committed: str, secret: bytes, added: Sequence[bytes]
) -> None:
    """``UnfairDeal`` if a secret does not fit its commitment, or a pack does not follow from it."""
    if commitment(secret) != committed:
        raise UnfairDeal(f"deal {number}: the secret told is not the one that was committed to")
    if fair_pack(rules, secret, number, added) != tuple(pack):
        raise UnfairDeal(f"deal {number}: the pack does not follow from the secret and what the seats added")


def _sized(part: bytes, what: str) -> bytes:
    if len(part) != SIZE:
        raise UnfairDeal(f"{what} is {SIZE} bytes, not {len(part)}")
    return part
