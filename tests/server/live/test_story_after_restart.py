"""The story of the deal is told to who joins, after a table was read from the store again too."""

from __future__ import annotations

import pytest

from tests.server.web import served
from tests.table.driver import Driver
from uka.core.ruleset import Ruleset
from uka.hosting.audience import Audience, ShownLines
from uka.table import TableSettings, TableStage
from uka.table.entries import TABLE

pytestmark = pytest.mark.server

TABLE_ID = "tab23457"


def in_a_deal() -> Driver:
    """Return a table in the middle of the second deal, at which Ana and Ben play with two bots."""
    driver = Driver(Ruleset(), TableSettings(), seed=3)
    driver.seat("ana", "ben")
    driver.begin()
    while driver.table.number < 3 or driver.table.stage is not TableStage.PLAYING or not driver.table.turn:
        assert driver.person() or driver.shares() or driver.next()
    for _ in range(6):
        assert driver.person() or driver.next()
    assert driver.table.in_deal
    return driver


def told_before(driver: Driver, player: str) -> ShownLines:
    """Return the story that a server tells which has run since the table was opened."""
    audience = Audience(10_000)
    audience.publish(driver.steps, 0, lambda: "")
    return audience.lines_of_deal(driver.table, player)


@pytest.mark.parametrize("player", ["ana", "ben", "eve"])
async def test_the_story_is_told_after_the_table_was_read_again(player: str) -> None:
    driver = in_a_deal()
    async with served() as web:
        await web.context.store.append(TABLE_ID, 0, [line.text for line in driver.lines])
        live = await web.context.tables.find(TABLE_ID)
        before, told = told_before(driver, player), live.audience.lines_of_deal(live.table, player)
        assert len(before) > 6
        assert told[: len(before)] == before
        assert all(line.by == TABLE for line in told[len(before) :]), "that everybody is gone"


async def test_a_deal_that_is_longer_than_the_servers_memory_is_not_told_in_part() -> None:
    driver = in_a_deal()
    async with served(remembered=6) as web:
        await web.context.store.append(TABLE_ID, 0, [line.text for line in driver.lines])
        live = await web.context.tables.find(TABLE_ID)
        assert live.audience.lines_of_deal(live.table, "ana") == ()
        assert live.audience.missed_update(live.table, "ana", driver.table.seq - 3, "") is None
