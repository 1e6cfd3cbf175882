"""The conversion between Protocol Buffers messages and JSON values, as far as EGN's binary form needs it.

There are no fixed-width numbers and no groups. A message is described by a table of its fields. The type of a field is
``TEXT``, ``WHOLE`` (a whole number), ``TRUTH`` (true or false), a tuple of names (an enumeration), or the table of
another message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, cast

Scalar: TypeAlias = Literal["text", "whole", "truth"]
TEXT: Scalar = "text"
WHOLE: Scalar = "whole"
TRUTH: Scalar = "truth"
VARINT, BYTES = 0, 2
LONGEST_VARINT = 10
BITS = 64
WHOLE_LIMIT = 1 << 31


class MalformedMessage(ValueError):
    """Raised if bytes do not encode a message, or if a message has no place for a value."""


class Field(NamedTuple):
    """A field of a message."""

    name: str
    """The name of the field in JSON."""
    type: Scalar | tuple[str, ...] | Mapping[int, Any]
    """The type: a scalar, the names of an enumeration, or the fields of another message by their numbers."""
    many: Literal["one", "list", "map"] = "one"
    """"list" for a repeated field, "map" for a map from whole numbers, and "one" for all others."""
    inner: str = ""
    """The only field of the message that the field holds, or an empty text.

    If it is given, JSON has the value of that field in place of the message.
    """


Message: TypeAlias = Mapping[int, Field]
"""The fields of a message by their numbers."""


def decode(data: bytes, message: Message) -> dict[str, Any]:
    """Return ``data``, the bytes of a message, as a JSON object. ``message`` describes the fields of the message.

    Fields that are not in ``message`` are skipped. Raise ``MalformedMessage`` if ``data`` is not such a message.
    """
    value: dict[str, Any] = {}
    for number, raw in _read_fields(data):
        if field := message.get(number):
            _add_field(value, field, raw)
    return value


def _add_field(value: dict[str, Any], field: Field, raw: int | bytes) -> None:
    if field.many == "map":
        entry = decode(_checked_bytes(raw), _map_entry(field))
        value.setdefault(field.name, {})[str(entry.get("key", 0))] = entry.get("value", [])
    elif field.many == "one":
        value[field.name] = _field_value(field, raw)
    elif isinstance(raw, bytes) and field.type == WHOLE:
        value.setdefault(field.name, []).extend(map(_signed, _unpack_numbers(raw)))
    else:
        value.setdefault(field.name, []).append(_field_value(field, raw))


def _field_value(field: Field, raw: int | bytes) -> Any:
    kind = field.type
    if kind == TEXT:
        return _text(_checked_bytes(raw))
    if isinstance(kind, Mapping):
        inside = decode(_checked_bytes(raw), cast(Message, kind))
        return inside.get(field.inner, []) if field.inner else inside
    if isinstance(raw, bytes):
        raise MalformedMessage(f"{field.name} is not a number")
    if isinstance(kind, tuple):
        return kind[raw] if raw < len(kind) else raw
    return bool(raw) if kind == TRUTH else _signed(raw)


def _map_entry(field: Field) -> Message:
    """Return the description of the message that encodes one entry of a map."""
    return {1: Field("key", WHOLE), 2: Field("value", field.type, inner=field.inner)}


def _checked_bytes(raw: int | bytes) -> bytes:
    """Return the value of a field if it is bytes; raise ``MalformedMessage`` if it is a number."""
    if isinstance(raw, int):
        raise MalformedMessage("a number stands in the place of a text or a message")
    return raw


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise MalformedMessage("a text is not UTF-8") from None


def _signed(number: int) -> int:
    return number - (1 << BITS) if number >> (BITS - 1) else number


def _unpack_numbers(data: bytes) -> Iterator[int]:
    index = 0
    while index < len(data):
        number, index = _read_varint(data, index)
        yield number


def _read_fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield the number of each field in a message, and the value of the field: a number, or bytes."""
    index = 0
    while index < len(data):
        key, index = _read_varint(data, index)
        number, index = _read_varint(data, index)
        if key & 7 == VARINT:
            yield key >> 3, number
        elif key & 7 == BYTES and index + number <= len(data):
            yield key >> 3, data[index : index + number]
            index += number
        else:
            raise MalformedMessage("it ends too early, or a field is of an unknown kind")


def _read_varint(data: bytes, index: int) -> tuple[int, int]:
    """Return the variable-length number that begins at ``index`` in ``data``, and the index after it."""
    number = 0
    for shift, byte in enumerate(data[index : index + LONGEST_VARINT]):
        number |= (byte & 127) << 7 * shift
        if byte < 128:
            return number & (1 << BITS) - 1, index + shift + 1
    raise MalformedMessage("it ends too early, or a number is too long")


def encode(value: Mapping[str, Any], message: Message) -> bytes:
    """Return ``value``, a JSON object, as the bytes of a message. ``message`` describes the fields of the message.

    Raise ``MalformedMessage``, with the name of the field, if the message has no place for a value.
    """
    numbers = {field.name: number for number, field in message.items()}
    if unknown_names := value.keys() - numbers.keys():
        raise MalformedMessage(min(unknown_names))
    parts = sorted((numbers[name], name) for name in value)
    return b"".join(_encode_field(number, message[number], value[name]) for number, name in parts)


def _encode_field(number: int, field: Field, item: Any) -> bytes:
    if field.many == "map":
        pairs = ({"key": int(key), "value": each} for key, each in item.items())
        return b"".join(_length_delimited(number, encode(pair, _map_entry(field))) for pair in pairs)
    if field.many == "one":
        return _encode_item(number, field, item)
    return b"".join(_encode_item(number, field, each) for each in item)


def _encode_item(number: int, field: Field, item: Any) -> bytes:
    if field.type == TEXT:
        return _length_delimited(number, item.encode())
    if isinstance(field.type, Mapping):
        value = {field.inner: item} if field.inner else item
        return _length_delimited(number, encode(value, cast(Message, field.type)))
    whole = field.type.index(item) if isinstance(field.type, tuple) else int(item)
    if not -WHOLE_LIMIT <= whole < WHOLE_LIMIT:
        raise MalformedMessage(f"{field.name} = {whole}")
    return _encode_varint(number << 3 | VARINT) + _encode_varint(whole)


def _length_delimited(number: int, data: bytes) -> bytes:
    return _encode_varint(number << 3 | BYTES) + _encode_varint(len(data)) + data


def _encode_varint(number: int) -> bytes:
    number &= (1 << BITS) - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes((*out, number))
