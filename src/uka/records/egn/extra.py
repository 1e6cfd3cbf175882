"""What EGN says and a log has no place for: kept in a note of the deal, and in the log's ``about``."""
# ruff: noqa: RUF012 (msgspec gives each struct lists of its own)

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from ..log import InvalidRecord, Log, Note
from .form import ABSENT, AlternativeLine, Annotations, Form, Player, RulesetForm

SOURCE = "egn"
"""The key in a log's ``about``, and the kind of a note."""

E = TypeVar("E", bound=Form)


class Source(Form):
    """What a file says of its game: its version, and players, flags and final score as it writes them."""

    version: str
    ruleset: RulesetForm
    players: list[str | Player] | UnsetType = UNSET
    final_score: list[int] | UnsetType = UNSET
    seats: list[str] | UnsetType = UNSET


class Extra(Form):
    """What a file says of a deal: its number, which hands it tells, analysis, remarks on no action; ``cards`` that are
    half known, by the cards that stand for them, and how the play of the turn-up is written where it was not seen."""

    deal_number: int = ABSENT
    player_cards: list[int] = []
    alternative_lines: list[AlternativeLine] = []
    call_annotations: Annotations = {}
    play_annotations: Annotations = {}
    cards: dict[str, str] = {}
    turn_up: str = ""


def note_of(extra: Extra) -> Note | None:
    """The note that keeps it; None if there is nothing to keep."""
    return None if extra == Extra() else Note(text_of(extra), SOURCE)


def extra_of(note: Note) -> Extra:
    """What a note keeps."""
    return _decoded(note.text, Extra)


def source_of(log: Log) -> Source | None:
    """What is kept of the file that a log was read from; None for a log of Uka's own."""
    text = log.header.about.get(SOURCE)
    return None if text is None else _decoded(text, Source)


def text_of(kept: Form) -> str:
    """The JSON that is kept."""
    return msgspec.json.encode(kept).decode()


def _decoded(text: str, kind: type[E]) -> E:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidRecord(f"what the record keeps of an EGN file cannot be read: {error}") from None
