"""A wall clock that a test or a bench sets for other programs. What only measures time stays as it is."""

import os
from importlib.util import find_spec
from pathlib import Path


class FakedClock:
    """The wall clock of the programs that start with its environment; the file given holds how wrong it is."""

    def __init__(self, file: Path) -> None:
        self._file, self._ahead = file, 0
        self.shift(0)

    def shift(self, seconds: int) -> None:
        """Set the clock ahead by some seconds, or back if they are negative. Programs see it within a second."""
        self._ahead += seconds
        new = self._file.with_suffix(".new")
        new.write_text(f"{self._ahead:+d}")
        new.replace(self._file)

    @property
    def environment(self) -> dict[str, str]:
        """What makes a program read this clock."""
        return MEASURES | {
            "LD_PRELOAD": str(library()), "FAKETIME_TIMESTAMP_FILE": str(self._file), "FAKETIME_CACHE_DURATION": "1",
        }  # fmt: skip


MEASURES = {"DONT_FAKE_MONOTONIC": "1", "FAKETIME_FORCE_MONOTONIC_FIX": "0", "NO_FAKE_STAT": "1"}
"""The clock of files, and clocks that only measure, stay as they are."""


def moved(seconds: float, zone: str) -> dict[str, str]:
    """Return this process's environment with the clock moved by some seconds, in a zone."""
    return os.environ | MEASURES | {"TZ": zone, "LD_PRELOAD": str(library()), "FAKETIME": f"{seconds:+.0f}"}


def library() -> Path:
    """Return the library that programs load to see another time. Raise ``RuntimeError`` if it is not installed."""
    found = find_spec("libfaketime")
    if found is None or found.origin is None:
        raise RuntimeError("libfaketime is not installed: make test installs it on Linux")
    return Path(found.origin).parent / "vendor" / "libfaketime" / "src" / "libfaketime.so.1"
