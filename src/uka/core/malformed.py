"""Sentences for values that do not have the form of a type: what is wrong, where, and what is allowed there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import inspect

MOST_NAMED = 20
"""The maximum number of allowed values or known fields that a sentence lists."""
GOT = {
    "int": "a whole number", "float": "a number", "str": "text", "bool": "true or false", "array": "a list",
    "object": "an object", "null": "null", "bytes": "bytes",
}  # fmt: skip
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_GOT = re.compile(r"got `(\w+)`$")
_VALUE = re.compile(r"^Invalid (?:enum )?value (.*)$", re.DOTALL)
_FIELD = re.compile(r"field `(.*)`$", re.DOTALL)
_SYNTAX = re.compile(r"^JSON is malformed: (.*) \(byte (\d+)\)$")


def why_malformed(error: Exception, kind: object) -> str:
    """Return the reason for an error of msgspec, or of UTF-8, in words. ``kind`` is the type that was to be read.

    >>> from typing import Literal
    >>> import msgspec
    >>> Player = msgspec.defstruct("Player", [("name", str), ("seat", Literal["north", "south"], "south")])
    >>> def why(text):
    ...     try:
    ...         return msgspec.json.decode(text, type=list[Player])
    ...     except msgspec.DecodeError as error:
    ...         return why_malformed(error, list[Player])
    >>> why('[{"name": "Ana", "seat": "up"}]')
    '[0].seat must be north or south, not up'
    >>> why('[{"name": 7}]'), why('[{}]'), why('[{"name": "A"')
    ('[0].name must be text, not a whole number', '[0] has no field name', 'it ends too early')
    """
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeError):
        return "it is not UTF-8 text"
    if isinstance(error, msgspec.ValidationError):
        what, _, place = str(error).partition(" - at ")
        key, path = place.startswith("`key`"), place.rpartition("$")[2].removesuffix("`")
        return _invalid(what, path.removeprefix("."), [*_types_at(kind, path)], key)
    if syntax := _SYNTAX.match(str(error)):
        return f"{syntax[1]} at byte {syntax[2]}"
    return "it ends too early" if "truncated" in str(error) else str(error)


def _invalid(what: str, path: str, types: list[inspect.Type], key: bool) -> str:
    subject = path or "it"
    if what.startswith("Object missing") and (field := _FIELD.search(what)):
        return f"{subject} has no field {field[1]}"
    if what.startswith("Object contains unknown") and (field := _FIELD.search(what)):
        return f"{subject} has the unknown field {field[1]}{_known(types)}"
    if key:
        return f"a key of {subject} must be {_allowed(_keys(types))}"
    if value := _VALUE.match(what):
        return f"{subject} must be {_allowed(types)}, not {value[1].strip(chr(39))}"
    if what.startswith("Expected "):
        got = _GOT.search(what)
        return f"{subject} must be {_allowed(types)}{f', not {GOT.get(got[1], got[1])}' if got else ''}"
    return f"{path}: {what}" if path else what


def _types_at(kind: object, path: str) -> Iterator[inspect.Type]:
    """Yield the types that a value may have at a path of msgspec, such as ``.deals[0].dealer``."""
    types = [*_flat(inspect.type_info(kind))]
    for name, _ in _STEP.findall(path):
        types = [inner for outer in types for part in _parts(outer, name) for inner in _flat(part)]
    yield from types


def _flat(kind: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(kind, inspect.Metadata):
        yield from _flat(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for part in kind.types:
            yield from _flat(part)
    else:
        yield kind


def _parts(kind: inspect.Type, name: str) -> Iterator[inspect.Type]:
    """Yield the types of a field, or of the items if ``name`` is empty."""
    match kind:
        case inspect.StructType() if name and name == kind.tag_field:
            yield inspect.LiteralType((kind.tag,))  # pyright: ignore[reportArgumentType]
        case inspect.StructType() if name:
            yield from (field.type for field in kind.fields if field.encode_name == name)
        case inspect.ListType() | inspect.VarTupleType() if not name:
            yield kind.item_type
        case inspect.TupleType() if not name:
            yield from kind.item_types
        case inspect.DictType():
            yield kind.value_type
        case _:
            return


def _keys(types: Iterable[inspect.Type]) -> list[inspect.Type]:
    return [inner for kind in types if isinstance(kind, inspect.DictType) for inner in _flat(kind.key_type)]


def _known(types: Iterable[inspect.Type]) -> str:
    names = {field.encode_name: 0 for kind in types if isinstance(kind, inspect.StructType) for field in kind.fields}
    return f"; known are {_listed(names, 'and')}" if len(names) <= MOST_NAMED else ""


def _allowed(types: Iterable[inspect.Type]) -> str:
    """Return what is allowed, such as "a whole number from 0 to 9", or "text or an object"."""
    return _listed(dict.fromkeys(text for kind in types for text in _named(kind)), "or") or "another value"


def _listed(texts: Iterable[str], word: str) -> str:
    *most, last = texts or [""]
    return f"{', '.join(most)} {word} {last}" if most else last


def _named(kind: inspect.Type) -> Iterator[str]:
    match kind:
        case inspect.LiteralType():
            yield from map(str, kind.values)
        case inspect.EnumType():
            values = [str(member.value) for member in kind.cls]
            name = f"a {kind.cls.__name__.lower()} such as {values[0]}"
            yield from values if len(values) <= MOST_NAMED else (name,)
        case inspect.IntType():
            yield f"a whole number{_range(kind.ge, kind.le)}"
        case inspect.FloatType():
            yield f"a number{_range(kind.ge, kind.le)}"
        case inspect.StrType():
            yield f"text{_range(kind.min_length, kind.max_length, ' characters')}{_pattern(kind.pattern)}"
        case inspect.ListType() | inspect.VarTupleType():
            yield f"a list{_range(kind.min_length, kind.max_length, ' items')}"
        case inspect.TupleType():
            yield f"a list of {len(kind.item_types)}"
        case inspect.BoolType():
            yield "true or false"
        case inspect.NoneType():
            yield "null"
        case inspect.StructType() | inspect.DictType():
            yield "an object"
        case _:
            yield "another value"


def _range(low: Any, high: Any, unit: str = "") -> str:
    if low is None and high is None:
        return ""
    if high is None:
        return f" of {low} or more{unit}"
    return f" of at most {high}{unit}" if low is None else f" from {low} to {high}{unit}"


def _pattern(pattern: str | None) -> str:
    return f" of the form {pattern}" if pattern else ""
