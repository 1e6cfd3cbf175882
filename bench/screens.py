"""Take screenshots of every screen of the page, at six sizes, light and dark, for people to look at.

    python -m bench.screens FOLDER              all screens
    python -m bench.screens FOLDER play hall    the screens whose names begin so
    python -m bench.screens FOLDER --sizes phone,desk

A screen is brought up once; then the window takes each size and colour scheme. Cards, names and bots are known, so that
two runs show the same. The folder's files are named SCREEN_SIZE_SCHEME.png.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal

from cyclopts import App
from playwright.sync_api import Browser, Page, expect
from rich.console import Console

from tests.server.process import Serving
from tests.web.browser import DESK, Visitor, launched
from tests.web.directing import TEAMS, Directing, directing
from tests.web.known import NAMED, serving
from tests.web.playing import calls, hand, likes, over, play, sits, table
from tests.web.test_moments import Table
from uka.core.deal import Deal
from uka.core.seats import Seat
from uka.tournament import Roster
from uka.wire import tournament_commands as commands

Scheme = Literal["light", "dark"]
SIZES: Mapping[str, tuple[int, int]] = {
    "phone": (360, 740),
    "phonewide": (740, 360),
    "tablet": (820, 1180),
    "tabletwide": (1180, 820),
    "desk": (1440, 900),
    "large": (1920, 1080),
}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
TALLEST = 2.2
"""The most that a screenshot shows of a page that scrolls, as a multiple of the window's height."""
SETTLED = 250
"""The milliseconds in which a page takes the size of its window."""
PAGES = {
    "home": "/",
    "lobby": "/tables",
    "tournaments": "/tournament",
    "house": "/house?rules=tainui&set=pack=24&set=nobody_calls=throw_in",
    "rules": "/rules",
    "rulebook": "/rules/tainui",
    "puzzles": "/puzzles/tainui",
    "puzzlecall": "/puzzles/tainui/0",
    "puzzlecard": "/puzzles/tainui/7",
    "help": "/help",
    "helpbowers": "/help/uka/bowers",
    "helpquestion": "/help/uka/tricks/3",
    "helprules": "/help/tainui/table/9",
    "settings": "/settings",
    "about": "/about",
    "dead": "/table/nosuchtable",
}
PLAYED = {"records": "/records", "stats": "/figures", "homeback": "/"}
"""Pages that look different to somebody who has played a game."""


class Camera:
    """Takes screenshots of the screens whose names begin with one of ``names``; of all if there are no names."""

    def __init__(self, folder: Path, names: tuple[str, ...], sizes: tuple[str, ...]) -> None:
        self.folder, self.names, self.sizes = folder, names, sizes
        self.taken = 0

    def wants(self, *screens: str) -> bool:
        return not self.names or any(screen.startswith(self.names) for screen in screens)

    def take(self, page: Page, screen: str) -> None:
        """Save the present page at each size, light and dark, and leave it at the size of a desk."""
        if not self.wants(screen):
            return
        for size in self.sizes:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.wait_for_timeout(SETTLED)
                tall = min(page.evaluate("document.documentElement.scrollHeight"), round(TALLEST * height))
                page.screenshot(
                    path=self.folder / f"{screen}_{size}_{scheme}.png",
                    full_page=True,
                    clip={"x": 0, "y": 0, "width": width, "height": max(tall, height)},
                )
                self.taken += 1
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})


class Crew:
    """A browser, a server and a camera. ``visit`` opens the browser of a new person."""

    def __init__(self, browser: Browser, server: Serving, camera: Camera, stack: ExitStack) -> None:
        self.server, self.camera = server, camera
        self._browser, self._stack = browser, stack
        self.visitors = list[Visitor]()

    def visit(self, size: tuple[int, int] = DESK, **options: Any) -> Visitor:
        visitor = Visitor(self._browser, self.server.at, size, reduced_motion="reduce", **options)
        self._stack.callback(visitor.close)
        self.visitors.append(visitor)
        return visitor


@contextmanager
def crew(camera: Camera) -> Iterator[Crew]:
    os.environ[NAMED] = "yes"
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = stack.enter_context(serving(Path(folder)))
        browser = stack.enter_context(launched())
        yield Crew(browser, server, camera, stack)


def pages(all: Crew) -> None:
    """The pages that need no game."""
    ana = all.visit()
    likes(ana, name="Ana", speed="still")
    for screen, path in PAGES.items():
        if all.camera.wants(screen):
            ana.page.goto(path, wait_until="networkidle")
            expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
            all.camera.take(ana.page, screen)


def company(all: Crew) -> None:
    """What people see who wait for others, and what a newcomer sees."""
    ana, ben, cho, dan = (all.visit() for _ in range(4))
    address = table(ana, begin=False, settings={})
    ana.page.goto(address)
    likes(ben, name="Ben", speed="still")
    ben.page.goto(address)
    expect(sits(ben.page, "You", Seat.NORTH)).to_be_visible()
    ana.page.get_by_label("Bot for East").select_option(index=2)
    all.camera.take(ana.page, "room")
    all.camera.take(ben.page, "roomguest")
    ana.page.get_by_role("button", name="Table menu").click()
    all.camera.take(ana.page, "menu")
    ana.page.get_by_role("button", name="Invite").click()
    all.camera.take(ana.page, "invite")
    likes(cho, name="Cho", speed="still")
    cho.page.goto("/")
    cho.page.get_by_role("button", name="Quick game").click()
    expect(cho.page.get_by_role("button", name="Stop waiting")).to_be_visible()
    all.camera.take(cho.page, "quick")
    dan.page.goto("/")
    dan.page.get_by_role("button", name="Play now").click()
    ropes = dan.page.get_by_role("button", name="Show me the ropes")
    expect(ropes).to_be_visible()
    all.camera.take(dan.page, "newcomer")
    ropes.click()
    all.camera.take(dan.page, "ropes")


def game(all: Crew, rules: str, suffix: str) -> None:
    """A whole game with bots that pass: South deals and picks up."""
    at = Table(all.visit, rules, {"target": 3}, two_suited, dealer=Seat.SOUTH)
    page, camera = at.page, all.camera
    at.until(lambda: calls(page).count() > 1)
    camera.take(page, f"calling{suffix}")
    page.keyboard.press("i")
    expect(page.get_by_role("button", name="Details")).to_be_visible()
    camera.take(page, f"hintcall{suffix}")
    page.get_by_role("button", name="Details").click()
    camera.take(page, f"figures{suffix}")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    camera.take(page, f"alone{suffix}")
    page.keyboard.press("Escape")
    page.locator("[data-type=order_up]").first.click()
    expect(hand(page).first).to_be_visible()
    camera.take(page, f"discard{suffix}")
    hand(page).first.click()
    at.until(lambda: hand(page).count() > 0 and page.locator("[data-at=trick]").count() >= 3)
    camera.take(page, f"play{suffix}")
    hand(page).first.click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    camera.take(page, f"trick{suffix}")
    held = page.get_by_role("group", name="Your hand").get_by_role("button")
    at.until(lambda: hand(page).count() > 0 and held.count() == 3)
    camera.take(page, f"middle{suffix}")
    page.get_by_role("button", name="Table menu").click()
    camera.take(page, f"tablemenu{suffix}")
    page.keyboard.press("Escape")
    at.is_over()
    camera.take(page, f"deal{suffix}")
    play(page, until=lambda: over(page))
    expect(page.get_by_role("link", name="Review")).to_be_visible()
    camera.take(page, f"over{suffix}")
    if suffix or not camera.wants("replay", "review", *PLAYED):
        return
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("region", name="Review").get_by_role("status")).to_contain_text("reviewed")
    page.keyboard.press("Shift+ArrowRight")
    camera.take(page, "review")
    page.goto(re.sub(r"\?[^#]*", "", page.url), wait_until="networkidle")
    camera.take(page, "replay")
    for screen, path in PLAYED.items():
        page.goto(path, wait_until="networkidle")
        camera.take(page, screen)


def two_suited(deal: Deal) -> bool:
    """Return whether South holds two cards of the turn-up's suit, so that there is something to choose."""
    return sum(card.suit is deal.upcard.suit for card in deal.hand(Seat.SOUTH)) == 2


def watching(all: Crew) -> None:
    """A table as somebody without a seat sees it, and what a loner's partner sees."""
    ana, eve = all.visit(), all.visit()
    address = table(ana, settings={"bots": "plain"})
    ana.page.goto(address)
    play(ana.page, until=lambda: hand(ana.page).count() > 0)
    likes(eve, name="Eve", speed="still")
    eve.page.goto(address)
    expect(eve.page.get_by_role("group", name="Ana")).to_be_visible()
    all.camera.take(eve.page, "spectator")


def day(all: Crew) -> None:
    """A tournament in its second round, as each of its people sees it."""
    teams = (*TEAMS, Roster("Kowhai", "Maurea", "Rua", ("Rua", "Pita")), Roster("Rangi", "Hukanui"))
    with directing(all.server.at, teams=teams, tables=(1, 2, 3), rounds=4) as director:
        director.begin()
        for match in director.board["matches"]:
            director.do(commands.EnterPaperResult, table=match.table, points=(11, match.table + 3))
        director.do(commands.CloseRound, unsigned=True)
        director.begin()
        for screen, address in people(director).items():
            if all.camera.wants(screen):
                page = all.visit().page
                page.goto(address, wait_until="networkidle")
                all.camera.take(page, screen)


def people(director: Directing) -> dict[str, str]:
    return {
        "director": director.page(),
        "official": director.page(table=1),
        "captain": director.page(team=1),
        "public": f"/tournament/{director.id}",
        "hall": f"/tournament/{director.id}/hall",
    }


PARTS: Mapping[Callable[[Crew], None], tuple[str, ...]] = {
    pages: tuple(PAGES),
    company: ("room", "roomguest", "menu", "invite", "quick", "newcomer", "ropes"),
    lambda all: game(all, "uka", ""): (
        "calling", "hintcall", "figures", "alone", "discard", "play", "trick", "middle", "tablemenu", "deal", "over",
        "review", "replay", *PLAYED,
    ),
    lambda all: game(all, "north_american", "gathered"): ("callinggathered", "playgathered", "trickgathered"),
    watching: ("spectator",),
    day: ("director", "official", "captain", "public", "hall"),
}  # fmt: skip
"""Brings up screens, and the names of the screens, so that a part without a wanted screen is left out."""


def screens(folder: Path, *names: str, sizes: str = ",".join(SIZES)) -> int:
    """Save screenshots of the screens.

    Args:
        folder: where the screenshots are saved; it is made if it does not exist.
        names: the beginnings of the names of the wanted screens; without any, all are wanted.
        sizes: the names of the wanted sizes, separated by commas.
    """
    folder.mkdir(parents=True, exist_ok=True)
    camera = Camera(folder, names, tuple(sizes.split(",")))
    console = Console(highlight=False)
    with crew(camera) as all:
        for part, shown in PARTS.items():
            if camera.wants(*shown):
                part(all)
        faults = [fault for visitor in all.visitors for fault in visitor.faults if "40" not in fault]
    console.print(f"{camera.taken} screenshots in {folder}")
    console.print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    app = App(name="python -m bench.screens", version_flags=[])
    app.default(screens)
    sys.exit(app())
