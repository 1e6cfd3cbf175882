"""Runs a fraudulent server for each kind of fraud.

A browser and a Python client play at its table, and its record is verified.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from tests.patience import PATIENCE
from tests.server.malicious import FRAUDS, ROOT, serving
from uka.bots import bot
from uka.client import Client, TableSession
from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.table import TableStage
from uka.wire.http_bodies import ServerKey

from .browser import DESK, Visitor
from .playing import over, play, sits, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

FAIRNESS = ROOT / "docs" / "fairness.md"
LONGEST = PATIENCE
DAILY = ("grinding_person", "renamed")
"""The frauds that are tested by default; ``make prove`` tests all."""
OPENS_NONE = ("grinding_person", "withheld")
"""Frauds in which Ben opens no share of his hash chain, because the server opens another share for him, or none."""


class Reports(NamedTuple):
    """The report of each witness of a game.

    ``page`` is the page at the table, ``record`` the page with the record, ``client`` the Python client. ``verify`` is
    ``uka verify`` with the record, and ``receipt`` with the receipt that the page saved too.
    """

    page: str
    record: str
    client: str
    verify: str
    receipt: str


class Guests(threading.Thread):
    """Cleo, an honest Python client, and Ben, whom the server controls, at one table."""

    def __init__(self, server: str, address: str, fraud: str) -> None:
        super().__init__(daemon=True)
        self._server, self._fraud = server, fraud
        self._table, self._invitation = address.removeprefix("/table/").split("#")
        self.said = ""
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.said = asyncio.run(self._come())
        except Exception as error:
            self.error = error

    async def _come(self) -> str:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(asyncio.timeout(LONGEST))
            his, hers = [await self._attend(stack, name) for name in ("Ben", "Cleo")]
            return await self._play(his, hers)

    async def _attend(self, stack: AsyncExitStack, name: str) -> TableSession:
        client = await stack.enter_async_context(Client(self._server, name, patience=PATIENCE, timeout=PATIENCE))
        return await stack.enter_async_context(client.attend(self._table, self._invitation, watch=True))

    async def _play(self, his: TableSession, hers: TableSession) -> str:
        """Return the report of Cleo's client on the game or on its record.

        It is empty if the client finds nothing wrong.
        """
        if self._fraud in OPENS_NONE:
            withhold(his)
        await his.sit(Seat.EAST)
        await hers.sit(Seat.NORTH)
        await asyncio.gather(plays(his), plays(hers))
        try:
            await hers.record()
        except UkaError as error:
            return hers.cheated or str(error)
        return "; ".join(f"{seats[0]} withheld a share of pack {pack}" for pack, seats in hers.withheld.items())


def withhold(at: TableSession) -> None:
    """Open only the seed share for the draw's pack, and withhold all later ones."""
    opens = at._open_share

    async def open_share(seat: Seat, number: int, share: bytes) -> int:
        return at.version if number else await opens(seat, number, share)

    at._open_share = open_share  # type: ignore[method-assign]


async def plays(at: TableSession) -> None:
    """Play to the end of the game, whatever fraud the server commits."""
    await at.until(lambda: at.scene.stage is not TableStage.SEATING)
    with suppress(UkaError):
        await at.play(bot("random"), Random(3))


def verified(record: Path, key: str, *more: str) -> str:
    """Return the last line that ``uka verify`` prints, without sentences about packs that were dealt again."""
    command = [sys.executable, "-m", "uka.cli", "verify", str(record), "--key", key, *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False, cwd=ROOT)
    *packs, last = done.stdout.splitlines() or [done.stderr]
    again = [pack.rpartition("; ")[2] for pack in packs if "dealt again" in pack]
    return "; ".join([*again, re.sub(r"( \w{4}){8}$", " …", last)])


def reports_on(browser: Browser, fraud: str, folder: Path) -> Reports:
    """Play a game at a server that commits a fraud. Return the reports of all witnesses."""
    with serving(fraud, folder) as server:
        ana = Visitor(browser, server.at, DESK)
        changes = {"target": 0, "bridge": False, "deals": 1, "draw": "random"}
        address = table(ana, begin=False, rules="bicycle", changes=changes, settings={"rest_ms": 0})
        guests = Guests(server.at, address, fraud)
        ana.page.goto(address)
        guests.start()
        for name, seat in (("Ben", Seat.EAST), ("Cleo", Seat.NORTH)):
            expect(sits(ana.page, name, seat)).to_be_visible()
        ana.page.get_by_role("button", name="Start").click()
        play(ana.page, until=lambda: over(ana.page))
        page = (ana.page.locator(".verdict").text_content() or "").strip()
        ana.page.get_by_role("button", name="Share", exact=True).click()
        with ana.page.expect_download() as download:
            ana.page.get_by_role("button", name="Save your fairness receipt").click()
        download.value.save_as(folder / "game.receipt")
        text = ana.page.context.request.get(f"/api/tables/{address[7:15]}/records/0").body()
        key = msgspec.json.decode(ana.page.context.request.get("/api/key").body(), type=ServerKey).key
        ana.page.goto("/records")
        ana.page.get_by_role("button", name="Check fairness").click()
        proof = ana.page.get_by_role("listitem").get_by_role("status")
        expect(proof).to_contain_text(re.compile("Proven|Unproven|Forged"))
        guests.join(LONGEST)
        assert guests.error is None, guests.error
        assert not ana.faults
        (folder / "game.uka").write_bytes(text)
        record = (proof.text_content() or "").strip()
        ana.close()
    alone = verified(folder / "game.uka", key)
    beside = verified(folder / "game.uka", key, "--receipt", str(folder / "game.receipt"))
    return Reports(page, record, guests.said, alone, beside)


# Who detects what

FAIR = "Every pack was dealt fairly: your browser has checked it."
SIGNED = "The server signed this record, and nothing in it has changed since."
ALL = "All 2 packs were dealt fairly. Seats that added to every shuffle: North, East, and South."
CHANGED = "its signature doesn't match: it was changed after it was signed"
PROVEN = "proven: signed by the key that you gave"
RENAMED = "The record names Bob at East, but you saw Ben there."
SAT = "the record names Bob, where Ben sat when the game began: East"


def unfair_pack(page: str, client: str, verify: str = "", record: str = "") -> Reports:
    """Return the expected reports on a pack that all witnesses find unfair."""
    named = f"forged: deal 1: {verify or client}"
    wrong = "Pack 1 was not dealt fairly: "
    return Reports(wrong + page, f"Forged. {SIGNED} {wrong}{record or page}", client, named, named)


EXPECTED = {
    "grinding_person": unfair_pack(
        "The share that East opened doesn't match its commitment.",
        "the share that East opens for pack 1 doesn't match its commitment",
    ),
    "grinding_bot": unfair_pack(
        "West has a share in the pack, but nobody sits there.",
        "West has a share in pack 1, but nobody sits there",
        "the share that West opens for pack 1 doesn't match its commitment",
        "The share that West opened doesn't match its commitment.",
    ),
    "late_cut": unfair_pack(
        "The pack was cut by hand after a share was open, or before its time.",
        "a cut by hand comes before any share is opened",
    ),
    "other_pack": unfair_pack(
        "The cards don't match the secret and the shares.",
        "the cards of pack 1 don't match its secret and the shares",
        "the pack doesn't match the secret and the shares",
        "The pack doesn't match what was revealed.",
    ),
    "other_secret": unfair_pack(
        "The secret revealed is not the one committed to.",
        "the secret of pack 1 is not the one committed to",
        "the secret revealed is not the one committed to",
    ),
    "withheld": Reports(
        f"{FAIR} East held back a share, so pack 2 was dealt instead.",
        f"Proven. {SIGNED} All 2 packs were dealt fairly. Seats that added to every shuffle: North and South. "
        "East held back a share, so pack 1 was dealt instead.",
        "East withheld a share of pack 1",
        *[f"dealt again, since East withheld a share; {PROVEN}"] * 2,
    ),
    "left_out": Reports(
        "Pack 1 was not dealt fairly: This browser's share was left out.",
        f"Unproven. {SIGNED} All 2 packs were dealt fairly. Nobody at the table added to the shuffle of pack 1.",
        "the share of this seat, North, was left out of pack 1",
        *["unproven: pack 1: nobody at the table had a share in it"] * 2,
    ),
    "forged_signature": Reports(
        FAIR, f"Forged. The record was changed after it was signed. {ALL}", CHANGED, *[f"forged: {CHANGED}"] * 2
    ),
    "other_key": Reports(
        FAIR,
        "Unproven. The server's key has changed since your first visit: it is a different server, or it lost its data. "
        + ALL,
        "the record is signed with another key than the server's",
        *["unproven: it is signed with a key that you do not know: …"] * 2,
    ),
    "renamed": Reports(
        FAIR,
        f"Forged. The record was changed after it was signed. {RENAMED} {ALL}",
        CHANGED,
        f"forged: {CHANGED}",
        f"forged: {CHANGED}; {SAT}",
    ),
    "renamed_and_signed": Reports(FAIR, f"Forged. {SIGNED} {RENAMED} {ALL}", SAT, PROVEN, f"forged: {SAT}"),
    "made_up": Reports(
        FAIR,
        f"Proven. {SIGNED} {ALL}",
        "pack 0 of the record: the receipt has a different commitment from the server",
        PROVEN,
        "forged: "
        + "; ".join(f"pack {n}: the receipt has a different commitment from the server" for n in range(2))
        + "; the record names Ana, where Cleo sat when the game began: North",
    ),
}
"""The expected report of each witness on each fraud.

A report that finds nothing wrong means that this witness can't notice the fraud.
"""
NAMED = {
    "grinding_person": "A person opens another share than they committed to",
    "grinding_bot": "A bot has a share",
    "late_cut": "The cut is made after shares were opened",
    "other_pack": "A pack is dealt that does not follow from the shares",
    "other_secret": "The server opens a secret that it did not commit to",
    "withheld": "A person withholds a share",
    "left_out": "A person who is connected is left out",
    "forged_signature": "The signature does not fit the record",
    "other_key": "The record is signed with another key",
    "renamed": "A player is renamed in a signed record",
    "renamed_and_signed": "The server renames a player, then signs",
    "made_up": "The server signs a game that nobody played",
}
"""The names of the frauds in ``docs/fairness.md``."""


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "fraud",
    [
        fraud if fraud in DAILY else pytest.param(fraud, marks=(pytest.mark.slow, pytest.mark.exhaustive))
        for fraud in FRAUDS
    ],
)
def test_each_witness_names_the_fraud(browser: Browser, fraud: str, tmp_path: Path) -> None:
    assert reports_on(browser, fraud, tmp_path) == EXPECTED[fraud]


@pytest.mark.parametrize("fraud", FRAUDS)
def test_the_documentation_says_which_witness_notices_which_fraud(fraud: str) -> None:
    found = EXPECTED[fraud]
    table_, alone = found.page != FAIR, found.verify != PROVEN
    client, beside = bool(found.client), found.receipt != PROVEN
    marks = ("yes" if seen else "no" for seen in (table_, client, alone, beside))
    assert f"| {NAMED[fraud]} | {' | '.join(marks)} |" in FAIRNESS.read_text(encoding="utf-8")
