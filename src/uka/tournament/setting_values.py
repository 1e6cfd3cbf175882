"""Reads and writes the settings of a tournament as people write them, such as ``red_card=day``."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import get_type_hints

import msgspec

from uka.core.ruleset_fields import unpack

from .settings import InvalidTournamentSettings, TournamentSettings

_HINTS = get_type_hints(TournamentSettings, include_extras=True)
SETTINGS = {name: unpack(hint)[1][-1].description or "" for name, hint in _HINTS.items()}
"""A dict from the name of each setting to its meaning. The meaning says where a default is only inferred."""


def setting_text(value: object) -> str:
    """Return ``value``, the value of a setting, as people write it.

    >>> setting_text((5, 3, 2, 1)), setting_text(((3, 2), (5, 1))), setting_text(True), setting_text("game")
    ('5,3,2,1', '3:2,5:1', 'true', 'game')
    """
    match value:
        case tuple():
            return ",".join(map(_part_text, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        case bool():
            return str(value).lower()
        case _:
            return str(value)


def _part_text(part: object) -> str:
    return ":".join(map(str, part)) if isinstance(part, tuple) else str(part)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def changed(settings: TournamentSettings, changes: Iterable[str]) -> TournamentSettings:
    """Return ``settings`` with some changes, each of them a text such as ``red_card=day``.

    Raise ``InvalidTournamentSettings`` if a change is not understood or not allowed.

    >>> changed(TournamentSettings(), ["tie_breaks=points,lot", "bye=0"]).tie_breaks
    ('points', 'lot')
    """
    values = msgspec.structs.asdict(settings)
    for change in changes:
        name, equals, text = (part.strip() for part in change.partition("="))
        if not equals:
            raise InvalidTournamentSettings(f"{change} is not understood: write a setting as name=value")
        if name not in values:
            close = get_close_matches(name, values, n=1)
            meant = f"did you mean {close[0]}?" if close else f"the settings are {', '.join(values)}"
            raise InvalidTournamentSettings(f"there is no setting {name}: {meant}")
        values[name] = _setting_value(text, values[name])
    return TournamentSettings(**values)


def _setting_value(text: str, present: object) -> object:
    """Return ``text`` as the value of a setting. The type of its present value, ``present``, says how to read it."""
    if isinstance(present, tuple):
        return tuple([_number_or_word(part.strip()) for part in text.split(",") if part.strip()])
    return _number_or_word(text) if isinstance(present, bool | int) else text


def _number_or_word(text: str) -> object:
    """Return ``text`` as a number, a truth value or a pair such as ``3:2`` if it is one, else as it is."""
    if text in ("true", "false"):
        return text == "true"
    if ":" in text:
        return tuple(_number_or_word(part) for part in text.split(":"))
    return int(text) if text.removeprefix("-").isdecimal() else text
