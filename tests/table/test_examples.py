"""Examples of a table: breaks, pauses, move clocks, versions, shares, seats, hosts, play by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.table.driver import START, Driver
from uka import rulesets
from uka.core.actions import CLAIMS, ORDER_UP, PASS
from uka.core.errors import IllegalAction, InvalidDeal, OutOfTurn
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.records import Acted, BellRecorded, Dealt, InvalidRecord, Scored
from uka.records.applied_message_ids import MAX_APPLIED_IDS
from uka.records.fair import UnfairDeal, verify
from uka.server.base.options import ServerOptions
from uka.table import (
    InvalidTableSettings,
    StaleVersion,
    TableLine,
    TableRefusal,
    TableSettings,
    TableStage,
    append_entries,
    default_settings,
    due,
    evolve,
    execute,
    line_view,
    parse,
    public_table,
    record,
    replayed,
    table_view,
    tick,
)
from uka.table.commands import gameplay, people
from uka.table.entries import (
    TABLE,
    CommitmentsClosed,
    HostChanged,
    PackCut,
    PacketPatternChosen,
    PlayerLeft,
    PlayerWentAway,
    SeatReady,
    SeatTaken,
    SharesWithheld,
)
from uka.table.personas import answer_time
from uka.table.table import shares_of
from uka.wire import table_commands, tournament_commands

FOUR = ("ana", "ben", "caro", "dan")


SILENT = TableSettings(bots_talk=False)
"""Settings under which the next thing due is never a bot's phrase."""


def dealt(
    rules: Ruleset | None = None, settings: TableSettings | None = None, seed: object = 0, seated: int = 4
) -> Driver:
    """Return a table after the first deal."""
    driver = Driver(rules or Ruleset(), settings, seed)
    driver.seat(*FOUR[:seated])
    driver.begin()
    while driver.table.stage is not TableStage.PLAYING:
        assert driver.shares() or driver.next()
    return driver


def turn(driver: Driver) -> tuple[Seat, str]:
    seat = driver.table.turn
    assert seat is not None
    return seat, driver.table.chair(seat).player or ""


# Versions and messages sent twice


def test_only_changes_of_the_game_make_a_version_stale() -> None:
    driver = dealt()
    seat, player = turn(driver)
    version = driver.table.seq
    driver.do(people.join, "eve", "Eve")
    driver.do(gameplay.commit_shares, player, "ab" * 32)
    driver.do(gameplay.submit_action, player, PASS, version)
    _, other = turn(driver)
    with pytest.raises(StaleVersion, match="the game has moved on"):
        driver.do(gameplay.submit_action, other, PASS, version)
    with pytest.raises(StaleVersion, match="names a version"):
        driver.do(gameplay.submit_action, other, PASS)
    with pytest.raises(StaleVersion):
        driver.do(gameplay.submit_action, other, PASS, driver.table.seq + 1)
    with pytest.raises(OutOfTurn, match="turn"):
        driver.do(gameplay.submit_action, player, PASS, driver.table.seq)
    with pytest.raises(IllegalAction):
        driver.do(gameplay.submit_action, other, CLAIMS[0])
    assert driver.table.turn is seat.left


def test_a_message_sent_twice_is_applied_once_even_after_a_restart() -> None:
    driver = dealt()
    _, player = turn(driver)
    version = driver.table.seq
    driver.do(gameplay.submit_action, player, PASS, version, id="m9")
    again = replayed(parse(line.text for line in driver.lines))
    for table in (driver.table, again):
        assert table.applied_line(player, "m9") == version + 1
        assert (
            execute(
                table, lambda t: gameplay.submit_action(t, player, PASS, version), at=driver.now, by=player, id="m9"
            )[1]
            == ()
        )
        assert table.applied_line("eve", "m9") is None
        assert table.applied_line(player, "m8") is None
        assert table.applied_line(player, "") is None


def test_a_burst_of_messages_sent_again_is_applied_once() -> None:
    driver = Driver(Ruleset())
    commands = [lambda t: people.sit(t, "ana", Seat.EAST), lambda t: people.stand(t, "ana")]
    burst = [(f"m{n}", commands[n % 2]) for n in range(MAX_APPLIED_IDS)]
    for id, command in burst:
        table, steps = execute(driver.table, command, at=driver.now, by="ana", id=id)
        driver.did((table, steps))
    for id, command in driver.rng.sample(burst, len(burst)):
        assert execute(driver.table, command, at=driver.now, by="ana", id=id) == (driver.table, ())
    assert driver.table.seq == MAX_APPLIED_IDS
    assert ServerOptions.message_burst * 4 < MAX_APPLIED_IDS  # what one socket may send at once, several times over


def test_the_documented_number_of_remembered_messages_is_right() -> None:
    page = (Path(__file__).parents[2] / "docs" / "client.md").read_text("utf-8")
    for text in (table_commands.__doc__, tournament_commands.__doc__, page):
        assert f"last {MAX_APPLIED_IDS}" in " ".join((text or "").split())


def test_due_timers_are_applied_before_a_late_command() -> None:
    driver = dealt(rulesets.find("tainui"), TableSettings())
    _, player = turn(driver)
    bell = driver.table.bell_at
    assert bell is not None
    _, steps = execute(
        driver.table, lambda t: gameplay.submit_action(t, player, PASS, t.seq), at=bell + 10, by=player
    )  # fmt: skip
    assert [type(step.line.entry) for step in steps] == [BellRecorded, Acted]


# Breaks


def test_a_bot_fills_in_and_the_person_sees_what_was_played() -> None:
    driver = dealt()
    seat, player = turn(driver)
    driver.do(people.take_break, player)
    with pytest.raises(TableRefusal, match="take your seat back first"):
        driver.do(gameplay.submit_action, player, PASS, driver.table.seq)
    assert due(driver.table) == (driver.table.since + driver.table.settings.answer_ms, "choice", seat)
    driver.next()
    assert driver.table.turn is not seat
    driver.do(people.end_break, player)
    assert driver.table.chair(seat).manned
    with pytest.raises(TableRefusal, match="not time for a bot"):
        gameplay.choose(driver.table, driver.table.turn or seat, PASS, driver.table.seq, driver.now)
    told = table_view(driver.table, seat)
    assert told.deal is not None
    assert [call.seat for call in told.deal.calls] == [seat]
    assert len(told.deal.cards) == 5
    assert driver.steps[-2].line.by == "bot"


def test_a_bot_fills_in_a_while_after_a_lost_connection() -> None:
    driver = dealt()
    seat, player = turn(driver)
    driver.do(people.record_disconnection, player)
    assert due(driver.table) == (driver.now + 30_000, "entry", seat)
    driver.now += 20_000
    driver.do(people.record_reconnection, player)
    assert due(driver.table) is None
    driver.do(people.record_disconnection, player)
    driver.next()
    assert isinstance(driver.lines[-1].entry, PlayerWentAway)
    assert driver.lines[-1].by == "clock"
    assert people.record_disconnection(driver.table, player) == ()
    driver.do(people.record_reconnection, player)
    assert driver.table.chair(seat).manned
    assert people.record_reconnection(driver.table, player) == ()


def test_a_break_does_not_end_when_the_connection_returns() -> None:
    driver = dealt()
    seat, player = turn(driver)
    driver.do(people.take_break, player)
    assert people.record_disconnection(driver.table, player) == people.record_reconnection(driver.table, player) == ()
    assert not driver.table.chair(seat).manned


# Clocks


def test_a_table_tells_why_it_is_paused() -> None:
    driver = dealt()
    table = driver.table
    assert public_table(table).paused is None
    for by, why in (("ana", "host"), (TABLE, "nobody"), ("ana", "round")):
        driver.do(people.pause, by, why)
        assert public_table(driver.table).paused == why
        driver.do(people.resume, by)


def test_a_table_with_a_full_log_is_paused_for_good() -> None:
    driver = dealt()
    driver.do(people.pause, "ana")
    began = driver.table.paused
    assert began is not None
    driver.now += 5_000
    driver.do(lambda table, player: people.pause_for_full_log(table), TABLE)
    assert driver.table.paused == began._replace(why="log_full"), "the clocks stand since the first pause"
    with pytest.raises(TableRefusal, match="paused for good already"):
        people.pause_for_full_log(driver.table)


def test_a_pause_shifts_every_deadline() -> None:
    rules = rulesets.find("tainui")
    driver = dealt(rules, default_settings(rules))
    seat, player = turn(driver)
    before, bell = due(driver.table), driver.table.bell_at
    assert before is not None
    assert before == (driver.table.since + 60_000, "choice", seat)
    assert bell == START + 12 * 60_000
    driver.now += 1_000
    driver.do(people.pause, "ana")
    assert due(driver.table) is None
    assert tick(driver.table, driver.now + 10**9)[1] == ()
    with pytest.raises(TableRefusal, match="the game is paused"):
        driver.do(gameplay.submit_action, player, PASS, driver.table.seq)
    driver.now += 5_000
    driver.do(people.resume, "ana")
    assert due(driver.table) == (before.at + 5_000, "choice", seat)
    assert driver.table.bell_at == bell + 5_000


def test_the_move_clock_takes_from_the_bank_then_a_bot_chooses() -> None:
    driver = dealt(settings=TableSettings(move_ms=10_000, bank_ms=20_000))
    seat, player = turn(driver)
    driver.now = driver.table.since + 16_000
    driver.do(gameplay.submit_action, player, PASS, driver.table.seq)
    assert driver.table.chair(seat).bank == 14_000
    driver.now = driver.table.since + 9_000
    following, other = turn(driver)
    driver.do(gameplay.submit_action, other, PASS, driver.table.seq)
    assert driver.table.chair(following).bank == 20_000
    slow, _ = turn(driver)
    assert due(driver.table) == (driver.table.since + 30_000, "choice", slow)
    driver.next()
    assert driver.lines[-1].by == "bot"
    assert driver.table.chair(slow).bank == 0
    assert driver.table.chair(slow).manned


def test_a_bot_answers_after_a_fixed_time_and_never_a_stale_question() -> None:
    driver = dealt(seated=0, settings=TableSettings(answer_ms=700, deal_ms=2_000))
    seat = driver.table.turn
    assert seat is not None
    answer = answer_time(700, driver.table.chair(seat).persona)
    assert due(driver.table) == (driver.now + 2_000 + answer, "choice", seat)
    assert due(driver.table, choices=False) is None
    with pytest.raises(TableRefusal, match="not time"):
        gameplay.choose(driver.table, seat, PASS, driver.table.seq, driver.now + 1_999 + answer)
    asked = driver.table.seq
    driver.next()
    with pytest.raises(TableRefusal, match="has nothing to choose"):
        gameplay.choose(driver.table, seat, PASS, asked, driver.now + 9_999)
    assert driver.table.turn is not seat
    with pytest.raises(StaleVersion):
        gameplay.choose(driver.table, driver.table.turn or seat, PASS, asked, driver.now + 9_999)


def test_a_person_who_commits_to_nothing_has_no_share_after_three_seconds() -> None:
    driver = Driver(Ruleset())
    driver.seat(*FOUR[:3])
    driver.begin()
    assert driver.share("ana")
    with pytest.raises(UnfairDeal, match="begins with pack 0, not with pack 1"):
        shares_of(driver.table).commit(Seat.EAST, 1, "cd" * 32)
    assert due(driver.table) == (START + 3_000, "entry", None)
    driver.next()
    assert driver.lines[-1].entry == CommitmentsClosed(0, (Seat.NORTH,))
    with pytest.raises(UnfairDeal, match="no share of East is awaited for pack 0"):
        driver.do(gameplay.open_share, "ben", 0, "cd" * 32)
    with pytest.raises(UnfairDeal, match="doesn't match its commitment"):
        driver.do(gameplay.open_share, "ana", 0, "cd" * 32)
    assert driver.share("ana")
    assert not driver.share("ana")
    assert driver.table.draw is not None
    assert [driver.share(player) for player in FOUR[:3]] == [False, True, True]
    driver.play_out()
    by = [verdict.by for verdict in verify(record(driver.lines))]
    assert by[:2] == [(Seat.NORTH,), (Seat.NORTH, Seat.EAST, Seat.SOUTH)]


def test_a_pack_whose_share_is_withheld_is_dropped_and_the_next_is_dealt_without_that_seat() -> None:
    driver = Driver(Ruleset(), SILENT)
    driver.seat(*FOUR[:2])
    driver.begin()
    while driver.table.stage is not TableStage.PLAYING:
        assert driver.shares() or driver.next()
    while driver.table.stage is TableStage.PLAYING:
        assert driver.person() or driver.next()
    number, ended = driver.table.number, driver.now
    assert driver.lines[-1].entry == CommitmentsClosed(number, (Seat.NORTH, Seat.EAST))
    driver.do(gameplay.declare_ready, "ana")
    driver.do(gameplay.declare_ready, "ben")
    assert driver.share("ana")
    coming = due(driver.table)
    assert coming is not None
    assert coming.at == ended + 6_000
    driver.next()
    assert driver.lines[-1].entry == SharesWithheld(number, (Seat.EAST,))
    with pytest.raises(UnfairDeal, match="East withheld a share and has none until the next game"):
        driver.do(gameplay.commit_shares, "ben", "ab" * 32)
    assert (driver.share("ben"), driver.share("ana")) == (False, True)
    assert isinstance(driver.lines[-1].entry, Dealt)
    assert driver.table.number == number + 2
    driver.play_out()
    verdicts = verify(record(driver.lines))
    assert all(verdict.fair for verdict in verdicts)
    assert [(v.by, v.withheld) for v in verdicts][1:3] == [
        ((Seat.NORTH, Seat.EAST), ()),
        ((Seat.NORTH,), (Seat.EAST,)),
    ]


def test_a_new_player_does_not_owe_shares_of_the_chain_of_the_last_one() -> None:
    driver = dealt(seated=2)
    while driver.table.stage is TableStage.PLAYING:
        assert driver.person() or driver.next()
    driver.do(people.join, "eve", "Eve")
    assert driver.share("ben")
    driver.do(people.stand, "ben")
    driver.do(people.sit, "eve", Seat.EAST)
    driver.play_out()
    verdicts = verify(record(driver.lines))
    assert all(verdict.fair and not verdict.withheld for verdict in verdicts)
    assert Seat.EAST in verdicts[-1].by


def test_a_reconnected_person_can_still_commit_in_time() -> None:
    driver = Driver(Ruleset())
    driver.seat("ana", "ben")
    driver.begin()
    driver.do(people.record_disconnection, "ana")
    assert due(driver.table) == (START + 3_000, "entry", None)
    driver.do(people.record_disconnection, "ben")  # now nobody waits
    assert due(driver.table) == (START + 15_000, "entry", None)
    driver.do(people.record_reconnection, "ben")
    assert driver.share("ben")
    driver.now += 2_000
    driver.do(people.record_reconnection, "ana")
    assert driver.share("ana")
    assert driver.lines[-1].entry == CommitmentsClosed(0, (Seat.NORTH, Seat.EAST))


def test_a_page_that_loads_slowly_can_still_commit_once_it_is_connected() -> None:
    driver = Driver(Ruleset())
    driver.seat("ana", "ben")
    driver.begin()
    driver.do(people.record_disconnection, "ana")
    driver.do(people.record_disconnection, "ben")
    driver.now += 4_000
    driver.do(people.record_reconnection, "ben")
    assert due(driver.table) == (START + 7_000, "entry", None)
    driver.now += 2_999
    driver.do(people.record_reconnection, "ana")
    driver.now += 2_999
    assert driver.share("ben")
    driver.now += 2_999
    assert due(driver.table) == (START + 12_998, "entry", None)
    assert driver.share("ana")
    assert driver.lines[-1].entry == CommitmentsClosed(0, (Seat.NORTH, Seat.EAST))


def test_the_time_for_commitments_ends_however_many_lines_are_written() -> None:
    driver = Driver(Ruleset())
    driver.seat("ana", "ben")
    driver.begin()
    for _ in range(5):
        driver.now += 2_900
        driver.do(people.record_disconnection, "ana")
        driver.do(people.record_reconnection, "ana")
    assert due(driver.table) == (START + 15_000, "entry", None)


def test_a_person_who_leaves_before_shares_are_opened_withholds_none() -> None:
    driver = dealt(seated=2)
    driver.shares()
    driver.do(people.stand, "ben")
    driver.play_out()
    assert not any(verdict.withheld for verdict in verify(record(driver.lines)))


def test_the_pause_between_deals_ends_when_all_are_ready() -> None:
    driver = dealt(settings=SILENT, seated=2)
    while driver.table.stage is TableStage.PLAYING:
        assert driver.person() or driver.next()
    ended = driver.now
    coming = due(driver.table)
    assert coming is not None
    assert coming.at == ended + 10_000
    driver.shares()
    for player in FOUR[:2]:
        with pytest.raises(TableRefusal, match="you have no seat"):
            driver.do(gameplay.declare_ready, "eve")
        driver.do(gameplay.declare_ready, player)
    assert isinstance(driver.lines[-1].entry, Dealt)
    assert driver.lines[-1].at == ended
    assert isinstance(driver.lines[-2].entry, SeatReady)


# Seats and hosts


def test_the_host_chooses_other_rules_before_the_first_game() -> None:
    driver = Driver(Ruleset())
    driver.seat("ana", "ben")
    timed, untimed = rulesets.find("tainui"), rulesets.find("knock")
    with pytest.raises(TableRefusal, match="only the host"):
        driver.do(people.change_rules, "ben", timed)
    driver.do(people.change_rules, "ana", timed)
    assert driver.table.rules == timed
    assert driver.table.settings.move_ms == default_settings(timed).move_ms > 0  # nobody may stall until the bell
    driver.do(people.change_settings, "ana", replace(driver.table.settings, move_ms=7_000))
    driver.do(people.change_rules, "ana", untimed)
    assert driver.table.settings.move_ms == 7_000  # the host has chosen it
    assert driver.table.seat_of("ben") is Seat.EAST
    driver.begin()
    with pytest.raises(TableRefusal, match="before its first game"):
        driver.do(people.change_rules, "ana", timed)
    driver.play_out()
    assert record(driver.lines).rules == untimed


def test_a_tournaments_table_keeps_the_rules_of_its_tournament() -> None:
    driver = Driver(Ruleset(), TableSettings(reserved=True))
    with pytest.raises(TableRefusal, match="tournament"):
        driver.do(people.change_rules, "ana", rulesets.find("knock"))


def test_seats_can_be_swapped_only_before_the_draw() -> None:
    driver = Driver(Ruleset())
    driver.seat("ana", "ben")
    driver.do(people.swap_seats, "ana", Seat.NORTH, Seat.WEST)
    assert driver.table.seat_of("ana") is Seat.WEST
    driver.do(people.sit, "ben", Seat.SOUTH)
    assert driver.table.chair(Seat.EAST).player is None
    with pytest.raises(TableRefusal, match="South is taken"):
        driver.do(people.sit, "ana", Seat.SOUTH)
    with pytest.raises(TableRefusal, match="only the host"):
        driver.do(people.swap_seats, "ben", Seat.NORTH, Seat.WEST)
    driver.do(people.seat_bot, "ana", Seat.NORTH, "novice")
    driver.begin()
    with pytest.raises(TableRefusal, match="before a game"):
        driver.do(people.swap_seats, "ana", Seat.NORTH, Seat.WEST)
    assert [chair.bot for chair in driver.table.chairs] == ["novice", "club", None, None]
    driver.do(people.seat_bot, "ana", Seat.NORTH, "random")
    assert driver.table.chair(Seat.NORTH).bot == "random"


def test_another_person_becomes_host_when_the_host_leaves() -> None:
    driver = Driver(Ruleset())
    driver.do(people.join, "ben", "Ben")
    driver.do(people.join, "caro", "Caro")
    driver.do(people.sit, "caro", Seat.EAST)
    driver.do(people.leave, "ana")
    assert driver.lines[-1].entry == HostChanged("caro")
    driver.do(people.change_host, "caro", "ben")
    driver.do(people.remove_player, "ben", "caro")
    assert driver.table.chair(Seat.EAST).player is None
    with pytest.raises(TableRefusal, match="removed you"):
        driver.do(people.join, "caro", "Caro")
    with pytest.raises(TableRefusal, match="can't be removed"):
        driver.do(people.remove_player, "ben", "ben")


def test_a_bot_takes_the_seat_of_a_removed_person() -> None:
    driver = dealt()
    driver.do(people.remove_player, "ana", "ben")
    assert driver.table.chair(Seat.EAST).bot == "club"
    driver.play_out()
    assert driver.table.stage is TableStage.OVER


def test_nobody_may_watch_if_the_settings_forbid_it() -> None:
    driver = Driver(Ruleset(), TableSettings(spectators=False))
    driver.seat(*FOUR)
    with pytest.raises(TableRefusal, match="can't be watched"):
        driver.do(people.join, "eve", "Eve")


def test_nobody_watches_any_more_once_the_host_ends_it() -> None:
    driver = dealt()
    driver.do(people.join, "eve", "Eve")
    steps = driver.do(people.change_settings, "ana", replace(driver.table.settings, spectators=False))
    assert [step.line.entry for step in steps][1:] == [PlayerLeft("eve")]
    assert driver.table.member("eve") is None
    assert all(driver.table.member(player) for player in FOUR)
    driver.do(people.leave, "dan")
    driver.do(people.join_and_sit, "eve", "Eve")
    assert driver.table.booked("eve") is not None
    driver.do(people.change_settings, "ana", replace(driver.table.settings, bots="novice"))
    assert driver.table.member("eve")


def test_nobody_new_comes_to_a_locked_table() -> None:
    driver = dealt()
    driver.do(people.change_settings, "ana", replace(driver.table.settings, locked=True))
    with pytest.raises(TableRefusal, match="nobody new can come"):
        driver.do(people.join, "eve", "Eve")
    driver.do(people.change_settings, "ana", replace(driver.table.settings, locked=False))
    driver.do(people.join, "eve", "Eve")


def test_some_settings_cannot_change_during_a_game() -> None:
    driver = dealt()
    driver.do(people.change_settings, "ana", TableSettings(rest_ms=1_000, bots="novice"))
    assert driver.table.settings.rest_ms == 1_000
    with pytest.raises(TableRefusal, match="secrets_open_after can't be changed during a game"):
        driver.do(people.change_settings, "ana", TableSettings(secrets_open_after="deal"))


def test_settings_out_of_range_are_refused_with_a_sentence() -> None:
    with pytest.raises(InvalidTableSettings, match="rest_ms is a whole number from 0 to 3600000, not -1"):
        TableSettings(rest_ms=-1)
    with pytest.raises(InvalidTableSettings, match="bots is 1 to 20 letters, not ''"):
        TableSettings(bots="")
    assert default_settings(rulesets.find("tainui")).move_ms > 0
    assert default_settings(rulesets.find("uka")).move_ms == 0


# By hand


def test_the_draw_the_cut_and_the_deal_by_hand() -> None:
    driver = Driver(rulesets.find("bicycle"), TableSettings(by_hand=True), seed=8)
    driver.seat(*FOUR)
    driver.begin()
    with pytest.raises(TableRefusal, match="now is not the time for that: the table is shuffling"):
        driver.do(gameplay.take_draw_card, "ana", 3)
    while driver.table.stage is not TableStage.DRAWING:
        assert driver.shares() or driver.next()
    while driver.table.draw and driver.table.draw.turn:
        seat = driver.table.draw.turn
        with pytest.raises(TableRefusal, match="turn to draw"):
            driver.do(gameplay.take_draw_card, driver.table.chair(seat.left).player or "", 3)
        driver.do(gameplay.take_draw_card, driver.table.chair(seat).player or "", 7)
    draw, game = driver.table.draw, driver.table.game
    assert draw is not None
    assert game is not None
    sitting = [driver.table.chair(draw.seating[i]).player for i in range(4)]
    assert sitting == list(FOUR)
    while driver.table.stage is not TableStage.CUTTING:
        driver.next()
    cutter = driver.table.chair(game.dealer.right).player or ""
    with pytest.raises(InvalidDeal, match="fewer than 4"):
        driver.do(gameplay.cut_pack, cutter, 2)
    with pytest.raises(TableRefusal, match="cuts, on the dealer's right"):
        driver.do(gameplay.cut_pack, driver.table.chair(game.dealer).player or "", 9)
    driver.do(gameplay.cut_pack, cutter, 9)
    assert driver.lines[-1].entry == PackCut(game.dealer.right, 9)
    dealer = driver.table.chair(game.dealer).player or ""
    with pytest.raises(TableRefusal, match=f"{game.dealer.value.title()} deals"):
        driver.do(gameplay.deal_cards, cutter)
    assert driver.table.shares is not None
    assert not driver.table.shares.any_opened
    driver.do(gameplay.deal_cards, dealer, "2-3")
    assert driver.lines[-1].entry == PacketPatternChosen(game.dealer, "2-3")
    with pytest.raises(TableRefusal, match="now is not the time for that"):
        driver.do(gameplay.cut_pack, cutter, 9)
    assert driver.shares()
    entry = driver.lines[-1].entry
    assert isinstance(entry, Dealt)
    assert (entry.cut, entry.packet_pattern) == (9, "2-3")
    driver.play_out()
    log = record(driver.lines)
    assert all(verdict.fair for verdict in verify(log))
    assert sorted(log.players) == ["Ana", "Ben", "Caro", "Dan"]


def test_steps_by_hand_are_refused_if_the_server_does_them() -> None:
    driver = dealt()
    with pytest.raises(TableRefusal, match="the server draws, cuts and deals"):
        driver.do(gameplay.take_draw_card, "ana", 0)


def test_the_partnership_that_cut_higher_names_its_dealer() -> None:
    driver = Driver(rulesets.find("uka"), TableSettings(by_hand=True), seed=8)
    driver.seat(*FOUR)
    driver.begin()
    while not (driver.table.draw and driver.table.draw.namer):
        driver.next()
    namer = driver.table.draw.namer
    with pytest.raises(TableRefusal, match="names the dealer"):
        driver.do(gameplay.name_dealer, driver.table.chair(namer.other.seats[0]).player or "", namer.seats[0])
    driver.do(gameplay.name_dealer, driver.table.chair(namer.seats[0]).player or "", namer.seats[1])
    assert driver.table.game is not None
    assert driver.table.game.dealer is namer.seats[1]


# Revokes and the end


def test_a_revoke_is_claimed_after_the_last_trick_and_the_game_goes_on() -> None:
    found = set[str]()
    for seed in range(60):
        driver = dealt(Ruleset(target=1), TableSettings(revokes=True), seed)
        while driver.table.stage is TableStage.PLAYING:
            assert driver.person() or driver.next()
        table = driver.table
        assert table.game is not None
        assert table.game.deal is not None
        assert table.secrets_opened == 0
        breaches = table.game.deal.breaches
        if not table.game.over or not breaches:
            continue
        offender, trick, _ = breaches[0]
        driver.do(gameplay.submit_action, table.chair(offender.left).player or "", CLAIMS[trick])
        assert isinstance(driver.lines[-1].entry, Scored)
        assert driver.lines[-1].entry.result.outcome.value == "revoked"
        driver.play_out()
        with pytest.raises(TableRefusal):
            driver.do(gameplay.submit_action, "ana", CLAIMS[0])
        log = record(driver.lines)
        assert log.state == driver.table.game
        assert all(verdict.fair for verdict in verify(log))
        found.add("claimed")
    assert found


def test_a_tournament_can_ring_the_bell_of_its_table() -> None:
    driver = dealt(rulesets.find("tainui"), TableSettings(clock=False))
    driver.table, _ = append_entries(driver.table, gameplay.ring_bell(driver.table), at=driver.now, by="clock")
    assert driver.table.game is not None
    with pytest.raises(IllegalAction, match="the bell has rung"):
        gameplay.ring_bell(driver.table)
    with pytest.raises(IllegalAction, match="without a clock"):
        gameplay.ring_bell(dealt().table)


# Impossible logs


def test_an_impossible_log_is_refused() -> None:
    driver = dealt()
    driver.play_out()
    lines = driver.lines
    scored = next(i for i, line in enumerate(lines) if isinstance(line.entry, Scored))
    entry = lines[scored].entry
    assert isinstance(entry, Scored)
    lie = replace(lines[scored], entry=Scored(replace(entry.result, points=(9, 9))))
    with pytest.raises(InvalidRecord, match="the rules say"):
        replayed([*lines[:scored], lie])
    with pytest.raises(InvalidRecord, match="can't follow"):
        replayed([*lines[:3], *lines[4:]])
    with pytest.raises(InvalidRecord, match="begins with its opening"):
        replayed([replace(lines[1], seq=0)])
    with pytest.raises(InvalidRecord, match="is open"):
        evolve(driver.table, replace(lines[0], seq=driver.table.seq + 1))
    with pytest.raises(InvalidRecord, match="no line"):
        replayed([])
    with pytest.raises(InvalidRecord, match="not a line of a table's log"):
        TableLine.parse('{"seq":1}')
    for format in (0, 2, 8):
        other = replace(lines[0], entry=replace(lines[0].entry, format=format))  # type: ignore[type-var]
        with pytest.raises(InvalidRecord, match=f"the log has format {format}; this Uka reads format 1"):
            replayed([other])


def test_a_spectator_sees_who_sits_down_but_no_card() -> None:
    driver = Driver(Ruleset())
    steps = driver.do(people.sit, "ana", Seat.EAST)
    assert line_view(steps[0], None).entry == SeatTaken("ana", Seat.EAST)
    assert table_view(driver.table, None).scene.seats[1].name == "Ana"
    assert table_view(driver.table, None).scene.watching == 0
    assert table_view(driver.table, None).deal is None
    with pytest.raises(TableRefusal, match="no game is being played"):
        driver.do(gameplay.submit_action, "ana", ORDER_UP, driver.table.seq)


def test_a_person_who_sits_down_after_a_deal_does_not_see_its_cards() -> None:
    driver = dealt()
    while driver.table.scored is None:
        assert driver.person() or driver.next()
    driver.do(people.stand, "ana")
    driver.do(people.join, "eve", "Eve")
    driver.do(people.sit, "eve", Seat.NORTH)
    assert driver.table.viewer("eve") is None
    assert driver.table.viewer("ben") is Seat.EAST
    while driver.table.scored is not None:
        driver.next()
    assert driver.table.viewer("eve") is driver.table.seat_of("eve") is Seat.NORTH
