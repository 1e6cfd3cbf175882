"""Describes the types of all messages as JSON Schema.

The OpenAPI document and the browser page's TypeScript types are made from these schemas.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

import msgspec

from uka.coach import DealReview
from uka.core.actions import Action
from uka.rulesets.schema import RulesetSchema
from uka.table.events import GameOrTableEvent
from uka.table.game_replay import GameReplay
from uka.table.views.line_view import PublicEntry
from uka.tournament.entries import Tap
from uka.tournament.entries import TournamentEntry as Deed
from uka.tournament.tournament import ConductMark
from uka.tournament.views.parts import BoardPart

from . import (
    day_bodies,
    http_bodies,
    lesson_bodies,
    match_bodies,
    positions,
    puzzle_bodies,
    quick_bodies,
    transfer_bodies,
)
from .component_names import COMPONENTS, TITLES
from .table_commands import TableCommand
from .table_updates import TableUpdate
from .tournament_commands import TournamentCommand
from .tournament_updates import TournamentUpdate

Schema = dict[str, Any]
UNIONS: dict[str, Any] = {
    "Ask": TableCommand,
    "Tell": TableUpdate,
    "Order": TournamentCommand,
    "Notice": TournamentUpdate,
    "Action": Action,
    "Event": GameOrTableEvent,
    "Entry": PublicEntry,
    "Deed": Deed,
    "Tap": Tap,
    "Mark": ConductMark,
}
"""The tagged unions of message types. The keys are the names of their components in the OpenAPI document."""
_FORMS = (http_bodies.RequestBody, http_bodies.ResponseBody, GameReplay, DealReview, RulesetSchema, BoardPart)
FORMS = tuple(
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
    }.values()
    if isinstance(found, type) and issubclass(found, _FORMS) and found.__struct_fields__
)
PLACE = "#/components/schemas/"


def schemas() -> dict[str, Schema]:
    """Return the JSON schemas of all messages and of all types that they contain, by component name.

    A field that is always written is *required* in its schema. Clients then need not handle a missing field.

    >>> schemas()["Ack"]["required"]
    ['tell', 'id', 'version']
    """
    kinds = (*FORMS, *UNIONS.values())
    unions, found = msgspec.json.schema_components(kinds, schema_hook=_anything, ref_template=PLACE + "{name}")
    full = {name for kind in _structs(kinds) if not kind.__struct_config__.omit_defaults for name in _names(kind)}
    for name, schema in found.items():
        schema["description"] = schema.get("description", "").partition(">>>")[0].strip()  # remove the doctests
        _, _, short = name.rpartition(".")
        if component := COMPONENTS.get(short):
            schema["title"] = TITLES.get(component, component)
        if name in full:
            schema["required"] = [*schema["properties"]]
    named = dict(zip(UNIONS, unions[len(FORMS) :], strict=True))
    names = {name: _short(name, schema) for name, schema in found.items()}
    aliases = {msgspec.json.encode(union): PLACE + name for name, union in named.items()}
    return {names.get(name, name): _named(schema, names, aliases) for name, schema in (found | named).items()}


def _structs(kinds: Sequence[Any]) -> Iterator[type[msgspec.Struct]]:
    """Yield each struct type that occurs in the given types. No struct type is yielded twice."""
    seen, open_ = set[int](), [msgspec.inspect.type_info(kind) for kind in kinds]
    while open_:
        info = open_.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if id(info.cls) in seen:
                continue
            seen.add(id(info.cls))
            yield info.cls
        for part in (getattr(info, name) for name in getattr(info, "__struct_fields__", ())):
            for inner in cast("tuple[Any, ...]", part if isinstance(part, tuple) else (part,)):
                if isinstance(inner, msgspec.inspect.Field):
                    open_.append(inner.type)
                elif isinstance(inner, msgspec.inspect.Type):
                    open_.append(inner)


def _names(kind: type) -> tuple[str, str]:
    """Return the two names that msgspec may give a class: the short name and the full name.

    msgspec uses the full name if two classes have the same short name.
    """
    return kind.__name__, f"{kind.__module__}.{kind.__qualname__}"


def _short(name: str, schema: Schema) -> str:
    """Return the name of an OpenAPI component for a class name that msgspec chose.

    If two classes have the same short name, the component name ends with the name of the class's tag field. If the
    class has no tag field, the component name begins with the name of its package.

    >>> _short("uka.wire.table_commands.CutPack", {"properties": {"ask": {"enum": ["cut"]}}})
    'CutAsk'
    >>> _short("uka.table.settings.TableSettings", {"properties": {"public": {"type": "boolean"}}})
    'TableSettings'
    """
    *_, last = name.split(".")
    if component := COMPONENTS.get(last):
        return component
    if "." not in name:
        return name
    *_, package, _, short = name.split(".")
    properties = cast("dict[str, Schema]", schema.get("properties", {}))
    tags = [field for field, schema in properties.items() if len(schema.get("enum", ())) == 1]
    return short + tags[0].title() if tags else package.title() + short


def _named(schema: Schema, names: dict[str, str], aliases: dict[bytes, str]) -> Schema:
    """Return a schema in which each reference to a class or a union uses a component name.

    ``names`` maps the class names of msgspec to component names. ``aliases`` maps the JSON of each union's schema to
    the reference of the union. Null is the last of several possible types; versions of msgspec differ in that.
    """

    def renamed(part: Any) -> Any:
        if isinstance(part, list):
            return sorted(map(renamed, cast("list[Any]", part)), key=lambda each: each == {"type": "null"})
        if isinstance(part, dict):
            inner = cast(Schema, part)
            alias = aliases.get(msgspec.json.encode(inner)) if "discriminator" in inner else None
            return {"$ref": alias} if alias else {key: renamed(value) for key, value in inner.items()}
        return PLACE + names[part.removeprefix(PLACE)] if isinstance(part, str) and part.startswith(PLACE) else part

    return {key: renamed(value) for key, value in schema.items()}


def _anything(kind: type) -> Schema:
    """Return the schema for the Python type ``object``, which stands for the value of a ruleset field.

    The type of such a value depends on the field.
    """
    assert kind is object
    return {"description": "true, false, a number or a string"}


def with_component_names(part: Any) -> Any:
    """Return a part of an OpenAPI document in which references use component names instead of class names."""
    if isinstance(part, list):
        return [with_component_names(each) for each in cast("list[Any]", part)]
    if isinstance(part, dict):
        return {key: with_component_names(value) for key, value in cast(Schema, part).items()}
    if not isinstance(part, str) or not part.startswith(PLACE):
        return part
    name = part.removeprefix(PLACE)
    return PLACE + COMPONENTS.get(name, name)
