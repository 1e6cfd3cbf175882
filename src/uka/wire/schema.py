"""The types of all messages as JSON Schema, by name: for the server's description, and for the browser's types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

import msgspec

from uka.coach import DealReview
from uka.core.actions import Action
from uka.rulesets.schema import RulesetSchema
from uka.table.events import Event
from uka.table.game_replay import Replay
from uka.table.views.projection import OpenEntry
from uka.tournament.entries import Entry as Deed
from uka.tournament.entries import Tap
from uka.tournament.tournament import Mark
from uka.tournament.views.parts import View

from . import http_bodies
from .component_names import COMPONENTS, TITLES
from .table_commands import Ask
from .table_updates import Tell
from .tournament_commands import Order
from .tournament_updates import Notice

Schema = dict[str, Any]
UNIONS: dict[str, Any] = {
    "Ask": Ask,
    "Tell": Tell,
    "Order": Order,
    "Notice": Notice,
    "Action": Action,
    "Event": Event,
    "Entry": OpenEntry,
    "Deed": Deed,
    "Tap": Tap,
    "Mark": Mark,
}
"""What is one of several kinds, told by a tag; each gets a name of its own."""
_FORMS = (http_bodies.Form, http_bodies.Answer, Replay, DealReview, RulesetSchema, View)
FORMS = tuple(
    found
    for found in vars(http_bodies).values()
    if isinstance(found, type) and issubclass(found, _FORMS) and found.__struct_fields__
)
PLACE = "#/components/schemas/"


def schemas() -> dict[str, Schema]:
    """Every form, answer, ask and tell, and what they are made of.

    What is always written is required, so that who reads it need not ask whether it is there.

    >>> schemas()["Ack"]["required"]
    ['tell', 'id', 'version']
    """
    kinds = (*FORMS, *UNIONS.values())
    unions, found = msgspec.json.schema_components(kinds, schema_hook=_anything, ref_template=PLACE + "{name}")
    full = {name for kind in _structs(kinds) if not kind.__struct_config__.omit_defaults for name in _names(kind)}
    for name, schema in found.items():
        schema["description"] = schema.get("description", "").partition(">>>")[0].strip()  # without the examples
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
    """All structs that some types are made of."""
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
    """What msgspec calls it: in full where two share a name."""
    return kind.__name__, f"{kind.__module__}.{kind.__qualname__}"


def _short(name: str, schema: Schema) -> str:
    """A name without its module; those that share one are told apart by their tag's field, or else their package.

    >>> _short("uka.wire.table_commands.Cut", {"properties": {"ask": {"enum": ["cut"]}}})
    'CutAsk'
    >>> _short("uka.table.settings.Settings", {"properties": {"public": {"type": "boolean"}}})
    'TableSettings'
    """
    *_, last = name.split(".")
    if component := COMPONENTS.get(last):
        return component
    if "." not in name:
        return name
    *_, package, _, short = name.split(".")
    properties = cast("dict[str, Schema]", schema.get("properties", {}))
    tags = [field for field, told in properties.items() if len(told.get("enum", ())) == 1]
    return short + tags[0].title() if tags else package.title() + short


def _named(schema: Schema, names: dict[str, str], aliases: dict[bytes, str]) -> Schema:
    """A schema whose parts are referred to by short names, and by the names of the unions."""

    def told(part: Any) -> Any:
        if isinstance(part, list):
            return [told(each) for each in cast("list[Any]", part)]
        if isinstance(part, dict):
            inner = cast(Schema, part)
            alias = aliases.get(msgspec.json.encode(inner)) if "discriminator" in inner else None
            return {"$ref": alias} if alias else {key: told(value) for key, value in inner.items()}
        return PLACE + names[part.removeprefix(PLACE)] if isinstance(part, str) and part.startswith(PLACE) else part

    return {key: told(value) for key, value in schema.items()}


def _anything(kind: type) -> Schema:
    """``object``: a value of a ruleset's field, of whatever type that has."""
    assert kind is object
    return {"description": "true, false, a number or a text"}
