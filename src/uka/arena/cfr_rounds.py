"""CFR training of bidding in rounds, on any executor. The same seed gives the same table.

All chunks of a round start from the tables of the previous round, and their additions are summed in order. Later rounds
weigh more (discounted CFR): regrets by the number of the round, the average strategy by its square. The tables are
saved after each round, so a run that was killed resumes from its last round.
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
"""A worker checks after this number of deals whether its work was abandoned."""
INITIAL_REGRET = 30.0
"""The regret, in points, with which a bid of the opponents' policy starts the training of a best response. It is
multiplied by the probability of the bid."""
ONE_HOT = [array("f", [float(word == only) for word in range(BIDS_PER_ROW)]) for only in range(BIDS_PER_ROW)]
NON_ZERO = re.compile(rb"[^\0]")
DEAL_DEVIATION = 2.0
"""The assumed standard deviation of the points in one deal."""


class CfrSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a training. A round is ``chunks`` chunks of ``deals`` deals each.

    ``pay`` holds the payoffs for ``CfrTrainer``. If ``against`` is given, it holds the bytes of a table of
    probabilities. Then the training finds each seat's best response to three seats that follow that table. The response
    starts from the same table. All its rounds have equal weight, since the opponents do not change.
    """

    rules: Ruleset
    pay: tuple[tuple[float, ...], ...]
    seed: str = "0"
    chunks: int = 4
    deals: int = 50_000
    against: bytes = b""


class CfrTables(msgspec.Struct):
    """The number of finished rounds, and two tables of float32 as bytes.

    ``regrets`` holds cumulative regrets, and ``sums`` average-strategy weights.
    """

    rounds: int
    regrets: bytes
    sums: bytes


def train_chunk(settings: CfrSettings, regrets: bytes, chunk: Chunk) -> CfrTables:
    """Train on the deals of a chunk, and return what the chunk adds to the tables."""
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
    """Yield the tables on disk, then the tables after each further round, without end.

    Raise ``WorkMismatch`` if the file belongs to other settings.
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


def best_responses(settings: CfrSettings, tables: CfrTables, doubts: Sequence[float]) -> list[array[float]]:
    """Return best responses to the bidding policy ``settings.against``, one for each threshold in ``doubts``.

    A response replaces the policy's bid by the best bid if that gains more than the threshold, in standard errors.
    """
    base, gains, sums = _floats(settings.against), array("f", tables.regrets), _floats(tables.sums)
    blend_tables(gains, 1.0, base, -INITIAL_REGRET)
    responses = [array("f", settings.against) for _ in doubts]
    for start in _visited(tables.sums):
        row, shares = gains[start : start + BIDS_PER_ROW], base[start : start + BIDS_PER_ROW]
        # A regret of 0 marks an illegal bid.
        best = max((bid for bid in range(BIDS_PER_ROW) if row[bid]), key=row.__getitem__, default=0)
        gain = row[best] - sum(map(mul, shares, row))
        error = DEAL_DEVIATION * sqrt(sum(sums[start : start + BIDS_PER_ROW]))
        for response, doubt in zip(responses, doubts, strict=True):
            if gain > doubt * error:
                response[start : start + BIDS_PER_ROW] = ONE_HOT[best]
    return responses


def _visited(sums: bytes) -> Generator[int]:
    """Yield the index of the first cell of each row that the training reached."""
    size, after = 4 * BIDS_PER_ROW, 0
    while match := NON_ZERO.search(sums, after):
        row = match.start() // size
        yield row * BIDS_PER_ROW
        after = (row + 1) * size


def _floats(table: bytes) -> memoryview[float]:
    """Return the cells of a table without a copy, which would take longer than a small round."""
    return memoryview(table).cast("f")


def load_tables(settings: CfrSettings, path: Path) -> CfrTables:
    """Return the tables on disk, or the initial tables if there is no file.

    Raise ``WorkMismatch`` if the file belongs to other settings.
    """
    if not path.exists():
        zeros = array("f", bytes(4 * CfrTrainer(settings.rules, settings.pay).size))
        regrets = array("f", zeros)
        if settings.against:
            blend_tables(regrets, 1.0, _floats(settings.against), INITIAL_REGRET)
        return CfrTables(0, regrets.tobytes(), zeros.tobytes())
    try:
        about, tables = msgspec.msgpack.decode(path.read_bytes(), type=tuple[CfrSettings, CfrTables])
    except (OSError, msgspec.MsgspecError) as error:
        raise UkaError(f"{path} does not hold training tables: {error}") from None
    if about != settings:
        raise WorkMismatch(f"{path} belongs to a training with other settings; give another file")
    return tables


def save_tables(settings: CfrSettings, tables: CfrTables, path: Path) -> None:
    """Write the tables and their settings to a file, which is replaced at once."""
    write_whole(path, msgspec.msgpack.encode((settings, tables)))
