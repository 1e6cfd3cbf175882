"""A second implementation of fair dealing, written from ``docs/fairness.md`` alone, without code of Uka.

``python -m tests.records.fair_vectors`` writes test vectors, ``tests/vectors/fair.json``. The browser's tests use them
too.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent.parent / "vectors" / "fair.json"
RANKS = "789TJQKA"
PACKS = ((24, False), (28, True), (32, False), (32, True), (24, True))


def cards_of(size: int, joker: bool) -> list[str]:
    """Return the pack in index order: clubs, diamonds, hearts, spades, each from its lowest card."""
    cards = [rank + suit for suit in "cdhs" for rank in RANKS[8 - size // 4 :]]
    return cards + ["B"] * joker


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def shuffled(cards: list[str], key: bytes) -> list[str]:
    """Shuffle cards by Fisher-Yates from the last position down, with 32-bit words.

    Words at or above the largest multiple of the number of positions are skipped.
    """
    order, buffer, counter = list(cards), b"", 0
    for top in range(len(order) - 1, 0, -1):
        while True:
            if not buffer:
                buffer = mac(key, b"uka shuffle 1" + counter.to_bytes(8, "big"))
                counter += 1
            word, buffer = int.from_bytes(buffer[:4], "big"), buffer[4:]
            if word < 2**32 - 2**32 % (top + 1):
                break
        place = word % (top + 1)
        order[top], order[place] = order[place], order[top]
    return order


def eight(number: int) -> bytes:
    return number.to_bytes(8, "big")


def chain_of(root: bytes) -> list[bytes]:
    """Return the hash chain of 256 shares that ends with ``root``: its commitment, then its shares."""
    links = [root]
    for _ in range(256):
        links.insert(0, hashlib.sha256(b"uka link 1" + links[0]).digest())
    return links


def vector(number: int, size: int, joker: bool) -> dict[str, Any]:
    """Return a test vector in which north and south have shares. Their chain begins some packs earlier."""
    secret = hashlib.sha256(f"secret {number}".encode()).digest()
    root = hashlib.sha256(f"root {number}".encode()).digest()
    chain, first = chain_of(root), max(0, number - 255)
    share = chain[1 + number - first]
    stand_ins = [mac(secret, b"uka stand-in 1" + eight(number) + bytes([seat])) for seat in range(4)]
    shares = [share, stand_ins[1], hashlib.sha256(share).digest(), stand_ins[3]]
    key = mac(secret, b"uka deal 1" + eight(number) + b"".join(shares))
    cards = cards_of(size, joker)
    return {
        "number": number,
        "pack": size,
        "joker": joker,
        "secret": secret.hex(),
        "commitment": hashlib.sha256(b"uka commit 1" + secret).hexdigest(),
        "root": root.hex(),
        "first": first,
        "chain": chain[0].hex(),
        "share": share.hex(),
        "stand_ins": [part.hex() for part in stand_ins],
        "shares": [part.hex() for part in shares],
        "key": key.hex(),
        "order": shuffled(cards, key),
        "cut": 4 + int.from_bytes(mac(key, b"uka cut 1"), "big") % (len(cards) - 7),
        "packets": ["3-2", "2-3"][int.from_bytes(mac(key, b"uka packets 1"), "big") % 2],
    }


NUMBERS = (*range(8), 255, 256, 2**32, 2**53 - 1)


def vectors() -> list[dict[str, Any]]:
    return [vector(number, *PACKS[i % len(PACKS)]) for i, number in enumerate(NUMBERS)]


def text() -> str:
    return json.dumps(vectors(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text(), encoding="utf-8")
