"""Records in files: a match is one game or several; what a file holds is told by its content."""

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
    """The games of a file, in order, and what it says of them all, as EMN has it (``title``, ``matchFormat``...)."""

    games: tuple[Log, ...]
    about: dict[str, Any] = {}


def read(path: str | PathLike[str]) -> RecordedMatch:
    """A record of any kind: Uka's own log, EGN or EMN. ``InvalidRecord`` says what is wrong with it."""
    return parse(read_bytes(path))


def read_bytes(path: str | PathLike[str]) -> bytes:
    """What is in a file that should hold a record; ``InvalidRecord`` if it can't be read, or is far too large."""
    file = Path(path)
    try:
        if file.stat().st_size > MAX_BYTES:
            raise InvalidRecord(f"{path} is larger than {MAX_BYTES >> 20} MB, which no record is")
        return file.read_bytes()
    except OSError as error:
        raise InvalidRecord(f"{path} cannot be read: {error.strerror}") from None


def is_log(data: bytes) -> bool:
    """Whether this is Uka's own log, rather than EGN or EMN."""
    return _LOG.match(data) is not None


def parse(data: bytes) -> RecordedMatch:
    """A record of any kind from its bytes."""
    if is_log(data):
        return RecordedMatch((Log.parse(data),))
    return RecordedMatch(*egn.loads(data.removeprefix(b"\xef\xbb\xbf")))


def write(record: RecordedMatch | Log, path: str | PathLike[str]) -> None:
    """Write a record in the form that the file's name ends with: ``.egn``, ``.emn``, or ``.uka`` for Uka's own log.

    ``NotExpressible`` names what the form cannot hold, and nothing is written.
    """
    file, match = Path(path), record if isinstance(record, RecordedMatch) else RecordedMatch((record,))
    form = FORMS.get(file.suffix.lower())
    if form is None:
        raise NotExpressible((file.suffix or "a name without an ending", None, f"write one of {', '.join(FORMS)}"))
    file.write_text(form(match), "utf-8", newline="\n")


def _only(match: RecordedMatch, form: str) -> Log:
    if len(match.games) != 1:
        raise NotExpressible(("games", len(match.games), f"{form} holds one game: write .emn"))
    return match.games[0]


FORMS: dict[str, Callable[[RecordedMatch], str]] = {
    ".egn": lambda match: egn.dumps(_only(match, "EGN")),
    ".emn": lambda match: egn.dumps_match(match.games, match.about),
    ".uka": lambda match: _only(match, "a log").text,
}
