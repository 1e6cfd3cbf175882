"""Each viewer who takes only changes knows the same as by encoding the whole table for this viewer alone."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.alike import few
from tests.strategies import any_rules, randoms
from tests.table.driver import Driver
from uka import rulesets
from uka.client.table_mirror import TableMirror
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.hosting.audience import Audience, snapshot_message
from uka.table import DealView, Table, TableSettings, TableStage, TableViews, deal_view, line_view, people_of
from uka.table.views.changes import changed_fields
from uka.table.views.deal_view import OwnDealView, PublicDealView, combined_view
from uka.table.views.public_table import public_table
from uka.wire.table_updates import TableChange, TableSnapshot, read

STEPS = 250
PLAYERS = ("ana", "ben", "caro", "moana", "bot")
"""Three players, a spectator, and somebody who is not a member."""


class Viewer:
    """A client that takes only changes, but for its first message. It may get them late, twice or in any order."""

    address = ""
    heard = 0.0
    gone = False

    def __init__(self, player: str, rng: Random) -> None:
        self.player, self._rng = player, rng
        self.mirror, self._late = TableMirror(), list[str]()
        self.changes = list[TableChange]()

    def welcome(self, table: Table) -> None:
        self.mirror, self._late = TableMirror(), []
        snapshot = read(snapshot_message("t", table, self.player, "", 0))
        assert isinstance(snapshot, TableSnapshot)
        list(self.mirror.hear(snapshot, first=True))

    def push(self, text: str) -> None:
        change = read(text)
        assert isinstance(change, TableChange)
        self.changes.append(change)
        self._late += [text] * self._rng.choice((1, 1, 2))

    def farewell(self, why: str, code: int, *, again: bool = False) -> None: ...

    def catch_up(self) -> None:
        """Take everything that has come, in any order."""
        self._rng.shuffle(self._late)
        while self._late:
            update = read(self._late.pop())
            assert isinstance(update, TableChange)
            list(self.mirror.hear(update))

    def check(self, table: Table) -> None:
        snapshot = self.mirror.snapshot
        assert snapshot is not None
        assert snapshot.scene == public_table(table)
        assert snapshot.deal_view == deal_view(table, table.viewer(self.player))
        assert snapshot.people == people_of(table)


def check(rules: Ruleset, settings: TableSettings, seed: object) -> int:
    driver, audience, moves, told = Driver(rules, settings, seed), Audience(2_000), Random(str(seed)), 0
    driver.seat("ana", "ben", "caro")
    driver.begin()
    viewers = [Viewer(player, moves) for player in PLAYERS]
    for step in driver.steps:
        audience.publish([step], step.line.seq - 1, str)
    for viewer in viewers:
        viewer.welcome(driver.table)
        audience.add(viewer)
    for _ in range(STEPS):
        driver.steps.clear()
        if driver.table.stage is TableStage.OVER or not (driver.person() or driver.next()):
            break
        audience.publish(tuple(driver.steps), driver.steps[0].line.seq - 1, str)
        for viewer in viewers:
            seats = [(step, step.table.seat_of(viewer.player)) for step in driver.steps]
            assert viewer.changes.pop().lines_seen == tuple([line_view(step, seat) for step, seat in seats])
            if moves.random() < 0.7:
                viewer.catch_up()
                viewer.check(driver.table)
                told += viewer.mirror.snapshot is not None and viewer.mirror.snapshot.deal is not None
        returned = moves.choice(viewers)
        returned.catch_up()
        text = audience.missed_update(driver.table, returned.player, moves.randint(0, driver.table.seq), "")
        if text is not None and moves.random() < 0.5:
            returned.push(text)
            returned.changes.clear()
            returned.catch_up()
        else:
            returned.welcome(driver.table)
        returned.check(driver.table)
    for viewer in viewers:
        viewer.catch_up()
        viewer.check(driver.table)
    return told


@pytest.mark.daily(4)
@pytest.mark.parametrize("name", rulesets.names())
def test_each_viewer_knows_the_same_as_alone(name: str) -> None:
    assert check(rulesets.find(name), TableSettings(answer_ms=0, rest_ms=0), name) > 200


@few(6)
@given(any_rules, st.booleans(), randoms)
def test_each_viewer_knows_the_same_under_house_rules(rules: Ruleset, revokes: bool, rng: object) -> None:
    check(rules, TableSettings(answer_ms=0, rest_ms=0, revokes=revokes), rng)


@few(8)
@given(any_rules, st.booleans(), randoms)
def test_what_is_taken_from_earlier_views_is_the_same_as_anew(rules: Ruleset, revokes: bool, rng: object) -> None:
    driver = Driver(rules, TableSettings(answer_ms=0, rest_ms=0, revokes=revokes), rng)
    driver.seat("ana", "ben", "caro")
    driver.begin()
    views = TableViews(driver.table)
    for _ in range(STEPS):
        if driver.table.stage is TableStage.OVER or not (driver.person() or driver.next()):
            break
        views, before = TableViews(driver.table, views), views
        for seat in (None, *SEATS):
            own = views.own(seat)
            assert own == TableViews(driver.table).own(seat)
            assert (views.deal and combined_view(views.deal, own)) == deal_view(driver.table, seat)
            assert own == before.own(seat) or changed_fields(own, before.own(seat))  # type: ignore[arg-type]
        views.forget_earlier()


def test_each_field_of_a_view_is_of_one_part() -> None:
    public, own = PublicDealView.__struct_fields__, OwnDealView.__struct_fields__
    assert sorted({*public, *own} - {"titles"}) == sorted(DealView.__struct_fields__)
    assert set(public) & set(own) == {"facts"}
