"""A tournament whose event log is one file, for the subcommands of ``uka tournament``."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
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
from uka.tournament.movement import uncut_matches
from uka.tournament.tournament import round_of


class TournamentFile:
    """A tournament and the file of its log.

    ``apply_as_director`` adds lines to the log in memory, and ``save`` writes those lines.
    """

    def __init__(self, path: Path, tournament: Tournament, *lines: TournamentLine) -> None:
        self.path, self.tournament, self._lines = path, tournament, [*lines]

    @classmethod
    def read(cls, file: str) -> TournamentFile:
        """Read the tournament in ``file``. Raise ``UkaError`` if it is unreadable, or is not a tournament's log."""
        lines = read_lines(file)
        try:
            return cls(Path(file), replayed(lines))
        except InvalidRecord as error:
            raise error.with_location(file=file) from None

    def apply_as_director(self, command: Callable[[Tournament], TournamentEntries]) -> None:
        """Execute a command as the director, without saving. Raise ``TournamentRefusal`` if the command is refused."""
        self.tournament, lines = execute(self.tournament, command, at=now_ms(), by=DIRECTOR)
        self._lines.extend(lines)

    def start_round_and_ring(self) -> None:
        """Start the last round if it has not started, and ring its bell if the bell has not rung.

        Call this before the results of the round are entered: the round has been played by then, but this program has
        not timed it. A time in the log does not help, because a server with another clock may have started the round.
        """
        if round_of(self.tournament).started is None:
            self.apply_as_director(lambda t: rounds.start(t, DIRECTOR))
        if self.tournament.settings.clock_ms and not round_of(self.tournament).closed:
            self.apply_as_director(lambda t: () if round_of(t).rang else rounds.ring_bell(t, DIRECTOR))

    def close_round_if_complete(self) -> bool:
        """Close the last round if it has all results. Return whether the round is closed then."""
        last = self.tournament.round
        if last and last.started is not None and not last.closed and not missing_results(self.tournament, last):
            self.apply_as_director(lambda t: rounds.close(t, DIRECTOR, unsigned=True))
        return bool(self.tournament.round and self.tournament.round.closed)

    def team(self, name: str) -> Team:
        """Return the team named ``name``, in upper or lower case. Raise ``UkaError`` if there is no such team."""
        wanted = " ".join(name.split()).casefold()
        names = {team.name.casefold(): team for team in self.tournament.teams}
        if wanted in names:
            return names[wanted]
        close = get_close_matches(wanted, names, n=1)
        suggestion = f": did you mean {names[close[0]].name}?" if close else ""
        raise UkaError(f"there is no team named {name}{suggestion}")

    def match_of(self, team: Team) -> TournamentMatch:
        """Return the match of a team in the last round. Raise ``UkaError`` if the team does not play in that round."""
        last = round_of(self.tournament)
        match = last.of(team.number)
        if match is None:
            raise UkaError(f"{team.name} does not play in round {last.number}")
        return match

    @property
    def new_lines(self) -> tuple[TournamentLine, ...]:
        """The lines that ``apply_as_director`` has added since the last ``save``."""
        return tuple(self._lines)

    def save(self, *, new: bool = False) -> None:
        """Append ``new_lines`` to the file, or write them to a new file if ``new`` is true.

        Raise ``UkaError`` if the file cannot be written, or if it exists although it shall be new.
        """
        write_lines(self.path, [line.text for line in self._lines], new=new)
        self._lines.clear()


def missing_results(t: Tournament, in_round: TournamentRound) -> str:
    """Return text that says which tables still need a result, or a cut after a draw, before a round can be closed.

    Return "" if nothing is missing.
    """
    unplayed = [str(match.table) for match in in_round.matches if not match.over]
    uncut = [str(match.table) for match in uncut_matches(t, in_round)]
    parts = [f"no result at table {', '.join(unplayed)}"] if unplayed else []
    parts += [f"a draw without a cut at table {', '.join(uncut)}"] if uncut else []
    return "; ".join(parts)


def read_lines(file: str) -> tuple[TournamentLine, ...]:
    """Return the lines of the log in ``file``. Raise ``UkaError`` if it is unreadable, or is not a tournament's log."""
    lines = read_text(Path(file)).splitlines()
    try:
        return tuple(TournamentLine.parse_all(lines))
    except InvalidRecord as error:
        raise error.with_location(file=file) from None


def read_text(path: Path) -> str:
    """Return the text of the file ``path``. Raise ``UkaError`` if it cannot be read, or is not UTF-8."""
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError:
        raise UkaError(f"{path} is not UTF-8 text") from None


def read_bytes(path: Path) -> bytes:
    """Return the bytes of the file ``path``. Raise ``UkaError`` if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UkaError(f"{path} cannot be read: {error.strerror}") from None


def write_lines(path: Path, lines: Iterable[bytes], *, new: bool) -> None:
    """Append the lines of a log to the file ``path``, or write them to a new file if ``new`` is true.

    Raise ``UkaError`` if the file cannot be written, or if it exists although it shall be new.
    """
    text = "".join(f"{line.decode()}\n" for line in lines)
    try:
        with path.open("x" if new else "a", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UkaError(f"{path} already exists: give the name of a new file") from None
    except OSError as error:
        raise UkaError(f"{path} cannot be written: {error.strerror}") from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write ``content`` to the file ``path``. Raise ``UkaError`` if it cannot be written."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise UkaError(f"{path} cannot be written: {error.strerror}") from None


def write_workbook(path: Path, content: bytes) -> None:
    """Write an Excel workbook to the file ``path``.

    Raise ``UkaError`` if its name does not end in ".xlsx", or if it cannot be written.
    """
    if path.suffix.lower() != ".xlsx":
        raise UkaError(f"a workbook needs a name that ends in .xlsx: {path} does not")
    write_bytes(path, content)


def now_ms() -> int:
    """Return the present time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
