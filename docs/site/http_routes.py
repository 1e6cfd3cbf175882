"""The page of the HTTP routes, from the server's OpenAPI document."""

import json
from collections.abc import Iterator
from functools import partial

from uka.server.http.openapi import DOCUMENT as OPENAPI

from . import message_examples, sockets
from .json_types import Schema, shown

FILE = "http.md"
DOCUMENT = "openapi.json"
EXAMPLES = """In the examples of bodies, `TOKEN` and `INVITATION` stand for what an earlier answer held. With curl,
which keeps the guest's cookie in a file:

```
curl -c cookie -X PUT http://127.0.0.1:8765/api/me -H 'Content-Type: application/json' -d '{"name": "Ana"}'
curl -b cookie http://127.0.0.1:8765/api/tables -H 'Content-Type: application/json' -d '{"rules": "uka"}'
```
"""


def pages() -> dict[str, str]:
    """Return the text of the page, and the OpenAPI document, by its file."""
    text = OPENAPI.read_text("utf-8")
    return {FILE: _page(json.loads(text)), DOCUMENT: text}


def routes(api: Schema) -> Iterator[tuple[str, str, Schema]]:
    """Yield the method, the path and the description of each route."""
    for path, methods in api["paths"].items():
        for method, route in methods.items():
            yield method.upper(), path, route


def _page(api: Schema) -> str:
    about = api["info"]["description"]
    files = (
        f"For programs: [{DOCUMENT}]({DOCUMENT}), an OpenAPI {api['openapi']} document, also at `/api/openapi.json`."
    )
    intro = ["# HTTP routes\n", about, f"\n{files} The messages of the sockets have pages of their own:"]
    linked = " and ".join(f"[{socket.title.lower()}]({socket.file})" for socket in sockets.SOCKETS)
    return "\n".join([*intro, f"{linked}.\n", EXAMPLES, _errors(api), *(_route(*each) for each in routes(api))])


def _errors(api: Schema) -> str:
    rows = [f"| {code} | {answer['description']} |" for code, answer in sorted(api["components"]["responses"].items())]
    intro = f"The body of an error is a {sockets.link('HttpProblem')}.\n"
    return "\n".join(["## Errors\n", intro, "| status | meaning |", "|---|---|", *rows, ""])


def _route(method: str, path: str, route: Schema) -> str:
    parts = [f"## `{method} {path}`\n", f"{route.get('description', '')}\n", _parameters(route)]
    parts.append(_body(method, path, route))
    return "\n".join(part for part in [*parts, _results(route)] if part)


def _parameters(route: Schema) -> str:
    rows = [
        f"| `{each['name']}` | {each['in']} | {_type(each['schema'])} | {_need(each)} | {each.get('description', '')} |"
        for each in route.get("parameters", ())
    ]
    head = ["| parameter | in | type | | meaning |", "|---|---|---|---|---|"]
    return "\n".join([*head, *rows, ""]) if rows else ""


def _need(parameter: Schema) -> str:
    return "" if parameter["required"] else "optional"


def _type(schema: Schema) -> str:
    return shown(schema, sockets.link).replace("|", "\\|")


def _body(method: str, path: str, route: Schema) -> str:
    content = route.get("requestBody", {}).get("content", {})
    example = partial(message_examples.of_route, method, path)
    return "\n".join(
        f"Body (`{media}`): {_type(part.get('schema', {}))}. For example:\n\n{example(media)}"
        for media, part in content.items()
    )


def _results(route: Schema) -> str:
    answers = route["responses"].items()
    lines = [_result(code, answer) for code, answer in answers if "$ref" not in answer]
    errors = ", ".join(code for code, answer in answers if "$ref" in answer)
    return "\n".join([*lines, f"\nErrors: {errors}.\n"])


def _result(code: str, answer: Schema) -> str:
    kinds = [f"{_type(part.get('schema', {}))} (`{media}`)" for media, part in answer.get("content", {}).items()]
    return f"Answer {code}: {' or '.join(kinds) or 'no body'}."
