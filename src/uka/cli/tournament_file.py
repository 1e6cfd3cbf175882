"""A tournament whose log is one file."""

from __future__ import annotations

import time
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

from uka.core.errors import UkaError
from uka.records import InvalidRecord
from uka.tournament import (
    DIRECTOR,
    Team,
    Tournament,
    TournamentEntries,
    TournamentLine,
    TournamentMatch,
    TournamentRound,
    execute,
    replayed,
)
from uka.tournament.commands import rounds
from uka.tournament.tournament import round_of


class TournamentFile:
    """A tournament and the file of its log. ``save`` writes the lines that ``do`` has added."""

    def __init__(self, path: Path, tournament: Tournament, *lines: TournamentLine) -> None:
        self.path, self.tournament, self._lines = path, tournament, [*lines]

    @classmethod
    def read(cls, file: str) -> TournamentFile:
        """Read a tournament. Raise ``UkaError`` if the file cannot be read, or is not a tournament's log."""
        lines = read_lines(file)
        try:
            return cls(Path(file), replayed(lines))
        except InvalidRecord as error:
            raise error.with_location(file=file) from None

    def do(self, command: Callable[[Tournament], TournamentEntries]) -> None:
        """Execute a command of the director. Raise ``TournamentRefusal`` if it is refused."""
        self.tournament, lines = execute(self.tournament, command, at=now(), by=DIRECTOR)
        self._lines.extend(lines)

    def begin_round(self) -> None:
        """Start the round if it is seated only, and ring its bell if it has not rung.

        Who enters what happened in a round has played, and kept the time without this program. The round's clock does
        not tell it: a server may have started it, with another clock than this machine's.
        """
        if round_of(self.tournament).started is None:
            self.do(lambda t: rounds.start(t, DIRECTOR))
        if self.tournament.settings.clock_ms and not round_of(self.tournament).closed:
            self.do(lambda t: () if round_of(t).rang else rounds.ring(t, DIRECTOR))

    def close_round(self) -> bool:
        """Close the last round if it has all results. Return whether it is closed."""
        playing = self.tournament.round
        if playing and playing.started is not None and not playing.closed and not missing(playing):
            self.do(lambda t: rounds.close(t, DIRECTOR, unsigned=True))
        return bool(self.tournament.round and self.tournament.round.closed)

    def team(self, name: str) -> Team:
        """Return the team with a name. Raise ``UkaError`` if there is none."""
        wanted = " ".join(name.split()).casefold()
        names = {team.name.casefold(): team for team in self.tournament.teams}
        if wanted in names:
            return names[wanted]
        close = get_close_matches(wanted, names, n=1)
        raise UkaError(f"there is no team named {name}" + (f": did you mean {names[close[0]].name}?" if close else ""))

    def match_of(self, team: Team) -> TournamentMatch:
        """Return the match of a team in the last round. Raise ``UkaError`` if the team does not play in it."""
        playing = round_of(self.tournament)
        match = playing.of(team.number)
        if match is None:
            raise UkaError(f"{team.name} does not play in round {playing.number}")
        return match

    @property
    def new_lines(self) -> tuple[TournamentLine, ...]:
        """The lines that ``do`` has added since the last ``save``."""
        return tuple(self._lines)

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


def missing(playing: TournamentRound) -> str:
    """Return what must be entered before a round can be closed. Return "" if nothing is missing."""
    unplayed = [str(match.table) for match in playing.matches if not match.over]
    uncut = [str(match.table) for match in playing.matches if match.over and match.moves is None]
    parts = [f"no result at table {', '.join(unplayed)}"] if unplayed else []
    parts += [f"a draw without a cut at table {', '.join(uncut)}"] if uncut else []
    return "; ".join(parts)


def read_lines(file: str) -> tuple[TournamentLine, ...]:
    """Return the lines of a tournament's log. Raise ``UkaError`` if the file cannot be read, or is not such a log."""
    lines = read_text(Path(file)).splitlines()
    try:
        return tuple(TournamentLine.parse_all(lines))
    except InvalidRecord as error:
        raise error.with_location(file=file) from None


def read_text(path: Path) -> str:
    """Return the text of a file. Raise ``UkaError`` if it cannot be read, or is not UTF-8."""
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError:
        raise UkaError(f"{path} is not UTF-8 text") from None


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file. Raise ``UkaError`` if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UkaError(f"{path} cannot be read: {error.strerror}") from None


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
