"""What deals tell, and the solver, bots, hints and claims answer, to compare CPython with the engine of a browser."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count, islice
from random import Random

import uka
from uka import bots, rulesets
from uka.bots import bot
from uka.coach import hint
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import SEATS
from uka.kernels import DoubleDummySolver, packed_position
from uka.solver import claims

LEVELS = bots.names()
NAMES = rulesets.names()


def dealt(deals: int) -> Iterator[str]:
    """Yield a hash of all events of each of so many random deals under every ruleset."""
    for name in NAMES:
        rules = rulesets.find(name)
        for number in range(deals):
            seed = f"{name}/{number}"
            rng, deal = Random(seed), Deal.start(rules, SEATS[number % 4], pack=uka.shuffled(rules, seed=seed))
            told = [*deal.opening_events()]
            while deal.turn is not None:
                deal, events = deal.apply(rng.choice(deal.legal_actions))
                told += events
            yield f"{seed} {sha256(repr(told).encode()).hexdigest()}"


def decisions(series: str) -> Iterator[tuple[Deal, Observation]]:
    """Yield decisions between several actions in deals of club bots, under all rulesets in turn."""
    player = bot("club")
    for number in count():
        rules, seed = rulesets.find(NAMES[number % len(NAMES)]), f"{series}/{number}"
        rng = Random(seed)
        deal = Deal.start(rules, dealer=SEATS[number % len(SEATS)], pack=uka.shuffled(rules, seed=seed))
        while deal.turn is not None:
            seen = deal.observe(deal.turn)
            if len(seen.lawful_actions) > 1 and rng.random() < 0.25:
                yield deal, seen
            deal, _ = deal.apply(player.choose(seen, rng))


def solved() -> Iterator[str]:
    """Yield the values of the cards in positions of the play."""
    for deal, _ in decisions("solves"):
        if deal.phase is Phase.PLAYING:
            yield str(DoubleDummySolver(deal.rules).values(packed_position(deal)))


def chosen(level: str) -> Iterator[str]:
    """Yield what a level chooses."""
    for number, (_, seen) in enumerate(decisions("choices")):
        yield str(bot(level).choose(seen, Random(number)))


def advised() -> Iterator[str]:
    """Yield hints with their reasons."""
    for _, seen in decisions("hints"):
        yield repr(hint(seen))


def claimed() -> Iterator[str]:
    """Yield the card with which a seat may claim, and the play to the end if it claims."""
    for deal, seen in decisions("claims"):
        if not claims.why_not(seen):
            yield f"{claims.best_card(seen)} {claims.remaining_plays(deal)}"


def answers(solves: int, choices: int, hints: int, claim_count: int) -> Iterator[str]:
    """Yield so many answers of each kind, and so many choices of each level."""
    yield from islice(solved(), solves)
    for level in LEVELS:
        yield from islice(chosen(level), choices)
    yield from islice(advised(), hints)
    yield from islice(claimed(), claim_count)
