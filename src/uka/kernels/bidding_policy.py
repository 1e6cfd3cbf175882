"""The calling by a table: for each place, round and class of hands, how often what is said.

A table is a buffer of float32, made by a ``CfrTrainer``; what is said is in proportion to its cells. Hands are of one
class that differ by which low cards of a suit they have, by what suit was turned up, or by which of the two suits of
the other colour is which.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import sqrt
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from uka.core.actions import ACTIONS, Action
from uka.core.observation import Observation
from uka.core.public import Contract, Phase, PublicDeal
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.core.tables import tables

from . import _native
from .automaton import NO_SUIT, NONE
from .bidding import BiddingPhase, cards_shown

if TYPE_CHECKING:
    from typing_extensions import Buffer

MOST_TRICKS = 8
ALONE_KINDS = 4
"""Who plays alone: nobody, a loner, a lone defender, both."""
CONTRACT_KINDS = 2 * ALONE_KINDS
"""Contracts, by who makes them and who plays alone."""
TERMINALS = 1 + CONTRACT_KINDS * (MOST_TRICKS + 1)
BIDS_PER_ROW = 11
"""The cells of a row: pass, then each trump with a partner and alone."""
TREMBLE = 0.05
"""How often a seat is taken to say anything that it may, whatever the table has."""


def contract_kind(makers: int, alone: int) -> int:
    """The place of a contract among ``CONTRACT_KINDS``, by who of two makes it and who plays alone."""
    return makers * ALONE_KINDS + alone


def terminal_index(makers: int, alone: int, tricks: int) -> int:
    """The place of an end among ``TERMINALS``; the first is that nobody made trump."""
    return 1 + contract_kind(makers, alone) * (MOST_TRICKS + 1) + tricks


def alone_kind(contract: Contract) -> int:
    """Who plays alone in a contract, among ``ALONE_KINDS``."""
    return (contract.loner is not None) + 2 * (contract.lone_defender is not None)


class TerminalDistribution(NamedTuple):
    """How deals end after a choice: by the sum of the worlds' weights, and of the squares of these.

    By ``terminal_index``: the makers' partnership, who plays alone, and the makers' double-dummy tricks.
    """

    weights: list[float]
    squares: list[float]

    def mean(self, worth: Sequence[float]) -> tuple[float, float]:
        """The mean of what each end is worth, and its standard error."""
        total = sum(self.weights)
        mean = sum(map(mul, self.weights, worth)) / total
        spread = sum(square * (one - mean) ** 2 for square, one in zip(self.squares, worth, strict=True))
        return mean, sqrt(spread) / total


class BiddingPolicy:
    """The calls under one ruleset as a table has them; ``ValueError`` for a table of another size.

    The table may be ``of`` other rules, whose pack has all cards of this one's but perhaps the joker: a joker held
    counts as the highest card of the turn-up's suit that is neither held nor turned up.
    """

    def __init__(self, rules: Ruleset, table: Buffer, of: Ruleset | None = None) -> None:
        self._calls = BiddingPhase(rules)
        self._native = _native.Caller(self._calls.book, tables(of or rules).pack)
        self._table = table
        if memoryview(table).nbytes != 4 * self._native.size():
            raise ValueError(f"a table of these rules has {self._native.size()} cells")

    def chances(self, seen: Observation) -> dict[Action, float]:
        """How often the table has a seat say what it may say now; evenly, where it was never asked so."""
        assert seen.seat is not None
        at, words = self._native.asked(self._scene(seen), seen.seat.index, seen.hand.mask)
        cells = memoryview(self._table).cast("B").cast("f")
        found = {ACTIONS[action]: max(0.0, cells[at + word]) for word, action in words}
        total = sum(found.values())
        return {action: cell / total if total else 1 / len(found) for action, cell in found.items()}

    def weigh(self, seen: Observation, called: Buffer, weights: Buffer, slip: float = TREMBLE) -> None:
        """Multiply the weights of *n* worlds by how likely the others' calls were in them.

        ``called`` uint64 *n* by 4: hands as they were at the calls, as ``Worlds.draw`` gives them; ``weights`` float64.
        """
        others = sum(1 << seat.index for seat in SEATS if seat is not seen.seat)
        actions = [call.action.index for call in seen.calls]
        self._native.weigh(self._table, self._scene(_before(seen)), actions, others, slip, called, weights)

    def judge(
        self, seen: Observation, hands: Buffer, weights: Buffer | None = None, *, seed: int
    ) -> dict[Action, TerminalDistribution]:
        """How deals end after each choice of the seat in turn, what is called after it by the table.

        ``hands`` uint64 *n* by 4: worlds as ``Worlds.draw`` gives them; ``weights`` float64 *n*, 1 each without.
        """
        found = self._native.judge(self._table, self._scene(seen), cards_shown(seen), hands, weights, seed)
        return {ACTIONS[action]: TerminalDistribution(sums, squares) for action, sums, squares in sorted(found)}

    def _scene(self, seen: PublicDeal) -> tuple[int, int, int, int, int]:
        return (
            self._calls.automaton.state(seen),
            seen.dealer.index,
            seen.upcard.index,
            seen.up_suit.index if seen.up_suit else NO_SUIT,
            seen.trump.index if seen.trump else NONE,
        )


def _before(seen: Observation) -> Observation:
    """The open side of a deal as it was before the first call."""
    return replace(
        seen,
        phase=Phase.CALLING,
        turn=seen.dealer.left,
        calls=(),
        declined=(),
        contract=None,
        picked_up=None,
        given=False,
        leader=None,
        trick=(),
        tricks=(),
        result=None,
    )


def table_size(rules: Ruleset) -> int:
    """The cells of a table of a ruleset."""
    return _native.Caller(BiddingPhase(rules).book, tables(rules).pack).size()


def pack_table(table: Buffer) -> bytearray:
    """A table in two bytes a row: which word is said most and which second, and how often the second of the two.

    What else is said is forgotten, and a share is kept to a thirtieth; the bytes of all words come first.
    """
    made = bytearray(2 * (memoryview(table).nbytes // 4 // BIDS_PER_ROW))
    _native.pack(table, made)
    return made


def unpack_table(packed: Buffer) -> array[float]:
    """The table of packed rows, each of which comes to one, or to nothing; ``ValueError`` for bytes of no table."""
    table = array("f", bytes(2 * BIDS_PER_ROW * memoryview(packed).nbytes))
    _native.unpack(packed, table)
    return table


def blend_tables(table: Buffer, keep: float, other: Buffer, share: float) -> None:
    """Make each cell of a table ``keep`` times itself and ``share`` times that of another, of the same size."""
    try:
        _native.blend(table, keep, other, share)
    except TypeError:
        raise ValueError("tables are buffers of float32, and the one that changes is writable") from None


class CfrTrainer:
    """Calls learned by playing against oneself, with exact solves in place of the play.

    ``pay[kind][tricks]`` is what the makers get, the others' gain below zero: that of the score table, or what play
    with hidden cards makes of so many tricks. Kinds are those of ``contract_kind``, 0 for the dealer's side.
    """

    def __init__(self, rules: Ruleset, pay: Sequence[Sequence[float]]) -> None:
        rows = [[*row, *[0.0] * (MOST_TRICKS + 1 - len(row))] for row in pay]
        self._native = _native.Learner(BiddingPhase(rules).book, rows)

    @property
    def size(self) -> int:
        """The cells of a table."""
        return self._native.size()

    def learn(self, regrets: Buffer, sums: Buffer, *, seed: int, deals: int, against: Buffer | None = None) -> None:
        """Go on learning for so many deals, each once for every seat; the interpreter is free meanwhile.

        ``regrets`` and ``sums`` are tables, all zeros at first; ``sums`` is the one to call by. ``against`` holds the
        other three to a table: then it is the best answer to it that is learned.
        """
        self._native.learn(regrets, sums, against, seed, deals)

    def match(self, tables: Sequence[Buffer], *, seed: int, deals: int) -> tuple[float, float]:
        """What the dealer's side gets a deal, and its standard error; seats call by tables, the dealer by the first."""
        mean, square = self._native.match(tables, seed, deals)
        return mean, sqrt(max(0.0, square - mean * mean) / deals)
