"""Many deals at once, as NumPy arrays: random deals, exact tricks, values of leads, layouts of hidden cards, rollouts.

A row is one deal. Cards are given by their indexes (``Card.index``), hands by bit masks of them, and seats, suits and
partnerships by their indexes. Hands are arrays of uint64 of shape *n* by 4: the cards that each seat holds. The
functions raise ``ValueError`` for malformed arrays, and name the first impossible row. They release the interpreter's
lock while they compute; ``threads`` is the number of threads.

>>> import uka
>>> deals = random_deals(uka.ruleset("cardgames"), 1_000, seed=7)
>>> tricks = exact_tricks(deals.rules, deals.hands)
>>> tricks.shape
(1000, 5, 4)
>>> bool((tricks[:, :4].mean() - 2.5) ** 2 < 0.01)  # either side takes half of the tricks
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from uka.core.cards import CARDS
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import PublicDeal
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.kernels.bidding import rule_tables
from uka.kernels.compiled import native
from uka.kernels.determinization import WorldSampler, infer_hidden_cards
from uka.kernels.double_dummy import DoubleDummySolver, PositionBatch
from uka.kernels.rollouts import HEURISTIC_OPTIONS, RolloutBuffers, RolloutOptions, Rollouts

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = [
    "DealBatch",
    "RolloutOptions",
    "RolloutResults",
    "exact_tricks",
    "lead_values",
    "random_deals",
    "roll_out",
    "sample_layouts",
]

Hands = npt.NDArray[np.uint64]
Small = npt.NDArray[np.int8]

NO_TRUMP = 4
"""The index of no trump among the trumps."""


def as_buffer(array: npt.NDArray[Any]) -> Buffer:
    """Return ``array`` as the buffer that it is. NumPy's types do not say so before Python 3.12."""
    return cast("Buffer", array)


class DealBatch(NamedTuple):
    """*n* random deals under one ruleset."""

    rules: Ruleset
    cards: Small
    """int8, *n* by the size of the pack. Five cards each of north, east, south and west, the upcard, and the kitty from
    its top."""
    dealers: Small
    """int8, *n*: the seat that deals."""

    @property
    def hands(self) -> Hands:
        """The hands as masks: uint64, *n* by 4."""
        size = self.rules.hand_size
        dealt = self.cards[:, : len(SEATS) * size].astype(np.uint64)
        return np.bitwise_or.reduce(np.left_shift(np.uint64(1), dealt).reshape(len(dealt), len(SEATS), size), axis=2)

    @property
    def upcards(self) -> Small:
        """The cards turned up: int8, *n*."""
        return self.cards[:, len(SEATS) * self.rules.hand_size]

    @property
    def kitties(self) -> Small:
        """The cards under the upcards, from the top: int8."""
        return self.cards[:, len(SEATS) * self.rules.hand_size + 1 :]

    def deal(self, row: int) -> Deal:
        """Return the deal of a row, before its first action."""
        return shuffled_deal(self.rules, int(self.dealers[row]), self.cards[row].tolist())


def shuffled_deal(rules: Ruleset, dealer: int, cards: Sequence[int]) -> Deal:
    """Return the deal in which ``cards`` are in the order of ``DealBatch.cards``, and the seat ``dealer`` deals."""
    order = [CARDS[card] for card in cards]
    size = rules.hand_size
    hands = {seat: order[size * seat.index : size * (seat.index + 1)] for seat in SEATS}
    top = len(SEATS) * size
    return Deal.arranged(rules, dealer=SEATS[dealer], hands=hands, upcard=order[top], kitty=order[top + 1 :])


def random_deals(rules: Ruleset, size: int, *, seed: int = 0, first: int = 0) -> DealBatch:
    """Return ``size`` random deals with random dealers.

    The deals of a seed are numbered, and these are the deals from number ``first`` on. ``VectorDeals`` plays the same.

    >>> import uka
    >>> deals = random_deals(uka.ruleset("cardgames"), 100_000, seed=7)
    >>> bower = np.uint64(uka.Card.JS.bit)
    >>> round(float((deals.hands[:, 0] & bower != 0).mean()), 2)  # how often north holds a given card: 5 / 24
    0.21
    >>> print(deals.deal(3).dealer is uka.SEATS[deals.dealers[3]])
    True
    """
    if size < 0:
        raise ValueError("the number of deals must be 0 or more")
    cards = np.empty((size, len(rules.cards)), np.int8)
    dealers = np.empty(size, np.int8)
    try:
        native.shuffle_deals(rule_tables(rules), seed, first, as_buffer(cards), as_buffer(dealers))
    except TypeError:
        raise ValueError("a seed and the number of a deal are 0 to 2 ** 64 - 1") from None
    return DealBatch(rules, cards, dealers)


def exact_tricks(rules: Ruleset, hands: Hands, *, threads: int = 1) -> Small:
    """Return how many tricks north-south take for each trump and leader, if all cards are seen and all play best.

    The result is int8 of shape *n* by 5 by 4: by row, trump and leader. The last trump is no trump, for which the
    result is -1 if the joker is in the pack. All hands are full, and nobody picks up the upcard or plays alone.

    >>> import uka
    >>> rules = uka.ruleset("cardgames")
    >>> hands = random_deals(rules, 2, seed=7).hands
    >>> exact_tricks(rules, hands)[0, uka.Suit.HEARTS.index].shape  # one number for each leader
    (4,)
    """
    _check_hands(rules, hands)
    trumps, seats = NO_TRUMP + 1 - rules.joker, len(SEATS)
    size = len(hands) * trumps * seats
    found = np.empty(size, np.int8)
    positions = PositionBatch(
        hands=as_buffer(np.repeat(hands, trumps * seats, axis=0)),
        leaders=as_buffer(np.tile(np.arange(seats, dtype=np.uint8), len(hands) * trumps)),
        trumps=as_buffer(np.tile(np.repeat(np.arange(trumps, dtype=np.uint8), seats), len(hands))),
        sitting_out=as_buffer(np.zeros(size, np.uint8)),
        sides=as_buffer(np.zeros(size, np.uint8)),
    )
    DoubleDummySolver(rules).solve_all(positions, as_buffer(found), threads=threads)
    tricks = np.full((len(hands), NO_TRUMP + 1, seats), -1, np.int8)
    tricks[:, :trumps] = found.reshape(len(hands), trumps, seats)
    return tricks


def lead_values(
    rules: Ruleset,
    hands: Hands,
    trumps: npt.ArrayLike,
    leaders: npt.ArrayLike,
    *,
    sitting_out: npt.ArrayLike = 0,
    threads: int = 1,
) -> Small:
    """Return how many tricks the leader's side takes after each card it may lead, if all cards are seen.

    The result is int8 of shape *n* by 33: by row and card, with -1 for a card that the leader may not lead.
    ``trumps``, ``leaders`` and ``sitting_out``, a bit mask of seats, are arrays of length *n*, or numbers for all rows.

    >>> import uka
    >>> rules = uka.ruleset("cardgames")
    >>> hands = random_deals(rules, 1_000, seed=7).hands
    >>> values = lead_values(rules, hands, trumps=uka.Suit.SPADES.index, leaders=0)
    >>> best = values.argmax(axis=1)  # a best lead of north in each deal
    >>> bool((values.max(axis=1) == exact_tricks(rules, hands)[:, uka.Suit.SPADES.index, 0]).all())
    True
    """
    _check_hands(rules, hands)
    leading = _column("leaders", leaders, len(hands), len(SEATS) - 1)
    values = np.empty((len(hands), len(CARDS)), np.int8)
    positions = PositionBatch(
        hands=as_buffer(np.ascontiguousarray(hands)),
        leaders=as_buffer(leading),
        trumps=as_buffer(_column("trumps", trumps, len(hands), NO_TRUMP - rules.joker)),
        sitting_out=as_buffer(_column("sitting_out", sitting_out, len(hands), (1 << len(SEATS)) - 1)),
        sides=as_buffer(leading % 2),
    )
    DoubleDummySolver(rules).solve_all(positions, as_buffer(values), threads=threads)
    return values


def sample_layouts(seen: Observation, size: int, *, seed: int = 0) -> Hands:
    """Return ``size`` random layouts of the hidden cards that fit what a seat knows, all equally likely.

    The result is uint64 of shape ``size`` by 4: the cards that each seat holds now. Raise ``ValueError`` for a
    spectator, for a finished deal, and if no layout fits.

    >>> import uka
    >>> rules = uka.ruleset("cardgames")
    >>> seen = random_deals(rules, 1, seed=7).deal(0).observe("north")
    >>> layouts = sample_layouts(seen, 1_000, seed=1)
    >>> bool((layouts[:, 0] == np.uint64(seen.hand.mask)).all())  # north knows its own hand
    True
    """
    if size < 1:
        raise ValueError("the number of layouts must be 1 or more")
    hands = np.empty((size, len(SEATS)), np.uint64)
    WorldSampler(infer_hidden_cards(seen)).draw(as_buffer(hands), seed=seed)
    return hands


class RolloutResults(NamedTuple):
    """The results of *n* deals that were played to their end."""

    points: Small
    """int8, *n* by 2: the points of both partnerships."""
    tricks: Small
    """int8, *n* by 2: the tricks of both partnerships."""
    outcomes: Small
    """int8, *n*: the index of the outcome in ``tuple(uka.Outcome)``."""
    makers: Small
    """int8, *n*: the seat that made trump, or -1."""

    @classmethod
    def empty(cls, size: int) -> RolloutResults:
        """Return new arrays for ``size`` deals."""
        return cls(
            points=np.zeros((size, 2), np.int8),
            tricks=np.zeros((size, 2), np.int8),
            outcomes=np.zeros(size, np.int8),
            makers=np.zeros(size, np.int8),
        )


def roll_out(
    seen: PublicDeal, hands: Hands, kitties: Small | None = None, options: RolloutOptions = HEURISTIC_OPTIONS
) -> RolloutResults:
    """Play a deal to its end once in each layout of ``hands``, and return the results.

    ``seen`` is the deal, or an observation of it. ``kitties`` holds the cards under the upcard in each layout, from the
    top; it is needed only while a seat may still take them. ``options`` says how the seats choose, with which seed, and
    on how many threads.

    >>> import uka
    >>> seen = random_deals(uka.ruleset("cardgames"), 1, seed=7).deal(0).observe("north")
    >>> results = roll_out(seen, sample_layouts(seen, 1_000, seed=1))
    >>> results.points.shape, bool((results.tricks.sum(axis=1) == 5).all())
    ((1000, 2), True)
    """
    results = RolloutResults.empty(len(hands))
    layouts, under = as_buffer(np.ascontiguousarray(hands)), None if kitties is None else as_buffer(kitties)
    into = RolloutBuffers(*map(as_buffer, results))
    Rollouts(seen.rules).play_worlds(seen, layouts, under, options, into=into)
    return results


def _check_hands(rules: Ruleset, hands: Hands) -> None:
    """Raise ``ValueError`` unless each row holds four full hands of the pack. Name the first row that does not."""
    if hands.dtype != np.uint64 or hands.ndim != 2 or hands.shape[1] != len(SEATS):
        raise ValueError("hands must be of uint64, n by 4")
    foreign = (hands & ~np.uint64(rules.pack_mask)).any(axis=1)
    partial = (np.bitwise_count(hands) != rules.hand_size).any(axis=1)
    together = np.bitwise_or.reduce(hands, axis=1)
    doubled = np.bitwise_count(together) != np.bitwise_count(hands).sum(axis=1, dtype=np.int64)
    for wrong, why in (
        (foreign, "a card is not in the pack"),
        (partial, f"a hand has not {rules.hand_size} cards"),
        (doubled, "a card is in two hands"),
    ):
        if wrong.any():
            raise ValueError(f"row {int(wrong.argmax())}: {why}")


def _column(name: str, values: npt.ArrayLike, size: int, most: int) -> npt.NDArray[np.uint8]:
    """Return ``values``, an array of length ``size`` or one number, as an array of uint8 from 0 to ``most``."""
    given = np.asarray(values)
    if given.dtype.kind not in "iu" or given.shape not in ((), (size,)):
        raise ValueError(f"{name} must be {size} whole numbers, or one for all rows")
    column = np.broadcast_to(given, size)
    wrong = (column < 0) | (column > most)
    if wrong.any():
        row = int(wrong.argmax())
        raise ValueError(f"row {row}: {name} must be 0 to {most}, not {column[row]}")
    return np.ascontiguousarray(column, np.uint8)
