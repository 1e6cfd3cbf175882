"""The official's page and the captain's page: a game is scored on a phone whose network is sometimes lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.alike import alike
from tests.server.process import Serving
from uka.core.seats import Partnership, Seat
from uka.tournament import Roster
from uka.tournament.entries import ConductCardColour, DealPlayed, FirstDealerSet, UpcardAtBell
from uka.wire import tournament_commands

from .browser import Visitor, reach
from .directing import TEAMS, Directing, directing
from .playing import cuts

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
PHONE, SMALL = (390, 844), (360, 740)
NS, EW = Partnership.NORTH_SOUTH, Partnership.EAST_WEST


class Line:
    """A proxy between a phone and the server.

    While ``cut``, nothing passes; while ``mute``, nothing from the server passes.
    """

    def __init__(self, page: Page) -> None:
        self.cut = self.mute = False
        self._open = list[WebSocketRoute]()
        page.route_web_socket(re.compile("/api/tournaments/"), self._connect)

    def _connect(self, phone: WebSocketRoute) -> None:
        if self.cut:
            phone.close()
        else:
            server = phone.connect_to_server()
            server.on_message(lambda text: None if self.mute else phone.send(text))
            self._open.append(phone)

    def end(self) -> None:
        """Cut all connections, and refuse new ones."""
        self.cut = True
        for phone in self._open:
            phone.close()
        self._open.clear()


def enter(page: Page, team: str, tricks: int, *, alone: bool = False) -> None:
    """Enter a deal on an official's page."""
    deal = page.get_by_role("region", name="A deal")
    deal.get_by_role("radio", name=team, exact=True).check()
    deal.get_by_role("radio", name=str(tricks), exact=True).check()
    if alone:
        deal.get_by_label("alone", exact=True).click()
    deal.get_by_role("button", name="Enter").click()


def names(director: Directing, table: int) -> tuple[str, str]:
    """Return the names of the teams at a table, north-south's first."""
    teams = {team.team: team.name for team in director.board["teams"]}
    first, second = director.match(table).teams
    return teams[first], teams[second]


def deeds(director: Directing, table: int) -> list[str]:
    """Return the official's entries at a table, as the server has them."""
    return [type(view.tap).__struct_config__.tag for view in director.match(table).taps]


def reaches(page: Page, director: Directing, table: int, *wanted: str) -> None:
    """Wait, while the page runs, until the server has an official's entries at a table."""
    for _ in range(600):
        if deeds(director, table) == [*wanted]:
            return
        page.wait_for_timeout(100)
    raise AssertionError(deeds(director, table))


def officiates(visit: Visit, director: Directing, table: int = 1, **options: Any) -> Visitor:
    """Return a visitor on a phone who has opened a table's page as its official."""
    official = visit(PHONE, has_touch=True, **options)
    official.page.goto(director.page(table=table))
    expect(official.page.get_by_role("heading", level=1, name=f"Table {table}")).to_be_visible()
    return official


def test_entries_made_without_a_network_arrive_once_and_in_order(visit: Visit, server: Serving) -> None:
    with directing(server.at) as director:
        director.do(tournament_commands.SeatRound)
        first, second = names(director, 1)
        official = visit(PHONE, has_touch=True)
        page, line = official.page, Line(official.page)
        page.goto(director.page(table=1))
        page.get_by_role("button", name="South").click()
        director.do(tournament_commands.StartRound)
        enter(page, first, 3)
        expect(page.locator("dd.points").first).to_have_text("1")

        line.end()
        enter(page, second, 5, alone=True)
        page.get_by_role("button", name="Misdeal").click()
        enter(page, first, 5)
        expect(page.get_by_text("3 entries waiting on this phone")).to_be_visible()
        expect(page.get_by_text("+6 waiting")).to_be_visible()
        assert deeds(director, 1) == ["first_dealer_set", "deal_played"]
        page.get_by_role("button", name="Don't send: A misdeal").click()
        expect(page.get_by_text("2 entries waiting on this phone")).to_be_visible()

        page.reload()
        expect(page.get_by_text("2 entries waiting on this phone")).to_be_visible()
        enter(page, second, 0)  # without the server, the page still works on the last state that it received
        expect(page.get_by_text("+4 waiting")).to_be_visible()
        director.do(tournament_commands.RingBell)
        line.cut = False
        expect(page.get_by_role("heading", name="Was a card turned up?")).to_be_visible()
        expect(page.get_by_text("waiting")).to_have_count(0)
        expect(page.locator("dd.points")).to_have_text(["5", "6"])
        assert deeds(director, 1) == ["first_dealer_set", *["deal_played"] * 4]


def test_an_entry_whose_answer_was_lost_is_executed_once(visit: Visit, server: Serving) -> None:
    with directing(server.at) as director:
        director.do(tournament_commands.SeatRound)
        director.do(tournament_commands.EnterTap, tap=FirstDealerSet(1, Seat.SOUTH))
        director.do(tournament_commands.StartRound)
        first, _ = names(director, 1)
        official = visit(PHONE)
        page, line = official.page, Line(official.page)
        page.goto(director.page(table=1))
        expect(page.get_by_role("region", name="A deal")).to_be_visible()
        line.mute = True
        enter(page, first, 4)
        expect(page.get_by_text("1 entry waiting on this phone")).to_be_visible()
        reaches(page, director, 1, "first_dealer_set", "deal_played")
        # the server may already have the command
        expect(page.get_by_role("button", name=re.compile("Don't send"))).to_have_count(0)
        page.reload()
        line.mute = False
        page.reload()
        expect(page.locator("dd.points").first).to_have_text("1")
        expect(page.get_by_text("waiting on this phone")).to_have_count(0)
        assert deeds(director, 1) == ["first_dealer_set", "deal_played"]


def test_a_refused_entry_stays_visible_until_it_is_dismissed(visit: Visit, server: Serving) -> None:
    with directing(server.at) as director:
        director.begin()
        director.do(tournament_commands.EnterTap, tap=FirstDealerSet(1, Seat.SOUTH))
        first, _ = names(director, 1)
        official = visit(PHONE)
        page, line = official.page, Line(official.page)
        page.goto(director.page(table=1))
        expect(page.get_by_role("region", name="A deal")).to_be_visible()
        line.end()
        enter(page, first, 3)
        director.do(tournament_commands.EnterPaperResult, table=1, points=(7, 2), insist=True)
        line.cut = False
        refused = page.get_by_text(
            "Not done: The captains, or someone with the paper sheet, already entered the result."
        )
        expect(refused).to_be_visible()
        page.reload()
        expect(refused).to_be_visible()
        page.get_by_role("button", name="Got it").click()
        expect(refused).to_have_count(0)
        expect(page.locator("dd.points")).to_have_text(["7", "2"])


def test_an_undo_the_bell_the_cut_after_a_draw_and_both_signatures(visit: Visit, server: Serving) -> None:
    with directing(server.at) as director:
        director.begin()
        first, second = names(director, 1)
        page = officiates(visit, director).page
        page.get_by_role("button", name="West").click()
        enter(page, first, 3)
        enter(page, second, 4)
        page.get_by_role("button", name=f"Undo: {second} made trump: 4 tricks").click()
        sheet = page.get_by_role("dialog", name="Undo")
        sheet.get_by_label("Reason").fill("tapped twice")
        sheet.get_by_role("button", name="Undo it").click()
        expect(page.locator("dd.points").nth(1)).to_have_text("0")
        page.get_by_role("button", name="Revoke").click()
        sheet = page.get_by_role("dialog", name="Revoke")
        sheet.get_by_role("radio", name=second).check()
        sheet.get_by_role("button", name="Enter the revoke").click()
        expect(page.locator("dd.points").first).to_have_text("3")
        expect(page.get_by_text(f"{second} revoked, so they")).to_be_visible()
        enter(page, second, 5)
        expect(page.get_by_text(f"{second} revoked, so they")).to_have_count(0)
        expect(page.locator("dd.points").nth(1)).to_have_text("0")

        director.do(tournament_commands.RingBell)
        page.get_by_role("button", name="Yes").click()
        expect(page.get_by_text("Last deal: play it out")).to_be_visible()
        page.get_by_role("button", name="Ruling").click()
        sheet = page.get_by_role("dialog", name="Ruling")
        sheet.get_by_label(second).fill("1")
        sheet.get_by_label("Reason").fill("talk across the table")
        sheet.get_by_role("button", name="Enter the ruling").click()
        expect(page.locator("dd.points").nth(1)).to_have_text("1")
        enter(page, second, 5)
        expect(page.get_by_role("heading", name="A draw")).to_be_visible()

        cuts(page, ("ace", "hearts"), ("ace", "spades"))
        expect(page.get_by_text("Same rank")).to_be_visible()
        cuts(page, ("king", "diamonds"), ("ace", "clubs"))
        expect(page.get_by_text(f"{second} moves to table 2.")).to_be_visible()
        page.get_by_role("button", name=f"{first} signs").click()
        expect(page.get_by_text(f"{first} has signed")).to_be_visible()

        captain = visit(PHONE).page
        captain.goto(director.page(team=director.match(1).teams[1]))
        expect(captain.get_by_text(f"{second} moves to table 2.")).to_be_visible()
        captain.get_by_role("button", name="Sign this result").click()
        expect(page.get_by_text(f"{second} has signed")).to_be_visible()
        assert {*director.match(1).confirmed} == {*director.match(1).teams}


def test_conduct_cards_come_in_order_and_fair_play_and_calls_are_entered(visit: Visit, server: Serving) -> None:
    with directing(server.at) as director:
        director.begin()
        first, _ = names(director, 1)
        team = director.match(1).teams[0]
        player = next(seen for seen in director.board["teams"] if seen.team == team).players[0]
        page = officiates(visit, director).page
        page.get_by_role("heading", name="Cards, fair play").scroll_into_view_if_needed()
        page.get_by_text(first, exact=True).last.click()
        for colour in ("Orange", "Green", "Red"):
            form = page.get_by_role("form", name="Show a card")
            form.get_by_role("group", name="Who gets it?").get_by_role("radio", name=player, exact=True).check()
            form.get_by_label("Reason").fill("table-talk")
            if colour == "Red":
                fills = form.get_by_role("group", name="Who fills in")
                fills.get_by_role("radio", name="Someone else").check()
                fills.locator("..").get_by_label("Name", exact=True).fill("Wiremu")
            form.get_by_role("button", name=f"Show the card: {colour}").click()
            expect(page.get_by_text(f"{colour} card for {player}")).to_be_visible()
        page.get_by_role("button", name="Give fair-play points").click()
        expect(page.get_by_text("1 fair-play point")).to_be_visible()
        assert not director.match(1).over
        page.get_by_role("button", name="Call the director").click()
        page.get_by_label("Reason (optional)").last.fill("two packs")
        page.get_by_role("button", name="Call", exact=True).click()
        expect(page.get_by_text("The director has been called")).to_be_visible()
        page.get_by_role("button", name="Cancel the call").click()
        expect(page.get_by_text("The director has been called")).to_have_count(0)
        director.do(tournament_commands.CallForHelp, table=1, reason="the sheet")
        expect(page.get_by_text("You're wanted at the director's desk")).to_be_visible()
        page.get_by_role("button", name="I'm coming").click()
        expect(page.get_by_text("You're wanted")).to_have_count(0)


def test_two_captains_enter_the_result_if_there_is_no_official(visit: Visit, server: Serving) -> None:
    with directing(server.at, captains_give=True) as director:
        director.begin()
        director.do(tournament_commands.RevokeLink, grant=director.link_of(table=1).grant)
        pages = list[Page]()
        for team in director.match(1).teams:
            pages.append(visit(PHONE).page)
            pages[-1].goto(director.page(team=team))
        one, other = pages
        first, second = names(director, 1)
        for page, score in ((one, (11, 4)), (other, (4, 11))):
            page.get_by_label(first, exact=True).fill(str(score[0]))
            page.get_by_label(second, exact=True).fill(str(score[1]))
            page.get_by_role("button", name="Enter these points").click()
        expect(one.get_by_text("You entered different points")).to_be_visible()
        other.get_by_role("button", name="Accept the other captain's points").click()
        other.get_by_role("button", name="Enter these points").click()
        expect(one.get_by_role("heading", name=f"{first} won")).to_be_visible()
        expect(one.get_by_text(f"{first} moves to table 2.")).to_be_visible()
        expect(one.get_by_text("signed")).to_have_count(2)  # both captains' signatures are shown
        other.get_by_role("button", name="Give fair-play points").click()
        director.do(tournament_commands.EnterPaperResult, table=2, points=(11, 0))
        director.do(tournament_commands.CloseRound, unsigned=True)
        expect(one.get_by_text("2 clicks").first).to_be_visible()
        director.do(tournament_commands.SeatRound)
        expect(one.get_by_role("heading", name=re.compile("Table 2: against"))).to_be_visible()


def test_a_captain_goes_to_a_seat_at_a_table_of_the_server_and_an_official_watches(
    visit: Visit, server: Serving
) -> None:
    with directing(server.at, online=True, bots="novice") as director:
        director.begin()
        official = officiates(visit, director)
        official.page.get_by_role("button", name="Let a bot play East").click()
        official.page.get_by_role("button", name="Yes").click()
        expect(official.page.get_by_text("A bot fills in: East.")).to_be_visible()
        captain = visit(PHONE)
        captain.page.goto(director.page(team=director.match(1).teams[0]))
        captain.page.get_by_label("Your name").fill("Mere T")
        captain.page.get_by_role("button", name="Sit down: South").click()
        reach(captain.page, "**/table/**")
        expect(captain.page.get_by_text("The round has started. The game starts").first).to_be_visible()
        assert official.axe() == []
        official.page.get_by_role("button", name="Watch the game").click()
        reach(official.page, "**/table/**")
        expect(official.page.get_by_text("Mere T").first).to_be_visible()
        for visitor in (official, captain):
            visitor.page.goto("about:blank")


def test_a_game_is_scored_by_keyboard_only(visit: Visit, server: Serving) -> None:
    with directing(server.at) as director:
        director.begin()
        first, _ = names(director, 1)
        official = visit()
        page = official.page
        page.goto(director.page(table=1))

        def to(name: str) -> None:
            """Press Tab until a control has the focus, and check that the focus is visible."""
            focused = "(({ ariaLabel, innerText }) => ariaLabel ?? innerText)(document.activeElement)"
            for _ in range(40):
                page.keyboard.press("Tab")
                if name in page.evaluate(focused):
                    return
            raise AssertionError(f"the keyboard does not come to {name}")

        expect(page.get_by_role("button", name="North")).to_be_visible()
        to("South")
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name="A deal")).to_be_visible()
        for deal in (1, 2):
            page.get_by_role("radio", name=first).focus()
            page.keyboard.press("Space")
            page.keyboard.press("Tab")
            page.keyboard.press("ArrowLeft")  # the arrow key goes from no choice to the last one
            expect(page.get_by_role("radio", name="5")).to_be_checked()
            page.keyboard.press("Tab")
            page.keyboard.press("Space")
            page.keyboard.press("Tab")
            expect(page.locator(":focus")).to_contain_text(f"+6 {first}")
            page.keyboard.press("Enter")
            if deal == 1:
                expect(page.locator(":focus")).to_have_attribute("type", "radio")
        expect(page.get_by_role("heading", name=f"{first} won")).to_be_visible()
        expect(page.locator("[data-kind=over]")).to_be_focused()
        to(f"{first} signs")
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"{first} has signed")).to_be_visible()


@alike("colours", "dark", "light")
def test_the_officials_page_is_always_accessible_and_never_too_wide(
    visit: Visit, server: Serving, colours: str
) -> None:
    long = (Roster("Ngaa" + 3 * "whakawhanaungatanga", "Waahi"), Roster("A team whose name goes on " * 3, "Poohara"))
    with directing(server.at, teams=(*long, *TEAMS[:2])) as director:
        official, captain = (visit(SMALL, color_scheme=colours, reduced_motion="reduce") for _ in range(2))
        official.page.goto(director.page(table=1))
        captain.page.goto(director.page(team=1))

        def look(awaited: str) -> None:
            expect(official.page.get_by_text(awaited).locator("visible=true").first).to_be_visible()
            for visitor in (official, captain):
                assert visitor.axe() == []
                assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

        look("The first round is not drawn yet")
        director.do(tournament_commands.SeatRound)
        look("Who deals first?")
        director.do(tournament_commands.EnterTap, tap=FirstDealerSet(1, Seat.SOUTH))
        director.do(tournament_commands.ShowConductCard, team=1, colour=ConductCardColour.ORANGE, reason="table-talk")
        look("has not started yet")
        director.do(tournament_commands.StartRound)
        look("Who made trump?")
        official.page.get_by_role("button", name="Ruling").click()
        look("Your ruling")
        official.page.keyboard.press("Escape")
        official.page.locator("summary").first.click()
        director.do(tournament_commands.EnterTap, tap=DealPlayed(1, EW, 3))
        director.do(tournament_commands.RingBell)
        look("Was a card turned up?")
        director.do(tournament_commands.EnterTap, tap=UpcardAtBell(1, lay=True))
        director.do(tournament_commands.EnterTap, tap=DealPlayed(1, NS, 3))
        look("A draw")
        director.do(tournament_commands.EnterPaperResult, table=1, points=(11, 2))
        director.do(tournament_commands.EnterPaperResult, table=2, points=(2, 11))
        look("won")
        director.do(tournament_commands.CloseRound, unsigned=True)
        look("The next round will appear here")


def test_a_revoked_link_of_an_official_stops_working_at_once(visit: Visit, server: Serving) -> None:
    with directing(server.at) as director:
        page = officiates(visit, director).page
        expect(page.get_by_text("not drawn yet")).to_be_visible()
        assert page.evaluate("JSON.parse(localStorage['uka.tournaments']).length") == 1
        director.do(tournament_commands.RevokeLink, grant=director.link_of(table=1).grant)
        expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
        expect(page.get_by_text("ask the director for another")).to_be_visible()
        assert page.evaluate("JSON.parse(localStorage['uka.tournaments']).length") == 0


def test_the_page_lists_entries_that_a_revoked_link_could_not_send(visit: Visit, server: Serving) -> None:
    with directing(server.at) as director:
        director.do(tournament_commands.SeatRound)
        page = visit(PHONE).page
        line = Line(page)
        page.goto(director.page(table=1))
        expect(page.get_by_role("button", name="South")).to_be_visible()
        line.end()
        page.get_by_role("button", name="South").click()
        director.do(tournament_commands.RevokeLink, grant=director.link_of(table=1).grant)
        line.cut = False
        expect(page.get_by_text("1 entry made on this phone was not sent")).to_be_visible()
        assert deeds(director, 1) == []
