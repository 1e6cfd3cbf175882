"""The parts of an EGN file for which a log has no entry. A log stores these parts in notes and in its header."""
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
"""For each key of ``about`` in a log's header that comes from EGN, the field of ``EgnMetadata``."""

E = TypeVar("E", bound=EgnObject)


class EgnSource(EgnObject):
    """The parts of an EGN file that describe the whole game, exactly as the file gives them."""

    version: str
    """The version of EGN."""
    ruleset: EgnRuleset
    players: list[str | EgnPlayer] | UnsetType = UNSET
    final_score: list[int] | UnsetType = UNSET
    seats: list[str] | UnsetType = UNSET
    """For a game of a match, the players' ids by seat."""
    beyond_end: bool = False
    """Whether the table played on after the end of the game."""


class DealExtra(EgnObject):
    """The parts of an EGN file that describe one deal, and for which a log has no entry."""

    deal_number: int = ABSENT
    """The number that the file gives to the deal, unless it is the index of the deal."""
    player_cards: list[int] = []
    """The numbers of the seats whose hands are in the file."""
    alternative_lines: list[EgnAlternativeLine] = []
    """Other continuations of the deal, which are recorded as comments."""
    call_annotations: EgnAnnotations = {}
    """The annotations of calls that the deal does not have."""
    play_annotations: EgnAnnotations = {}
    """The annotations of plays that the deal does not have."""
    cards: dict[str, str] = {}
    """For each card that the reader filled in, its spelling in the file, such as ``Jx``."""
    turn_up: str = ""
    """The spelling of the upcard in the trick to which it was played, if it is unknown or partly known there."""


def note_of(extra: DealExtra) -> Note | None:
    """Return the note by which a log holds ``extra``, or None if ``extra`` is empty."""
    return None if extra == DealExtra() else Note(text_of(extra), SOURCE)


def extra_of(note: Note) -> DealExtra:
    """Return the parts of a deal that ``note``, a note of kind ``SOURCE``, holds.

    Raise ``InvalidRecord`` if the note cannot be read.
    """
    return _decoded(note.text, DealExtra)


def source_of(log: Log) -> EgnSource | None:
    """Return the EGN data in the header of ``log``, or None if the log was not read from an EGN file."""
    text = log.header.about.get(SOURCE)
    return None if text is None else _decoded(text, EgnSource)


def text_of(parts: EgnObject) -> str:
    """Return ``parts``, parts of an EGN file, as JSON text."""
    return msgspec.json.encode(parts).decode()


def _decoded(text: str, kind: type[E]) -> E:
    try:
        return msgspec.convert(with_printable_texts(msgspec.json.decode(text)), kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidRecord(
            f"what the record keeps of an EGN file cannot be read: {why_malformed(error, kind)}"
        ) from None
