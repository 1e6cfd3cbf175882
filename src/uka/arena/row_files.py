"""Files with a row for each deal: CSV, or Parquet with the optional package pyarrow."""

from __future__ import annotations

import csv
import importlib
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, get_type_hints

import msgspec

from uka.core.errors import UkaError
from uka.extras import require

from .deal_rows import DealRow

ENDINGS = (".csv", ".parquet")
BATCH = 10_000
"""The number of rows that are held in memory until they are written to a Parquet file."""
WriteRows: TypeAlias = Callable[[Iterable[DealRow]], None]
"""A function that appends rows about deals of a contest to a file."""
R = TypeVar("R", bound=msgspec.Struct)


@contextmanager
def row_file(path: str | Path, kind: type[R]) -> Generator[Callable[[Iterable[R]], None]]:
    """Yield a function that appends rows of a kind to the new file ``path``. The ending of its name gives the format.

    Raise ``UkaError`` if the ending is neither ``.csv`` nor ``.parquet``, or if the file exists or cannot be written.
    Raise ``MissingPackages`` if the format needs a package that is not installed.
    """
    file = Path(path)
    if file.suffix not in ENDINGS:
        raise UkaError(f"{path} cannot hold rows: its name must end in {' or '.join(ENDINGS)}")
    if file.suffix == ".parquet":
        require("parquet", "a Parquet file")
        opened = _parquet_writer(file, kind)
    else:
        opened = _csv_writer(file, kind)
    try:
        with opened as write:
            yield write
    except FileExistsError:
        raise UkaError(f"{path} already exists: give the name of a new file") from None
    except OSError as error:
        raise UkaError(f"{path} cannot be written: {error.strerror or error}") from None


@contextmanager
def _csv_writer(path: Path, kind: type[R]) -> Generator[Callable[[Iterable[R]], None]]:
    with path.open("x", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(kind.__struct_fields__)

        def write(rows: Iterable[R]) -> None:
            writer.writerows(tuple(map(_csv_cell, msgspec.structs.astuple(row))) for row in rows)
            file.flush()

        yield write


def _csv_cell(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value


@contextmanager
def _parquet_writer(path: Path, kind: type[R]) -> Generator[Callable[[Iterable[R]], None]]:
    arrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    arrow_types = {int: arrow.int32(), bool: arrow.bool_(), str: arrow.string()}
    by_hint = {hint: arrow_type for kind, arrow_type in arrow_types.items() for hint in (kind, kind | None)}
    hints = get_type_hints(kind)
    schema = arrow.schema([(name, by_hint[hints[name]]) for name in kind.__struct_fields__])
    waiting = list[R]()
    with path.open("xb") as file, parquet.ParquetWriter(file, schema) as writer:

        def write(rows: Iterable[R], *, least: int = BATCH) -> None:
            waiting.extend(rows)
            if len(waiting) >= least:
                columns = zip(*map(msgspec.structs.astuple, waiting), strict=True)
                writer.write_table(arrow.table([*map(list, columns)], schema=schema))
                waiting.clear()

        try:
            yield write
        finally:
            write((), least=1)
