"""A model of how seats play cards, which says how likely the cards played so far are in each sampled world.

The probability that a seat plays a lawful card is proportional to the exponential of a weighted sum of the card's
``FEATURES`` (softmax). Besides, a seat plays a random lawful card with a small probability, so no world is impossible.
``uka.bots.cardplay_weights`` holds fitted weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from uka.core.cards import CardMask, mask_of
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
    """The numbers of a cardplay model."""

    weights: tuple[float, ...] = (0.0,) * len(FEATURES)
    """A weight for each of ``FEATURES``, in the same order."""
    any: float = 0.05
    """The probability that a seat plays a random lawful card."""


class PlayHistory(NamedTuple):
    """The cards played so far, and what else everybody knows of the play, with seats and cards as indexes."""

    trump: int
    sitting_out: int
    """The seats that sit out, as a bit mask."""
    maker: int
    me: int
    """The observing seat, or -1. Its plays are not weighed, since they are equally likely in all worlds."""
    gone: CardMask
    """The cards that everybody saw and nobody can play, such as an upcard that was turned down."""
    leaders: tuple[int, ...]
    """The seat that led to each trick."""
    tricks: tuple[tuple[int, ...], ...]
    """The cards of each trick in the order of play. The last trick may be unfinished."""


def play_history(seen: Observation) -> PlayHistory:
    """Return the history of the play that ``seen`` holds. Raise ``ValueError`` if trump is not made yet."""
    contract = seen.contract
    if contract is None:
        raise ValueError("trump is not made yet, so there is no play to weigh")
    tricks = [(trick.leader, trick.cards) for trick in seen.tricks]
    if seen.trick and seen.leader is not None:
        tricks.append((seen.leader, seen.trick))
    turned_down = () if seen.picked_up else (seen.upcard,)
    return PlayHistory(
        trump=contract.trump.index,
        sitting_out=contract.sitting_out,
        maker=contract.maker.index,
        me=-1 if seen.seat is None else seen.seat.index,
        gone=mask_of((*seen.buried, *seen.shown, *turned_down)),
        leaders=tuple(leader.index for leader, _ in tricks),
        tricks=tuple(tuple(card.index for card in cards) for _, cards in tricks),
    )


class CardplayModel:
    """A model of how likely a seat is to play each lawful card under ``rules``.

    The constructor raises ``ValueError`` unless ``weights`` has one weight for each of the ``FEATURES`` of a card.
    """

    def __init__(self, rules: Ruleset, weights: CardplayWeights) -> None:
        if len(weights.weights) != len(FEATURES):
            raise ValueError(f"there must be a weight for each of {len(FEATURES)} features, not {len(weights.weights)}")
        self._native = native.CardplayModel(trick_tables(rules), weights.weights, weights.any)

    def weigh(self, history: PlayHistory, hands: Buffer, weights: Buffer) -> None:
        """Multiply the importance weights of *n* worlds by the likelihood of the other seats' plays in each world.

        ``hands`` is uint64 of shape *n* by 4: the current hands, as ``WorldSampler.draw`` writes them. ``weights`` is
        float64 of length *n* and is changed. It holds ones, or weights from other evidence.
        """
        try:
            self._native.weigh(history, hands, weights)
        except TypeError:
            raise ValueError("hands must be a buffer of uint64 and weights a writable buffer of float64") from None

    def rows(self, history: PlayHistory, hands: Sequence[CardMask]) -> list[list[list[float]]]:
        """Return the features of the lawful cards at each play at which a seat had a choice, to fit the weights.

        The result is indexed as ``[play][card][feature]``. The card that was played comes first among the cards. Plays
        of the observing seat are left out. ``hands`` holds the current hands by seat.
        """
        return self._native.rows(history, hands)
