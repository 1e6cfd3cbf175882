"""A season whose log is one file, for the subcommands of ``uka season``."""

from __future__ import annotations

from pathlib import Path

from uka.records import InvalidRecord
from uka.seasons import Season, SeasonEntry, SeasonLine, SeasonSettings, append_entries, open_season, replayed

from .tournament_file import now_ms, read_text, write_lines


class SeasonFile:
    """A season and the file of its log."""

    def __init__(self, path: Path, season: Season) -> None:
        self.path, self.season = path, season

    @classmethod
    def create(cls, file: str, name: str, settings: SeasonSettings) -> SeasonFile:
        """Open a season in a new file. Raise ``UkaError`` if the file exists or cannot be written."""
        season, line = open_season(name, settings, at=now_ms())
        write_lines(Path(file), [line.text], new=True)
        return cls(Path(file), season)

    @classmethod
    def read(cls, file: str) -> SeasonFile:
        """Read the season in ``file``. Raise ``UkaError`` if it is unreadable, or is not a season's log."""
        lines = read_text(Path(file)).splitlines()
        try:
            return cls(Path(file), replayed(SeasonLine.parse_all(lines)))
        except InvalidRecord as error:
            raise error.with_location(file=file) from None

    def append(self, entry: SeasonEntry) -> None:
        """Add an entry to the season and to its file. Raise ``UkaError`` if the file cannot be written."""
        season, lines = append_entries(self.season, entry, at=now_ms())
        write_lines(self.path, [line.text for line in lines], new=False)
        self.season = season
