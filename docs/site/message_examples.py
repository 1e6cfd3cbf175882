"""Examples of the messages that clients send, from ``message_examples.json``.

Tests decode each with its type, and send the bodies to a server. ``TOKEN``, ``INVITATION`` and ``LINK`` stand for what
an earlier answer held.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("message_examples.json")
FILES = {
    "text/plain": "curl --data-binary @game.uka -H 'Content-Type: text/plain' http://127.0.0.1:8765",
    "application/x-ndjson": "curl --data-binary @day.log -H 'Content-Type: application/x-ndjson' http://127.0.0.1:8765",
    "application/octet-stream": "curl --data-binary @teams.xlsx -H 'Content-Type: application/octet-stream' "
    "-H 'X-Uka-Link: LINK' http://127.0.0.1:8765",
}
"""The command that sends a file of a media type to a route. The route's path follows."""


@cache
def read() -> dict[str, Any]:
    """Return the examples: ``requests`` by method and path, ``table_commands`` and ``tournament_commands``."""
    return json.loads(FILE.read_text("utf-8"))


def of_route(method: str, path: str, media: str) -> str:
    """Return an example of the body of a request as a fence. Raise ``LookupError`` if there is none."""
    if media in FILES:
        return f"```\n{FILES[media]}{path}\n```\n"
    route = f"{method} {path}"
    if route not in read()["requests"]:
        raise LookupError(f"{route} has no example of its body: write one into docs/site/{FILE.name}")
    return _fence([read()["requests"][route]])


def of_message(kind: str) -> str:
    """Return the examples of a type of message as a fence, or an empty text if there are none.

    >>> of_message("ping_table")
    '```json\\n{"type": "ping_table", "id": "31"}\\n```\\n'
    """
    found = [each for each in (*read()["table_commands"], *read()["tournament_commands"]) if each["type"] == kind]
    return _fence(found) if found else ""


def _fence(examples: list[Any]) -> str:
    return "\n".join(["```json", *(json.dumps(example, ensure_ascii=False) for example in examples), "```"]) + "\n"
