"""The error output of a program: either its last lines are kept for a report, or all of it is printed as it comes."""

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
"""The size in bytes from which ``empty_if_large`` discards the output."""
LINES = 5
"""The number of last lines that a report has."""
LINE_BYTES = 400
"""The length of a line in bytes, with which the place of the last lines is estimated."""


class ErrorOutput:
    """A temporary file to which programs write their error output. A ``with`` block closes the file at its end."""

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
        """Return the descriptor of the file, as ``subprocess.Popen`` takes it."""
        return self._file.fileno()

    def take_last_lines(self) -> str:
        """Return the last ``LINES`` lines of the output, and empty the file."""
        size = os.fstat(self.fileno()).st_size
        self._file.seek(max(0, size - LINES * LINE_BYTES))
        text = self._file.read().decode(errors="replace").rstrip()
        self._empty()
        return "\n".join(text.splitlines()[-LINES:])

    def empty_if_large(self) -> None:
        """Empty the file if it has more than ``MOST_BYTES`` bytes."""
        if os.fstat(self.fileno()).st_size > MOST_BYTES:
            self._empty()

    def _empty(self) -> None:
        self._file.seek(0)
        self._file.truncate()


def stderr_target(stderr: bool | ErrorOutput) -> int:
    """Return where a program is to write its error output, as ``subprocess.Popen`` takes it.

    If ``stderr`` is an ``ErrorOutput``, that is its file. If ``stderr`` is true, it is a pipe, from which ``relay``
    reads. If ``stderr`` is false, the output is discarded.
    """
    if isinstance(stderr, ErrorOutput):
        return stderr.fileno()
    return subprocess.PIPE if stderr else subprocess.DEVNULL


def relay(pipe: IO[bytes]) -> None:
    """Read what a program writes to ``pipe``, and print it on this process's standard error. Then close the pipe.

    Only printable text is printed, so that no program can send escape codes to the terminal.
    """
    with suppress(OSError, ValueError), io.TextIOWrapper(pipe, "utf-8", errors="replace", newline="\n") as lines:
        while text := lines.readline(MOST_BYTES):
            print(printable(text), end="", file=sys.stderr, flush=True)
