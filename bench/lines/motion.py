"""A line about the movement of cards in a real Chromium: whether frames are lost on a slow processor."""

import re
import statistics
from collections.abc import Callable

from playwright.sync_api import Page

from bench.lines.page import strangers
from bench.registry import Figure, line, promise
from tests.web.browser import DESK, PHONE, Visitor
from tests.web.playing import asked, calls, click, hand, likes

SLOWER = 4
"""The factor by which the browser slows the processor."""
DEALS = 3
FRAME = 1_000 / 60
"""The milliseconds between two frames at 60 frames a second."""
GAPS = """
  window.gaps = [];
  let last = 0, moved = false;
  const frame = (now) => {
    const moves = document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === "running");
    if (moved && moves) gaps.push(now - last);
    [last, moved] = [now, moves];
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
"""
"""A script that notes the milliseconds between two frames, as long as something moves."""


@line("4.1 page: 60 frames a second while cards move, with the processor slowed four times", speed=True)
def frames() -> Figure:
    """Measure the time between frames while cards are dealt, played and swept, at the normal pace.

    The browser runs without a graphics card here, so it also draws on the slowed processor.
    """
    figure: Figure = {"deals": DEALS, "processor slowed": SLOWER}
    medians = list[float]()
    with strangers() as (browser, home):
        for name, size in (("phone", PHONE), ("desk", DESK)):
            ana = Visitor(browser, home, size)
            likes(ana, name="Ana", rules="uka", speed="normal")
            ana.page.add_init_script(GAPS)
            dealt, played = gaps(ana)
            ana.close()
            for what, found in (("dealing", dealt), ("playing", played)):
                medians.append(statistics.median(found))
                figure[f"{name}, {what}, frames"] = len(found)
                figure[f"{name}, {what}, median, ms"] = round(medians[-1], 1)
                figure[f"{name}, {what}, 95 %, ms"] = round(statistics.quantiles(found, n=20)[-1], 1)
                figure[f"{name}, {what}, longest, ms"] = round(max(found), 1)
    return promise(max(medians) < 1.1 * FRAME, figure, "frames are lost")


def gaps(ana: Visitor) -> tuple[list[float], list[float]]:
    """Play some deals, and return the times between frames until the first choice of each deal, and after it."""
    page, dealt, played = ana.page, list[float](), list[float]()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("group", name="Your hand").wait_for()
    ana.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    following = page.get_by_role("button", name=re.compile("Next deal|Play again"))
    for _ in range(DEALS):
        plays(page, lambda: following.is_visible())
        taken(page)
        following.click()
        following.wait_for(state="hidden")
        plays(page, lambda: calls(page).count() + hand(page).count() > 0)
        dealt += taken(page)
        plays(page, lambda: following.is_visible())
        played += taken(page)
    return dealt, played


def plays(page: Page, until: Callable[[], bool]) -> None:
    """Click whatever is offered until a condition holds."""
    while not until():
        if asked(page):
            click(page)
        page.wait_for_timeout(50)


def taken(page: Page) -> list[float]:
    """Return the times that the page has noted, and clear them."""
    found: list[float] = page.evaluate("gaps.splice(0)")
    return found
