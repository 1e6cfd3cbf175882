"""A live tournament: waiting commands always end, and tournaments in use stay in memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.server.web import served
from uka import rulesets
from uka.core.seats import Seat
from uka.hosting import tournament_audience
from uka.hosting.ids import tournament_of
from uka.server.base.clock import awake
from uka.server.live import tournament as event_module
from uka.server.live.context import ServerContext
from uka.server.live.tournament import LiveTournament
from uka.store import StoreUnavailable
from uka.tournament import DIRECTOR, Role, Roster, Tournament, TournamentEntries, TournamentRefusal, TournamentSettings
from uka.tournament import entries as en
from uka.tournament.commands import official, rounds, teams
from uka.tournament.round_clock import append_entries
from uka.wire import tournament_updates

pytestmark = pytest.mark.server

ID = "2345678923"


class Ear:
    """A client that records what it receives."""

    def __init__(self, grant: str = "") -> None:
        self.grant, self.heard, self.player = grant, awake(), ""
        self.told, self.bye = list[tournament_updates.TournamentUpdate](), 0

    def push(self, text: str) -> None:
        self.told.append(tournament_updates.read(text))

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        self.bye = code

    def places(self) -> list[int]:
        """Return the fair-play points of the first team in each message."""
        standings = [
            told.board.standings for told in self.told if isinstance(told, tournament_updates.TournamentChange)
        ]
        return [next(line.fair_play for line in lines if line.team == 1) for lines in standings if lines]


@asynccontextmanager
async def playing(settings: TournamentSettings | None = None) -> AsyncGenerator[tuple[ServerContext, LiveTournament]]:
    """Start a round of four teams at two tables, with an official at each."""
    async with served() as web:
        events = web.context.tournaments
        event = await events.open("A day of Uka", rulesets.find("tainui"), settings or TournamentSettings(clock_ms=0))
        await event.do(lambda t: teams.enter_all(t, DIRECTOR, [Roster(f"Team {n}") for n in range(4)]), DIRECTOR)
        await event.do(lambda t: teams.set_tables(t, DIRECTOR, (1, 2)), DIRECTOR)
        for table in (1, 2):
            await event.do(grant(f"o{table}", table), DIRECTOR)
        await event.do(lambda t: rounds.seat(t, DIRECTOR, "secret"), DIRECTOR)
        await event.do(lambda t: rounds.start(t, DIRECTOR), DIRECTOR)
        yield web.context, event


def grant(id: str, table: int) -> Any:
    return lambda t: teams.grant_link(t, DIRECTOR, en.LinkGranted(id, Role.OFFICIAL, "Ana", table=table))


def dealt(table: int, by: str | None = None) -> Any:
    return lambda t: official.tap(t, by or f"o{table}", en.FirstDealerSet(table, Seat.SOUTH))


def taps(live_tournament: LiveTournament) -> int:
    return sum(len(match.taps) for match in live_tournament.tournament.rounds[-1].matches)


def broken(_: Tournament) -> TournamentEntries:
    raise ZeroDivisionError("a fault")


async def outcomes(*work: Any) -> Sequence[Any]:
    return await asyncio.gather(*work, return_exceptions=True)


# Commands appended together


async def test_an_error_in_one_command_does_not_affect_others() -> None:
    async with playing() as (_, event):
        first, fault, refusal, last = await outcomes(
            event.do(dealt(1), "o1", "m1"), event.do(broken, "o1"), event.do(dealt(9), "o2"), event.do(dealt(2), "o2")
        )
        assert isinstance(fault, ZeroDivisionError)
        assert isinstance(refusal, TournamentRefusal)
        assert first < last == event.tournament.seq
        assert taps(event) == 2


async def test_many_slow_commands_at_once_let_others_be_served_between_them() -> None:
    """A director with many connections sends commands that take long, some of them refused."""

    def slow(command: Any) -> Any:
        def carried_out(t: Tournament) -> TournamentEntries:
            turns.append(turn)
            time.sleep(event_module.BATCH_SECONDS)
            return command(t)

        return carried_out

    async with playing() as (_, event):
        turn, turns, work = 0, list[int](), list[Any]()
        for number in range(6):
            work += [event.do(slow(grant(f"n{number}", 1)), DIRECTOR), event.do(slow(grant("o1", 1)), DIRECTOR)]
        waiting = asyncio.gather(*work, return_exceptions=True)
        while not waiting.done():
            await asyncio.sleep(0)
            turn += 1
        done: list[Any] = [*waiting.result()]
        assert done[::2] == sorted({*done[::2]})  # in their order, each once
        assert all(isinstance(refused, TournamentRefusal) for refused in done[1::2])
        assert len({*turns}) == len(work)


async def test_an_error_of_the_store_or_of_publishing_ends_all_waiting_commands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playing() as (context, event):

        async def append(*_: object) -> None:
            raise ZeroDivisionError("a fault")

        with monkeypatch.context() as patch:
            patch.setattr(context.store, "append", append)
            found = await asyncio.wait_for(outcomes(event.do(dealt(1), "o1"), event.do(dealt(2), "o2")), 20)
        assert [type(error) for error in found] == [ZeroDivisionError] * 2
        assert taps(event) == 0
        with monkeypatch.context() as patch:
            patch.setattr(event, "_follower", lambda *_: 1 / 0)  # type: ignore[misc]
            (found,) = await asyncio.wait_for(outcomes(event.do(dealt(1), "o1", "m1")), 20)
        assert isinstance(found, ZeroDivisionError)
        kept = await event.do(dealt(1), "o1", "m1")  # it is on disk, so that the repeated message is done
        assert (kept, taps(event)) == (event.tournament.seq, 1)
        await event.do(dealt(2), "o2")


async def test_a_cancelled_command_does_not_affect_others() -> None:
    async with playing() as (_, event):
        going, staying = [asyncio.ensure_future(event.do(dealt(table), f"o{table}")) for table in (1, 2)]
        await asyncio.sleep(0)
        going.cancel()
        assert await staying == event.tournament.seq
        assert taps(event) == 2
        assert going.cancelled()


async def test_waiting_commands_end_when_a_tournament_is_put_away() -> None:
    async with playing() as (context, event):
        waiting = [asyncio.ensure_future(event.do(dealt(table), f"o{table}", "m1")) for table in (1, 2)]
        await asyncio.sleep(0)
        late = asyncio.ensure_future(event.do(dealt(1), "o1", "m2"))
        await asyncio.sleep(0)
        context.tournaments.close()
        found = await asyncio.wait_for(outcomes(*waiting, late, event.do(dealt(2), "o2")), 20)
        assert {type(error) for error in found} == {StoreUnavailable}
        context.tournaments._tournaments.clear()
        again = await context.tournaments.find(event.id)
        for table in (1, 2):
            await again.do(dealt(table), f"o{table}", "m1")
        assert taps(again) == 2


async def test_a_waiting_command_of_a_revoked_link_is_refused() -> None:
    async with playing() as (_, event):
        mine, other = Ear("o1"), Ear("o2")
        for ear in (mine, other):
            event.arrive(ear)
        before, _, after, theirs = await outcomes(
            event.do(dealt(1), "o1"), event.do(lambda t: teams.revoke_link(t, DIRECTOR, "o1"), DIRECTOR),
            event.do(dealt(1), "o1"), event.do(dealt(2), "o2"),
        )  # fmt: skip
        assert isinstance(before, int)
        assert "no longer works" in str(after)
        assert isinstance(theirs, int)
        assert (mine.bye, other.bye) == (4403, 0)
        assert not [told for told in mine.told if isinstance(told, tournament_updates.TournamentChange)]


async def test_two_links_may_use_the_same_ids() -> None:
    async with playing() as (_, event):
        first, second = await outcomes(event.do(dealt(1), "o1", "m1"), event.do(dealt(2), "o2", "m1"))
        assert first != second
        assert await event.do(dealt(1), "o1", "m1") == first
        assert taps(event) == 2


# Standings at intervals


async def test_standings_are_sent_at_intervals_while_points_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_audience, "STANDINGS_INTERVAL", 0.2)
    async with playing() as (_, event):
        screen, given = Ear(), 0
        event.arrive(screen)
        start = time.monotonic()
        async with asyncio.timeout(PATIENCE):
            while (spent := time.monotonic() - start) < 1 or len(screen.places()) < 3:
                await event.do(lambda t: official.give_fair_play(t, DIRECTOR, 1, 1), DIRECTOR)
                given += 1
                await asyncio.sleep(0.01)
        assert 3 <= len(screen.places()) <= spent / 0.2 + 2  # some of them, but not all
        async with asyncio.timeout(PATIENCE):
            while screen.places()[-1] != given:
                await asyncio.sleep(0.01)


# Memory


async def test_a_tournament_in_use_stays_in_memory() -> None:
    async with playing() as (context, event):
        screen, later = Ear(), awake() + 10_000
        event.arrive(screen)
        context.tournaments.sweep(later)
        assert (context.tournaments.all, screen.bye) == ((event,), 0)
        event.depart(screen)
        async with asyncio.timeout(PATIENCE):
            while event.busy:
                await asyncio.sleep(0.01)
        event.touched -= 1_000
        assert await context.tournaments.find(event.id) is event  # the client has not presented its link yet
        context.tournaments.sweep(awake())
        assert context.tournaments.all == (event,)
        context.tournaments.sweep(later)
        assert (context.tournaments.all, event.closed) == ((), True)
        first, second = await asyncio.gather(context.tournaments.find(event.id), context.tournaments.find(event.id))
        assert first is second is not event
        assert first.tournament == event.tournament


@pytest.mark.parametrize("late", [0, 60_000])
async def test_a_bell_that_was_due_while_the_server_was_down_rings_once_at_its_time(late: int) -> None:
    async with served() as web:
        events, at = web.context.tournaments, web.context.clock.now() - 60_000 - late
        t, first = teams.open_tournament(
            "A day of Uka", rulesets.find("tainui"), TournamentSettings(clock_ms=60_000), at=at
        )
        roster = [en.TeamEntered(number, Roster(f"Team {number}")) for number in (1, 2)]
        written = (
            *roster,
            en.TablesSet((1,)),
            en.RoundSeated(1, (en.Pairing(1, (1, 2)),), (), "secret"),
            en.RoundStarted(),
        )
        _, lines = append_entries(t, written, at=at, by=DIRECTOR)
        await web.context.store.append(ID, 0, [line.text for line in (first, *lines)])
        event = await events.find(ID)
        screen = Ear()
        event.arrive(screen)
        async with asyncio.timeout(PATIENCE):
            while not any(isinstance(told, tournament_updates.TournamentChange) for told in screen.told):
                await asyncio.sleep(0.01)
        events.close()
        events._tournaments.clear()
        again = await events.find(ID)
        await asyncio.sleep(0.05)
        assert again.tournament.rounds[-1].rang
        lines = [en.TournamentLine.parse(text) for text in await web.context.store.read(ID)]
        assert [line.at for line in lines if isinstance(line.entry, en.RoundBellRang)] == [at + 60_000]


# Tables of the server


async def test_tables_are_opened_when_the_store_is_back_and_followed_while_their_round_lasts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(event_module, "RETRY_AFTER", 0.05)
    tried = 0
    async with served() as web:
        opens = web.context.tables.open

        async def unsteady(*args: Any) -> Any:
            nonlocal tried
            tried += 1
            if tried in (2, 3):
                raise StoreUnavailable("the store's disk is full")
            return await opens(*args)

        monkeypatch.setattr(web.context.tables, "open", unsteady)
        event = await web.context.tournaments.open(
            "Online", rulesets.find("tainui"), TournamentSettings(clock_ms=0, online=True)
        )
        await event.do(lambda t: teams.enter_all(t, DIRECTOR, [Roster(f"Team {n}") for n in range(4)]), DIRECTOR)
        await event.do(lambda t: teams.set_tables(t, DIRECTOR, (1, 2)), DIRECTOR)
        await event.do(lambda t: rounds.seat(t, DIRECTOR, "secret"), DIRECTOR)
        followers = web.context.tournament_tables._followers
        async with asyncio.timeout(PATIENCE):
            while len(followers) < 2:
                await asyncio.sleep(0.01)
        assert tried == 4
        assert {*followers} == {match.live for match in event.tournament.rounds[-1].matches}
        await event.do(lambda t: rounds.seat(t, DIRECTOR, "another"), DIRECTOR)  # seated again, at other tables
        async with asyncio.timeout(PATIENCE):
            while len(followers) < 2:
                await asyncio.sleep(0.01)
        assert {*followers} == {match.live for match in event.tournament.rounds[-1].matches}
        web.context.tournaments.close()
        assert (followers, web.context.tournament_tables._followed) == ({}, {})


async def test_a_repeated_message_completes_a_bots_fill_in_after_the_store_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playing(TournamentSettings(clock_ms=0, online=True, bots="novice")) as (context, event):
        async with asyncio.timeout(PATIENCE):
            while not all(match.live for match in event.tournament.rounds[-1].matches):
                await asyncio.sleep(0.01)
        ask = lambda: context.tournament_tables.fill_with_bot(event, DIRECTOR, 1, Seat.WEST, "m1")  # noqa: E731

        async def gone(*_: object) -> int:
            raise StoreUnavailable("the store's disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(event, "do", gone)
            with pytest.raises(StoreUnavailable):
                await ask()
        live = await context.tables.find(event.tournament.rounds[-1].matches[0].live)
        assert live.table.chair(Seat.WEST).bot == "novice"
        done = await ask()
        assert event.tournament.rounds[-1].matches[0].bots == (Seat.WEST,)
        assert await ask() == done
        assert tournament_of(live.table.host) == event.id
