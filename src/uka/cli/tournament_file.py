"""A tournament whose log is one file."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from uka.core.errors import UkaError
from uka.tournament import DIRECTOR, Tournament, TournamentEntries, TournamentLine, execute, replayed


class TournamentFile:
    """A tournament and the file of its log. ``save`` writes the lines that ``do`` has added."""

    def __init__(self, path: Path, tournament: Tournament, *lines: TournamentLine) -> None:
        self.path, self.tournament, self._lines = path, tournament, [*lines]

    @classmethod
    def read(cls, file: str) -> TournamentFile:
        """Read a tournament. Raise ``UkaError`` if the file cannot be read, or is not a tournament's log."""
        path = Path(file)
        return cls(path, replayed(TournamentLine.parse_all(read_text(path).splitlines())))

    def do(self, command: Callable[[Tournament], TournamentEntries]) -> None:
        """Execute a command of the director. Raise ``TournamentRefusal`` if it is refused."""
        self.tournament, lines = execute(self.tournament, command, at=now(), by=DIRECTOR)
        self._lines.extend(lines)

    def save(self, *, new: bool = False) -> None:
        """Append the new lines to the file. Raise ``UkaError`` if ``new`` is true and the file exists."""
        text = "".join(f"{line.text.decode()}\n" for line in self._lines)
        try:
            with self.path.open("x" if new else "a", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            raise UkaError(f"{self.path} already exists: give the name of a new file") from None
        except OSError as error:
            raise UkaError(f"{self.path} cannot be written: {error.strerror}") from None
        self._lines.clear()


def read_text(path: Path) -> str:
    """Return the text of a file. Raise ``UkaError`` if it cannot be read, or is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UkaError(f"{path} is not UTF-8 text") from None
    except OSError as error:
        raise UkaError(f"{path} cannot be read: {error.strerror}") from None


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
