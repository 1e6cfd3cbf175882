"""Scripted clients play whole games over a real server, and every pack of every record verifies as fair."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from random import Random

import pytest
from msgspec.structs import replace

from tests.client.fake import AT_ONCE
from tests.patience import PATIENCE
from tests.server.web import listening, served
from uka import coach
from uka.bots import bot, names
from uka.client import Client, CommandRefused, ConnectionEnded, ServerUnreachable, StaleCommand, TableSession
from uka.core.events import HandDealt
from uka.core.seats import SEATS, Seat
from uka.records.fair import verify
from uka.server.live.context import ServerContext
from uka.solver import claims
from uka.table import Phrase, TableSettings, TableStage, table_view
from uka.table.entries import PhraseSaid
from uka.table.events import PackDealt

pytestmark = pytest.mark.server

NAMES = ("Ana", "Ben", "Caro", "Dan")
SHORT = {"uka": {"target": 4}, "tainui": {"target": 5}, "bicycle": {}, "cardgames": {"target": 5}}


@asynccontextmanager
async def house() -> AsyncIterator[tuple[ServerContext, str]]:
    """Run a server. Yield its context and its URL."""
    async with served(messages=1e6, message_burst=1e6) as web, listening(web) as url:
        yield web.context, url


@asynccontextmanager
async def company(
    url: str, rules: str, settings: TableSettings = AT_ONCE, seats: int = 4, **changes: object
) -> AsyncIterator[list[TableSession]]:
    """Yield four clients at a new table, of whom the first is the host. Clients beyond ``seats`` watch."""
    async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(url, name, timeout=60)) for name in NAMES]
        ticket = await clients[0].open(rules, changes=SHORT[rules] | changes, settings=settings)
        doors = [clients[0].attend(ticket.table)]
        doors += [client.attend(ticket.table, ticket.invitation, watch=True) for client in clients[1:]]
        here = [await stack.enter_async_context(door) for door in doors]
        for at, seat in zip(here[:seats], SEATS, strict=False):
            await at.sit(seat)
        yield here


async def agreed(context: ServerContext, at: TableSession) -> None:
    """Check that a client's state of the table equals the server's view for that client."""
    live = await context.tables.find(at.table)
    while at.version != (table := live.table).seq:  # the table goes on if somebody is cut off or comes back
        await at.until(lambda: at.version >= live.table.seq)
    seen = table_view(table, at.seat)
    assert (at.scene, at.deal, at.people) == (seen.scene, seen.deal, seen.people)
    assert (at.commitments, at.secrets, at.cheated) == (seen.commitments, seen.secrets, None)


@pytest.mark.daily(3)
@pytest.mark.parametrize("rules", SHORT)
@pytest.mark.parametrize("levels", [("random",) * 4, ("club", "random", "club", "random")])
async def test_four_play_a_game(rules: str, levels: tuple[str, ...]) -> None:
    async with house() as (context, url), company(url, rules) as here:
        await here[0].begin()
        await asyncio.gather(
            *(at.play(bot(level), Random(i)) for i, (at, level) in enumerate(zip(here, levels, strict=True)))
        )
        for at in here:
            await agreed(context, at)
            log = await at.record()
            assert [set(verdict.by) for verdict in verify(log)] == [set(SEATS)] * at.scene.number
        assert log.state.score == here[0].scene.score
        client = here[0].client
        assert isinstance(client, Client)
        told = await client.replay(here[0].table, 0, seat=Seat.SOUTH, deal=0)
        assert told.deals[0].steps[0].hands[Seat.SOUTH.index]
        assert told.deals[0].steps[0].hands[Seat.NORTH.index] is None
        game = await client.verify(log.text)
        assert [verdict.fair for verdict in game[0].verdicts] == [True] * here[0].scene.number
        assert (await here[0].client.records(here[0].table))[0].players


async def test_one_who_plays_with_bots_takes_choices_back() -> None:
    async with house() as (context, url), Client(url, "Ana", timeout=60) as ana:
        settings = replace(AT_ONCE, rest_ms=50)
        ticket = await ana.open("uka", changes={"target": 6}, settings=settings, seat=Seat.SOUTH, begin=True)
        async with asyncio.timeout(PATIENCE), ana.attend(ticket.table) as at:
            rng, undone = Random(1), 0
            while at.scene.stage is not TableStage.OVER:
                await at.until(lambda: at.my_turn or at.scene.stage is TableStage.OVER)
                if at.scene.stage is TableStage.OVER:
                    break
                before = at.deal
                assert at.observation
                with suppress(CommandRefused):  # the game may be over, or the next cards dealt
                    await at.act(rng.choice(at.observation.legal_actions))
                    if not undone or rng.random() < 0.3:
                        await at.undo()
                        undone += 1
                        await agreed(context, at)
                        assert at.deal == before
            assert undone
            with pytest.raises(CommandRefused, match="no game is being played"):
                await at.undo()
            log = await at.record()
            assert at.cheated is None
            assert all(verdict.fair for verdict in verify(log))


async def test_one_who_practises_is_given_a_hint_and_a_review() -> None:
    async with house() as (_, url), Client(url, "Ana", timeout=60) as ana:
        settings = replace(AT_ONCE, rest_ms=0)  # South may sit out a deal, and the next must come by itself
        ticket = await ana.open("cardgames", settings=settings, seat=Seat.SOUTH, begin=True)
        async with asyncio.timeout(PATIENCE), ana.attend(ticket.table) as at:
            await at.until(lambda: at.my_turn)
            assert at.observation
            assert (await ana.hint(ticket.table)).choices == coach.hint(at.observation)
            await at.play(bot("random"), Random(1))
            log = await at.record()
            assert await ana.review(ticket.table, 0, Seat.SOUTH, 0) == coach.review(log, Seat.SOUTH, 0)
            with pytest.raises(CommandRefused, match="there is no deal"):
                await ana.review(ticket.table, 0, Seat.SOUTH, 999)


async def test_one_is_cut_off_again_and_again_and_another_watches() -> None:
    # Not to a number of points: a side may reach it in a single deal.
    async with house() as (context, url), company(url, "tainui", seats=3, target=0, deals=4) as here:
        *players, watcher = here
        first = watcher.version
        ends = [asyncio.create_task(numbers(at)) for at in (players[0], watcher)]

        cuts = 0

        async def cut() -> None:
            nonlocal cuts
            while players[0].scene.stage is not TableStage.OVER:
                await asyncio.sleep(0.05)
                socket = players[0]._link._socket
                if socket:
                    socket.transport.abort()
                    cuts += 1

        await players[0].begin()
        await asyncio.gather(cut(), *(at.play(bot("random"), Random(i)) for i, at in enumerate(players)))
        for at in here:
            await agreed(context, at)
            await at.record()
        assert watcher.seat is None
        mine, seen = await asyncio.gather(*ends)
        assert mine == list(range(first + 1, mine[-1] + 1))
        assert seen == list(range(first + 1, seen[-1] + 1))
        assert cuts > 2


async def numbers(at: TableSession) -> list[int]:
    """Return the numbers of the lines that a client receives, to the end of the game."""
    found = list[int]()
    async for heard in at:
        found += [line.seq for line in heard.lines]
        if heard.table.scene.stage is TableStage.OVER:
            break
    return found


async def test_who_comes_back_to_a_table_that_all_had_left_goes_on_at_once() -> None:
    async with served(empty_after=0.0) as web, listening(web) as url, Client(url, "Ana", timeout=60) as ana:
        ticket = await ana.open("cardgames", settings=AT_ONCE, seat=Seat.SOUTH, begin=True)
        live = await web.context.tables.find(ticket.table)
        for _ in range(5):
            async with asyncio.timeout(PATIENCE), ana.attend(ticket.table) as at:
                if at.scene.paused:  # as she was told, and plays before she is told more
                    assert at.observation
                    with suppress(StaleCommand):
                        await at.act(at.observation.legal_actions[0])
                await at.until(lambda at=at: at.my_turn)
            while not live.resting:
                await asyncio.sleep(0.01)


async def test_bots_fill_a_table_at_once() -> None:
    async with house() as (_, url), Client(url, "Ana", timeout=60) as ana, asyncio.timeout(PATIENCE):
        settings = replace(AT_ONCE, public=True)
        ticket = await ana.open("uka", settings=settings, seat=Seat.SOUTH, bots="random", begin=True)
        async with ana.attend(ticket.table) as at:
            assert (await ana.table(ticket.table)).stage in (
                TableStage.SHUFFLING,
                TableStage.DRAWING,
                TableStage.PLAYING,
            )
            assert [line.table for line in await ana.lobby()] == [ticket.table]
            async for _ in at:
                if at.my_turn and at.observation:
                    await at.act(at.observation.legal_actions[0])
                if at.scene.stage is TableStage.OVER:
                    break
            await at.record()
            assert (await ana.invitation(ticket.table)).invitation == at.invitation


async def test_who_is_sent_away_is_told_so_and_the_invitation_changes() -> None:
    async with house() as (_, url), company(url, "uka") as here:
        host, other, third = here[0], here[1], here[2]
        before = host.invitation
        await host.remove(other.player)
        with pytest.raises(ConnectionEnded, match="the host removed you from this table"):
            await other.stand()
        assert other.invitation == before
        await third.until(lambda: third.invitation != before)
        assert isinstance(host.client, Client)
        assert host.invitation == third.invitation == (await host.client.invitation(host.table)).invitation
        assert len(host.people) == 3
        with pytest.raises(CommandRefused):
            await other.client.join(host.table, host.invitation)
        await third.leave()
        with pytest.raises(ConnectionEnded, match="you have left the table"):
            await third.stand()
        with pytest.raises(CommandRefused, match="only the host"):
            await here[3].pause()


async def test_what_is_asked_over_http() -> None:
    async with house() as (_, url), Client(url, "Ana", timeout=60) as ana:
        assert (await ana.me()).name == "Ana" == ana.guest.name
        assert (await ana.rename("Anahera")).player == ana.guest.player
        assert "tainui" in [line.name for line in await ana.rulesets()]
        page = await ana.ruleset("tainui")
        assert page.rules.name == "tainui"
        assert (await ana.check("tainui", {"target": 7})).rules.target == 7
        assert (await ana.health()).ready
        offered = await ana.server()
        assert offered.bots == names()
        assert (offered.network, offered.alone) == (None, False)
        with pytest.raises(CommandRefused, match="target"):
            await ana.check("tainui", {"target": -1})
        with pytest.raises(CommandRefused, match="Did you mean tainui"):
            await ana.open("tainuii")
        ticket = await ana.open("uka")
        assert await ana.records(ticket.table) == []
        with pytest.raises(CommandRefused, match="when its game is over"):
            await ana.record(ticket.table)
        async with Client(url, timeout=60) as other:
            with pytest.raises(CommandRefused, match="invite link"):
                await other.join(ticket.table)
            with pytest.raises(ConnectionEnded, match="you are not at this table"):
                async with other.attend(ticket.table):
                    pass
            assert (await other.table(ticket.table, ticket.invitation)).host == "Anahera"
        with pytest.raises(ConnectionEnded, match="there is no"):
            async with ana.attend("nowhere"):
                pass


async def test_a_server_that_is_not_there() -> None:
    async with house() as (_, url):
        client = Client(url, "Ana", timeout=60)
    with pytest.raises(ServerUnreachable, match="does not answer"):
        async with client:
            pass


@pytest.mark.parametrize(
    "address", ["", "uka.test", "ftp://uka.test", "http://", "http://[", "http://a:70000", "127.0.0.1:8765"]
)
async def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(ServerUnreachable, match="write http://HOST:PORT"):
        Client(address)


@pytest.mark.parametrize("answer", [b"<html>", b"{}", b'{"why": 1}', b"\xff"])
async def test_a_server_that_is_none_of_ours(answer: bytes) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        status = b"200 OK" if answer == b"{}" else b"404 Not Found"
        writer.write(
            b"HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (status, len(answer), answer)
        )
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1") as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises((CommandRefused, ServerUnreachable, ValueError), match="the server"):
            async with Client(f"http://127.0.0.1:{port}", "Ana"):
                pass


async def test_a_phrase_is_heard_by_all_and_one_too_many_is_refused() -> None:
    async with house() as (_, url), company(url, "uka") as (ana, ben, *_):
        heard = asyncio.create_task(first_said(ben))
        await asyncio.sleep(0)
        await ana.say(Phrase.GOOD_LUCK)
        assert await heard == PhraseSaid(ana.player, Phrase.GOOD_LUCK)
        await ana.say(Phrase.HELLO)
        await ana.say(Phrase.HELLO)
        with pytest.raises(CommandRefused, match="wait a few seconds"):
            await ana.say(Phrase.HELLO)


async def first_said(at: TableSession) -> object:
    """Return the first phrase that a client receives."""
    async for told in at:
        for line in told.lines:
            if isinstance(line.entry, PhraseSaid):
                return line.entry
    return None


async def test_the_rest_is_claimed_and_refused_and_all_are_told_alike() -> None:
    """The deals are always the same, so that a claim is refused and another accepted in every run."""
    async with house() as (context, url), Client(url, "Ana", timeout=60) as ana:
        settings = replace(AT_ONCE, rest_ms=50, deals="number:3")
        ticket = await ana.open("cardgames", changes={"target": 5}, settings=settings, seat=Seat.SOUTH, begin=True)
        async with asyncio.timeout(PATIENCE), ana.attend(ticket.table) as at:
            player, answers = bot("club"), set[str]()
            while at.scene.stage is not TableStage.OVER:
                await at.until(lambda: at.my_turn or at.scene.stage is TableStage.OVER)
                seen, before = at.observation, at.version
                if seen is None or at.deal is None or not at.my_turn:
                    continue
                if at.deal.claim and claims.holds(seen):
                    assert await at.check_claim() == before
                    await at.claim()
                    answers.add("accepted")
                    await agreed(context, at)
                    assert at.deal.number > seen.number or at.deal.result
                    continue
                if at.deal.claim:
                    for asks in (at.check_claim, at.claim):
                        with pytest.raises(CommandRefused, match="the rest aren't certain to be yours"):
                            await asks()
                    answers.add("refused")
                    assert at.version == before
                await at.act(player.choose(seen, Random(0)))
            assert answers == {"accepted", "refused"}


async def test_who_comes_back_receives_the_deals_lines_again_and_nobody_elses_cards() -> None:
    settings = replace(AT_ONCE, answer_ms=60_000)
    async with house() as (_, url), company(url, "cardgames", settings, seats=1) as here:
        host, watching = here[0], here[1]
        await host.begin()
        await host.until(lambda: host.deal is not None and watching.version >= host.version)
        for at, cards in ((host, 5), (watching, 0)):
            assert isinstance(at.client, Client)
            async with at.client.attend(at.table) as again:
                lines = again.whole.lines
                events = [event for line in lines for event in line.events]
            dealt = [event for event in events if isinstance(event, HandDealt)]
            assert isinstance(events[0], PackDealt)
            assert sum(len(event.cards or ()) for event in dealt) == cards
            assert [line.seq for line in lines] == list(range(lines[0].seq, lines[-1].seq + 1))
