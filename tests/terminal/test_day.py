"""The deals of a day in the terminal: the same packs and bots as everywhere, and the result in words."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.client.test_games import house
from tests.patience import PATIENCE
from uka import rulesets
from uka.bots import bot
from uka.client import Client
from uka.core.errors import UkaError
from uka.days import day_rules, par
from uka.server.live import days
from uka.table import GivenDeals
from uka.terminal import online
from uka.terminal.online import OnlineOptions, _day, _day_result, _ticket

pytestmark = pytest.mark.server


async def test_a_person_plays_the_deals_of_today_and_reads_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = days._settings
    pace = dict.fromkeys(("answer_ms", "draw_ms", "deal_ms", "trick_ms", "rest_ms"), 0)
    monkeypatch.setattr(days, "_settings", lambda day, _: replace(usual(day, days.USUAL_PACE), **pace))
    monkeypatch.setattr(online, "PAR_REQUESTS", int(PATIENCE / online.PAR_DELAY))
    party = OnlineOptions(server="", rules=rulesets.find("cardgames"), day="today")
    async with house() as (web, url), Client(url, name="Ana", timeout=60) as ana:
        assert await _day_result(ana, party) == ""
        ticket = await _ticket(ana, party)
        async with ana.attend(ticket.table) as at:
            await at.play(bot("random"), Random(1))
            assert at.cheated is None
        today = (await ana.days()).today
        told = await _day_result(ana, party)
        rules = day_rules(rulesets.find("cardgames"))
        expected = par(rules, f"day:{today}", web.packs.seed(GivenDeals("day", str(today)), rules))
        assert f"par {sum(expected):+}, place 1 of 1" in told
        assert told.count("deal ") == 8
        with pytest.raises(UkaError, match="a day is a date such as 2026-11-24, or today, not 'noday'"):
            await _day(ana, "noday")
