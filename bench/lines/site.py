"""Lines about the documentation site: every page in a real Chromium, and its examples as a reader copies them."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, Page

from bench.lines.checks import ROOT
from bench.registry import Figure, Skipped, line, promise
from tests.web.browser import DESK, PHONE, chromium, launched

SITE = ROOT / "build" / "docs" / "site"
SCHEMES = ("light", "dark")
EXPECTED = ("uka.", "Traceback", "  ", "^")
"""How lines of standard error begin that examples of refusals write."""


@contextmanager
def served() -> Iterator[tuple[Browser, str]]:
    """Build the site, serve it, and yield a browser and the address within this context."""
    if chromium() is None:
        raise Skipped("there is no Chromium here")
    if find_spec("zensical") is None:
        raise Skipped("`make docs` has not installed its tools here")
    subprocess.run([sys.executable, "-m", "docs.site", "--no-pictures"], cwd=ROOT, check=True, capture_output=True)
    handler = partial(QuietHandler, directory=str(SITE))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, launched() as browser:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield browser, f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line on standard error for each request."""

    def log_message(self, format: str, *args: object) -> None:
        pass


def pages() -> list[str]:
    return sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))


@line("18.4 site: every page on a phone and a desk, light and dark: no fault, no other host, nothing too wide")
def every_page() -> Figure:
    """Open every page. A fault is an error in the console, or a file that is missing."""
    faults, hosts, wide = list[str](), set[str](), list[str]()
    with served() as (browser, home):
        for width, height in (PHONE, DESK):
            for scheme in SCHEMES:
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
                page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
                page.on("pageerror", lambda error: faults.append(str(error)))
                page.on("request", lambda sent: hosts.add(sent.url))
                wide += [name for name in pages() if _width(page, f"{home}/{name}") > width]
                page.close()
        found = pages()
    others = [url for url in hosts if not url.startswith((home, "data:", "blob:"))]
    figure = {"pages": len(found), "faults": len(faults), "other hosts": len(others), "too wide": len(wide)}
    return promise(not (faults or others or wide), figure, "; ".join([*faults, *others, *wide])[:300])


def _width(page: Page, address: str) -> int:
    page.goto(address)
    return page.evaluate("document.documentElement.scrollWidth")


@line("18.4 site: every example, copied by its button and pasted into Python, runs")
def copied_examples() -> Figure:
    """Copy all Python examples of each page by their buttons, and give them to an interpreter as they are."""
    counts, wrong = 0, list[str]()
    with served() as (browser, home):
        page = browser.new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
        guides = [name for name in pages() if not name.startswith("api/")]
        for name in guides:
            page.goto(f"{home}/{name}")
            examples = _copied(page)
            counts += len(examples)
            wrong += [f"{name}: {fault}" for fault in _faults("\n".join(examples))]
    return promise(not wrong and counts > 20, {"examples": counts, "errors": len(wrong)}, "; ".join(wrong)[:300])


def _copied(page: Page) -> list[str]:
    texts = list[str]()
    for block in page.locator(".highlight", has=page.locator(".gp")).all():
        block.hover()
        page.evaluate("navigator.clipboard.writeText('')")
        block.locator("button").first.click()
        page.wait_for_function("navigator.clipboard.readText().then((text) => text !== '')")
        texts.append(page.evaluate("navigator.clipboard.readText()"))
    return texts


def _faults(code: str) -> list[str]:
    """Return the errors that an interpreter reports, but for the refusals that the examples show."""
    run = subprocess.run([sys.executable, "-i", "-q"], input=code + "\n", text=True, capture_output=True, cwd=Path("/"))
    lines = [line.replace(">>> ", "").replace("... ", "") for line in run.stderr.splitlines()]
    return [line for line in lines if line.strip() and not line.startswith(EXPECTED)]
