"""The page's types are the server's: what they are made from is what the server says now."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from uka.server.http import openapi as description
from uka.wire import table_commands, table_updates
from uka.wire.schema import PLACE, UNIONS, schemas


def test_the_written_document_is_the_servers() -> None:
    assert description.DOCUMENT.read_text("utf-8") == description.openapi_text(), "the messages have changed: make wire"


def referred(part: Any) -> set[str]:
    """All that a schema refers to."""
    if isinstance(part, dict):
        parts = part.values()
        here = {part["$ref"]} if "$ref" in part else set(part.get("discriminator", {}).get("mapping", {}).values())
    else:
        parts, here = part if isinstance(part, list) else (), set[str]()
    return here.union(*map(referred, parts))


def test_all_that_is_referred_to_is_there() -> None:
    document = msgspec.json.decode(description.openapi_document())
    found = {PLACE + name for name in document["components"]["schemas"]}
    assert PLACE + "Welcome" in referred(document)
    assert referred(document) <= found
    assert not any("." in name for name in document["components"]["schemas"])


@pytest.mark.parametrize(("union", "tag"), [("Ask", "ask"), ("Tell", "tell"), ("Action", "do"), ("Event", "event")])
def test_kinds_are_told_apart_by_their_tag(union: str, tag: str) -> None:
    found = schemas()
    kinds = found[union]["discriminator"]["mapping"]
    assert found[union]["discriminator"]["propertyName"] == tag
    assert len(kinds) == len(UNIONS[union].__args__)
    for word, place in kinds.items():
        schema = found[place.removeprefix(PLACE)]
        assert schema["properties"][tag] == {"enum": [word]}
        assert tag in schema["required"]


def test_what_is_written_has_all_that_is_required() -> None:
    ack = msgspec.json.decode(table_updates.write(table_updates.TableAck("m1", 3)))
    assert set(schemas()["Ack"]["required"]) == set(ack)
    ping = msgspec.json.decode(table_commands.write(table_commands.PingTable(id="m1")))
    assert set(schemas()["PingAsk"]["required"]) == set(ping)
