"""A training run: from a ruleset and a seed to a model, the same on any executor; it can be killed and continued.

First, self-play with hidden cards measures what play makes of double-dummy tricks. These are the payoffs for the CFR
training of the bidding. After the first and the last round a best response to the policy is trained and measured. Last,
deals bid by the policy are played out, to count how they end.
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
from uka.kernels.bidding import contract_points
from uka.kernels.bidding_policy import ALONE_KINDS, CfrTrainer, pack_table, unpack_table
from uka.models.model import BestResponseGain, Leaves, Model, compress_table, trick_chances, write_whole

from .cfr_rounds import CfrSettings, CfrTables, best_responses, training_rounds
from .chunked_work import Chunk, ChunkStore, WorkMismatch, chunks, run
from .selfplay import SelfPlayCounts, count_ends, count_leaves, ends_of, leaves_of
from .worker_process import check_abandoned

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
TrainingStage = Literal["leaves", "calls", "first answer", "last answer", "ends"]


class TrainingPlan(msgspec.Struct, frozen=True, kw_only=True):
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


class TrainingProgress(NamedTuple):
    """How far a stage has come, in deals."""

    stage: TrainingStage
    done: int
    total: int


class MatchGains(msgspec.Struct, frozen=True):
    """What best answers gained a deal in a chunk of matches, each with as much doubt as ``DOUBTS`` has."""

    gains: tuple[float, ...]


class StateFileHeader(msgspec.Struct, frozen=True, kw_only=True):
    """What a state file is of."""

    rules: Ruleset
    seed: str
    table: str = ""


def train_model(course: TrainingPlan, executor: Executor, folder: Path) -> Generator[TrainingProgress, None, Model]:
    """Steps, then the model; what is done is kept in a folder and never done again. ``WorkMismatch`` for another's."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UkaError(f"{folder} cannot be used: {error.strerror}") from None
    leaves = yield from _leaves(course, executor, folder)
    pay = contract_payoffs(course.rules, leaves)
    first = yield from _calls(course, pay, 1, executor, folder)
    before = yield from _answered(course, "first answer", pay, first, executor, folder)
    table = yield from _calls(course, pay, course.rounds, executor, folder)
    after = yield from _answered(course, "last answer", pay, table, executor, folder)
    ends = yield from _ends(course, table, executor, folder)
    return Model(
        rules=course.rules,
        calls=compress_table(table),
        leaves=leaves,
        ends=ends,
        command=course.command,
        seed=course.seed,
        deals=course.learned,
        before=before,
        after=after,
    )


def contract_payoffs(rules: Ruleset, leaves: Leaves) -> Pay:
    """What the makers get on average, by the kind of contract and the tricks they take by best play with all seen."""
    worth = contract_points(rules)
    return tuple(
        tuple(sum(map(mul, row, worth[kind % ALONE_KINDS])) for row in trick_chances(counts))
        for kind, counts in enumerate(leaves)
    )


def _round(deals: int) -> int:
    return max(1, min(CHUNK, ceil(deals / (CHUNKS * FEWEST))))


def _leaves(course: TrainingPlan, executor: Executor, folder: Path) -> Generator[TrainingProgress, None, Leaves]:
    job = partial(count_leaves, course.rules)
    store = ChunkStore[SelfPlayCounts].open(
        folder / "leaves.json", StateFileHeader(rules=course.rules, seed=course.seed), SelfPlayCounts
    )
    found = yield from _counted(course, "leaves", job, executor, store)
    return leaves_of(course.rules, found)


def _ends(
    course: TrainingPlan, table: array[float], executor: Executor, folder: Path
) -> Generator[TrainingProgress, None, tuple[int, ...]]:
    job = partial(count_ends, course.rules, bytes(pack_table(table)))
    store = ChunkStore[SelfPlayCounts].open(folder / "ends.json", _about(course, table), SelfPlayCounts)
    found = yield from _counted(course, "ends", job, executor, store)
    return ends_of(found)


def _counted(
    course: TrainingPlan,
    stage: TrainingStage,
    job: partial[SelfPlayCounts],
    executor: Executor,
    store: ChunkStore[SelfPlayCounts],
) -> Generator[TrainingProgress, None, list[SelfPlayCounts]]:
    done, found = 0, list[SelfPlayCounts]()
    todo = chunks(f"{course.seed}/{stage}", course.plays, course.played)
    yield TrainingProgress(stage, done, course.plays)
    for chunk, counted in zip(todo, run(job, todo, executor, store), strict=True):
        found.append(counted)
        done += chunk.size
        yield TrainingProgress(stage, done, course.plays)
    return found


def _calls(
    course: TrainingPlan, pay: Pay, until: int, executor: Executor, folder: Path
) -> Generator[TrainingProgress, None, array[float]]:
    """The table after so many rounds, in shares as it ships."""
    path = folder / f"calls.{until}"
    if path.exists():
        return unpack_table(path.read_bytes())
    lessons = CfrSettings(rules=course.rules, pay=pay, seed=f"{course.seed}/calls", chunks=CHUNKS, deals=course.round)
    tables = yield from _learned(lessons, "calls", until, course.learned, executor, folder / "calls")
    if tables.rounds > until:
        raise WorkMismatch(f"what is in {folder} has learned from more deals: give another file")
    packed = pack_table(array("f", tables.sums))
    write_whole(path, packed)
    return unpack_table(packed)


def _learned(
    lessons: CfrSettings, stage: TrainingStage, until: int, total: int, executor: Executor, path: Path
) -> Generator[TrainingProgress, None, CfrTables]:
    """The tables after so many rounds, or more if there were more."""
    work = training_rounds(lessons, executor, path)
    tables = next(work)
    yield TrainingProgress(stage, tables.rounds * lessons.chunks * lessons.deals, total)
    while tables.rounds < until:
        tables = next(work)
        yield TrainingProgress(stage, tables.rounds * lessons.chunks * lessons.deals, total)
    return tables


def _answered(
    course: TrainingPlan, stage: TrainingStage, pay: Pay, table: array[float], executor: Executor, folder: Path
) -> Generator[TrainingProgress, None, BestResponseGain]:
    """What a best answer to a table gains."""
    rules, seed = course.rules, f"{course.seed}/answer"
    size, matched = _round(course.deals // ANSWERED), max(4, course.deals // MATCHED)
    learned = ceil(course.deals / ANSWERED / (CHUNKS * size)) * CHUNKS * size
    lessons = CfrSettings(rules=rules, pay=pay, seed=seed, chunks=CHUNKS, deals=size, against=table.tobytes())
    store = ChunkStore[MatchGains].open(folder / f"{stage}.json", _about(course, table), MatchGains)
    todo = chunks(f"{seed}/match", matched, ceil(matched / MATCHES))
    found = tuple[bytes, ...]()
    if any(chunk not in store.kept for chunk in todo):
        until = learned // (CHUNKS * size)
        tables = yield from _learned(lessons, stage, until, learned + matched, executor, folder / stage)
        found = tuple(bytes(pack_table(table)) for table in best_responses(lessons, tables, DOUBTS))
    results = list[MatchGains]()
    job = partial(_match, rules, pay, bytes(pack_table(table)), found)
    for number, result in enumerate(run(job, todo, executor, store), 1):
        results.append(result)
        yield TrainingProgress(stage, learned + number * matched // len(todo), learned + matched)
    return best_response_gain(results)


def best_response_gain(found: list[MatchGains]) -> BestResponseGain:
    """What the best of the answers gained: half of the chunks tell which one it is, and the others how much."""
    best = max(range(len(DOUBTS)), key=lambda number: sum(result.gains[number] for result in found[::2]))
    gains = [result.gains[best] for result in found[1::2]]
    return BestResponseGain(fmean(gains), stdev(gains) / sqrt(len(gains)))


def _match(rules: Ruleset, pay: Pay, table: bytes, answers: tuple[bytes, ...], chunk: Chunk) -> MatchGains:
    """What each answer gains in a seat of its own, on average over the four seats, each on the same deals."""
    trainer, seed, usual = CfrTrainer(rules, pay), crc32(chunk.seed.encode()), _opened(table)
    gains = list[float]()
    for own in map(_opened, answers):
        check_abandoned()
        gain = 0.0
        for place in range(len(SEATS)):
            tables = [own if seat == place else usual for seat in range(len(SEATS))]
            brought, _ = trainer.match(tables, seed=seed, deals=chunk.size)
            gain += -brought if place % 2 else brought  # what the table would get there cancels out
        gains.append(gain / len(SEATS))
    return MatchGains(tuple(gains))


@lru_cache(maxsize=1 + len(DOUBTS))
def _opened(packed: bytes) -> array[float]:
    return unpack_table(packed)


def _about(course: TrainingPlan, table: array[float]) -> StateFileHeader:
    return StateFileHeader(rules=course.rules, seed=course.seed, table=sha256(table).hexdigest())
