"""A table's audience remembers the lines of the present deal and of the one before it."""

from __future__ import annotations

from tests.table.driver import Driver
from uka import rulesets
from uka.hosting.audience import Audience
from uka.table import TableSettings, TableStage
from uka.table.events import PackDealt


def test_who_missed_at_most_a_whole_deal_is_told_the_missed_lines() -> None:
    driver, audience = Driver(rulesets.find("uka"), TableSettings(answer_ms=0, rest_ms=0), "a"), Audience(500)
    begun = list[int]()
    driver.seat("ana", "ben", "caro", "dan")
    driver.begin()
    told = 0
    while len(begun) < 4 and driver.table.stage is not TableStage.OVER:
        assert driver.person() or driver.next()
        for step in driver.steps[told:]:
            audience.publish([step], step.line.seq - 1, str)
            if any(isinstance(event, PackDealt) for event in step.events):
                begun.append(step.line.seq)
        told = len(driver.steps)
        present = begun[-2:]
        if len(present) == 2:
            assert audience.missed_update(driver.table, "ana", present[0] - 1, "") is not None
            assert audience.missed_update(driver.table, "ana", present[0] - 2, "") is None
        elif told:
            assert audience.missed_update(driver.table, "ana", 1, "") is not None
        assert audience.missed_update(driver.table, "ana", driver.table.seq, "") is not None
    assert len(begun) == 4
