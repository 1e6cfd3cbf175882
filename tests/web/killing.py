"""Kills a page without a server at random moments, and checks that nothing is lost that the page was told as done."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Page, expect

from uka.table import parse, replayed
from uka.tournament import TournamentLine
from uka.tournament import replayed as replayed_tournament

from .browser import Visitor
from .playing import NEXT, OFFERED, over
from .test_director import button

LISTENS = """{
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (data.type !== "text") return;
        const { version, scene } = JSON.parse(data.text);
        const done = version ?? scene?.version;
        if (done !== undefined) void noteDone(done);
      });
    }
  };
}"""
"""A script that notes the versions of a table or tournament that the engine tells the page."""
PLAYS = f"() => {{ window.playing = setInterval(() => ({OFFERED})(true), 15); }}"
"""A script that uses each control that a table offers."""
TAPS = """() => {
  setInterval(() => {
    const form = document.querySelector("dialog[open] [data-kind]");
    if (form?.dataset.kind === "dealer") form.querySelector(".tall").click();
    if (form?.dataset.kind !== "deal") return;
    const [makers, , ...tricks] = form.querySelectorAll("[type=radio]");
    makers.click();
    tricks[3].click();
    setTimeout(() => form.querySelector(".enter")?.click(), 5);
  }, 30);
}"""
"""A script that enters one deal after another in the open form of a table."""
LINES = """async (log) => {
  const answered = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await answered(indexedDB.open("uka-logs"));
  const found = await answered(
    database.transaction("lines").objectStore("lines").getAll(IDBKeyRange.bound([log], [log, []])),
  );
  database.close();
  return found;
}"""
"""A script that returns the lines of a log that the browser keeps."""
LONGEST = 1_500
"""The most milliseconds between the first use of a page and its end."""


class KilledPage:
    """A page that is killed again and again, and opened again each time.

    ``kills`` counts how often that happened, and ``lines`` is the log that was found the last time.
    """

    def __init__(self, visitor: Visitor, rng: Random) -> None:
        self.visitor, self._rng = visitor, rng
        self.kills = 0
        self.lines = list[bytes]()
        self._told = -1
        visitor.context.expose_function("noteDone", self._note)
        visitor.context.add_init_script(LISTENS)
        visitor.page.goto("./")

    @property
    def page(self) -> Page:
        return self.visitor.page

    def play(self) -> None:
        """Play at a table until a random moment, kill the page, and open it again."""
        if "#/table/" not in self.page.url or over(self.page):
            self.page.goto("./#/")
            self._begin_log()
            self.page.get_by_role("button", name="Play now").click()
            self._see_table()
        self._kill("table", PLAYS)
        self._see_table()
        assert replayed(parse(self.lines)).seq == len(self.lines) - 1

    def open_round(self, teams: int) -> None:
        """Open a tournament, and start its first round."""
        open_round(self.page, teams)
        self._begin_log()

    def tap(self) -> None:
        """Enter deals at the next table of a round that is not over, kill the page, and open it again."""
        button(self.page, r"^Table \d+ .*Playing").first.click()
        self._kill("tournament", TAPS)
        assert replayed_tournament(TournamentLine.parse_all(self.lines)).seq == len(self.lines) - 1

    def _see_table(self) -> None:
        table = self.page.get_by_role("group", name="Your hand").or_(self.page.get_by_role("button", name=NEXT))
        expect(table.or_(self.page.get_by_role("region", name="The game is over")).first).to_be_visible()

    def _kill(self, kind: str, script: str) -> None:
        page, url = self.page, self.page.url
        page.evaluate(script)
        page.wait_for_timeout(self._rng.uniform(0, LONGEST))
        self.visitor.kill()
        self.kills += 1
        self.page.goto(url)
        found = re.search(f"#/{kind}/([^/#?]+)", url)
        assert found
        lines = kept_lines(self.page, found[1])
        assert len(lines) > self._told, "a line is lost that the page was told"
        assert lines[: len(self.lines)] == self.lines, "a line has changed"
        self.lines = lines

    def _note(self, version: int) -> None:
        self._told = max(self._told, version)

    def _begin_log(self) -> None:
        self._told, self.lines = -1, []


def kept_lines(page: Page, log: str) -> list[bytes]:
    """Return the lines of a log that a browser keeps."""
    return [line.encode() for line in page.evaluate(LINES, log)]


def open_round(page: Page, teams: int) -> None:
    """Open a tournament without a clock, and start its first round."""
    page.goto("./#/tournament")
    page.get_by_label("Name", exact=True).fill("Hall")
    page.get_by_label("Minutes per round").fill("0")
    button(page, "Open the tournament").click()
    button(page, "^Add teams$").click()
    page.get_by_label("Paste the list").fill("\n".join(f"Team {number}" for number in range(1, teams + 1)))
    button(page, "Add these teams").click()
    expect(page.get_by_text(f"{teams} teams added.")).to_be_visible()
    button(page, "Set the tables").click()
    button(page, "Set these tables").click()
    button(page, "Draw the first round").click()
    button(page, "Start round 1").click()
    expect(button(page, "^Table 1 ")).to_be_visible()
