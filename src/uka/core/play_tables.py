"""The rules of play of a ruleset as integer tables.

The compiled kernels read the rules only from these tables.
"""

from __future__ import annotations

import msgspec

from .ruleset import Ruleset
from .scoring import Outcome
from .trick import EFFECTIVE, FOLLOW, STRENGTH


class PlayTables(msgspec.Struct, frozen=True):
    """The rules of play as tables, indexed by the indexes of trumps, suits and cards.

    The last trump index stands for no trump.

    ``pack`` is the mask of the pack's cards. ``follow[trump][suit]`` is the mask of the cards that follow a suit.
    ``suit[trump][card]`` is the effective suit of a card. ``strength[trump][led][card]`` is the strength of a card when
    suit ``led`` was led. A card of strength 0 never takes a trick. ``points`` holds the points for the outcomes that
    can score, in the order of ``Outcome``.
    """

    pack: int
    hand_size: int
    follow: tuple[tuple[int, ...], ...]
    suit: tuple[tuple[int, ...], ...]
    strength: tuple[tuple[tuple[int, ...], ...], ...]
    points: tuple[int, ...]
    must_head: bool
    first_lead_trump: bool
    lone_must_march: bool


def play_tables(rules: Ruleset) -> PlayTables:
    """Return the integer tables of a ruleset's rules of play."""
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
