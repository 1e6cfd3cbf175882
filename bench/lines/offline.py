"""Lines about the page without a server: what it weighs, and how soon the first card is there."""

import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bench.registry import Figure, Skipped, line, promise
from tests.web.browser import DESK, Visitor, chromium, launched
from tests.web.playing import likes
from uka.offline.site import ENGINE, write_site

MEGABYTE = 1_000_000
RUNS = 5
FIRST, CACHED = 5.0, 2.5
"""The most seconds to the first card from localhost: the first time, and from the browser's cache."""
WEIGHT = 5.5
"""The most megabytes that the engine transfers, compressed."""
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
    visitor.page.get_by_role("group", name="Your hand").get_by_role("button").first.wait_for()
    return time.perf_counter() - began
