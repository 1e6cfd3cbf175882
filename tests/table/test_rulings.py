"""Rulings of officials at a live table (Tainui Games, rules 1 to 3)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.table.driver import Driver
from uka import rulesets
from uka.core import events as ev
from uka.core.errors import IllegalAction
from uka.core.game import Game
from uka.core.rulings import ForfeitRuling, MisdealRuling, PointsRuling, RevokeRuling, Ruling
from uka.core.seats import SEATS, Partnership, Seat
from uka.records import Log, NotExpressible, RulingGiven
from uka.records import parse as parse_record
from uka.records.egn import check_standard
from uka.records.fair import verify
from uka.records.files import TEXT_FORMATS, RecordedMatch
from uka.table import Table, TableRefusal, TableStage, line_view, parse, public_table, record, records, replayed
from uka.table.commands import gameplay, people
from uka.table.entries import FORMAT, TableOpened
from uka.table.game_replay import replay

EW, NS = Partnership.EAST_WEST, Partnership.NORTH_SOUTH


def playing(seed: int = 1, deals: int = 0) -> Driver:
    """Return a game of four people, during a later deal."""
    driver = Driver(rulesets.find("tainui"), seed=seed)
    driver.seat("ana", "ben", "caro", "dan")
    driver.begin()
    while not (
        driver.table.stage is TableStage.PLAYING
        and isinstance(driver.table.game, Game)
        and len(driver.table.game.results) == deals
    ):
        assert driver.person() or driver.shares() or driver.next()
    return driver


def rule(driver: Driver, ruling: Ruling, line: int | None = None) -> None:
    driver.do(partial(ruled, RulingGiven(ruling, line)), "tournament/x")


def ruled(given: RulingGiven, table: Table, by: str) -> tuple[RulingGiven, ...]:
    return gameplay.apply_ruling(table, given)  # type: ignore[return-value]


def told(driver: Driver, line: int) -> set[ev.OfficialRuled]:
    """Return the events of a ruling that every viewer receives."""
    (step,) = [step for step in driver.steps if getattr(step.line.entry, "line", None) == line]
    return {
        event
        for viewer in (None, *SEATS)
        for event in line_view(step, viewer).events
        if isinstance(event, ev.OfficialRuled)
    }


def test_an_ejected_partnership_loses_its_seats_and_the_game_and_no_bot_plays_for_it() -> None:
    driver = playing(deals=1)
    score = driver.table.game.score if driver.table.game else ()
    ejected = ForfeitRuling(side=EW, ejected=True, reason="a red card for Ben: signs")
    rule(driver, ejected, 7)
    table = driver.table
    assert table.stage is TableStage.OVER
    assert [(chair.player, chair.bot) for chair in table.chairs] == [
        ("ana", None),
        (None, None),
        ("caro", None),
        (None, None),
    ]
    assert table.game is not None
    assert (table.game.winner, table.game.score, public_table(table).forfeit) == (NS, score, EW)
    assert told(driver, 7) == {ev.OfficialRuled(ejected)}
    assert table.member("ben") is not None  # who was sent off may still watch
    with pytest.raises(TableRefusal, match="you have no seat"):
        driver.do(gameplay.declare_ready, "ben")


def test_a_partnership_that_forfeits_stays_seated_and_loses_whatever_the_score() -> None:
    driver = playing()
    rule(driver, PointsRuling(points=(9, 0)), 3)
    rule(driver, ForfeitRuling(side=NS, by="director", reason="they go home"), 4)
    table = driver.table
    assert table.game is not None
    assert (table.stage, table.game.winner, table.game.score) == (TableStage.OVER, EW, (9, 0))
    assert table.seat_of("ana") is Seat.NORTH


def test_points_of_a_ruling_count_and_the_deal_goes_on() -> None:
    driver = playing()
    turn = driver.table.turn
    rule(driver, PointsRuling(points=(0, 2), reason="the last deal was counted wrong"), 5)
    assert (public_table(driver.table).score, driver.table.turn, driver.table.stage) == (
        (0, 2),
        turn,
        TableStage.PLAYING,
    )
    driver.play_out()
    scores = public_table(driver.table).scores
    assert scores[-1] == public_table(driver.table).score
    assert isinstance(driver.table.game, Game)
    first = driver.table.game.results[0].points
    assert scores[0] == (first[0], first[1] + 2)


def test_a_ruling_is_applied_once_and_not_after_a_later_one() -> None:
    driver = playing()
    for line in (5, 5, 3):
        rule(driver, PointsRuling(points=(1, 0)), line)
    assert public_table(driver.table).score == (1, 0)
    assert driver.table.obeyed == 5


def test_a_forfeit_ends_a_game_before_its_draw_and_in_a_pause() -> None:
    waiting = Driver(rulesets.find("tainui"))
    waiting.seat("ana")
    rule(waiting, ForfeitRuling(side=EW, reason="they did not come"), 2)
    assert (waiting.table.stage, public_table(waiting.table).winner) == (TableStage.OVER, NS)
    assert records(waiting.lines) == ()
    with pytest.raises(TableRefusal, match="the game is over"):
        rule(waiting, PointsRuling(points=(1, 0)), 3)
    still = playing()
    still.do(people.pause, "ana")
    rule(still, PointsRuling(points=(1, 0)), 2)
    assert still.table.paused is not None
    rule(still, ForfeitRuling(side=EW), 3)
    assert (still.table.stage, still.table.paused) == (TableStage.OVER, None)


def test_points_can_be_given_only_during_a_game() -> None:
    with pytest.raises(TableRefusal, match="no game has been played yet"):
        rule(Driver(rulesets.find("tainui")), PointsRuling(points=(1, 0)), 2)


@pytest.mark.parametrize("end", [ForfeitRuling(side=EW, ejected=True), PointsRuling(points=(11, 0))])
def test_the_record_holds_the_rulings_proves_its_packs_and_replays(end: Ruling) -> None:
    driver = playing(seed=4, deals=1)
    rule(driver, PointsRuling(points=(0, 1), reason="so it is"), 2)
    rule(driver, end, 9)
    lines = parse(line.text for line in driver.lines)
    assert replayed(lines) == driver.table
    assert isinstance(lines[0].entry, TableOpened)
    assert lines[0].entry.format == FORMAT
    log = record(lines)
    assert [e.ruling for e in log.entries if isinstance(e, RulingGiven)] == [
        PointsRuling(points=(0, 1), reason="so it is"),
        end,
    ]
    assert (log.state.winner, log.state.over) == (NS, True)
    assert Log.parse(log.text).state == log.state
    assert all(verdict.fair for verdict in verify(log))
    steps = [event for deal in replay(log).deals for step in deal.steps for event in step.events]
    assert [e.ruling for e in steps if isinstance(e, ev.OfficialRuled)][-1] == end
    with pytest.raises(NotExpressible, match="an official's ruling"):
        check_standard(log)
    assert parse_record(TEXT_FORMATS[".egn"](RecordedMatch((log,))).encode()).games[0].text == log.text


def test_a_ruled_revoke_pays_at_once_and_the_offenders_score_nothing() -> None:
    driver = playing(seed=2)
    with pytest.raises(IllegalAction, match="no card has been played"):
        rule(driver, RevokeRuling(offenders=EW), 2)
    while not (driver.table.game and driver.table.game.deal and driver.table.game.deal.trick):
        driver.person()
    rule(driver, RevokeRuling(offenders=EW), 3)
    assert public_table(driver.table).score == (2, 0)
    assert driver.table.stage is TableStage.PLAYING
    driver.play_out()
    first = driver.table.game.results[0] if driver.table.game else None  # type: ignore[union-attr]
    assert first is not None
    assert first.points[0] >= 2
    assert first.points[1] == 0
    again = Log.parse(record(driver.lines).text)
    assert again.state.score == public_table(driver.table).score


@pytest.mark.parametrize("bell", [False, True], ids=["before the bell", "after the bell"])
def test_a_ruled_misdeal_is_dealt_again_by_the_same_dealer(bell: bool) -> None:
    driver = playing(seed=2)
    dealer, pack = driver.table.game.dealer if driver.table.game else None, driver.table.number
    hands = driver.table.game.deal.masks if driver.table.game and driver.table.game.deal else ()
    driver.person()
    if bell:
        driver.do(lambda table, _: gameplay.ring_bell(table), "tournament/x")
    rule(driver, MisdealRuling(reason="six cards to west"), 4)
    assert driver.table.stage is TableStage.SHUFFLING
    while driver.table.stage is not TableStage.PLAYING:
        assert driver.person() or driver.shares() or driver.next()
    game = driver.table.game
    assert game is not None
    assert (game.dealer, driver.table.number) == (dealer, pack + 1)
    assert game.deal is not None
    assert game.deal.masks != hands
    driver.play_out()
    assert len(driver.table.game.results) == 1 if bell else not driver.table.game.bell  # type: ignore[union-attr]
    log = record(driver.lines)
    assert all(verdict.fair for verdict in verify(log))
    assert replay(log).deals[0].result is None
