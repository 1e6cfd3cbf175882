"""Lines about the web page in a real Chromium: its size and speed, and what it does when the network is cut."""

import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, Response, TimeoutError, expect

from bench.lines.checks import ROOT, pytest
from bench.registry import Figure, Skipped, line, promise
from tests.server.process import serving
from tests.web import test_chat
from tests.web.browser import DESK, PHONE, TABLET, Visitor, chromium, launched, reach
from tests.web.playing import await_choice, calls, hand, likes, over, play, sits, table
from tests.web.test_joining import hands, join
from uka.core.seats import Seat

KB = 1_000
IDLE = 2_000
"""The milliseconds in which the table's own part is loaded."""
RUNS = 10
DEALS = 7
"""The number of deals that are timed at each pace."""
ANSWERS = """
  const wait = new MutationObserver(() => {
    const button = [...document.querySelectorAll("button")].find((one) => one.textContent === "Play now");
    if (!button) return;
    wait.disconnect();
    window.there = performance.now();
    new MutationObserver(() => (window.answered ??= performance.now())).observe(button, {
      attributes: true, characterData: true, childList: true, subtree: true,
    });
    button.click();
  });
  wait.observe(document, { childList: true, subtree: true });
"""
"""A script that presses "Play now" as soon as it appears, and records when the button appeared and when it reacted."""
PRESSES = "addEventListener('click', () => (sessionStorage.presses = 1 + Number(sessionStorage.presses ?? 0)), true);"
"""A script that counts the presses of a person."""


@contextmanager
def strangers() -> Iterator[tuple[Browser, str]]:
    """Start a server and a browser within this context, and yield the browser and the server's address."""
    if chromium() is None:
        raise Skipped("there is no Chromium here")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, launched() as browser:
        yield browser, server.at


@line("4.1 page: the first load under 120 kB, and no other host")
def first_load() -> Figure:
    """Count the transferred bytes of all response bodies until the network is idle: typefaces and cards too.

    The bytes of headers are given separately, and so are those of a table's own part, which the page loads once the
    pointer is near "Play now". Files that the service worker caches later do not count.
    """
    with strangers() as (browser, home):
        ana = Visitor(browser, home, DESK, newcomer=True)
        answers = list[Response]()
        ana.page.on("response", lambda response: answers.append(response))
        ana.page.goto("/")
        expect(ana.page.get_by_role("link", name=re.compile("Today's puzzle"))).to_be_visible()
        ana.page.wait_for_load_state("networkidle")
        first = len(answers)
        with ana.page.expect_response(re.compile("TablePage.*js")):
            ana.page.get_by_role("button", name="Play now").hover()
        ana.page.wait_for_timeout(IDLE)
        sizes = [answer.request.sizes() for answer in answers]
        packed = Counter(answer.headers.get("content-encoding", "none") for answer in answers[:first])
        bodies, table = (sum(size["responseBodySize"] for size in part) for part in (sizes[:first], sizes[first:]))
        hosts = {url.split("/")[2] for url in ana.requests}
        figure: Figure = {
            "kB": round(bodies / KB, 1),
            "the table's own part, loaded next, kB": round(table / KB, 1),
            "headers, kB": round(sum(size["responseHeadersSize"] for size in sizes[:first]) / KB, 1),
            "requests": first,
            "by content-encoding": dict(packed),
            "hosts": len(hosts),
        }
        assert not ana.faults, ana.faults
    return promise(bodies < 120 * KB and len(hosts) == 1, figure, "it is larger, or asks others")


@line("4.1 page: Play now answers within 1 s on loopback", speed=True)
def answers() -> Figure:
    """Measure when "Play now" appears and when it reacts, from the start of the navigation, in new profiles."""
    with strangers() as (browser, home):
        there, answered = list[float](), list[float]()
        for _ in range(RUNS):
            ana = Visitor(browser, home, PHONE, newcomer=True)
            ana.page.add_init_script(ANSWERS)
            ana.page.goto("/")
            ana.page.wait_for_function("() => window.answered")
            there.append(ana.page.evaluate("there"))
            answered.append(ana.page.evaluate("answered"))
            ana.close()
    figure: Figure = {
        "runs": RUNS,
        "there, median, ms": round(statistics.median(there)),
        "answers, median, ms": round(statistics.median(answered)),
        "worst, ms": round(max(answered)),
    }
    return promise(max(answered) < 1_000, figure, "it took a second or more")


@line("4.1 page: three clicks and ten seconds to the first card", speed=True)
def first_card() -> Figure:
    """Measure the time and clicks until a person's first card.

    The person opens the page, presses "Play now", makes trump if possible, and plays a card. A bot may make trump
    first, and the person may have to sit out. The pauses of bots take most of the time.
    """
    with strangers() as (browser, home):
        found = list[First]()
        while len(found) < RUNS:
            ana = Visitor(browser, home, DESK)
            run = until_a_card(ana)
            ana.close()
            if run:
                found.append(run)
    clicks, of_all, own = zip(*found, strict=True)
    figure: Figure = {
        "runs": RUNS,
        "clicks, median": statistics.median(clicks),
        "clicks, runs with so many": dict(sorted(Counter(clicks).items())),
        "the table's first card, median, s": round(statistics.median(of_all), 1),
        "one's own, median, s": round(statistics.median(own), 1),
        "one's own, worst, s": round(max(own), 1),
    }
    return promise(statistics.median(clicks) <= 3 and max(own) < 10, figure, "it takes more")


class First(NamedTuple):
    """The clicks, and the seconds until the first card at the table and until the person's first card."""

    clicks: int
    of_all: float
    own: float


CARD = re.compile(r"\bplays? (?!alone)")
OUT = re.compile("You sit out|points? to")


def until_a_card(ana: Visitor) -> First | None:
    """Play until the person's first card, and return the clicks and times; return None if the person sits out."""
    page, clicks, start, of_all = ana.page, 1, time.monotonic(), 0.0
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("log").wait_for(state="attached")
    while True:
        told = page.get_by_role("log").text_content() or ""
        seconds = time.monotonic() - start
        if CARD.search(told):
            of_all = of_all or seconds
        if "You play " in told:
            return First(clicks, of_all, seconds)
        if OUT.search(page.locator("main").text_content() or ""):
            return None
        for offered in (calls(page), hand(page)):
            if several := offered.count():
                offered.nth(min(1, several - 1)).click()  # the first button passes
                clicks += 1
        page.wait_for_timeout(50)


@line("4.1 page: a deal takes about 15 s, 7 s and 4 s at the three paces", speed=True)
def paces() -> Figure:
    """Measure the seconds of a deal at each speed of the bots, at a table of one person with three bots.

    The person chooses at once. The animation is as fast as the bots. A deal begins with the button for the next deal,
    and ends when the button is back. The last figures are of relaxed bots without animation.
    """
    with strangers() as (browser, home):
        figure = deal_times(browser, home)
    return promise(paces_within(figure, (18, 9, 5.5)), {"deals at each pace": DEALS, **figure}, "a deal takes longer")


PACES = {
    "bots relaxed, animation normal": ("relaxed", "normal"),
    "bots quick, animation hurried": ("quick", "hurried"),
    "bots instant, animation still": ("instant", "still"),
    "bots relaxed, animation still": ("relaxed", "still"),
}
"""The speeds of bots and of the animation, by the name of the figure."""


def deal_times(browser: Browser, home: str) -> dict[str, float]:
    """Return the median and the longest seconds of a deal at each of ``PACES``."""
    figure = dict[str, float]()
    for name, (bots, speed) in PACES.items():
        ana = Visitor(browser, home, DESK)
        likes(ana, name="Ana", rules="north_american", speed=speed, botSpeed=bots)
        seconds = list(deals(ana))
        ana.close()
        figure |= {f"{name}, median, s": rounded_median(seconds), f"{name}, longest, s": round(max(seconds), 1)}
    return figure


def paces_within(figure: dict[str, float], most: Sequence[float]) -> bool:
    """Return whether the medians at the first of ``PACES`` are under the seconds ``most``."""
    medians = [figure[f"{name}, median, s"] for name in PACES]
    return all(median < limit for median, limit in zip(medians, most, strict=False))


def rounded_median(seconds: Sequence[float]) -> float:
    return round(statistics.median(seconds), 1)


@line("4.1 page: from Play now to one's first choice under 3 s", speed=True)
def first_choice() -> Figure:
    """Measure the seconds from the press of "Play now" to the person's first choice, with relaxed bots.

    The first table of a browser shows the draw for first dealer in full; the others show it briefly.
    """
    first, later = list[float](), list[float]()
    with strangers() as (browser, home):
        for _ in range(RUNS):
            ana = Visitor(browser, home, DESK)
            likes(ana, name="Ana", firstDealHelp="off", botSpeed="relaxed")
            for seconds in (first, later):
                ana.page.goto("/", wait_until="networkidle")
                start = time.monotonic()
                ana.page.get_by_role("button", name="Play now").click()
                await_choice(ana.page)
                seconds.append(time.monotonic() - start)
            ana.close()
    figure: Figure = {
        "runs": RUNS,
        "the first table, median, s": rounded_median(first),
        "a later table, median, s": rounded_median(later),
        "a later table, longest, s": round(max(later), 1),
    }
    return promise(statistics.median(later) < 3, figure, "it takes longer")


@line("32 page: the times of a first visit, of deals and of the day's deals with a core busy", speed=True)
def busy() -> Figure:
    """Measure what a person waits for, in seconds, while another program keeps one core busy.

    A first visit is timed from the navigation to the first choice: the page loads, and the person presses "Play now".
    The time since the press is also given on its own.
    The day's deals are timed from the press on the button that begins them to the first choice.
    """
    visits, presses, days = list[float](), list[float](), list[float]()
    with busy_core(), strangers() as (browser, home):
        for _ in range(RUNS):
            ana = Visitor(browser, home, PHONE, newcomer=True)
            start = time.monotonic()
            ana.page.goto("/")
            ana.page.get_by_role("button", name="Play now").click()
            pressed = time.monotonic()
            await_choice(ana.page)
            visits.append(time.monotonic() - start)
            presses.append(time.monotonic() - pressed)
            ana.page.goto("/day")
            start = time.monotonic()
            ana.page.get_by_role("button", name="Play today's deals").click()
            await_choice(ana.page)
            days.append(time.monotonic() - start)
            ana.close()
        times = deal_times(browser, home)
    figure: Figure = {
        "runs": RUNS,
        "deals at each pace": DEALS,
        "a first visit to the first choice, median, s": rounded_median(visits),
        "from its press on Play now, median, s": rounded_median(presses),
        "the day's deals to the first choice, median, s": rounded_median(days),
        **times,
    }
    return promise(paces_within(times, (18, 9, 5.5)), figure, "a deal takes longer")


@contextmanager
def busy_core() -> Iterator[None]:
    """Keep one core busy within this context."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        try:
            yield
        finally:
            process.kill()


@line("32 page: four friends by one link in under 30 s, with at most two presses for each guest", speed=True)
def friends() -> Figure:
    """Measure the seconds from the page of an open table to the first cards of four people, and to those of a rematch.

    The guests come one after another by the host's link, give a name and join. The host writes a line in the chat,
    which all guests receive. One guest leaves and comes back. The game is not timed. The programs press at once: the
    time in which people read and type comes on top.
    """
    with strangers() as (browser, home):
        ana, *guests = (Visitor(browser, home, size) for size in (DESK, PHONE, (844, 390), TABLET))
        ben, cat, _ = guests
        everybody = [each.page for each in (ana, *guests)]
        cat.context.add_init_script(PRESSES)
        address = table(ana, begin=False, changes={"target": 0, "deals": 1})
        start = time.monotonic()
        ana.page.goto(address)
        for guest, name in zip(guests, ("Ben", "Cat", "Dan"), strict=True):
            join(guest, address, name)
        test_chat.button(ana.page).click()
        test_chat.write(ana.page, "Kia ora!")
        for guest in guests:
            expect(test_chat.button(guest.page)).to_have_accessible_name("Chat: 1 new line")
        leave(ben.page)
        ben.page.goto(address)
        expect(sits(ana.page, "Ben", Seat.NORTH)).to_be_visible()
        ana.page.get_by_role("button", name="Start", exact=True).click()
        first = seconds_until_dealt(everybody, start)
        presses = cat.page.evaluate("Number(sessionStorage.presses)")
        play(*everybody, until=lambda: all(over(page) for page in everybody))
        start = time.monotonic()
        ana.page.get_by_role("button", name="Play again").click()
        rematch = seconds_until_dealt(everybody, start)
        faults = [fault for each in (ana, *guests) for fault in each.faults]
    figure: Figure = {
        "to the first cards, s": round(first, 1),
        "to the cards of a rematch, s": round(rematch, 1),
        "presses of a guest": presses,
        "faults": len(faults),
    }
    return promise(first + rematch < 30 and presses <= 2 and not faults, figure, "it takes more")


def leave(page: Page) -> None:
    """Leave the table by its menu."""
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Leave the table").click()
    reach(page, "**/")


def seconds_until_dealt(pages: Sequence[Page], start: float) -> float:
    """Wait until all people hold cards, and return the seconds since ``start``."""
    for page in pages:
        expect(hands(page)).to_be_visible()
    return time.monotonic() - start


def deals(ana: Visitor) -> Iterator[float]:
    """Play with instant choices at a new table, and yield the seconds of ``DEALS`` deals.

    The first deal of a game, which the draw for first dealer precedes, and the last, which no button follows, are not
    timed.
    """
    page = ana.page
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    following, again = (page.get_by_role("button", name=name) for name in ("Next deal", "Play again"))
    start, left = 0.0, DEALS
    while left:
        while not (following.is_visible() or again.is_visible()):
            choose_first(page)
        if start and following.is_visible():
            left -= 1
            yield time.monotonic() - start
        button = following if following.is_visible() else again
        start = time.monotonic() if button is following else 0.0
        button.click()
        button.wait_for(state="hidden")


def choose_first(page: Page) -> None:
    """Press the first button of the calls, or of the cards, that may be chosen now."""
    for offered in (calls(page), hand(page)):
        if offered.count():
            with suppress(TimeoutError):  # the control disappeared meanwhile
                offered.first.click(timeout=1_000)
    page.wait_for_timeout(20)


@line("4.1 page: the pack of cards under 40 kB")
def pack() -> Figure:
    """Measure the size of the source files from which the 33 cards, the markers and the card back are drawn."""
    sizes = {path.name: path.stat().st_size for path in sorted((ROOT / "web" / "src" / "cards").iterdir())}
    total = sum(sizes.values())
    return promise(total < 40 * KB, {"kB": round(total / KB, 1), **sizes}, "the pack is larger")


@line("4.1 page: nothing shifts while cards move")
def still() -> Figure:
    return pytest("tests/web/test_still.py", UKA_PACE="normal")


@line("4.1 page: the network cut for 20 s, and a server that stands still for as long")
def cut() -> Figure:
    return pytest("tests/web/test_cut.py", UKA_CUT="20")


@line("4.1 page: games and pages in every size, colour and language")
def everything() -> Figure:
    """Run every case in a browser that make test leaves out."""
    return pytest("tests/web", "-m", "exhaustive")


@line("4.1 page: the moments of every shipped ruleset")
def moments() -> Figure:
    return pytest("tests/web/test_moments.py")
