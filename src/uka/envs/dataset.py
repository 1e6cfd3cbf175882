"""Data sets of solved deals, or of self-play with the strongest bot's evaluations, as Parquet or NPZ files in a folder.

A data set is divided into parts of a fixed number of deals. Each part is one file, and the folder's ``manifest.json``
says how the data set was made, and how many rows and which SHA-256 each file has. The same plan gives the same bytes,
whatever the number of workers. Files appear only when they are complete, so that a run that was killed resumes.

Columns of kind ``exact``, a row for each deal: ``deal``, its number among the deals of the seed; ``dealer``;
``upcard``; ``hands``, four masks; ``tricks``, 20 numbers: those of ``batches.exact_tricks`` by trump, then leader.

Columns of kind ``evaluations``, a row for each choice: ``deal``; ``seat``; ``action``, the bot's choice: the best, or
one that is as good within the errors; ``observation``, as ``encoding`` describes it; ``mask``; ``points`` and ``win``,
by action: the expected points of the seat's side minus those of the other side, and the chance to win a game at its
first deal. They are NaN where the action is not legal.
"""

from __future__ import annotations

import hashlib
import importlib
import os
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from uka import __version__
from uka.arena import Chunk, chunks, run
from uka.bots import evaluate
from uka.bots.evaluation import best_first
from uka.core.actions import ACTIONS
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.extras import require

from .batches import exact_tricks, random_deals
from .encoding import action_mask, encode

Kind: TypeAlias = Literal["exact", "evaluations"]
FileFormat: TypeAlias = Literal["parquet", "npz"]
Columns: TypeAlias = dict[str, npt.NDArray[Any]]

MANIFEST = "manifest.json"


class DatasetPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a data set holds, and how it is divided into files."""

    format: int = 1
    """The version of the columns and of the manifest."""
    uka: str = __version__
    """The version of Uka that makes the data set."""
    kind: Kind
    file_format: FileFormat
    rules: Ruleset
    seed: int
    deals: int
    part: int
    """The number of deals in a file. The last file may have fewer."""


class DatasetFile(msgspec.Struct, frozen=True):
    """A file of a data set."""

    name: str
    deals: int
    rows: int
    sha256: str


class DatasetManifest(msgspec.Struct, frozen=True):
    """What the manifest of a data set says. While the data set is not complete, it lists no files."""

    plan: DatasetPlan
    complete: bool = False
    deals: int = 0
    rows: int = 0
    files: tuple[DatasetFile, ...] = ()


def write_dataset(plan: DatasetPlan, folder: Path, executor: Executor) -> Generator[DatasetFile, None, DatasetManifest]:
    """Write a data set to ``folder``, which is created if it is missing. Yield each file, and return the manifest.

    Complete files of an earlier run are kept. All workers must be able to write to the folder. Raise ``UkaError`` if
    the folder holds another data set or cannot be written, and ``MissingPackages`` without pyarrow for Parquet.
    """
    if plan.file_format == "parquet":
        require("parquet", "a Parquet file")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _check_same_plan(plan, folder)
        _write_manifest(folder, DatasetManifest(plan))
        files = list[DatasetFile]()
        for file in run(
            partial(_write_part, plan, str(folder)), chunks(str(plan.seed), plan.deals, plan.part), executor
        ):
            files.append(file)
            yield file
        rows = sum(file.rows for file in files)
        manifest = DatasetManifest(plan, True, plan.deals, rows, tuple(files))
        _write_manifest(folder, manifest)
    except OSError as error:
        raise UkaError(f"{error.filename or folder} cannot be written: {error.strerror}") from None
    return manifest


def _check_same_plan(plan: DatasetPlan, folder: Path) -> None:
    path = folder / MANIFEST
    if not path.exists():
        if any(folder.iterdir()):
            raise UkaError(f"{folder} is not empty, and holds no data set: give a new folder")
        return
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=DatasetManifest).plan
    except (msgspec.DecodeError, UnicodeError):
        raise UkaError(f"{path} is not the manifest of a data set, or is damaged: give a new folder") from None
    for field in plan.__struct_fields__:
        if getattr(kept, field) != getattr(plan, field):
            raise UkaError(f"{folder} holds another data set: its {field.replace('_', ' ')} differs; give a new folder")


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file so that it is always complete. ``write`` is given the path of a temporary file beside it."""
    waiting = path.with_name(f".{path.name}.{os.getpid()}")
    write(waiting)
    waiting.replace(path)


def _write_manifest(folder: Path, manifest: DatasetManifest) -> None:
    content = msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
    _replace(folder / MANIFEST, lambda path: path.write_bytes(content))


def _write_part(plan: DatasetPlan, folder: str, chunk: Chunk) -> DatasetFile:
    """Write the file of one part, unless it is there, and return what the manifest says of it."""
    path = Path(folder) / f"part-{chunk.number:05}.{plan.file_format}"
    read, write = FILE_FORMATS[plan.file_format]
    if not path.exists():
        columns = COLUMNS[plan.kind](plan, plan.part * chunk.number, chunk.size)
        _replace(path, lambda waiting: write(waiting, columns))
    return DatasetFile(path.name, chunk.size, read(path), hashlib.sha256(path.read_bytes()).hexdigest())


def _exact(plan: DatasetPlan, first: int, size: int) -> Columns:
    deals = random_deals(plan.rules, size, seed=plan.seed, first=first)
    hands = deals.hands
    return {
        "deal": np.arange(first, first + size, dtype=np.int64),
        "dealer": deals.dealers,
        "upcard": deals.upcards,
        "hands": hands,
        "tricks": exact_tricks(plan.rules, hands).reshape(size, -1),
    }


def _evaluations(plan: DatasetPlan, first: int, size: int) -> Columns:
    deals = random_deals(plan.rules, size, seed=plan.seed, first=first)
    rows = [row for number in range(size) for row in _choices(plan, first + number, deals.deal(number))]
    kinds = (np.int64, np.int8, np.int16, np.uint8, np.int8, np.float32, np.float32)
    names = ("deal", "seat", "action", "observation", "mask", "points", "win")
    columns = zip(names, kinds, zip(*rows, strict=True), strict=True)
    return {name: np.array(values, kind) for name, kind, values in columns}


def _choices(plan: DatasetPlan, number: int, deal: Any) -> Generator[tuple[object, ...]]:
    """Yield a row for each choice of a deal in which all seats choose what the strongest bot finds best."""
    rng = Random(f"{plan.seed}/{number}")
    while not deal.over:
        seen = deal.observe(deal.turn)
        found = evaluate(seen, rng)
        points, win = np.full((2, len(ACTIONS)), np.nan, np.float32)
        for each in found:
            points[each.action.index], win[each.action.index] = each.points, each.win
        best = best_first(seen, found)[0].action
        yield number, deal.turn.index, best.index, encode(seen), action_mask(seen), points, win
        deal, _ = deal.apply(best)


COLUMNS: dict[Kind, Callable[[DatasetPlan, int, int], Columns]] = {"exact": _exact, "evaluations": _evaluations}
"""A dict from a kind to the function that makes the columns of a part, from its first deal and number of deals."""


def _write_npz(path: Path, columns: Columns) -> None:
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, **columns)


def _rows_of_npz(path: Path) -> int:
    with np.load(path) as columns:
        return len(columns["deal"])


def _write_parquet(path: Path, columns: Columns) -> None:
    arrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")

    def column(values: npt.NDArray[Any]) -> Any:
        flat = arrow.array(values.reshape(-1))
        return flat if values.ndim == 1 else arrow.FixedSizeListArray.from_arrays(flat, values.shape[1])

    parquet.write_table(arrow.table({name: column(values) for name, values in columns.items()}), path)


def _rows_of_parquet(path: Path) -> int:
    parquet: Any = importlib.import_module("pyarrow.parquet")
    return parquet.read_metadata(path).num_rows


FILE_FORMATS: dict[FileFormat, tuple[Callable[[Path], int], Callable[[Path, Columns], None]]] = {
    "parquet": (_rows_of_parquet, _write_parquet),
    "npz": (_rows_of_npz, _write_npz),
}
"""A dict from a file format to two functions: one returns the number of rows in a file, and one writes a file."""
