"""Reads the files of recorded games that the command line names."""

from __future__ import annotations

import os

from uka.records import RecordedMatch, read
from uka.records.user_folder import data_folder

from .options import UsageError


def read_record(file: str, *, beyond_end: bool = False) -> RecordedMatch:
    """Read the games of a record, as ``uka.records.read`` does. Raise ``UsageError`` if ``file`` does not exist.

    If ``beyond_end`` is true, a game that continued after its end is read as a game without a target.
    """
    check_exists(file)
    return read(file, beyond_end=beyond_end)


def check_exists(file: str) -> None:
    """Raise ``UsageError`` if ``file`` does not exist. The error names the folder in which ``uka play`` keeps games."""
    try:
        os.stat(file)
    except FileNotFoundError:
        raise UsageError(f"there is no file {file}; uka play keeps its games in {data_folder()}") from None
    except OSError:
        pass  # the function that reads the file reports the error
