"""A course of training: from a ruleset and a seed to a model, the same on whatever executor, going on after a kill.

First deals are played with cards hidden, to tell what play makes of the tricks that the solver finds; with that for
pay, calls are learned round by round; after the first round and the last, a best answer to the table is sought and
measured; then deals called by the table are played out, to tell how they end.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator
from concurrent.futures import Executor
from functools import lru_cache, partial
from hashlib import sha256
from math import ceil, sqrt
from operator import mul
from pathlib import Path
from statistics import fmean, stdev
from typing import Literal, NamedTuple
from zlib import crc32

import msgspec

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.kernels.bids import ALONE, Learner, unpacked
from uka.kernels.bids import packed as pack
from uka.kernels.calls import points
from uka.models.model import Gain, Leaves, Model, chances, squeezed, write_whole

from .selfplay import Counted, count_ends, count_leaves, ends_of, leaves_of
from .training import Lessons, Tables, answers, rounds
from .work import Chunk, OtherWork, Store, check, chunks, run

CHUNKS, CHUNK = 2, 250_000
"""Chunks of a round, and the most deals in one."""
FEWEST = 4
"""Rounds in the shortest course."""
PLAYED = 200
"""The most deals played out in a chunk."""
ANSWERED, MATCHED = 10, 100
"""A best answer is sought for one deal in so many that were learned from, and matched in one of so many."""
MATCHES = 40
"""Chunks of a match."""
DOUBTS = (0.0, 0.5, 1.0, 2.0)
"""By how many standard errors a word must be better to be answered: whichever does best in every other chunk."""

Pay = tuple[tuple[float, ...], ...]
Stage = Literal["leaves", "calls", "first answer", "last answer", "ends"]


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be trained: ``deals`` to learn from, ``plays`` to play out for the leaves, and again for the ends."""

    rules: Ruleset
    deals: int
    plays: int
    seed: str = "0"
    command: str = ""

    @property
    def round(self) -> int:
        """Deals in each chunk of a round."""
        return _round(self.deals)

    @property
    def played(self) -> int:
        """Deals played out in a chunk."""
        return min(PLAYED, ceil(self.plays / CHUNKS))

    @property
    def rounds(self) -> int:
        """How many rounds it takes."""
        return ceil(self.deals / (CHUNKS * self.round))

    @property
    def learned(self) -> int:
        """The deals of all rounds."""
        return self.rounds * CHUNKS * self.round


class Step(NamedTuple):
    """How far a stage has come, in deals."""

    stage: Stage
    done: int
    total: int


class Result(msgspec.Struct, frozen=True):
    """What best answers gained a deal in a chunk of matches, each with as much doubt as ``DOUBTS`` has."""

    gains: tuple[float, ...]


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What a state file is of."""

    rules: Ruleset
    seed: str
    table: str = ""


def trained(course: Course, executor: Executor, folder: Path) -> Generator[Step, None, Model]:
    """Steps, then the model; what is done is kept in a folder and never done again. ``OtherWork`` for another's."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UkaError(f"{folder} cannot be used: {error.strerror}") from None
    leaves = yield from _leaves(course, executor, folder)
    pay = pay_of(course.rules, leaves)
    first = yield from _calls(course, pay, 1, executor, folder)
    before = yield from _answered(course, "first answer", pay, first, executor, folder)
    table = yield from _calls(course, pay, course.rounds, executor, folder)
    after = yield from _answered(course, "last answer", pay, table, executor, folder)
    ends = yield from _ends(course, table, executor, folder)
    return Model(
        rules=course.rules,
        calls=squeezed(table),
        leaves=leaves,
        ends=ends,
        command=course.command,
        seed=course.seed,
        deals=course.learned,
        before=before,
        after=after,
    )


def pay_of(rules: Ruleset, leaves: Leaves) -> Pay:
    """What the makers get on average, by the kind of contract and the tricks they take by best play with all seen."""
    worth = points(rules)
    return tuple(
        tuple(sum(map(mul, row, worth[kind % ALONE])) for row in chances(counts)) for kind, counts in enumerate(leaves)
    )


def _round(deals: int) -> int:
    return max(1, min(CHUNK, ceil(deals / (CHUNKS * FEWEST))))


def _leaves(course: Course, executor: Executor, folder: Path) -> Generator[Step, None, Leaves]:
    job = partial(count_leaves, course.rules)
    store = Store[Counted].open(folder / "leaves.json", About(rules=course.rules, seed=course.seed), Counted)
    found = yield from _counted(course, "leaves", job, executor, store)
    return leaves_of(course.rules, found)


def _ends(
    course: Course, table: array[float], executor: Executor, folder: Path
) -> Generator[Step, None, tuple[int, ...]]:
    job = partial(count_ends, course.rules, bytes(pack(table)))
    store = Store[Counted].open(folder / "ends.json", _about(course, table), Counted)
    found = yield from _counted(course, "ends", job, executor, store)
    return ends_of(found)


def _counted(
    course: Course, stage: Stage, job: partial[Counted], executor: Executor, store: Store[Counted]
) -> Generator[Step, None, list[Counted]]:
    done, found = 0, list[Counted]()
    todo = chunks(f"{course.seed}/{stage}", course.plays, course.played)
    yield Step(stage, done, course.plays)
    for chunk, counted in zip(todo, run(job, todo, executor, store), strict=True):
        found.append(counted)
        done += chunk.size
        yield Step(stage, done, course.plays)
    return found


def _calls(
    course: Course, pay: Pay, until: int, executor: Executor, folder: Path
) -> Generator[Step, None, array[float]]:
    """The table after so many rounds, in shares as it ships."""
    path = folder / f"calls.{until}"
    if path.exists():
        return unpacked(path.read_bytes())
    lessons = Lessons(rules=course.rules, pay=pay, seed=f"{course.seed}/calls", chunks=CHUNKS, deals=course.round)
    tables = yield from _learned(lessons, "calls", until, course.learned, executor, folder / "calls")
    if tables.rounds > until:
        raise OtherWork(f"what is in {folder} has learned from more deals: give another file")
    packed = pack(array("f", tables.sums))
    write_whole(path, packed)
    return unpacked(packed)


def _learned(
    lessons: Lessons, stage: Stage, until: int, total: int, executor: Executor, path: Path
) -> Generator[Step, None, Tables]:
    """The tables after so many rounds, or more if there were more."""
    work = rounds(lessons, executor, path)
    tables = next(work)
    yield Step(stage, tables.rounds * lessons.chunks * lessons.deals, total)
    while tables.rounds < until:
        tables = next(work)
        yield Step(stage, tables.rounds * lessons.chunks * lessons.deals, total)
    return tables


def _answered(
    course: Course, stage: Stage, pay: Pay, table: array[float], executor: Executor, folder: Path
) -> Generator[Step, None, Gain]:
    """What a best answer to a table gains."""
    rules, seed = course.rules, f"{course.seed}/answer"
    size, matched = _round(course.deals // ANSWERED), max(4, course.deals // MATCHED)
    learned = ceil(course.deals / ANSWERED / (CHUNKS * size)) * CHUNKS * size
    lessons = Lessons(rules=rules, pay=pay, seed=seed, chunks=CHUNKS, deals=size, against=table.tobytes())
    store = Store[Result].open(folder / f"{stage}.json", _about(course, table), Result)
    todo = chunks(f"{seed}/match", matched, ceil(matched / MATCHES))
    found = tuple[bytes, ...]()
    if any(chunk not in store.kept for chunk in todo):
        until = learned // (CHUNKS * size)
        tables = yield from _learned(lessons, stage, until, learned + matched, executor, folder / stage)
        found = tuple(bytes(pack(table)) for table in answers(lessons, tables, DOUBTS))
    results = list[Result]()
    job = partial(_match, rules, pay, bytes(pack(table)), found)
    for number, result in enumerate(run(job, todo, executor, store), 1):
        results.append(result)
        yield Step(stage, learned + number * matched // len(todo), learned + matched)
    return gain_of(results)


def gain_of(found: list[Result]) -> Gain:
    """What the best of the answers gained: half of the chunks tell which one it is, and the others how much."""
    best = max(range(len(DOUBTS)), key=lambda number: sum(result.gains[number] for result in found[::2]))
    gains = [result.gains[best] for result in found[1::2]]
    return Gain(fmean(gains), stdev(gains) / sqrt(len(gains)))


def _match(rules: Ruleset, pay: Pay, table: bytes, answers: tuple[bytes, ...], chunk: Chunk) -> Result:
    """What each answer gains in a seat of its own, on average over the four seats, each on the same deals."""
    learner, seed, usual = Learner(rules, pay), crc32(chunk.seed.encode()), _opened(table)
    gains = list[float]()
    for own in map(_opened, answers):
        check()
        gain = 0.0
        for place in range(len(SEATS)):
            tables = [own if seat == place else usual for seat in range(len(SEATS))]
            brought, _ = learner.match(tables, seed=seed, deals=chunk.size)
            gain += -brought if place % 2 else brought  # what the table would get there cancels out
        gains.append(gain / len(SEATS))
    return Result(tuple(gains))


@lru_cache(maxsize=1 + len(DOUBTS))
def _opened(packed: bytes) -> array[float]:
    return unpacked(packed)


def _about(course: Course, table: array[float]) -> About:
    return About(rules=course.rules, seed=course.seed, table=sha256(table).hexdigest())
