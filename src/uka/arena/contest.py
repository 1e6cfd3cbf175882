"""Contests: players meet in pairs, in deals or whole games, plain or duplicate.

In duplicate play each piece has two rooms with the same packs, first dealer and score, and with the partnerships
exchanged. A program has one process for each seat and room, so that no process sees two hands of a pack.
"""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import partial
from itertools import combinations
from random import Random
from time import perf_counter
from typing import Literal, TypeAlias

import msgspec

import uka
from uka.bots import Bot, bot
from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult, Outcome
from uka.core.seats import Partnership, Seat

from .chunked_work import Chunk, ChunkStore, run
from .confidence_intervals import RatioSums
from .match_play import Chooser, play_deal, play_game
from .player_faults import PlayerFault, fallback
from .player_tally import ChoiceTimes, PlayerTally
from .program import SECONDS, ProgramPlayer, words_of
from .worker_process import check_abandoned

COMMAND = "cmd:"
"""What the name of a player begins with that is a program."""
CHUNK = {"deals": 10, "games": 2}
"""Pieces of play in a piece of work."""
Unit: TypeAlias = Literal["deals", "games"]
Players: TypeAlias = dict[tuple[int, Seat], Chooser]
"""By room and seat."""


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """What is played. Players are names of bots, or ``cmd:`` and a command; more than two meet each other in turn.

    ``seconds`` is what a program has for a choice.
    """

    rules: Ruleset
    players: tuple[str, ...]
    unit: Unit = "deals"
    duplicate: bool = False
    seed: str = "0"
    seconds: float = SECONDS
    version: str = uka.__version__

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise UkaError("an arena needs two players or more")
        for name in self.players:
            check_player(name)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom, by their places among the players."""
        return tuple(combinations(range(len(self.players)), 2))

    def chunks(self, pieces: int) -> tuple[Chunk, ...]:
        """The work of so many pieces a pair: the pairs take turns, so that what is done of it is done of all."""
        size = CHUNK[self.unit]
        sizes = [min(size, pieces - first) for first in range(0, pieces, size) for _ in self.pairs]
        return tuple(Chunk(number, f"{self.seed}/{number}", size) for number, size in enumerate(sizes))


class PairResult(msgspec.Struct, kw_only=True):
    """What was found of two players against each other; times apart, since they are never the same twice.

    ``points`` are the first one's less the second's, by deals. ``won`` are the games that the first won, two for each
    and one for each drawn, of two; where deals are played, of two for each piece: both if it made more points in it.
    """

    pair: tuple[int, int]
    games: int = 0
    drawn: int = 0
    points: RatioSums = msgspec.field(default_factory=RatioSums)
    won: RatioSums = msgspec.field(default_factory=RatioSums)
    tallies: tuple[PlayerTally, PlayerTally] = msgspec.field(default_factory=lambda: (PlayerTally(), PlayerTally()))
    times: tuple[ChoiceTimes, ChoiceTimes] = msgspec.field(default_factory=lambda: (ChoiceTimes(), ChoiceTimes()))

    def add(self, other: PairResult) -> None:
        """Count more of the same two in."""
        self.games += other.games
        self.drawn += other.drawn
        self.points.add(other.points)
        self.won.add(other.won)
        for mine, more in zip((*self.tallies, *self.times), (*other.tallies, *other.times), strict=True):
            mine.add(more)  # pyright: ignore[reportArgumentType]

    def turned(self) -> PairResult:
        """The same, from the other's side."""
        return PairResult(
            pair=(self.pair[1], self.pair[0]),
            games=self.games,
            drawn=self.drawn,
            points=self.points.negative(),
            won=self.won.rest(),
            tallies=(self.tallies[1], self.tallies[0]),
            times=(self.times[1], self.times[0]),
        )


def check_player(name: str) -> None:
    """Whether there may be a player of this name. ``UkaError`` in a sentence if not."""
    if name.startswith(COMMAND):
        words_of(name.removeprefix(COMMAND))
    else:
        bot(name)


def run_contest(
    contest: Contest,
    pieces: int,
    executor: Executor,
    store: ChunkStore[PairResult] | None = None,
    *,
    stderr: bool = False,
) -> Generator[tuple[PairResult, ...]]:
    """Hold a contest of so many pieces a pair; after each piece of work, what was found so far of every pair.

    What programs write to their standard error goes nowhere unless ``stderr`` says to let it through.
    """
    so_far = tuple(PairResult(pair=pair) for pair in contest.pairs)
    for met in run(partial(play_chunk, contest, stderr=stderr), contest.chunks(pieces), executor, store):
        so_far[contest.pairs.index(met.pair)].add(met)
        yield so_far


def play_chunk(contest: Contest, chunk: Chunk, *, stderr: bool = False) -> PairResult:
    """Some pieces of two players; the chunk's number says which two."""
    pair = contest.pairs[chunk.number % len(contest.pairs)]
    met = PairResult(pair=pair)
    with ExitStack() as stack:
        players = _seated(contest, met, stack, stderr)
        for number in range(chunk.size):
            rooms = (0, 1) if contest.duplicate else (number % 2,)
            play_piece(contest.rules, contest.unit, players, rooms, f"{chunk.seed}/{number}", met)
    return met


def play_piece(
    rules: Ruleset, unit: Unit, players: Players, rooms: tuple[int, ...], seed: str, met: PairResult
) -> None:
    """Play a deal or game of a seed in one room or both, and count it."""
    play = play_deal if unit == "deals" else play_game
    points = deals = won = 0
    for room in rooms:
        state = play(rules, {seat: players[room, seat] for seat in rules.seats}, seed)
        both = sides(rules, room)
        own, other = both
        for result in results(state):
            points += result.points[own.index] - result.points[other.index]
            deals += result.outcome is not Outcome.REDEAL
            for side, tally in zip(both, met.tallies, strict=True):
                tally.count(result, side)
        if unit == "games":
            met.games += 1
            met.drawn += state.winner is None
            won += 1 if state.winner is None else 2 * (state.winner is own)
    met.points.count(points, deals)
    if unit == "games":
        met.won.count(won, 2 * len(rooms))
    else:
        met.won.count((points > 0) - (points < 0) + 1, 2)


def results(state: Game | Rubber) -> tuple[DealResult, ...]:
    """How each deal of a game or rubber ended."""
    games = state.games if isinstance(state, Rubber) else (state,)
    return tuple(result for game in games for result in game.results)


def sides(rules: Ruleset, number: int) -> tuple[Partnership, ...]:
    """The partnerships of the first player and of the second; they change from one to the next."""
    return rules.partnerships if number % 2 == 0 else rules.partnerships[::-1]


def _seated(contest: Contest, met: PairResult, stack: ExitStack, stderr: bool) -> Players:
    """The choosers of a pair, one way round in the first room, the other way in the second."""
    found: Players = {}
    for room in (0, 1):
        for side, place, tally, times in zip(sides(contest.rules, room), met.pair, met.tallies, met.times, strict=True):
            for seat in side.seats:
                player = _player(contest, contest.players[place], seat, stack, stderr)
                found[room, seat] = partial(ask_player, player, tally, times)
    return found


def _player(contest: Contest, name: str, seat: Seat, stack: ExitStack, stderr: bool) -> Bot:
    if not name.startswith(COMMAND):
        return bot(name)
    command = name.removeprefix(COMMAND)
    return stack.enter_context(ProgramPlayer(command, contest.rules, seat, contest.seconds, stderr=stderr))


def ask_player(player: Bot, tally: PlayerTally, times: ChoiceTimes, seen: Observation, rng: Random) -> Action:
    """A player's choice, counted and timed; the fallback where it is at fault."""
    check_abandoned()
    tally.asked += 1
    start = perf_counter()
    try:
        return player.choose(seen, rng)
    except PlayerFault as fault:
        tally.faults.count(fault)
        return fallback(seen)
    finally:
        times.count(perf_counter() - start)
