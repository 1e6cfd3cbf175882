"""A model of cardplay: how likely the cards played so far are in each of many sampled worlds.

A seat plays a lawful card with a probability proportional to the exponential of a weighted sum of the card's
``FEATURES`` (softmax). With a small probability it plays a random lawful card, so no world is ruled out. Callers pass
the weights; ``uka.bots.cardplay_weights`` holds fitted ones.
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
    "leading: how high a trump, by a maker", "leading: how high a trump, by a defender",
    "leading: the best trump out", "leading: the best card out of a side suit", "leading: how high a side card",
    "leading: a side suit led before", "leading: the last card of a side suit",
    "leading: the same with a trump in hand", "following: beats an opponent's card",
    "following: beats the partner's card", "following: how high, to win as the last",
    "following: how high, to win before others play", "following: the best card out, before others play",
    "following: the best card out, over the partner's", "following: how high a side card, to lose",
    "following: how high a trump, to lose", "ruffing: beats an opponent's card", "ruffing: beats the partner's card",
    "ruffing: loses", "ruffing: how high", "throwing: how high a side card",
    "throwing: the best card out of a side suit", "throwing: the last card of a side suit",
    "throwing: the same with a trump in hand", "leading: the last trump", "leading: how high a side card in the pack",
    "following: beats an opponent's card, as the last", "ruffing: beats an opponent's card, as the last",
    "throwing: how high a side card in the pack", "throwing: a side suit led before",
    "leading: the second best trump out", "leading: the second best card out of a side suit",
    "throwing: the second best card out of a side suit",
)  # fmt: skip
"""The features of a card. "How high" is the share of the unseen cards of its suit that the card beats, 0 to 1. A card
is "the best out" if no card that is neither played nor in the seat's own hand beats it."""


class CardplayWeights(msgspec.Struct, frozen=True):
    """A weight for each feature, and the probability ``any`` of a random lawful card."""

    weights: tuple[float, ...] = (0.0,) * len(FEATURES)
    any: float = 0.05


class PlayHistory(NamedTuple):
    """The public history of the play in plain integers; seats and cards by index.

    ``me`` is the observing seat, -1 for none. Its own plays are equally likely in all worlds, so the model skips them.
    ``gone`` is the mask of the cards that left the play face up without being played.
    """

    trump: int
    sitting: int
    maker: int
    me: int
    gone: int
    leaders: tuple[int, ...]
    tricks: tuple[tuple[int, ...], ...]


def play_history(seen: Observation) -> PlayHistory:
    """The history of the play in an observation; ``ValueError`` before trump is made."""
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
    """A model of cardplay under a ruleset; ``ValueError`` unless there is one weight for each feature."""

    def __init__(self, rules: Ruleset, weights: CardplayWeights) -> None:
        if len(weights.weights) != len(FEATURES):
            raise ValueError(f"there must be a weight for each of {len(FEATURES)} features, not {len(weights.weights)}")
        self._native = _native.CardplayModel(trick_tables(rules), weights.weights, weights.any)

    def weigh(self, past: PlayHistory, hands: Buffer, weights: Buffer) -> None:
        """Multiply the weights of *n* worlds by the likelihood of the others' plays in them (importance weights).

        ``hands`` is uint64 *n* by 4: the hands now, as ``WorldSampler.draw`` gives them. ``weights`` is float64 *n*:
        ones, or weights from other evidence.
        """
        try:
            self._native.weigh(past, hands, weights)
        except TypeError:
            raise ValueError("hands must be a buffer of uint64 and weights a writable buffer of float64") from None

    def rows(self, past: PlayHistory, hands: Sequence[int]) -> list[list[list[float]]]:
        """``[play][card]``: the features of each lawful card at each play with a choice, for fitting the weights.

        The card that was played comes first.
        """
        return self._native.rows(past, hands)
