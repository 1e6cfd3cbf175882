"""Tables that play numbered deals get the same packs, and the same play meets the same play."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.client.test_games import house
from tests.patience import PATIENCE
from tests.server.web import ONE_WORKER, Web, served
from uka import rulesets
from uka.bots import bot
from uka.client import Client, CommandRefused
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.hosting import pack_secrets, table_commands
from uka.records import Acted, Dealt
from uka.records.fair import UnfairDeal, numbered_seed
from uka.table import NO_PAUSES, InvalidTableSettings, TableLine, TableSettings, TableStage
from uka.table.commands import people
from uka.table.commands.gameplay import TableRefusal
from uka.table.entries import GameBegan
from uka.wire.http_bodies import Guest
from uka.wire.table_commands import BeginGame

pytestmark = pytest.mark.server

NUMBERED = replace(NO_PAUSES, bots="club", deals="number:4711", secrets_open_after="deal")
ANA = Guest("ana", "Ana")


async def game(web: Web, settings: TableSettings, rules: str = "uka") -> tuple[TableLine, ...]:
    """Return the log of a game of four bots."""
    live = await web.context.tables.open(rulesets.find(rules), ANA, settings)
    await live.do(lambda t: table_commands.begin(t, "ana", BeginGame(id="begin"), live.packs), "ana")
    async with asyncio.timeout(PATIENCE):
        while live.table.stage is not TableStage.OVER:
            await asyncio.sleep(0.02)
    return await live.lines()


def play(lines: tuple[TableLine, ...]) -> list[Any]:
    return [line.entry for line in lines if isinstance(line.entry, Dealt | Acted | GameBegan)]


@pytest.mark.daily(1)
@pytest.mark.parametrize("rules", ["uka", "bicycle"])
async def test_two_tables_with_the_same_number_get_the_same_packs_and_the_same_choices(rules: str) -> None:
    async with served(**ONE_WORKER) as web:
        one, two = await asyncio.gather(*(game(web, NUMBERED, rules) for _ in range(2)))
        assert play(one) == play(two)
        other = await game(web, replace(NUMBERED, deals="number:4712"), rules)
        assert play(one) != play(other)


@pytest.mark.daily(1)
@pytest.mark.parametrize("fair", [True, False])
async def test_a_client_checks_that_the_packs_are_those_of_the_number(
    monkeypatch: pytest.MonkeyPatch, fair: bool
) -> None:
    async with house() as (_, url), Client(url, name="Ana", timeout=60) as ana:
        if not fair:
            monkeypatch.setattr(pack_secrets, "numbered_seed", lambda number: numbered_seed(number + 1))
        settings = replace(NUMBERED, bots="random")
        ticket = await ana.open("cardgames", changes={"target": 3}, seat=Seat.SOUTH, settings=settings)
        async with ana.attend(ticket.table) as at:
            await at.begin()
            with suppress(UnfairDeal):
                await at.play(bot("random"), Random(1))
            assert at.cheated == (None if fair else "the packs are not those of number 4711")
            assert at.seat_view
            assert at.scene.share_states[at.seat_view.seat.index] == "none"
            with pytest.raises(CommandRefused, match="nobody takes part in the shuffle of given deals"):
                await at.commit(bytes(32))


def test_a_number_of_deals_is_a_number_and_not_dealt_by_hand() -> None:
    for wrong in ("4711", "number:", "number:-1", "number:01", "number:4711\n", "day:today", "match:0"):
        with pytest.raises(InvalidTableSettings, match="deals is"):
            TableSettings(deals=wrong)
    with pytest.raises(InvalidTableSettings, match="given deals are not dealt by hand"):
        TableSettings(deals="number:1", by_hand=True)
    assert TableSettings(deals="number:0").given == ("number", "0")
    assert TableSettings(deals="day:2026-11-24").given == ("day", "2026-11-24")
    assert TableSettings().given is None


async def test_the_number_of_deals_stays_during_a_game() -> None:
    async with served(**ONE_WORKER) as web:
        live = await web.context.tables.open(rulesets.find("uka"), ANA, replace(NUMBERED, answer_ms=60_000))
        await live.do(lambda t: people.sit(t, "ana", t.rules.seats[0]), "ana")
        await live.do(lambda t: table_commands.begin(t, "ana", BeginGame(id="begin"), live.packs), "ana")
        with pytest.raises(TableRefusal, match="deals can't be changed during a game"):
            await live.do(lambda t: people.change_settings(t, "ana", replace(NUMBERED, deals="")), "ana")


async def test_a_slow_choice_is_waited_for_and_not_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a choice can take longer than the deadline of other tables, each time that it is begun."""
    asked = list[Observation]()

    async def slow(level: str, observation: Observation, *_: Any, **__: Any) -> Action:
        asked.append(observation)
        await asyncio.sleep(0.5)
        return observation.legal_actions[0]

    async with served(**ONE_WORKER, bot_deadline=0.1) as web:
        monkeypatch.setattr(web.context.bots, "choose", slow)
        live = await web.context.tables.open(rulesets.find("uka"), ANA, replace(NUMBERED, answer_ms=50))
        await live.do(lambda t: table_commands.begin(t, "ana", BeginGame(id="begin"), live.packs), "ana")
        made = 0
        async with asyncio.timeout(PATIENCE):
            while made < 3:
                await asyncio.sleep(0.05)
                begun = len(asked)
                made = sum(isinstance(line.entry, Acted) for line in await live.lines())
        assert begun <= made + 1  # one choice may be on its way
