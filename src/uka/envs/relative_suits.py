"""Observations in which suits are relative to trump, as seats are relative to the observing seat.

All suits are alike to the rules. In the arrays of ``encoding`` each has its own number, so a network must learn
everything four times. With relative suits, 0 is trump, or until trump is made the suit of the upcard. 1 is the other
suit of that colour, and 2 and 3 are the others. Cards keep their ranks; the joker and no trump keep their numbers.
Actions are renumbered in the same way.

>>> import uka
>>> from uka.envs import VectorDeals, named
>>> deals = VectorDeals(uka.ruleset("cardgames"), size=100, seed=7)
>>> suits = first_suits(deals.observations)
>>> observations, masks = to_relative(deals.observations, suits), to_relative(deals.masks, suits)
>>> bool(named(observations)["up_suit"][:, 0].all())
True
>>> chosen = masks.argmax(axis=1)  # the first legal action, by relative suits
>>> deals.step(absolute_actions(chosen, suits))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from uka.core.actions import ACTIONS, CALLS, CALLS_ALONE, DISCARDS, GIVES, NAMES, PLAYS, Action
from uka.core.cards import CARDS, SUITS
from uka.kernels.automaton import NO_SUIT, RELATIVE_SUIT

from .encoding import FIELDS, OFFSETS, SIZE, Numbers, named

T = TypeVar("T", bound=np.generic)
Indexes: TypeAlias = npt.NDArray[np.int64]

_RANKS = len(CARDS) // len(SUITS)


def _card_columns(first: int) -> list[int]:
    """Return the index of the card at each relative place, if the suit ``first`` is the first one."""
    suits = RELATIVE_SUIT[first][: len(SUITS)]
    return [*(suit * _RANKS + rank for suit in suits for rank in range(_RANKS)), len(CARDS) - 1]


def _observation_columns(first: int) -> Indexes:
    """Return the place in an observation of the value at each relative place."""
    columns = np.arange(SIZE)
    fields = {field.name: columns[OFFSETS[field.name] :][: field.size].reshape(field.shape) for field in FIELDS}
    for name, places in fields.items():
        if places.shape[-1] == len(CARDS):
            places[:] = places[..., _card_columns(first)]
        elif name in ("up_suit", "trump"):
            places[:] = places[[*RELATIVE_SUIT[first][: places.size]]]
    return columns


def _action_columns(first: int) -> Indexes:
    """Return the index in ``uka.ACTIONS`` of the action at each relative place."""
    columns = np.arange(len(ACTIONS))
    of_cards, of_suits = (PLAYS, DISCARDS, GIVES), (CALLS, CALLS_ALONE, NAMES)
    for actions in of_cards:
        _renumber(columns, actions, _card_columns(first))
    for actions in of_suits:
        _renumber(columns, actions, RELATIVE_SUIT[first][: len(actions)])
    return columns


def _renumber(columns: Indexes, actions: Sequence[Action], numbers: Sequence[int]) -> None:
    begin = actions[0].index
    columns[begin : begin + len(actions)] = begin + np.array(numbers)


_FIRST = range(NO_SUIT + 1)
_COLUMNS = {
    SIZE: np.array([_observation_columns(first) for first in _FIRST]),
    len(ACTIONS): np.array([_action_columns(first) for first in _FIRST]),
}
"""For arrays with so many columns: for each first suit, the column of each relative place."""
_PLACES = {size: columns.argsort(axis=1) for size, columns in _COLUMNS.items()}
"""The same the other way round: for each first suit, the relative place of each column."""


def first_suits(observations: Numbers) -> Indexes:
    """Return the index of the first suit of each row: trump, else that of the upcard; 4 if there is neither.

    After a call of no trump it is the suit of the upcard.
    """
    fields = named(observations)
    trump, up = fields["trump"][:, : len(SUITS)], fields["up_suit"]
    shown = np.where(trump.any(axis=1, keepdims=True), trump, up)
    return np.where(shown.any(axis=1), shown.argmax(axis=1), NO_SUIT)


def to_relative(rows: npt.NDArray[T], suits: Indexes) -> npt.NDArray[T]:
    """Return observations, or masks or scores of actions, with relative suits. ``suits`` has the first suit of each.

    Raise ``ValueError`` if the rows have neither ``SIZE`` columns nor one for each action.
    """
    return _gathered(rows, suits, _COLUMNS)


def to_absolute(rows: npt.NDArray[T], suits: Indexes) -> npt.NDArray[T]:
    """Return rows with relative suits as they were. The opposite of ``to_relative``."""
    return _gathered(rows, suits, _PLACES)


def absolute_actions(chosen: npt.ArrayLike, suits: Indexes) -> Indexes:
    """Return the indexes in ``uka.ACTIONS`` of actions that are numbered by relative suits."""
    return _COLUMNS[len(ACTIONS)][suits, np.asarray(chosen, np.int64)]


def relative_actions(actions: npt.ArrayLike, suits: Indexes) -> Indexes:
    """Return the numbers by relative suits of actions with these indexes in ``uka.ACTIONS``."""
    return _PLACES[len(ACTIONS)][suits, np.asarray(actions, np.int64)]


def _gathered(rows: npt.NDArray[T], suits: Indexes, columns: dict[int, Indexes]) -> npt.NDArray[T]:
    if rows.ndim != 2 or rows.shape[1] not in columns:
        raise ValueError(f"rows must be of shape (n, {SIZE}) or (n, {len(ACTIONS)}), not {rows.shape}")
    found = np.empty_like(rows)
    for first in _FIRST:
        chosen = suits == first
        found[chosen] = rows[chosen][:, columns[rows.shape[1]][first]]
    return found
