"""The lines between an arena and a program: a JSON Schema, and a page of its types."""

import json

import msgspec

from uka.arena.protocol import MOST_BYTES, PROTOCOL, ChooseAction, Hello, ProgramGreeting
from uka.core.actions import Action

from .json_types import Schema, section

FILE = "bot-protocol.md"
DOCUMENT = "bot-protocol.schema.json"
PLACE = "#/$defs/"
INTRO = f"""# Bot protocol

The types of [the lines](bots.md) that an arena writes to a program, and that the program writes back. The version of
the protocol is {PROTOCOL}. A line has at most {MOST_BYTES} bytes. For programs: [{DOCUMENT}]({DOCUMENT}), a JSON Schema
(draft 2020-12). Its root is any line that the arena writes; `$defs/Answer` is any line that the program writes.

| line | from | answered by |
|---|---|---|
| [`Hello`](#Hello) | arena | [`ProgramGreeting`](#ProgramGreeting) |
| [`ChooseAction`](#ChooseAction) | arena | [`Action`](#Action) |
"""


def pages() -> dict[str, str]:
    """Return the text of the page, and the JSON Schema, by its file."""
    types = document()["$defs"]
    del types["Answer"]
    first = ["Hello", "ChooseAction", "ProgramGreeting", "Action"]
    names = first + sorted(set(types) - set(first))
    text = "\n".join([INTRO, *(section(name, types[name], _link) for name in names)])
    return {FILE: text, DOCUMENT: json.dumps(document(), indent=1, ensure_ascii=False) + "\n"}


def document() -> Schema:
    """Return the JSON Schema of the lines of both sides."""
    kinds = (Hello, ChooseAction, ProgramGreeting, Action)
    refs, types = msgspec.json.schema_components(kinds, ref_template=PLACE + "{name}")
    for schema in types.values():
        schema["description"] = schema.get("description", "").partition(">>>")[0].strip()
    hello, choose, greeting, action = refs
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The lines between an arena of Uka and a program",
        "oneOf": [hello, choose],
        "$defs": {**types, "Action": action, "Answer": {"anyOf": [greeting, {"$ref": f"{PLACE}Action"}]}},
    }


def _link(name: str) -> str:
    return f"[`{name}`](#{name})"
