"""A training run, which makes a model from a ruleset and a seed. A run that was killed resumes from its files.

First, self-play with hidden cards measures how many tricks real play takes for each double-dummy value. These
measurements give the payoffs for the CFR training of the bidding. After the first round and after the last, a best
response to the policy is trained, and its gain is measured. Finally, deals that were bid by the policy are played to
the end to count how they end. The model does not depend on the executor.
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
"""The number of chunks in a round, and the maximum number of deals in such a chunk."""
FEWEST = 4
"""The minimum number of rounds."""
PLAYED = 200
"""The maximum number of deals in a chunk of deals that are played to the end."""
RESPONSE_SHARE, MATCH_SHARE = 10, 100
"""Divisors of the number of training deals. A tenth of that number trains a best response, and a hundredth measures its
gain."""
MATCHES = 40
"""The number of chunks of deals that measure a best response's gain."""
DOUBTS = (0.0, 0.5, 1.0, 2.0)
"""The thresholds that ``best_responses`` tries, in standard errors. Half of the measured gains decide which
threshold is used."""

Pay = tuple[tuple[float, ...], ...]
TrainingStage = Literal["leaves", "calls", "first answer", "last answer", "ends"]


class TrainingPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a training run.

    ``deals`` is the number of deals to train on. ``plays`` is the number of deals to play to the end for
    ``Model.leaves``, and again for ``Model.ends``. ``command`` is recorded in the model.
    """

    rules: Ruleset
    deals: int
    plays: int
    seed: str = "0"
    command: str = ""

    @property
    def round(self) -> int:
        """The number of deals in each chunk of a training round."""
        return _round(self.deals)

    @property
    def played(self) -> int:
        """The number of deals in each chunk of deals that are played to the end."""
        return min(PLAYED, ceil(self.plays / CHUNKS))

    @property
    def rounds(self) -> int:
        """The number of training rounds."""
        return ceil(self.deals / (CHUNKS * self.round))

    @property
    def learned(self) -> int:
        """The number of deals in all training rounds together. It is at least ``deals``."""
        return self.rounds * CHUNKS * self.round


class TrainingProgress(NamedTuple):
    """The number of deals done and the total number of deals, in one stage of the training."""

    stage: TrainingStage
    done: int
    total: int


class MatchGains(msgspec.Struct, frozen=True):
    """The mean points per deal that best responses gained in one chunk, for each threshold in ``DOUBTS``."""

    gains: tuple[float, ...]


class StateFileHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a state file: the rules, the seed, and the SHA-256 of the policy table, if any."""

    rules: Ruleset
    seed: str
    table: str = ""


def train_model(plan: TrainingPlan, executor: Executor, folder: Path) -> Generator[TrainingProgress, None, Model]:
    """Train a model. Yield the progress, and return the model.

    ``folder`` stores finished work, from which a later run resumes. Raise ``WorkMismatch`` if the folder belongs to
    another plan.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UkaError(f"{folder} cannot be used: {error.strerror}") from None
    leaves = yield from _leaves(plan, executor, folder)
    pay = contract_payoffs(plan.rules, leaves)
    first = yield from _calls(plan, pay, 1, executor, folder)
    before = yield from _best_response(plan, "first answer", pay, first, executor, folder)
    table = yield from _calls(plan, pay, plan.rounds, executor, folder)
    after = yield from _best_response(plan, "last answer", pay, table, executor, folder)
    ends = yield from _ends(plan, table, executor, folder)
    return Model(
        rules=plan.rules,
        calls=compress_table(table),
        leaves=leaves,
        ends=ends,
        command=plan.command,
        seed=plan.seed,
        deals=plan.learned,
        before=before,
        after=after,
    )


def contract_payoffs(rules: Ruleset, leaves: Leaves) -> Pay:
    """Return the makers' mean score in real play, as a table with the indexes ``[kind][solved]``.

    ``kind`` is a result of ``contract_kind``, and ``solved`` the makers' number of double-dummy tricks. ``leaves`` has
    the same meaning as in ``Model``.
    """
    points = contract_points(rules)
    return tuple(
        tuple(sum(map(mul, row, points[kind % ALONE_KINDS])) for row in trick_chances(counts))
        for kind, counts in enumerate(leaves)
    )


def _round(deals: int) -> int:
    return max(1, min(CHUNK, ceil(deals / (CHUNKS * FEWEST))))


def _leaves(plan: TrainingPlan, executor: Executor, folder: Path) -> Generator[TrainingProgress, None, Leaves]:
    job = partial(count_leaves, plan.rules)
    store = ChunkStore[SelfPlayCounts].open(
        folder / "leaves.json", StateFileHeader(rules=plan.rules, seed=plan.seed), SelfPlayCounts
    )
    found = yield from _self_play(plan, "leaves", job, executor, store)
    return leaves_of(plan.rules, found)


def _ends(
    plan: TrainingPlan, table: array[float], executor: Executor, folder: Path
) -> Generator[TrainingProgress, None, tuple[int, ...]]:
    job = partial(count_ends, plan.rules, bytes(pack_table(table)))
    store = ChunkStore[SelfPlayCounts].open(folder / "ends.json", _about(plan, table), SelfPlayCounts)
    found = yield from _self_play(plan, "ends", job, executor, store)
    return ends_of(found)


def _self_play(
    plan: TrainingPlan,
    stage: TrainingStage,
    job: partial[SelfPlayCounts],
    executor: Executor,
    store: ChunkStore[SelfPlayCounts],
) -> Generator[TrainingProgress, None, list[SelfPlayCounts]]:
    done, found = 0, list[SelfPlayCounts]()
    todo = chunks(f"{plan.seed}/{stage}", plan.plays, plan.played)
    yield TrainingProgress(stage, done, plan.plays)
    for chunk, counted in zip(todo, run(job, todo, executor, store), strict=True):
        found.append(counted)
        done += chunk.size
        yield TrainingProgress(stage, done, plan.plays)
    return found


def _calls(
    plan: TrainingPlan, pay: Pay, until: int, executor: Executor, folder: Path
) -> Generator[TrainingProgress, None, array[float]]:
    """Return the policy table after ``until`` rounds. Its values are rounded as in a model's file."""
    path = folder / f"calls.{until}"
    if path.exists():
        return unpack_table(path.read_bytes())
    settings = CfrSettings(rules=plan.rules, pay=pay, seed=f"{plan.seed}/calls", chunks=CHUNKS, deals=plan.round)
    tables = yield from _trained(settings, "calls", until, plan.learned, executor, folder / "calls")
    if tables.rounds > until:
        raise WorkMismatch(f"the tables in {folder} were trained on more deals: give another folder")
    packed = pack_table(array("f", tables.sums))
    write_whole(path, packed)
    return unpack_table(packed)


def _trained(
    settings: CfrSettings, stage: TrainingStage, until: int, total: int, executor: Executor, path: Path
) -> Generator[TrainingProgress, None, CfrTables]:
    """Train until ``until`` rounds are done. Yield the progress, and return the regrets and the average strategy.

    ``total`` is the total number of deals that the yielded progress names. Training resumes from the file at ``path``.
    If that file already has more rounds, its tables are returned unchanged.
    """
    work = training_rounds(settings, executor, path)
    tables = next(work)
    yield TrainingProgress(stage, tables.rounds * settings.chunks * settings.deals, total)
    while tables.rounds < until:
        tables = next(work)
        yield TrainingProgress(stage, tables.rounds * settings.chunks * settings.deals, total)
    return tables


def _best_response(
    plan: TrainingPlan, stage: TrainingStage, pay: Pay, table: array[float], executor: Executor, folder: Path
) -> Generator[TrainingProgress, None, BestResponseGain]:
    """Train a best response to a policy table. Yield the progress, and return the best response's gain."""
    rules, seed = plan.rules, f"{plan.seed}/answer"
    size, matched = _round(plan.deals // RESPONSE_SHARE), max(4, plan.deals // MATCH_SHARE)
    learned = ceil(plan.deals / RESPONSE_SHARE / (CHUNKS * size)) * CHUNKS * size
    settings = CfrSettings(rules=rules, pay=pay, seed=seed, chunks=CHUNKS, deals=size, against=table.tobytes())
    store = ChunkStore[MatchGains].open(folder / f"{stage}.json", _about(plan, table), MatchGains)
    todo = chunks(f"{seed}/match", matched, ceil(matched / MATCHES))
    responses = tuple[bytes, ...]()
    if any(chunk not in store.kept for chunk in todo):
        until = learned // (CHUNKS * size)
        tables = yield from _trained(settings, stage, until, learned + matched, executor, folder / stage)
        responses = tuple(bytes(pack_table(table)) for table in best_responses(settings, tables, DOUBTS))
    results = list[MatchGains]()
    job = partial(_match, rules, pay, bytes(pack_table(table)), responses)
    for number, result in enumerate(run(job, todo, executor, store), 1):
        results.append(result)
        yield TrainingProgress(stage, learned + number * matched // len(todo), learned + matched)
    return best_response_gain(results)


def best_response_gain(found: list[MatchGains]) -> BestResponseGain:
    """Return the gain of the best response.

    Half of the chunks select the threshold; the other half measure the gain at that threshold.
    """
    best = max(range(len(DOUBTS)), key=lambda number: sum(result.gains[number] for result in found[::2]))
    gains = [result.gains[best] for result in found[1::2]]
    return BestResponseGain(fmean(gains), stdev(gains) / sqrt(len(gains)))


def _match(rules: Ruleset, pay: Pay, table: bytes, responses: tuple[bytes, ...], chunk: Chunk) -> MatchGains:
    """Return the mean gain of each best response if it plays one seat and the policy plays the others.

    Each response plays the same deals four times, once in each seat.
    """
    trainer, seed, base = CfrTrainer(rules, pay), crc32(chunk.seed.encode()), _unpacked(table)
    gains = list[float]()
    for response in map(_unpacked, responses):
        check_abandoned()
        gain = 0.0
        for place in range(len(SEATS)):
            tables = [response if seat == place else base for seat in range(len(SEATS))]
            score, _ = trainer.match(tables, seed=seed, deals=chunk.size)
            # ``score`` is the score of seats 0 and 2. The dealer's advantage cancels out over the four seats.
            gain += -score if place % 2 else score
        gains.append(gain / len(SEATS))
    return MatchGains(tuple(gains))


@lru_cache(maxsize=1 + len(DOUBTS))
def _unpacked(packed: bytes) -> array[float]:
    return unpack_table(packed)


def _about(plan: TrainingPlan, table: array[float]) -> StateFileHeader:
    return StateFileHeader(rules=plan.rules, seed=plan.seed, table=sha256(table).hexdigest())
