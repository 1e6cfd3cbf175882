"""The training of a model from a ruleset and a seed. A run that was killed resumes from its files.

First, bots play deals with hidden cards, to measure how many tricks they take for each double-dummy value. This gives
the payoffs for the CFR training of the bidding. After the first round of that training and after the last, a best
response to the bidding policy is trained, and its gain is measured. Finally, deals that are bid by the policy are
played to their end, to count how they end. The model does not depend on the executor.
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
from .selfplay import SelfPlayCounts, count_ends, count_leaves, sum_ends, sum_leaves
from .worker_process import check_abandoned

CHUNKS, MAX_CHUNK = 2, 250_000
"""The number of chunks in a training round, and the maximum number of deals in such a chunk."""
FEWEST = 4
"""The minimum number of training rounds."""
MAX_PLAYED_CHUNK = 200
"""The maximum number of deals in a chunk of deals that are played to the end."""
RESPONSE_SHARE, MATCH_SHARE = 10, 100
"""Divisors of the number of training deals: a tenth of that number trains a best response, and a hundredth measures the
gain of the response."""
MATCHES = 40
"""The number of chunks of deals that measure the gain of a best response."""
THRESHOLDS = (0.0, 0.5, 1.0, 2.0)
"""The thresholds, in standard errors, for which ``best_responses`` makes a response. One half of the measured gains
decides which of them is used."""

Pay = tuple[tuple[float, ...], ...]
"""The makers' mean score, with the indexes ``[kind of contract][double-dummy tricks]``."""
TrainingStage = Literal["leaves", "calls", "first answer", "last answer", "ends"]
"""The stages of a training, in order. An answer is a best response to the policy after the first or last round."""


class TrainingPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a training run."""

    rules: Ruleset
    deals: int
    """The number of deals on which the bidding is trained, at least."""
    plays: int
    """The number of deals that are played to their end for ``Model.leaves``, and again for ``Model.ends``."""
    seed: str = "0"
    command: str = ""
    """The command that started the training, which the model records."""

    @property
    def chunk_size(self) -> int:
        """The number of deals in each chunk of a training round."""
        return _chunk_size(self.deals)

    @property
    def played_chunk_size(self) -> int:
        """The number of deals in each chunk of deals that are played to the end."""
        return min(MAX_PLAYED_CHUNK, ceil(self.plays / CHUNKS))

    @property
    def rounds(self) -> int:
        """The number of training rounds."""
        return ceil(self.deals / (CHUNKS * self.chunk_size))

    @property
    def training_deals(self) -> int:
        """The number of deals in all training rounds together, which is at least ``deals``."""
        return self.rounds * CHUNKS * self.chunk_size


class TrainingProgress(NamedTuple):
    """How far one stage of a training is."""

    stage: TrainingStage
    done: int
    """The number of deals that are done."""
    total: int
    """The number of all deals of the stage."""


class MatchGains(msgspec.Struct, frozen=True):
    """How much best responses gained on the policy in one chunk of deals."""

    gains: tuple[float, ...]
    """For each threshold in ``THRESHOLDS``, the mean gain in points a deal."""


class StateFileHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a state file of a training, which says to what work the file belongs."""

    rules: Ruleset
    seed: str
    table: str = ""
    """The SHA-256 of the policy table, in hexadecimal, or an empty text for work without a policy."""


def train_model(plan: TrainingPlan, executor: Executor, folder: Path) -> Generator[TrainingProgress, None, Model]:
    """Train a model by ``plan``. Yield the progress, and return the model at the end.

    The files in ``folder`` hold finished work, from which a later run resumes. Raise ``WorkMismatch`` if they belong to
    another plan.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UkaError(f"{folder} cannot be used: {error.strerror}") from None
    leaves = yield from _self_play_leaves(plan, executor, folder)
    pay = contract_payoffs(plan.rules, leaves)
    first = yield from _train_calls(plan, pay, 1, executor, folder)
    before = yield from _best_response(plan, "first answer", pay, first, executor, folder)
    table = yield from _train_calls(plan, pay, plan.rounds, executor, folder)
    after = yield from _best_response(plan, "last answer", pay, table, executor, folder)
    ends = yield from _self_play_ends(plan, table, executor, folder)
    return Model(
        rules=plan.rules,
        calls=compress_table(table),
        leaves=leaves,
        ends=ends,
        command=plan.command,
        seed=plan.seed,
        deals=plan.training_deals,
        before=before,
        after=after,
    )


def contract_payoffs(rules: Ruleset, leaves: Leaves) -> Pay:
    """Return the makers' mean score in deals that bots played, as a table with the indexes ``[kind][solved]``.

    ``kind`` is a result of ``contract_kind``, and ``solved`` the number of double-dummy tricks of the makers.
    ``leaves`` holds counts of deals, as ``Model.leaves`` does.
    """
    points = contract_points(rules)
    return tuple(
        tuple(sum(map(mul, row, points[kind % ALONE_KINDS])) for row in trick_chances(counts))
        for kind, counts in enumerate(leaves)
    )


def _chunk_size(deals: int) -> int:
    return max(1, min(MAX_CHUNK, ceil(deals / (CHUNKS * FEWEST))))


def _self_play_leaves(
    plan: TrainingPlan, executor: Executor, folder: Path
) -> Generator[TrainingProgress, None, Leaves]:
    """Let bots play deals. Yield the progress, and return the counts for ``Model.leaves``."""
    job = partial(count_leaves, plan.rules)
    store = ChunkStore[SelfPlayCounts].open(
        folder / "leaves.json", StateFileHeader(rules=plan.rules, seed=plan.seed), SelfPlayCounts
    )
    found = yield from _self_play(plan, "leaves", job, executor, store)
    return sum_leaves(plan.rules, found)


def _self_play_ends(
    plan: TrainingPlan, table: array[float], executor: Executor, folder: Path
) -> Generator[TrainingProgress, None, tuple[int, ...]]:
    """Let bots play deals, bidding by ``table``. Yield the progress, and return the counts for ``Model.ends``."""
    job = partial(count_ends, plan.rules, bytes(pack_table(table)))
    store = ChunkStore[SelfPlayCounts].open(folder / "ends.json", _state_header(plan, table), SelfPlayCounts)
    found = yield from _self_play(plan, "ends", job, executor, store)
    return sum_ends(found)


def _self_play(
    plan: TrainingPlan,
    stage: TrainingStage,
    job: partial[SelfPlayCounts],
    executor: Executor,
    store: ChunkStore[SelfPlayCounts],
) -> Generator[TrainingProgress, None, list[SelfPlayCounts]]:
    """Run ``job`` on each chunk of the plan's deals. Yield the progress, and return the counts of each chunk."""
    done, found = 0, list[SelfPlayCounts]()
    todo = chunks(f"{plan.seed}/{stage}", plan.plays, plan.played_chunk_size)
    yield TrainingProgress(stage, done, plan.plays)
    for chunk, counted in zip(todo, run(job, todo, executor, store), strict=True):
        found.append(counted)
        done += chunk.size
        yield TrainingProgress(stage, done, plan.plays)
    return found


def _train_calls(
    plan: TrainingPlan, pay: Pay, target_rounds: int, executor: Executor, folder: Path
) -> Generator[TrainingProgress, None, array[float]]:
    """Train the bidding, and return the policy table after ``target_rounds`` rounds, rounded as in a model's file."""
    path = folder / f"calls.{target_rounds}"
    if path.exists():
        return unpack_table(path.read_bytes())
    settings = CfrSettings(rules=plan.rules, pay=pay, seed=f"{plan.seed}/calls", chunks=CHUNKS, deals=plan.chunk_size)
    tables = yield from _train_until(settings, "calls", target_rounds, plan.training_deals, executor, folder / "calls")
    if tables.rounds > target_rounds:
        raise WorkMismatch(f"the tables in {folder} were trained on more deals: give another folder")
    packed = pack_table(array("f", tables.sums))
    write_whole(path, packed)
    return unpack_table(packed)


def _train_until(
    settings: CfrSettings, stage: TrainingStage, target_rounds: int, total_deals: int, executor: Executor, path: Path
) -> Generator[TrainingProgress, None, CfrTables]:
    """Train until ``target_rounds`` rounds are done. Yield the progress, and return the tables of the training.

    ``total_deals`` is the number of all deals of the stage, for the progress. The training resumes from the file at
    ``path``. If that file already has more rounds, return its tables.
    """
    work = training_rounds(settings, executor, path)
    tables = next(work)
    yield TrainingProgress(stage, tables.rounds * settings.chunks * settings.deals, total_deals)
    while tables.rounds < target_rounds:
        tables = next(work)
        yield TrainingProgress(stage, tables.rounds * settings.chunks * settings.deals, total_deals)
    return tables


def _best_response(
    plan: TrainingPlan, stage: TrainingStage, pay: Pay, table: array[float], executor: Executor, folder: Path
) -> Generator[TrainingProgress, None, BestResponseGain]:
    """Train a best response to the policy ``table``. Yield the progress, and return the gain of the response."""
    rules, seed = plan.rules, f"{plan.seed}/answer"
    size, matched = _chunk_size(plan.deals // RESPONSE_SHARE), max(4, plan.deals // MATCH_SHARE)
    learned = ceil(plan.deals / RESPONSE_SHARE / (CHUNKS * size)) * CHUNKS * size
    settings = CfrSettings(rules=rules, pay=pay, seed=seed, chunks=CHUNKS, deals=size, against=table.tobytes())
    store = ChunkStore[MatchGains].open(folder / f"{stage}.json", _state_header(plan, table), MatchGains)
    todo = chunks(f"{seed}/match", matched, ceil(matched / MATCHES))
    responses = tuple[bytes, ...]()
    if any(chunk not in store.results for chunk in todo):
        target_rounds = learned // (CHUNKS * size)
        total = learned + matched
        tables = yield from _train_until(settings, stage, target_rounds, total, executor, folder / stage)
        responses = tuple(bytes(pack_table(table)) for table in best_responses(settings, tables, THRESHOLDS))
    results = list[MatchGains]()
    job = partial(_match_gains, rules, pay, bytes(pack_table(table)), responses)
    for number, result in enumerate(run(job, todo, executor, store), 1):
        results.append(result)
        yield TrainingProgress(stage, learned + number * matched // len(todo), learned + matched)
    return best_response_gain(results)


def best_response_gain(found: list[MatchGains]) -> BestResponseGain:
    """Return the gain of the best response. ``found`` holds the gains in each chunk of deals.

    Every other chunk selects the threshold. The remaining chunks measure the gain at that threshold.
    """
    selecting, measuring = found[::2], found[1::2]
    best = max(range(len(THRESHOLDS)), key=lambda index: sum(each.gains[index] for each in selecting))
    gains = [each.gains[best] for each in measuring]
    return BestResponseGain(fmean(gains), stdev(gains) / sqrt(len(gains)))


def _match_gains(rules: Ruleset, pay: Pay, table: bytes, responses: tuple[bytes, ...], chunk: Chunk) -> MatchGains:
    """Return the mean gain, in points a deal, of each best response in one seat against the policy in the other seats.

    Each response plays the deals of ``chunk`` four times, once in each seat.
    """
    trainer, seed, base = CfrTrainer(rules, pay), crc32(chunk.seed.encode()), _unpacked_table(table)
    gains = list[float]()
    for response in map(_unpacked_table, responses):
        check_abandoned()
        gain = 0.0
        for place in range(len(SEATS)):
            tables = [response if seat == place else base for seat in range(len(SEATS))]
            score, _ = trainer.match(tables, seed=seed, deals=chunk.size)
            # ``score`` is the score of seats 0 and 2. The dealer's advantage cancels out over the four seats.
            gain += -score if place % 2 else score
        gains.append(gain / len(SEATS))
    return MatchGains(tuple(gains))


@lru_cache(maxsize=1 + len(THRESHOLDS))
def _unpacked_table(packed: bytes) -> array[float]:
    return unpack_table(packed)


def _state_header(plan: TrainingPlan, table: array[float]) -> StateFileHeader:
    return StateFileHeader(rules=plan.rules, seed=plan.seed, table=sha256(table).hexdigest())
