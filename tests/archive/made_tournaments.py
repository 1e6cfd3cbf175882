"""Logs of tournaments for the archive. Each function directs a day in simulated time and returns it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tests.tournament.day import Day
from uka import rulesets
from uka.core.cards import Card
from uka.core.seats import Partnership, Seat
from uka.tournament import Role, Roster, TournamentSettings, standings
from uka.tournament import entries as en
from uka.tournament.commands import captain, level_teams, official, rounds, teams, undo
from uka.tournament.commands import live_tables as online
from uka.tournament.entries import CLOCK, ConductCardColour

MINUTE = 60_000
NS, EW = Partnership.NORTH_SOUTH, Partnership.EAST_WEST


def hall() -> Day:
    """A day of six teams in a hall, with officials, conduct cards, stops, corrections and a cut for the first place."""
    day = Day(TournamentSettings(captains_give=True), seed="archive hall")
    day.enter(6)
    day.do(teams.grant_link, en.LinkGranted("p1", Role.PLAYER, "Mere", team=1))
    day.do(teams.revoke_link, "p1")
    day.do(teams.amend, 2, Roster("Kauri", "Waahi", "Hemi", ("Hemi", "Rua"), ("Toru",)))
    day.do(teams.change_settings, replace(day.t.settings, red_card="day"))
    day.round()
    day.start()
    day.do(rounds.pause)
    day.wait(MINUTE)
    day.do(rounds.resume)
    day.do(rounds.extend, MINUTE, "a spill")
    day.do(official.call_for_help, 1, "a rule", by="o1")
    day.do(official.answer_call, 1, by="o1")
    day.do(official.show_card, en.ConductCardShown(2, ConductCardColour.ORANGE, "talk", "Hemi"))
    day.do(official.give_fair_play, 2, 2, "kind")
    day.do(official.substitute, 2, "Hemi", "Toru", 5)
    day.tap(en.DealPlayed(1, NS, 3))
    day.tap(en.DealMisdealt(1))
    day.tap(en.RevokeFound(1, EW))
    day.tap(en.DealPlayed(1, NS, 5, alone=True))
    day.do(undo.undo, day.t.seq, "a slip")
    day.tap(en.OfficialRulingGiven(1, "the deal was spoilt", points=(1, 0), redeal=True))
    day.tap(en.GameForfeited(2, EW, "they left"))
    day.do(rounds.ring_bell)
    day.finish(1)
    day.do(rounds.enter_paper_result, 3, (5, 5), insist=True)
    day.do(official.enter_cut_cards, 3, (Card.AS, Card.KD), by="o3")
    day.do(official.sign_for_captain, 3, day.match(3).teams[0], by="o3")
    day.do(rounds.close, unsigned=True)
    day.do(rounds.correct_result, en.ResultCorrected(1, 1, (11, 4), "misread"), insist=True)
    day.do(teams.withdraw, 6, "gone home")
    day.do(teams.rejoin, 6)
    day.do(teams.set_tables, (3, 1, 2))
    day.round()
    day.do(rounds.end_tournament)
    day.do(undo.undo, day.t.seq, "one more round")
    day.round()
    day.do(rounds.end_tournament)
    return day


def captains() -> Day:
    """A day of four teams without officials. Deals are thrown in, captains enter and cut, and level teams cut."""
    settings = TournamentSettings(tie_breaks=("cut", "lot"), movement="round_robin")
    day = Day(settings, rulesets.find("bicycle"), seed="archive captains")
    day.enter(4)
    day.start()
    day.tap(en.DealThrownIn(1))
    for table in (1, 2):
        day.do(rounds.enter_paper_result, table, (5, 2), insist=True)
        day.do(teams.revoke_link, f"o{table}")
    day.do(rounds.close, unsigned=True)
    first, *_ = standings.level_groups(day.t)
    day.do(level_teams.enter_cut_cards, tuple(zip(first, (Card.KS, Card.QD), strict=True)))
    day.seat()
    day.do(rounds.start)
    for table in (1, 2):
        for team in day.match(table).teams:
            day.do(captain.claim_result, team, (3, 3), by=f"c{team}", insist=True)
        for team, card in zip(day.match(table).teams, (Card.AS, Card.TD), strict=True):
            if day.match(table).moving_team is None:
                day.do(captain.cut_card, team, card, (Card.AS, Card.TD), by=f"c{team}")
    day.do(rounds.close, unsigned=True)
    day.do(rounds.end_tournament, insist=True)
    return day


def at_tables() -> Day:
    """A day of four teams at tables of a server, whose officials rule, and where a bot fills in."""
    day = Day(TournamentSettings(online=True, bots="novice"), seed="archive online")
    day.enter(4)
    day.seat()
    day.do(lambda t, by: online.assign_live_tables(t, 1, {1: "live1", 2: "live2"}), by=CLOCK)
    day.do(rounds.start)
    day.do(lambda t, by: online.record_seats(t, "live1", (Seat.NORTH, Seat.EAST)), by=CLOCK)
    day.do(online.seat_bot, 1, Seat.WEST)
    day.do(lambda t, by: online.record_points(t, "live1", (2, 0), over=False), by=CLOCK)
    day.tap(en.RevokeFound(1, EW))
    line = day.t.seq
    day.do(lambda t, by: online.record_ruling_answer(t, "live1", line, "the deal is over"), by=CLOCK)
    for live, points in (("live1", (11, 4)), ("live2", (3, 12))):
        day.do(lambda t, by, live=live, points=points: online.record_points(t, live, points, over=True), by=CLOCK)
    day.wait(day.t.settings.clock_ms)
    day.do(rounds.close, unsigned=True)
    day.do(rounds.end_tournament, insist=True)
    return day


MADE: Mapping[str, Callable[[], Day]] = {"hall": hall, "captains": captains, "at_tables": at_tables}
"""The functions that direct the days, by the name of the file."""
