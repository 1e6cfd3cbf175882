"""The likelihood of the cards played so far in each of many worlds: a model of how people and bots play.

A seat plays a lawful card with a probability proportional to the exponential of a weighted sum of its ``FEATURES``
(softmax), and now and then any lawful card, so that no world is ever ruled out. The weights are data.
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
"""The features of a card. How high: the share of the unseen cards of its suit that it beats, 0 to 1. The best out: no
unseen card beats it, but for cards that the seat itself holds."""


class CardplayWeights(msgspec.Struct, frozen=True):
    """A weight for each feature, and the share of plays that are random lawful cards."""

    weights: tuple[float, ...] = (0.0,) * len(FEATURES)
    any: float = 0.05


class PlayHistory(NamedTuple):
    """The public history of the play in plain integers; seats and cards by index.

    ``me`` is the seat that asks, -1 for none: its own plays are equally likely in all worlds, so they are left out.
    ``gone`` is the mask of the cards that went out of play face up and unplayed.
    """

    trump: int
    sitting: int
    maker: int
    me: int
    gone: int
    leaders: tuple[int, ...]
    tricks: tuple[tuple[int, ...], ...]


def play_history(seen: Observation) -> PlayHistory:
    """The history of the play as a seat saw it; ``ValueError`` before trump is made."""
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

        ``hands`` uint64 *n* by 4: the hands left now, as ``WorldSampler.draw`` gives them; ``weights`` float64 *n*:
        ones, or weights from other evidence.
        """
        try:
            self._native.weigh(past, hands, weights)
        except TypeError:
            raise ValueError("worlds are weighed in a buffer of uint64, into a writable one of float64") from None

    def rows(self, past: PlayHistory, hands: Sequence[int]) -> list[list[list[float]]]:
        """The features of each lawful card at each play with a choice, the card played first; for fitting."""
        return self._native.rows(past, hands)
