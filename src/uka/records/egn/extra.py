"""What EGN says and a log has no place for: kept in a note of the deal, and in the log's ``about``."""
# ruff: noqa: RUF012 (msgspec gives each struct lists of its own)

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from ..entries import Note
from ..errors import InvalidRecord
from ..log import Log
from .schema import ABSENT, EgnAlternativeLine, EgnAnnotations, EgnObject, EgnPlayer, EgnRuleset

SOURCE = "egn"
"""The key in a log's ``about``, and the kind of a note."""

E = TypeVar("E", bound=EgnObject)


class EgnSource(EgnObject):
    """What a file says of its game: its version, and players, flags and final score as it writes them."""

    version: str
    ruleset: EgnRuleset
    players: list[str | EgnPlayer] | UnsetType = UNSET
    final_score: list[int] | UnsetType = UNSET
    seats: list[str] | UnsetType = UNSET


class DealExtra(EgnObject):
    """What a file says of a deal: its number, which hands it tells, analysis, remarks on no action; ``cards`` that are
    half known, by the cards that stand for them, and how the play of the turn-up is written where it was not seen."""

    deal_number: int = ABSENT
    player_cards: list[int] = []
    alternative_lines: list[EgnAlternativeLine] = []
    call_annotations: EgnAnnotations = {}
    play_annotations: EgnAnnotations = {}
    cards: dict[str, str] = {}
    turn_up: str = ""


def note_of(extra: DealExtra) -> Note | None:
    """The note that keeps it; None if there is nothing to keep."""
    return None if extra == DealExtra() else Note(text_of(extra), SOURCE)


def extra_of(note: Note) -> DealExtra:
    """What a note keeps."""
    return _decoded(note.text, DealExtra)


def source_of(log: Log) -> EgnSource | None:
    """What is kept of the file that a log was read from; None for a log of Uka's own."""
    text = log.header.about.get(SOURCE)
    return None if text is None else _decoded(text, EgnSource)


def text_of(kept: EgnObject) -> str:
    """The JSON that is kept."""
    return msgspec.json.encode(kept).decode()


def _decoded(text: str, kind: type[E]) -> E:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidRecord(f"what the record keeps of an EGN file cannot be read: {error}") from None
