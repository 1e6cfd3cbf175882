"""Files of recorded games that the command line names."""

from __future__ import annotations

import os

from uka.records import RecordedMatch, read
from uka.records.user_folder import data_folder

from .options import UsageError


def read_record(file: str, *, beyond_end: bool = False) -> RecordedMatch:
    """Read a record as ``uka.records.read`` does. Raise ``UsageError`` if there is no such file."""
    check_exists(file)
    return read(file, beyond_end=beyond_end)


def check_exists(file: str) -> None:
    """Raise ``UsageError`` if there is no such file. The sentence names the folder in which games are kept."""
    try:
        os.stat(file)
    except FileNotFoundError:
        raise UsageError(f"there is no file {file}; uka play keeps its games in {data_folder()}") from None
    except OSError:
        pass  # the reader of the file tells what is wrong
