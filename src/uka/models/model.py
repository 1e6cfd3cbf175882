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

FILTERS: list[dict[str, int]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "pb": 0, "dict_size": 2 << 20}
]
"""How the table of a bidding policy is compressed with LZMA. Whoever reads it needs memory for the dictionary, too."""
PRIOR = 3
"""The number of imaginary deals that are added to the counted deals, for each number of double-dummy tricks.

Double-dummy tricks are those that the makers take if all cards are seen. In an imaginary deal, the makers take exactly
that number.
"""

Leaves = tuple[tuple[tuple[int, ...], ...], ...]
"""Numbers of deals as a table indexed by ``[kind][solved][taken]``.

``kind`` is a kind of contract, from ``contract_kind``. ``solved`` is the makers' number of double-dummy tricks (with
all cards seen), and ``taken`` the number of tricks that they took in play with hidden cards. The kind says whether the
dealer's side made trump, because with hidden cards the makers do better if their own side took the upcard.
"""


class InvalidModel(UkaError):
    """Raised if a model does not exist, is damaged, or cannot be read by this version of Uka."""


class BestResponseGain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mean gain of a best response (the best answer to a policy) against that policy."""

    points: float
    """The mean gain in points per deal."""
    error: float
    """The standard error of the mean."""


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A bidding policy and statistics of the play, trained by self-play under one ruleset."""

    version: Literal[1] = 1
    """The version of the file's format."""
    rules: Ruleset
    """The ruleset of the training."""
    calls: bytes
    """The compressed table of the bidding policy."""
    leaves: Leaves
    """The numbers of deals by the makers' double-dummy tricks and by the tricks that they took."""
    ends: tuple[int, ...]
    """The numbers of deals by how they ended, indexed by ``terminal_index`` with the tricks taken."""
    command: str
    """The command that trained the model."""
    seed: str
    """The seed of the training."""
    deals: int
    """The number of deals that the training played."""
    before: BestResponseGain
    """The gain of a best response to the policy after the first round of training."""
    after: BestResponseGain
    """The same gain at the end of training."""

    def __post_init__(self) -> None:
        size = self.rules.hand_size + 1
        if len(self.ends) != TERMINALS or min(self.ends) < 0:
            raise ValueError("ends must hold a count for each terminal state")
        if len(self.leaves) != CONTRACT_KINDS or any(
            len(rows) != size or any(len(row) != size or min(row) < 0 for row in rows) for rows in self.leaves
        ):
            raise ValueError("leaves must hold a count for each kind of contract and pair of trick numbers")

    def policy_table(self) -> array[float]:
        """Return the decompressed table of the bidding policy, which takes 22 MB. ``BiddingPolicy`` is made from it.

        Raise ``InvalidModel`` if the compressed table is damaged.
        """
        size = 2 * (table_size(self.rules) // BIDS_PER_ROW)
        try:
            packed = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=FILTERS).decompress(self.calls, size + 1)
            if len(packed) == size:
                return unpack_table(packed)
        except (lzma.LZMAError, EOFError, ValueError):
            pass
        raise InvalidModel(f"the table of calls of the model of {self.rules.name} is damaged")

    def chances(self, makers_from_dealer: int, alone_code: int) -> list[list[float]]:
        """Return the probability of each number of tricks that makers take, as a table indexed by ``[solved][taken]``.

        ``solved`` is the makers' number of double-dummy tricks (with all cards seen), and ``taken`` their number of
        tricks in play with hidden cards. ``makers_from_dealer`` is 0 if the dealer's side made trump, otherwise 1.
        ``alone_code`` says who plays alone, as a code from ``alone_kind``.
        """
        return trick_chances(self.leaves[contract_kind(makers_from_dealer, alone_code)])


def trick_chances(deal_counts: tuple[tuple[int, ...], ...]) -> list[list[float]]:
    """Return the probability of each number of tricks that makers take, as a table indexed by ``[solved][taken]``.

    ``solved`` is the makers' number of double-dummy tricks (with all cards seen), and ``taken`` the number of tricks
    that they took. ``deal_counts`` holds the numbers of deals, indexed in the same way. In each row, ``PRIOR``
    imaginary deals are added where ``taken`` equals ``solved``, and then each number is divided by the row's sum.

    >>> trick_chances(((0, 0), (1, 4)))
    [[1.0, 0.0], [0.125, 0.875]]
    """
    rows = [[*row] for row in deal_counts]
    for solved, row in enumerate(rows):
        row[solved] += PRIOR
    return [[count / sum(row) for count in row] for row in rows]


def compress_table(table: array[float]) -> bytes:
    """Return ``table``, the table of a bidding policy, in the compressed form of ``Model.calls``."""
    return lzma.compress(pack_table(table), lzma.FORMAT_RAW, filters=FILTERS)


def save(model: Model, path: Path) -> None:
    """Write ``model`` to the file ``path``. If that fails, raise ``UkaError`` and leave an existing file unchanged."""
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
    """Return the model in the file ``path``. Raise ``InvalidModel`` if it cannot be read, or is not a valid model."""
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=Model)
    except OSError as error:
        raise InvalidModel(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        why = why_malformed(error, Model)
        raise InvalidModel(f"{path} is no model that this version of Uka can read: {why}") from None
