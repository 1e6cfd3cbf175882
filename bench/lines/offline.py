"""Lines about the page without a server: its weight, the first card, kills, the kernels in WebAssembly."""

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec
from playwright.sync_api import Page

from bench.registry import Figure, Skipped, line, promise
from tests.kernels import answers
from tests.web.browser import DESK, PHONE, Visitor, chromium, launched
from tests.web.engine_python import page_with_python, run
from tests.web.killing import KilledPage
from tests.web.playing import likes, over, play
from tests.web.test_offline import KEPT_MEMORY
from uka.offline.site import ENGINE, write_site

MEGABYTE = 1_000_000
RUNS = 5
FIRST, CACHED = 5.0, 2.5
"""The most seconds to the first card from localhost: the first time, and from the browser's cache."""
WEIGHT = 5.5
"""The most megabytes that the engine transfers, compressed."""
CLUB_MS, MASTER_MS, SHARE = 5.0, 150.0, 0.5
"""The most milliseconds of a choice, for ``master`` of 99 in 100, and the least share of native solves a second."""
KILLS = 100
"""How often a page is killed: half of the times in games, and half of them in a round of a tournament.

Before a kill, at most one table of the round ends. So the round has as many teams as there are kills.
"""
DEALS = 2_000
"""The number of random deals of each ruleset that must be equal."""
MINUTES, MEMORY, GROWTH = 20, 250.0, 1.05
"""How long a page plays, the most megabytes that it may hold then, and how much more in its last quarter."""
ANSWERS = (1_000, 500, 200, 200)
"""The numbers of solves, of choices of each level, of hints and of claims that must be equal."""
SPEED = """
import json, time
from uka.bots import prepare
from uka.kernels.determinization import WorldSampler, infer_hidden_cards, world_buffer

def seconds(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun

def choice_times(level):
    found = islice(decisions("speed"), 200)
    return [1_000 * seconds(lambda: bot(level).choose(seen, Random(1))) for _, seen in found]

def solve_rate(worlds=2_000):
    deal, seen = next(pair for pair in decisions("speed") if pair[0].phase is Phase.PLAYING and not pair[0].tricks)
    hands, solver = world_buffer(worlds), DoubleDummySolver(deal.rules)
    WorldSampler(infer_hidden_cards(seen)).draw(hands, seed=1)
    return worlds / seconds(lambda: solver.trick_distribution(hands, packed_position(deal)))

def measured():
    for name in NAMES:
        prepare("master", rulesets.find(name))
    return json.dumps([max(solve_rate() for _ in range(5)), choice_times("club"), choice_times("master")])
"""
"""Measures solves a second, and the milliseconds of choices. Follows the source of ``answers``."""
CARD = "() => document.querySelector('[role=group][aria-label=\"Your hand\"] button')?.checkVisibility()"
"""A script that returns whether the person has a card. It is asked at each frame; a locator looks less often."""
HOST = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"]


@contextmanager
def hosted() -> Iterator[str]:
    """Serve the page from a folder within this context, and yield its URL."""
    if chromium() is None:
        raise Skipped("there is no Chromium here")
    if not (ENGINE / "engine.json").exists():
        raise Skipped("the engine has not been built here")
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder, "uka"))
        host = subprocess.Popen([*HOST, folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert host.stdout
            found = re.search(r"port (\d+)", host.stdout.readline())
            assert found
            yield f"http://127.0.0.1:{found[1]}/uka/"
        finally:
            host.terminate()
            host.wait()


@line("33 offline: the engine's weight, and seconds to the first card", speed=True)
def first_card() -> Figure:
    """Press "Play now" as soon as it is there, in new browsers and then once more in each; take medians."""
    weights = {encoding: _weight(encoding) for encoding in (".br", ".gz")}
    first, cached = list[float](), list[float]()
    with hosted() as url, launched() as browser:
        for _ in range(RUNS):
            visitor = Visitor(browser, url, DESK)
            likes(visitor, rules="north_american", bots="club", speed="still")
            first.append(_seconds(visitor))
            visitor.page.evaluate(KEPT_MEMORY)
            cached.append(_seconds(visitor))
            visitor.close()
            assert not visitor.faults
    found = statistics.median(first), statistics.median(cached)
    figure: Figure = {
        "MB with brotli": f"{weights['.br']:.2f}",
        "MB with gzip": f"{weights['.gz']:.2f}",
        "first": f"{found[0]:.1f} s",
        "from the cache": f"{found[1]:.1f} s",
    }
    kept = weights[".br"] <= WEIGHT and found[0] <= FIRST and found[1] <= CACHED
    return promise(kept, figure, "it is heavier or slower than that")


def _weight(encoding: str) -> float:
    """Return the megabytes that a browser transfers which takes the files with the suffix of an encoding."""
    plan = msgspec.json.decode((ENGINE / "engine.json").read_bytes())
    files = (Path(ENGINE, name) for name in ("engine.json", *plan["files"]))
    sent = (found if (found := Path(f"{file}{encoding}")).exists() else file for file in files)
    return sum(file.stat().st_size for file in sent) / MEGABYTE


def _seconds(visitor: Visitor) -> float:
    """Return the seconds from the address to the first card in the hand."""
    visitor.page.goto("about:blank")
    began = time.perf_counter()
    visitor.page.goto("./")
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.page.wait_for_function(CARD)
    return time.perf_counter() - began


@line("33 offline: a page that is killed at random in games and in a tournament's round loses nothing")
def killed() -> Figure:
    """Compare what the engine told the page as done with what the browser keeps after each kill."""
    with hosted() as url, launched() as browser:
        visitor = Visitor(browser, url, PHONE)
        likes(visitor, rules="north_american", bots="club", speed="still")
        page, lines = KilledPage(visitor, Random(33)), 0
        for _ in range(KILLS // 2):
            page.play()
            lines = max(lines, len(page.lines))
        page.open_round(KILLS)
        for _ in range(KILLS // 2):
            page.tap()
        visitor.close()
    figure: Figure = {"kills": page.kills, "lines of the longest game": lines, "of the round": len(page.lines)}
    return promise(page.kills == KILLS and not visitor.faults, figure, "; ".join(visitor.faults[:3]))


@line("33 offline: the memory of a page that plays for 20 minutes, and its growth")
def memory() -> Figure:
    """Play game after game by a script, and measure the page's process with its worker after each."""
    held = list[float]()
    with hosted() as url, launched() as browser:
        visitor = Visitor(browser, url, DESK)
        likes(visitor, rules="north_american", bots="club", speed="still")
        page, end = visitor.page, time.monotonic() + 60 * MINUTES
        page.goto("./")
        while time.monotonic() < end:
            page.get_by_role("button", name="Play now").click()
            play(page, until=lambda: over(page))
            page.evaluate("location.hash = '#/'")
            page.get_by_role("button", name="Play now").wait_for()
            held.append(_held(page))
        visitor.close()
    quarters = [max(held[len(held) * i // 4 : len(held) * (i + 1) // 4]) for i in range(4)]
    figure: Figure = {"games": len(held), "MB at most, by quarter": ", ".join(f"{most:.0f}" for most in quarters)}
    kept = max(held) <= MEMORY and quarters[3] <= GROWTH * quarters[0]
    return promise(kept and not visitor.faults, figure, "; ".join(visitor.faults[:3]) or "it holds or grows more")


def _held(page: Page) -> float:
    """Return the megabytes of its own that the largest process of a page holds, without garbage."""
    for _ in range(2):  # what was shown last may be let go only after the first
        _collect_garbage(page)
    browser = page.context.browser
    assert browser
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return max(_footprint(process["id"]) for process in processes if process["type"] == "renderer")


def _collect_garbage(page: Page) -> None:
    """Collect the garbage of a page and of its workers, each of which has a heap of its own."""
    session, workers = page.context.new_cdp_session(page), list[str]()
    session.on("Target.attachedToTarget", lambda event: workers.append(event["sessionId"]))
    session.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})
    session.send("HeapProfiler.collectGarbage")
    for worker in workers:
        message = '{"id":1,"method":"HeapProfiler.collectGarbage"}'
        session.send("Target.sendMessageToTarget", {"sessionId": worker, "message": message})
    for worker in page.workers:
        worker.evaluate("0")  # it answers when it has done that
    session.detach()


def _footprint(process: int) -> float:
    """Return the megabytes of a process's memory that no file holds, as Chromium's task manager counts them.

    The pages of Chromium's own program are left out: how many of them a process has for itself depends on the others.
    """
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(("RssAnon:", "VmSwap:"))) * 1_024 / MEGABYTE


@contextmanager
def python_in_browser() -> Iterator[Page]:
    """Load the engine's Python into a page within this context, and yield the page."""
    with hosted() as url, launched() as browser:
        yield page_with_python(browser, url)


def _both(page: Page, script: str, call: str) -> tuple[str, str]:
    """Return what a call returns in the page, and in CPython with the compiled module."""
    source = Path(answers.__file__).read_text(encoding="utf-8") + script
    native = subprocess.run(
        [sys.executable, "-c", f"{source}\nprint({call})"], capture_output=True, text=True, check=True
    )
    return run(page, f"{source}\n{call}"), native.stdout.rstrip("\n")


@line("33 kernels in the browser: solves, choices, hints and claims equal those of CPython")
def equality() -> Figure:
    with python_in_browser() as page:
        return _equal("answers", *_both(page, "", f"'\\n'.join(answers{ANSWERS})"))


@line("33 rules in the browser: random deals of every ruleset equal those of CPython, event by event")
def equal_deals() -> Figure:
    with python_in_browser() as page:
        return _equal("deals", *_both(page, "", f"'\\n'.join(dealt({DEALS}))"))


def _equal(what: str, ours: str, native: str) -> Figure:
    """Return how many lines were compared. Raise ``Failed`` if any differ."""
    pairs = [*zip(ours.splitlines(), native.splitlines(), strict=True)]
    other = [pair for pair in pairs if pair[0] != pair[1]]
    figure: Figure = {what: len(pairs), "different": len(other)}
    return promise(not other, figure, f"the first is {other[:1]}")


@line("33 kernels in the browser: solves a second against native, and choices of club and master", speed=True)
def speed() -> Figure:
    with python_in_browser() as page:
        ours, native = map(json.loads, _both(page, SPEED, "measured()"))
    share, (club, master) = ours[0] / native[0], ours[1:]
    p99 = statistics.quantiles(master, n=100)[-1]
    figure: Figure = {
        "solves a second": f"{ours[0]:,.0f}",
        "of native": f"{share:.0%}",
        "club choice": f"{statistics.median(club):.1f} ms",
        "master choice p50": f"{statistics.median(master):.0f} ms",
        "master choice p99": f"{p99:.0f} ms",
        "native master p99": f"{statistics.quantiles(native[2], n=100)[-1]:.0f} ms",
    }
    kept = share >= SHARE and statistics.median(club) <= CLUB_MS and p99 <= MASTER_MS
    return promise(kept, figure, "it is slower than that")
