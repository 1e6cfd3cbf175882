"""The error output of a program, of which the last lines are shown after a fault."""

from __future__ import annotations

import os
import subprocess
import tempfile
from types import TracebackType

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


def target_of(stderr: bool | ErrorOutput) -> int | None:
    """Return where a process writes its error output, as ``subprocess.Popen`` takes it."""
    if isinstance(stderr, ErrorOutput):
        return stderr.fileno()
    return None if stderr else subprocess.DEVNULL
