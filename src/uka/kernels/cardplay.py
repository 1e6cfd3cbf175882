"""A model of cardplay: the likelihood of the cards played so far, given the hands of each of many sampled worlds.

A seat plays a lawful card with a probability proportional to the exponential of a weighted sum of the card's
``FEATURES`` (softmax). With a small probability it plays a random lawful card, so no world is ruled out. The caller
passes the weights; ``uka.bots.cardplay_weights`` holds fitted ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from uka.core.cards import mask_of
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset

from . import _native
from .double_dummy import trick_tables

if TYPE_CHECKING:
    from typing_extensions import Buffer

FEATURES = (
    "leading: a trump, by the maker", "leading: a trump, by the maker's partner", "leading: a trump, by a defender",
    "leading: rank of a trump, by the makers", "leading: rank of a trump, by a defender",
    "leading: the best trump out", "leading: the best card out of a side suit", "leading: rank of a side card",
    "leading: a side suit that was led before", "leading: the seat's last card of a side suit",
    "leading: the last card of a side suit, holding a trump", "following: beats an opponent's card",
    "following: beats the partner's card", "following, last to play: rank of a winning card",
    "following, not last: rank of a winning card", "following, not last: the best card out",
    "following: the best card out, beats the partner's", "following: rank of a losing side card",
    "following: rank of a losing trump", "ruffing: beats an opponent's card", "ruffing: beats the partner's card",
    "ruffing: loses", "ruffing: rank of the trump", "throwing off: rank of a side card",
    "throwing off: the best card out of a side suit", "throwing off: the seat's last card of a side suit",
    "throwing off: the last card of a side suit, holding a trump", "leading: the seat's last trump",
    "leading: rank of a side card among its whole suit", "following, last to play: beats an opponent's card",
    "ruffing, last to play: beats an opponent's card", "throwing off: rank of a side card among its whole suit",
    "throwing off: a side suit that was led before", "leading: the second best trump out",
    "leading: the second best card out of a side suit", "throwing off: the second best card out of a side suit",
)  # fmt: skip
"""The features of a card. A rank is the fraction, from 0 to 1, of the unseen cards of its suit that the card beats. A
card is "the best out" if every card that beats it is played or in the seat's own hand."""


class CardplayWeights(msgspec.Struct, frozen=True):
    """A weight for each feature of the cardplay model, and the probability ``any`` of a random lawful card."""

    weights: tuple[float, ...] = (0.0,) * len(FEATURES)
    any: float = 0.05


class PlayHistory(NamedTuple):
    """The public history of the play in plain integers; seats and cards are indexes.

    ``me`` is the observing seat, -1 for none. The model skips its plays, because they are equally likely in all worlds.
    ``gone`` is the mask of the cards that were put out of play face up. ``sitting`` is the mask of the seats that sit
    out.
    """

    trump: int
    sitting: int
    maker: int
    me: int
    gone: int
    leaders: tuple[int, ...]
    tricks: tuple[tuple[int, ...], ...]


def play_history(seen: Observation) -> PlayHistory:
    """Return the history of the play in an observation. Raise ``ValueError`` before trump is made."""
    contract = seen.contract
    if contract is None:
        raise ValueError("trump is not made yet, so there is no play to weigh")
    tricks = [(trick.leader, trick.cards) for trick in seen.tricks]
    if seen.trick and seen.leader is not None:
        tricks.append((seen.leader, seen.trick))
    up = () if seen.picked_up else (seen.upcard,)
    return PlayHistory(
        trump=contract.trump.index,
        sitting=contract.sitting_out,
        maker=contract.maker.index,
        me=-1 if seen.seat is None else seen.seat.index,
        gone=mask_of((*seen.buried, *seen.shown, *up)),
        leaders=tuple(leader.index for leader, _ in tricks),
        tricks=tuple(tuple(card.index for card in cards) for _, cards in tricks),
    )


class CardplayModel:
    """A model of cardplay under a ruleset. Raise ``ValueError`` unless there is one weight for each feature."""

    def __init__(self, rules: Ruleset, weights: CardplayWeights) -> None:
        if len(weights.weights) != len(FEATURES):
            raise ValueError(f"there must be a weight for each of {len(FEATURES)} features, not {len(weights.weights)}")
        self._native = _native.CardplayModel(trick_tables(rules), weights.weights, weights.any)

    def weigh(self, past: PlayHistory, hands: Buffer, weights: Buffer) -> None:
        """Multiply the weights of *n* worlds by the likelihood of the others' plays in each world (importance weights).

        ``hands`` is uint64 *n* by 4: the hands now, as ``WorldSampler.draw`` returns them. ``weights`` is float64 *n*:
        ones, or weights from other evidence.
        """
        try:
            self._native.weigh(past, hands, weights)
        except TypeError:
            raise ValueError("hands must be a buffer of uint64 and weights a writable buffer of float64") from None

    def rows(self, past: PlayHistory, hands: Sequence[int]) -> list[list[list[float]]]:
        """Return the features as a table indexed by ``[play][card][feature]``, for fitting the weights.

        It has an entry for each play at which the seat had a choice. The card that was played comes first.
        """
        return self._native.rows(past, hands)
