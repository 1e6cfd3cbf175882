"""Functions that damage records at random: they change, drop, repeat or swap values or bytes."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 3, 4, 9, 10**30, 1.5, "", "x", "Xx", "Xs", "Jx", "B", "L", "R", "Jt", "9n", "10♦",
    "Qs", "Ah", "9c", "7c", "Pass", "Order", "s", "n", "EUCHRE_BIDDING", "TRICK_PLAY", "LEFT_OF_LONER", [], {}, [[]],
    ["Xx"] * 5, {"0": ["note"]}, "1.4", "1.9", "Q" * 2000, "EgAA", "\ud800", "\u2028",
)  # fmt: skip


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Return every position in a JSON value, as its container and its key in the container."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        keys = list(inner) if isinstance(inner, dict) else range(len(inner)) if isinstance(inner, list) else ()
        for key in keys:
            found.append((inner, key))
            waiting.append(inner[key])
    return found


def spoilt(value: Any, rng: Random, times: int) -> Any:
    """Return a JSON value with ``times`` random changes."""
    value = copy.deepcopy(value)
    for _ in range(times):
        places = spots(value)
        if not places:
            return value
        inner, key = rng.choice(places)
        match rng.randrange(6):
            case 0:
                inner[key] = copy.deepcopy(rng.choice(ODD))
            case 1:
                del inner[key]
            case 2 if isinstance(inner, list):
                inner.insert(key, copy.deepcopy(inner[key]))
            case 3:
                other, place = rng.choice(places)
                inner[key], taken = copy.deepcopy(other[place]), copy.deepcopy(inner[key])
                if rng.random() < 0.5 and (isinstance(other, dict) or place < len(other)):
                    other[place] = taken
            case 4 if isinstance(inner, dict):
                inner[str(key) + "s"] = inner.pop(key)
            case _ if isinstance(inner[key], str):
                inner[key] = rng.choice([c + s for c in "9TJQKA" for s in "cdhs"])
            case _:
                inner[key] = copy.deepcopy(rng.choice(ODD))
    return value


def spoilt_text(text: str, rng: Random) -> bytes:
    """Return the text of a JSON record with random damage, mostly to values, sometimes to bytes."""
    if rng.random() < 0.85:
        value = spoilt(json.loads(text), rng, rng.choice((1, 1, 1, 2, 3, 8)))
        return json.dumps(value).encode()
    return spoilt_bytes(text.encode(), rng)


def spoilt_bytes(data: bytes, rng: Random) -> bytes:
    """Return bytes of which some are cut off, changed or repeated."""
    at = rng.randrange(len(data) + 1)
    upto = rng.randint(at, min(len(data), at + rng.choice((1, 4, 4000))))
    new = rng.choice((b"", bytes([rng.randrange(256)]), data[at:upto] * 2, b"[" * 2000, b'{"a":' * 2000))
    return data[:at] + new + data[upto:]


def spoilt_log(text: str, rng: Random) -> bytes:
    """Return the text of a log with lines dropped, repeated, swapped or changed."""
    lines = text.splitlines()
    for _ in range(rng.choice((1, 1, 2))):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(6):
            case 0:
                lines.insert(at, lines[other])
            case 1 if len(lines) > 1:
                del lines[at]
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                return spoilt_bytes("\n".join(lines).encode(), rng)
            case _:
                try:
                    value = spoilt(json.loads(lines[at]), rng, 1)
                except ValueError:
                    continue
                lines[at] = json.dumps(value, separators=(",", ":"))
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")
