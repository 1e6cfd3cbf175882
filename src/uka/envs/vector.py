"""Thousands of deals that are stepped at once in compiled code, each with its observation, mask and result in arrays.

A row is one deal. At each step, the seat whose turn it is acts in every row. A row whose deal ends gets the points of
that deal, and is dealt the next deal at once. With the same seed and the same actions, all arrays are the same on every
machine and for any number of threads. The deals follow ``uka.core`` action by action; players cannot revoke, and act
in turn only.

>>> import uka
>>> deals = VectorDeals(uka.ruleset("cardgames"), size=4_096, seed=7)
>>> deals.observations.shape, deals.masks.shape, deals.turns.shape
((4096, 536), (4096, 124), (4096,))
>>> ended = 0
>>> for _ in range(100):
...     actions = deals.masks.argmax(axis=1)  # the first legal action of each row
...     deals.step(actions)
...     ended += int(deals.ended.sum())
>>> ended > 4_096
True

The arrays are overwritten by the next step. ``torch.from_numpy(deals.observations)`` shares their memory.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from uka.core.actions import ACTIONS
from uka.core.deal import Deal
from uka.core.dealing import checked_rules
from uka.core.errors import IllegalAction
from uka.core.ruleset import Ruleset
from uka.kernels.bidding import rule_tables
from uka.kernels.compiled import native

from .batches import as_buffer, shuffled_deal
from .encoding import OFFSETS, SIZE, Mask, Numbers

Actions = npt.NDArray[np.int64]


class VectorBuffers(NamedTuple):
    """The arrays that ``VectorDeals`` writes for *n* deals. They must be contiguous."""

    observations: Numbers
    """uint8, *n* by ``encoding.SIZE``: what the seat knows whose turn it is."""
    masks: Mask
    """int8, *n* by 124: 1 for each action in ``uka.ACTIONS`` that this seat may choose, 0 for the others."""
    turns: npt.NDArray[np.int8]
    """int8, *n*: the index of this seat."""
    points: npt.NDArray[np.int8]
    """int8, *n* by 2: the points of north-south and of east-west in the deal that the last step ended, else 0."""
    ended: npt.NDArray[np.bool_]
    """bool, *n*: whether the last step ended a deal. The observation is then of the row's next deal."""

    @classmethod
    def empty(cls, size: int) -> VectorBuffers:
        """Return new arrays for ``size`` deals."""
        return cls(
            observations=np.zeros((size, SIZE), np.uint8),
            masks=np.zeros((size, len(ACTIONS)), np.int8),
            turns=np.zeros(size, np.int8),
            points=np.zeros((size, 2), np.int8),
            ended=np.zeros(size, np.bool_),
        )


class VectorDeals:
    """Deals under one ruleset that are stepped at once.

    The deals of a seed are numbered: row *i* of *n* rows plays the deals *i*, *i + n*, *i + 2n* and so on, and
    ``random_deals`` returns the same deals. Their dealers are random. ``into`` holds the arrays to write to, by default
    new ones. ``threads`` threads divide the rows; they wait between the steps, and end with the object. Only one thread
    at a time may call the methods of an object; they release the interpreter's lock.

    Raise ``ValueError`` if an argument is malformed.
    """

    def __init__(
        self, rules: Ruleset, size: int, *, seed: int = 0, threads: int = 1, into: VectorBuffers | None = None
    ) -> None:
        if size < 1:
            raise ValueError("there must be at least one deal")
        self.rules = checked_rules(rules)
        self.size = size
        self.buffers = into or VectorBuffers.empty(size)
        if self.buffers.ended.dtype != np.bool_:
            raise ValueError(f"ended must be of bool, {size}")
        observations, masks, turns, points, ended = map(
            as_buffer, (*self.buffers[:-1], self.buffers.ended.view(np.uint8))
        )
        self._row = observations, masks, turns, points, ended
        self._native = native.DealSteps(rule_tables(rules), [*OFFSETS.values()], SIZE, size, threads)
        self.reset(seed)

    @property
    def observations(self) -> Numbers:
        """What the seat knows whose turn it is, in each row."""
        return self.buffers.observations

    @property
    def masks(self) -> Mask:
        """The legal actions of this seat, in each row."""
        return self.buffers.masks

    @property
    def turns(self) -> npt.NDArray[np.int8]:
        """The index of this seat, in each row."""
        return self.buffers.turns

    @property
    def points(self) -> npt.NDArray[np.int8]:
        """The points of both partnerships in the deals that the last step ended."""
        return self.buffers.points

    @property
    def ended(self) -> npt.NDArray[np.bool_]:
        """Whether the last step ended a deal, in each row."""
        return self.buffers.ended

    def reset(self, seed: int) -> None:
        """Start all rows anew, from the first deals of ``seed``, a number from 0 to 2 ** 64 - 1."""
        try:
            self._native.reset(seed, self._row)
        except TypeError:
            raise ValueError("a seed is 0 to 2 ** 64 - 1, and the arrays are contiguous and writable") from None

    def step(self, actions: npt.ArrayLike) -> None:
        """Make one action in each row, and write what follows to the arrays.

        ``actions`` holds the index in ``uka.ACTIONS`` of each action. Raise ``IllegalAction``, which names the first
        row with an illegal action and says why it is illegal; then nothing has changed.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        wrong = self._native.step(as_buffer(chosen), self._row)
        if wrong >= 0:
            raise self._refusal(wrong, int(chosen[wrong]))

    def random_actions(self, seed: int, into: Actions | None = None) -> Actions:
        """Return a random legal action for each row, with equal probabilities.

        If ``into``, an array of int64, is given, the actions are written to it.
        """
        actions = np.empty(self.size, np.int64) if into is None else into
        self._native.random_actions(as_buffer(actions), seed)
        return actions

    def deal(self, row: int) -> Deal:
        """Return the deal of a row as it is now."""
        dealer, order, history = self._native.deal(row)
        deal = shuffled_deal(self.rules, dealer, order)
        for action in history:
            deal, _ = deal.apply(ACTIONS[action])
        return deal

    def _refusal(self, row: int, action: int) -> IllegalAction:
        if not 0 <= action < len(ACTIONS):
            return IllegalAction(f"row {row}: there is no action {action}; the actions are 0 to {len(ACTIONS) - 1}")
        return IllegalAction(f"row {row}: {self.deal(row).why_not(ACTIONS[action])}")
