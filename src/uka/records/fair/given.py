"""Packs that follow from a seed alone, so that several tables can play the same deals.

A table whose deals are given uses no shares of its players. The server computes its secret for each pack from the seed,
and the pack from the secret, as for any other table (``construction``). So tables with the same seed and the same
ruleset get the same packs, and a record of them is checked like any other.

The seed of numbered deals is computed from their number, which anybody may know. The seeds of days form a hash chain: a
hash of a day's seed is the seed of the day before. The server publishes the hash of the first day's seed, its *anchor*,
before the first day. From then on nobody can choose a day's deals, and nobody but the server can know them in advance.
Each board of a day has a seed of its own, which follows from the day's seed and from the key of the board. So no board
shows the deals of another.
"""

from __future__ import annotations

from datetime import date

from .construction import eight, mac, sha256_of, sized

_NUMBER, _PACK, _DAY, _BOT = b"uka number 1", b"uka given pack 1", b"uka day 1", b"uka bot 1"
_NAMED, _BOARD = b"uka named deals 1", b"uka board 1"
FIRST_DAY = date(2026, 1, 1)
"""The first day that has deals."""
DAYS = 36_525
"""The number of days in a chain: a hundred years."""
STRIDE = 365
"""Every so many days a seed is kept, so that the others are computed with at most so many hashes."""


def numbered_seed(number: int) -> bytes:
    """Return the seed of the deals with a number. Raise ``ValueError`` if the number is negative.

    >>> numbered_seed(4711).hex()[:16] == numbered_seed(4712).hex()[:16]
    False
    """
    if number < 0:
        raise ValueError(f"deals have numbers from 0 on, not {number}")
    return sha256_of(_NUMBER + str(number).encode())


def derived_seed(root: bytes, name: str) -> bytes:
    """Return the seed that follows from a secret root, 32 bytes long, and a name."""
    return mac(sized(root, "a root"), _NAMED + name.encode())


def board_seed(day_seed: bytes, board: str) -> bytes:
    """Return the seed of a board of a day. ``board`` is the board's key: 64 hexadecimal digits."""
    return mac(sized(day_seed, "a seed"), _BOARD + sized(bytes.fromhex(board), "a board's key"))


def given_secrets(seed: bytes, packs: range) -> tuple[bytes, ...]:
    """Return the server's secrets for some packs, 32 bytes each."""
    return tuple(mac(sized(seed, "a seed"), _PACK + eight(pack)) for pack in packs)


def bot_seed(secret: bytes, seen: str) -> int:
    """Return the seed of a bot's choice, from the server's secret for the pack and the text of what the bot sees.

    So the same play meets the same play: bots that see the same in the same deal choose the same.
    """
    return int.from_bytes(mac(sized(secret, "a secret"), _BOT + seen.encode())[:8], "big")


def day_before(seed: bytes) -> bytes:
    """Return the seed of the day before, which is a hash of a day's seed."""
    return sha256_of(_DAY + sized(seed, "a seed"))


class DayChain:
    """The seeds of all days, computed from a secret root, which is the seed of the last day."""

    def __init__(self, root: bytes) -> None:
        seed = sized(root, "a root")
        kept = [seed]
        for index in reversed(range(DAYS)):
            seed = day_before(seed)
            if not index % STRIDE:
                kept.append(seed)
        self._kept = tuple(reversed(kept))
        """The anchor, then the seed of every ``STRIDE``-th day and of the last day."""

    @property
    def anchor(self) -> bytes:
        """The hash of the first day's seed, which is published before all seeds."""
        return self._kept[0]

    def seed(self, day: date) -> bytes:
        """Return the seed of a day. Raise ``ValueError`` if the chain has no seed for it."""
        index = (day - FIRST_DAY).days + 1
        if not 0 < index <= DAYS:
            raise ValueError(f"there are no deals of {day}: the first are those of {FIRST_DAY}")
        later = -(-index // STRIDE)
        found = self._kept[later]
        for _ in range(min(later * STRIDE, DAYS) - index):
            found = day_before(found)
        return found


def is_seed_of(seed: bytes, day: date, known: bytes, known_day: date) -> bool:
    """Return whether a day's seed leads to the seed of an earlier day that is known already.

    The anchor counts as the seed of the day before ``FIRST_DAY``.
    """
    for _ in range((day - known_day).days):
        seed = day_before(seed)
    return seed == known and day >= known_day
