"""Prints hints with their reasons, for a person to judge: ``python -m bench.reasons [COUNT] [SEED]``."""

import sys
from collections.abc import Iterator
from itertools import islice, zip_longest
from random import Random

from msgspec.structs import replace

from tests.coach.recount import explained
from uka.coach import RatedAction
from uka.coach.formatting import choice_text, signed
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.narration.calls import choice_name
from uka.narration.names import card_name, card_names
from uka.rulesets import find

RULESETS = ("uka", "tainui", "bicycle", "north_american")


def position(seen: Observation) -> Iterator[str]:
    """Yield what a seat sees, as lines."""
    assert seen.seat is not None
    ours, theirs = (seen.score[side.index] for side in (seen.seat.partnership, seen.seat.partnership.other))
    yield f"{find(seen.rules.name).title or seen.rules.name}, {ours}–{theirs}; you are {seen.seat}, {seen.dealer} deals"
    yield f"your cards: {card_names(seen.cards)}; turned up: {card_name(seen.upcard)}"
    for number, call in enumerate(seen.calls):
        before = replace(seen, phase=Phase.CALLING, calls=seen.calls[:number], contract=None)
        yield f"  {call.seat}: {choice_name(before, call.seat, call.action)}"
    if seen.contract:
        yield f"trump: {seen.contract.trump}, made by {seen.contract.maker}"
    for trick in seen.tricks:
        yield f"  {trick.leader} led: {card_names(trick.cards)}, taken by {trick.taker}"
    if seen.trick:
        yield f"  {seen.leader} led: {card_names(seen.trick)}"


def choices(rated: tuple[RatedAction, ...]) -> Iterator[str]:
    """Yield each choice with its chance to win and its points, then the reasons."""
    for each in rated:
        yield f"  {choice_text(each.action, each.words, card_name)}: {100 * each.win:.0f}%, {signed(each.points)}"
    for each in rated:
        yield from (f"* {reason.text}" for reason in each.reasons)


def main(count: int = 60, seed: int = 1) -> None:
    found = [islice(explained(rules, Random(seed)), count // len(RULESETS)) for rules in RULESETS]
    numbered = (each for row in zip_longest(*found) for each in row if each)
    for number, (seen, rated) in enumerate(numbered, 1):
        print(f"\n{number}.", *position(seen), *choices(rated), sep="\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
