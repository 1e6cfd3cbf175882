"""Sentences that say why a text could not be read as a value of a type: what is wrong, where, and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import inspect

MOST_NAMED = 20
"""The maximum number of allowed values or known fields that a sentence lists."""
TYPE_WORDS = {
    "int": "a whole number", "float": "a number", "str": "text", "bool": "true or false", "array": "a list",
    "object": "an object", "null": "null", "bytes": "bytes",
}  # fmt: skip
"""A dict from the name that msgspec gives the type of a value to the words for this type in a sentence."""
NOT_UTF8 = "it is not UTF-8 text"
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_MISSING = re.compile(r"^Object missing .*?field `(.*)`$", re.DOTALL)
_UNKNOWN = re.compile(r"^Object contains unknown .*?field `(.*)`$", re.DOTALL)
_TYPE_GIVEN = re.compile(r"got `(\w+)`$")
_VALUE = re.compile(r"^Invalid (?:enum )?value (.*)$", re.DOTALL)
_SYNTAX = re.compile(r"^JSON is malformed: (.*) \(byte (\d+)\)$")


def why_malformed(error: Exception, kind: object) -> str:
    """Return in words why a text could not be read as a value of the type ``kind``.

    ``error`` is the error that msgspec or the decoding of UTF-8 raised.

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
    if is_not_utf8(error):
        return NOT_UTF8
    if isinstance(error, msgspec.ValidationError):
        message, _, place = str(error).partition(" - at ")
        path = place.rpartition("$")[2].removesuffix("`")
        types = list(_types_at(kind, path))
        return _why_invalid(message, path.removeprefix("."), types, in_key=place.startswith("`key`"))
    if syntax := _SYNTAX.match(str(error)):
        return f"{syntax[1]} at byte {syntax[2]}"
    return "it ends too early" if "truncated" in str(error) else str(error)


def is_not_utf8(error: Exception) -> bool:
    """Return whether a text was refused because its bytes are not UTF-8. What msgspec raises depends on its version."""
    return isinstance(error, UnicodeError) or "UTF-8" in str(error)


def _why_invalid(message: str, path: str, types: list[inspect.Type], *, in_key: bool) -> str:
    """Return in words why msgspec refused a value. ``message`` is the message of its error.

    ``path`` says where the value is, and is empty for the whole value. ``types`` holds the types that the value may
    have. If ``in_key`` is true, msgspec refused a key of the value.
    """
    subject = path or "it"
    if missing := _MISSING.match(message):
        return f"{subject} has no field {missing[1]}"
    if unknown := _UNKNOWN.match(message):
        return f"{subject} has the unknown field {unknown[1]}{_known_fields(types)}"
    if in_key:
        return f"a key of {subject} must be {_allowed(_key_types(types))}"
    if refused := _VALUE.match(message):
        value = refused[1].strip("'")
        return f"{subject} must be {_allowed(types)}, not {value}"
    if message.startswith("Expected "):
        return f"{subject} must be {_allowed(types)}{_but_not(message)}"
    return f"{path}: {message}" if path else message


def _but_not(message: str) -> str:
    """Return the end of a sentence that names the type of a refused value, such as ", not a whole number".

    Return "" if ``message``, the message of msgspec, does not name that type.
    """
    given = _TYPE_GIVEN.search(message)
    if given is None:
        return ""
    return f", not {TYPE_WORDS.get(given[1], given[1])}"


def _types_at(kind: object, path: str) -> Iterator[inspect.Type]:
    """Yield the types that a part of a value of the type ``kind`` may have.

    ``path`` says where the part is in the form of msgspec, such as ``.deals[0].dealer``.
    """
    types = list(_plain_types(inspect.type_info(kind)))
    for name, _ in _STEP.findall(path):
        types = [inner for outer in types for part in _part_types(outer, name) for inner in _plain_types(part)]
    yield from types


def _plain_types(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Yield the types of which ``kind`` is a union, or ``kind`` itself if it is no union, without any metadata."""
    if isinstance(kind, inspect.Metadata):
        yield from _plain_types(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for member in kind.types:
            yield from _plain_types(member)
    else:
        yield kind


def _part_types(kind: inspect.Type, name: str) -> Iterator[inspect.Type]:
    """Yield the types that a part of a value of the type ``kind`` may have.

    The part is the field ``name`` of a struct. If ``name`` is empty, it is an item of a list or a value of a dict.
    """
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


def _key_types(types: Iterable[inspect.Type]) -> list[inspect.Type]:
    """Return the types that the keys of the dicts among ``types`` may have."""
    return [inner for kind in types if isinstance(kind, inspect.DictType) for inner in _plain_types(kind.key_type)]


def _known_fields(types: Iterable[inspect.Type]) -> str:
    """Return the end of a sentence that lists the fields of the structs among ``types``, or "" if there are many."""
    structs = [kind for kind in types if isinstance(kind, inspect.StructType)]
    names = dict.fromkeys(field.encode_name for struct in structs for field in struct.fields)
    return f"; known are {_listed(names, 'and')}" if len(names) <= MOST_NAMED else ""


def _allowed(types: Iterable[inspect.Type]) -> str:
    """Return in words the values that ``types`` allow, such as "a whole number from 0 to 9", or "text or an object"."""
    return _listed(dict.fromkeys(text for kind in types for text in _type_words(kind)), "or") or "another value"


def _listed(texts: Iterable[str], word: str) -> str:
    """Return texts as one, with commas between them and ``word`` before the last: "a, b or c"."""
    *most, last = texts or [""]
    return f"{', '.join(most)} {word} {last}" if most else last


def _type_words(kind: inspect.Type) -> Iterator[str]:
    """Yield in words what a value of the type ``kind`` may be: the type, such as "text", or each allowed value."""
    match kind:
        case inspect.LiteralType():
            yield from map(str, kind.values)
        case inspect.EnumType():
            values = [str(member.value) for member in kind.cls]
            name = f"a {kind.cls.__name__.lower()} such as {values[0]}"
            yield from values if len(values) <= MOST_NAMED else (name,)
        case inspect.IntType():
            yield f"a whole number{_range_text(kind.ge, kind.le)}"
        case inspect.FloatType():
            yield f"a number{_range_text(kind.ge, kind.le)}"
        case inspect.StrType():
            yield f"text{_range_text(kind.min_length, kind.max_length, ' characters')}{_pattern_text(kind.pattern)}"
        case inspect.ListType() | inspect.VarTupleType():
            yield f"a list{_range_text(kind.min_length, kind.max_length, ' items')}"
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


def _range_text(low: Any, high: Any, unit: str = "") -> str:
    if low is None and high is None:
        return ""
    if high is None:
        return f" of {low} or more{unit}"
    return f" of at most {high}{unit}" if low is None else f" from {low} to {high}{unit}"


def _pattern_text(pattern: str | None) -> str:
    return f" of the form {pattern}" if pattern else ""
