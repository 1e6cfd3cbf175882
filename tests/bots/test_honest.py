"""A bot's choice does not change when the cards that its seat cannot know are redealt."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.core.test_unseen import Moment, another_world
from tests.strategies import Step, random_deal, random_rules
from uka import Deal, rulesets
from uka.bots import Bot, bot, names


def steps_of(deal: Deal, player: Bot, rng: Random) -> Iterator[Step]:
    while deal.turn is not None:
        seat, action = deal.turn, player.choose(deal.observe(deal.turn), rng)
        after, events = deal.apply(action)
        yield Step(deal, seat, action, after, events)
        deal = after


@pytest.mark.parametrize("name", names())
def test_the_choice_depends_only_on_the_observation(name: str, exhaustive: bool) -> None:
    """Another bot plays the deals of bots whose choices are slow."""
    player, rng, count = bot(name), Random(name), Counter[str]()
    slow = name in ("expert", "master")
    for number in range((60 if exhaustive else 24) if slow else 120):
        shipped = rulesets.find(rng.choice(rulesets.names()))
        start = random_deal(shipped if number % 2 else random_rules(rng), rng)
        steps = tuple(steps_of(start, bot("club") if slow else player, rng))
        for at in rng.sample(range(len(steps)), min(4, len(steps))):
            moment, seat = Moment(start, steps[:at]), steps[at].seat
            other = another_world(moment, seat, rng)
            count["rejected" if other is None else "kept"] += 1
            if other is None:
                continue
            count["different"] += other.now != moment.now
            here, there = (player.choose(deal.observe(seat), Random(at)) for deal in (moment.now, other.now))
            assert here == there
    print(f"{name}: {dict(count)}")
    assert count["different"] > (100 if exhaustive else 40)
