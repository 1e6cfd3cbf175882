"""The parts of an EGN file that a log has no entry for. A log stores these parts in notes and in its header."""
# ruff: noqa: RUF012 (msgspec copies the default lists for each struct)

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from uka.core.malformed import why_malformed
from uka.text.printable import with_printable_texts

from ..entries import Note
from ..errors import InvalidRecord
from ..log import Log
from .schema import ABSENT, EgnAlternativeLine, EgnAnnotations, EgnObject, EgnPlayer, EgnRuleset

SOURCE = "egn"
"""The key of EGN data in the ``about`` field of a log's header. It is also the ``kind`` of notes with EGN data."""

ABOUT_FIELDS = {"title": "title", "description": "description", "date": "date", "gameId": "game_id"}
"""The fields of EGN's metadata that a log holds in ``about``, by their keys there."""

E = TypeVar("E", bound=EgnObject)


class EgnSource(EgnObject):
    """The version, rule flags, players and final score of a game, exactly as its EGN file gives them.

    ``seats`` holds the players' ids by seat, for a game of a match. ``beyond_end`` is true if the table played on after
    the end of the game.
    """

    version: str
    ruleset: EgnRuleset
    players: list[str | EgnPlayer] | UnsetType = UNSET
    final_score: list[int] | UnsetType = UNSET
    seats: list[str] | UnsetType = UNSET
    beyond_end: bool = False


class DealExtra(EgnObject):
    """The parts of a file that describe a deal and that a log has no entry for.

    ``player_cards`` holds the numbers of the seats whose hands are in the file. ``call_annotations`` and
    ``play_annotations`` hold the annotations that belong to no action. ``cards`` maps each card that was filled in to
    its spelling in the file, such as ``Jx``. The file may write the turn-up as an unknown or partly known card in the
    trick to which it was played. ``turn_up`` is that spelling, or an empty text.
    """

    deal_number: int = ABSENT
    player_cards: list[int] = []
    alternative_lines: list[EgnAlternativeLine] = []
    call_annotations: EgnAnnotations = {}
    play_annotations: EgnAnnotations = {}
    cards: dict[str, str] = {}
    turn_up: str = ""


def note_of(extra: DealExtra) -> Note | None:
    """Return a note that holds ``extra``, or None if ``extra`` is empty."""
    return None if extra == DealExtra() else Note(text_of(extra), SOURCE)


def extra_of(note: Note) -> DealExtra:
    """Return the parts of a deal that a note holds. Raise ``InvalidRecord`` if the note cannot be read."""
    return _decoded(note.text, DealExtra)


def source_of(log: Log) -> EgnSource | None:
    """Return the EGN data in the header of a log, or None if the log was not read from EGN."""
    text = log.header.about.get(SOURCE)
    return None if text is None else _decoded(text, EgnSource)


def text_of(parts: EgnObject) -> str:
    """Return parts of a file as JSON text."""
    return msgspec.json.encode(parts).decode()


def _decoded(text: str, kind: type[E]) -> E:
    try:
        return msgspec.convert(with_printable_texts(msgspec.json.decode(text)), kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidRecord(
            f"what the record keeps of an EGN file cannot be read: {why_malformed(error, kind)}"
        ) from None
