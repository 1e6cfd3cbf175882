"""The pages of a tournament for director, official, captain and spectators: each shows what is useful at that time of
the day."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.process import Serving
from uka.core.cards import Card
from uka.tournament import Role, Roster
from uka.wire import tournament_commands

from .browser import PHONE, Visitor, every, reach
from .directing import Directing, directing

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
SCREEN = (1920, 1080)
LONG = Roster("The long table of the wharekai of Tuurangawaewae and all its friends", "Waahi")
PLAIN = tuple(Roster(name, "Poohara") for name in ("Kauri", "Toru", "Whetu"))


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(name)).first.click()


def finished(director: Directing) -> None:
    """Play the last round and close it."""
    director.begin()
    for match in director.board["matches"]:
        director.do(tournament_commands.EnterPaperResult, table=match.table, points=(11, match.table))
    director.do(tournament_commands.CloseRound, unsigned=True)


# Results from paper are looked at


def test_unusual_points_are_accepted_after_confirmation(visit: Visit, server: Serving) -> None:
    page = visit().page
    with directing(server.at) as director:
        director.begin()
        page.goto(director.page())
        button(page, "^Table 1 ")
        sheet = page.get_by_role("dialog")
        sheet.get_by_text("Enter the points from the paper sheet").click()
        first, second = every(sheet.get_by_role("spinbutton"))
        keep = sheet.get_by_role("button", name="Keep these points")
        for points, why in (
            ((17, 3), "17 points are more than a side can score under these rules: 16 at most."),
            ((11, 11), "Both sides have 11 points or more, but the game ends when one side gets there."),
            ((9, 3), "Neither side has 11 points, and the bell has not rung."),
        ):
            first.fill(str(points[0]))
            second.fill(str(points[1]))
            expect(keep).to_have_count(0)  # the server's earlier question no longer applies
            sheet.get_by_role("button", name="Enter these points").click()
            expect(sheet.get_by_text(why)).to_be_visible()
        keep.click()
        expect(sheet.get_by_text("Over, signed 0 of 2")).to_be_visible()
        assert director.match(1).points == (9, 3)
        page.keyboard.press("Escape")
        button(page, "^Log$")
        expect(page.get_by_text("The points were questioned, and confirmed.")).to_be_visible()


def test_a_captain_must_confirm_unusual_points_too(visit: Visit, server: Serving) -> None:
    with directing(server.at) as director:
        director.begin()
        director.do(tournament_commands.RevokeLink, grant=director.link_of(table=1).grant)
        pages = [visit(PHONE).page for _ in range(2)]
        for page, team in zip(pages, director.match(1).teams, strict=True):
            page.goto(director.page(team=team))
            page.get_by_role("spinbutton").first.fill("20")
            button(page, "Enter these points")
            expect(page.get_by_text("20 points are more than a side can score under these rules")).to_be_visible()
            button(page, "Keep these points")
        expect(pages[0].get_by_text("Only the final points were entered.")).to_be_visible()
        assert director.match(1).points == (20, 0)


# Before and between the rounds


def test_the_director_is_asked_about_two_spellings_of_a_marae(visit: Visit, server: Serving) -> None:
    ana = visit()
    page = ana.page
    with directing(server.at) as director:
        page.goto(director.page())
        button(page, "^Teams$")
        page.get_by_text("Add a team").click()
        offered = page.get_by_label("Marae", exact=True).evaluate("field => [...field.list.options].map(o => o.value)")
        assert offered == ["Hukanui", "Poohara", "Waahi"]
        page.get_by_label("Team", exact=True).fill("Tahi")
        page.get_by_label("Marae", exact=True).fill("Wāhi")
        button(page, "Add the team")
        expect(page.get_by_text("Wāhi and Waahi are spelt almost alike: are they the same marae?")).to_be_visible()
        button(page, "The same: use the first spelling")
        expect(page.get_by_role("row", name=re.compile("5 Tahi Waahi"))).to_be_visible()
        page.get_by_text("Add a list of teams").click()
        page.get_by_label("Paste the list").fill("Rua, Pohara\nIwa, Pōhara")
        button(page, "Add these teams")
        expect(page.get_by_text(re.compile("Pohara and Poohara"))).to_be_visible()
        button(page, "Different ones")
        expect(page.get_by_role("row", name=re.compile("6 Rua Pohara"))).to_be_visible()
    ana.faults[:] = [fault for fault in ana.faults if "409" not in fault]  # the browser logs every refusal as an error


def test_closing_an_unsigned_round_needs_confirmation(visit: Visit, server: Serving) -> None:
    page = visit().page
    with directing(server.at) as director:
        director.begin()
        for table in (1, 2):
            director.do(tournament_commands.EnterPaperResult, table=table, points=(11, 3))
        page.goto(director.page())
        button(page, "Close round 1")
        expect(page.get_by_role("dialog").get_by_text("Not signed by both captains: tables 1–2.")).to_be_visible()
        button(page, "^Yes$")
        expect(page.get_by_role("button", name="Seat round 2")).to_be_visible()


def test_a_seat_taken_by_the_partner_is_shown_as_taken(visit: Visit, server: Serving) -> None:
    with directing(server.at, online=True) as director:
        director.do(tournament_commands.GrantLinks, role="player")
        director.begin()
        while not all(match.live for match in director.board["matches"]):
            director._hear()
        team = director.match(1).teams[0]
        link = next(g.link for g in director.board["grants"] if g.role is Role.PLAYER and g.team == team)
        one, other = visit(PHONE).page, visit(PHONE).page
        for page, name in ((one, "Mere"), (other, "Tia")):
            page.goto(f"/tournament/{director.id}#{link}")
            page.get_by_label("Your name (optional)").fill(name)
        button(one, "Sit down: South")
        reach(one, "**/table/**")
        taken = other.get_by_role("button", name="South is taken")
        expect(taken).to_be_visible()
        expect(other.get_by_role("button", name="Sit down: South")).to_have_count(0)
        taken.click()
        why = other.get_by_role("alert").filter(has_text="South is taken.")
        expect(why).to_be_in_viewport()
        button(other, "Sit down: North")
        reach(other, "**/table/**")
        for page in (one, other):
            page.goto("about:blank")


# The end


def test_a_finished_tournament_sends_nobody_to_a_table_and_shows_no_clock(visit: Visit, server: Serving) -> None:
    captain, official, desk, crowd = (visit(size).page for size in (PHONE, PHONE, (1440, 900), PHONE))
    with directing(server.at) as director:
        finished(director)
        team = director.match(1).teams[0]
        captain.goto(director.page(team=team))
        expect(captain.get_by_text(re.compile("moves to table 2"))).to_be_visible()
        director.do(tournament_commands.EndTournament)
        official.goto(director.page(table=1))
        desk.goto(director.page())
        crowd.goto(f"/tournament/{director.id}")
        expect(captain.get_by_text(re.compile("Your place: [12]"))).to_be_visible()
        for page in (captain, official, desk, crowd):
            expect(page.get_by_text(re.compile("tournament is over", re.I)).first).to_be_visible()
            expect(page.get_by_role("timer")).to_have_count(0)
            expect(page.get_by_text(re.compile("moves to table"))).to_have_count(0)
        expect(captain.get_by_role("heading", name=re.compile("Table"))).to_have_count(0)
        expect(crowd.get_by_text(re.compile("Champion: "))).to_be_visible()


def test_the_halls_screen_shows_whole_names_the_tournament_and_the_champions(visit: Visit, server: Serving) -> None:
    page = visit(SCREEN).page
    with directing(server.at, teams=(LONG, *PLAIN), rounds=1) as director:
        page.goto(f"/tournament/{director.id}/hall")
        director.do(tournament_commands.SeatRound)
        name = page.get_by_text(LONG.name)
        expect(name).to_be_visible()
        assert (
            name.evaluate("one => one.scrollWidth <= one.clientWidth && getComputedStyle(one).textOverflow") == "clip"
        )
        box = page.locator(".rows ol").first.bounding_box()
        assert box is not None
        assert box["width"] > 0.9 * SCREEN[0]  # the other half is not empty
        expect(page.get_by_text("A day of Uka")).to_be_visible()
        expect(page.get_by_role("img", name="The address of this tournament")).to_be_visible()
        page.mouse.move(300, 300)
        bar, title = (page.locator(what).bounding_box() for what in (".bar", "h1"))
        assert bar is not None
        assert title is not None
        assert bar["y"] > title["y"] + title["height"]
        finishes = director.board["matches"]
        director.do(tournament_commands.StartRound)
        for match in finishes:
            director.do(tournament_commands.EnterPaperResult, table=match.table, points=(11, match.table))
        director.do(tournament_commands.CloseRound, unsigned=True)
        director.do(tournament_commands.EndTournament)
        expect(page.get_by_role("heading", level=1, name="The champion")).to_be_visible()
        best = next(line for line in director.board["standings"] if line.place == 1)
        champion = next(team for team in director.board["teams"] if team.team == best.team)
        expect(page.locator(".champions").get_by_text(champion.name)).to_be_visible()


@pytest.mark.parametrize("at", ["", "/hall"])
def test_about_this_server_is_reached_from_every_page_of_a_tournament(visit: Visit, server: Serving, at: str) -> None:
    page = visit().page
    with directing(server.at) as director:
        page.goto(f"/tournament/{director.id}{at}")
        expect(page.get_by_role("heading", level=1, name="A day of Uka")).to_be_visible()
        page.mouse.move(300, 300)
        page.get_by_role("link", name="About this server").click()
        reach(page, "**/about")


def test_a_cut_and_names_are_entered_by_buttons(visit: Visit, server: Serving) -> None:
    page = visit(PHONE).page
    with directing(server.at) as director:
        director.begin()
        director.do(tournament_commands.EnterPaperResult, table=1, points=(5, 5), insist=True)
        page.goto(director.page(table=1))
        expect(page.get_by_role("combobox")).to_have_count(0)
        for side, (rank, suit) in enumerate((("ace", "spades"), ("king", "diamonds"))):
            for name in (rank, suit):
                page.get_by_role("radio", name=name, exact=True).nth(side).check()
        button(page, "Enter the cut")
        expect(page.get_by_text("Cut: ace of spades, king of diamonds.")).to_be_visible()
        assert director.match(1).cut == (Card.AS, Card.KD)
        page.locator("summary").last.click()
        team = next(t for t in director.board["teams"] if t.team == director.match(1).teams[1])
        who = page.get_by_role("group", name="Who is leaving")
        expect(who.get_by_role("radio")).to_have_count(len({team.captain, *team.players}) + 1)
        who.get_by_role("radio", name=team.captain, exact=True).check()
        page.get_by_role("group", name="Who fills in").get_by_role("radio", name=team.players[1], exact=True).check()
        button(page, "Enter the fill-in")
        expect(page.get_by_text(f"{team.players[1]} fills in for {team.captain}")).to_be_visible()
