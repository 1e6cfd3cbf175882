"""Describes the types of all messages in JSON Schema.

The OpenAPI document, and from it the TypeScript types of the browser page, are made from these schemas.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, cast

import msgspec

from uka.coach import ChoiceExplanation, DealReview
from uka.core.actions import Action
from uka.rulesets.schema import RulesetSchema
from uka.table.events import GameOrTableEvent
from uka.table.game_replay import GameReplay
from uka.table.views.line_view import PublicEntry
from uka.tournament.entries import Tap, TournamentEntry
from uka.tournament.tournament import ConductMark
from uka.tournament.views.parts import BoardPart

from . import (
    club_bodies,
    day_bodies,
    http_bodies,
    lesson_bodies,
    match_bodies,
    positions,
    puzzle_bodies,
    quick_bodies,
    season_bodies,
    transfer_bodies,
)
from .season_bodies import SeasonChange
from .table_commands import TableCommand
from .table_updates import TableUpdate
from .tournament_commands import TournamentCommand
from .tournament_updates import TournamentUpdate

Schema = dict[str, Any]
UNIONS: dict[str, Any] = {
    "TableCommand": TableCommand,
    "TableUpdate": TableUpdate,
    "TournamentCommand": TournamentCommand,
    "TournamentUpdate": TournamentUpdate,
    "Action": Action,
    "GameOrTableEvent": GameOrTableEvent,
    "PublicEntry": PublicEntry,
    "TournamentEntry": TournamentEntry,
    "Tap": Tap,
    "ConductMark": ConductMark,
    "SeasonChange": SeasonChange,
}
"""The tagged unions of message types: a dict from the name in the OpenAPI document to the union."""
_BASES = (http_bodies.RequestBody, http_bodies.ResponseBody, BoardPart)
_BODIES_AND_BASES = (*_BASES, GameReplay, DealReview, ChoiceExplanation, RulesetSchema)
BODIES = tuple(
    found
    for found in {
        **vars(http_bodies),
        **vars(quick_bodies),
        **vars(transfer_bodies),
        **vars(positions),
        **vars(puzzle_bodies),
        **vars(lesson_bodies),
        **vars(day_bodies),
        **vars(match_bodies),
        **vars(season_bodies),
        **vars(club_bodies),
    }.values()
    if isinstance(found, type) and issubclass(found, _BODIES_AND_BASES) and found not in _BASES
)
"""The types of the bodies of HTTP requests and responses."""
REFERENCE_PREFIX = "#/components/schemas/"
"""How a reference to a schema begins in the OpenAPI document; the name of the schema follows."""


def schemas() -> dict[str, Schema]:
    """Return the JSON schemas of all messages, and of all types that the messages contain.

    The result is a dict from the name of a class or union to its schema. A field that is always written is *required*
    in the schema, so that clients need not handle its absence. Raise ``ValueError`` if two classes have the same name.

    >>> schemas()["Ack"]["required"]
    ['type', 'id', 'version']
    """
    return schemas_of(BODIES, UNIONS)


def schemas_of(types: Sequence[Any], unions: Mapping[str, Any]) -> dict[str, Schema]:
    """Return the JSON schemas of ``types`` and ``unions``, and of all types that these contain.

    ``unions`` is a dict from a name to a union of types. The result is a dict from a name to a schema.
    """
    kinds = (*types, *unions.values())
    template = REFERENCE_PREFIX + "{name}"
    references, found = msgspec.json.schema_components(kinds, schema_hook=_schema_of_object, ref_template=template)
    if alike := [name for name in found if "." in name]:
        raise ValueError(f"two classes of the messages have one name: {', '.join(alike)}")
    for schema in found.values():
        schema["description"] = schema.get("description", "").partition(">>>")[0].strip()  # remove the doctests
    for kind in _structs(kinds):
        if not kind.__struct_config__.omit_defaults:
            found[kind.__name__]["required"] = [*found[kind.__name__]["properties"]]
    named = dict(zip(unions, references[len(types) :], strict=True))
    aliases = {msgspec.json.encode(union): REFERENCE_PREFIX + name for name, union in named.items()}
    described = {name: _with_unions(schema, aliases) for name, schema in (found | named).items()}
    for kind in _structs(kinds):
        for field, meaning in field_docstrings(kind).items():
            described[kind.__name__]["properties"][field]["description"] = meaning
    return described


def field_docstrings(kind: type) -> dict[str, str]:
    """Return a dict from the name of a field of ``kind`` to the text below that field in the source code.

    ``kind`` is a struct type. Inherited fields are included, fields without a text are not.

    >>> from uka.table.views.public_table import SeatView
    >>> field_docstrings(SeatView)["persona"]
    "The bot's name, or None if no bot has the seat."
    """
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("uka."):
            found |= _field_texts(base.__module__).get(base.__name__, {})
    return found


@cache
def _field_texts(module: str) -> dict[str, dict[str, str]]:
    """Return the texts below the fields of each class in the source code of a module.

    ``module`` is the name of the module. The result is a dict from the name of a class to a dict from the name of a
    field to its text. Inherited fields are not included.
    """
    found: dict[str, dict[str, str]] = {}
    for part in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(part, ast.ClassDef):
            texts = found.setdefault(part.name, {})
            for field, below in pairwise(part.body):
                match field, below:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                        texts[name] = inspect.cleandoc(text)
                    case _:
                        pass
    return found


def _structs(kinds: Sequence[Any]) -> Iterator[type[msgspec.Struct]]:
    """Yield each struct type that occurs in the types ``kinds``, at any depth, once."""
    seen, waiting = set[int](), [msgspec.inspect.type_info(kind) for kind in kinds]
    while waiting:
        info = waiting.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if id(info.cls) in seen:
                continue
            seen.add(id(info.cls))
            yield info.cls
        for part in (getattr(info, name) for name in getattr(info, "__struct_fields__", ())):
            for inner in cast("tuple[Any, ...]", part if isinstance(part, tuple) else (part,)):
                if isinstance(inner, msgspec.inspect.Field):
                    waiting.append(inner.type)
                elif isinstance(inner, msgspec.inspect.Type):
                    waiting.append(inner)


def _with_unions(schema: Schema, aliases: Mapping[bytes, str]) -> Schema:
    """Return ``schema`` with a reference in place of each union that has a name.

    ``aliases`` is a dict from the schema of such a union, as JSON, to the reference. Where several types are possible,
    null comes last, since versions of msgspec differ in the place of null.
    """

    def with_references(part: Any) -> Any:
        if isinstance(part, list):
            return sorted(map(with_references, cast("list[Any]", part)), key=lambda each: each == {"type": "null"})
        if isinstance(part, dict):
            inner = cast(Schema, part)
            alias = aliases.get(msgspec.json.encode(inner)) if "discriminator" in inner else None
            return {"$ref": alias} if alias else {key: with_references(value) for key, value in inner.items()}
        return part

    return {key: with_references(value) for key, value in schema.items()}


def _schema_of_object(kind: type) -> Schema:
    """Return the schema of ``kind``, which must be the Python type ``object``.

    ``object`` is the type of a message's field that holds the value of any field of a ruleset.
    """
    assert kind is object
    return {"description": "true, false, a number or a string"}
