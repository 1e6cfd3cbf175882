"""Every error of msgspec becomes a sentence that says what is wrong, where, and what is allowed."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from uka import Seat
from uka.core.cards import Card
from uka.core.malformed import why_malformed


class Colour(Enum):
    RED = 1


class Call(msgspec.Struct, tag_field="do", tag="call", forbid_unknown_fields=True):
    suit: Literal["h", "s"]


class Play(msgspec.Struct, tag_field="do", tag="play", forbid_unknown_fields=True):
    card: Card


class Whole(msgspec.Struct, forbid_unknown_fields=True):
    seat: Seat = Seat.SOUTH
    number: Annotated[int, Meta(ge=0, le=9)] = 0
    count: Annotated[int, Meta(ge=1)] = 1
    most: Annotated[int, Meta(le=3)] = 1
    share: float = 0.5
    name: Annotated[str, Meta(max_length=3)] = ""
    items: Annotated[list[str], Meta(max_length=2)] = []
    pair: tuple[int, int] = (0, 0)
    many: tuple[int, ...] = ()
    notes: dict[Annotated[str, Meta(pattern="^[0-9]$")], list[str]] = {}
    actions: list[Call | Play] = []
    flag: bool | None = None
    colour: Colour = Colour.RED
    inner: str | Call = ""
    any: Any = None
    data: bytes = b""

    def __post_init__(self) -> None:
        if self.number == 7:
            raise ValueError("seven is not lucky")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "it must be an object, not a list"),
        ('{"seat": "up"}', "seat must be north, east, south or west, not up"),
        ('{"seat": 3}', "seat must be north, east, south or west, not a whole number"),
        ('{"number": 12}', "number must be a whole number from 0 to 9"),
        ('{"number": "x"}', "number must be a whole number from 0 to 9, not text"),
        ('{"number": 7}', "seven is not lucky"),
        ('{"count": 0}', "count must be a whole number of 1 or more"),
        ('{"most": 4}', "most must be a whole number of at most 3"),
        ('{"share": null}', "share must be a number, not null"),
        ('{"name": "long"}', "name must be text of at most 3 characters"),
        ('{"items": ["a", "b", "c"]}', "items must be a list of at most 2 items"),
        ('{"items": [1.5]}', "items[0] must be text, not a number"),
        ('{"pair": [1]}', "pair must be a list of 2"),
        ('{"pair": [1, "x"]}', "pair[1] must be a whole number, not text"),
        ('{"many": {}}', "many must be a list, not an object"),
        ('{"notes": {"x": []}}', "a key of notes must be text of the form ^[0-9]$"),
        ('{"notes": {"1": [true]}}', "notes[...][0] must be text, not true or false"),
        ('{"notes": 1}', "notes must be an object, not a whole number"),
        ('{"actions": [{"do": "sing"}]}', "actions[0].do must be call or play, not sing"),
        ('{"actions": [{}]}', "actions[0] has no field do"),
        ('{"actions": [{"do": "call", "suit": "x"}]}', "actions[0].suit must be h or s, not x"),
        ('{"actions": [{"do": "play", "card": "x"}]}', "actions[0].card must be a card such as 7c, not x"),
        (
            '{"actions": [{"do": "play", "suit": "x"}]}',
            "actions[0] has the unknown field suit; known are suit and card",
        ),
        ('{"flag": 3}', "flag must be true or false or null, not a whole number"),
        ('{"colour": 3}', "colour must be 1, not 3"),
        ('{"inner": 3}', "inner must be text or an object, not a whole number"),
        ('{"data": 3}', "data must be another value, not a whole number"),
        ("", "it ends too early"),
        ('{"seat"', "it ends too early"),
        ('{"seat":}', "invalid character at byte 8"),
        ('{"seat": "\\q"}', "invalid escape character in string at byte 12"),
        (b'{"name": "\xff"}', "it is not UTF-8 text"),
        ("[" * 5000, "it is nested too deeply"),
    ],
)
def test_an_error_becomes_a_sentence(text: str | bytes, sentence: str):
    with pytest.raises((msgspec.DecodeError, UnicodeError, RecursionError)) as error:
        msgspec.json.decode(text, type=object if text[:1] == "[" and len(text) > 2 else Whole)
    assert why_malformed(error.value, Whole) == sentence


def test_an_unknown_field_is_told_with_the_known_ones():
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert({"sauce": 1}, Whole)
    assert why_malformed(error.value, Whole).startswith("it has the unknown field sauce; known are seat, number, count")


def test_a_refusal_by_a_type_below_keeps_its_place():
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert([{"number": 7}], list[Whole])
    assert why_malformed(error.value, list[Whole]) == "[0]: seven is not lucky"


def test_a_type_with_a_description_is_told_as_without_it():
    number = Annotated[int, Meta(ge=0, le=9, description="how many")]
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert({"a": "x"}, dict[str, number])
    assert why_malformed(error.value, dict[str, number]).endswith("must be a whole number from 0 to 9, not text")


def test_a_place_that_the_type_does_not_have_is_told_without_what_is_allowed():
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert([1, "x"], list[int])
    assert why_malformed(error.value, int) == "[1] must be another value, not text"


def test_another_sentence_of_the_decoder_stays():
    assert why_malformed(msgspec.DecodeError("odd"), int) == "odd"
