"""Random full deals, shuffle to score, through the public API of ours and of OpenSpiel's euchre: one shape of loop.

Both draw a choice from all legal ones with one call of a generator, so that what is timed is the rules. OpenSpiel's
cards are dealt by the loop, as its game has it; it changes its state in place and tells no events, where ours makes
a new deal, which can be kept, and its events.
"""

import itertools
import statistics
import time
from collections.abc import Callable, Mapping
from random import Random

from tests.openspiel.lockstep import Game
from uka import SEATS, Deal, Ruleset, shuffled

Player = Callable[[int], None]
"""Plays as many deals as it is told."""


def uka_deals(rules: Ruleset) -> Player:
    """Deals of ours, a fresh shuffle each."""
    random = Random(0).random
    seeds = itertools.count()

    def play(count: int) -> None:
        for seed in itertools.islice(seeds, count):
            deal = Deal.start(rules, SEATS[seed % 4], shuffled(rules, seed))
            while not deal.over:
                legal = deal.legal_actions()
                deal, _ = deal.apply(legal[int(random() * len(legal))])
            assert deal.result

    return play


def openspiel_hands(game: Game) -> Player:
    """Hands of OpenSpiel's euchre, which draws its dealer and its cards as choices too."""
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
    """Deals a second of processor time, round by round; all play in every round, so that a busy machine slows all.

    >>> rates = race({"one": lambda count: sum(range(10_000)), "two": lambda count: None}, rounds=2, count=1)
    >>> {name: len(rounds) for name, rounds in rates.items()}
    {'one': 2, 'two': 2}
    """
    rates: dict[str, list[float]] = {name: [] for name in players}
    for play in players.values():
        play(count // 10)  # what is made once, at first use
    for _ in range(rounds):
        for name, play in players.items():
            start = time.process_time()
            play(count)
            rates[name].append(count / max(time.process_time() - start, 1e-9))
    return rates


def ratio(mine: list[float], theirs: list[float]) -> float:
    """The median over the rounds of one rate by the other."""
    return round(statistics.median(a / b for a, b in zip(mine, theirs, strict=True)), 2)


def median(rates: list[float]) -> int:
    """The median rate, to the nearest ten."""
    return 10 * round(statistics.median(rates) / 10)
