"""Measures the speed of random full deals, from shuffle to score, in Uka and in OpenSpiel's euchre.

Both play through the public API. Both draw a legal action with one call of a random generator, so the rules take most
of the time. In OpenSpiel's game the loop deals the cards. OpenSpiel changes its state in place and reports no events,
while Uka makes a new immutable deal and its events.
"""

import itertools
import statistics
import time
from collections.abc import Callable, Mapping
from random import Random

from tests.openspiel.lockstep import Game
from uka import SEATS, Deal, Ruleset, shuffled

Player = Callable[[int], None]
"""A function that plays the given number of deals."""


def uka_deals(rules: Ruleset) -> Player:
    """Return a function that plays random deals with Uka, each with a new shuffle."""
    random = Random(0).random
    seeds = itertools.count()

    def play(count: int) -> None:
        for seed in itertools.islice(seeds, count):
            deal = Deal.start(rules, SEATS[seed % 4], shuffled(rules, seed))
            while not deal.over:
                legal = deal.legal_actions
                deal, _ = deal.apply(legal[int(random() * len(legal))])
            assert deal.result

    return play


def openspiel_hands(game: Game) -> Player:
    """Return a function that plays random hands with OpenSpiel, in which the dealer and the cards are random too."""
    random = Random(0).random

    def play(count: int) -> None:
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
            assert state.returns()

    return play


def race(players: Mapping[str, Player], *, rounds: int, count: int) -> dict[str, list[float]]:
    """Return for each player, by name, the deals a second of processor time in each round.

    All players play in each round, so a busy machine slows all of them.

    >>> rates = race({"one": lambda count: sum(range(10_000)), "two": lambda count: None}, rounds=2, count=1)
    >>> {name: len(rounds) for name, rounds in rates.items()}
    {'one': 2, 'two': 2}
    """
    rates: dict[str, list[float]] = {name: [] for name in players}
    for play in players.values():
        play(count // 10)  # fills the caches before the measurement
    for _ in range(rounds):
        for name, play in players.items():
            start = time.process_time()
            play(count)
            rates[name].append(count / max(time.process_time() - start, 1e-9))
    return rates


def ratio(mine: list[float], theirs: list[float]) -> float:
    """Return the median over all rounds of the ratio of two players' rates."""
    return round(statistics.median(a / b for a, b in zip(mine, theirs, strict=True)), 2)


def median(rates: list[float]) -> int:
    """Return the median of rates, rounded to tens."""
    return 10 * round(statistics.median(rates) / 10)
