"""A rude client can't disturb a table: each bad message is refused with one sentence, and play goes on."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.server.rude import GOOD, INSIDES, KINDS, insulted
from tests.server.web import served
from uka.server.live.table import LiveTable
from uka.server.sockets import table as socket
from uka.wire import InvalidMessage, socket_updates, table_commands, table_updates

pytestmark = pytest.mark.server


def test_each_command_is_among_those_that_are_sent_with_faults() -> None:
    assert {type(command) for command in GOOD} == set(get_args(table_commands.TableCommand))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside, max_size=4),
    max_leaves=12,
)
FIELDS = ("type", "id", "seat", "version", "action", "number", "value", "settings", "player", "since", "place")


@given(st.dictionaries(st.sampled_from(FIELDS), values | st.sampled_from(("act", "sit", "m1", "north")), max_size=6))
def test_any_object_is_a_command_or_is_refused_with_one_sentence(fields: dict[str, Any]) -> None:
    read(table_commands._encode(fields))


@given(st.binary(max_size=80) | st.text(max_size=80))
def test_anything_is_a_command_or_is_refused_with_one_sentence(text: bytes | str) -> None:
    read(text)


def read(text: bytes | str) -> None:
    try:
        table_commands.read(text)
    except InvalidMessage as error:
        bad = error
    else:
        return
    assert str(bad).startswith("the message is not understood: ")
    assert len(str(bad).splitlines()) == 1
    assert not INSIDES.search(str(bad))
    assert len(bad.id) <= 32


async def test_rude_messages_are_refused_and_all_tables_go_on() -> None:
    async with served(messages=1e6, message_burst=1e6) as web:
        found = await insulted(web, 3_000)
    kinds = found["refusals by kind"]
    assert all(kinds[kind] > 50 for kind in KINDS)
    assert found["sockets closed"] == kinds["too large"] + kinds["no text"] > 1
    assert found["lines of this table meanwhile"] > 5
    assert found["games beside it, over and verified"] >= 1


# The checks find faults


def insides(update: socket_updates.Rejection) -> socket_updates.Rejection:
    return replace(update, why=f"{update.why} - msgspec.ValidationError")


def two_lines(update: socket_updates.Rejection) -> socket_updates.Rejection:
    return replace(update, why=f"{update.why}\nand so on")


def done_all_the_same(update: socket_updates.Rejection) -> socket_updates.Ack:
    return socket_updates.Ack(update.id, 1)


@pytest.mark.daily(1)
@pytest.mark.parametrize("fault", [insides, two_lines, done_all_the_same])
async def test_the_checks_find_a_fault(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = socket._answer_message

    async def faulty(context: Any, live: LiveTable, client: Any, text: str | None) -> table_updates.TableUpdate:
        update = await answer(context, live, client, text)
        return fault(update) if isinstance(update, socket_updates.Rejection) and text and '"r' in text else update

    monkeypatch.setattr(socket, "_answer_message", faulty)
    async with served(messages=1e6, message_burst=1e6) as web:
        with pytest.raises(AssertionError):
            await insulted(web, 200)
