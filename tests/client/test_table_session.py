"""A client at a table of a misbehaving server receives every line once and in order, and sends no command twice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import AsyncExitStack
from random import Random

import pytest
from msgspec.structs import replace

from tests.client.fake import AT_ONCE, Cut, Fake, attending, serving
from tests.server.child import free_port
from uka import ruleset
from uka.bots import bot
from uka.client import CommandRefused, ConnectionEnded, ServerUnreachable, StaleCommand, TableSession
from uka.client import table_socket as linked
from uka.core.actions import Pass
from uka.core.seats import Seat
from uka.table import TableStage
from uka.wire import table_commands
from uka.wire.socket_updates import Pong
from uka.wire.table_updates import TableChange, TableUpdate, UnknownUpdate

RULES = ruleset("cardgames")
RANDOM = bot("random")


def known(at: TableSession) -> tuple[object, ...]:
    return at.scene, at.deal, at.people, at.commitments, at.secrets


async def told(at: TableSession, until: TableStage = TableStage.OVER) -> list[int]:
    """Return the numbers of the lines that iterating over a session yields, up to a stage."""
    numbers = list[int]()
    async for heard in at:
        numbers += [line.seq for line in heard.lines]
        if heard.table.scene.stage is until:
            break
    return numbers


async def test_a_game_is_played_and_known() -> None:
    frames = list[tuple[str, str]]()
    async with (
        serving(Fake(RULES)) as fake,
        attending(fake, tap=lambda *frame: frames.append(frame)) as at,
    ):
        assert known(at) == fake.view("ana")
        assert (at.seat, at.my_turn, at.observation, at.invitation) == (Seat.NORTH, False, None, "invitation")
        first = at.version
        telling = asyncio.create_task(told(at))
        await at.begin()
        await at.play(RANDOM, Random(1))
        assert known(at) == fake.view("ana")
        assert at.cheated is None
        assert at.secrets
        assert await telling == list(range(first + 1, at.version + 1))
        sent = [table_commands.read(text) for way, text in frames if way == "out"]
        assert sent == fake.heard
        assert {type(command) for command in sent} == {
            table_commands.BeginGame,
            table_commands.CommitShares,
            table_commands.OpenShare,
            table_commands.SubmitAction,
        }


@pytest.mark.parametrize("seed", range(12))
async def test_delays_cuts_gaps_and_duplicates_leave_nothing_out_and_nothing_twice(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linked, "MIN_DELAY", 0.002)
    monkeypatch.setattr(linked, "REQUEST_AGAIN_AFTER", 0.02)
    rng, late = Random(seed), list[TableUpdate]()

    def mangle(tell: TableUpdate) -> Iterable[TableUpdate]:
        made = [tell]
        if isinstance(tell, TableChange):
            what = rng.random()
            if what < 0.1:
                return ()
            if what < 0.3:
                late.append(tell)
                return ()
            if what < 0.4:
                made.append(tell)
        if late and rng.random() < 0.5:
            made.insert(rng.randrange(2), late.pop(rng.randrange(len(late))))
        return made

    def heed(command: table_commands.TableCommand, done: bool) -> None:
        if rng.random() < 0.03:
            raise Cut

    async def something_else() -> None:
        while True:
            await asyncio.sleep(0.05)
            await fake.tell(fake.driver.table.seq)

    fake = Fake(replace(RULES, target=5))
    async with serving(fake), attending(fake) as at:
        first = at.version
        telling, happens = asyncio.create_task(told(at)), asyncio.create_task(something_else())
        fake.mangle, fake.heed = mangle, heed
        await at.begin()
        await at.play(RANDOM, Random(seed))
        assert await telling == list(range(first + 1, fake.driver.table.seq + 1))
        happens.cancel()
        assert known(at) == fake.view("ana")
        assert at.cheated is None
        named = [line.id for line in fake.driver.lines if line.id]
        assert len(named) == len(set(named))
        acts = {command.id for command in fake.heard if isinstance(command, table_commands.SubmitAction)}
        assert len(acts & set(named)) == sum(
            line.by == "ana" and "acted" in str(line.text) for line in fake.driver.lines
        )


async def test_news_that_are_partly_stale_are_cut() -> None:
    def overlap(tell: TableUpdate) -> Iterable[TableUpdate]:
        return (fake.news("ana", max(tell.since - 3, 0), whole=True),) if isinstance(tell, TableChange) else (tell,)

    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        fake.mangle, first = overlap, at.version
        telling = asyncio.create_task(told(at, TableStage.PLAYING))
        await at.begin()
        numbers = await telling
        assert numbers == list(range(first + 1, first + 1 + len(numbers)))


async def test_after_a_cut_it_asks_for_what_came_since() -> None:
    async with serving(Fake(RULES, ("ana", "ben"))) as fake, attending(fake) as at, attending(fake, "ben") as other:
        version = at.version
        fake.cut()
        await at.bot(Seat.SOUTH, "novice")
        await other.until(lambda: other.version == at.version == version + 1)
        assert fake.opened == [None, None, version, version]
        assert known(at) == fake.view("ana")


@pytest.mark.parametrize("done", [False, True])
async def test_an_ask_without_an_answer_is_sent_again_and_done_once(done: bool) -> None:
    cuts = 1

    def heed(command: table_commands.TableCommand, after: bool) -> None:
        nonlocal cuts
        if isinstance(command, table_commands.SeatBot) and after is done and cuts:
            cuts -= 1
            raise Cut

    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        fake.heed = heed
        assert await at.bot(Seat.SOUTH, "novice") == at.version == fake.driver.table.seq
        ids = [command.id for command in fake.heard if isinstance(command, table_commands.SeatBot)]
        assert len(ids) == 2
        assert len(set(ids)) == 1
        assert [line.id for line in fake.driver.lines].count(ids[0]) == 1


async def test_what_an_answer_tells_of_and_did_not_come_is_asked_for() -> None:
    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        fake.mangle = lambda tell: (
            () if isinstance(tell, TableChange) and tell.since == fake.driver.table.seq - 1 else (tell,)
        )
        asked = asyncio.create_task(at.bot(Seat.SOUTH, "novice"))
        while not any(isinstance(command, table_commands.SyncTable) for command in fake.heard):
            await asyncio.sleep(0.005)
        assert not asked.done()
        fake.mangle = lambda tell: (tell,)
        await asked
        assert known(at) == fake.view("ana")


async def test_a_refusal_is_raised_as_it_was_said() -> None:
    async with serving(Fake(RULES, ("ana", "ben"))) as fake, attending(fake, "ben") as at:
        with pytest.raises(CommandRefused, match="only the host can do that") as refused:
            await at.pause()
        assert not refused.value.again
        with pytest.raises(CommandRefused, match="North is taken"):
            await at.sit(Seat.NORTH)


async def test_an_action_for_an_old_version_is_stale() -> None:
    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        await at.begin()
        await at.until(lambda: at.my_turn)
        with pytest.raises(StaleCommand, match="look again"):
            await at.act(Pass(), version=1)


async def test_a_claim_names_no_version() -> None:
    from uka.core.actions import ClaimRevoke

    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        await at.begin()
        await at.until(lambda: at.my_turn)
        with pytest.raises(CommandRefused):
            await at.act(ClaimRevoke(0))
        assert [command.version for command in fake.heard if isinstance(command, table_commands.SubmitAction)] == [None]


async def test_a_farewell_ends_it_for_its_reason() -> None:
    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        waiting = asyncio.create_task(at.until(lambda: at.my_turn))
        telling = asyncio.create_task(told(at))
        await asyncio.sleep(0)
        await fake.farewell("the host removed you from the table", 4403)
        for task in (waiting, telling):
            with pytest.raises(ConnectionEnded, match="the host removed you from the table"):
                await task
        with pytest.raises(ConnectionEnded, match="the host removed you from the table"):
            await at.stand()
        assert len(fake.opened) == 1


@pytest.mark.parametrize(("code", "again"), [(1012, True), (4408, False), (1013, True), (1000, False), (4429, False)])
async def test_some_codes_bring_it_back_and_others_end_it(code: int, again: bool) -> None:
    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        await fake.farewell("", code, silent=True)
        if again:
            await at.bot(Seat.SOUTH, "novice")
        else:
            with pytest.raises(ConnectionEnded):
                await at.bot(Seat.SOUTH, "novice")


async def test_another_is_welcome_where_the_farewell_says_so() -> None:
    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        await fake.farewell("come back", 4408, again=True)
        await at.bot(Seat.SOUTH, "novice")


async def test_a_server_that_went_away_is_looked_for_and_found() -> None:
    fake = Fake(RULES)
    fake.port = free_port()  # one that nobody else is given meanwhile
    async with serving(fake):
        client = attending(fake)
        at = await client.__aenter__()
    asked = asyncio.create_task(at.bot(Seat.SOUTH, "novice"))
    await asyncio.sleep(0.5)
    assert not asked.done()
    async with serving(fake):
        await asked
        assert known(at) == fake.view("ana")
        await client.__aexit__(None, None, None)


async def test_a_server_that_stays_away_is_given_up() -> None:
    fake = Fake(RULES)
    async with serving(fake):
        client = attending(fake, patience=0.3)
        at = await client.__aenter__()
    with pytest.raises(ServerUnreachable, match="could not be reached for"):
        await at.bot(Seat.SOUTH)
    await client.__aexit__(None, None, None)


async def test_a_server_that_was_never_there_is_given_up() -> None:
    fake = Fake(RULES)
    async with serving(fake):
        pass
    with pytest.raises(ServerUnreachable, match="could not be reached"):
        async with attending(fake, patience=0.2):
            pass


async def test_a_server_of_an_earlier_state_is_believed_on_a_new_connection() -> None:
    fake, old = Fake(RULES), Fake(RULES)
    async with serving(fake), attending(fake) as at:
        await at.bot(Seat.SOUTH, "novice")
        fake.driver = old.driver
        fake.mangle = lambda tell: (fake.welcome("ana"),) if isinstance(tell, TableChange) else (tell,)
        fake.cut()
        await at.until(lambda: at.version == old.driver.table.seq)
        assert known(at) == fake.view("ana")
        assert not at.behind


async def test_what_is_no_message_ends_it_in_a_sentence() -> None:
    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        for socket in fake._sockets:
            await socket.send("<html>")
        with pytest.raises(UnknownUpdate, match="does not understand"):
            await at.until(lambda: False)


async def test_answers_to_nothing_are_passed_over() -> None:
    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        fake.mangle = lambda tell: (Pong("nobody", 0), tell, tell)
        await at.bot(Seat.SOUTH, "novice")
        assert known(at) == fake.view("ana")


async def test_two_who_read_hear_the_same() -> None:
    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        both = [asyncio.create_task(told(at)) for _ in range(2)]
        await at.begin()
        await at.play(RANDOM, Random(2))
        first, second = await asyncio.gather(*both)
        assert first == second


async def test_iterating_begins_with_the_table_as_it_is() -> None:
    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        await at.begin()
        async for heard in at:
            assert (heard.since, heard.lines) == (None, ())
            told = heard.table
            assert (told.scene, told.deal, told.people, told.commitments, told.secrets) == fake.view("ana")
            break


async def test_who_leaves_hears_no_complaint() -> None:
    async with serving(Fake(RULES, ("ana", "ben"))) as fake, attending(fake, "ben") as at:

        async def dismiss() -> None:
            while fake.driver.table.member("ben"):
                await asyncio.sleep(0.005)
            await fake.farewell("you have left the table", 4403)

        fake.mangle = lambda tell: () if tell.__class__.__name__ == "Ack" else (tell,)
        telling, dismissing = asyncio.create_task(told(at)), asyncio.create_task(dismiss())
        await at.leave()
        await telling
        await dismissing
        assert fake.driver.table.member("ben") is None


async def test_everything_by_hand_is_done_by_a_bot_too() -> None:
    rules = ruleset("bicycle")
    settings = replace(AT_ONCE, by_hand=True, hand_ms=3_600_000)
    everyone = ("ana", "ben", "caro", "dan")
    async with serving(Fake(rules, everyone, settings)) as fake, AsyncExitStack() as stack:
        here = [await stack.enter_async_context(attending(fake, name)) for name in everyone]
        await here[0].begin()
        await asyncio.gather(*(at.play(bot("random"), Random(7)) for at in here))
        assert {at.cheated for at in here} == {None}
        assert {table_commands.TakeDrawCard, table_commands.CutPack, table_commands.DealCards} <= {
            type(command) for command in fake.heard
        }


async def test_nobody_plays_without_a_seat() -> None:
    async with serving(Fake(RULES, ("ana", "ben"))) as fake, attending(fake, "ben") as at:
        await at.stand()
        assert at.seat is None
        with pytest.raises(CommandRefused, match="no seat"):
            await at.play(RANDOM)
