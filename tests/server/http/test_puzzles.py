"""Routes for puzzles: what they tell, what they refuse, and that no answer holds a hidden card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.clock import NOON, Clock
from tests.puzzles.made import made, made_file, save_all
from tests.server.web import served
from uka import puzzles
from uka.core.deal import Deal
from uka.core.seats import Seat
from uka.hosting.puzzle_pages import _page
from uka.rulesets import find
from uka.server.live.day_boards import end_of
from uka.wire.puzzle_bodies import PuzzleAnswer, PuzzleList

pytestmark = pytest.mark.server
CARD = re.compile(r'"([2-9TJQKA][cdhs]|B)"')
HOUR = "max-age=3600, public"
SHIPPED = puzzles.HERE


@pytest.fixture(autouse=True)
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let puzzles of two rulesets come with Uka, whatever else does."""
    save_all(tmp_path, "bicycle", "uka")
    monkeypatch.setattr(puzzles, "HERE", tmp_path)
    puzzles.load.cache_clear()
    yield
    puzzles.load.cache_clear()


async def test_the_lists_count_the_puzzles_and_name_each_with_its_rating() -> None:
    async with served() as web:
        client = web.client()
        collections = (await client.get("/api/puzzles")).json()
        assert [each["rules"] for each in collections] == ["bicycle", "uka"]
        answer = await client.get("/api/puzzles/uka")
        assert answer.headers["Cache-Control"] == HOUR
        listed = msgspec.json.decode(answer.content, type=PuzzleList).themes
        assert {theme: len(each) for theme, each in listed.items()} == collections[1]["themes"]
        numbers = sorted(number for each in listed.values() for number in each)
        assert numbers == [puzzle.deal for puzzle in made_file("uka").puzzles]
        for number, rating in listed["ordering_up"].items():
            page = (await client.get(f"/api/puzzles/uka/{number}")).json()
            assert (page["number"], page["rating"], page["theme"]) == (number, rating, "ordering_up")


@pytest.mark.usefixtures("clock")
async def test_the_puzzle_of_a_day_is_the_same_for_everybody_all_day() -> None:
    async with served() as web:
        pages = [(await web.client().get(f"/api/puzzles/uka/day?date={day}")).json() for day in ("2026-11-24",) * 2]
        assert pages[0] == pages[1]
        other = (await web.client().get("/api/puzzles/uka/day?date=2026-11-25")).json()
        assert other["number"] != pages[0]["number"]
        assert (await web.client().get("/api/puzzles/uka/day")).json() == pages[0]


@pytest.mark.daily(2)
@pytest.mark.parametrize(("left", "stored"), [(7_200, 3_600), (3_600, 3_600), (3_599.5, 3_599), (600, 600), (0.4, 0)])
async def test_the_puzzle_of_today_is_not_stored_beyond_its_day(clock: Clock, left: float, stored: int) -> None:
    clock.stop(end_of(NOON.date()) / 1_000 - left)
    async with served() as web:
        answer = await web.client().get("/api/puzzles/uka/day")
        assert answer.headers["Cache-Control"] == f"max-age={stored}, public"
        dated = await web.client().get("/api/puzzles/uka/day?date=2026-11-24")
        assert dated.headers["Cache-Control"] == HOUR
        assert dated.json() == answer.json()
        clock.stop(end_of(NOON.date()) / 1_000)
        assert (await web.client().get("/api/puzzles/uka/day")).json() != answer.json()


async def test_an_attempt_tells_what_is_known_of_its_cost() -> None:
    puzzle = made_file("uka").puzzles[0]
    seen = puzzle.observation(find("uka"))
    rest = [action for action in seen.lawful_actions if action not in (*puzzle.best, puzzle.second)]
    async with served() as web:
        found = list[PuzzleAnswer]()
        for action in (puzzle.best[0], puzzle.second, rest[0]):
            body = msgspec.json.encode({"action": action})
            answer = await web.client().post(
                "/api/puzzles/uka/0/attempt", content=body, headers={"content-type": "application/json"}
            )
            found.append(msgspec.json.decode(answer.content, type=PuzzleAnswer))
    assert [each.solved for each in found] == [True, False, False]
    assert [(each.cost, each.exact) for each in found] == [(0.0, True), (0.05, True), (0.05, False)]
    assert all((each.best, each.second) == (puzzle.best, puzzle.second) for each in found)
    assert all((each.reasons, each.levels) == (puzzle.reasons, puzzle.solved) for each in found)


@pytest.mark.daily(4)
@pytest.mark.parametrize(
    ("method", "path", "body", "status", "why"),
    [
        ("GET", "/knock", None, 404, "there are no puzzles of that ruleset, only of bicycle, uka"),
        ("GET", "/uka/3", None, 404, "there is no puzzle of that number"),
        ("GET", "/uka/99999999999999999999", None, 404, "there is no puzzle of that number"),
        ("GET", "/../day", None, 404, ""),
        ("GET", "/uka/day?date=2026-13-01", None, 400, "date"),
        ("POST", "/uka/3/attempt", {"action": {"type": "pass"}}, 404, "there is no puzzle of that number"),
        ("POST", "/uka/7/attempt", {"action": {"type": "pass"}}, 400, ""),
        ("POST", "/uka/7/attempt", {"action": {"type": "cheat"}}, 400, "cheat"),
        ("POST", "/uka/7/attempt", {"action": {"type": "pass"}, "more": 1}, 400, "more"),
    ],
)
async def test_what_is_refused(method: str, path: str, body: object, status: int, why: str) -> None:
    async with served() as web:
        answer = await web.client().request(method, f"/api/puzzles{path}", json=body)
        assert answer.status_code == status
        assert why in answer.json()["why"]
        assert answer.headers["Cache-Control"] == "no-store"


def unseen(deal: Deal, seat: Seat) -> set[str]:
    """Return the cards that a seat has not seen: the other hands, the kitty, and what others put away."""
    seen = deal.observe(seat)
    known = {*seen.cards, seen.upcard, *seen.trick, *seen.shown, *seen.put_away, *seen.received, *seen.kitty_taken}
    known.update(card for trick in seen.tricks for card in trick.cards)
    everything = {card for other in deal.rules.seats for card in deal.hand(other)} | {*deal.kitty}
    return {str(card) for card in everything - known}


@pytest.mark.daily(2)
@pytest.mark.parametrize("name", ["uka", "tainui", "bicycle", "north_american"])
def test_no_page_holds_a_card_that_the_seat_has_not_seen(name: str) -> None:
    rules = find(name)
    for number in range(60):
        puzzle, deal = made(rules, number)
        assert deal.turn is not None
        hidden = unseen(deal, deal.turn)
        assert len(hidden) >= 4
        page = _page(made_file(name, 0), puzzle)
        assert not hidden & cards_in(page.position)


@pytest.mark.parametrize("name", puzzles.names())
def test_the_pages_and_answers_of_the_puzzles_that_come_with_uka_hold_no_hidden_card(name: str) -> None:
    found = puzzles.read(SHIPPED / f"{name}.puzzles")
    for puzzle in found.puzzles:
        seen = puzzle.observation(found.header.rules)
        played = {card for trick in seen.tricks for card in trick.cards} | {*seen.trick}
        known = {str(card) for card in (*seen.cards, seen.upcard, *seen.put_away, *played)}
        assert cards_in(_page(found, puzzle).position) <= known, puzzle.deal
        assert cards_in((puzzle.best, puzzle.second)) <= {str(card) for card in seen.cards}, puzzle.deal


def cards_in(told: object) -> set[str]:
    """Return the cards in what the server tells."""
    return set(CARD.findall(msgspec.json.encode(told).decode()))
