"""Contests in which players meet in pairs, over deals or whole games. Play is plain or duplicate.

In duplicate play each deal or game is played in two rooms with the same packs, first dealer and score. The partnerships
are exchanged between the rooms. A program runs one process for each seat and room, so no process sees two hands of a
pack.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from random import Random
from time import perf_counter
from typing import Literal, TypeAlias

import msgspec

import uka
from uka.bots import Bot, UnknownBot, bot
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
from .deal_rows import DealRow, RoomRows
from .match_play import Chooser, ignore_deal, play_deal, play_game
from .player_faults import PlayerFault, fallback
from .player_tally import ChoiceTimes, PlayerTally
from .program import SECONDS, ProgramPlayer, words_of
from .python_bot import FORM, PYTHON, PythonPlayer, python_player
from .row_files import WriteRows
from .worker_process import check_abandoned

COMMAND = "cmd:"
"""The prefix that marks a player as a program. The rest of the player's name is the program's command."""
OBJECT = "object:"
"""The prefix of the name of a player that is an object in Python."""
CHUNK = {"deals": 10, "games": 2}
"""The number of deals or games in one chunk of work."""
Unit: TypeAlias = Literal["deals", "games"]
Players: TypeAlias = dict[tuple[int, Seat], Chooser]
"""The function that chooses actions, for each room and seat."""


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a contest. Every two players meet.

    A player is the name of a bot, ``cmd:`` and the command of a program, or ``py:MODULE:CLASS``, a Python class.
    ``object:`` and a name stand for an object that is given to ``run_contest``. ``seconds`` is the time that a program
    has for each choice.
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
        """The pairs of players that meet, as pairs of indexes in ``players``."""
        return tuple(combinations(range(len(self.players)), 2))

    def chunks(self, pieces: int) -> tuple[Chunk, ...]:
        """Return the chunks of work. ``pieces`` is the number of deals or games that each pair plays.

        Chunks of different pairs alternate, so that all pairs advance at the same rate.
        """
        size = CHUNK[self.unit]
        sizes = [min(size, pieces - first) for first in range(0, pieces, size) for _ in self.pairs]
        return tuple(Chunk(number, f"{self.seed}/{number}", size) for number, size in enumerate(sizes))


class PairResult(msgspec.Struct, kw_only=True):
    """The sums over all meetings of two players, from the first player's view.

    ``points`` is the sum, over all deals, of the first player's points minus the second player's points. ``won`` is the
    sum of 2 for each win and 1 for each draw of the first player. In a contest over games, these are wins of games. In
    a contest over deals, the player with more points in a deal wins that deal. In duplicate play, the points of both
    rooms are added first. ``rows`` holds the deals of a chunk, if rows are wanted.
    """

    pair: tuple[int, int]
    games: int = 0
    drawn: int = 0
    points: RatioSums = msgspec.field(default_factory=RatioSums)
    won: RatioSums = msgspec.field(default_factory=RatioSums)
    tallies: tuple[PlayerTally, PlayerTally] = msgspec.field(default_factory=lambda: (PlayerTally(), PlayerTally()))
    times: tuple[ChoiceTimes, ChoiceTimes] = msgspec.field(default_factory=lambda: (ChoiceTimes(), ChoiceTimes()))
    rows: list[DealRow] = []

    def add(self, other: PairResult) -> None:
        """Add the sums over further meetings of the same two players. Their rows are left out."""
        self.games += other.games
        self.drawn += other.drawn
        self.points.add(other.points)
        self.won.add(other.won)
        for mine, more in zip((*self.tallies, *self.times), (*other.tallies, *other.times), strict=True):
            mine.add(more)  # pyright: ignore[reportArgumentType]

    def swapped(self) -> PairResult:
        """Return the sums of the same meetings from the second player's view."""
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
    """Raise ``UkaError`` unless the name is that of a bot, a program, a Python class or an object."""
    if name.startswith(COMMAND):
        words_of(name.removeprefix(COMMAND))
        return
    if name.startswith(PYTHON):
        python_player(name)
        return
    if name.startswith(OBJECT):
        return
    try:
        bot(name)
    except UnknownBot as error:
        raise UnknownBot(f"{error}; {_as_program(name)}") from None


def _as_program(name: str) -> str:
    """Return a clause that tells how to write a program as a player, with the word ``name`` as the example."""
    command = f"python {name}" if name.endswith(".py") else name if os.sep in name else "./mine"
    return (
        f'a program is written as "{COMMAND}" and the command that starts it: "{COMMAND}{command}"; a Python class as '
        f"{FORM}"
    )


def run_contest(
    contest: Contest,
    pieces: int,
    executor: Executor,
    store: ChunkStore[PairResult] | None = None,
    *,
    stderr: bool = False,
    objects: Mapping[str, Bot] | None = None,
    write_rows: WriteRows | None = None,
) -> Generator[tuple[PairResult, ...]]:
    """Run a contest. After each chunk, yield the results so far: one ``PairResult`` for every two players who meet.

    ``pieces`` is the number of deals or games for each pair. If ``stderr`` is true, programs write to the arena's
    standard error; otherwise that output is discarded. ``objects`` holds the players whose names begin with
    ``object:``. ``write_rows`` is called with the rows of each chunk, in order.
    """
    work = ChunkWork(contest, stderr=stderr, rows=write_rows is not None, objects=dict(objects or {}))
    totals = tuple(PairResult(pair=pair) for pair in contest.pairs)
    for result in run(partial(play_chunk, work), contest.chunks(pieces), executor, store):
        if write_rows is not None:
            write_rows(result.rows)
        totals[contest.pairs.index(result.pair)].add(result)
        yield totals


@dataclass(frozen=True)
class ChunkWork:
    """What a worker needs to play a chunk. If ``rows`` is true, the result has a row for each deal."""

    contest: Contest
    stderr: bool = False
    rows: bool = False
    objects: Mapping[str, Bot] = field(default_factory=dict[str, Bot])


def play_chunk(work: ChunkWork, chunk: Chunk) -> PairResult:
    """Play the deals or games of a chunk. The chunk's number selects the pair."""
    contest = work.contest
    pair = contest.pairs[chunk.number % len(contest.pairs)]
    first = chunk.number // len(contest.pairs) * CHUNK[contest.unit]
    result = PairResult(pair=pair)
    with ExitStack() as stack:
        players = _choosers(work, result, stack)
        for number in range(chunk.size):
            rooms = (0, 1) if contest.duplicate else (number % 2,)
            seed = f"{chunk.seed}/{number}"
            rows = {room: RoomRows(_seated(contest, pair, room), first + number, room) for room in rooms}
            play_piece(contest.rules, contest.unit, players, rooms, seed, result, rows if work.rows else {})
            result.rows += [row for room in rooms for row in rows[room].rows]
    return result


def _seated(contest: Contest, pair: tuple[int, int], room: int) -> dict[Seat, str]:
    """Return the names of the players of a pair by seat, in one of the two rooms."""
    both = zip(sides(contest.rules, room), pair, strict=True)
    names = {seat: contest.players[place] for side, place in both for seat in side.seats}
    return {seat: names[seat] for seat in contest.rules.seats}


def play_piece(
    rules: Ruleset,
    unit: Unit,
    players: Players,
    rooms: tuple[int, ...],
    seed: str,
    total: PairResult,
    rows: Mapping[int, RoomRows] | None = None,
) -> None:
    """Play a deal or a game in each of the given rooms, and add the results to ``total``.

    ``unit`` is "deals" or "games". The seed is the same in all rooms. ``rows`` collects the rows of each room.
    """
    play = play_deal if unit == "deals" else play_game
    points = deals = won = 0
    for room in rooms:
        ended = rows[room].add if rows else ignore_deal
        state = play(rules, {seat: players[room, seat] for seat in rules.seats}, seed, ended)
        both = sides(rules, room)
        own, other = both
        for result in results(state):
            points += result.points[own.index] - result.points[other.index]
            deals += result.outcome is not Outcome.REDEAL
            for side, tally in zip(both, total.tallies, strict=True):
                tally.count(result, side)
        if unit == "games":
            total.games += 1
            total.drawn += state.winner is None
            won += 1 if state.winner is None else 2 * (state.winner is own)
    total.points.count(points, deals)
    if unit == "games":
        total.won.count(won, 2 * len(rooms))
    else:
        total.won.count((points > 0) - (points < 0) + 1, 2)


def results(state: Game | Rubber) -> tuple[DealResult, ...]:
    """Return the results of the deals of a game or rubber."""
    games = state.games if isinstance(state, Rubber) else (state,)
    return tuple(result for game in games for result in game.results)


def sides(rules: Ruleset, number: int) -> tuple[Partnership, ...]:
    """Return the partnerships of the first and the second player in room ``number``.

    In rooms with an odd number, the two partnerships are exchanged.
    """
    return rules.partnerships if number % 2 == 0 else rules.partnerships[::-1]


def _choosers(work: ChunkWork, total: PairResult, stack: ExitStack) -> Players:
    """Return the functions that choose for a pair of players in both rooms.

    The functions also count and time the choices in ``total``. When ``stack`` is closed, it ends the programs.
    """
    contest = work.contest
    choosers: Players = {}
    for room in (0, 1):
        both = sides(contest.rules, room)
        for side, place, tally, times in zip(both, total.pair, total.tallies, total.times, strict=True):
            for seat in side.seats:
                player = _player(work, contest.players[place], seat, stack)
                choosers[room, seat] = partial(ask_player, player, tally, times)
    return choosers


def _player(work: ChunkWork, name: str, seat: Seat, stack: ExitStack) -> Bot:
    """Return a player of its own for a seat, so that none remembers what another seat sees."""
    if name.startswith(OBJECT):
        return PythonPlayer(name, deepcopy(work.objects[name]))
    if name.startswith(PYTHON):
        return python_player(name)
    if not name.startswith(COMMAND):
        return bot(name)
    command, contest = name.removeprefix(COMMAND), work.contest
    return stack.enter_context(ProgramPlayer(command, contest.rules, seat, contest.seconds, stderr=work.stderr))


def ask_player(player: Bot, tally: PlayerTally, times: ChoiceTimes, seen: Observation, rng: Random) -> Action:
    """Return a player's choice, or the action of ``fallback`` if the player gives no legal answer.

    Count the choice in ``tally`` and its time in ``times``.
    """
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
