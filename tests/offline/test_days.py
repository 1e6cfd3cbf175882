"""The deals of past days: played for practice, dealt as at the server that published their seeds."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import settings as trying
from hypothesis import strategies as st

from tests.offline.test_requests import asked, hosted
from tests.patience import PATIENCE
from uka import days
from uka.days import board_key, day_rules
from uka.hosting.pack_secrets import PackSecrets
from uka.kernels import compiled
from uka.records.fair import FIRST_DAY, DayChain, PublishedDays, derived_seed
from uka.rulesets import find
from uka.table import GivenDeals

ROOT = bytes(range(32))
CHAIN = DayChain(derived_seed(ROOT, "days"))
LAST = date(2026, 11, 20)
PUBLISHED = PublishedDays(LAST, CHAIN.seed(LAST))


@trying(max_examples=30, deadline=None)
@given(st.dates(FIRST_DAY, LAST))
def test_the_last_seed_gives_all_earlier_ones_and_no_later_one(day: date) -> None:
    assert PUBLISHED.seed(day) == CHAIN.seed(day)
    assert PUBLISHED.anchor == CHAIN.anchor
    with pytest.raises(ValueError, match="known"):
        PUBLISHED.seed(LAST + timedelta(days=(day - FIRST_DAY).days + 1))


@pytest.mark.parametrize("rules", ["uka", "bicycle"])
async def test_a_past_day_is_practised_with_the_deals_of_the_server(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(days, "LEVEL", "novice")
    deals = GivenDeals("day", "2026-11-19")
    theirs = PackSecrets(ROOT).seed(deals, day_rules(find(rules)))
    async with hosted(published=PUBLISHED) as host:
        await asked(host, "PUT", "/api/me", {"name": "Ana"})
        status, known = await asked(host, "GET", "/api/days")
        assert (status, known["today"], known["anchor"]) == (200, "2026-11-20", CHAIN.anchor.hex())
        status, ticket = await asked(host, "POST", "/api/days/2026-11-19/games", {"rules": rules})
        assert (status, ticket["counted"]) == (200, False)
        table = (await host.find(ticket["table"])).table
        assert host.packs.seed(deals, table.rules) == theirs
        assert board_key(table.rules) == board_key(day_rules(find(rules)))
        assert table.playing
        async with asyncio.timeout(PATIENCE):
            while not (page := (await asked(host, "GET", f"/api/days/2026-11-19?rules={rules}"))[1])["par"]:
                await asyncio.sleep(0.01)
        assert (page["players"], page["results"], page["seed"]) == (0, [], CHAIN.seed(date(2026, 11, 19)).hex())
        assert tuple(page["par"]) == days.par(table.rules, "day:2026-11-19", theirs, "novice")


async def test_without_kernels_a_day_is_practised_with_the_strongest_bots_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiled, "are_installed", lambda: False)
    async with hosted(published=PUBLISHED) as host:
        await asked(host, "PUT", "/api/me", {"name": "Ana"})
        _, ticket = await asked(host, "POST", "/api/days/2026-11-19/games", {})
        assert (await host.find(ticket["table"])).table.settings.bots == "club"


async def test_a_day_that_no_seed_is_known_of_needs_a_server() -> None:
    async with hosted(published=PUBLISHED) as host:
        await asked(host, "PUT", "/api/me", {"name": "Ana"})
        for day in ("2026-11-21", "2025-12-31"):
            status, problem = await asked(host, "POST", f"/api/days/{day}/games", {})
            assert status == 409
            assert "only a server ranks" in problem["why"]
        assert (await asked(host, "GET", "/api/days/yesterday"))[0] == 400
        assert (await asked(host, "GET", "/api/days/2026-11-19?changes=x"))[0] == 400
    async with hosted() as host:
        status, problem = await asked(host, "GET", "/api/days")
        assert (status, "no deals of days" in problem["why"]) == (409, True)
