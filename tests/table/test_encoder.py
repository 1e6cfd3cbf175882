"""The shared encoder gives each viewer the same JSON as encoding their view alone."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import any_rules, randoms
from uka import rulesets
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.table import DealEncoder, DealView, TableSettings, TableStage, deal_view
from uka.table.views.deal_view import PublicDealView
from uka.table.views.encoder import PrivateDeal, PrivateFacts
from uka.table.views.facts import DealFacts, PublicFacts

from .driver import Driver

STEPS = 250


def check(rules: Ruleset, settings: TableSettings, seed: object) -> int:
    driver = Driver(rules, settings, seed)
    driver.seat("ana", "ben", "caro")
    driver.begin()
    showing, told = None, 0
    for _ in range(STEPS):
        showing = DealEncoder(driver.table, showing)
        for viewer in (None, *SEATS):
            shown, alone = showing.to(viewer), deal_view(driver.table, viewer)
            assert (shown is None) is (alone is None)
            if shown is not None:
                assert msgspec.json.decode(shown, type=DealView) == alone
                told += 1
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
    parts = (*PublicDealView.__struct_fields__, *PrivateDeal.__struct_fields__, "facts")
    assert sorted(parts) == sorted(DealView.__struct_fields__)
    assert sorted((*PublicFacts.__struct_fields__, *PrivateFacts.__struct_fields__)) == sorted(
        DealFacts.__struct_fields__
    )
