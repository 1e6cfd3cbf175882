"""CFR training of bidding in rounds, on any executor; the same seed gives the same table.

All chunks of a round start from the tables of the round before, and their additions are summed in order. Later rounds
count more (discounted CFR): regrets are weighed by the number of the round, the average strategy by its square. The
tables are saved after each round, and a run that was killed continues from there.
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
"""Deals between two looks at whether the work is given up."""
HABIT = 30.0
"""The regret, in points, of not calling by the table, with which a best answer begins."""
ONLY = [array("f", [float(word == only) for word in range(BIDS_PER_ROW)]) for only in range(BIDS_PER_ROW)]
SOMETHING = re.compile(rb"[^\0]")
NOISE = 2.0
"""How far one deal's points are off."""


class CfrSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What to learn: a round is ``chunks`` of ``deals`` each; ``pay`` as for ``CfrTrainer``.

    With ``against``, the bytes of a table in shares, it is the best answer to that: each seat's against three that call
    by it. It calls by that table too until it knows better, and all rounds count alike, since the table stands still.
    """

    rules: Ruleset
    pay: tuple[tuple[float, ...], ...]
    seed: str = "0"
    chunks: int = 4
    deals: int = 50_000
    against: bytes = b""


class CfrTables(msgspec.Struct):
    """How far one has come: rounds done, and the bytes of two tables of float32."""

    rounds: int
    regrets: bytes
    sums: bytes


def train_chunk(lessons: CfrSettings, regrets: bytes, chunk: Chunk) -> CfrTables:
    """What a chunk adds to the tables."""
    trainer = CfrTrainer(lessons.rules, lessons.pay)
    learned, said = array("f", regrets), array("f", bytes(len(regrets)))
    against = _floats(lessons.against) if lessons.against else None
    for number, deals in enumerate(range(0, chunk.size, STEP)):
        check_abandoned()
        seed = crc32(f"{chunk.seed}/{number}".encode())
        trainer.train(learned, said, seed=seed, deals=min(STEP, chunk.size - deals), against=against)
    blend_tables(learned, 1.0, _floats(regrets), -1.0)
    return CfrTables(0, learned.tobytes(), said.tobytes())


def training_rounds(lessons: CfrSettings, executor: Executor, path: Path) -> Generator[CfrTables]:
    """Yield the tables after each round for ever, starting from those on disk; ``WorkMismatch`` for other settings."""
    tables = load_tables(lessons, path)
    yield tables
    while True:
        number = tables.rounds + 1
        regrets, sums = array("f", tables.regrets), array("f", tables.sums)
        fade = 1.0 if lessons.against else tables.rounds / number
        todo = chunks(f"{lessons.seed}/{number}", lessons.chunks * lessons.deals, lessons.deals)
        for added in run(partial(train_chunk, lessons, tables.regrets), todo, executor):
            blend_tables(regrets, fade, _floats(added.regrets), 1.0)
            blend_tables(sums, fade * fade, _floats(added.sums), 1.0)
            fade = 1.0
        tables = CfrTables(number, regrets.tobytes(), sums.tobytes())
        save_tables(lessons, tables, path)
        yield tables


def best_responses(lessons: CfrSettings, tables: CfrTables, doubts: Sequence[float]) -> list[array[float]]:
    """The best answers that were found to a table: words better by so many standard errors, else the table's."""
    usual, gained, said = _floats(lessons.against), array("f", tables.regrets), _floats(tables.sums)
    blend_tables(gained, 1.0, usual, -HABIT)
    found = [array("f", lessons.against) for _ in doubts]
    for at in _visited(tables.sums):
        row, shares = gained[at : at + BIDS_PER_ROW], usual[at : at + BIDS_PER_ROW]
        best = max((word for word in range(BIDS_PER_ROW) if row[word]), key=row.__getitem__, default=0)  # may be said
        better = row[best] - sum(map(mul, shares, row))
        error = NOISE * sqrt(sum(said[at : at + BIDS_PER_ROW]))
        for answer, doubt in zip(found, doubts, strict=True):
            if better > doubt * error:
                answer[at : at + BIDS_PER_ROW] = ONLY[best]
    return found


def _visited(sums: bytes) -> Generator[int]:
    """Where the rows begin that somebody was asked in."""
    size, after = 4 * BIDS_PER_ROW, 0
    while some := SOMETHING.search(sums, after):
        row = some.start() // size
        yield row * BIDS_PER_ROW
        after = (row + 1) * size


def _floats(table: bytes) -> memoryview[float]:
    """The cells of a table, not copied: that takes longer than a small round."""
    return memoryview(table).cast("f")


def load_tables(lessons: CfrSettings, path: Path) -> CfrTables:
    """The tables on disk; if there are none those to begin with."""
    if not path.exists():
        nothing = array("f", bytes(4 * CfrTrainer(lessons.rules, lessons.pay).size))
        regrets = array("f", nothing)
        if lessons.against:
            blend_tables(regrets, 1.0, _floats(lessons.against), HABIT)
        return CfrTables(0, regrets.tobytes(), nothing.tobytes())
    try:
        about, tables = msgspec.msgpack.decode(path.read_bytes(), type=tuple[CfrSettings, CfrTables])
    except (OSError, msgspec.MsgspecError) as error:
        raise UkaError(f"{path} is no file of tables: {error}") from None
    if about != lessons:
        raise WorkMismatch(f"{path} is of other lessons; give another file")
    return tables


def save_tables(lessons: CfrSettings, tables: CfrTables, path: Path) -> None:
    """Put the tables on disk."""
    write_whole(path, msgspec.msgpack.encode((lessons, tables)))
