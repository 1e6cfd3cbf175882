"""Chat: which tables have one, and who may write and read a line, in each state of a table."""

from __future__ import annotations

import pytest

from tests.table.driver import Driver
from uka import rulesets
from uka.table import TableRefusal, TableSettings, TableStage
from uka.table.commands import people, quick
from uka.table.talk import chat_readers, chat_state, check_chat
from uka.table.views.public_table import public_table


def table(rules: str = "uka", **settings: object) -> Driver:
    """Return a table with Ana and Ben in seats, and Eve who watches."""
    driver = Driver(rulesets.find(rules), TableSettings(**settings), seed=1)  # type: ignore[arg-type]
    driver.seat("ana", "ben")
    driver.do(people.join, "eve", "Eve")
    return driver


def play_until(driver: Driver, in_deal: bool) -> None:
    while driver.table.in_deal is not in_deal or driver.table.stage is TableStage.SEATING:
        if not (driver.shares() or driver.person()):
            driver.next()


def test_all_people_write_and_read_between_deals_and_the_seated_alone_in_a_deal() -> None:
    driver = table()
    assert (chat_state(driver.table), chat_readers(driver.table)) == ("open", None)
    for player in ("ana", "ben", "eve"):
        check_chat(driver.table, player)
    driver.begin()
    play_until(driver, in_deal=True)
    assert (chat_state(driver.table), chat_readers(driver.table)) == ("seated", {"ana", "ben"})
    check_chat(driver.table, "ben")
    with pytest.raises(TableRefusal, match="people who watch can't talk during a deal"):
        check_chat(driver.table, "eve")
    play_until(driver, in_deal=False)
    assert (chat_state(driver.table), chat_readers(driver.table)) == ("open", None)
    check_chat(driver.table, "eve")
    with pytest.raises(TableRefusal, match="you are not at this table"):
        check_chat(driver.table, "dan")


def test_a_person_who_gives_up_a_seat_in_a_deal_writes_and_reads_nothing_more() -> None:
    driver = table()
    driver.begin()
    play_until(driver, in_deal=True)
    driver.do(people.stand, "ben")
    assert chat_readers(driver.table) == {"ana"}
    with pytest.raises(TableRefusal, match="people who watch"):
        check_chat(driver.table, "ben")


def test_nobody_writes_in_a_deal_whose_rules_forbid_talk() -> None:
    driver = table("tainui")
    check_chat(driver.table, "ana")
    driver.begin()
    play_until(driver, in_deal=True)
    assert chat_state(driver.table) == "quiet"
    for player in ("ana", "eve"):
        with pytest.raises(TableRefusal, match="nothing but the calls during a deal"):
            check_chat(driver.table, player)
    play_until(driver, in_deal=False)
    check_chat(driver.table, "ana")


@pytest.mark.parametrize(
    "settings",
    [{"public": True}, {"reserved": True}, {"deals": "day:2026-11-24"}, {"deals": "match:abcdefgh"}],
    ids=lambda settings: next(iter(settings)),
)
def test_tables_to_which_people_do_not_come_by_invitation_have_no_chat(settings: dict[str, object]) -> None:
    driver = Driver(rulesets.find("uka"), TableSettings(**settings))  # type: ignore[arg-type]
    assert chat_state(driver.table) == "off"
    with pytest.raises(TableRefusal, match="only tables that people come to by invitation"):
        check_chat(driver.table, "ana")


def test_a_quick_game_has_no_chat_and_numbered_deals_have_one() -> None:
    meeting, _ = quick.open_table(rulesets.find("uka"), TableSettings(), "ana", "Ana", at=0)
    assert chat_state(meeting) == "off"
    assert chat_state(table(deals="number:4711").table) == "open"


def test_a_screen_is_told_who_may_write() -> None:
    driver = table()
    assert public_table(driver.table).chat == "open"
    driver.begin()
    play_until(driver, in_deal=True)
    assert public_table(driver.table).chat == "seated"
