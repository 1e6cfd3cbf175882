"""The error output of a program: its last lines are shown after a fault, or all of it as it comes."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from types import TracebackType
from typing import IO

from uka.text.printable import printable

MOST_BYTES = 1_000_000
"""After this number of bytes ``trim`` discards the output."""
LINES = 5
LINE_BYTES = 400


class ErrorOutput:
    """A temporary file to which processes write their error output. A ``with`` block closes the file."""

    def __init__(self) -> None:
        # The processes share the position in the file, so they write at its start after it was emptied.
        self._file = tempfile.TemporaryFile()  # noqa: SIM115

    def __enter__(self) -> ErrorOutput:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._file.fileno()

    def take(self) -> str:
        """Return the last lines of the output, and empty the file."""
        size = os.fstat(self.fileno()).st_size
        self._file.seek(max(0, size - LINES * LINE_BYTES))
        text = self._file.read().decode(errors="replace").rstrip()
        self._empty()
        return "\n".join(text.splitlines()[-LINES:])

    def trim(self) -> None:
        """Empty the file if it has grown too large."""
        if os.fstat(self.fileno()).st_size > MOST_BYTES:
            self._empty()

    def _empty(self) -> None:
        self._file.seek(0)
        self._file.truncate()


def target_of(stderr: bool | ErrorOutput) -> int:
    """Return where a process writes its error output, as ``subprocess.Popen`` takes it.

    If ``stderr`` is true, it is a pipe, from which ``relay`` reads.
    """
    if isinstance(stderr, ErrorOutput):
        return stderr.fileno()
    return subprocess.PIPE if stderr else subprocess.DEVNULL


def relay(pipe: IO[bytes]) -> None:
    """Print a program's error output on this process's, line by line, and close the pipe at its end.

    The terminal gets printable text only: no program can send it escape codes.
    """
    with suppress(OSError, ValueError), io.TextIOWrapper(pipe, "utf-8", errors="replace", newline="\n") as lines:
        while text := lines.readline(MOST_BYTES):
            print(printable(text), end="", file=sys.stderr, flush=True)
