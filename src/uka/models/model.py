"""A model trained by self-play under one ruleset, and the file that holds it (a few hundred kilobytes)."""

from __future__ import annotations

import lzma
from array import array
from pathlib import Path
from typing import Literal

import msgspec

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.kernels.bidding_policy import (
    BIDS_PER_ROW,
    CONTRACT_KINDS,
    TERMINALS,
    contract_kind,
    pack_table,
    table_size,
    unpack_table,
)

FILTERS: list[dict[str, int]] = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "pb": 0}]
PRIOR = 3
"""A prior count: this number of extra deals is assumed to have made the double-dummy number of tricks."""

Leaves = tuple[tuple[tuple[int, ...], ...], ...]
"""The number of deals as a table indexed by ``[kind][solved][taken]``. ``solved`` is the makers' double-dummy tricks,
and ``taken`` the tricks that they took in real play.

``kind`` is an index of ``contract_kind``, which distinguishes the dealer's side. With hidden cards, the side that took
the turn-up does better than a side that leads against it.
"""


class InvalidModel(UkaError):
    """Raised for a file that holds no model, or one that this version cannot read."""


class BestResponseGain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points that a best response gains against a policy in a deal, on average, and their standard error."""

    points: float
    error: float


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A bidding policy and play statistics, trained under one ruleset.

    ``calls`` is the compressed table of the bidding policy. ``leaves`` counts the tricks taken in real play. ``ends``
    counts how deals ended, by ``terminal_index`` with the tricks taken. The other fields say where the model comes
    from. It was trained on ``deals`` deals. ``before`` and ``after`` are the gains of a best response to the policy
    after the first round of the training and at its end.
    """

    version: Literal[2] = 2
    rules: Ruleset
    calls: bytes
    leaves: Leaves
    ends: tuple[int, ...]
    command: str
    seed: str
    deals: int
    before: BestResponseGain
    after: BestResponseGain

    def __post_init__(self) -> None:
        size = self.rules.hand_size + 1
        if len(self.ends) != TERMINALS or min(self.ends) < 0:
            raise ValueError("ends must hold a count for each terminal state")
        if len(self.leaves) != CONTRACT_KINDS or any(
            len(rows) != size or any(len(row) != size or min(row) < 0 for row in rows) for rows in self.leaves
        ):
            raise ValueError("leaves must hold a count for each kind of contract and pair of trick numbers")

    def table(self) -> array[float]:
        """Return the table for a ``BiddingPolicy``, 22 MB. Raise ``InvalidModel`` if the data are damaged."""
        size = 2 * (table_size(self.rules) // BIDS_PER_ROW)
        try:
            opened = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=FILTERS).decompress(self.calls, size + 1)
            if len(opened) == size:
                return unpack_table(opened)
        except (lzma.LZMAError, EOFError, ValueError):
            pass
        raise InvalidModel(f"the table of calls of the model of {self.rules.name} is damaged")

    def chances(self, makers: int, alone: int) -> list[list[float]]:
        """Return the probability of each number of tricks as a table indexed by ``[solved][taken]``.

        ``solved`` is the makers' double-dummy tricks, and ``taken`` their tricks in real play. ``makers`` is 0 if the
        dealer's side made trump, else 1. ``alone`` is a code of ``alone_kind``.
        """
        return trick_chances(self.leaves[contract_kind(makers, alone)])


def trick_chances(leaves: tuple[tuple[int, ...], ...]) -> list[list[float]]:
    """Return the probability of each number of tricks, from the counts in ``leaves``.

    ``PRIOR`` is first added to the count of deals that took their double-dummy number of tricks.

    >>> trick_chances(((0, 0), (1, 4)))
    [[1.0, 0.0], [0.125, 0.875]]
    """
    rows = [[count + PRIOR * (taken == solved) for taken, count in enumerate(row)] for solved, row in enumerate(leaves)]
    return [[count / sum(row) for count in row] for row in rows]


def compress_table(table: array[float]) -> bytes:
    """Return a policy table in the compressed form of ``Model.calls``."""
    return lzma.compress(pack_table(table), lzma.FORMAT_RAW, filters=FILTERS)


def save(model: Model, path: Path) -> None:
    """Write a model to a file. Raise ``UkaError`` if that fails; the file then stays as it was."""
    try:
        write_whole(path, msgspec.msgpack.encode(model))
    except OSError as error:
        raise UkaError(f"{path} cannot be written: {error.strerror}") from None


def write_whole(path: Path, data: bytes | bytearray) -> None:
    """Write a file under a temporary name and then replace the old one, so that a reader never sees half of it."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    new.replace(path)


def read(path: Path) -> Model:
    """Return the model in a file. Raise ``InvalidModel`` with a sentence that says what is wrong."""
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=Model)
    except OSError as error:
        raise InvalidModel(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InvalidModel(f"{path} is no model that this version of Uka can read: {error}") from None
