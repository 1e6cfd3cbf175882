"""A copy of all that a device keeps, as one file, and what of such a file is taken in.

The first line of the file is a ``BackupHeader`` as JSON. The lines of all logs follow, exactly as they are kept, so
their running hashes show whether the file is as it was written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from uka.hosting.ids import TABLE_ID_LENGTH, TOURNAMENT_ID_LENGTH, is_id
from uka.hosting.tournament_logs import BACKUP_TAG
from uka.records import InvalidRecord
from uka.table import parse, replayed
from uka.tournament import TournamentLine
from uka.tournament import replayed as replayed_tournament
from uka.wire.http_bodies import Guest

from .host import OfflineHost

FORMAT = 1
"""The version of the format."""
NO_COPY = "this file is no copy of all that a device keeps: Save a copy writes one"
ONE_TOURNAMENT = (
    "this file is the log of one tournament, and no copy of all that a device keeps: it goes on under Tournaments, "
    "with Go on with a saved tournament"
)
COPY_READ = "a copy was read in: this goes on from the copy"


class BackedUpLog(msgspec.Struct, frozen=True):
    """A log in the file."""

    id: str
    lines: int
    """The number of its lines."""


class BackupHeader(msgspec.Struct, frozen=True, tag=BACKUP_TAG):
    """What a file holds."""

    format: int
    at: int
    """When the file was made, in milliseconds since 1970."""
    guest: Guest | None
    """The person whose tables and tournaments they are, or None if they have no name."""
    logs: tuple[BackedUpLog, ...]
    """The logs, in the order of their lines in the file."""


class DirectedTournament(msgspec.Struct, frozen=True):
    """A tournament that is kept here, with the link that lets the page direct it."""

    id: str
    name: str
    link: str


class BackupReport(msgspec.Struct, frozen=True):
    """What became of each log of a file that was read in."""

    added: tuple[str, ...]
    """The ids of the tables and tournaments that were new here, or that went on in the file."""
    known: tuple[str, ...]
    """The ids of those that were here already, as they are in the file or with later lines."""
    differing: tuple[str, ...]
    """The ids of those that went on otherwise here. They stay as they are here."""
    tournaments: tuple[DirectedTournament, ...]
    """The tournaments of the file. Their links are new, since each device signs its own."""


async def backup_of(host: OfflineHost) -> bytes:
    """Return a copy of all that ``host`` keeps."""
    logs = {id: await host.lines(id) for id in await host.logs()}
    header = BackupHeader(
        FORMAT, host.now(), await host.guest(), tuple(BackedUpLog(id, len(lines)) for id, lines in logs.items())
    )
    texts = [msgspec.json.encode(header), *(line for lines in logs.values() for line in lines)]
    return b"".join(text + b"\n" for text in texts)


async def take_in(host: OfflineHost, content: bytes) -> BackupReport:
    """Keep the tables and tournaments of a file, and say what became of each.

    Nothing that is kept here is replaced or lost. Raise ``InvalidRecord`` if the file is damaged: nothing of it is
    kept then. Raise ``NotKept`` if the device can keep no more: each log before is kept whole, and each after not at
    all, so the file can be read in again later.
    """
    header, logs = _checked(content)
    if header.guest is not None and await host.guest() is None:
        await host.remember(header.guest)
    added, known, differing = list[str](), list[str](), list[str]()
    for id, lines in logs:
        here = await host.lines(id)
        if lines == here[: len(lines)]:
            known.append(id)
        elif here == lines[: len(here)]:
            host.release(id, COPY_READ)
            await host.append(id, len(here), lines[len(here) :])
            added.append(id)
        else:
            differing.append(id)
    found = [await host.find_tournament(id) for id, _ in logs if is_id(id, TOURNAMENT_ID_LENGTH)]
    directed = tuple(DirectedTournament(live.id, live.tournament.name, host.links.sign(live.id)) for live in found)
    return BackupReport(tuple(added), tuple(known), tuple(differing), directed)


def _checked(content: bytes) -> tuple[BackupHeader, list[tuple[str, Sequence[bytes]]]]:
    """Return the header of a file, and its logs. Raise ``InvalidRecord`` if something is damaged or missing."""
    first, *lines = content.removesuffix(b"\n").split(b"\n")
    try:
        header = msgspec.json.decode(first, type=BackupHeader)
    except (ValueError, RecursionError):
        raise InvalidRecord(ONE_TOURNAMENT if _begins_tournament(first) else NO_COPY) from None
    if header.format != FORMAT:
        raise InvalidRecord(f"this copy has the format {header.format}: another version of Uka made it")
    if sum(log.lines for log in header.logs) != len(lines):
        raise InvalidRecord("this copy is not whole: lines are missing at its end")
    logs = list(_divided(header, lines))
    for id, of_log in logs:
        _check_log(id, of_log)
    return header, logs


def _begins_tournament(line: bytes) -> bool:
    """Return whether this is the first line of the log of a tournament."""
    try:
        return bool(TournamentLine.parse_all([line]))
    except InvalidRecord:
        return False


def _divided(header: BackupHeader, lines: Sequence[bytes]) -> Iterator[tuple[str, Sequence[bytes]]]:
    start = 0
    for log in header.logs:
        yield log.id, lines[start : start + log.lines]
        start += log.lines


def _check_log(id: str, lines: Sequence[bytes]) -> None:
    """Raise ``InvalidRecord`` if this is not the whole log of a table or of a tournament."""
    if is_id(id, TABLE_ID_LENGTH):
        replayed(parse(lines))
    elif is_id(id, TOURNAMENT_ID_LENGTH):
        replayed_tournament(TournamentLine.parse_all(lines))
    else:
        raise InvalidRecord(f"this copy holds a log with the id {id[:20]!r}, which is neither a table nor a tournament")
