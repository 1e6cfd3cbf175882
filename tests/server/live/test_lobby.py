"""The many tables of one guest or address don't push others out of the lobby."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.server.web import Web, served
from uka import rulesets
from uka.core.seats import Seat
from uka.server.base.clock import awake
from uka.server.base.options import ServerOptions
from uka.server.live.lobby import fair_share, is_waiting, merge_lobbies
from uka.table import TableStage, default_settings
from uka.table.commands import people
from uka.wire.http_bodies import Guest

pytestmark = pytest.mark.server

RULES = rulesets.find("uka")
PUBLIC = replace(default_settings(RULES), public=True)


class There:
    """A client at a table."""

    heard, gone = awake() + 1e6, False

    def __init__(self, player: str, address: str) -> None:
        self.player, self.address = player, address

    def push(self, text: str) -> None:
        pass

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        pass


class Listed:
    """A table with only the attributes that the lobby reads."""

    def __init__(self, number: int, host: str, address: str, stage: Any, chairs: Any) -> None:
        self.number, self.host, self.acting_host, self.address = number, host, host, address
        self.table, self.stage, self.chairs = self, stage, chairs
        self.audience = [There(host, address)]


async def opened(web: Web, guest: str, address: str, *, sits: bool = False) -> str:
    live = await web.context.tables.open(RULES, Guest(guest, guest), PUBLIC)
    if sits:
        await live.do(lambda table: people.sit(table, guest, Seat.SOUTH), guest)
    live.arrive(There(guest, address))
    return live.id


async def test_two_hundred_tables_of_one_guest_do_not_hide_anothers() -> None:
    async with served() as web:
        stranger = await opened(web, "stranger", "192.0.2.1")
        for _ in range(220):
            await opened(web, "ana", "192.0.2.2", sits=True)
        lines = (await (await web.guest("Ben")).get("/api/lobby")).json()
        assert stranger in [line["table"] for line in lines]
        assert len(lines) == 1 + ServerOptions.lobby_a_guest


async def test_tables_of_many_guests_at_one_address_do_not_hide_anothers() -> None:
    async with served(lobby=20) as web:
        stranger = await opened(web, "stranger", "192.0.2.1")
        for number in range(50):
            await opened(web, f"guest{number}", "192.0.2.2", sits=True)
        lines = (await (await web.guest("Ben")).get("/api/lobby")).json()
        assert stranger in [line["table"] for line in lines]
        assert len(lines) == 20


async def test_tables_where_people_wait_come_first() -> None:
    async with served() as web:
        waits = await opened(web, "ana", "192.0.2.2", sits=True)
        empty = await opened(web, "ben", "192.0.2.3")
        lines = (await (await web.guest("Ben")).get("/api/lobby")).json()
        assert [line["table"] for line in lines] == [waits, empty]


class Chair:
    def __init__(self, player: str | None) -> None:
        self.player = player


tables = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3), st.booleans()), max_size=60)


@given(tables, st.integers(1, 30))
def test_each_address_and_each_guest_has_its_share(found: list[tuple[int, int, bool]], places: int) -> None:
    options = ServerOptions(lobby=places, lobby_a_guest=4, lobby_an_address=12)
    each = [
        Listed(
            n, f"{guest} of {at}", f"{at}", TableStage.SEATING if waits else TableStage.OVER, [Chair("x"), Chair(None)]
        )
        for n, (guest, at, waits) in enumerate(found)
    ]
    listed: Any = fair_share(each, options)  # type: ignore[arg-type]
    assert len({one.number for one in listed}) == len(listed) <= places
    assert [is_waiting(one) for one in listed] == sorted((is_waiting(one) for one in listed), reverse=True)
    mine, ours = Counter(one.host for one in listed), Counter(one.address for one in listed)
    assert max(mine.values(), default=0) <= 4
    assert max(ours.values(), default=0) <= 12
    if len({one.address for one in each}) <= places:
        assert {one.address for one in each} == set(ours)
    for address in ours:  # an address with unlisted tables has at most one fewer listed than any other
        left_out = sum(min(4, n) for n in Counter(one.host for one in each if one.address == address).values())
        if ours[address] < min(left_out, 12):
            assert len(listed) == places
            assert max(ours.values()) <= ours[address] + 1


def test_the_lists_of_several_processes_share_the_places() -> None:
    class Line:
        def __init__(self, table: str) -> None:
            self.table = table

    many, few = [Line(f"many{n}") for n in range(30)], [Line("few")]
    found: Any = merge_lobbies([many, few], 10)  # type: ignore[arg-type]
    assert "few" in [line.table for line in found]
    assert len(found) == 10
