"""The folder in which the ``uka`` command keeps a person's game records and small files, such as finished lessons."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")
MOST_BYTES = 10_000
"""The maximum size of a small file, in bytes. A larger file is not one that Uka wrote."""


def data_folder() -> Path:
    """Return the folder of the user's records, which need not exist yet.

    It is the folder ``uka`` in ``$XDG_DATA_HOME``, by default in ``~/.local/share``. For a user without a home
    directory, return a path at which no folder can exist.
    """
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "uka"
    except RuntimeError:
        return Path(os.devnull) / "uka"


def read_small_file(name: str, type: type[T]) -> T | None:
    """Return the contents of the file ``name`` in ``data_folder``, decoded from JSON as ``type``.

    Return None if the file is missing or damaged.
    """
    try:
        with (data_folder() / name).open("rb") as file:
            return msgspec.json.decode(file.read(MOST_BYTES), type=type)
    except (OSError, msgspec.MsgspecError):
        return None


def write_small_file(name: str, contents: object) -> None:
    """Write ``contents`` as JSON to the file ``name`` in ``data_folder``, which is created if it is missing.

    The file is replaced in one step, so that a reader never sees half of it. Raise ``OSError`` if it cannot be written.
    """
    file = data_folder() / name
    fresh = file.with_name(f"{name}.{os.getpid()}")
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        fresh.write_bytes(msgspec.json.encode(contents))
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)
