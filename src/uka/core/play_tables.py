"""The rules of play of a ruleset as integer tables, from which the compiled kernels read them."""

from __future__ import annotations

import msgspec

from .cards import CardMask
from .ruleset import Ruleset
from .scoring import Outcome
from .trick import EFFECTIVE, FOLLOW, STRENGTH


class PlayTables(msgspec.Struct, frozen=True):
    """A ruleset's pack, ranking of cards, rules of play and points, as integers.

    The tables are indexed by ``Suit.index`` and ``Card.index``. As the index of a trump, 4 stands for no trump.
    """

    pack: CardMask
    """The cards of the pack."""
    hand_size: int
    """The number of cards dealt to each seat."""
    follow: tuple[tuple[CardMask, ...], ...]
    """``follow[trump][suit]``: the cards that follow a suit."""
    suit: tuple[tuple[int, ...], ...]
    """``suit[trump][card]``: the index of the suit that a card counts as."""
    strength: tuple[tuple[tuple[int, ...], ...], ...]
    """``strength[trump][led][card]``: how strong a card is when the suit ``led`` was led; 0 never takes a trick."""
    points: tuple[int, ...]
    """The points for each outcome that ``Scoring`` has a field for, in the order of ``Outcome``."""
    must_head: bool
    """``Ruleset.must_head``: whether a player who follows suit must beat the cards played, if possible."""
    first_lead_trump: bool
    """``Ruleset.first_lead_trump``: whether a trump may be led first by a player who holds another card."""
    lone_must_march: bool
    """``Ruleset.lone_must_march``: whether a loner is euchred by losing one trick."""


def play_tables(rules: Ruleset) -> PlayTables:
    """Return the rules of play of ``rules`` as integer tables."""
    scored = [outcome for outcome in Outcome if outcome.value in rules.scoring.__struct_fields__]
    return PlayTables(
        pack=rules.pack_mask,
        hand_size=rules.hand_size,
        follow=FOLLOW,
        suit=tuple(tuple(suit.index for suit in row) for row in EFFECTIVE),
        strength=STRENGTH,
        points=tuple(rules.scoring[outcome] for outcome in scored),
        must_head=rules.must_head,
        first_lead_trump=rules.first_lead_trump,
        lone_must_march=rules.lone_must_march,
    )
