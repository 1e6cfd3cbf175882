"""Contests between players, in which every two players meet over deals or over whole games.

In duplicate play, each deal or game is played twice, in two rooms: with the same packs, first dealer and score, but
with the partnerships exchanged. So each player gets the cards of both sides. A player that is a program runs one
process for each seat and room, so that no process sees two hands of a pack.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping
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
"""The prefix of the name of a player that is a program. The program's command follows."""
OBJECT = "object:"
"""The prefix of the name of a player that is an object in Python."""
CHUNK = {"deals": 10, "games": 2}
"""The number of deals or games in one chunk of work."""
Unit: TypeAlias = Literal["deals", "games"]
"""What two players play against each other: single deals, or whole games."""
RoomChoosers: TypeAlias = dict[tuple[int, Seat], Chooser]
"""For each room (0 or 1) and seat, the function that chooses the seat's actions."""
NewPlayer: TypeAlias = Callable[[int, int, Seat], Bot]
"""A function that makes a player for one seat, from the player's index in the contest, the room and the seat."""


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a contest in which each player meets every other player."""

    rules: Ruleset
    players: tuple[str, ...]
    """The players: names of bots, ``cmd:COMMAND`` for programs, ``py:MODULE:CLASS`` for Python classes.

    ``object:NAME`` stands for an object that is given to ``run_contest``.
    """
    unit: Unit = "deals"
    """Whether two players meet over single deals or over whole games."""
    duplicate: bool = False
    """Whether each deal or game is played twice, with the sides exchanged."""
    seed: str = "0"
    """The seed of all packs and of all random choices."""
    seconds: float = SECONDS
    """The time that a program has for each choice, in seconds."""
    version: str = uka.__version__
    """The version of Uka, so that results of two versions are not mixed."""

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise UkaError("an arena needs two players or more")
        for name in self.players:
            check_player(name)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of players that meet. Each pair holds two indexes in ``players``."""
        return tuple(combinations(range(len(self.players)), 2))

    def chunks(self, units_per_pair: int) -> tuple[Chunk, ...]:
        """Return the chunks of work, if each pair of players plays ``units_per_pair`` deals or games.

        Chunks of different pairs alternate, so that all pairs advance at the same rate.
        """
        most = CHUNK[self.unit]
        sizes = [min(most, units_per_pair - first) for first in range(0, units_per_pair, most) for _ in self.pairs]
        return tuple(Chunk(number, f"{self.seed}/{number}", size) for number, size in enumerate(sizes))


class PairResult(msgspec.Struct, kw_only=True):
    """The sums of the results of two players against each other, from the first player's view."""

    pair: tuple[int, int]
    """The indexes of the two players in the contest."""
    games: int = 0
    """The number of games played; 0 in a contest over deals."""
    drawn: int = 0
    """The number of games that nobody won."""
    points: RatioSums = msgspec.field(default_factory=RatioSums)
    """The first player's points minus the second player's points, and the number of deals."""
    won: RatioSums = msgspec.field(default_factory=RatioSums)
    """Twice the first player's wins plus the draws, and twice the number of games or deals.

    In a contest over deals, the player with more points wins a deal; both rooms of duplicate play are then one deal.
    """
    tallies: tuple[PlayerTally, PlayerTally] = msgspec.field(default_factory=lambda: (PlayerTally(), PlayerTally()))
    """Counts of the contracts and choices of each player."""
    times: tuple[ChoiceTimes, ChoiceTimes] = msgspec.field(default_factory=lambda: (ChoiceTimes(), ChoiceTimes()))
    """The times that each player took for its choices."""
    rows: list[DealRow] = []
    """A row for each deal of a chunk, if rows are wanted."""

    def add(self, other: PairResult) -> None:
        """Add the sums of ``other``, further results of the same two players. The rows of ``other`` are left out."""
        self.games += other.games
        self.drawn += other.drawn
        self.points.add(other.points)
        self.won.add(other.won)
        for tally, more in zip(self.tallies, other.tallies, strict=True):
            tally.add(more)
        for times, more in zip(self.times, other.times, strict=True):
            times.add(more)

    def swapped(self) -> PairResult:
        """Return the same sums from the second player's view."""
        return PairResult(
            pair=(self.pair[1], self.pair[0]),
            games=self.games,
            drawn=self.drawn,
            points=self.points.negative(),
            won=self.won.complement(),
            tallies=(self.tallies[1], self.tallies[0]),
            times=(self.times[1], self.times[0]),
        )


def check_player(name: str) -> None:
    """Raise ``UkaError`` unless ``name`` is the name of a bot, a program, a Python class or an object."""
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
        raise UnknownBot(f"{error}; {_program_hint(name)}") from None


def _program_hint(name: str) -> str:
    """Return a clause that says how to name a program as a player. ``name`` is what the user wrote instead."""
    command = name if os.sep in name else "./mine"
    if name.endswith(".py"):
        command = f"python {name}"
    return (
        f'a program is written as "{COMMAND}" and the command that starts it: "{COMMAND}{command}"; a Python class as '
        f"{FORM}"
    )


def run_contest(
    contest: Contest,
    units_per_pair: int,
    executor: Executor,
    store: ChunkStore[PairResult] | None = None,
    *,
    stderr: bool = False,
    objects: Mapping[str, Bot] | None = None,
    write_rows: WriteRows | None = None,
) -> Generator[tuple[PairResult, ...]]:
    """Run a contest. After each chunk of work, yield the results so far: a ``PairResult`` for every two players.

    Each pair of players plays ``units_per_pair`` deals or games. ``store`` keeps the results of finished chunks. If
    ``stderr`` is true, programs write to this process's standard error; otherwise that output is discarded. ``objects``
    maps the names that begin with ``object:`` to their objects. ``write_rows`` is called with the rows of each chunk.
    """
    work = ChunkWork(contest, stderr=stderr, with_rows=write_rows is not None, objects=dict(objects or {}))
    totals = tuple(PairResult(pair=pair) for pair in contest.pairs)
    for result in run(partial(play_chunk, work), contest.chunks(units_per_pair), executor, store):
        if write_rows is not None:
            write_rows(result.rows)
        totals[contest.pairs.index(result.pair)].add(result)
        yield totals


@dataclass(frozen=True)
class ChunkWork:
    """What a worker process needs to play a chunk of a contest, apart from the chunk itself."""

    contest: Contest
    stderr: bool = False
    """Whether programs write to this process's standard error. Otherwise that output is discarded."""
    with_rows: bool = False
    """Whether the result has a row for each deal."""
    objects: Mapping[str, Bot] = field(default_factory=dict[str, Bot])
    """The players whose names begin with ``object:``, by name."""


def play_chunk(work: ChunkWork, chunk: Chunk) -> PairResult:
    """Play the deals or games of ``chunk``, and return their results. The number of the chunk selects the pair."""
    contest = work.contest
    pair = contest.pairs[chunk.number % len(contest.pairs)]
    first = chunk.number // len(contest.pairs) * CHUNK[contest.unit]
    result = PairResult(pair=pair)
    with ExitStack() as stack:

        def new_player(index: int, room: int, seat: Seat) -> Bot:
            return player_for_seat(work, contest.players[index], seat, stack)

        choosers = room_choosers(contest.rules, result, new_player)
        for number in range(chunk.size):
            rooms = (0, 1) if contest.duplicate else (number % 2,)
            rows = dict[int, RoomRows]()
            if work.with_rows:
                rows = {room: RoomRows(names_by_seat(contest, pair, room), first + number, room) for room in rooms}
            play_unit(contest.rules, contest.unit, choosers, rooms, f"{chunk.seed}/{number}", result, rows)
            result.rows += [row for each in rows.values() for row in each.rows]
    return result


def names_by_seat(contest: Contest, pair: tuple[int, int], room: int) -> dict[Seat, str]:
    """Return the name of the player in each seat of ``room``, if the two players ``pair`` meet there."""
    both = zip(room_sides(contest.rules, room), pair, strict=True)
    names = {seat: contest.players[index] for side, index in both for seat in side.seats}
    return {seat: names[seat] for seat in contest.rules.seats}


def play_unit(
    rules: Ruleset,
    unit: Unit,
    choosers: RoomChoosers,
    rooms: tuple[int, ...],
    seed: str,
    total: PairResult,
    rows: Mapping[int, RoomRows] | None = None,
) -> None:
    """Let two players play one deal or game in each of ``rooms``, and add the results to ``total``.

    ``unit`` is "deals" or "games". All rooms use the same ``seed``, so the cards are the same. If ``rows`` has an item
    for each room, it gets a row for each deal.
    """
    points = deals = won = 0
    for room in rooms:
        by_seat = {seat: choosers[room, seat] for seat in rules.seats}
        ended = rows[room].add if rows else ignore_deal
        state = play_deal(rules, by_seat, seed, ended) if unit == "deals" else play_game(rules, by_seat, seed, ended)
        sides = room_sides(rules, room)
        own, other = sides
        for result in deal_results(state):
            points += result.points[own.index] - result.points[other.index]
            deals += result.outcome is not Outcome.REDEAL
            for side, tally in zip(sides, total.tallies, strict=True):
                tally.count(result, side)
        if unit == "games":
            total.games += 1
            total.drawn += state.winner is None
            won += _win_points(own=state.winner is own, drawn=state.winner is None)
    total.points.count(points, deals)
    if unit == "games":
        total.won.count(won, 2 * len(rooms))
    else:
        total.won.count(_win_points(own=points > 0, drawn=points == 0), 2)


def _win_points(*, own: bool, drawn: bool) -> int:
    """Return 2 for a win of the first player (``own``), 1 for a draw, and 0 for a loss."""
    if drawn:
        return 1
    return 2 if own else 0


def deal_results(state: Game | Rubber) -> tuple[DealResult, ...]:
    """Return the results of all deals of ``state``, a game or a rubber, in the order of play."""
    games = state.games if isinstance(state, Rubber) else (state,)
    return tuple(result for game in games for result in game.results)


def room_sides(rules: Ruleset, room: int) -> tuple[Partnership, ...]:
    """Return the partnership of the first player of a pair in ``room``, and that of the second player.

    Room 0 and room 1 are the two rooms of duplicate play. In room 0 the first player is north-south; in room 1 the two
    players have exchanged the sides.
    """
    first, second = rules.partnerships
    return (first, second) if room == 0 else (second, first)


def room_choosers(rules: Ruleset, total: PairResult, new_player: NewPlayer) -> RoomChoosers:
    """Return the functions that choose for a pair of players in both rooms.

    The functions also count and time the choices in ``total``.
    """
    choosers: RoomChoosers = {}
    for room in (0, 1):
        for side, index, tally, times in zip(
            room_sides(rules, room), total.pair, total.tallies, total.times, strict=True
        ):
            for seat in side.seats:
                choosers[room, seat] = partial(ask_player, new_player(index, room, seat), tally, times)
    return choosers


def player_for_seat(work: ChunkWork, name: str, seat: Seat, stack: ExitStack) -> Bot:
    """Return a new player for one seat, so that no player remembers what another seat sees.

    When ``stack`` is closed, it ends the player if that is a program.
    """
    if name.startswith(OBJECT):
        return PythonPlayer(name, deepcopy(work.objects[name]))
    if name.startswith(PYTHON):
        return python_player(name)
    if not name.startswith(COMMAND):
        return bot(name)
    command, contest = name.removeprefix(COMMAND), work.contest
    return stack.enter_context(ProgramPlayer(command, contest.rules, seat, contest.seconds, stderr=work.stderr))


def ask_player(player: Bot, tally: PlayerTally, times: ChoiceTimes, seen: Observation, rng: Random) -> Action:
    """Return the choice of ``player`` in ``seen``, or the action of ``fallback`` if it gives no lawful answer.

    Also count the choice in ``tally``, and its time in ``times``.
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
