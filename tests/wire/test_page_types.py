"""The page's types are the server's: what they are made from is what the server says now."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from uka.server.http import openapi as description
from uka.wire import table_commands, table_updates
from uka.wire.schema import PLACE, UNIONS, schemas


def test_the_committed_openapi_document_is_up_to_date() -> None:
    assert description.DOCUMENT.read_text("utf-8") == description.openapi_text(), "the messages have changed: make wire"


def referred(part: Any) -> set[str]:
    """All that a schema refers to."""
    if isinstance(part, dict):
        parts = part.values()
        here = {part["$ref"]} if "$ref" in part else set(part.get("discriminator", {}).get("mapping", {}).values())
    else:
        parts, here = part if isinstance(part, list) else (), set[str]()
    return here.union(*map(referred, parts))


def test_each_reference_in_the_document_has_a_target() -> None:
    document = msgspec.json.decode(description.openapi_document())
    found = {PLACE + name for name in document["components"]["schemas"]}
    assert PLACE + "Welcome" in referred(document)
    assert referred(document) <= found
    assert not any("." in name for name in document["components"]["schemas"])


@pytest.mark.parametrize(("union", "tag"), [("Ask", "ask"), ("Tell", "tell"), ("Action", "do"), ("Event", "event")])
def test_messages_of_a_union_are_distinguished_by_their_tag(union: str, tag: str) -> None:
    found = schemas()
    kinds = found[union]["discriminator"]["mapping"]
    assert found[union]["discriminator"]["propertyName"] == tag
    assert len(kinds) == len(UNIONS[union].__args__)
    for word, place in kinds.items():
        schema = found[place.removeprefix(PLACE)]
        assert schema["properties"][tag] == {"enum": [word]}
        assert tag in schema["required"]


def test_each_encoded_message_has_all_required_fields() -> None:
    ack = msgspec.json.decode(table_updates.write(table_updates.TableAck("m1", 3)))
    assert set(schemas()["Ack"]["required"]) == set(ack)
    ping = msgspec.json.decode(table_commands.write(table_commands.PingTable(id="m1")))
    assert set(schemas()["PingAsk"]["required"]) == set(ping)
