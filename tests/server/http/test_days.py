"""The day's deals: everyone gets the same, the first game counts, and nothing can be forged."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.clock import NOON, Clock
from tests.patience import PATIENCE
from tests.server.web import ONE_WORKER, Web, served
from uka import days, rulesets
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.days import BoardOpened, DayBegun, DayBoard, DayFinished, day_rules, par
from uka.records.fair import FIRST_DAY, is_seed_of
from uka.server.live import day_boards
from uka.server.live import days as live_days
from uka.server.live.table import LiveTable
from uka.table import GivenDeals, TableRefusal, TableStage
from uka.table.commands import gameplay, people
from uka.wire.http_bodies import Guest

pytestmark = [pytest.mark.server, pytest.mark.usefixtures("clock")]

ANA, BEN = Guest("ana", "Ana"), Guest("ben", "Ben")
DAY = NOON.date()
RULES = day_rules(rulesets.find("uka"))


async def place_of(web: Web, guest: Guest, day: date = DAY) -> live_days.DayTable:
    from uka.server.base.requester import Requester

    return await web.context.days.play(day, RULES, guest, Requester(guest.player, "192.0.2.1"))


async def play_out(live: LiveTable, player: str, choose: Any) -> list[tuple[Observation, Any]]:
    """Play a person's seat to the end of the game, and return what they saw and chose."""
    seen = list[tuple[Observation, Any]]()
    await live.do(lambda t: people.record_reconnection(t, player), player)
    async with asyncio.timeout(PATIENCE):
        while live.table.stage is not TableStage.OVER:
            table = live.table
            observation = table.observe(Seat.SOUTH) if table.turn is Seat.SOUTH and table.game else None
            if observation and observation.my_turn:
                action = choose(observation)
                seen.append((observation, action))
                await live.do(lambda t, a=action: gameplay.submit_action(t, player, a, t.seq), player)
            elif table.scored is not None and not table.chair(Seat.SOUTH).ready:
                await live.do(lambda t: gameplay.declare_ready(t, player), player)
            else:
                await asyncio.sleep(0.005)
    return seen


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing at the table wait for people, and bots choose at once."""

    monkeypatch.setattr(days, "LEVEL", "club")
    usual = live_days._settings
    quick = {"answer_ms": 0, "draw_ms": 0, "deal_ms": 0, "trick_ms": 0, "rest_ms": 0}
    monkeypatch.setattr(live_days, "_settings", lambda day, pace: replace(usual(day, pace), **quick))


def first_legal(seen: Observation) -> Any:
    return seen.lawful_actions[0]


@pytest.mark.usefixtures("hurried")
async def test_two_people_get_the_same_deals_and_the_same_play_meets_the_same_play() -> None:
    async with served(**ONE_WORKER) as web:
        one, two = await place_of(web, ANA), await place_of(web, BEN)
        assert one.counted
        assert two.counted
        assert one.live is not two.live
        hers = await play_out(one.live, "ana", first_legal)
        his = await play_out(two.live, "ben", first_legal)
        assert hers == his
        board = await web.context.days.own_board(DAY, RULES, ANA)
        assert board.opened
        while not board.par or len(board.standings) < 2:
            board = await web.context.days.own_board(DAY, RULES, BEN)
            await asyncio.sleep(0.05)
        seed = web.context.packs.seed(GivenDeals("day", "2026-11-24"), RULES)
        assert board.par == par(RULES, "day:2026-11-24", seed, level="club")
        assert [standing.rank for standing in board.standings] == [1, 1]
        assert board.standings[0].points == board.standings[1].points
        assert len(board.standings[0].points) == 8


@pytest.mark.usefixtures("hurried")
async def test_the_first_game_counts_and_later_ones_are_practice() -> None:
    async with served(**ONE_WORKER) as web:
        first, again = await place_of(web, ANA), await place_of(web, ANA)
        assert again == first
        with pytest.raises(TableRefusal):  # of the seat, the settings, the bots and the game only the server decides
            await first.live.do(lambda t: people.sit(t, "ana", Seat.NORTH), "ana")
        for act in (people.pause, lambda t, p: people.seat_bot(t, p, Seat.NORTH, "random"), gameplay.undo_action):
            with pytest.raises(TableRefusal):
                await first.live.do(lambda t, act=act: act(t, "ana"), "ana")
        rng = Random(1)
        await play_out(first.live, "ana", lambda seen: rng.choice(seen.lawful_actions))
        practice = await place_of(web, ANA)
        assert not practice.counted
        assert practice.live.table.host == "ana"
        assert practice.live.table.settings.given == ("day", "2026-11-24")
        counted = (await web.context.days.board(DAY, RULES)).finished["ana"]
        await practice.live.do(lambda t: people.leave(t, "ana"), "ana")
        assert (await web.context.days.own_board(DAY, RULES, ANA)).finished == {"ana": counted}


@pytest.mark.usefixtures("hurried")
async def test_a_result_that_was_not_written_is_written_by_the_next_who_asks() -> None:
    async with served(**ONE_WORKER) as web:
        place = await place_of(web, ANA)
        web.context.tables.unwatch(place.live.id)  # as if the process had died at the end of the game
        await play_out(place.live, "ana", first_legal)
        assert not (await web.context.days.board(DAY, RULES)).finished
        web.context.tables.unload(place.live)
        board = await web.context.days.own_board(DAY, RULES, ANA)
        assert board.finished["ana"].points


async def test_a_day_that_has_not_come_is_refused() -> None:
    async with served(**ONE_WORKER) as web:
        for wrong in (DAY + timedelta(1), FIRST_DAY - timedelta(1)):
            with pytest.raises(TableRefusal, match="the days with deals are 2026-01-01 to 2026-11-24"):
                await place_of(web, ANA, wrong)


async def test_a_seed_is_published_after_its_day_and_leads_to_the_anchor(clock: Clock) -> None:
    async with served(**ONE_WORKER) as web, web.client() as client:
        days = web.context.days
        assert days.published_seed(DAY) is None
        assert days.published_seed(DAY - timedelta(1)) is not None
        assert days.last_published() == (DAY - timedelta(1), days.published_seed(DAY - timedelta(1)))
        clock.set(day_boards.end_of(DAY) / 1_000)
        assert days.last_published() == (DAY - timedelta(1), days.published_seed(DAY - timedelta(1)))
        assert days.published_seed(DAY) is None
        clock.set((day_boards.end_of(DAY) + day_boards.GRACE) / 1_000)
        seed = days.published_seed(DAY)
        assert seed is not None
        before = days.published_seed(DAY - timedelta(1))
        assert before is not None
        kept = (await client.get("/engine/days.json")).json()  # what a page asks for that is kept for offline
        assert kept == {"day": DAY.isoformat(), "seed": seed.hex()}
        assert is_seed_of(seed, DAY, before, DAY - timedelta(1))
        assert is_seed_of(seed, DAY, days.anchor, FIRST_DAY - timedelta(1))
        assert not is_seed_of(bytes(32), DAY, days.anchor, FIRST_DAY - timedelta(1))


@pytest.mark.usefixtures("hurried")
async def test_a_table_of_today_is_for_its_own_player_alone_until_the_day_is_over(clock: Clock) -> None:
    async with served(**ONE_WORKER) as web:
        ana, ben = await web.guest("Ana"), await web.guest("Ben")
        player = (await ana.get("/api/me")).json()["player"]
        counted = (await place_of(web, Guest(player, "Ana"))).live
        await play_out(counted, player, first_legal)
        practice = (await place_of(web, Guest(player, "Ana"))).live
        for live in (counted, practice):
            at, invitation = f"/api/tables/{live.id}", web.context.invitations.of(live)
            await live.do(
                lambda t: people.change_settings(t, t.host, replace(t.settings, public=True)), live.table.host
            )
            for path in ("", "/records", "/records/0", "/records/0/replay", "/records/0/chances"):
                answer = await ben.get(f"{at}{path}", headers={"x-uka-invitation": invitation})
                assert (answer.status_code, "once the day is over" in answer.text) == (403, True), path
            assert (await ben.post(f"{at}/join", json={"invitation": invitation})).status_code == 403
            assert live.id not in (await ben.get("/api/lobby")).text
            assert (await ana.get(f"{at}/records")).is_success
        assert (await ana.get(f"/api/tables/{counted.id}/records/0/replay")).is_success
        clock.set((day_boards.end_of(DAY) + day_boards.GRACE) / 1_000)
        assert (await ben.get(f"/api/tables/{counted.id}/records/0")).is_success


@pytest.mark.usefixtures("hurried")
async def test_a_game_of_a_past_day_has_a_result_but_no_rank() -> None:
    async with served(**ONE_WORKER) as web:
        place = await place_of(web, ANA, DAY - timedelta(2))
        await play_out(place.live, "ana", first_legal)
        board = await web.context.days.own_board(DAY - timedelta(2), RULES, ANA)
        standing = board.result_of("ana")
        assert standing
        assert standing.rank is None
        assert not board.standings


async def test_the_routes_tell_of_others_points_but_of_no_deal_before_the_end() -> None:
    async with served(**ONE_WORKER) as web:
        guest = await web.guest("Ana")
        status = (await guest.get("/api/days")).json()
        assert (status["today"], status["deals"]) == ("2026-11-24", 8)
        ticket = (await guest.post("/api/days/2026-11-24/games", json={"rules": "uka"})).json()
        assert ticket["counted"]
        page = (await guest.get("/api/days/2026-11-24?rules=uka")).json()
        assert page["own"] == {"table": ticket["table"], "points": [], "rank": None}
        assert not {"par", "averages", "seed"} & {name for name, value in page.items() if value}
        for path, why in (
            ("/api/days/2026-13-01", "a day is a date such as 2026-11-24"),
            ("/api/days/2027-01-01", "the days with deals are"),
            ("/api/days/2026-11-24?rules=nosuch", "no ruleset of that name"),
            ("/api/days/2026-11-24?changes=1", "changes are a JSON object"),
            ("/api/days/2026-11-24?changes=" + '{"a":' * 5_000, "nested too deeply"),
        ):
            answer = await guest.get(path)
            assert 400 <= answer.status_code < 500
            assert why in answer.text
        table = {"rules": "uka", "settings": {"deals": "day:2026-11-24"}}
        forged = await guest.post("/api/tables", json=table)
        assert forged.status_code == 409
        assert "only the server opens tables for the deals of a day" in forged.text


@pytest.mark.daily(1)
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("wrong", [-86_400, 86_400])
async def test_a_game_has_its_rank_though_the_clock_was_wrong_for_a_while(clock: Clock, wrong: int) -> None:
    async with served(**ONE_WORKER) as web:
        live = (await place_of(web, ANA)).live
        await live.do(lambda t: people.record_reconnection(t, "ana"), "ana")
        async with asyncio.timeout(PATIENCE):
            while live.table.turn is not Seat.SOUTH:
                await asyncio.sleep(0.01)
        clock.shift(wrong)
        await live.do(lambda t: people.record_disconnection(t, "ana"), "ana")
        clock.shift(-wrong)
        await play_out(live, "ana", first_legal)
        standing = (await web.context.days.own_board(DAY, RULES, ANA)).result_of("ana")
        assert standing
        assert standing.rank == 1


@pytest.mark.usefixtures("hurried")
async def test_a_laptop_that_slept_over_the_end_of_a_day_goes_on_and_tells_that_the_result_is_late(
    clock: Clock,
) -> None:
    async with served(**ONE_WORKER) as web:
        live = (await place_of(web, ANA)).live
        await live.do(lambda t: people.record_reconnection(t, "ana"), "ana")
        clock.suspend(20 * 3_600)
        assert web.context.days.today == DAY + timedelta(1)
        await play_out(live, "ana", first_legal)
        standing = (await web.context.days.own_board(DAY, RULES, ANA)).result_of("ana")
        assert standing
        assert standing.rank is None
        assert (await place_of(web, ANA, DAY + timedelta(1))).counted
        assert web.context.metrics.overdue._value.get() == 0


def test_points_are_ranked_and_equal_points_share_a_rank() -> None:
    board = DayBoard([BoardOpened(RULES)])
    for number, total in enumerate((3, 5, 5, -2)):
        board.add(DayBegun(f"p{number}", f"P{number}", f"t{number}", number))
        board.add(DayFinished(f"p{number}", (total, *(0,) * 7), 10 - number))
    board.add(DayFinished("p0", (100,) * 8, 99))  # a second result changes nothing
    board.add(DayFinished("late", (100,) * 8, 5, late=True))
    assert [(each.rank, each.name, each.total) for each in board.standings] == [
        (1, "P2", 5), (1, "P1", 5), (3, "P0", 3), (4, "P3", -2)
    ]  # fmt: skip
    assert board.averages == (2.75, *(0.0,) * 7)
    late = board.result_of("late")
    assert late
    assert late.rank is None
