"""Runs the page's own network code in whole games, with the server's real messages and over a bad connection.

Vitest runs it in Node. ``recorded-messages.test.ts`` reads messages of games that are played here.
``live-server.test.ts`` plays a game itself, over a connection that loses, repeats and cuts messages.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.core.test_unseen import TABLES
from tests.node import node
from tests.patience import PATIENCE
from tests.server.process import Serving
from tests.server.proxy import HARMS, Proxy
from tests.table.driver import Driver
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.hosting.audience import Audience, snapshot_message
from uka.records import Dealt, Log
from uka.records.fair import Receipt, verify
from uka.table import TableSettings, TableStage
from uka.table.commands import gameplay, people
from uka.table.entries import ShareOpened
from uka.table.game_record import record
from uka.table.personas import ROSTER

pytestmark = pytest.mark.server

WEB = Path(__file__).resolve().parents[2] / "web"
VITEST = WEB / "node_modules" / "vitest" / "vitest.mjs"


NAMED_BOT = re.compile(rf"\bBot ({'|'.join(persona.name for persona in ROSTER)})\b")
ALLOWED = 1_000 * PATIENCE
"""The milliseconds that each test may take in Node."""
RELOADS = 0.05
"""The fraction of messages after which a reload of the page is tried."""


class Viewer:
    """A viewer of a table, and all messages that the viewer is sent.

    ``missed`` are the same messages as a page would receive them that missed them. ``wholes`` maps a number of messages
    to the full state that a page reloaded after them would receive.
    """

    address, heard, gone = "", 0.0, False

    def __init__(self, player: str) -> None:
        self.player, self.told, self.missed = player, list[str](), list[str]()
        self.wholes = dict[int, str]()
        self.shares = dict[int, tuple[Seat, str]]()

    def push(self, text: str) -> None:
        self.told.append(text)

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        raise AssertionError(why)


class Played:
    """One or more games that Ana and Ben play with two bots while Eve watches.

    ``withheld`` is a pack for which Ben does not open his seed share.
    """

    def __init__(
        self, rules: Ruleset, settings: TableSettings, seed: str, games: int = 1, withheld: int | None = None
    ) -> None:
        self.driver, self.withheld = Driver(rules, settings, seed=seed), withheld
        self.driver.seat("ana", "ben")
        self.driver.do(people.join, "eve", "Eve")
        self.viewers = [Viewer("ana"), Viewer("eve")]
        self.audience, self.seen = Audience(1_000), len(self.driver.steps)
        for viewer in self.viewers:
            self.audience.add(viewer)
            for messages in (viewer.told, viewer.missed):
                messages.append(self.whole(viewer))
        for _ in range(games):
            self.play()

    @property
    def record(self) -> Log:
        """Return the record of the last game."""
        return record(self.driver.lines)

    def play(self) -> None:
        self.driver.begin()
        self.viewers[0].shares.clear()
        self.tell()
        while self.driver.table.stage is not TableStage.OVER:
            if not (self.share() or self.by_hand()):
                assert self.driver.person() or self.driver.next()
            self.tell()

    def whole(self, viewer: Viewer) -> str:
        return snapshot_message("t1", self.driver.table, viewer.player, "i", self.driver.now)

    def share(self) -> bool:
        """Let Ana or Ben commit to or open a seed share for the next pack. Which of them acts first varies."""
        table, ana = self.driver.table, self.viewers[0]
        shares, players = table.shares, ["ana", "ben"][:: self.driver.rng.choice((1, -1))]
        if shares and shares.commitments_closed and table.number == self.withheld:
            players.remove("ben")
        did = any(self.driver.share(player) for player in players)
        for entry in (step.line.entry for step in self.driver.steps[self.seen :]):
            if isinstance(entry, ShareOpened) and entry.seat is table.seat_of("ana"):
                ana.shares[entry.number] = entry.seat, entry.share
        return did

    def by_hand(self) -> bool:
        """Let a person cut or choose the packets, at a table where people do so by hand; or leave it to the shuffle."""
        table, rng = self.driver.table, self.driver.rng
        if table.game is None or not table.settings.by_hand or rng.random() < 0.3:
            return False
        dealer = table.game.dealer
        cuts = table.stage is TableStage.CUTTING
        player = table.chair(dealer.right if cuts else dealer).player
        if player is None or table.stage not in (TableStage.CUTTING, TableStage.DEALING):
            return False
        if cuts:
            self.driver.do(gameplay.cut_pack, player, rng.randrange(4, len(table.rules.cards) - 3))
        else:
            self.driver.do(
                gameplay.deal_cards, player, rng.choice(("3-2", "2-3")) if table.rules.packets == "free" else None
            )
        return True

    def tell(self) -> None:
        steps = self.driver.steps[self.seen :]
        self.seen += len(steps)
        if not steps:
            return
        since = steps[0].line.seq - 1
        self.audience.publish(steps, since, lambda: "i")
        for viewer in self.viewers:
            missed = self.audience.missed_update(self.driver.table, viewer.player, since, "i")
            assert missed
            viewer.missed.append(missed)
            if self.driver.rng.random() < RELOADS:
                viewer.wholes[len(viewer.told)] = self.whole(viewer)


@pytest.fixture(scope="module")
def messages_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a file for each game and viewer, and with the files that Vitest wrote about them.

    Vitest must pass.
    """
    folder = tmp_path_factory.mktemp("told")
    for name, rules in TABLES.items():
        i = zlib.crc32(name.encode())  # so that a new table changes no other's settings
        settings = TableSettings(revokes=i % 3 == 1, by_hand=i % 3 == 2, secrets_open_after="deal" if i % 2 else "game")
        short = rules.changed({"target": 2} if rules.target else {})
        played = Played(short, settings, name, 1 + (i % 5 == 0), withheld=1 + i % 2 if i % 3 else None)
        for viewer in played.viewers:
            game = {
                "told": viewer.told,
                "missed": viewer.missed,
                "wholes": sorted(viewer.wholes.items()),
                "shares": viewer.shares,
                "record": played.record.text,
                "dealers": [
                    step.state.dealer for step in played.record.replay() if isinstance(step.entry, Dealt) and step.state
                ],
            }
            (folder / f"{plain(name)}-{viewer.player}.json").write_bytes(msgspec.json.encode(game))
    vitest("recorded-messages", UKA_TOLD=str(folder))
    return folder


def plain(name: str) -> str:
    """Return a name with characters that are allowed in file names."""
    return re.sub(r"\W+", "_", name)


def vitest(name: str, **settings: str) -> None:
    """Run one test file of the page with Vitest."""
    if not VITEST.exists():
        pytest.skip("the page's tools are not installed: make page")
    done = subprocess.run(
        [node(), str(VITEST), "run", "--reporter=dot", f"--testTimeout={ALLOWED:.0f}", f"src/lib/net/{name}.test.ts"],
        cwd=WEB,
        env={**os.environ, "NO_COLOR": "1", **settings},
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.daily(10)
@pytest.mark.parametrize("viewer", ["ana", "eve"])
@pytest.mark.parametrize("name", TABLES)
def test_what_the_browser_saw_fits_the_record(messages_folder: Path, name: str, viewer: str) -> None:
    file = messages_folder / f"{plain(name)}-{viewer}.json"
    log = Log.parse(msgspec.json.decode(file.read_bytes())["record"])
    receipt = msgspec.json.decode(file.with_suffix(".receipt").read_bytes(), type=Receipt)
    assert len(receipt.packs) >= len(verify(log)) - 1
    assert {verdict.fair for verdict in verify(log, receipt)} == {True}
    first, *others = receipt.packs
    changed = msgspec.structs.replace(first, awaited=())
    wrong = verify(log, msgspec.structs.replace(receipt, packs=(changed, *others)))
    assert [verdict.fair for verdict in wrong].count(False) == 1


@pytest.mark.parametrize("viewer", ["ana", "eve"])
@pytest.mark.parametrize("name", TABLES)
def test_the_sentences_about_a_game_match_the_golden_file(
    messages_folder: Path, golden: Callable[[str, str], None], name: str, viewer: str
) -> None:
    file = f"{plain(name)}-{viewer}.txt"
    golden(f"page/{file}", with_numbered_bots((messages_folder / file).read_text("utf-8")))


def with_numbered_bots(text: str) -> str:
    """Return ``text`` with numbers in place of the bots' names, which change with every field that rulesets get."""
    numbers = dict[str, int]()
    return re.sub(NAMED_BOT, lambda found: f"Bot {numbers.setdefault(found[0], len(numbers) + 1)}", text)


def test_a_game_is_played_over_a_bad_connection(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    for harm in ("lost", "broken", "cut"):
        monkeypatch.setitem(HARMS, harm, 0.03)

    async def play() -> Proxy:
        async with Proxy(server.address[1], Random(1)) as line:
            line_at = f"http://127.0.0.1:{line.port}"
            await asyncio.to_thread(vitest, "live-server", UKA_SERVER_AT=server.at, UKA_LINE_AT=line_at)
        return line

    with ThreadPoolExecutor(1) as thread:  # the browser's event loop runs in this thread
        line = thread.submit(asyncio.run, play()).result()
    assert sum(line.did.values()) > 3, line.did
