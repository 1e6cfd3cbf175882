"""Each route of a server is answered without one, or is listed with the reason why it needs one."""

from __future__ import annotations

import re

import msgspec

from uka.offline.requests import NEEDS_SERVER, ROUTES
from uka.server.http.openapi import DOCUMENT

ONLY_HERE = {
    ("GET", "api/backup"),
    ("POST", "api/backup"),
    ("POST", "api/tables/*/second"),
    ("GET", "api/tournaments/*/sheets/*"),
}


def routes_of_a_server() -> set[tuple[str, str]]:
    paths = msgspec.json.decode(DOCUMENT.read_bytes())["paths"]
    return {
        (method.upper(), re.sub(r"\{\w+\}", "*", path.strip("/"))) for path, item in paths.items() for method in item
    }


def test_each_route_is_answered_or_needs_a_server() -> None:
    assert routes_of_a_server() == (ROUTES.keys() - ONLY_HERE) | NEEDS_SERVER.keys()
    assert not ROUTES.keys() & NEEDS_SERVER.keys()
    assert all(NEEDS_SERVER.values())
