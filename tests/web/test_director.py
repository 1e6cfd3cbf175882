"""The director's page in a browser: a day by mouse, a day by keyboard only, refusals, links, a lost network, several
directors."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from tests.alike import alike
from tests.server.process import Serving
from uka.wire import tournament_commands

from .browser import DESK, PHONE, Visitor, every
from .directing import Directing, directing
from .playing import cuts, likes
from .test_pages import SMALL, WIDER

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
LIST = "Kauri, Waahi, Mere, Mere / Tia\nToru, Poohara, Hemi\nWhetu, Waahi, Ana\nAwa, Hukanui, Tama"
SECTIONS = ("tables", "teams", "rounds", "places", "links", "paper", "agreed", "log")
"""The names of the page's sections, as they stand in its URL."""


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(name))


def section(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="The director's desk").get_by_role("button", name=name, exact=True).click()


def keyed(page: Page, name: str, role: str = "button", most: int = 150) -> None:
    """Move the focus by Tab to the element with a role and a name."""
    wanted = page.get_by_role(role, name=re.compile(name)).first  # type: ignore[arg-type]
    wanted.wait_for()
    for _ in range(most):
        page.keyboard.press("Tab")
        if wanted.evaluate("found => found === document.activeElement"):
            return
    raise AssertionError(f"no key leads to {name}")


def opened(visitor: Visitor) -> str:
    """Open a tournament without teams. Return the route of the director's page."""
    form = {"name": "A day of Uka", "rules": "tainui", "settings": {"rounds": 2}}
    answer = visitor.context.request.post("/api/tournaments", data=form)
    ticket: dict[str, Any] = answer.json()
    return f"/tournament/{ticket['tournament']}#{ticket['link']}"


def from_paper(page: Page, table: int, first: int, second: int) -> None:
    """Enter a match's points from a paper sheet, which nobody signs on the page."""
    button(page, f"^Table {table} ").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Enter the points from the paper sheet").click()
    for field, points in zip(every(sheet.get_by_role("spinbutton")), (first, second), strict=True):
        field.fill(str(points))
    button(sheet, "Enter these points").click()
    if first == second:
        expect(sheet.get_by_text("Neither side has 11 points, and the bell has not rung.")).to_be_visible()
        button(sheet, "Keep these points").click()
        cuts(sheet, ("ace", "spades"), ("king", "diamonds"))
        expect(sheet.get_by_text(re.compile("ace of spades, king of diamonds")).first).to_be_visible()
    expect(sheet.get_by_text("Over", exact=True)).to_be_visible()
    expect(sheet.get_by_role("button", name=re.compile("sign"))).to_have_count(0)
    page.keyboard.press("Escape")
    expect(button(page, f"^Table {table} .*Over")).to_be_visible()


@pytest.mark.exhaustive
def test_a_day_is_directed_by_mouse(visit: Visit) -> None:
    ana = visit()
    page = ana.page
    page.goto(opened(ana))
    button(page, "^Add teams$").click()
    page.get_by_label("Paste the list").fill(f"{LIST}\nAWA, Maurea")
    button(page, "Add these teams").click()
    expect(page.get_by_text("Line 5: AWA is on the list twice, first on line 4; give one")).to_be_visible()
    expect(page.get_by_role("button", name="Kauri")).to_have_count(0)  # the server enters all teams or none
    ana.faults[:] = [fault for fault in ana.faults if "409" not in fault]  # the browser logs every refusal as an error
    page.get_by_label("Paste the list").fill(LIST)
    button(page, "Add these teams").click()
    expect(page.get_by_text("4 teams added.")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("1 Kauri Waahi Mere Mere, Tia"))).to_be_visible()

    button(page, "Set the tables").click()
    expect(page.get_by_label(re.compile("Table numbers"))).to_have_value("1–2")
    page.get_by_label(re.compile("Table numbers")).fill("one")
    button(page, "Set these tables").click()
    expect(page.get_by_text("Write table numbers like this")).to_be_visible()
    page.get_by_label(re.compile("Table numbers")).fill("3-4")
    button(page, "Set these tables").click()
    button(page, "Draw the first round").click()
    button(page, "Start round 1").click()
    expect(page.get_by_role("timer").first).to_have_text(re.compile(r"1[12]:\d\d"))
    expect(page.get_by_text("Not over yet: tables 3–4.")).to_be_visible()
    button(page, "Close round 1").click()
    expect(page.get_by_text("The games at tables 3 and 4 are not over yet.")).to_be_visible()  # the server refuses

    from_paper(page, 3, 11, 4)
    from_paper(page, 4, 6, 6)
    button(page, "Close round 1").click()
    button(page, "Seat round 2").click()
    expect(button(page, "Start round 2")).to_be_visible()

    section(page, "Rounds")
    tables = page.get_by_role("row", name=re.compile("^[34] "))
    seated = tables.all_inner_texts()
    page.get_by_role("button", name="Round 1", exact=True).click()
    expect(tables.first).to_contain_text("11")
    button(page, "Change result: Table 3").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("spinbutton").first.fill("10")
    sheet.get_by_label("Reason").fill("misread")
    button(sheet, "Save result").click()
    button(sheet, "Keep these points").click()
    expect(tables.first).to_contain_text("10")
    page.get_by_role("button", name="Round 2", exact=True).click()
    expect(tables).to_have_text(seated, use_inner_text=True)  # the correction moves no team to another table
    section(page, "Log")
    expect(
        page.get_by_text("result changed: 10–4: “misread”. The points were questioned, and confirmed.")
    ).to_be_visible()
    section(page, "Standings")
    expect(page.get_by_role("row", name=re.compile("^1 .* 2 1 0 0 0 10–4 0$"))).to_be_visible()
    with page.expect_download() as kept:
        button(page, "All results").click()
    assert "10,4" in kept.value.path().read_text("utf-8")

    button(page, "Start round 2").click()
    section(page, "Tables")
    for table in (3, 4):
        from_paper(page, table, 11, 0)
    button(page, "Close round 2").click()
    button(page, "End the tournament").first.click()
    button(page.get_by_role("dialog"), "Yes").click()
    expect(button(page, "See the standings")).to_be_visible()
    section(page, "Log")
    button(page, "Undo: Tournament ended").click()
    button(page.get_by_role("dialog"), "Undo it").click()
    expect(button(page, "See the standings")).to_be_hidden()
    button(page, "Seat another round|Seat round 3|More…").first.click()


def test_a_day_is_directed_by_keyboard_only(visit: Visit) -> None:
    ana = visit()
    page, keys = ana.page, ana.page.keyboard
    page.goto(opened(ana))
    keyed(page, "^Add teams$")
    keys.press("Enter")
    keyed(page, "Paste the list", "textbox")
    keys.insert_text("Kauri\nToru\nWhetu")
    keyed(page, "Add these teams")
    keys.press("Enter")
    keyed(page, "Set the tables")
    keys.press("Enter")
    keyed(page, "Table numbers", "textbox")
    keys.press("Enter")
    keyed(page, "Draw the first round")
    keys.press("Enter")
    keyed(page, "Start round 1")
    keys.press("Enter")
    keyed(page, "^Table 1 ")
    keys.press("Enter")
    sheet = page.get_by_role("dialog")
    paper = sheet.get_by_text("Enter the points from the paper sheet")
    for _ in range(20):
        keys.press("Tab")
        if paper.evaluate("found => found === document.activeElement"):
            break
    keys.press("Enter")
    for points in ("11", "2"):
        keys.press("Tab")
        keys.type(points)
    keys.press("Enter")
    expect(sheet.get_by_text("Over", exact=True)).to_be_visible()
    keys.press("Escape")
    expect(button(page, "^Table 1 .*Over")).to_be_focused()  # the page still shows the same section
    keyed(page, "Close round 1")
    keys.press("Enter")
    keyed(page, "Seat round 2")
    keys.press("Enter")
    keyed(page, "Start round 2")


def test_a_revoked_link_stops_working_at_once(visit: Visit, server: Serving) -> None:
    ana, ben = visit(), visit(PHONE)
    with directing(server.at) as director:
        ben.page.goto(director.page(table=1))
        expect(ben.page.get_by_role("heading", name="Table 1", level=1)).to_be_visible()
        ana.page.goto(director.page())
        section(ana.page, "Links")
        button(ana.page, "Show the link: Official of table 1").click()
        sheet = ana.page.get_by_role("dialog")
        button(sheet, "QR code").click()
        expect(sheet.get_by_role("img", name="QR code for the link")).to_be_visible()
        expect(sheet.get_by_role("textbox")).to_have_value(f"{server.at}{director.page(table=1)}")
        ana.page.keyboard.press("Escape")
        button(ana.page, "Cancel link: Official of table 1").click()
        button(ana.page.get_by_role("dialog"), "Yes").click()
        expect(ben.page.get_by_role("alert").filter(has_text=re.compile("no longer works"))).to_be_visible()
        expect(button(ana.page, "Official of table 1$")).to_have_count(0)
        button(ana.page, "Create a link for 1 table's official").click()
        expect(button(ana.page, "Show the link: Official of table 1$")).to_be_visible()


def test_no_command_is_lost_when_the_network_is_lost(visit: Visit, server: Serving) -> None:
    ana, ben = visit(), visit(PHONE)
    with directing(server.at) as director:
        director.begin()
        for visitor in (ana, ben):
            visitor.page.goto(director.page())
            expect(button(visitor.page, "Stop the clock")).to_be_visible()
        section(ben.page, "Log")
        ben.page.reload()
        expect(ben.page.get_by_role("heading", name="Log")).to_be_visible()  # the page still shows the same section
        ana.context.set_offline(True)
        button(ana.page, "Stop the clock").click()
        expect(button(ben.page, "Stop the clock")).to_be_visible()
        ana.context.set_offline(False)
        for page in (ana.page, ben.page):
            expect(button(page, "Restart the clock")).to_be_visible()
        expect(ben.page.get_by_text("Clock stopped")).to_have_count(1)
    ana.faults[:] = [fault for fault in ana.faults if "ERR_INTERNET_DISCONNECTED" not in fault]


def test_the_second_click_of_a_double_click_sends_no_command(visit: Visit, server: Serving) -> None:
    """On a phone, the button that seats the next round stands where the one that closed this round stood."""
    ana = visit(PHONE)
    with directing(server.at) as director:
        director.begin()
        for match in director.board["matches"]:
            director.do(tournament_commands.EnterPaperResult, table=match.table, points=(11, 2))
            for team in match.teams:
                director.do(tournament_commands.SignForCaptain, table=match.table, team=team)
        director.do(tournament_commands.RingBell)
        ana.page.goto(director.page())
        button(ana.page, "Close round 1").dblclick(delay=200)
        expect(button(ana.page, "Seat round 2")).to_be_visible()
        director.do(tournament_commands.GiveFairPlay, team=1, points=1)
        section(ana.page, "Log")
        expect(ana.page.get_by_text("1 fair-play point for Kauri")).to_be_visible()  # commands of before are shown too
        expect(ana.page.get_by_text("Round 2 seated")).to_have_count(0)


def test_the_director_sees_and_answers_calls(visit: Visit, server: Serving) -> None:
    ana = visit()
    with directing(server.at) as director:
        director.begin()
        ana.page.goto(director.page())
        director.do(tournament_commands.CallForHelp, table=2, reason="a spilt drink")
        calls = ana.page.get_by_role("list", name="Calls")
        expect(calls).to_contain_text("a spilt drink")
        button(calls, "Cancel the call: Table 2").click()
        expect(calls).to_have_count(0)


def test_unusual_events_of_a_day_are_handled(visit: Visit, server: Serving) -> None:
    """A team comes late, and another leaves.

    A round is extended, conduct is entered, the bell is rung by hand, and a line is undone.
    """
    ana = visit()
    page = ana.page
    sheet = page.get_by_role("dialog")
    with directing(server.at) as director:
        page.goto(director.page())
        button(page, "Draw the first round").click()
        section(page, "Teams")
        page.get_by_text("Add a team").click()
        page.get_by_label("Team", exact=True).fill("Late")
        page.get_by_label("Players, one per line").fill("Ira\nPita")
        button(page, "Add the team").click()
        expect(page.get_by_role("row", name=re.compile("5 Late Ira, Pita"))).to_be_visible()
        button(page, "^Awa$").click()
        button(sheet, "Withdraw the team").click()
        sheet.get_by_label("Reason (optional)").fill("a wedding")
        button(sheet, "Yes, withdraw").click()
        expect(page.get_by_role("row", name=re.compile("4 Awa withdrawn"))).to_be_visible()
        button(page, "More…").click()
        button(sheet, "Seat this round again").click()
        button(sheet, "^Yes$").click()
        expect(sheet).to_have_count(0)
        section(page, "Rounds")
        expect(page.get_by_role("table")).to_contain_text("Late")
        expect(page.get_by_role("table")).not_to_contain_text("Awa")

        button(page, "Start round 1").click()
        button(page, "More…").click()
        sheet.get_by_label(re.compile("Minutes to add")).fill("3")
        button(sheet, "Add minutes").click()
        expect(page.get_by_role("timer").first).to_have_text(re.compile(r"1[45]:\d\d"))
        section(page, "Teams")
        button(page, "^Late$").click()
        sheet.get_by_text("Cards, fair play and fill-ins").click()
        for colour in ("Orange", "Green"):
            sheet.get_by_role("group", name="Who gets it?").get_by_role("radio", name="Ira", exact=True).check()
            sheet.get_by_label("Reason").fill("talk")
            button(sheet, f"Show the card: {colour}").click()
            expect(sheet.get_by_text(f"{colour} card for Ira (Late): “talk”")).to_be_visible()
        page.keyboard.press("Escape")

        section(page, "Log")
        button(page, "Undo: Green card for Ira").click()
        button(sheet, "Undo it").click()
        expect(page.get_by_text("Undone: Green card for Ira (Late): “talk”")).to_be_visible()
        button(page, "Ring the bell now").click()
        button(sheet, "^Yes$").click()
        expect(page.get_by_text("Was a card turned up? Not answered yet: tables 1–2.")).to_be_visible()
        section(page, "Tables")
        button(page, "^Table 1 ").click()
        button(sheet, "^No ").click()
        expect(sheet.get_by_text("Draw: the captains cut").first).to_be_visible()


def test_the_bell_is_in_sight_on_a_phone_while_a_round_runs(visit: Visit, server: Serving) -> None:
    page = visit(PHONE).page
    with directing(server.at) as director:
        page.goto(director.page())
        expect(button(page, "Draw the first round")).to_be_visible()
        expect(button(page, "Ring the bell now")).to_have_count(0)
        director.begin()
        expect(button(page, "Ring the bell now")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def levelled(director: Directing) -> None:
    """Play a round after which both winners are level, and both losers."""
    director.begin()
    for match in director.board["matches"]:
        director.do(tournament_commands.EnterPaperResult, table=match.table, points=(11, 4))
    director.do(tournament_commands.CloseRound, unsigned=True)


def test_the_captains_of_level_teams_cut_for_their_places(visit: Visit, server: Serving) -> None:
    """A cut comes before the lot, cards of one rank are cut again, and a cut is undone."""
    ana = visit()
    page = ana.page
    with directing(server.at, tie_breaks=("points", "lot")) as director:
        page.goto(director.page())
        section(page, "Standings")
        expect(page.get_by_text("No finished rounds yet.")).to_be_visible()
        expect(page.get_by_role("heading", name="Level teams")).to_have_count(0)
        levelled(director)
        winners, losers = [
            tuple(director.board["teams"][team - 1].name for team in sorted(teams)) for teams in director.board["level"]
        ]
        rows = page.get_by_role("row").filter(has_text=re.compile("11–4"))
        expect(rows.filter(has_text="by lot")).to_have_count(2)
        lot = rows.get_by_role("rowheader").all_inner_texts()
        last = next(name for name in winners if name in lot[1])

        level = page.get_by_role("region", name="Level teams")
        expect(level.get_by_text("A lot, drawn by the computer, parts these teams")).to_be_visible()
        form = level.get_by_role("form", name=" and ".join(winners))
        level.get_by_text(" and ".join(winners), exact=True).click()
        button(form, "Enter the cut").click()
        expect(form.get_by_text("Enter a card for each team.")).to_be_visible()
        cuts(form, ("king", "spades"), ("king", "spades"))
        expect(form.get_by_text("The captains cut different cards of the pack")).to_be_visible()
        cuts(form, ("king", "spades"), ("king", "hearts"))
        expect(form.get_by_role("radio", name="king", exact=True).first).not_to_be_checked()
        expect(level.get_by_role("heading", name="Level teams")).to_be_focused()
        expect(rows.filter(has_text="by lot")).to_have_count(2)
        cuts(form, *[("ace" if name == last else "king", "diamonds") for name in winners])
        expect(form).to_have_count(0)
        expect(rows.filter(has_text="by the captains' cut")).to_have_count(2)
        expect(rows.first).to_contain_text(last)
        expect(level.get_by_text(" and ".join(losers), exact=True)).to_be_visible()

        section(page, "Settings")
        expect(button(page, "Remove: The captains' cut")).to_be_visible()
        section(page, "Log")
        said = f"The captains of level teams cut: .*{last} ace of diamonds"
        button(page, f"Undo: {said}").click()
        button(page.get_by_role("dialog"), "Undo it").click()
        expect(button(page, f"Undo: {said}")).to_have_count(0)
        section(page, "Standings")
        expect(rows.filter(has_text="by lot")).to_have_count(2)
        expect(form).to_have_count(0)  # the list of fields is closed
        level.get_by_text(" and ".join(winners), exact=True).click()
        expect(form).to_be_visible()


def test_the_cut_of_level_teams_is_entered_by_keyboard_only(visit: Visit, server: Serving) -> None:
    ana = visit()
    page, keys = ana.page, ana.page.keyboard
    with directing(server.at, tie_breaks=()) as director:
        levelled(director)
        page.goto(director.page().replace("#", "?at=places#"))
        expect(page.get_by_text("These teams share a place until their captains cut.")).to_be_visible()
        level = page.get_by_role("region", name="Level teams")
        summary = level.locator("summary").first
        for _ in range(150):
            keys.press("Tab")
            if summary.evaluate("found => found === document.activeElement"):
                break
        keys.press("Enter")
        for moves in (0, 0, 1, 0):  # ace of spades, then king of spades
            keys.press("Tab")
            keys.press("Space")
            for _ in range(moves):
                keys.press("ArrowRight")
        keys.press("Tab")
        keys.press("Enter")
        expect(page.get_by_role("row").filter(has_text="by the captains' cut")).to_have_count(2)
        expect(level.get_by_role("heading", name="Level teams")).to_be_focused()


def test_an_excel_list_is_added_in_a_tournament_of_clubs_and_printed_on_us_letter(visit: Visit) -> None:
    book, file = openpyxl.Workbook(), io.BytesIO()
    for row in (["Entries 2026"], ["Team name", "Club", "Phone"], ["Tōtara", "Wāhi", 211], ["Rimu", "Pōhara", 212]):
        book.worksheets[0].append(row)
    book.save(file)
    ana = visit()
    page = ana.page
    page.goto(opened(ana))
    section(page, "Settings")
    page.get_by_label("What a team plays for").fill("club")
    button(page, "Save settings").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_text("Keep teams of one club apart in the first draw, where possible")).to_be_visible()
    section(page, "Teams")
    if not page.get_by_label("Paste the list").is_visible():
        button(page, "^Add teams$").click()
    choose = page.get_by_label("Or a file: CSV or Excel")
    choose.set_input_files({"name": "teams.xlsx", "mimeType": "", "buffer": b"PK\x03\x04"})
    expect(page.get_by_text("The Excel workbook is damaged or protected")).to_be_visible()
    ana.faults[:] = [fault for fault in ana.faults if "409" not in fault]  # the browser logs every refusal as an error
    choose.set_input_files({"name": "teams.csv", "mimeType": "", "buffer": "Café;Zoë".encode("cp1252")})
    expect(page.get_by_label("Paste the list")).to_have_value("Café;Zoë")
    choose.set_input_files({"name": "teams.xlsx", "mimeType": "", "buffer": file.getvalue()})
    expect(page.get_by_label("Paste the list")).to_have_value(re.compile("Tōtara\tWāhi\t211"))
    button(page, "Add these teams").click()
    expect(page.get_by_text("2 teams added. Not used of the list: Entries 2026, Phone.")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Club")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("1 Tōtara Wāhi"))).to_be_visible()
    expect(page.get_by_text("marae", exact=False)).to_have_count(0)
    section(page, "Printouts")
    expect(page.get_by_text("For the top teams and the top club")).to_be_visible()
    page.get_by_label("Size").select_option("US Letter")
    with page.expect_download() as kept:
        button(page, "Captains' cards: PDF").click()
    (first,) = PdfReader(kept.value.path()).pages
    assert (float(first.mediabox.width), float(first.mediabox.height)) == (612, 792)
    assert "club" in first.extract_text()


def test_settings_links_and_printed_sheets(visit: Visit, server: Serving) -> None:
    """Contradictory settings, another director's changes, another director's link, and a sheet as PDF."""
    ana, ben = visit(), visit()
    page = ana.page
    with directing(server.at) as director:
        page.goto(director.page())
        section(page, "Links")
        page.get_by_text("Create one link").click()
        page.get_by_label("For", exact=True).select_option("director")
        page.get_by_label("Name of the holder").fill("Ben")
        button(page, "Create the link").click()
        button(page, r"Show the link: Director \(Ben\)").click()
        ben.page.goto(page.get_by_role("dialog").get_by_role("textbox").input_value())
        page.keyboard.press("Escape")
        section(ben.page, "Settings")

        section(page, "Settings")
        for setting, why in (("draw", "a click for a draw at the bell"), ("places", "none for other places")):
            expect(page.locator(f"[data-setting={setting}]")).to_have_text(re.compile(f"^our choice .*{why}"))
        page.get_by_label("What a fair-play point is worth").fill("1")
        button(page, "Save settings").click()
        expect(
            page.get_by_text("Fair worth 1 must be more than winning worth 1: fair play is worth more.")
        ).to_be_visible()
        page.get_by_label("What a fair-play point is worth").fill("4")
        page.get_by_label("Winning points for the top teams").fill("1, 2")
        button(page, "Save settings").click()
        expect(page.get_by_text(re.compile("Places must not rise"))).to_be_visible()
        page.get_by_label("Winning points for the top teams").fill("7, 2")
        page.get_by_label("Minutes per round").fill("1.5")
        button(page, "Move up: Fair-play points").click()
        button(page, "Remove: A lot, drawn by the computer").click()
        button(page, "Save settings").click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        expect(ben.page.get_by_label("Winning points for the top teams")).to_have_value("7, 2")
        expect(ben.page.get_by_label("Minutes per round")).to_have_value("1.5")
        expect(button(ben.page, "Add: A lot, drawn by the computer")).to_be_visible()
        section(ben.page, "Log")
        expect(ben.page.get_by_role("listitem").filter(has_text="Settings changed")).to_have_count(1)

        section(ben.page, "Printouts")
        ben.page.get_by_label("Size").select_option("a5")
        with ben.page.expect_download() as kept:
            button(ben.page, "Table numbers: PDF").click()
        assert kept.value.suggested_filename == "numbers.pdf"
        assert kept.value.path().read_bytes().startswith(b"%PDF")
        button(ben.page, "Certificates: PDF").click()
        expect(ben.page.get_by_text("end the tournament first")).to_be_visible()
    ben.faults[:] = [fault for fault in ben.faults if "409" not in fault]  # the browser logs every refusal as an error


def conducted(director: Directing) -> None:
    """Yield a tournament with something of everything on its pages."""
    director.begin()
    director.do(tournament_commands.CallForHelp, table=1, reason="a question")
    director.do(tournament_commands.GiveFairPlay, team=1, points=2)
    director.do(tournament_commands.EnterPaperResult, table=1, points=(5, 5), insist=True)


@alike(("language", "size", "scheme"), ("mi", PHONE, "dark"), ("en", DESK, "light"))
def test_the_directors_page_is_accessible(
    visit: Visit, server: Serving, language: str, size: tuple[int, int], scheme: str
) -> None:
    """axe-core finds no problem, no control is too small for a finger, and no page is wider than the screen."""
    ana = visit(size, color_scheme=scheme)
    page, found = ana.page, list[str]()
    likes(ana, language=language)
    with directing(server.at) as director:
        conducted(director)
        for at in SECTIONS:
            page.goto(director.page().replace("#", f"?at={at}#"))
            page.get_by_role("heading", level=2).first.wait_for()
            found += [f"{at}: {fault}" for fault in ana.axe()]
            found += [f"{at}: too small to press: {element}" for element in page.evaluate(SMALL)]
            found += [f"{at}: {wider} pixels too wide" for wider in [page.evaluate(WIDER)] if wider > 0]
        page.goto(director.page())
        for opens in (button(page, "^Table 1 "), button(page, "^More…")):
            opens.click()
            page.get_by_role("dialog").wait_for()
            for summary in page.get_by_role("dialog").locator("summary").all():
                summary.click()
            found += [f"sheet: {fault}" for fault in ana.axe()]
            page.keyboard.press("Escape")
    with directing(server.at) as director:
        levelled(director)
        page.goto(director.page().replace("#", "?at=places#"))
        for summary in every(page.locator("summary")):
            summary.click()
        page.get_by_role("form").last.wait_for()
        found += [f"level teams: {fault}" for fault in ana.axe()]
        found += [f"level teams: too small to press: {element}" for element in page.evaluate(SMALL)]
        found += [f"level teams: {wider} pixels too wide" for wider in [page.evaluate(WIDER)] if wider > 0]
    assert not found
