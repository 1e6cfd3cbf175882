"""JSON Schemas as Markdown: a heading, the meaning and a table of fields for each type."""

from collections.abc import Callable, Iterable
from typing import Any

Schema = dict[str, Any]
Link = Callable[[str], str]
LONG = 12
"""A list of more allowed values than this is shown by its first and its last."""


def section(name: str, schema: Schema, link: Link, *, title: str = "", level: int = 2) -> str:
    """Return the section of a type. Its anchor is the type's name."""
    head = f"{'#' * level} {title or f'`{name}`'} {{ #{name} }}\n"
    return "\n".join(part for part in (head, meaning(schema), _body(schema, link)) if part) + "\n"


def meaning(schema: Schema) -> str:
    """Return the description of a type, as Markdown paragraphs."""
    lines = (line.strip() for line in schema.get("description", "").splitlines())
    return "\n".join(lines).replace("``", "`") + "\n"


def shown(schema: Schema, link: Link) -> str:
    """Return a type in one line.

    >>> shown({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}, str)
    'whole number, 0 or more, or null'
    >>> shown({"type": "array", "items": {"enum": ["c", "d"]}}, str)
    'list of `"c"` or `"d"`'
    """
    if "$ref" in schema:
        return link(schema["$ref"].rpartition("/")[2])
    if "enum" in schema or "const" in schema:
        return _values(schema.get("enum", [schema.get("const")]))
    either = schema.get("anyOf") or schema.get("oneOf")
    if either:
        return _either([shown(part, link) for part in either])
    return _plain(schema, link)


def _plain(schema: Schema, link: Link) -> str:
    kind = schema.get("type", "anything")
    if isinstance(kind, list):
        return _either([shown({**schema, "type": each}, link) for each in kind])
    if kind == "array":
        return _array(schema, link)
    if kind == "object":
        return _object(schema, link)
    words = {"integer": "whole number", "string": "text", "boolean": "true or false"}
    return ", ".join([words.get(str(kind), str(kind)), *_bounds(schema)])


def _array(schema: Schema, link: Link) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(shown(part, link) for part in schema["prefixItems"]) + "]"
    return f"list of {shown(schema['items'], link)}" if "items" in schema else "list"


def _object(schema: Schema, link: Link) -> str:
    inner = schema.get("additionalProperties")
    return f"object, each value {shown(inner, link)}" if isinstance(inner, dict) and inner else "object"


def _bounds(schema: Schema) -> Iterable[str]:
    low, high = schema.get("minimum", schema.get("minLength")), schema.get("maximum", schema.get("maxLength"))
    unit = " characters" if schema.get("type") == "string" else ""
    if low is not None and high is not None:
        yield f"{low} to {high}{unit}"
    elif low is not None:
        yield f"{low} or more{unit}"
    elif high is not None:
        yield f"at most {high}{unit}"
    if "pattern" in schema:
        yield f"like `{schema['pattern']}`"


def _values(values: list[Any]) -> str:
    texts = [_text(value) for value in values]
    return _either(texts) if len(texts) <= LONG else f"one of {len(texts)}: {texts[0]}, {texts[1]} … {texts[-1]}"


def _text(value: object) -> str:
    return f'`"{value}"`' if isinstance(value, str) else f"`{str(value).lower() if value is not None else 'null'}`"


def _either(texts: list[str]) -> str:
    *most, last = dict.fromkeys(texts)
    joint = ", or " if any(", " in text for text in texts) else " or "
    return joint.join((", ".join(most), last)) if most else last


def _body(schema: Schema, link: Link) -> str:
    if schema.get("properties"):
        return _table(schema, link)
    return f"Value: {shown(schema, link)}.\n" if schema.get("type") != "object" else ""


def _table(schema: Schema, link: Link) -> str:
    fields, required = schema["properties"], schema.get("required", ())
    told = any("description" in field for field in fields.values())
    head = ["| field | type | | meaning |", "|---|---|---|---|"] if told else ["| field | type | |", "|---|---|---|"]
    rows = []
    for name, field in fields.items():
        cells = [f"`{name}`", shown(field, link), _need(field, name in required)]
        about = field.get("description", "").replace("``", "`")
        rows.append("| " + " | ".join(_cell(text) for text in cells + [about] * told) + " |")
    return "\n".join([*head, *rows]) + "\n"


def _need(field: Schema, required: bool) -> str:
    if required:
        return ""
    default = field.get("default")
    return f"default {_text(default)}" if isinstance(default, str | int | float) else "optional"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
