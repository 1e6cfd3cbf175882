"""Whole games between two kinds of bots, on as many cores as there are, the same for the same seed.

Each game has its own randomness, from the seed and its number; the partnerships change sides from game to game.
Chunks are seeded by their number and added up in order, so neither the number of workers nor their speed changes
anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from random import Random
from typing import TYPE_CHECKING

import msgspec

from uka.bots import bot
from uka.core.draw import Draw
from uka.core.game import Game, Rubber, begin
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult, Outcome
from uka.core.seats import Partnership, Seat
from uka.core.shuffle import shuffled

from .interval import Interval, mean_interval, share_interval

if TYPE_CHECKING:
    from uka.bots import Bot

CHUNK = 10  # games a piece of work


class Tally(msgspec.Struct):
    """What was counted of one kind of bot. ``points`` are its points less the others', summed over deals."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    deals: int = 0
    points: int = 0
    squares: int = 0
    made: int = 0
    euchred: int = 0
    marches: int = 0
    alone: int = 0
    lone_marches: int = 0

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        for field in self.__struct_fields__:
            setattr(self, field, getattr(self, field) + getattr(other, field))


class BotReport(msgspec.Struct, frozen=True):
    """One kind of bot: shares of games and of what it made, points a deal, each with a 95 % interval."""

    name: str
    games_won: Interval
    points_a_deal: Interval
    made: Interval
    euchred: Interval
    marches: Interval
    alone: Interval
    lone_marches: Interval


class Report(msgspec.Struct, frozen=True):
    """What a simulation found."""

    ruleset: str
    seed: str
    games: int
    drawn: int
    deals: int
    bots: tuple[BotReport, ...]


def report(rules: Ruleset, names: tuple[str, str], seed: str, tallies: tuple[Tally, Tally]) -> Report:
    """The figures of two tallies."""
    first = tallies[0]
    bots = tuple(_bot_report(name, tally) for name, tally in zip(names, tallies, strict=True))
    return Report(rules.name, seed, first.games, first.drawn, first.deals, bots)


def _bot_report(name: str, tally: Tally) -> BotReport:
    return BotReport(
        name,
        games_won=share_interval(tally.won, tally.games),
        points_a_deal=mean_interval(tally.points, tally.squares, tally.deals),
        made=share_interval(tally.made, tally.deals),
        euchred=share_interval(tally.euchred, tally.made),
        marches=share_interval(tally.marches, tally.made),
        alone=share_interval(tally.alone, tally.made),
        lone_marches=share_interval(tally.lone_marches, tally.alone),
    )


def simulate(rules: Ruleset, names: tuple[str, str], games: int, seed: str, executor: Executor) -> Iterator[Report]:
    """Play games between two kinds of bots; after each chunk, the figures so far."""
    tallies = (Tally(), Tally())
    starts = range(0, games, CHUNK)
    futures = [executor.submit(play_chunk, rules, names, seed, at, min(CHUNK, games - at)) for at in starts]
    try:
        for future in futures:
            for tally, more in zip(tallies, future.result(), strict=True):
                tally.add(more)
            yield report(rules, names, seed, tallies)
    finally:
        for future in futures:
            future.cancel()


def play_chunk(rules: Ruleset, names: tuple[str, str], seed: str, first: int, count: int) -> tuple[Tally, Tally]:
    """Some games in a row, from number ``first``, counted for each kind of bot."""
    tallies = (Tally(), Tally())
    players = (bot(names[0]), bot(names[1]))
    for number in range(first, first + count):
        sides = rules.partnerships if number % 2 == 0 else rules.partnerships[::-1]
        _count_game(play_game(rules, players, f"{seed}/{number}", sides), sides, tallies)
    return tallies


def play_game(rules: Ruleset, players: tuple[Bot, Bot], seed: str, sides: tuple[Partnership, ...]) -> Game | Rubber:
    """One game or rubber; ``sides`` are the partnerships of the two kinds of bots. No bell rings."""
    by_seat = {seat: player for player, side in zip(players, sides, strict=True) for seat in side.seats}
    chances = {seat: Random(f"{seed}/{seat}") for seat in rules.seats}
    state = begin(rules, _first_dealer(rules, seed))
    dealt = 0
    while not state.over:
        state, _ = state.start_deal(shuffled(rules, f"{seed}/deal {dealt}"))
        dealt += 1
        while (seat := state.turn) is not None:
            state, _ = state.apply(by_seat[seat].choose(state.observe(seat), chances[seat]))
    return state


def _first_dealer(rules: Ruleset, seed: str) -> Seat:
    dealer = Draw.start(rules, shuffled(rules, f"{seed}/draw")).finish().dealer
    assert dealer is not None
    return dealer


def _count_game(state: Game | Rubber, sides: tuple[Partnership, ...], tallies: tuple[Tally, Tally]) -> None:
    for side, tally in zip(sides, tallies, strict=True):
        tally.games += 1
        tally.won += state.winner is side
        tally.drawn += state.winner is None
        for game in state.games if isinstance(state, Rubber) else (state,):
            for result in game.results:
                _count_deal(result, side, tally)


def _count_deal(result: DealResult, side: Partnership, tally: Tally) -> None:
    if result.outcome is Outcome.REDEAL:
        return
    points = result.points[side.index] - result.points[side.other.index]
    made = result.makers is side
    tally.deals += 1
    tally.points += points
    tally.squares += points * points
    tally.made += made
    tally.euchred += made and result.outcome in (Outcome.EUCHRED, Outcome.LONE_EUCHRED, Outcome.DEFENDED_ALONE)
    tally.marches += made and result.outcome in (Outcome.MARCH, Outcome.LONE_MARCH)
    tally.alone += made and result.loner is not None
    tally.lone_marches += made and result.outcome is Outcome.LONE_MARCH
