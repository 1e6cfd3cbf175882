"""The messages of the sockets: an AsyncAPI document, a page for each socket, and a page of types."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from uka import __version__
from uka.wire.schema import REFERENCE_PREFIX, schemas

from . import message_examples
from .json_types import Schema, section

TYPES = "message-types.md"
DOCUMENT = "asyncapi.json"
MESSAGE = "#/components/messages/"


@dataclass(frozen=True)
class Socket:
    """A socket: its address, what its parameters mean, and the unions of the messages in both directions."""

    name: str
    title: str
    address: str
    parameter: str
    query: dict[str, str]
    commands: str
    updates: str
    intro: str

    @property
    def file(self) -> str:
        return f"{self.name}-socket.md"


SOCKETS = (
    Socket(
        "table",
        "Table socket",
        "/api/tables/{table}/socket",
        "the table's name, from the answer to `POST /api/tables`",
        {"since": "the number of the last line that the client knows; without it, the whole table is sent"},
        "TableCommand",
        "TableUpdate",
        "Connect with the cookie of a guest (`PUT /api/me`) who is at the table. The server first sends "
        "`table_snapshot`, or a `table_change` since the number that you gave. It carries out each command once: send "
        "the same `id` again if you do not know whether a command has arrived. A command is answered by `ack` or "
        "`rejection`. Everybody at the table is sent what it changed.",
    ),
    Socket(
        "tournament",
        "Tournament socket",
        "/api/tournaments/{tournament}/socket",
        "the tournament's name, from the answer to `POST /api/tournaments`",
        {},
        "TournamentCommand",
        "TournamentUpdate",
        "The first message is `present_link`, with a link, or none for a spectator. The server answers with "
        "`tournament_snapshot`, the board as that link may see it. Each command is answered by `ack` or "
        "`rejection`. Everybody is sent the parts of the board that it changed.",
    ),
)


def pages() -> dict[str, str]:
    """Return the text of each page, and the AsyncAPI document, by its file."""
    texts = {socket.file: _page(socket) for socket in SOCKETS}
    return texts | {TYPES: _types(), DOCUMENT: json.dumps(document(), indent=1, ensure_ascii=False) + "\n"}


@cache
def components() -> dict[str, Schema]:
    """Return the schemas of all messages and of all types in them, by name."""
    return schemas()


def messages(union: str) -> list[str]:
    """Return the names of the messages of a union, such as ``TableCommand``."""
    return [part["$ref"].removeprefix(REFERENCE_PREFIX) for part in components()[union]["anyOf"]]


def tag(name: str) -> str:
    """Return the value of the field ``type`` in a message.

    >>> tag("TakeSeat")
    'take_seat'
    """
    return components()[name]["properties"]["type"]["enum"][0]


def link(name: str) -> str:
    """Return a link to a type. A message has its section on the page of its socket."""
    return f"[`{name}`]({_places().get(name, TYPES)}#{name})"


@cache
def _places() -> dict[str, str]:
    return {name: s.file for s in SOCKETS for union in (s.commands, s.updates) for name in messages(union)}


def _page(socket: Socket) -> str:
    route = f"`GET {socket.address}`, a WebSocket. Each message is a JSON object."
    intro = f"# {socket.title}\n\n{route}\n\n{socket.intro}\n"
    query = [f"| `{name}` | {about} |" for name, about in socket.query.items()]
    table = ["| in the address | |", "|---|---|", f"| `{socket.name}` | {socket.parameter} |", *query, ""]
    files = (
        f"All types are on the page [Types of the messages]({TYPES}). For programs: [{DOCUMENT}]({DOCUMENT}), an "
        "[AsyncAPI](https://www.asyncapi.com) 3.0 document of both sockets.\n"
    )
    parts = [_messages("From the client", socket.commands), _messages("From the server", socket.updates)]
    return "\n".join([intro, *table, files, *parts])


def _messages(title: str, union: str) -> str:
    return "\n".join([f"## {title}\n", *map(_message_section, messages(union))])


def _message_section(name: str) -> str:
    told = section(name, components()[name], link, title=f"`{tag(name)}`", level=3)
    example = message_examples.of_message(tag(name))
    return f"{told}\nFor example:\n\n{example}" if example else told


def _types() -> str:
    about = "The types that the messages of the sockets and the bodies of the HTTP routes contain."
    intro = f"# Types of the messages\n\n{about}\n"
    own = sorted(set(components()) - set(_places()) - {union for s in SOCKETS for union in (s.commands, s.updates)})
    return "\n".join([intro, *(section(name, components()[name], link) for name in own)])


def document() -> Schema:
    """Return the AsyncAPI document of both sockets, from the server's view: it receives commands and sends updates."""
    names = [name for s in SOCKETS for union in (s.commands, s.updates) for name in messages(union)]
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Uka", "version": __version__, "description": "The sockets of tables and tournaments."},
        "defaultContentType": "application/json",
        "servers": {"local": {"host": "127.0.0.1:8765", "protocol": "ws"}},
        "channels": {socket.name: _channel(socket) for socket in SOCKETS},
        "operations": dict(operation for socket in SOCKETS for operation in _operations(socket)),
        "components": {
            "messages": {name: _message(name) for name in names},
            "schemas": {name: _draft7(components()[name]) for name in sorted(_reached(names))},
        },
    }


def _channel(socket: Socket) -> Schema:
    query = {name: {"type": "string", "description": about} for name, about in socket.query.items()}
    return {
        "address": socket.address,
        "parameters": {socket.name: {"description": socket.parameter}},
        "messages": {n: {"$ref": MESSAGE + n} for u in (socket.commands, socket.updates) for n in messages(u)},
        "bindings": {"ws": {"method": "GET", "query": {"type": "object", "properties": query}}},
    }


def _operations(socket: Socket) -> Iterator[tuple[str, Schema]]:
    for action, union in (("receive", socket.commands), ("send", socket.updates)):
        within = f"#/channels/{socket.name}"
        refs = [{"$ref": f"{within}/messages/{name}"} for name in messages(union)]
        yield f"{action}{union}", {"action": action, "channel": {"$ref": within}, "messages": refs}


def _message(name: str) -> Schema:
    summary = components()[name].get("description", "").partition("\n")[0]
    return {"name": tag(name), "title": name, "summary": summary, "payload": {"$ref": REFERENCE_PREFIX + name}}


def _reached(names: list[str]) -> set[str]:
    """Return the names of the types that messages contain, and their own."""
    found, open_ = set[str](), list(names)
    while open_:
        name = open_.pop()
        if name not in found:
            found.add(name)
            open_ += [ref.removeprefix(REFERENCE_PREFIX) for ref in _references(components()[name])]
    return found


def _references(schema: Any) -> Iterator[str]:
    for key, value in _items(schema):
        if key == "$ref":
            yield value
        elif isinstance(value, dict | list):
            yield from _references(value)


def _items(schema: Any) -> Iterator[tuple[Any, Any]]:
    yield from schema.items() if isinstance(schema, dict) else enumerate(schema)


def _draft7(schema: Any) -> Any:
    """Return a schema in the words of JSON Schema draft 7, which AsyncAPI uses."""
    if isinstance(schema, list):
        return [_draft7(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: _draft7(value) for key, value in schema.items() if key != "discriminator"}
    if "prefixItems" in parts:
        parts["additionalItems"] = parts.pop("items", True)
        parts["items"] = parts.pop("prefixItems")
    return parts
