"""A model of cardplay: the likelihood of the cards played so far, given the hands in each sampled world.

The probability that
a seat plays a lawful card is proportional to the exponential of a weighted sum of the card's ``FEATURES`` (softmax). In
addition, a seat plays a random lawful card with a small probability, so no world is impossible. The caller passes the
weights. ``uka.bots.cardplay_weights`` holds fitted weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from uka.core.cards import mask_of
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset

from .compiled import native
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
"""The names of the features of a card.

The rank of a card is a fraction from 0 to 1: how many of the other cards of its suit the card beats. Cards that are
already played count only in the rank "among its whole suit". A card is "the best out" if every card that beats it has
been played or is in the seat's own hand. A card is "the second best out" if this is true of all those cards except one.
"Holding a trump" means that the seat that plays the card also holds a trump.
"""


class CardplayWeights(msgspec.Struct, frozen=True):
    """A weight for each feature of the cardplay model.

    ``any`` is the probability that a seat plays a random lawful card.
    """

    weights: tuple[float, ...] = (0.0,) * len(FEATURES)
    any: float = 0.05


class PlayHistory(NamedTuple):
    """The public history of the play in plain integers. Seats and cards are indexes.

    ``me`` is the observing seat, or -1 if there is none. The model skips the plays of that seat, because they are
    equally likely in all worlds. ``gone`` is the mask of the cards that everybody saw and that no seat can play, such
    as an upcard that was turned down. ``sitting`` is the mask of the seats that sit out.
    """

    trump: int
    sitting: int
    maker: int
    me: int
    gone: int
    leaders: tuple[int, ...]
    tricks: tuple[tuple[int, ...], ...]


def play_history(seen: Observation) -> PlayHistory:
    """Return the history of the play in an observation. Raise ``ValueError`` if trump is not made yet."""
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
    """A model of cardplay under a ruleset.

    The constructor raises ``ValueError`` unless there is one weight for each feature.
    """

    def __init__(self, rules: Ruleset, weights: CardplayWeights) -> None:
        if len(weights.weights) != len(FEATURES):
            raise ValueError(f"there must be a weight for each of {len(FEATURES)} features, not {len(weights.weights)}")
        self._native = native.CardplayModel(trick_tables(rules), weights.weights, weights.any)

    def weigh(self, past: PlayHistory, hands: Buffer, weights: Buffer) -> None:
        """Multiply the importance weights of *n* worlds by the likelihood of the other seats' plays in each world.

        ``hands`` is uint64 of shape *n* by 4: the current hands, as ``WorldSampler.draw`` returns them. ``weights`` is
        float64 of length *n*. It holds ones, or weights from other evidence.
        """
        try:
            self._native.weigh(past, hands, weights)
        except TypeError:
            raise ValueError("hands must be a buffer of uint64 and weights a writable buffer of float64") from None

    def rows(self, past: PlayHistory, hands: Sequence[int]) -> list[list[list[float]]]:
        """Return the features of cards, with the indexes ``[play][card][feature]``, for fitting the weights.

        The result has an item for each play at which the seat had a choice. In each item, the card that was played
        comes first.
        """
        return self._native.rows(past, hands)
