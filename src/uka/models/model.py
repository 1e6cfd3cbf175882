"""A model: what self-play learned under one ruleset, in a file of a few hundred kilobytes."""

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
"""A prior: this many more deals are assumed to have made their double-dummy number of tricks."""

Leaves = tuple[tuple[tuple[int, ...], ...], ...]
"""How many deals, by the kind of contract, the makers' tricks by best play with all seen, and those they took.

Kinds are those of ``contract_kind``, with 0 for the dealer's side: a side that took the turn-up does better with hidden
cards than one that leads against it.
"""


class InvalidModel(UkaError):
    """The file holds no model, or one that this version cannot read."""


class BestResponseGain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points a deal that a best response gains against a table, and the standard error."""

    points: float
    error: float


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was learned for a ruleset.

    ``calls`` is the packed table of calls. ``leaves`` tells what play makes of a solved number of tricks, ``ends`` how
    often deals ended, by ``terminal_index`` with 0 for the dealer's side and the tricks that were taken.
    The rest says where it comes from: ``deals`` were learned from, and ``before`` and ``after`` are the gains of a best
    answer to the table after the first round of learning and at the end.
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
            raise ValueError("its ends are not counted as ends are")
        if len(self.leaves) != CONTRACT_KINDS or any(
            len(rows) != size or any(len(row) != size or min(row) < 0 for row in rows) for rows in self.leaves
        ):
            raise ValueError("its leaves are not counted by tricks")

    def table(self) -> array[float]:
        """The table of a ``BiddingPolicy``, 22 MB; ``InvalidModel`` if it is damaged."""
        size = 2 * (table_size(self.rules) // BIDS_PER_ROW)
        try:
            opened = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=FILTERS).decompress(self.calls, size + 1)
            if len(opened) == size:
                return unpack_table(opened)
        except (lzma.LZMAError, EOFError, ValueError):
            pass
        raise InvalidModel(f"the table of calls of the model of {self.rules.name} is damaged")

    def chances(self, makers: int, alone: int) -> list[list[float]]:
        """By the makers' tricks by best play with all seen: how likely they take each number of tricks.

        Makers are the dealer's side, 0, or the other.
        """
        return trick_chances(self.leaves[contract_kind(makers, alone)])


def trick_chances(leaves: tuple[tuple[int, ...], ...]) -> list[list[float]]:
    """The chances of counts, as if each number of tricks had come true a few times besides.

    >>> trick_chances(((0, 0), (1, 4)))
    [[1.0, 0.0], [0.125, 0.875]]
    """
    rows = [[count + PRIOR * (taken == solved) for taken, count in enumerate(row)] for solved, row in enumerate(leaves)]
    return [[count / sum(row) for count in row] for row in rows]


def compress_table(table: array[float]) -> bytes:
    """A table packed, as a model has it."""
    return lzma.compress(pack_table(table), lzma.FORMAT_RAW, filters=FILTERS)


def save(model: Model, path: Path) -> None:
    """Write a model down, whole or not at all."""
    try:
        write_whole(path, msgspec.msgpack.encode(model))
    except OSError as error:
        raise UkaError(f"{path} cannot be written: {error.strerror}") from None


def write_whole(path: Path, data: bytes | bytearray) -> None:
    """Write a file whole or not at all."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    new.replace(path)


def read(path: Path) -> Model:
    """The model of a file; ``InvalidModel`` says what is wrong with it."""
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=Model)
    except OSError as error:
        raise InvalidModel(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InvalidModel(f"{path} is no model that this version of Uka can read: {error}") from None
