"""Why somebody made a choice, at a table where the game goes on: who is told, and of which deals."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from tests.patience import PATIENCE
from tests.server.web import listening, served
from tests.terminal.hand import AT_ONCE
from uka.bots import bot
from uka.client import Client as Guest
from uka.client import TableSession
from uka.client.bot_moves import next_move
from uka.coach import MadeChoice, TrickPlace
from uka.core.actions import Play
from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.table import TableStage

pytestmark = pytest.mark.server


async def play_a_deal(*sessions: TableSession) -> None:
    """Let all choose at random until a deal is over and the next has not begun."""
    rng = Random(1)
    while sessions[0].deal is None or sessions[0].deal.result is None:
        version = sessions[0].version
        for at in sessions:
            if at.my_turn and (move := next_move(at, bot("random"), rng)):
                await move
        await asyncio.wait_for(sessions[0].until(lambda version=version: sessions[0].version != version), PATIENCE)


async def refusal(guest: Guest, table: str, deal: int, made: MadeChoice) -> str:
    with pytest.raises(UkaError) as refused:
        await guest.why(table, deal, made)
    return str(refused.value)


async def test_after_a_deal_bots_answer_those_at_the_table_and_nobody_else_is_told_of() -> None:
    async with (
        served() as web, listening(web) as url,
        Guest(url, "Ana", timeout=60) as ana, Guest(url, "Eve", timeout=60) as eve,
    ):  # fmt: skip
        settings = replace(AT_ONCE, bots="club")
        changes = {"alone_by": "nobody"}  # so that no deal ends without Ana
        ticket = await ana.open("north_american", changes=changes, settings=settings, seat=Seat.SOUTH, begin=True)
        async with asyncio.timeout(PATIENCE), ana.attend(ticket.table) as at:
            await at.until(lambda: at.deal is not None)
            assert "no deal of this game is over yet" in await refusal(ana, ticket.table, 0, 0)
            await play_a_deal(at)
            assert at.scene.stage is TableStage.SHUFFLING
            seen = at.observation
            assert seen is not None
            assert seen.contract is not None
            for index, call in enumerate(seen.calls):
                if call.seat is Seat.SOUTH:
                    assert "only bots say why" in await refusal(ana, ticket.table, 0, index)
                else:
                    told = await ana.why(ticket.table, 0, index)
                    assert (told.seat, told.level, told.made.action) == (call.seat, "club", call.action)
                    assert told.knew[0].startswith("I held ")
            for number, trick in enumerate(seen.tricks):
                for seat, card in trick.plays(seen.contract.sitting_out):
                    made = TrickPlace(number, seat)
                    if seat is Seat.SOUTH:
                        assert "only bots say why" in await refusal(ana, ticket.table, 0, made)
                    else:
                        assert (await ana.why(ticket.table, 0, made)).made.action == Play(card)
            assert "nobody made that call" in await refusal(ana, ticket.table, 0, TrickPlace(5, Seat.NORTH))
            bot_of = next(seat for seat, _ in seen.tricks[0].plays(seen.contract.sitting_out) if seat is not Seat.SOUTH)
            assert "not the last one" in await refusal(ana, ticket.table, 1, TrickPlace(0, bot_of))
            assert "you are not at this table" in await refusal(eve, ticket.table, 0, 0)
