"""The shared encoder gives each viewer the same JSON as encoding their view alone, whole or as changes."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import any_rules, randoms
from uka import rulesets
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.table import (
    ChangeEncoder,
    DealView,
    PublicTable,
    Table,
    TableSettings,
    TableStage,
    TableViews,
    deal_view,
    public_table,
)
from uka.table.views.changes import DealViewChanges, PublicTableChanges, changed_deal, changed_table
from uka.table.views.deal_view import PublicDealView
from uka.table.views.encoder import PRIVATE, PRIVATE_FACTS
from uka.table.views.facts import DealFacts, PublicFacts

from .driver import Driver

STEPS = 250


class Client:
    """A client that takes only changes, but for its first message."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.scene: PublicTable | None = None
        self.deal: DealView | None = None

    def receive(self, table: Table, encoder: ChangeEncoder) -> None:
        scene, deal = public_table(table), deal_view(table, table.viewer(self.player))
        if self.scene is None:
            self.scene, self.deal = scene, deal
        else:
            changes = msgspec.json.decode(encoder.scene, type=PublicTableChanges)
            self.scene = changed_table(self.scene, changes)
            told = msgspec.json.encode(encoder.deal(self.player))
            self.deal = changed_deal(self.deal, msgspec.json.decode(told, type=DealViewChanges | None))
        assert (self.scene, self.deal) == (scene, deal)

    def leave(self) -> None:
        self.scene = self.deal = None


def check(rules: Ruleset, settings: TableSettings, seed: object) -> int:
    driver = Driver(rules, settings, seed)
    driver.seat("ana", "ben", "caro")
    driver.begin()
    moves = Random(str(seed))
    showing, told, clients = None, 0, {player: Client(player) for player in ("ana", "ben", "caro", "moana", "bot")}
    for number in range(STEPS):
        before, showing = showing, TableViews(driver.table, showing)
        changes = ChangeEncoder(showing, before)
        for viewer in (None, *SEATS):
            shown, alone = msgspec.json.encode(showing.deal(viewer)), deal_view(driver.table, viewer)
            assert msgspec.json.decode(shown, type=DealView | None) == alone
            told += alone is not None
        for client in clients.values():
            client.receive(driver.table, changes)
        clients[moves.choice(list(clients))].leave()  # and comes back with a snapshot
        if number % 2:
            showing.forget_earlier()
        for event in (event for step in driver.steps for event in step.events):
            if event.seen_by(None) is event:  # an event that spectators see in full, everyone sees in full
                assert all(event.seen_by(seat) is event for seat in SEATS)
        driver.steps.clear()
        if driver.table.stage is TableStage.OVER or not (driver.person() or driver.next()):
            break
    return told


@pytest.mark.parametrize("name", rulesets.names())
def test_each_viewer_gets_the_same_as_alone(name: str) -> None:
    assert check(rulesets.find(name), TableSettings(answer_ms=0, rest_ms=0), name) > 200


@given(any_rules, st.booleans(), randoms)
def test_each_viewer_gets_the_same_under_house_rules(rules: Ruleset, revokes: bool, rng: object) -> None:
    check(rules, TableSettings(answer_ms=0, rest_ms=0, revokes=revokes), rng)


def test_every_field_is_encoded_once() -> None:
    parts = (*PublicDealView.__struct_fields__, *PRIVATE.names, "facts")
    assert sorted(parts) == sorted(DealView.__struct_fields__)
    assert sorted((*PublicFacts.__struct_fields__, *PRIVATE_FACTS.names)) == sorted(DealFacts.__struct_fields__)
