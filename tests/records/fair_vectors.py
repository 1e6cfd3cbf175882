"""Fair dealing a second time, from the construction's words alone: plain hashing and arithmetic, none of Uka's code.

``python -m tests.records.fair_vectors`` writes ``tests/vectors/fair.json``, by which the browser's code is checked too.
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
    """The pack in index order: clubs, diamonds, hearts, spades, each from its lowest card."""
    cards = [rank + suit for suit in "cdhs" for rank in RANKS[8 - size // 4 :]]
    return cards + ["B"] * joker


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def shuffled(cards: list[str], key: bytes) -> list[str]:
    """Fisher-Yates from the last place down, by 32-bit words; words above the last whole multiple are thrown away."""
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


def vector(number: int, size: int, joker: bool) -> dict[str, Any]:
    """A deal whose north and south add, while secrets stand for east and west."""
    secret = hashlib.sha256(f"secret {number}".encode()).digest()
    own = [True, False, True, False]
    added = [
        hashlib.sha256(f"added {number} {seat}".encode()).digest()
        if own[seat]
        else mac(secret, b"uka seat 1" + number.to_bytes(8, "big") + bytes([seat]))
        for seat in range(4)
    ]
    key = mac(secret, b"uka deal 1" + number.to_bytes(8, "big") + b"".join(added))
    cards = cards_of(size, joker)
    return {
        "number": number,
        "pack": size,
        "joker": joker,
        "secret": secret.hex(),
        "commitment": hashlib.sha256(b"uka commit 1" + secret).hexdigest(),
        "added": [part.hex() for part in added],
        "own": own,
        "key": key.hex(),
        "order": shuffled(cards, key),
        "cut": [4 + int.from_bytes(mac(part, b"uka cut 1"), "big") % (len(cards) - 7) for part in added],
        "way": [["3-2", "2-3"][int.from_bytes(mac(part, b"uka way 1"), "big") % 2] for part in added],
    }


def vectors() -> list[dict[str, Any]]:
    numbers = (*range(8), 255, 256, 2**32, 2**53 - 1)
    return [vector(number, *PACKS[i % len(PACKS)]) for i, number in enumerate(numbers)]


def text() -> str:
    return json.dumps(vectors(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text(), encoding="utf-8")
