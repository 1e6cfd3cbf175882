"""Permissions at a tournament: each command from each role, compared with the table below."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from tests.tournament.day import Day
from uka import rulesets
from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.seats import Partnership, Seat
from uka.hosting.tournament_commands import COMMANDS, tournament_operation
from uka.tournament import Roster, Tournament, TournamentSettings
from uka.tournament import entries as en
from uka.tournament.commands import live_tables as online
from uka.tournament.commands import official, rounds, teams
from uka.tournament.entries import CLOCK, ConductCardColour, Role
from uka.tournament.tournament import match_of
from uka.wire import tournament_commands

pytestmark = pytest.mark.server

NS = Partnership.NORTH_SOUTH
MINE, THEIRS = 1, 2
"""The teams at table 1, the official's own table."""

DIRECTOR = {"director"}
AT_TABLE = {"director", "official"}
OF_TEAM = {"director", "captain"}
THERE = {"director", "official", "captain", "opponent"}
EVERYBODY = (
    "director",
    "official",
    "other official",
    "captain",
    "opponent",
    "other captain",
    "player",
    "taken back",
    "",
    "nobody",
    "clock",
)
LINK = re.compile(
    r"only (the director|the table's official or the director|the captain or the director) can do that|no longer works"
    r"|this link is for (table|team) \d, not for (table|team) \d|your team (does not play at table|sits)"
    r"|captains don't give fair-play points|you can't give fair-play points to your own team|you need a link"
    r"|players sit down with their team's link"
)
"""The refusals of a link with another role."""


class Case(NamedTuple):
    """A command, the moment at which it is sent, and the roles that may send it."""

    when: str
    command: tournament_commands.LoggedTournamentCommand
    may: set[str]


def case(when: str, kind: type[Any], may: set[str], **more: Any) -> Case:
    return Case(when, kind(id="m1", **more), may)


CASES = (
    case("new", tournament_commands.ChangeTournamentSettings, DIRECTOR, settings=TournamentSettings(bye=0)),
    case("new", tournament_commands.GrantLink, DIRECTOR, role=Role.OFFICIAL, name="Ana", table=1),
    case("new", tournament_commands.GrantLink, DIRECTOR, role=Role.DIRECTOR, name="Ana"),
    case("new", tournament_commands.GrantLinks, DIRECTOR, role="player"),
    case("new", tournament_commands.RevokeLink, DIRECTOR, grant="official"),
    case("new", tournament_commands.EnterTeam, DIRECTOR, roster=Roster("Late")),
    case("new", tournament_commands.AmendTeam, DIRECTOR, team=MINE, roster=Roster("Kauri")),
    case("playing", tournament_commands.WithdrawTeam, DIRECTOR, team=MINE),
    case("left", tournament_commands.RejoinTeam, DIRECTOR, team=MINE),
    case("new", tournament_commands.SetTables, DIRECTOR, numbers=(1, 2, 3)),
    case("new", tournament_commands.SeatRound, DIRECTOR),
    case("seated", tournament_commands.StartRound, DIRECTOR),
    case("playing", tournament_commands.PauseRound, DIRECTOR),
    case("paused", tournament_commands.ResumeRound, DIRECTOR),
    case("playing", tournament_commands.ExtendRound, DIRECTOR, ms=60_000),
    case("playing", tournament_commands.RingBell, DIRECTOR),
    case("over", tournament_commands.CloseRound, DIRECTOR, unsigned=True),
    case("playing", tournament_commands.EnterPaperResult, DIRECTOR, table=1, points=(11, 3)),
    case("over", tournament_commands.CorrectResult, DIRECTOR, round=1, table=1, points=(11, 3), reason="misread"),
    case("closed", tournament_commands.EnterLevelTeamsCut, DIRECTOR, cuts=((MINE, Card.AS), (3, Card.KS))),
    case("closed", tournament_commands.EndTournament, DIRECTOR),
    case("new", tournament_commands.EndTournament, DIRECTOR, insist=True),
    *(
        case("playing", tournament_commands.EnterTap, AT_TABLE, tap=tap)
        for tap in (
            en.FirstDealerSet(1, Seat.EAST),
            en.DealPlayed(1, NS, 3),
            en.RevokeFound(1, NS),
            en.DealMisdealt(1),
            en.OfficialRulingGiven(1, "so it is"),
            en.GameForfeited(1, NS, "gone"),
        )
    ),
    case("thrown", tournament_commands.EnterTap, AT_TABLE, tap=en.DealThrownIn(1)),
    case("rung", tournament_commands.EnterTap, AT_TABLE, tap=en.UpcardAtBell(1, True)),
    case("playing", tournament_commands.UndoEntry, AT_TABLE, to=-1),
    case("over", tournament_commands.UndoEntry, AT_TABLE, to=-1),
    case("ended", tournament_commands.UndoEntry, DIRECTOR, to=-1),
    case("carded", tournament_commands.UndoEntry, AT_TABLE, to=-1),
    case("carded, and the next round", tournament_commands.UndoEntry, DIRECTOR, to=-1),
    case("over", tournament_commands.SignForCaptain, AT_TABLE, table=1, team=MINE),
    case("drawn", tournament_commands.EnterDrawnMatchCut, AT_TABLE, table=1, cards=(Card.AS, Card.KS)),
    case("corrected to a draw", tournament_commands.EnterDrawnMatchCut, AT_TABLE, table=1, cards=(Card.AS, Card.KS)),
    case(
        "playing",
        tournament_commands.ShowConductCard,
        AT_TABLE,
        team=MINE,
        colour=ConductCardColour.ORANGE,
        reason="talk",
    ),
    case("playing", tournament_commands.GiveFairPlay, AT_TABLE, team=MINE, points=1),
    case(
        "captains give", tournament_commands.GiveFairPlay, AT_TABLE | {"opponent", "other captain"}, team=MINE, points=1
    ),
    case("playing", tournament_commands.SubstitutePlayer, AT_TABLE, team=MINE, player="Hemi", fill_in="Mere"),
    case("over", tournament_commands.SignResult, OF_TEAM, team=MINE),
    case("unpresided", tournament_commands.ClaimResult, OF_TEAM, team=MINE, points=(11, 3)),
    case("drawn, and unpresided", tournament_commands.CutAsCaptain, OF_TEAM, team=MINE, card=Card.AS),
    case("drawn online", tournament_commands.CutAsCaptain, OF_TEAM | {"official"}, team=MINE),
    case("playing", tournament_commands.CallForHelp, THERE, table=1),
    case("called", tournament_commands.AnswerCall, THERE, table=1),
)


@cache
def at(when: str) -> Tournament:
    """Return a tournament of four teams at two tables, at a moment of its day."""
    played_online = "novice" if "online" in when else ""
    settings = TournamentSettings(captains_give=when == "captains give", online=bool(played_online), bots=played_online)
    day = Day(settings, rulesets.find("bicycle" if when == "thrown" else "tainui"))
    for number in range(1, 5):
        day.do(teams.enter, Roster(f"Team {number}"))
    day.do(teams.set_tables, (1, 2))
    for grant, role, table, team in (
        ("official", Role.OFFICIAL, 1, None), ("other official", Role.OFFICIAL, 2, None),
        ("captain", Role.CAPTAIN, None, MINE), ("opponent", Role.CAPTAIN, None, THEIRS),
        ("other captain", Role.CAPTAIN, None, 3), ("player", Role.PLAYER, None, MINE),
        ("taken back", Role.DIRECTOR, None, None),
    ):  # fmt: skip
        day.do(teams.grant_link, en.LinkGranted(grant, role, grant, table, team))
    day.do(teams.revoke_link, "taken back")
    for step in STEPS[when]:
        step(day)
    return day.t


def _seat(day: Day) -> None:
    pairings = (en.Pairing(1, (MINE, THEIRS)), en.Pairing(2, (3, 4)))
    day.do(lambda t, by: (en.RoundSeated(len(t.rounds) + 1, pairings, (), "secret"),))


def _start(day: Day) -> None:
    day.do(rounds.start)


def _dealt(day: Day) -> None:
    for table in (1, 2):
        day.do(official.tap, en.FirstDealerSet(table, Seat.SOUTH))


def _paper(*points: tuple[int, int]) -> Callable[[Day], None]:
    def enter(day: Day) -> None:
        for table, score in enumerate(points, 1):
            day.do(rounds.enter_paper_result, table, score, insist=True)

    return enter


def _do(*args: Any, **more: Any) -> Callable[[Day], None]:
    return lambda day: day.do(*args, **more)


PLAYING = (_seat, _start, _dealt)
CLOSED = (*PLAYING, _paper((11, 3), (11, 3)), _do(rounds.close, unsigned=True))
CARDED = (*PLAYING, _do(official.show_card, en.ConductCardShown(MINE, ConductCardColour.ORANGE, "talk")))
PLACED = (_seat, lambda day: day.do(lambda t, by: online.assign_live_tables(t, 1, {1: "live1"}), by=CLOCK))
STEPS: dict[str, tuple[Callable[[Day], None], ...]] = {
    "new": (),
    "seated": (_seat,),
    "playing": PLAYING,
    "captains give": PLAYING,
    "thrown": PLAYING,
    "left": (_do(teams.withdraw, MINE),),
    "paused": (*PLAYING, _do(rounds.pause)),
    "rung": (*PLAYING, _do(rounds.ring_bell)),
    "over": (*PLAYING, _paper((11, 3), (11, 3))),
    "drawn": (*PLAYING, _paper((5, 5))),
    "corrected to a draw": (
        *CLOSED,
        _do(rounds.correct_result, en.ResultCorrected(1, 1, (5, 5), "misread"), insist=True),
    ),
    "closed": CLOSED,
    "ended": (*CLOSED, _do(rounds.end_tournament)),
    "carded": CARDED,
    "carded, and the next round": (*CARDED, _paper((11, 3), (11, 3)), _do(rounds.close, unsigned=True), _seat),
    "unpresided": (_seat, _start, _do(teams.revoke_link, "official")),
    "drawn, and unpresided": (*PLAYING, _do(teams.revoke_link, "official"), _paper((5, 5))),
    "drawn online": (
        *PLACED,
        _do(rounds.start),
        lambda day: day.do(lambda t, by: (en.LiveGameEnded(1, (5, 5)),), by=CLOCK),
    ),
    "called": (*PLAYING, _do(official.call_for_help, 1)),
    "online": PLACED,
}


def test_the_table_holds_every_command() -> None:
    assert (
        {type(case.command) for case in CASES} == {*tournament_commands.LoggedTournamentCommand.__args__} == {*COMMANDS}
    )
    taps = {type(case.command.tap) for case in CASES if isinstance(case.command, tournament_commands.EnterTap)}
    assert taps == {*en.Tap.__args__}


@pytest.mark.parametrize("by", EVERYBODY)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{type(case.command).__name__} {case.when}")
def test_who_may_send_a_command(case: Case, by: str) -> None:
    t, command = at(case.when), case.command
    if isinstance(command, tournament_commands.UndoEntry):
        command = replace(command, to=undoable(t, case.when))
    judged(by, case.may, lambda: tournament_operation(command, by)(t))


@pytest.mark.parametrize("by", EVERYBODY)
def test_who_may_join_a_table_of_the_server(by: str) -> None:
    t = at("online")
    players = {"captain", "player"}
    holders = {*EVERYBODY} - {"taken back", "", "nobody", "clock"}
    judged(by, players, lambda: online.require_admission(t, by, 1, Seat.NORTH))
    judged(by, {"opponent"}, lambda: online.require_admission(t, by, 1, Seat.EAST))
    judged(by, holders, lambda: online.require_admission(t, by, 1, None))
    judged(by, {"director", "official", "captain"}, lambda: online.seat_bot(t, by, 1, Seat.NORTH))


def undoable(t: Tournament, when: str) -> int:
    """Return the number of the line that a case undoes."""
    if when == "ended":
        assert t.ended is not None
        return t.ended
    if when == "over":
        entered = match_of(t, 1).earlier
        assert entered is not None
        return entered[0]
    return match_of(t, 1).taps[-1][0] if when == "playing" else t.marks[-1][0]


def judged(by: str, may: set[str], ask: Callable[[], object]) -> None:
    """Check that an allowed role is not refused, and that another gets a refusal about its link."""
    if by in may:
        assert ask()
        return
    with pytest.raises(UkaError, match=LINK):
        ask()
