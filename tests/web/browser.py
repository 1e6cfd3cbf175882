"""Opens pages in a real Chromium, one for each person in a test, and collects the errors that occur on them."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    TimeoutError,
    expect,
    sync_playwright,
)

from tests.needs import needs
from tests.patience import PATIENCE

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    # Chromium obeys only the last --disable-features, so this one repeats most of Playwright's. Without its last three,
    # each context loads two pages for the menu of an address bar that nobody sees, which doubles the cost of a page.
    "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,"
    "OptimizationHints,AimEnabled,PreloadTopChromeWebUI,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
]  # fmt: skip
SETTLED = """Promise.allSettled(document.getAnimations()
  .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished))"""
"""JavaScript that waits until all transitions and animations have ended, except those that never end."""
VIOLATIONS = f"""async () => {{
  for (let tries = 5; ; tries--) {{
    await {SETTLED};  // a colour halfway through a transition has another contrast
    let changed = false;
    const observer = new MutationObserver(() => {{ changed = true; }});
    observer.observe(document, {{ subtree: true, childList: true, attributes: true }});
    const {{ violations }} = await axe.run(document, {{ resultTypes: ["violations"] }});
    observer.disconnect();
    if (tries === 1 || !changed || violations.length === 0) return violations;
  }}
}}"""
"""JavaScript that returns the violations that axe-core finds. If the page changes meanwhile, it looks again."""
KNOWS_ITS_GAME = '{"rules":"uka"}'
"""The stored preferences of a browser whose person has chosen Uka, and nothing else."""
AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE, TABLET, DESK = (360, 740), (820, 1180), (1440, 900)
NO_ERROR = (
    "Service Worker registration blocked by Playwright",
    "WebSocket is closed before the connection is established",  # by the page, which tries again or goes elsewhere
)
"""Parts of messages in the console that are no fault of a page."""


def chromium() -> str | None:
    """Return the path of the machine's Chromium."""
    named = os.environ.get("UKA_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def launched() -> Iterator[Browser]:
    """Launch a browser. Skip the test if the machine has none."""
    needs("browser")
    path = chromium()
    if path is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def reach(page: Page, url: str) -> None:
    """Wait until a page has gone to a URL; if it has not, fail with what the page says."""
    try:
        page.wait_for_url(url)
    except TimeoutError:
        pytest.fail(f"{page.url} has not gone to {url}. It says:\n{page.inner_text('body')}")


class Visitor:
    """A person with a browser of their own. ``faults`` collects errors on the page, and must be empty at the end.

    The page has no service worker unless ``service_workers="allow"`` is given: the worker of each new browser is one
    more process, and loads all files of the page. The person has chosen Uka in an earlier visit, unless ``newcomer``.
    """

    def __init__(
        self, browser: Browser, home: str, size: tuple[int, int], *, newcomer: bool = False, **options: Any
    ) -> None:
        viewport = {"width": size[0], "height": size[1]}
        options = {"service_workers": "block"} | options
        self.context = browser.new_context(base_url=home, viewport=viewport, **options)  # type: ignore[arg-type]
        self.context.set_default_timeout(1_000 * PATIENCE)
        expect.set_options(timeout=1_000 * PATIENCE)
        if not newcomer:
            text = json.dumps(KNOWS_ITS_GAME)
            self.context.add_init_script(
                f"if (origin !== 'null') localStorage['uka.settings'] ??= {text}"  # an empty page has no storage
            )
        self.faults: list[str] = []
        self.requests: list[str] = []
        self._home = urlsplit(home).netloc
        self.page = self.another_page()

    def another_page(self) -> Page:
        """Open another page of this browser."""
        page = self.context.new_page()
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.faults.append(f"{error}"))
        page.on("request", self._asked)
        return page

    def kill(self) -> None:
        """Kill the page's process, as a system does that is short of memory, and open an empty page in its place."""
        with suppress(Error):  # the page cannot answer
            self.page.goto("chrome://crash", timeout=5_000)
        self.page.close()
        self.page = self.another_page()

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in NO_ERROR):
            self.faults.append(f"{message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        self.requests.append(request.url)
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != self._home:
            self.faults.append(f"asked another host: {request.url}")

    def axe(self, *leave_out: str) -> list[str]:
        """Return the accessibility problems that axe-core finds on the present page, one line for each rule."""
        if not AXE.exists():
            pytest.skip("axe-core is not installed: make page")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: list[dict[str, Any]] = self.page.evaluate(VIOLATIONS)
        return [told(violation) for violation in found if violation["id"] not in leave_out]

    def close(self) -> None:
        self.context.close()


def every(found: Locator) -> list[Locator]:
    """Return all elements of a locator, once there is one. Playwright's ``all`` does not wait."""
    found.first.wait_for()
    return found.all()


def told(violation: dict[str, Any]) -> str:
    where: Sequence[Any] = [node["target"] for node in violation["nodes"]][:5]
    return f"{violation['id']}: {violation['help']} at {where}"
