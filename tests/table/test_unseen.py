"""No viewer receives hidden information: other hidden cards give the same view, and no message contains a secret."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from tests.core.test_unseen import TABLES
from tests.table.driver import Driver
from tests.table.worlds import deal_of, other_log, steps_of
from uka.core import events as ev
from uka.core.cards import Card, cards_of
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import SEATS, Seat
from uka.records import Acted, Dealt
from uka.table import Table, TableLineView, TableSettings, TableStage, TableTransition, TableView, line_view, table_view
from uka.table.entries import DrawStarted, SecretsCommitted, ShareOpened, TableOpened
from uka.table.views import deal_view
from uka.table.views import line_view as entry_views

VIEWERS = (None, *SEATS)
CARD = re.compile(rb'"([789TJQKA][cdhs]|B)"')
encode = msgspec.json.encode


# The same look


def compare(driver: Driver, rng: Random, count: Counter[str]) -> None:
    """Compare the table, for every viewer, with one in which the cards hidden from that viewer differ."""
    for viewer in VIEWERS:
        lines = other_log(driver, viewer, rng)
        count["rejected" if lines is None else "kept"] += 1
        if lines is None:
            continue
        steps = steps_of(lines)
        count["different"] += steps[-1].table != driver.table
        assert [encode(line_view(s, viewer)) for s in steps] == [encode(line_view(s, viewer)) for s in driver.steps]
        assert encode(table_view(steps[-1].table, viewer)) == encode(table_view(driver.table, viewer))


def playing(name: str, seed: object, moments: int, look: Callable[[Driver], None], revokes: bool = False) -> None:
    """Play a game of two people and two bots, and call ``look`` at some moments."""
    driver = Driver(TABLES[name], TableSettings(revokes=revokes), seed=seed)
    driver.seat("ana", "ben")
    driver.begin()
    for _ in range(moments):
        for _ in range(driver.rng.randint(1, 12)):
            if driver.table.stage is TableStage.OVER or not (driver.person() or driver.next()):
                return
        look(driver)


@pytest.mark.daily(10)
@pytest.mark.parametrize("name", TABLES)
def test_hidden_cards_change_nothing_that_is_sent(name: str) -> None:
    rng, count = Random(name), Counter[str]()
    for seed in range(2):
        playing(name, seed, 10, lambda driver: compare(driver, rng, count), revokes=bool(seed))
    assert count["different"] >= 0.4 * count["kept"] > 0
    assert count["kept"] > count["rejected"] / 3


# The raw bytes


def known(deal: Deal, start: Deal, viewer: Seat | None) -> set[Card]:
    """Return the cards of a deal that a viewer may have seen, computed from the deal and not from its events."""
    cards = {*start.buried, start.upcard, *deal.shown, *deal.trick, *(c for t in deal.tricks for c in t.cards)}
    blind = deal.phase is Phase.NAMING and deal.rules.benny == "blind" and viewer is deal.dealer
    if viewer and not blind:
        cards |= set(cards_of(start.masks[viewer.index]))
    if viewer and viewer is deal.went_under:
        cards |= set(deal.kitty_taken)
    if viewer and deal.contract and viewer is deal.contract.loner and deal.gift:
        cards.add(deal.gift)
    return cards


def packs_open(table: Table) -> int:
    """Return the number of packs whose secrets the settings allow to be open."""
    if table.stage is TableStage.OVER:
        return table.number
    over = table.stage is not TableStage.PLAYING
    return table.number - (not over) if table.settings.secrets_open_after == "deal" else 0


def check_bytes(step: TableTransition, start: Deal | None, viewer: Seat | None) -> None:
    """Check the bytes sent to a viewer for a line: they contain no secret that is not open and no unseen card."""
    table = step.table
    sent = encode(line_view(step, viewer)) + encode(table_view(table, viewer))
    for secret in table.secrets[packs_open(table) :]:
        assert secret.encode() not in sent
        assert bytes.fromhex(secret) not in sent
    allowed = {card for _, card in table.draw.shown} if table.draw else set[Card]()
    if start is not None:
        deal = deal_of(table)
        allowed |= known(deal, start, viewer)
        allowed |= {card for event in step.events if isinstance(event, ev.RedealClaimed) for card in event.cards}
    strangers = {token.decode() for token in CARD.findall(sent)} - {str(card) for card in allowed}
    assert not strangers, (viewer, step.line, strangers)


def check_all(driver: Driver) -> None:
    start: Deal | None = None
    for step in driver.steps:
        if isinstance(step.line.entry, Dealt):
            start = deal_of(step.table)
        for viewer in VIEWERS:
            check_bytes(step, start, viewer)


@pytest.mark.daily(10)
@pytest.mark.parametrize("name", TABLES)
def test_no_frame_holds_a_hidden_card_or_secret(name: str) -> None:
    driver = Driver(TABLES[name].changed({"target": 4}), TableSettings(revokes=True), seed=name)
    driver.seat("ana", "ben")
    driver.begin()
    driver.play_out()
    check_all(driver)
    told = b"".join(encode(line_view(step, None)) for step in driver.steps)
    assert all(secret.encode() in told for secret in driver.table.secrets[: driver.table.number])
    assert not any(secret.encode() in told for secret in driver.table.secrets[driver.table.number :])


def test_secrets_are_told_deal_by_deal_where_the_table_was_set_so() -> None:
    for revokes in (False, True):
        driver = Driver(TABLES["uka"], TableSettings(secrets_open_after="deal", revokes=revokes), seed=4)
        driver.begin()
        driver.play_out()
        for step in driver.steps:
            table, entry = step.table, step.line.entry
            if isinstance(entry, Dealt):
                assert table.secrets_opened == table.number - 1 - revokes * (table.number > 2)
            if table.stage is TableStage.PLAYING:
                assert table.secrets_opened < table.number
        check_all(driver)


def test_the_view_tells_all_of_the_observation_but_the_ruleset() -> None:
    fields = set(deal_view.DealView.__struct_fields__) - {"facts", "why_not", "claim", "dealt", "order", "labels"}
    assert fields == set(Observation.__struct_fields__) - {"rules"}
    driver = Driver(TABLES["uka"], seed=1)
    driver.begin()
    while driver.table.stage is not TableStage.PLAYING:
        driver.next()
    for viewer in VIEWERS:
        seen, told = driver.table.observe(viewer), table_view(driver.table, viewer).deal
        assert told is not None
        assert told.observation(driver.table.rules) == seen


def test_what_is_told_survives_the_wire() -> None:
    driver = Driver(TABLES["ohio"], seed=1)
    driver.seat("ana")
    driver.begin()
    driver.play_out()
    for step in driver.steps:
        for viewer in (None, Seat.NORTH):
            told, seen = line_view(step, viewer), table_view(step.table, viewer)
            assert msgspec.json.decode(encode(told), type=TableLineView) == told
            assert msgspec.json.decode(encode(seen), type=TableView) == seen


def test_the_reason_for_each_card_that_must_wait() -> None:
    driver, found = Driver(TABLES["uka"], seed=6), 0
    driver.seat("ana", "ben", "caro", "dan")
    driver.begin()
    while driver.table.stage is not TableStage.OVER:
        for viewer in SEATS:
            told = table_view(driver.table, viewer).deal
            if told is None or told.turn is not viewer or told.phase not in (Phase.PLAYING, Phase.DISCARDING):
                assert told is None or not told.why_not
                continue
            legal = {getattr(action, "card", None) for action in told.legal_actions} - {None}
            assert {card for card, _ in told.why_not} == set(told.cards) - legal
            found += len(told.why_not)
        if not (driver.person() or driver.next()):
            break
    assert found > 10


# A leak is found


def opened(entry: type) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(entry_views, "PUBLIC_ENTRIES", entry_views.PUBLIC_ENTRIES | {entry})


def observing(cls: type[Any]) -> Callable[[pytest.MonkeyPatch], None]:
    whole = cls.observe
    return lambda patch: patch.setattr(cls, "observe", lambda self, seat: whole(self, seat or Seat.EAST))


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "the pack is told": opened(Dealt),
    "actions are told": opened(Acted),
    "secrets are told": opened(SecretsCommitted),
    "the draw's pack is told": opened(DrawStarted),
    "a discard seen by all": lambda patch: patch.setattr(ev.Discarded, "seen_by", lambda self, seat: self),
    "hands seen by all": lambda patch: patch.setattr(ev.HandDealt, "seen_by", lambda self, seat: self),
    "a spectator sees a hand": observing(Table),
    "secrets in the view": lambda patch: patch.setattr(Table, "secrets_opened", property(lambda self: 99)),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drivers = [Driver(TABLES["uka"], seed=seed) for seed in range(2)]
    for driver in drivers:
        driver.begin()
        driver.play_out()
    check_each(drivers)
    LEAKS[leak](monkeypatch)
    with pytest.raises(AssertionError):
        check_each(drivers)


def check_each(drivers: list[Driver]) -> None:
    for driver in drivers:
        check_all(driver)


@pytest.mark.parametrize("leak", ["the pack is told", "actions are told", "hands seen by all"])
def test_a_leak_would_be_seen_in_another_world(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)
    with pytest.raises(AssertionError):
        playing("uka", 1, 20, lambda driver: compare(driver, Random(1), Counter()))


def test_only_what_hides_nothing_is_told_as_it_is() -> None:
    assert entry_views.PUBLIC_ENTRIES.isdisjoint({Dealt, Acted, SecretsCommitted, DrawStarted})
    assert {TableOpened, ShareOpened} <= entry_views.PUBLIC_ENTRIES
