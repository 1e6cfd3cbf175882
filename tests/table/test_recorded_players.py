"""Who chose for a seat in a record, and the record of the deals of a game that goes on."""

from __future__ import annotations

from tests.table.driver import Driver
from tests.table.test_undo import alone, undo
from uka import coach, rulesets
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled
from uka.records import Dealt, Log
from uka.table import TableSettings, TableStage, record
from uka.table.commands.gameplay import undo_point
from uka.table.game_record import record_so_far
from uka.table.recorded_players import had_bots_only, player_at

RULES = rulesets.find("north_american", {"target": 5})


def lines(driver: Driver) -> Log | None:
    return record_so_far(driver.lines)


def test_the_record_of_a_game_that_goes_on_ends_with_its_last_finished_deal() -> None:
    driver, finished, seen = alone(RULES, 1), 0, set[int]()
    while driver.table.stage is not TableStage.OVER:
        so_far = lines(driver)
        game = driver.table.game
        assert coach.deal_count(so_far) == finished if so_far else finished == 0
        if so_far is not None:
            assert not so_far.state.in_deal
            seen.add(coach.deal_count(so_far))
        if not (driver.person() or driver.next()):
            break
        game = driver.table.game
        finished = len(game.results) if game and driver.table.playing else 0  # type: ignore[union-attr]
    assert len(seen) > 2
    whole = record(driver.lines)
    assert lines(driver) is None, "the game is over"
    for seat in SEATS:
        person = driver.table.chair(seat).player is not None
        for deal in range(coach.deal_count(whole)):
            assert had_bots_only(whole, seat, deal) is not person
            assert (player_at(whole, seat, deal, 1).level is None) is person


def test_a_deal_that_is_taken_back_is_not_told() -> None:
    driver = alone(RULES, 2, undo=True)
    while not (driver.table.game and driver.table.game.deal and driver.table.game.deal.result):
        assert driver.person() or driver.next()
    assert undo_point(driver.table) is not None
    before = lines(driver)
    assert before is not None
    assert coach.deal_count(before) == 1
    undo(driver)
    assert lines(driver) is None


def test_where_revokes_can_be_claimed_a_deal_is_told_once_the_next_begins() -> None:
    driver = Driver(RULES, TableSettings(revokes=True), 3)
    driver.seat("ana", "ben")
    driver.begin()
    while driver.table.number < 3 and driver.table.stage is not TableStage.OVER:
        assert driver.person() or driver.next()
        so_far = lines(driver)
        told = coach.deal_count(so_far) if so_far else 0
        assert told == max(driver.table.number - 2, 0), "the draw used the first pack"


def test_bots_of_a_game_without_accounts_are_called_by_their_level() -> None:
    for about, level in (({}, "club"), ({"gameId": "abcdefgh"}, None)):
        players = ("club", "you", "bot (Ingrid, expert)", "bot (novice)")
        log = Log.start(RULES, dealer=Seat.SOUTH, players=players, about=about)
        log.append(Dealt(shuffled(RULES, 1)))
        levels = [player_at(log, seat, 0, 0).level for seat in SEATS]
        assert levels == [level, None, "expert", "novice"]
