"""The boards of a day: nobody reads the packs of one on another, and many new boards cost nobody else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from tests.clock import NOON
from tests.days.test_boards import stated_seed
from tests.patience import PATIENCE
from tests.server.http.test_days import ANA, first_legal, hurried, play_out
from tests.server.web import ONE_WORKER, Web, served
from uka import rulesets
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.days import BoardOpened, DayBegun, DayBoard, day_rules
from uka.records.fair import commitment, secrets_from_seed
from uka.server.base.options import ServerOptions
from uka.server.base.requester import Requester
from uka.server.live import day_boards
from uka.table import NO_PAUSES, TableRefusal
from uka.table.commands import people
from uka.wire.http_bodies import Guest

pytestmark = [pytest.mark.server, pytest.mark.usefixtures("clock")]
DAY = NOON.date()
HOUSE, STRANGER = "192.0.2.66", "192.0.2.1"
MADE_UP = 48
__all__ = ["hurried"]


def made_up(number: int) -> Ruleset:
    """Return a ruleset that is not shipped."""
    return day_rules(rulesets.find("uka").changed({"words": {"alone": f"mine {number}"}}))


async def test_no_board_shows_the_packs_of_another() -> None:
    async with served(**ONE_WORKER) as web:
        guest = await web.guest("Ana")
        asked: list[dict[str, Any]] = [{"rules": name} for name in rulesets.names()]
        asked += [{"rules": "uka", "changes": change} for change in ({"words.alone": "mine"}, {"title": "Mine"})]
        secrets = list[str]()
        for body in asked:
            ticket = (await guest.post(f"/api/days/{DAY}/games", json=body)).json()
            secrets += (await web.context.tables.find(ticket["table"])).table.secrets
        assert len(secrets) >= 9 * len(asked)
        assert len(set(secrets)) == len(secrets)


@pytest.mark.usefixtures("hurried")
async def test_a_stranger_checks_the_packs_of_a_day_from_the_record_and_the_published_seed() -> None:
    past = DAY - timedelta(2)
    async with served(**ONE_WORKER) as web:
        guest = await web.guest("Ana")
        body = {"rules": "tainui", "changes": {"title": "Ōtāhuhu"}}
        table = (await guest.post(f"/api/days/{past}/games", json=body)).json()["table"]
        live = await web.context.tables.find(table)
        player = live.table.chair(Seat.SOUTH).player
        assert player
        await play_out(live, player, first_legal)
        answer = await guest.get(f"/api/tables/{table}/records/0")
        assert answer.status_code == 200, answer.text
        record = answer.text
        published = (await guest.get(f"/api/days/{past}")).json()["seed"]
    header, *entries = map(json.loads, record.splitlines())
    notes = [json.loads(entry["text"]) for entry in entries if entry.get("kind") == "fair"]
    stated = [each for note in notes if note["type"] == "server_committed" for each in note["commitments"]]
    seed = bytes.fromhex(stated_seed(published, header["rules"]))
    assert len(stated) >= 9
    assert stated == [commitment(secret) for secret in secrets_from_seed(seed, range(len(stated)))]


@pytest.mark.parametrize("deals", ["day:2026-11-24", "match:abcdefgh"])
def test_the_rules_of_given_deals_are_not_changed_at_the_table(deals: str) -> None:
    table, _ = people.open_table(made_up(1), "ana", "Ana", at=0, settings=replace(NO_PAUSES, deals=deals))
    with pytest.raises(TableRefusal, match=f"the deals of a {deals.partition(':')[0]} belong to rules"):
        people.change_rules(table, "ana", day_rules(rulesets.find("uka")))


async def test_new_boards_by_changed_rules_are_limited_and_the_shipped_ones_are_not() -> None:
    usual = {name: getattr(ServerOptions, name) for name in ("boards_a_guest", "boards_an_address")}
    async with served(**ONE_WORKER | usual) as web:
        guests = [await web.guest(f"Guest {number}") for number in range(6)]
        numbers, answers = count(), list[Any]()
        for guest in guests:
            for _ in range(8):
                body = {"rules": "uka", "changes": {"words": {"alone": f"mine {next(numbers)}"}}}
                answers.append(await guest.post(f"/api/days/{DAY}/games", json=body))
        assert [answer.status_code for answer in answers[:8]] == [200] * 5 + [429] * 3
        assert answers[5].json()["why"] == (
            "you have opened many boards with changed rules: come again in 5 minutes, or play by a shipped ruleset"
        )
        assert 240 < int(answers[5].headers["Retry-After"]) <= 300
        assert sum(answer.status_code == 200 for answer in answers) == 20
        assert any("your address has opened many boards" in answer.text for answer in answers)
        known = {"rules": "uka", "changes": {"words": {"alone": "mine 0"}}}
        for body in ({"rules": "uka"}, {"rules": "tainui"}, known):  # shipped ones, and one that is open already
            assert (await guests[-1].post(f"/api/days/{DAY}/games", json=body)).status_code == 200


async def test_par_of_few_boards_is_computed_at_once_for_one_address() -> None:
    async with served(**ONE_WORKER) as web:
        asked = recorded(web, events := list[tuple[str, str]]())
        for number in range(MADE_UP):
            payer = Requester(f"guest {number % 6}", HOUSE)
            web.context.day_boards.request_par(DAY, made_up(number), DayBoard(), payer)
        web.context.day_boards.request_par(DAY, made_up(-1), DayBoard(), Requester("eve", STRANGER))
        async with asyncio.timeout(PATIENCE):
            while ("asked", STRANGER) not in events:
                await asyncio.sleep(0.01)
        assert asked(HOUSE) <= day_boards.MOST_AN_ADDRESS


@pytest.mark.usefixtures("hurried")
async def test_a_stranger_waits_for_no_par_of_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(day_boards, "MOST_AN_ADDRESS", MADE_UP)
    async with served(**ONE_WORKER) as web:
        asked = recorded(web, events := list[tuple[str, str]]())
        for number in range(MADE_UP):
            guest = Guest(f"g{number % 6}", f"Guest {number % 6}")
            await web.context.days.play(DAY, made_up(number), guest, Requester(guest.player, HOUSE))
        since = len(events)
        place = await web.context.days.play(DAY, day_rules(rulesets.find("uka")), ANA, Requester("ana", STRANGER))
        await play_out(place.live, "ana", first_legal)
        assert asked(HOUSE) > 1  # much par is still to be computed
    delay = list[int]()
    for at, event in enumerate(events[since:], since):
        if event == ("asked at a table", STRANGER):
            end = events.index(("chosen at a table", STRANGER), at)
            delay.append(events[at:end].count(("chosen", HOUSE)))
    assert delay
    assert max(delay) <= 2, delay  # the choice that a worker is making, and one more


def recorded(web: Web, events: list[tuple[str, str]]) -> Callable[[str], int]:
    """Record who asks for choices of bots, and when these are made. Return a function that counts those still to come.

    It counts those at tables without people, and for par. Where a bot has only one action, there is nothing to choose.
    """
    choose: Callable[..., Awaitable[Action | None]] = web.context.bots.choose

    async def noted(level: str, seen: Observation, payer: Requester, *, people: bool, **more: Any) -> Action | None:
        where = " at a table" * people
        chosen = len(seen.lawful_actions) > 1
        events.extend([("asked" + where, payer.address)] * chosen)
        action = await choose(level, seen, payer, people=people, **more)
        events.extend([("chosen" + where, payer.address)] * chosen)
        return action

    web.context.bots.choose = noted  # type: ignore[method-assign]
    return lambda address: events.count(("asked", address)) - events.count(("chosen", address))


async def test_who_reads_a_board_while_entries_are_added_counts_each_once() -> None:
    rules, done = made_up(1), asyncio.Event()
    async with served(**ONE_WORKER) as web, asyncio.timeout(PATIENCE):
        boards = web.context.day_boards
        board = await boards.read(DAY, rules)

        async def read() -> None:
            while not done.is_set():
                await boards.read(DAY, rules)

        async with asyncio.TaskGroup() as group:
            for _ in range(5):
                group.create_task(read())
            await boards.add(DAY, board, rules, BoardOpened(rules))
            for number in range(100):
                await boards.add(DAY, board, rules, DayBegun(f"p{number}", f"P{number}", f"t{number}", number))
            done.set()
        assert board.seq == 101
        assert len(board.begun) == 100
