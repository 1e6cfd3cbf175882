"""The page's types are the server's: what they are made from is what the server says now."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from uka.core.cards import CARDS, Card, Suit, pack
from uka.core.ruleset import Ruleset
from uka.core.tagged import snake_case
from uka.core.trick import STRAINS, STRENGTH, effective_suit
from uka.server.http import openapi as description
from uka.table.views.facts import TITLED, Titles
from uka.wire import schema, socket_updates, table_commands, table_updates
from uka.wire.schema import REFERENCE_PREFIX, UNIONS, schemas


class CardRanks(msgspec.Struct):
    """The content of ``card-ranks.json``."""

    packs: dict[str, tuple[Card, ...]]
    ranks: dict[Suit, dict[Suit, tuple[Card, ...]]]
    titles: dict[Suit, Titles]


def test_the_committed_openapi_document_is_up_to_date() -> None:
    assert description.DOCUMENT.read_text("utf-8") == description.openapi_text(), "the messages have changed: make wire"


def test_the_page_knows_the_defaults_of_a_ruleset() -> None:
    kept = Path(__file__).parents[2] / "web" / "src" / "wire" / "default-rules.json"
    assert msgspec.json.decode(kept.read_bytes()) == msgspec.to_builtins(Ruleset()), "make wire"


def test_the_page_knows_the_ranks_of_the_cards() -> None:
    path = Path(__file__).parents[2] / "web" / "src" / "wire" / "card-ranks.json"
    kept = msgspec.json.decode(path.read_bytes(), type=CardRanks)
    assert kept.packs == {str(size): pack(size) for size in (24, 28, 32)}, "make wire"
    assert kept.titles == {trump: TITLED[trump] for trump in STRAINS}, "make wire"
    for trump in STRAINS:
        for suit, cards in kept.ranks[trump].items():
            strengths = [STRENGTH[trump.index][suit.index][card.index] for card in cards]
            assert strengths == sorted(strengths, reverse=True), "make wire"
            assert {*cards} == {card for card in CARDS if effective_suit(card, trump) is suit}, "make wire"


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
    found = {f"#/components/{kind}/{name}" for kind, named in document["components"].items() for name in named}
    assert REFERENCE_PREFIX + "TableSnapshot" in referred(document)
    assert referred(document) <= found
    assert not any("." in name for name in document["components"]["schemas"])


@pytest.mark.parametrize("union", UNIONS)
def test_the_messages_of_a_union_have_the_names_of_their_classes_as_types(union: str) -> None:
    found = schemas()
    kinds = found[union]["discriminator"]["mapping"]
    assert found[union]["discriminator"]["propertyName"] == "type"
    assert kinds == {snake_case(kind.__name__): REFERENCE_PREFIX + kind.__name__ for kind in get_args(UNIONS[union])}
    for word, place in kinds.items():
        described = found[place.removeprefix(REFERENCE_PREFIX)]
        assert described["title"] == place.removeprefix(REFERENCE_PREFIX)
        assert described["properties"]["type"] == {"enum": [word]}
        assert "type" in described["required"]


def test_the_schema_of_a_field_has_the_text_below_the_field() -> None:
    found = schemas()["DealView"]["properties"]
    assert found["claim"]["description"] == "Whether the viewer may claim the rest of the tricks now."
    assert found["declined"]["description"] == "The seats that declined in the current phase.", "an inherited field"
    assert "description" not in found["dealer"]


def test_the_names_of_unions_are_those_of_python() -> None:
    assert {name: getattr(schema, name) for name in UNIONS} == UNIONS


def test_two_classes_of_one_name_are_refused() -> None:
    other = msgspec.defstruct("Ack", [("id", str)])
    with pytest.raises(ValueError, match=r"two classes of the messages have one name: .*Ack"):
        schema.schemas_of([other], {"TableUpdate": table_updates.TableUpdate})


def test_each_encoded_message_has_all_required_fields() -> None:
    ack = msgspec.json.decode(socket_updates.write(socket_updates.Ack("m1", 3)))
    assert set(schemas()["Ack"]["required"]) == set(ack)
    ping = msgspec.json.decode(table_commands.write(table_commands.PingTable(id="m1")))
    assert set(schemas()["PingTable"]["required"]) == set(ping)
