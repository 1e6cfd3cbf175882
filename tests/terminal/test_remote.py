"""A game through a server, from simulated updates: its text, its waiting, the order of its updates, and its keys."""

from __future__ import annotations

from itertools import groupby
from random import Random

import pytest
from msgspec.structs import replace

from tests.terminal.hand import AT_ONCE, SERVER, AtHand, at_hand, remote
from tests.terminal.table import hire
from uka import rulesets
from uka.client import ConnectionEnded
from uka.client.table_mirror import AppliedUpdate
from uka.core.actions import PASS
from uka.core.errors import IllegalAction
from uka.core.events import DealScored
from uka.core.seats import SEATS, Seat
from uka.records import Log
from uka.table import DealView, PublicTable, TableSettings, TableStage, record
from uka.table.commands import people
from uka.terminal import LocalGame, WaitingFor
from uka.terminal.games.people import people_lines, printable_name
from uka.terminal.games.remote import LOST, RemoteGame
from uka.wire.table_updates import TableSnapshot

BY_HAND = replace(AT_ONCE, by_hand=True)
NAMES = ("ana", "ben", "caro", "dan")


def show_all(game: RemoteGame) -> None:
    while game.waiting_for is WaitingFor.NEWS:
        game.step()


def hear(game: RemoteGame, at: AtHand) -> None:
    if update := at.news():
        game.receive(update)


def table_of(whole: TableSnapshot) -> tuple[PublicTable, DealView | None]:
    return whole.scene, whole.deal_view


def each_once(tables: list[tuple[PublicTable, DealView | None]]) -> list[tuple[PublicTable, DealView | None]]:
    return [table for table, _ in groupby(tables)]


@pytest.mark.parametrize("name", [*rulesets.SOURCES, "ohio", "british"])
@pytest.mark.parametrize("me", NAMES)
def test_the_story_is_the_one_that_a_session_tells_of_the_record(name: str, me: str) -> None:
    """The lines of text from a server's updates equal those from the game's record."""
    rules = rulesets.find(name).changed({"deals": 2, "target": 0, "clock": 0})
    at = at_hand(rules, me, me=me, seed=me)
    game = remote(at)
    at.driver.begin()
    while at.driver.table.stage is not TableStage.OVER:
        assert at.driver.person() or at.driver.next()
        hear(game, at)
        if at.driver.rng.random() < 0.7:
            show_all(game)
    show_all(game)
    log = record(at.driver.lines, {"person": at.driver.table.members[0].name, "seed": "0"})
    told = LocalGame(Log.parse(log.text), hire).story
    assert [line for line in game.story if line.text != "— A new game"] == told
    assert len(told) > 20


@pytest.mark.parametrize("name", ["knock", "tainui", "ohio"])
@pytest.mark.parametrize("me", ["ana", "eve"])
def test_what_is_shown_is_one_step_behind_another_and_never_out_of_order(name: str, me: str) -> None:
    """The screen shows each version of the table once and in order, however updates are received and shown."""
    rules = rulesets.find(name).changed({"deals": 3, "target": 0, "clock": 0})
    at = at_hand(rules, "ana", me=me, settings=BY_HAND, seed=name)
    game = remote(at)
    told, shown, rng = [table_of(at.whole)], [table_of(game.whole)], Random(name)
    at.driver.begin()
    over = False
    while not over:
        over = at.driver.table.stage is TableStage.OVER
        hear(game, at)
        told.append(table_of(at.whole))
        shown.append(table_of(game.whole))
        while game.backlog and (over or rng.random() < 0.5):
            assert game.waiting_for is WaitingFor.NEWS
            game.step()
            shown.append(table_of(game.whole))
            assert game.observation == (deal.observation(rules) if (deal := game.whole.deal_view) else None)
        assert over or at.driver.person() or at.driver.next()
    assert each_once(shown) == each_once(told)
    assert len(each_once(told)) > 40


def test_stale_news_and_the_same_table_again_change_nothing() -> None:
    at = at_hand(rulesets.find("knock"), "ana")
    game = remote(at)
    at.driver.begin()
    heard = list[AppliedUpdate]()
    for _ in range(12):
        assert at.driver.person() or at.driver.next()
        if update := at.news():
            heard.append(update)
            game.receive(update)
    show_all(game)
    before = (list(game.story), game.scene, game.observation)
    for old in heard:
        game.receive(old)
    game.receive(AppliedUpdate(None, (), at.whole))
    show_all(game)
    assert (list(game.story), game.scene, game.observation) == before


def test_the_whole_table_told_anew_takes_the_place_of_what_was_not_shown() -> None:
    at = at_hand(rulesets.find("knock"), "ana")
    game = remote(at)
    at.driver.begin()
    for _ in range(8):
        assert at.driver.person() or at.driver.next()
        hear(game, at)
    assert game.backlog
    at.driver.play_out()
    game.receive(AppliedUpdate(None, (), at.whole))
    assert not game.backlog
    assert game.scene == at.whole.scene
    assert game.score is not None
    assert game.score.results == ()  # its chart would lack deals


def test_a_choice_that_the_table_does_not_allow_is_refused_here() -> None:
    at = at_hand(rulesets.find("knock"), "ana", "ben", "caro", "dan")
    game = remote(at)
    with pytest.raises(IllegalAction, match="no cards are dealt yet"):
        game.act(PASS)
    at.driver.begin()
    while at.driver.table.turn in (None, Seat.NORTH):
        assert at.driver.person() or at.driver.next()
    hear(game, at)
    show_all(game)
    assert game.waiting_for is WaitingFor.OTHERS
    with pytest.raises(IllegalAction, match="turn"):
        game.act(PASS)
    assert not at.asked


def test_the_score_of_every_deal_is_kept() -> None:
    at = at_hand(rulesets.find("knock").changed({"deals": 4, "target": 0}), "ana")
    game = remote(at)
    at.driver.begin()
    scored = 0
    while at.driver.table.stage is not TableStage.OVER:
        assert at.driver.person() or at.driver.next()
        hear(game, at)
        while game.waiting_for is WaitingFor.NEWS:
            scored += sum(isinstance(event, DealScored) for event in game.step())
    standing = game.score
    assert standing is not None
    assert standing.over
    assert standing.results == at.driver.table.game.results  # type: ignore[union-attr]
    assert (standing.score, len(standing.results)) == (at.driver.table.game.score, scored)  # type: ignore[union-attr]


def test_games_of_a_rubber_are_counted() -> None:
    at = at_hand(rulesets.find("bicycle").changed({"rubber": True, "target": 2}), "ana")
    game = remote(at)
    at.driver.begin()
    told = set[tuple[int, int]]()
    while at.driver.table.stage is not TableStage.OVER:
        assert at.driver.person() or at.driver.next()
        hear(game, at)
        show_all(game)
        if (now := game.score) and at.driver.table.game:
            state = at.driver.table.game
            assert (now.game, now.won) == (len(state.games), state.games_won)  # type: ignore[union-attr]
            told.add((now.game, now.deal))
    assert {number for number, _ in told} >= {1, 2}


def test_a_bot_is_called_by_its_seat_and_a_person_by_name() -> None:
    at = at_hand(rulesets.find("knock"), "ana", "ben")
    at.driver.do(people.seat_bot, "ana", Seat.SOUTH)
    names = remote(at).names
    assert [names.name(seat) for seat in SEATS] == ["You", "Ben", "South", "West"]
    assert names.tags == ("", "", "random", "nobody")
    at.driver.begin()
    at.driver.do(people.take_break, "ben")
    assert remote(at).names.tags == ("", "absent, a bot plays", "random", "random")
    watching = remote(AtHand(at.driver, "eve")).names
    assert watching.me is None
    assert [watching.name(seat) for seat in SEATS] == ["Ana", "Ben", "South", "West"]


def test_a_bots_name_says_that_it_is_a_bot() -> None:
    at = at_hand(rulesets.find("knock"), "ana", "ben", named=True)
    at.driver.do(people.seat_bot, "ana", Seat.SOUTH)
    persona = at.driver.table.chair(Seat.SOUTH).persona
    names = remote(at).names
    assert [names.name(seat) for seat in SEATS] == ["You", "Ben", f"Bot {persona}", "West"]
    assert names.tags == ("", "", "random", "nobody")
    assert f"3 South  Bot {persona}, random" in people_lines(at.whole)


def test_a_name_can_neither_pass_for_a_seat_nor_move_the_cursor() -> None:
    for name in ("West", "you", "NORTH"):
        assert printable_name(name) == f"“{name}”"
    assert printable_name("\x1b[31mred\u202e\n") == "?[31mred?"
    assert printable_name("Ngā mihi ki a koutou katoa") == "Ngā mihi ki a k…"
    assert printable_name("東" * 20) == "東" * 7 + "…"


def test_deadlines_are_counted_by_the_servers_clock() -> None:
    at = at_hand(rulesets.find("tainui"), "ana", settings=TableSettings(move_ms=15_000, bank_ms=45_000))
    game = remote(at)
    assert game.time_left == (720, "")
    at.driver.begin()
    while at.driver.table.turn is not Seat.NORTH:
        assert at.driver.next()
    hear(game, at)
    show_all(game)
    waited = 7
    at.driver.now = at.driver.table.since + waited * 1000
    assert game.time_left.beside == f"{60 - waited} s to choose"
    assert game.time_left.bell is not None
    assert 690 < game.time_left.bell < 720


def test_a_lost_connection_is_said_until_it_is_back() -> None:
    at = at_hand(rulesets.find("knock"), "ana")
    game = remote(at)
    assert game.notice == ""
    at.connected = False
    assert game.notice == LOST
    at.connected = True
    at.cheated = "the cards of pack 1 do not follow"  # type: ignore[assignment]
    assert "isn't dealing fairly" in game.notice


async def test_the_end_of_the_connection_goes_through() -> None:
    at = at_hand(rulesets.find("knock"), "ana")
    at.end(ConnectionEnded("the host removed you from the table"))
    woken = list[None]()
    with pytest.raises(ConnectionEnded, match="removed you"):
        await remote(at).listen(lambda: woken.append(None))
    assert len(woken) == 1


def test_who_leaves_is_told_how_to_come_back() -> None:
    said = remote(at_hand(rulesets.find("knock"), "ana")).farewell
    words = said.replace("\\\n", "").split()
    assert words[-5:] == ["--server", SERVER, "--table", "abcdefgh", "--invitation=-friends-come-in"]
