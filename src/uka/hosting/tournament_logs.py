"""The whole log of a tournament as a file, with which it goes on at another host."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from uka.records import InvalidRecord
from uka.tournament import Tournament, TournamentLine, replayed
from uka.tournament.entries import LiveTableAssigned

MOST_LOG_BYTES = 4_000_000
"""The maximum size in bytes of a log that a host takes over."""


BACKUP_TAG = "uka_backup"
"""The type in the first line of a file that ``uka.offline.backup`` writes."""
WHOLE_BACKUP = (
    "this file is a copy of all that a device keeps, and no log of one tournament: on a device that plays without a "
    "server, Settings takes it in, with Read a copy"
)


def log_file(lines: Iterable[bytes]) -> bytes:
    """Return the lines of a log as the text of a file, each with a line feed."""
    return b"".join(line + b"\n" for line in lines)


def lines_of_file(text: bytes) -> tuple[TournamentLine, ...]:
    """Return the lines of the log in a file. Raise ``InvalidRecord`` if the file is no whole, undamaged log."""
    if text.startswith(f'{{"type":"{BACKUP_TAG}"'.encode()):
        raise InvalidRecord(WHOLE_BACKUP)
    lines = TournamentLine.parse_all(text.splitlines())
    if not lines:
        raise InvalidRecord("this file holds no tournament")
    return lines


def tournament_taken_over(lines: Sequence[TournamentLine]) -> Tournament:
    """Return the state of a tournament that another host has begun and this host is to continue.

    Raise ``InvalidRecord`` if the log cannot be replayed, or if games were played at online tables: these stay at the
    server that dealt to them.
    """
    if any(isinstance(line.entry, LiveTableAssigned) for line in lines):
        raise InvalidRecord("this tournament has online tables: it can go on only at the server that has them")
    return replayed(lines)


def check_log(text: bytes) -> None:
    """Raise ``InvalidRecord`` if the log in a file cannot go on at this host."""
    tournament_taken_over(lines_of_file(text))
