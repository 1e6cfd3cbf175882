"""Given deals: packs that follow from a seed alone, so that several tables can play the same deals.

At a table with given deals, the players contribute no random values. The server computes its secret for each pack from
the seed, and the pack from the secret, as for any other table (``construction``). So tables with the same seed and the
same ruleset get the same packs, and their records are verified like all others.

The seed of numbered deals is computed from their number, which anybody may know. The seeds of days form a hash chain:
the hash of a day's seed is the seed of the day before. The server publishes the hash of the first day's seed, the
*anchor*, before the first day. From then on nobody can choose a day's deals, and nobody but the server can know them in
advance. A day can have several boards, which are groups of players who compare their results. Each board has a seed of
its own, computed from the day's seed and the board's key, so that no board shows the deals of another.
"""

from __future__ import annotations

from datetime import date
from functools import cached_property
from math import ceil

from .construction import checked_size, eight_bytes, mac, sha256_of

_NUMBER, _PACK, _DAY, _BOT = b"uka number 1", b"uka given pack 1", b"uka day 1", b"uka bot 1"
_NAMED, _BOARD = b"uka named deals 1", b"uka board 1"
FIRST_DAY = date(2026, 1, 1)
"""The first day that has deals."""
DAYS = 36_525
"""The number of days in a ``DayChain``: a hundred years."""
STRIDE = 365
"""A ``DayChain`` keeps the seed of every 365th day. Each other seed takes fewer than 365 hashes of a kept one."""


def numbered_seed(number: int) -> bytes:
    """Return the seed of the series of deals with the number ``number``. Raise ``ValueError`` if it is negative.

    >>> numbered_seed(4711).hex()[:16] == numbered_seed(4712).hex()[:16]
    False
    """
    if number < 0:
        raise ValueError(f"deals have numbers from 0 on, not {number}")
    return sha256_of(_NUMBER + str(number).encode())


def derived_seed(root: bytes, name: str) -> bytes:
    """Return the seed of the deals with the name ``name``, computed from ``root``, a secret of 32 bytes."""
    return mac(checked_size(root, "a root"), _NAMED + name.encode())


def board_seed(day_seed: bytes, board: str) -> bytes:
    """Return the seed of one board (a group of players who compare results) on the day with the seed ``day_seed``.

    ``board`` is the board's key: 64 hexadecimal digits.
    """
    return mac(checked_size(day_seed, "a seed"), _BOARD + checked_size(bytes.fromhex(board), "a board's key"))


def secrets_from_seed(seed: bytes, packs: range) -> tuple[bytes, ...]:
    """Return the server's secrets, 32 bytes each, for the packs with the numbers ``packs``, computed from ``seed``."""
    return tuple(mac(checked_size(seed, "a seed"), _PACK + eight_bytes(pack)) for pack in packs)


def bot_seed(secret: bytes, seen: str) -> int:
    """Return the seed of the random numbers for a bot's choice, where several tables play the same deals.

    It is computed from ``secret``, the server's secret for the pack, and ``seen``, the text of what the bot sees. So
    bots that see the same in the same deal make the same choice at every table.
    """
    return int.from_bytes(mac(checked_size(secret, "a secret"), _BOT + seen.encode())[:8], "big")


def day_before(seed: bytes) -> bytes:
    """Return the seed of the day before the day with the seed ``seed``. It is a hash of ``seed``."""
    return sha256_of(_DAY + checked_size(seed, "a seed"))


class DayChain:
    """The seeds of all days. They are computed from ``root``, the secret seed of the last day."""

    def __init__(self, root: bytes) -> None:
        seed = checked_size(root, "a root")
        kept = [seed]
        for index in reversed(range(DAYS)):
            seed = day_before(seed)
            if not index % STRIDE:
                kept.append(seed)
        self._kept = tuple(reversed(kept))
        """The anchor, then the seeds of every ``STRIDE``-th day and of the last day."""

    @property
    def anchor(self) -> bytes:
        """The hash of the first day's seed. The server publishes it before the first day."""
        return self._kept[0]

    def seed(self, day: date) -> bytes:
        """Return the seed of ``day``. Raise ``ValueError`` if the chain has no seed for that day."""
        index = (day - FIRST_DAY).days + 1
        if not 0 < index <= DAYS:
            raise ValueError(f"there are no deals of {day}: the first are those of {FIRST_DAY}")
        kept = ceil(index / STRIDE)  # the first kept seed of this day or a later one
        seed = self._kept[kept]
        for _ in range(min(kept * STRIDE, DAYS) - index):
            seed = day_before(seed)
        return seed


class PublishedDays:
    """The seeds of the days up to ``last``, all of which follow from the published seed of ``last``."""

    def __init__(self, last: date, seed: bytes) -> None:
        if last < FIRST_DAY:
            raise ValueError(f"there are no deals of {last}: the first are those of {FIRST_DAY}")
        self.last, self._seed = last, checked_size(seed, "a seed")

    @cached_property
    def anchor(self) -> bytes:
        """The hash of the first day's seed."""
        return day_before(self.seed(FIRST_DAY))

    def seed(self, day: date) -> bytes:
        """Return the seed of ``day``. Raise ``ValueError`` if the chain has no seed for that day, or it is unknown."""
        if not FIRST_DAY <= day <= self.last:
            raise ValueError(f"the seeds of days are known from {FIRST_DAY} to {self.last}, not of {day}")
        seed = self._seed
        for _ in range((self.last - day).days):
            seed = day_before(seed)
        return seed


def is_seed_of(seed: bytes, day: date, known: bytes, known_day: date) -> bool:
    """Return whether ``seed`` is the seed of ``day``, by comparison with ``known``, the known seed of ``known_day``.

    ``known_day`` is ``day`` or an earlier day. The anchor counts as the seed of the day before ``FIRST_DAY``.
    """
    for _ in range((day - known_day).days):
        seed = day_before(seed)
    return seed == known and day >= known_day
