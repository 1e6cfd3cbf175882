"""Phrases: who may say one, when, and how often."""

from __future__ import annotations

import pytest

from tests.table.driver import Driver
from uka import rulesets
from uka.table import Phrase, TableRefusal, TableStage, line_view
from uka.table.commands import people
from uka.table.entries import PhraseSaid
from uka.table.views import line_view as entry_views
from uka.table.views.public_table import public_table


def table(rules: str, *players: str) -> Driver:
    driver = Driver(rulesets.find(rules), seed=1)
    driver.seat(*players)
    return driver


def say(driver: Driver, player: str, phrase: Phrase = Phrase.HELLO) -> None:
    driver.do(people.say, player, phrase, driver.now)


def in_deal(driver: Driver) -> None:
    driver.begin()
    while driver.table.stage is not TableStage.PLAYING:
        driver.next()


def test_everyone_gets_a_phrase() -> None:
    driver = table("uka", "ana", "ben")
    say(driver, "ben", Phrase.GOOD_LUCK)
    step = driver.steps[-1]
    assert step.line.entry == PhraseSaid("ben", Phrase.GOOD_LUCK)
    assert b'"entry":{"type":"phrase_said","player":"ben","phrase":"good_luck"}' in step.line.text
    assert all(line_view(step, viewer).entry == step.line.entry for viewer in (None, *driver.table.rules.seats))
    assert PhraseSaid in entry_views.PUBLIC_ENTRIES


def test_a_person_may_say_three_phrases_in_ten_seconds() -> None:
    driver = table("uka", "ana")
    for _ in range(3):
        say(driver, "ana")
        driver.now += 3_000
    with pytest.raises(TableRefusal, match="wait a few seconds"):
        say(driver, "ana")
    driver.now += 1_000
    say(driver, "ana")
    with pytest.raises(TableRefusal, match="wait a few seconds"):
        say(driver, "ana")


def test_no_phrases_during_a_deal_if_the_rules_forbid_other_talk() -> None:
    driver = table("tainui", "ana")
    say(driver, "ana")
    in_deal(driver)
    assert public_table(driver.table).quiet
    with pytest.raises(TableRefusal, match="nothing but the calls"):
        say(driver, "ana")
    while driver.table.stage is TableStage.PLAYING:
        if not driver.person():
            driver.next()
    assert not public_table(driver.table).quiet
    say(driver, "ana", Phrase.WELL_PLAYED)


def test_spectators_say_nothing_during_a_deal() -> None:
    driver = table("uka", "ana")
    driver.do(people.join, "eve", "Eve")
    say(driver, "eve")
    in_deal(driver)
    say(driver, "ana")
    with pytest.raises(TableRefusal, match="people who watch can't talk"):
        say(driver, "eve")
    with pytest.raises(TableRefusal, match="not at this table"):
        say(driver, "dan")


def test_a_phrase_does_not_make_a_version_stale() -> None:
    driver = table("uka", "ana")
    in_deal(driver)
    moved = driver.table.moved
    say(driver, "ana")
    assert driver.table.moved == moved
