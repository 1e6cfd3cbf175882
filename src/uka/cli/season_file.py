"""A season whose log is one file, for the subcommands of ``uka season``."""

from __future__ import annotations

from pathlib import Path

from uka.records import InvalidRecord
from uka.seasons import Season, SeasonEntry, SeasonLine, append_entries, replayed

from .tournament_file import now_ms, read_text, write_lines


class SeasonFile:
    """A season and the file of its log. ``apply`` adds lines in memory, and ``save`` writes them."""

    def __init__(self, path: Path, season: Season, *lines: SeasonLine) -> None:
        self.path, self.season, self._lines = path, season, [*lines]

    @classmethod
    def read(cls, file: str) -> SeasonFile:
        """Read the season in ``file``. Raise ``UkaError`` if it is unreadable, or is not a season's log."""
        lines = read_text(Path(file)).splitlines()
        try:
            return cls(Path(file), replayed(SeasonLine.parse_all(lines)))
        except InvalidRecord as error:
            raise error.with_location(file=file) from None

    def apply(self, *entries: SeasonEntry) -> None:
        """Add entries to the log, without saving."""
        self.season, lines = append_entries(self.season, *entries, at=now_ms())
        self._lines.extend(lines)

    def save(self, *, new: bool = False) -> None:
        """Append the new lines to the file, or write them to a new file if ``new`` is true."""
        write_lines(self.path, [line.text for line in self._lines], new=new)
        self._lines.clear()
