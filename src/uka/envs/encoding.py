"""What a seat knows of a deal as an array of numbers, and its legal actions as a mask.

The layout is the same for all rulesets and all seats, so that one network can play any of them. ``FIELDS`` describes
it: each field is a part of the array, with a shape, a greatest value and a meaning. All values are small whole numbers,
0 or more. ``FORMAT`` is the version of the layout, and changes whenever a field does.

Seats are *relative* to the observing seat: 0 is that seat, 1 its left, 2 its partner and 3 its right. Cards, suits and
actions have the numbers that they have in ``uka``: ``Card.index``, ``Suit.index`` and ``Action.index``.

The array holds no more than the ``Observation``, so it does not depend on cards that the seat cannot see. Except for
the game's score it describes the deal alone. Claims of revokes, the number of the deal, the bell and the previous deal
are left out.

>>> import uka
>>> rules = uka.ruleset("cardgames")
>>> deal = uka.Deal.start(rules, dealer="south", pack=uka.shuffled(rules, seed=7))
>>> seen = deal.observe("west")
>>> observation = encode(seen)
>>> observation.shape, observation.dtype
((536,), dtype('uint8'))
>>> [str(CARDS[card]) for card in np.flatnonzero(named(observation)["hand"])]
['Td', 'Qd', 'Ad', 'Qh', '9s']
>>> [uka.ACTIONS[action] for action in np.flatnonzero(action_mask(seen))]
[Pass(), OrderUp(alone=False), OrderUp(alone=True)]
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from uka.core.actions import ACTIONS, PASS, PLAYS
from uka.core.cards import CARDS, Card
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.kernels.automaton import KIND_MASKS, NONE, RELATIVE_SUIT
from uka.kernels.automaton_builder import bidding_automaton

__all__ = [
    "FIELDS",
    "FORMAT",
    "HIGH",
    "OFFSETS",
    "SIZE",
    "ObservationField",
    "action_mask",
    "actions_of",
    "encode",
    "named",
]

T = TypeVar("T", bound=np.generic)
Numbers: TypeAlias = npt.NDArray[np.uint8]
Mask: TypeAlias = npt.NDArray[np.int8]

FORMAT = 1
"""The version of the layout of the arrays."""


class ObservationField(NamedTuple):
    """One part of the array."""

    name: str
    shape: tuple[int, ...]
    high: int
    """The greatest value. The lowest is 0."""
    meaning: str

    @property
    def size(self) -> int:
        """The number of values in the field."""
        return prod(self.shape)


FIELDS = (
    ObservationField(
        "hand", (33,), 1, "by card: whether the seat holds it. All 0 while the seat may not look at its cards"
    ),
    ObservationField("upcard", (33,), 1, "by card: whether it was turned up. It stays so after a seat took the card"),
    ObservationField(
        "up_suit", (4,), 1, "by suit: whether it is the suit of the upcard. All 0 until a joker's suit is named"
    ),
    ObservationField("buried", (1,), 1, "whether a joker was turned up and replaced by the next card"),
    ObservationField("phase", (9,), 1, "by phase, in the order of `uka.Phase`: whether the deal is in it"),
    ObservationField("turn", (4,), 1, "by relative seat: whether it is its turn"),
    ObservationField("dealer", (4,), 1, "by relative seat: whether it is the dealer"),
    ObservationField(
        "passes", (9,), 1, "by number: whether so many calls, and one more, were passes. Seats call in turn"
    ),
    ObservationField("went_under", (4,), 1, "by relative seat: whether it exchanged a farmer's hand"),
    ObservationField("shown", (33,), 1, "by card: whether it was shown in that exchange"),
    ObservationField(
        "declined", (4,), 1, "by relative seat: whether it declined what is asked now, a claim or going alone"
    ),
    ObservationField("maker", (4,), 1, "by relative seat: whether it made trump"),
    ObservationField("trump", (5,), 1, "by suit, the last for no trump: whether it is trump"),
    ObservationField("ordered", (1,), 1, "whether the maker accepted the upcard"),
    ObservationField("loner", (4,), 1, "by relative seat: whether it is a maker that plays alone"),
    ObservationField("lone_defender", (4,), 1, "by relative seat: whether it is a defender that plays alone"),
    ObservationField("sitting_out", (4,), 1, "by relative seat: whether it sits out"),
    ObservationField("picked_up", (4,), 1, "by relative seat: whether it took the upcard into its hand"),
    ObservationField("given", (1,), 1, "whether a loner's partner has given the loner a card"),
    ObservationField("put_away", (33,), 1, "by card: whether the seat discarded it or gave it to its partner"),
    ObservationField("received", (33,), 1, "by card: whether the seat got it from its partner"),
    ObservationField("kitty_taken", (33,), 1, "by card: whether the seat took it in the exchange of a farmer's hand"),
    ObservationField("leader", (4,), 1, "by relative seat: whether it led the trick in progress or leads the next"),
    ObservationField(
        "trick", (4, 33), 1, "by relative seat and card: whether the seat played it to the trick in progress"
    ),
    ObservationField(
        "played", (4, 33), 5, "by relative seat and card: the finished trick, from 1, to which the seat played it"
    ),
    ObservationField("taken", (2,), 5, "the tricks of the seat's side, and of the other side"),
    ObservationField("score", (2,), 255, "the game's score of the seat's side, and of the other side, at most 255"),
)
"""The fields of the array, in order."""

SIZE = sum(field.size for field in FIELDS)
"""The number of values in the array of an observation."""
OFFSETS = {field.name: sum(each.size for each in FIELDS[:i]) for i, field in enumerate(FIELDS)}
"""A dict from the name of each field to the place in the array at which it begins."""
HIGH: Numbers = np.repeat(
    np.array([field.high for field in FIELDS], np.uint8), np.array([field.size for field in FIELDS])
)
"""The greatest value in each place of the array."""

_PHASES = tuple(Phase)


def encode(seen: Observation, into: Numbers | None = None) -> Numbers:
    """Return an observation as an array of ``SIZE`` values of type uint8.

    If ``into`` is given, its values are replaced, and it is returned. Raise ``ValueError`` for a spectator, who has no
    seat, and if ``into`` has another shape or type.
    """
    if seen.seat is None:
        raise ValueError("only a seat's observation can be encoded: a spectator has no seat")
    writer = _Writer(seen.seat)
    _encode_start(writer, seen)
    _encode_contract(writer, seen)
    _encode_play(writer, seen)
    row = np.frombuffer(writer.values, np.uint8)
    if into is None:
        return row
    _check(into, SIZE, np.uint8)
    into[:] = row
    return into


def action_mask(seen: Observation, into: Mask | None = None) -> Mask:
    """Return an array of int8 with 1 for each action in ``uka.ACTIONS`` that the seat may choose, else 0.

    These are its ``legal_actions``. A seat whose turn it is not may have some too, such as a claim. If ``into`` is
    given, its values are replaced, and it is returned. Raise ``ValueError`` if it has another shape or type.
    """
    if into is None:
        into = np.empty(len(ACTIONS), np.int8)
    _check(into, len(ACTIONS), np.int8)
    into[:] = 0
    into[[action.index for action in seen.legal_actions]] = 1
    return into


def named(observations: Numbers) -> dict[str, Numbers]:
    """Return the fields of one observation or of many as views of the array, by name.

    The last axis of ``observations`` has ``SIZE`` values. In each view it is replaced by the shape of the field. Raise
    ``ValueError`` if the size is another.

    >>> named(np.zeros((10, SIZE), np.uint8))["trick"].shape
    (10, 4, 33)
    """
    if not observations.ndim or observations.shape[-1] != SIZE:
        raise ValueError(f"an observation has {SIZE} values, so the last axis must have so many")
    lead = observations.shape[:-1]
    return {
        field.name: observations[..., OFFSETS[field.name] : OFFSETS[field.name] + field.size].reshape(
            *lead, *field.shape
        )
        for field in FIELDS
    }


def actions_of(rules: Ruleset) -> npt.NDArray[np.int64]:
    """Return the indexes of the actions that can occur under ``rules``, in ascending order: a smaller numbering.

    If ``own`` is this array, ``masks[..., own]`` are the masks of these actions alone, and action *i* of the smaller
    numbering is ``uka.ACTIONS[own[i]]``. Claims of revokes are left out.

    >>> import uka
    >>> own = actions_of(uka.ruleset("cardgames"))
    >>> len(own), uka.ACTIONS[own[-1]]
    (59, CallTrump(suit=<Suit.SPADES: 's'>, alone=True))
    """
    found = {PLAYS[card.index].index for card in rules.cards}
    for state in bidding_automaton(rules).states:
        for edge in state.edges:
            for up, suits in enumerate(RELATIVE_SUIT):
                suit = 0 if edge.suit == NONE else suits[edge.suit]
                cards = (0,) if edge.cards == NONE else _indexes(KIND_MASKS[edge.cards][up] & rules.pack_mask)
                found.update(edge.action + suit + card for card in cards)
    return np.array(sorted(found), np.int64)


def _indexes(mask: int) -> Iterable[int]:
    return (index for index in range(len(CARDS)) if mask >> index & 1)


def _check(into: npt.NDArray[T], size: int, kind: type[T]) -> None:
    if into.shape != (size,) or into.dtype != kind:
        raise ValueError(f"the array to write to must have {size} values of type {kind.__name__}")


class _Writer:
    """Sets values in the fields of one observation, for the observing seat ``me``.

    They are bytes, since NumPy takes far longer to set one value.
    """

    def __init__(self, me: Seat) -> None:
        self.values = bytearray(SIZE)
        self.me = me

    def one(self, name: str, place: int, value: int = 1) -> None:
        self.values[OFFSETS[name] + place] = value

    def relative(self, seat: Seat) -> int:
        return (seat.index - self.me.index) % len(SEATS)

    def seats(self, name: str, seats: Iterable[Seat | None]) -> None:
        for seat in seats:
            if seat is not None:
                self.one(name, self.relative(seat))

    def cards(self, name: str, cards: Iterable[Card]) -> None:
        for card in cards:
            self.one(name, card.index)

    def flag(self, name: str, value: object) -> None:
        self.one(name, 0, bool(value))

    def sides(self, name: str, values: tuple[int, ...]) -> None:
        ours = self.me.partnership.index
        for place, side in enumerate((ours, 1 - ours)):
            self.one(name, place, min(values[side], 255))


def _encode_start(to: _Writer, seen: Observation) -> None:
    """Write the seat's own cards, and what has happened until trump is made."""
    to.cards("hand", seen.cards)
    to.cards("upcard", [seen.upcard])
    if seen.up_suit is not None:
        to.one("up_suit", seen.up_suit.index)
    to.flag("buried", seen.buried)
    to.one("phase", _PHASES.index(seen.phase))
    to.seats("turn", [seen.turn])
    to.seats("dealer", [seen.dealer])
    for place in range(sum(call.action == PASS for call in seen.calls)):
        to.one("passes", place)
    to.seats("went_under", [seen.went_under])
    to.cards("shown", seen.shown)
    to.seats("declined", seen.declined)
    to.cards("kitty_taken", seen.kitty_taken)
    to.sides("score", seen.score)


def _encode_contract(to: _Writer, seen: Observation) -> None:
    """Write who made which trump, who plays alone, and which cards changed hands."""
    to.seats("picked_up", [seen.picked_up])
    to.flag("given", seen.given)
    to.cards("put_away", seen.put_away)
    to.cards("received", seen.received)
    contract = seen.contract
    if contract is None:
        return
    to.seats("maker", [contract.maker])
    to.one("trump", contract.trump.index)
    to.flag("ordered", contract.ordered)
    to.seats("loner", [contract.loner])
    to.seats("lone_defender", [contract.lone_defender])
    to.seats("sitting_out", [seat for seat in SEATS if contract.sitting_out >> seat.index & 1])


def _encode_play(to: _Writer, seen: Observation) -> None:
    """Write the tricks."""
    to.seats("leader", [seen.leader])
    for seat, card in seen.plays:
        to.one("trick", len(CARDS) * to.relative(seat) + card.index)
    sitting_out = seen.contract.sitting_out if seen.contract else 0
    for number, trick in enumerate(seen.tricks, 1):
        for seat, card in trick.plays(sitting_out):
            to.one("played", len(CARDS) * to.relative(seat) + card.index, number)
    to.sides("taken", seen.taken)
