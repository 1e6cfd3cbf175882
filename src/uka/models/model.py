"""A model trained by self-play under one ruleset, and functions for its file (a few hundred kilobytes)."""

from __future__ import annotations

import lzma
from array import array
from pathlib import Path
from typing import Literal

import msgspec

from uka.core.errors import UkaError
from uka.core.malformed import why_malformed
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
"""The number of imaginary deals that are added to the observed deals, for each number of double-dummy tricks.

In an imaginary deal, the makers take exactly their double-dummy number of tricks.
"""

Leaves = tuple[tuple[tuple[int, ...], ...], ...]
"""Counts of deals as a table indexed by ``[kind][solved][taken]``.

``kind`` is an index from ``contract_kind``. ``solved`` is the makers' number of double-dummy tricks. ``taken`` is the
number of tricks that the makers took in play with hidden cards. A kind says whether the dealer's side made trump,
because with hidden cards the makers do better if their own side took the turn-up.
"""


class InvalidModel(UkaError):
    """Raised if a model does not exist, is damaged, or cannot be read by this version of Uka."""


class BestResponseGain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mean gain of a best response against a policy.

    ``points`` is the mean in points per deal, and ``error`` the standard error of the mean.
    """

    points: float
    error: float


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A bidding policy and play statistics, trained under one ruleset.

    ``calls`` is the compressed table of the bidding policy. ``leaves`` counts deals by their double-dummy tricks and
    the tricks taken in play with hidden cards. ``ends`` counts deals by how they ended, and is indexed by
    ``terminal_index`` with the tricks taken. The model was trained by ``command`` with ``seed``, on ``deals`` deals.
    ``before`` is the gain of a best response to the policy after the first round of training. ``after`` is this gain at
    the end of training.
    """

    version: Literal[1] = 1
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
        """Return the decompressed policy table, from which a ``BiddingPolicy`` is made. The table takes 22 MB.

        Raise ``InvalidModel`` if the compressed table is damaged.
        """
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

        ``solved`` is the makers' number of double-dummy tricks, and ``taken`` their number of tricks in play with
        hidden cards. ``makers`` is 0 if the dealer's side made trump, else 1. ``alone`` is a code from ``alone_kind``.
        """
        return trick_chances(self.leaves[contract_kind(makers, alone)])


def trick_chances(leaves: tuple[tuple[int, ...], ...]) -> list[list[float]]:
    """Return the probability of each number of tricks, computed from the counts in ``leaves``.

    Counts and probabilities are indexed by ``[solved][taken]``. ``PRIOR`` is first added to each count of deals in
    which the makers took their double-dummy number of tricks.

    >>> trick_chances(((0, 0), (1, 4)))
    [[1.0, 0.0], [0.125, 0.875]]
    """
    rows = [[count + PRIOR * (taken == solved) for taken, count in enumerate(row)] for solved, row in enumerate(leaves)]
    return [[count / sum(row) for count in row] for row in rows]


def compress_table(table: array[float]) -> bytes:
    """Return the table of a bidding policy in the compressed form of ``Model.calls``."""
    return lzma.compress(pack_table(table), lzma.FORMAT_RAW, filters=FILTERS)


def save(model: Model, path: Path) -> None:
    """Write a model to a file. If the write fails, raise ``UkaError`` and leave an existing file unchanged."""
    try:
        write_whole(path, msgspec.msgpack.encode(model))
    except OSError as error:
        raise UkaError(f"{path} cannot be written: {error.strerror}") from None


def write_whole(path: Path, data: bytes | bytearray) -> None:
    """Write ``data`` to a temporary file, then rename that file to ``path``, so that no reader sees a partial file."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    new.replace(path)


def read(path: Path) -> Model:
    """Return the model in a file. Raise ``InvalidModel`` with the reason if the file cannot be read as a model."""
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=Model)
    except OSError as error:
        raise InvalidModel(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        why = why_malformed(error, Model)
        raise InvalidModel(f"{path} is no model that this version of Uka can read: {why}") from None
