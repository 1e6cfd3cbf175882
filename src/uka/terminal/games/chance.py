"""The draws for first dealer and the shuffles of a local game.

Both follow from one seed, so a resumed game continues with the same cards.
"""

from __future__ import annotations

from itertools import count
from random import Random

from uka.core.draw import Draw
from uka.core.errors import InvalidDeal
from uka.core.ruleset import Ruleset
from uka.core.shuffle import shuffle, shuffled
from uka.records import Dealt


def seeded_draw(rules: Ruleset, seed: str) -> Draw:
    """Return a draw for first dealer in which each seat has drawn its card.

    If ties use up the pack, the pack is shuffled again.
    """
    for attempt in count():
        draw = Draw.start(rules, shuffle(rules.cards, f"{seed}/draw/{attempt}"))
        try:
            while draw.waiting:
                draw = draw.take()
        except InvalidDeal:
            continue
        return draw
    raise AssertionError


def seeded_deal(rules: Ruleset, seed: str, kept_pattern: str | None) -> Dealt:
    """Return a shuffled pack with a random cut of the pack and a packet pattern.

    ``kept_pattern`` is the packet pattern that the dealer must repeat. If it is None, the pattern is random.
    """
    rng, pack = Random(seed), shuffled(rules, seed)
    cut = rng.randrange(4, len(pack) - 3) if rules.cut else None
    patterns = rules.packet_patterns
    return Dealt(pack, cut, kept_pattern or (rng.choice(patterns) if len(patterns) > 1 else None))
