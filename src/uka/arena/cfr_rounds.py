"""The training of the bidding by counterfactual regret minimization (CFR), in rounds and on any executor.

All chunks of a round start from the tables that the previous round left. The changes that the chunks make are summed in
a fixed order, so that the same seed gives the same tables. Later rounds have more weight (discounted CFR): the weight
of a round's regrets is the number of the round, and the weight of its part of the average strategy is the square of
that number. The tables are saved after each round, so that a run that was killed resumes from its last round.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from functools import partial
from math import sqrt
from operator import mul
from pathlib import Path
from zlib import crc32

import msgspec

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.kernels.bidding_policy import BIDS_PER_ROW, CfrTrainer, blend_tables
from uka.models.model import write_whole

from .chunked_work import Chunk, WorkMismatch, chunks, run
from .worker_process import check_abandoned

STEP = 5_000
"""The number of deals after which a worker tests whether its work was abandoned."""
INITIAL_REGRET = 30.0
"""When the training of a best response starts, the regret of each bid is this number of points, multiplied by the
probability of the bid in the opponents' policy."""
ONE_HOT = [array("f", [float(word == only) for word in range(BIDS_PER_ROW)]) for only in range(BIDS_PER_ROW)]
NON_ZERO = re.compile(rb"[^\0]")
DEAL_DEVIATION = 2.0
"""The assumed standard deviation of the points that a deal scores."""


class CfrSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a training of the bidding by counterfactual regret minimization (CFR)."""

    rules: Ruleset
    pay: tuple[tuple[float, ...], ...]
    """The payoffs of the contracts, as ``CfrTrainer`` takes them."""
    seed: str = "0"
    chunks: int = 4
    """The number of chunks in a round."""
    deals: int = 50_000
    """The number of deals in a chunk."""
    against: bytes = b""
    """Empty, or the bytes of a policy table, which holds the probability of each bid.

    If it is given, the training finds each seat's best response to three seats that follow that policy, and starts from
    the policy. Then all rounds have the same weight, because the opponents do not change.
    """


class CfrTables(msgspec.Struct):
    """The regrets and the average strategy after some rounds of counterfactual regret minimization (CFR).

    Both are tables with a value for each bid, as the bytes of float32 values.
    """

    rounds: int
    """The number of finished rounds."""
    regrets: bytes
    """The cumulative regret of each bid."""
    sums: bytes
    """The average-strategy weight of each bid."""


def train_chunk(settings: CfrSettings, regrets: bytes, chunk: Chunk) -> CfrTables:
    """Train on the deals of ``chunk``, from the cumulative ``regrets`` of the rounds before.

    Return tables that hold only the changes that these deals make.
    """
    trainer = CfrTrainer(settings.rules, settings.pay)
    trained, sums = array("f", regrets), array("f", bytes(len(regrets)))
    against = _floats(settings.against) if settings.against else None
    for number, deals in enumerate(range(0, chunk.size, STEP)):
        check_abandoned()
        seed = crc32(f"{chunk.seed}/{number}".encode())
        trainer.train(trained, sums, seed=seed, deals=min(STEP, chunk.size - deals), against=against)
    blend_tables(trained, 1.0, _floats(regrets), -1.0)
    return CfrTables(0, trained.tobytes(), sums.tobytes())


def training_rounds(settings: CfrSettings, executor: Executor, path: Path) -> Generator[CfrTables]:
    """Yield the tables in the file at ``path``, and then the tables after each further round, without end.

    The tables are saved to the file after each round. Raise ``WorkMismatch`` if the file has other settings.
    """
    tables = load_tables(settings, path)
    yield tables
    while True:
        number = tables.rounds + 1
        regrets, sums = array("f", tables.regrets), array("f", tables.sums)
        discount = 1.0 if settings.against else tables.rounds / number
        todo = chunks(f"{settings.seed}/{number}", settings.chunks * settings.deals, settings.deals)
        for added in run(partial(train_chunk, settings, tables.regrets), todo, executor):
            blend_tables(regrets, discount, _floats(added.regrets), 1.0)
            blend_tables(sums, discount * discount, _floats(added.sums), 1.0)
            discount = 1.0
        tables = CfrTables(number, regrets.tobytes(), sums.tobytes())
        save_tables(settings, tables, path)
        yield tables


def best_responses(settings: CfrSettings, tables: CfrTables, thresholds: Sequence[float]) -> list[array[float]]:
    """Return best responses to the bidding policy ``settings.against``, one for each of ``thresholds``.

    ``tables`` are those of the training with ``settings``. A response replaces a bid of the policy by the best bid if
    the gain, in standard errors, exceeds the threshold.
    """
    base, gains, sums = _floats(settings.against), array("f", tables.regrets), _floats(tables.sums)
    blend_tables(gains, 1.0, base, -INITIAL_REGRET)
    responses = [array("f", settings.against) for _ in thresholds]
    for start in _visited_rows(tables.sums):
        row, shares = gains[start : start + BIDS_PER_ROW], base[start : start + BIDS_PER_ROW]
        # An illegal bid has a regret of exactly 0, so it is never the best bid.
        best = max((bid for bid in range(BIDS_PER_ROW) if row[bid]), key=row.__getitem__, default=0)
        gain = row[best] - sum(map(mul, shares, row))
        error = DEAL_DEVIATION * sqrt(sum(sums[start : start + BIDS_PER_ROW]))
        for response, threshold in zip(responses, thresholds, strict=True):
            if gain > threshold * error:
                response[start : start + BIDS_PER_ROW] = ONE_HOT[best]
    return responses


def _visited_rows(sums: bytes) -> Generator[int]:
    """Yield the index of the first cell of each row of ``sums`` that holds a value other than 0."""
    size, after = 4 * BIDS_PER_ROW, 0
    while match := NON_ZERO.search(sums, after):
        row = match.start() // size
        yield row * BIDS_PER_ROW
        after = (row + 1) * size


def _floats(table: bytes) -> memoryview[float]:
    """Return the values of a table of float32 values, without a copy.

    A copy would take longer than the training of a small round.
    """
    return memoryview(table).cast("f")


def load_tables(settings: CfrSettings, path: Path) -> CfrTables:
    """Return the tables in the file at ``path``, or the initial tables if there is no such file.

    Raise ``WorkMismatch`` if the file has other settings.
    """
    if not path.exists():
        zeros = array("f", bytes(4 * CfrTrainer(settings.rules, settings.pay).size))
        regrets = array("f", zeros)
        if settings.against:
            blend_tables(regrets, 1.0, _floats(settings.against), INITIAL_REGRET)
        return CfrTables(0, regrets.tobytes(), zeros.tobytes())
    try:
        about, tables = msgspec.msgpack.decode(path.read_bytes(), type=tuple[CfrSettings, CfrTables])
    except OSError as error:
        raise UkaError(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UkaError(f"{path} does not hold training tables, or is damaged: give another folder") from error
    if about != settings:
        raise WorkMismatch(f"{path} belongs to a training with other settings; give another file")
    return tables


def save_tables(settings: CfrSettings, tables: CfrTables, path: Path) -> None:
    """Write the tables of a training and its settings to the file at ``path``, which is replaced in one step."""
    write_whole(path, msgspec.msgpack.encode((settings, tables)))
