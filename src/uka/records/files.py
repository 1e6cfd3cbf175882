"""Functions that read and write record files: Uka's own log, and the two Euchre formats EGN and EMN.

An EGN file holds one game, and an EMN file holds a match. A reader detects the format from the file's content.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from . import egn
from .egn.decoding import MAX_BYTES
from .egn.rules import NotExpressible
from .errors import InvalidRecord
from .log import Log

if TYPE_CHECKING:
    from os import PathLike

_LOG = re.compile(rb'\s*\{\s*"log"\s*:')


class RecordedMatch(msgspec.Struct, frozen=True):
    """The games of a record file: one game, or the games of a match."""

    games: tuple[Log, ...]
    """The games, in the order in which they were played."""
    about: dict[str, Any] = {}
    """The metadata of the match: a dict from a field name of EMN, such as ``title``, to the value."""


def read(path: str | PathLike[str], *, beyond_end: bool = False) -> RecordedMatch:
    """Read the file of a game record: Uka's own log, EGN or EMN.

    An EGN file may have deals that were played after the end of its game. If ``beyond_end`` is true, the game is
    read as a game without a target, which ends after its last deal; otherwise raise ``PlayedBeyondEnd``. Raise
    ``InvalidRecord``, which names the file, if the file cannot be read or is not a valid record.
    """
    data = read_bytes(path)
    try:
        return parse(data, beyond_end=beyond_end)
    except InvalidRecord as error:
        raise error.with_location(file=str(path)) from None


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Return the contents of the file of a game record.

    Raise ``InvalidRecord`` if the file cannot be read, or if it has more than ``MAX_BYTES`` bytes.
    """
    file = Path(path)
    try:
        if file.stat().st_size > MAX_BYTES:
            raise InvalidRecord(f"{path} is larger than {MAX_BYTES >> 20} MB, which no record is")
        return file.read_bytes()
    except OSError as error:
        raise InvalidRecord(f"{path} cannot be read: {error.strerror}") from None


def is_log(data: bytes) -> bool:
    """Whether ``data``, the contents of a record file, is Uka's own log, rather than EGN or EMN."""
    return _LOG.match(data) is not None


def parse(data: bytes, *, beyond_end: bool = False) -> RecordedMatch:
    """Parse ``data``, the contents of a record file of any format: Uka's own log, EGN or EMN.

    An EGN file may have deals that were played after the end of its game. If ``beyond_end`` is true, the game is
    read as a game without a target, which ends after its last deal; otherwise raise ``PlayedBeyondEnd``. Raise
    ``InvalidRecord`` if ``data`` is not a valid record.
    """
    if is_log(data):
        return RecordedMatch((Log.parse(data),))
    return RecordedMatch(*egn.loads(data.removeprefix(b"\xef\xbb\xbf"), beyond_end=beyond_end))


def write(record: RecordedMatch | Log, path: str | PathLike[str], *, standard: bool = False) -> None:
    """Write a game record to the file at ``path``. The ending of the file's name determines the format.

    The endings are ``.uka`` (Uka's own log), ``.egn``, ``.emn``, ``.egnb`` (EGN's condensed binary form) and
    ``.expanded.egnb`` (its expanded binary form). Raise ``NotExpressible``, and write nothing, if the format cannot
    hold the record. If ``standard`` is true, also raise ``NotExpressible`` if an EGN or EMN file would need Uka's own
    key ``uka``, which the standards of the formats do not have.
    """
    file = Path(path)
    name, suffix = file.name.lower(), file.suffix.lower()
    match = record if isinstance(record, RecordedMatch) else RecordedMatch((record,))
    if standard and suffix != ".uka":
        for game in match.games:
            egn.check_standard(game)
    if name.endswith(".egnb"):
        file.write_bytes(egn.dumps_binary(_only_game(match, "EGN"), condense=not name.endswith(".expanded.egnb")))
        return
    to_text = TEXT_FORMATS.get(suffix)
    if to_text is None:
        raise NotExpressible((file.suffix or "a name without an ending", None, f"write one of {', '.join(ENDINGS)}"))
    file.write_text(to_text(match), "utf-8", newline="\n")


def _only_game(match: RecordedMatch, format_name: str) -> Log:
    if len(match.games) != 1:
        raise NotExpressible(("games", len(match.games), f"{format_name} holds one game: write .emn"))
    return match.games[0]


TEXT_FORMATS: dict[str, Callable[[RecordedMatch], str]] = {
    ".egn": lambda match: egn.dumps(_only_game(match, "EGN")),
    ".emn": lambda match: egn.dumps_match(match.games, match.about),
    ".uka": lambda match: _only_game(match, "a log").text,
}
"""For each ending of a text file, the function that returns a match as the text of such a file."""
ENDINGS = (*TEXT_FORMATS, ".egnb")
"""The endings of the names of record files."""
