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
    """The games of a record file, in order.

    ``about`` holds the metadata of the match under the field names of EMN, such as ``title`` and ``matchFormat``.
    """

    games: tuple[Log, ...]
    about: dict[str, Any] = {}


def read(path: str | PathLike[str], *, beyond_end: bool = False) -> RecordedMatch:
    """Read a record file: Uka's own log, EGN or EMN. Raise ``InvalidRecord`` if it is not a valid record.

    The exception names the file. ``beyond_end`` is explained in ``parse``.
    """
    data = read_bytes(path)
    try:
        return parse(data, beyond_end=beyond_end)
    except InvalidRecord as error:
        raise error.placed(file=str(path)) from None


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Return the bytes of a record file.

    Raise ``InvalidRecord`` if it cannot be read or has more than ``MAX_BYTES`` bytes.
    """
    file = Path(path)
    try:
        if file.stat().st_size > MAX_BYTES:
            raise InvalidRecord(f"{path} is larger than {MAX_BYTES >> 20} MB, which no record is")
        return file.read_bytes()
    except OSError as error:
        raise InvalidRecord(f"{path} cannot be read: {error.strerror}") from None


def is_log(data: bytes) -> bool:
    """Whether a record is Uka's own log, rather than EGN or EMN."""
    return _LOG.match(data) is not None


def parse(data: bytes, *, beyond_end: bool = False) -> RecordedMatch:
    """Parse a record of any format from its bytes. Raise ``InvalidRecord`` if it is not a valid record.

    If the table played on after the end of a game, an EGN file has deals after it. Such a file raises
    ``PlayedBeyondEnd``. If ``beyond_end`` is true, it is read as a game of so many deals without a target.
    """
    if is_log(data):
        return RecordedMatch((Log.parse(data),))
    return RecordedMatch(*egn.loads(data.removeprefix(b"\xef\xbb\xbf"), beyond_end=beyond_end))


def write(record: RecordedMatch | Log, path: str | PathLike[str], *, standard: bool = False) -> None:
    """Write a record to a file. The file name's ending determines the format: one of ``ENDINGS``.

    ``.egnb`` is EGN's binary form, condensed; ``.expanded.egnb`` is the expanded one. ``.uka`` is Uka's own log.
    Raise ``NotExpressible`` if the format cannot hold the record; then nothing is written. ``standard`` also refuses a
    record that EGN can only hold beyond the standard.
    """
    file, match = Path(path), record if isinstance(record, RecordedMatch) else RecordedMatch((record,))
    name = file.name.lower()
    if standard and file.suffix.lower() != ".uka":
        for game in match.games:
            egn.check_standard(game)
    if name.endswith(".egnb"):
        file.write_bytes(egn.dumps_binary(_only_game(match, "EGN"), condense=not name.endswith(".expanded.egnb")))
        return
    to_text = FORMS.get(file.suffix.lower())
    if to_text is None:
        raise NotExpressible((file.suffix or "a name without an ending", None, f"write one of {', '.join(ENDINGS)}"))
    file.write_text(to_text(match), "utf-8", newline="\n")


def _only_game(match: RecordedMatch, format_name: str) -> Log:
    if len(match.games) != 1:
        raise NotExpressible(("games", len(match.games), f"{format_name} holds one game: write .emn"))
    return match.games[0]


FORMS: dict[str, Callable[[RecordedMatch], str]] = {
    ".egn": lambda match: egn.dumps(_only_game(match, "EGN")),
    ".emn": lambda match: egn.dumps_match(match.games, match.about),
    ".uka": lambda match: _only_game(match, "a log").text,
}
"""The formats of text, each with the function that writes it."""
ENDINGS = (*FORMS, ".egnb")
"""The endings of the files that ``write`` writes."""
