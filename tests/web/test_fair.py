"""The page's part in fair dealing: whole games in a browser, and servers that manipulate the deal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, TimeoutError, WebSocketRoute, expect

from tests.alike import alike
from uka.core.seats import Seat
from uka.records import Log
from uka.records.fair import Receipt, verify

from .browser import DESK, PHONE, Visitor
from .known import serving
from .playing import PLAIN, click, hand, likes, over, play, sits, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
Message = dict[str, Any]
FAIR = "Every pack was dealt fairly: your browser has checked it."
SHORT: dict[str, Any] = {"changes": {"target": 0, "deals": 2}, "settings": PLAIN}


def verdict(page: Page) -> str:
    """Return what the page says after the game about the fairness of the packs."""
    return page.locator(".verdict").text_content() or ""


def ends(*pages: Page) -> None:
    play(*pages, until=lambda: all(over(page) for page in pages))


def record(page: Page, address: str) -> Log:
    """Return the record of a table's first game."""
    at = address.removeprefix("/table/").partition("#")[0]
    return Log.parse(page.context.request.get(f"/api/tables/{at}/records/0").text())


@alike("size", DESK, PHONE)
def test_what_a_browser_saw_is_saved_and_fits_the_record(visit: Visit, size: tuple[int, int]) -> None:
    ana = visit(size)
    address = table(ana, **SHORT)
    ana.page.goto(address)
    play(ana.page, until=lambda: hand(ana.page).count() > 0)
    ana.page.reload()  # the stored observations survive a reload
    ends(ana.page)
    assert verdict(ana.page).strip() == FAIR
    ana.page.get_by_role("button", name="Share", exact=True).click()
    with ana.page.expect_download() as download:
        ana.page.get_by_role("button", name="Save your fairness receipt").click()
    assert download.value.suggested_filename.endswith(".receipt")
    receipt = msgspec.json.decode(Path(download.value.path()).read_bytes(), type=Receipt)
    found = verify(record(ana.page, address), receipt)
    assert [(each.fair, each.by) for each in found] == [(True, found[0].by)] * len(receipt.packs)


def test_two_pages_of_one_person_use_the_same_shares(visit: Visit) -> None:
    ana = visit()
    address = table(ana, begin=False, **SHORT)
    ana.page.goto(address)
    other = ana.context.new_page()
    other.goto(address)
    expect(other.get_by_role("button", name="Start")).to_be_visible()
    ana.page.get_by_role("button", name="Start").click()
    ana.page.bring_to_front()  # Chromium slows down the timers of a hidden page
    play(ana.page, until=lambda: over(ana.page) and over(other))
    assert {verdict(ana.page).strip(), verdict(other).strip()} == {FAIR}
    assert all(len(each.by) == 1 for each in verify(record(ana.page, address)))


BY_HAND: dict[str, Any] = {"changes": {"target": 0, "deals": 4, "cut": True, "packets": "free"}}


def test_the_cut_and_the_packets_are_chosen_before_the_pack_is_known(visit: Visit) -> None:
    ana = visit()
    address = table(ana, **BY_HAND, settings=PLAIN | {"by_hand": True, "hand_ms": 600_000})
    ana.page.goto(address)
    story = ana.page.get_by_role("complementary", name="What happened")
    handy = re.compile("^Cut$|Three, then two|Take this card|I deal|^Deal$")

    def act(page: Page) -> None:
        # the number of cards cut is a secret until then
        assert not re.search(r"cut by|cards? off", story.text_content() or "")
        click(page)

    def by_hand() -> bool:
        button = ana.page.get_by_role("button", name=handy)
        if button.count():
            with suppress(TimeoutError):  # the control disappeared meanwhile
                button.first.click(timeout=2_000)
        return over(ana.page)

    play(ana.page, until=by_hand, act=act)
    expect(story).to_contain_text("You cut the pack.")
    expect(story).to_contain_text("You deal three cards each, then two.")
    assert verdict(ana.page).strip() == FAIR
    notes = [json.loads(e["text"]) for e in lines(record(ana.page, address)) if e.get("kind") == "fair"]
    kinds = [note["type"] for note in notes]
    assert {"pack_cut", "packet_pattern_chosen"} <= set(kinds)
    for cut in (i for i, kind in enumerate(kinds) if kind in ("pack_cut", "packet_pattern_chosen")):
        assert kinds[cut - 1] in ("commitments_closed", "pack_cut")
        assert kinds[cut + 1] in ("packet_pattern_chosen", "share_opened")
    assert {each.fair for each in verify(record(ana.page, address))} == {True}


def lines(log: Log) -> list[Message]:
    return [json.loads(line) for line in log.text.splitlines()[1:]]


# A person who withholds a share


@pytest.fixture
def impatient(browser: Browser, tmp_path: Path) -> Iterator[Callable[[], Visitor]]:
    """Return a function that opens a visitor's browser at a server that waits for a share for some seconds only."""
    visitors = list[Visitor]()
    with serving(tmp_path, shares=6_000) as server:

        def come() -> Visitor:
            visitors.append(Visitor(browser, server.at, DESK))
            return visitors[-1]

        yield come
        assert not [fault for visitor in visitors for fault in visitor.faults]
        for visitor in visitors:
            visitor.close()


def test_a_person_who_withholds_a_share_is_named_at_the_table_and_at_the_end(impatient: Callable[[], Visitor]) -> None:
    ana, ben = impatient(), impatient()
    likes(ben, name="Ben", speed="still")
    address = table(ana, begin=False, changes={"target": 0, "deals": 1}, settings=PLAIN)
    ben.page.route_web_socket(re.compile("/socket"), withholding)
    ana.page.goto(address)
    ben.page.goto(address)
    ben.page.get_by_role("button", name="Move here: West").click()
    expect(sits(ana.page, "Ben", Seat.WEST)).to_be_visible()
    ana.page.get_by_role("button", name="Start").click()
    said = "Ben took too long to help shuffle: the cards were dealt again."
    expect(ana.page.get_by_role("main").get_by_text(said).first).to_be_visible()
    expect(ana.page.locator("[aria-live]").get_by_text(said)).to_be_attached()
    ends(ana.page, ben.page)
    assert re.fullmatch(FAIR + r" \w+ held back a share, so pack 1 was dealt instead\.", verdict(ana.page).strip())
    assert "It added nothing to the shuffle of pack 1 and 2." in verdict(ben.page)


def withholding(socket: WebSocketRoute) -> None:
    """Pass a page's messages on to the server, except those that open its seed shares."""
    server = socket.connect_to_server()
    socket.on_message(lambda frame: None if b'"open_share"' in bytes_of(frame) else server.send(frame))


def bytes_of(frame: str | bytes) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame


# A server that manipulates the deal: messages to the page are changed on their way


def bending(change: Callable[[Message], None]) -> Callable[[WebSocketRoute], None]:
    """Return a proxy that changes each update that a table sends to a page."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def told(frame: str | bytes) -> None:
            update = json.loads(frame)
            if update["type"] == "table_change":
                change(update)
            socket.send(json.dumps(update))

        server.on_message(told)

    return route


def other_secret(update: Message) -> None:
    for event in events(update, "pack_secret_opened"):
        event["secret"] = "ab" * 32


def other_pack(update: Message) -> None:
    for event in events(update, "upcard_turned"):
        event["card"] = "Ah" if event["card"] == "As" else "As"


def other_cut(update: Message) -> None:
    for event in events(update, "pack_dealt"):
        event["cut"] = 5 if event["cut"] == 4 else 4


def bot_with_a_share(update: Message) -> None:
    for line in entries(update, "commitments_closed"):
        bot = next(view["seat"] for view in update["scene"]["seats"] if view["player"] is None)
        line["entry"]["by"] = [*line["entry"]["by"], bot]


def left_out(update: Message) -> None:
    for line in entries(update, "commitments_closed"):
        line["entry"]["by"] = []


def late_cut(update: Message) -> None:
    for line in list(entries(update, "share_opened")):
        cut = {"type": "pack_cut", "seat": "west", "cards": 9}
        update["lines"].insert(update["lines"].index(line) + 1, line | {"entry": cut, "events": []})


def events(update: Message, kind: str) -> list[Message]:
    lines = (*update["lines"], *update.get("own_lines", ()))
    return [event for line in lines for event in line.get("events", ()) if event["type"] == kind]


def entries(update: Message, kind: str) -> list[Message]:
    return [line for line in update["lines"] if (line.get("entry") or {}).get("type") == kind]


@pytest.mark.daily(1)
@alike(
    ("change", "why"),
    (other_pack, "The cards don't match the secret and the shares."),
    (left_out, "This browser's share was left out."),
    (other_secret, "The secret revealed is not the one committed to."),
    (other_cut, "The cut doesn't match the secret and the shares."),
    (bot_with_a_share, "North has a share in the pack, but nobody sits there."),
    (late_cut, "The pack was cut by hand after a share was open, or before its time."),
    daily=2,
)
def test_a_server_that_manipulates_the_deal_is_detected(
    visit: Visit, change: Callable[[Message], None], why: str
) -> None:
    ana = visit()
    ana.page.route_web_socket(re.compile("/socket"), bending(change))
    ana.page.goto(table(ana, begin=False, changes={"target": 0, "deals": 1, "cut": True}, settings=PLAIN))
    ana.page.get_by_role("button", name="Start").click()
    ends(ana.page)
    assert re.fullmatch(rf"Pack [01] was not dealt fairly: {re.escape(why)}", verdict(ana.page).strip())
    expect(ana.page.locator(".verdict.problem")).to_be_visible()
