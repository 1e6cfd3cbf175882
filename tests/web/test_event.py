"""A whole tournament in browsers: 8 rounds with the director, the hall's screen and two officials at once.

Two tables are scored on officials' pages, and the others by programs over WebSockets. The rounds have late teams,
lost servers, misconduct and corrections. At the end, the standings on the screen must equal those counted from the log
only.
"""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from websockets.sync.client import connect

from tests.alike import alike
from tests.server.process import Serving, serving
from tests.tournament.test_day import Whole, check
from uka.core.seats import Partnership, Seat
from uka.tournament import TournamentLine, replayed, standings
from uka.tournament import entries as en
from uka.tournament.views.parts import MatchView
from uka.wire import tournament_commands

from .browser import DESK, Visitor, every
from .directing import Directing
from .playing import cuts

pytestmark = [pytest.mark.browser, pytest.mark.server]

ROUNDS = 8
MARAE = ("Waahi", "Poohara", "Hukanui", "Maurea", "Tuurangawaewae", "Maketu")
SCREEN, PHONE = (1920, 1080), (390, 844)
MINUTE = 60_000
NS = Partnership.NORTH_SOUTH


class Event:
    """The tournament: the people in browsers, and the programs that score the other tables."""

    def __init__(self, browser: Browser, folder: Path, tables: int) -> None:
        self.browser, self.folder, self.server = browser, folder, ExitStack()
        self.tables, self.teams = tables, 2 * tables - 1
        self.serving: Serving = self.server.enter_context(serving(folder))
        form = {"name": "The Games", "rules": "tainui", "settings": {"clock_ms": 10 * MINUTE, "rounds": ROUNDS}}
        ticket = json.loads(self.http("/api/tournaments", json.dumps(form).encode()))
        self.id, self.link = ticket["tournament"], ticket["link"]
        self.visitors = [self._visitor(DESK), self._visitor(SCREEN), self._visitor(PHONE), self._visitor(PHONE)]
        self.desk, self.hall, *self.officials = (visitor.page for visitor in self.visitors)
        self.phones, self.sockets = dict[int, Directing](), ExitStack()
        self.acked, self.rung = list[int](), 0

    def _visitor(self, size: tuple[int, int]) -> Visitor:
        return Visitor(self.browser, self.serving.at, size)

    def http(self, path: str, body: bytes | None = None, **headers: str) -> bytes:
        """Return the server's answer to a request."""
        headers |= {"Content-Type": "application/json"} if body else {}
        with urlopen(Request(f"{self.serving.at}{path}", data=body, headers=headers), timeout=60) as answer:
            return answer.read()

    # People at sockets

    def directing(self, link: str = "") -> Directing:
        """Connect with a tournament link over a WebSocket of its own."""
        address = f"{self.serving.at.replace('http', 'ws', 1)}/api/tournaments/{self.id}/socket"
        return Directing(
            self.serving.at,
            self.id,
            link or self.link,
            self.sockets.enter_context(connect(address, ping_interval=None, max_queue=None, close_timeout=1)),
        )

    def phone(self, table: int) -> Directing:
        """Return the program that acts as the official of a table."""
        if table not in self.phones:
            self.phones[table] = self.directing(self.directing().link_of(table=table).link)
        return self.phones[table]

    def game(self, table: int, winner: int) -> None:
        """Score a match at a table of a program: two marches alone; then both captains sign."""
        phone = self.phone(table)
        self.acked.append(phone.do(tournament_commands.EnterTap, tap=en.FirstDealerSet(table, Seat.SOUTH)))
        for _ in range(2):
            self.acked.append(
                phone.do(
                    tournament_commands.EnterTap, tap=en.DealPlayed(table, tuple(Partnership)[winner], 5, alone=True)
                )
            )
        self.signed(table)

    def signed(self, table: int) -> None:
        """Let both captains sign."""
        match = self.match(table)
        for team in match.teams:
            if team not in match.confirmed:
                self.acked.append(self.phone(table).do(tournament_commands.SignForCaptain, table=table, team=team))

    def match(self, table: int) -> MatchView:
        """Return the match at a table of a program."""
        return next(match for match in self.phone(table).board["matches"] if match.table == table)

    def others(self, round_: int) -> None:
        """Score all matches but those of the two officials in browsers."""
        seen = self.directing()
        for match in seen.board["matches"]:
            if match.table > 2 and not match.over:
                self.game(match.table, (match.table + round_) % 2)

    def names(self, table: int) -> tuple[str, str]:
        """Return the names of the teams at a table, north-south's first."""
        board = self.directing().board
        teams = {team.team: team.name for team in board["teams"]}
        match = next(match for match in board["matches"] if match.table == table)
        return teams[match.teams[0]], teams[match.teams[1]]

    @property
    def played(self) -> list[int]:
        """Return which of the two officials' tables have a match.

        With an odd number of teams, one table may be empty.
        """
        return [match.table for match in self.directing().board["matches"] if match.table <= 2]

    # People in browsers

    def press(self, name: str, at: Page | Locator | None = None) -> None:
        (at or self.desk).get_by_role("button", name=re.compile(name)).first.click()

    def section(self, name: str) -> None:
        navigation = self.desk.get_by_role("navigation", name="The director's desk")
        navigation.get_by_role("button", name=name, exact=True).click()

    def seats(self, number: int) -> None:
        """Assign the tables of the round, check them on the hall's screen, and start the round."""
        now = self.directing().board.get("round")
        if now is None or now.number < number:
            self.press("Draw the first round" if number == 1 else f"Seat round {number}")
        expect(self.hall.locator("main.hall")).to_have_attribute("data-moment", "seated")
        expect(self.hall.get_by_text(f"Round {number}").first).to_be_visible()
        self.press(f"Start round {number}")
        expect(self.hall.locator("main.hall")).to_have_attribute("data-moment", "running")
        for table in self.played:
            self.press("^South", self.officials[table - 1])

    def plays(self, table: int, *deals: tuple[int, int, bool]) -> None:
        """Enter deals as an official: the makers, their tricks, and whether a maker played alone."""
        page, names = self.officials[table - 1], self.names(table)
        for side, tricks, alone in deals:
            deal = page.get_by_role("region", name="A deal")
            deal.get_by_role("radio", name=names[side], exact=True).check()
            deal.get_by_role("radio", name=str(tricks), exact=True).check()
            if alone:
                deal.get_by_label("alone", exact=True).click()
            tapped = page.get_by_role("button", name=re.compile("^Undo: "))
            before = tapped.count()
            deal.get_by_role("button", name="Enter").click()
            expect(tapped).to_have_count(before + 1)

    def sign(self, table: int) -> None:
        """Let both captains sign on the official's page."""
        page = self.officials[table - 1]
        for name in self.names(table):
            self.press(f"^{name} signs$", page)
            expect(page.get_by_text(f"{name} has signed", exact=True)).to_be_visible()

    def wins(self, table: int, side: int = 0) -> None:
        """Enter a match that a team wins by two marches alone."""
        self.plays(table, (side, 5, True), (side, 5, True))
        self.sign(table)

    def closes(self, number: int) -> None:
        """Close the round, once every match is over and signed."""
        self.press(f"^Close round {number}$")
        expect(self.hall.locator("main.hall")).to_have_attribute("data-moment", "closed")

    def rings(self) -> None:
        """Shorten the round, so that the bell rings in a second. The hall's screen and both tables must show it."""
        self.rung += 1
        director = self.directing()
        left = director.board["round"].bell_at - time.time() * 1_000
        director.do(tournament_commands.ExtendRound, ms=int(1_000 - left))
        expect(self.hall.get_by_role("alert").get_by_text("The bell has rung")).to_be_visible()
        expect(self.hall.locator("main.hall")).to_have_attribute("data-rings", str(self.rung))
        for page in self.officials:
            expect(page.get_by_text(re.compile("The bell has rung|Was a card turned up")).first).to_be_visible()

    # The log

    def lines(self) -> list[TournamentLine]:
        """Return the whole log, as it is on disk."""
        text = self.http(f"/api/tournaments/{self.id}/log.jsonl", **{"X-Uka-Link": self.link})
        return [TournamentLine.parse(line) for line in text.splitlines()]

    def killed(self) -> None:
        """Kill the server, and start it again at the same address."""
        port = self.serving.address[1]
        self.serving.process.send_signal(signal.SIGKILL)
        self.server.close()
        self.sockets.close()
        self.phones.clear()
        expect(
            self.officials[0].get_by_text(re.compile("connection lost|No network|no connection", re.I)).first
        ).to_be_visible()
        self.serving = self.server.enter_context(serving(self.folder, port=port))


@contextmanager
def event(browser: Browser, folder: Path, tables: int) -> Generator[Event]:
    made = Event(browser, folder, tables)
    try:
        yield made
    finally:
        made.sockets.close()
        made.server.close()
        faults = [fault for visitor in made.visitors for fault in visitor.faults]
        for visitor in made.visitors:
            visitor.close()
    assert not [fault for fault in faults if "ERR_CONNECTION_REFUSED" not in fault]


@pytest.mark.exhaustive
@alike("tables", 6, 12)
def test_a_whole_tournament(browser: Browser, tmp_path: Path, tables: int) -> None:
    with event(browser, tmp_path, tables) as day:
        opens(day)
        rounds = (drawn, bell_after_a_turn_up, conduct, killed_in_mid_round, odd, corrected, plain, plain)
        for number, play in enumerate(rounds, 1):
            before(day, number)
            day.seats(number)
            play(day, number)
            day.closes(number)
        ends(day)


def opens(day: Event) -> None:
    """Enter teams, set up tables and issue links. Open the hall's screen and the pages of two officials."""
    day.desk.goto(f"/tournament/{day.id}#{day.link}")
    day.press("^Add teams$")
    teams = "\n".join(
        f"Team {number}, {MARAE[number % 6]}, Captain {number}, Ana {number} / Ben {number}"
        for number in range(1, day.teams + 1)
    )
    day.desk.get_by_label("Paste the list").fill(teams)
    day.press("Add these teams")
    expect(day.desk.get_by_text(f"{day.teams} teams added.")).to_be_visible()
    day.press("Set the tables")
    day.desk.get_by_label(re.compile("Table numbers")).fill(f"1-{day.tables}")
    day.press("Set these tables")
    day.section("Links")
    day.press(f"Create links for {day.tables} tables' officials")
    day.press(f"Create links for {day.teams} teams' captains")
    expect(day.desk.get_by_role("button", name=re.compile("Show the link: Official"))).to_have_count(day.tables)
    director = day.directing()
    for table, page in enumerate(day.officials, 1):
        page.goto(director.page(table=table))
        expect(page.get_by_role("heading", level=1, name=f"Table {table}")).to_be_visible()
    day.hall.goto(f"/tournament/{day.id}/hall")
    expect(day.hall.get_by_text(f"{day.teams} teams have entered")).to_be_visible()


def before(day: Event, number: int) -> None:
    """Do what happens between two rounds: a team comes late to the second round, and one leaves before the fifth."""
    if number == 2:
        day.section("Teams")
        day.desk.get_by_text("Add a team").click()
        day.desk.get_by_label("Team", exact=True).fill("Late")
        day.press("Add the team")
        expect(day.desk.get_by_role("row", name=re.compile(f"{day.teams + 1} Late"))).to_be_visible()
    if number == 5:
        day.section("Teams")
        day.press("^Team 7$")
        sheet = day.desk.get_by_role("dialog")
        day.press("Withdraw the team", sheet)
        day.press("Yes, withdraw", sheet)
        expect(day.desk.get_by_role("row", name=re.compile("7 Team 7 .*withdrawn"))).to_be_visible()
    if number == 7:
        corrects(day)


def drawn(day: Event, number: int) -> None:
    """Play a round with an undone entry, a bell that rings before the upcard is turned, and a draw that the captains
    cut for."""
    assert len(day.directing().board["round"].byes) == 1
    day.others(number)
    one, two = day.officials
    day.plays(1, (0, 3, False))
    day.press("^Undo: .* made trump", one)
    day.press("^Undo it$", one.get_by_role("dialog"))
    expect(one.locator("dd.points").first).to_have_text("0")
    day.wins(1)
    day.plays(2, (0, 3, False), (1, 4, False))
    day.rings()
    day.press("^No", two)
    expect(two.get_by_role("heading", name="A draw")).to_be_visible()
    _, second = day.names(2)
    cuts(two, ("nine", "diamonds"), ("ace", "spades"))
    expect(two.get_by_text(f"{second} moves to table 3, or sits out.")).to_be_visible()
    day.sign(2)


def bell_after_a_turn_up(day: Event, number: int) -> None:
    """Play a round whose bell rings after the upcard is turned, so that the deal is played out."""
    assert day.directing().board["round"].byes == ()
    day.others(number)
    day.wins(2)
    day.plays(1, (1, 4, False))
    day.rings()
    day.press("^Yes", day.officials[0])
    expect(day.officials[0].get_by_text("Last deal: play it out")).to_be_visible()
    day.plays(1, (0, 5, False))
    day.sign(1)


def conduct(day: Event, number: int) -> None:
    """Enter a revoke, then orange, green and red conduct cards for a player.

    The player has no replacement, so the game is forfeited.
    """
    day.others(number)
    one, two = day.officials
    first, _ = day.names(2)
    day.press("^Revoke", two)
    sheet = two.get_by_role("dialog", name="Revoke")
    sheet.get_by_role("radio", name=first, exact=True).check()
    day.press("Enter the revoke", sheet)
    expect(two.locator("dd.points").nth(1)).to_have_text("2")
    day.wins(2, side=1)
    team, winner = sorted(day.names(1), key=lambda name: name == "Late")  # a late team has no players' names yet
    one.get_by_role("heading", name="Cards, fair play").scroll_into_view_if_needed()
    one.get_by_text(team, exact=True).last.click()
    for colour in ("Orange", "Green", "Red"):
        form = one.get_by_role("form", name="Show a card")
        form.get_by_role("radio", name=re.compile("^Ana ")).check()
        form.get_by_label("Reason").fill("table-talk")
        day.press(f"Show the card: {colour}", form)
        expect(one.get_by_text(f"{colour} card for Ana").first).to_be_visible()
    expect(one.get_by_role("heading", name=f"{winner} won")).to_be_visible()
    day.press("Give fair-play points", one)
    day.sign(1)


def killed_in_mid_round(day: Event, number: int) -> None:
    """Kill the server during matches. Afterwards the officials' entries are still there, and the clock has gone on."""
    day.plays(1, (0, 5, True))
    day.plays(2, (1, 3, False))
    bell = day.directing().board["round"].bell_at
    told = day.directing().board["matches"]
    day.killed()
    assert day.directing().board["round"].bell_at == bell
    assert day.directing().board["matches"] == told
    for page, points in zip(day.officials, (["6", "0"], ["0", "1"]), strict=True):
        expect(page.get_by_text(re.compile("connection lost|No network|no connection", re.I))).to_have_count(0)
        expect(page.locator("dd.points")).to_have_text(points)
    day.others(number)
    day.plays(1, (0, 5, True))
    day.sign(1)
    day.wins(2, side=1)


def odd(day: Event, number: int) -> None:
    """Play a round after a team has left: one team sits out."""
    assert len(day.directing().board["round"].byes) == 1
    plain(day, number)


def corrected(day: Event, number: int) -> None:
    """Play a round with a result that is entered wrongly."""
    plain(day, number)


def corrects(day: Event) -> None:
    """Correct a result of the sixth round after the tables of the seventh are assigned. No team moves because of it."""
    day.press("Seat round 7")
    expect(day.hall.locator("main.hall")).to_have_attribute("data-moment", "seated")
    seated = day.directing().board["matches"]
    before_ = {line.team: line.clicks for line in day.directing().board["standings"]}
    day.section("Rounds")
    day.desk.get_by_role("button", name="Round 6", exact=True).click()
    page = json.loads(day.http(f"/api/tournaments/{day.id}/rounds/6"))
    table = next(match["table"] for match in page["matches"] if match["table"] > 2)
    day.press(f"Change result: Table {table}$")
    sheet = day.desk.get_by_role("dialog")
    for field, points in zip(every(sheet.get_by_role("spinbutton")), (4, 4), strict=True):
        field.fill(str(points))
    sheet.get_by_label("Reason").fill("misread")
    day.press("Save result", sheet)
    day.press("Keep these points", sheet)
    expect(sheet).to_have_count(0)
    after = day.directing().board
    assert after["matches"] == seated
    assert sorted(
        line.clicks - before_[line.team] for line in after["standings"] if line.clicks != before_[line.team]
    ) == [-1, 1]


def plain(day: Event, number: int) -> None:
    """Play two matches in browsers, the others by programs."""
    day.others(number)
    for table in day.played:
        day.wins(table, (table + number) % 2)


def ends(day: Event) -> None:
    """Check that the screen shows the standings that follow from the log, and that the log has each acknowledged
    command once."""
    day.press("End the tournament")
    day.press("^Yes", day.desk.get_by_role("dialog"))
    heading = day.hall.get_by_role("heading", level=1, name=re.compile("final standings"))
    expect(heading).to_be_visible()
    lines = day.lines()
    t = replayed(lines)
    assert (bool(t.ended), len(t.rounds), all(playing.closed for playing in t.rounds)) == (True, ROUNDS, True)
    check(Whole(t, lines))
    assert {*day.acked} <= {line.seq for line in lines}
    ids = [(line.by, line.id) for line in lines if line.id]
    assert len(ids) == len({*ids})
    taps = sum(isinstance(line.entry, en.DealPlayed) for line in lines)
    assert taps == sum(isinstance(tap, en.DealPlayed) for r in t.rounds for m in r.matches for _, tap in m.taps) + 1
    csv = day.http(f"/api/tournaments/{day.id}/standings.csv").decode().splitlines()[1:]
    names = {team.number: team.name for team in t.teams}
    told = [(line.place, names[line.team], line.clicks) for line in standings.of_teams(t)]
    assert [(int(row[0]), row[1], int(row[3])) for row in (line.split(",") for line in csv)] == told
    day.section("Standings")
    rows = day.desk.get_by_role("table").first.get_by_role("row")
    expect(rows).to_have_count(len(told) + 1)
    texts = rows.all_inner_texts()[1:]
    assert [row.split("\t")[1].strip().split("\n")[0] for row in texts] == [name for _, name, _ in told]
