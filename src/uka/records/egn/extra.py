"""The parts of an EGN file that a log has no entry for. They are held in notes and in the ``about`` of the log."""
# ruff: noqa: RUF012 (msgspec copies the default lists for each struct)

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from ..entries import Note
from ..errors import InvalidRecord
from ..log import Log
from .schema import ABSENT, EgnAlternativeLine, EgnAnnotations, EgnObject, EgnPlayer, EgnRuleset

SOURCE = "egn"
"""The key of EGN data in a log's ``about`` mapping, and the ``kind`` of the notes that hold EGN data."""

E = TypeVar("E", bound=EgnObject)


class EgnSource(EgnObject):
    """The parts of a file about the game: its version, and the players, flags and final score as in the file."""

    version: str
    ruleset: EgnRuleset
    players: list[str | EgnPlayer] | UnsetType = UNSET
    final_score: list[int] | UnsetType = UNSET
    seats: list[str] | UnsetType = UNSET


class DealExtra(EgnObject):
    """The parts of a file about a deal.

    ``player_cards`` holds the seats whose hands the file has. The annotations are those that belong to no action.
    ``cards`` holds the spelling of partly known cards, by the cards that replace them. ``turn_up`` is the spelling of
    the play of the turn-up, if the file does not name that card.
    """

    deal_number: int = ABSENT
    player_cards: list[int] = []
    alternative_lines: list[EgnAlternativeLine] = []
    call_annotations: EgnAnnotations = {}
    play_annotations: EgnAnnotations = {}
    cards: dict[str, str] = {}
    turn_up: str = ""


def note_of(extra: DealExtra) -> Note | None:
    """Return the note that holds the parts of a deal; None if there are none."""
    return None if extra == DealExtra() else Note(text_of(extra), SOURCE)


def extra_of(note: Note) -> DealExtra:
    """Return the parts of a deal in a note. ``InvalidRecord`` if they cannot be read."""
    return _decoded(note.text, DealExtra)


def source_of(log: Log) -> EgnSource | None:
    """Return the parts of the file that a log was read from; None for a log of Uka's own."""
    text = log.header.about.get(SOURCE)
    return None if text is None else _decoded(text, EgnSource)


def text_of(parts: EgnObject) -> str:
    """Return the JSON text of parts of a file."""
    return msgspec.json.encode(parts).decode()


def _decoded(text: str, kind: type[E]) -> E:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidRecord(f"what the record keeps of an EGN file cannot be read: {error}") from None
