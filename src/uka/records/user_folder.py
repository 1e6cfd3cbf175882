"""The folder in which a person's commands keep records and small files, such as the place in a course of lessons."""

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

    If the user has no home, it is a folder that can neither exist nor be made.
    """
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "uka"
    except RuntimeError:
        return Path(os.devnull) / "uka"


def read_small(name: str, type: type[T]) -> T | None:
    """Return the contents of a small file of the folder. Return None if the file is missing or damaged."""
    try:
        with (data_folder() / name).open("rb") as file:
            return msgspec.json.decode(file.read(MOST_BYTES), type=type)
    except (OSError, msgspec.MsgspecError):
        return None


def write_small(name: str, contents: object) -> None:
    """Write a small file of the folder. A reader sees the old file or the new one. Raise ``OSError`` if it can't be."""
    file = data_folder() / name
    fresh = file.with_name(f"{name}.{os.getpid()}")
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        fresh.write_bytes(msgspec.json.encode(contents))
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)
