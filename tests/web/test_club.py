"""A club's own server from the organiser's first link to the check-in at the door, each person in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.clock import NOON
from tests.server.process import Serving

from .browser import DESK, PHONE, Visitor
from .known import serving
from .test_director import button
from .test_pages import WIDER

pytestmark = [pytest.mark.browser, pytest.mark.server]

NAME, CODE = "Kirikiriroa Cards", "kowhai tree"
CLUB = f"""
name = "{NAME}"
welcome = "We play on Tuesdays at seven."
door = "code"
code = "{CODE}"

[colours]
light = "#7a1f3d"
dark = "#f0a3bd"
"""
ACCENT = "getComputedStyle(document.querySelector('button.first:not(.big)')).backgroundColor"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Serving]:
    (tmp_path / "club.toml").write_text(CLUB)
    with serving(tmp_path / "data", clock=NOON, club=tmp_path / "club.toml") as running:
        yield running


@pytest.fixture
def come(browser: Browser, club: Serving) -> Iterator[Callable[..., Visitor]]:
    visitors = list[Visitor]()

    def opened(size: tuple[int, int] = DESK) -> Visitor:
        visitors.append(Visitor(browser, club.at, size, timezone_id="UTC"))
        visitors[-1].page.clock.set_fixed_time(NOON)
        return visitors[-1]

    yield opened
    for visitor in visitors:
        visitor.close()
    assert not [fault for visitor in visitors for fault in visitor.faults]


def heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def ignore_refusals(visitor: Visitor) -> None:
    """Forget that the browser has logged refused requests as errors."""
    visitor.faults[:] = [fault for fault in visitor.faults if not re.search(r"\b40[139]\b", fault)]


def test_an_evening_of_a_club(club: Serving, come: Callable[..., Visitor]) -> None:
    [invited] = [line for line in club.said if "organiser" in line]
    mere = come()
    mere.page.goto(invited.rpartition(" ")[2])
    heading(mere.page, "Play as Organiser on this device?")
    button(mere.page, "Yes, I am Organiser").click()
    heading(mere.page, NAME)
    expect(mere.page).to_have_title(NAME)
    expect(mere.page.get_by_text("We play on Tuesdays at seven.")).to_be_visible()
    assert mere.page.evaluate(ACCENT) == "rgb(122, 31, 61)"
    assert not mere.axe()
    field = mere.page.get_by_label("Your name (optional)")
    field.fill("Mere")
    field.press("Tab")
    expect(mere.page.get_by_text("Saved.")).to_be_visible()
    mere.page.get_by_role("navigation").get_by_role("link", name="Club", exact=True).click()
    mere.page.get_by_text("Plan an event").click()
    mere.page.get_by_label("What it is called").fill("Progressive")
    mere.page.get_by_label("When it begins").fill(f"{NOON + timedelta(hours=2):%Y-%m-%dT%H:%M}")
    mere.page.get_by_label("Where it is").fill("The hall")
    assert not mere.axe()
    button(mere.page, "Put it into the calendar").click()
    heading(mere.page, "Progressive")
    expect(mere.page.get_by_role("img", name="QR code for the check-in")).to_be_visible()
    assert not mere.axe()
    event = mere.page.url

    ana = come(PHONE)  # a stranger sees the door at every address
    for address in ("/", "/tables", event):
        ana.page.goto(address)
        heading(ana.page, NAME)
        expect(ana.page.get_by_text("We play on Tuesdays at seven.")).to_be_visible()
        expect(ana.page.get_by_role("navigation")).to_have_count(0)
    assert not ana.axe()
    ana.page.get_by_label("The club's code").fill("kauri tree")
    ana.page.get_by_label("Your name").fill("Ana")
    button(ana.page, "Come in").click()
    expect(ana.page.get_by_text("that is not the code of this club")).to_be_visible()
    ignore_refusals(ana)
    ana.page.get_by_label("The club's code").fill(CODE.upper())
    button(ana.page, "Come in").click()
    heading(ana.page, "Progressive")
    button(ana.page, "I'll come").click()
    expect(ana.page.get_by_text("You are entered.")).to_be_visible()
    assert not ana.axe()
    ana.page.goto("/club")
    expect(ana.page.get_by_text(re.compile("1 entered · you too"))).to_be_visible()
    for address in ("/club", event, "/"):
        ana.page.goto(address)
        expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
        for width, height in (PHONE, (390, 844)):
            ana.page.set_viewport_size({"width": width, "height": height})
            assert not ana.page.evaluate(WIDER)
        assert not ana.axe()
    ana.page.goto("/club")
    own = ana.page.get_by_label("Open this link on the other device").input_value()
    assert not ana.axe()

    tablet = come()  # her link lets her in again, without a code
    tablet.page.goto(own)
    button(tablet.page, "Yes, I am Ana").click()
    heading(tablet.page, NAME)

    mere.page.goto("/club")
    mere.page.get_by_label("Invite somebody: their name").fill("Hemi")
    button(mere.page, "Invite").click()
    link = mere.page.get_by_label("Give Hemi this link").input_value()
    hemi = come(PHONE)
    hemi.page.goto(link)
    button(hemi.page, "Yes, I am Hemi").click()
    heading(hemi.page, NAME)

    mere.page.set_viewport_size({"width": 390, "height": 844})  # the organiser's parts of the page too
    assert not mere.page.evaluate(WIDER)
    assert not mere.axe()
    mere.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    found = mere.page.request.get(f"/api/club/events/{event.rpartition('/')[2]}").json()
    ana.page.goto(f"{event}#{found['check_in_secret']}")  # she scans the sign
    expect(ana.page.get_by_text("You are checked in.")).to_be_visible()
    mere.page.goto(event)
    expect(mere.page.get_by_text("0 who entered are not here yet.")).to_be_visible()
    calendar = mere.page.request.get("/api/club/events").json()["key"]
    assert "SUMMARY:Progressive" in mere.page.request.get(f"/api/club/calendar.ics?key={calendar}").text()

    mere.page.goto("/club")
    button(mere.page, "Remove Hemi").click()
    dialog = mere.page.get_by_role("dialog")
    assert not mere.axe()
    button(dialog, "Remove Hemi").click()
    expect(mere.page.get_by_text("removed")).to_be_visible()
    hemi.page.reload()
    expect(hemi.page.get_by_label("The club's code")).to_be_visible()
    ignore_refusals(hemi)
    button(mere.page, "Forget Hemi").click()
    button(dialog, "Forget Hemi").click()
    expect(mere.page.get_by_text("Hemi")).to_have_count(0)
