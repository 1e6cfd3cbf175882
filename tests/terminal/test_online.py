"""The screen of a game through a server: whole games by keys, waiting room, breaks, dealing by hand, hostile input."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
from msgspec.structs import replace
from textual import events
from textual.pilot import Pilot

from tests.alike import alike
from tests.server.web import listening, served
from tests.terminal.hand import AT_ONCE, AtHand, at_hand, remote
from tests.terminal.table import LETTERS, QUICK, legal_numbers, resize, screen
from uka import rulesets
from uka.client import Client as Guest
from uka.client import CommandRefused as NotDone
from uka.client import ConnectionEnded, ServerUnreachable
from uka.client.table_mirror import AppliedUpdate
from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.narration.names import card_name
from uka.table import TableStage, deal_view, line_view
from uka.table.commands import people
from uka.terminal import TerminalApp, TerminalOptions, WaitingFor
from uka.terminal.games.remote import LOST, RemoteGame
from uka.terminal.online import OnlineOptions, _play, _ticket
from uka.terminal.screen.contents import PausePoint
from uka.terminal.screen.keys import CLAIM, keyed_actions

pytestmark = pytest.mark.server

SIZE = (80, 24)
BY_HAND = replace(AT_ONCE, by_hand=True)


def rules(name: str, **changes: object) -> Ruleset:
    return rulesets.find(name).changed(changes)


@asynccontextmanager
async def playing(at: AtHand, options: TerminalOptions = QUICK) -> AsyncIterator[tuple[TerminalApp, Pilot[None]]]:
    client = TerminalApp(remote(at), options)
    async with client.run_test(size=SIZE) as pilot:
        yield client, pilot


async def settle(pilot: Pilot[None]) -> None:
    """Let commands be executed, and their updates be received and painted."""
    for _ in range(4):
        await asyncio.sleep(0)
    await pilot.pause()


async def let(at: AtHand, pilot: Pilot[None], steps: int = 1) -> None:
    """Let some timers of the table run out."""
    for _ in range(steps):
        at.driver.next()
        at.tell()
    await settle(pilot)


def a_key(client: TerminalApp) -> str:
    """Return a key that does something now, or an empty text while others must act."""
    game, seen = client.game, client.game.observation
    if client.pauses:
        return "enter"
    if game.question_menu.items:
        return game.question_menu.items[-1].key
    if game.waiting_for is not WaitingFor.PERSON or seen is None:
        return ""
    letters = [choice.key for choice in keyed_actions(seen) if choice.key != CLAIM]
    return letters[0] if letters else legal_numbers(seen)[0]


async def go_on(at: AtHand, client: TerminalApp, pilot: Pilot[None], most: int = 3_000) -> list[str]:
    """Press keys, or let others act, until the game is over. Return each screen on the way."""
    seen = list[str]()
    for _ in range(most):
        if at.driver.table.stage is TableStage.OVER and not client.pauses and not client.game.backlog:
            break
        if key := a_key(client):
            client.press(key)
        elif not client.game.backlog:
            at.driver.next()
            at.tell()
        await settle(pilot)
        seen.append(screen(client))
    else:
        raise AssertionError("the game does not end")
    return seen


# Whole games


@pytest.mark.parametrize("name", ["tainui", "bicycle"])
async def test_a_whole_game_is_played_by_keys(name: str) -> None:
    at = at_hand(rules(name, target=3, clock=0), "ana")
    async with playing(at) as (client, pilot):
        assert " table" in screen(client)
        seen = await go_on(at, client, pilot)
        assert any("deals first." in text or "deal first." in text for text in seen)
        assert any("took the trick" in text for text in seen) or QUICK.trick_stays == 0
        assert "The game is over" in screen(client)
        assert "[n] a new game" in screen(client)
        await pilot.press("z")
        assert "The game is over" in screen(client)
        await pilot.press("n")
        await settle(pilot)
        assert at.driver.table.stage is not TableStage.OVER
        assert "The game is over" not in screen(client)
        await pilot.press("q")
    assert not client.is_running


async def test_a_game_by_hand_asks_for_all_that_is_done_by_hand() -> None:
    for name, deals, wanted in (
        ("uka", 1, {"take_draw_card", "name_dealer"}),
        ("bicycle", 4, {"cut_pack", "deal_cards"}),
    ):
        house, asked, seed = rules(name, deals=deals, target=0, clock=0), set[str](), 0
        while not wanted <= asked:
            at = at_hand(house, "ana", settings=BY_HAND, seed=seed)
            async with playing(at) as (client, pilot):
                await go_on(at, client, pilot)
                assert "The game is over" in screen(client)
            asked, seed = asked | {*at.asked}, seed + 1


async def test_what_may_be_done_after_a_game_is_told_a_line_each() -> None:
    at = at_hand(rules("knock", deals=1, target=0), "ana")
    async with playing(at) as (client, pilot):
        lines = (await go_on(at, client, pilot))[-1].splitlines()
        first = next(n for n, line in enumerate(lines) if "[n] a new game" in line)
        told = [line.strip("│ ") for line in lines[first : first + 5]]
        assert told == ["[n] a new game", "[r] review", "[y] why did they do that?", "[t] the table", "[q] quit"]


async def test_a_player_who_has_no_say_waits_for_the_host() -> None:
    at = at_hand(rules("knock", deals=1, target=0), "ben", me="ana")
    at.driver.do(people.sit, "ana", Seat.SOUTH)
    async with playing(at) as (client, pilot):
        assert "The host starts the game" in screen(client)
        assert "[b] begin" not in screen(client)
        await pilot.press("b")
        assert at.driver.table.stage is TableStage.SEATING
        at.driver.do(people.take_break, "ben")
        at.driver.begin()
        await go_on(at, client, pilot)
        assert "The host can start another game" in screen(client)
        assert "[n]" not in screen(client)
        await pilot.press("t")
        assert "Ben (host)" in screen(client)
        await pilot.press("escape")
        at.driver.begin()
        at.tell()
        await settle(pilot)
        assert "The game is over" not in screen(client)


async def test_who_opens_a_table_sees_its_draw_however_long_the_start_takes() -> None:
    at = at_hand(rules("tainui"), "ana")
    game = remote(at)
    game.begin()
    assert at.driver.table.stage is TableStage.SEATING
    client = TerminalApp(game, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await settle(pilot)
        while PausePoint.DRAWN not in client.pauses:
            await let(at, pilot)
        assert "The draw" in screen(client)
        assert "[Enter] the first deal" in screen(client)


@pytest.mark.parametrize("waits", [True, False])
async def test_no_game_is_begun_by_opening_a_table(waits: bool) -> None:
    async with served() as web, listening(web) as url, Guest(url, timeout=60) as guest:
        ticket = await _ticket(guest, OnlineOptions(server=url, rules=rulesets.find("knock"), waits=waits))
        assert (await guest.table(ticket.table)).stage is TableStage.SEATING


@pytest.mark.parametrize(
    ("fault", "told"),
    [(ServerUnreachable("nobody answers"), True), (ConnectionEnded("the host removed you from the table"), False)],
)
async def test_who_may_come_back_is_told_how(
    fault: UkaError, told: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def ended(screen: TerminalApp) -> None:
        screen.fault = fault

    monkeypatch.setattr(TerminalApp, "run_async", ended)
    async with served() as web, listening(web) as url:
        with pytest.raises(type(fault), match=str(fault)):
            await _play(OnlineOptions(server=url, rules=rulesets.find("knock"), waits=True), QUICK)
    assert ("Rejoin it with:" in capsys.readouterr().out) is told


# The waiting room


async def test_friends_are_invited_to_the_address_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[str]()

    async def look(screen: TerminalApp) -> None:
        told.extend(screen.game.opening_lines)
        told.append(screen.game.farewell)

    monkeypatch.setattr(TerminalApp, "run_async", look)
    for network in ("http://192.0.2.7:8765", None):
        told.clear()
        async with served(network=network) as web, listening(web) as url:
            await _play(OnlineOptions(server=f"{url}/", rules=rulesets.find("knock"), waits=True), QUICK)
        assert f"uka play --server {network or url} \\" in told
        assert f"uka play --server {url} \\" in told[-1]  # this person comes back by the address that they used


async def test_the_waiting_room_tells_who_is_there_and_how_to_come() -> None:
    at = at_hand(rules("tainui"), "ana")
    async with playing(at) as (client, pilot):
        text = screen(client)
        assert all(part in text for part in ("1 North  Ana, you (host)", "2 East   nobody", "[b] begin"))
        assert "uka play --server http://uka.test" in text
        assert "--table abcdefgh" in text
        assert "--invitation=-friends-come-in" in text
        await pilot.press("3")
        await settle(pilot)
        assert at.driver.table.seat_of("ana") is Seat.SOUTH
        assert "3 South  Ana, you (host)" in screen(client)
        at.driver.do(people.join, "ben", "Ben")
        at.tell()
        await settle(pilot)
        assert "Watching: Ben" in screen(client)
        assert "Ben joined the table." in " ".join(screen(client).split())
        await pilot.press("s")
        await settle(pilot)
        assert at.driver.table.seat_of("ana") is None
        await pilot.press("4", "b")
        await settle(pilot)
        assert at.driver.table.playing
        assert at.driver.table.chairs[0].bot


async def test_a_taken_seat_is_refused_in_a_sentence() -> None:
    at = at_hand(rules("knock"), "ana")
    async with playing(at) as (client, pilot):
        at.driver.do(people.join, "ben", "Ben")
        at.driver.do(people.sit, "ben", Seat.EAST)  # and Ana was not told yet
        await pilot.press("2")
        await settle(pilot)
        assert "No: East is taken." in screen(client)
        at.tell()
        await pilot.press("3")
        await settle(pilot)
        assert "No:" not in screen(client)


# In a game


async def until_mine(at: AtHand, client: TerminalApp, pilot: Pilot[None]) -> None:
    at.driver.begin()
    at.tell()
    await settle(pilot)
    while client.game.waiting_for is not WaitingFor.PERSON or client.pauses:
        if client.pauses:
            client.press("enter")
        elif not client.game.backlog:
            at.driver.next()
            at.tell()
        await settle(pilot)


async def test_a_break_and_a_pause_are_on_the_page_of_the_table() -> None:
    at = at_hand(rules("knock"), "ana", seed=2)
    async with playing(at) as (client, pilot):
        await until_mine(at, client, pilot)
        assert "t table" in screen(client)
        await pilot.press("t")
        assert "[a] take a break" in screen(client)
        assert "[p] pause the game" in screen(client)
        await pilot.press("a")
        await settle(pilot)
        assert "You are absent, and a bot plays for you." in screen(client)
        assert "[a] come back" in screen(client)
        await pilot.press("a", "t", "p")
        await settle(pilot)
        assert "The host paused the game." in screen(client)
        assert client.game.waiting_for is WaitingFor.OTHERS
        await pilot.press("p")
        await settle(pilot)
        assert client.game.waiting_for is WaitingFor.PERSON
        assert at.asked == ["take_break", "end_break", "pause", "resume"]


async def test_two_keys_at_once_are_one_choice() -> None:
    at = at_hand(rules("knock"), "ana", seed=2)
    async with playing(at) as (client, pilot):
        await until_mine(at, client, pilot)
        key = a_key(client)
        client.press(key)
        client.press(key)
        await settle(pilot)
        assert at.asked == ["submit_action"]
        assert "No:" not in screen(client)


async def test_what_came_too_late_is_refused_and_the_game_goes_on() -> None:
    at = at_hand(rules("knock"), "ana", settings=replace(AT_ONCE, move_ms=1_000, bank_ms=0))
    async with playing(at) as (client, pilot):
        await until_mine(at, client, pilot)
        at.driver.now += 2_000
        assert at.driver.next()  # the table chose for the seat, and nobody was told
        client.press(a_key(client))
        await settle(pilot)
        assert "No: the game has moved on: look again." in " ".join(screen(client).split())
        at.tell()
        await settle(pilot)
        assert client.game.waiting_for is not WaitingFor.PERSON


async def test_a_lost_connection_is_said_and_what_was_chosen_is_sent_when_it_is_back() -> None:
    at = at_hand(rules("knock"), "ana")
    async with playing(at) as (client, pilot):
        await until_mine(at, client, pilot)
        at.connected = False
        client._tick()
        await settle(pilot)
        assert LOST in screen(client)
        at.connected = True
        client._tick()
        await settle(pilot)
        assert LOST not in screen(client)


async def test_the_end_of_the_connection_ends_the_sitting_with_its_reason() -> None:
    at = at_hand(rules("knock"), "ana")
    async with playing(at) as (client, pilot):
        at.end(ConnectionEnded("the host removed you from the table"))
        await settle(pilot)
    assert not client.is_running
    assert str(client.fault) == "the host removed you from the table"


async def test_a_refusal_of_the_server_is_a_sentence() -> None:
    at = at_hand(rules("knock"), "ana")

    async def full(seat: Seat) -> int:
        raise NotDone("wait a moment", again=True)

    at.sit = full  # type: ignore[method-assign]
    async with playing(at) as (client, pilot):
        await pilot.press("2")
        await settle(pilot)
        assert "No: wait a moment." in screen(client)


async def test_others_keep_the_pace_of_this_screen() -> None:
    at = at_hand(rules("knock", draw="random"), "ben", me="ana")
    at.driver.do(people.take_break, "ben")
    async with playing(at, TerminalOptions(bot_delay=60, trick_stays=None)) as (client, pilot):
        at.driver.begin()
        await let(at, pilot, 5)
        behind = client.game.backlog
        assert behind > 3
        await pilot.press("enter")
        assert client.game.backlog == behind - 1
        while client.pauses:
            await pilot.press("enter")
        await pilot.press("enter")
        assert client.game.backlog == behind - 2


async def test_a_finished_trick_stays_while_others_go_on() -> None:
    at = at_hand(rules("knock", deals=1, target=0), "ana")
    async with playing(at, TerminalOptions(bot_delay=0, trick_stays=60)) as (client, pilot):
        while PausePoint.TRICK not in client.pauses:
            if key := a_key(client):
                client.press(key)
            else:
                at.driver.next()
                at.tell()
            await settle(pilot)
        assert "took the trick" in screen(client)
        seen = client.game.observation
        await let(at, pilot, 2)
        assert client.game.observation is seen
        await pilot.press("enter")
        await settle(pilot)
        assert PausePoint.TRICK not in client.pauses or client.game.observation is not seen


async def test_the_rest_between_deals_ends_when_the_person_is_ready() -> None:
    at = at_hand(rules("knock"), "ana")
    async with playing(at) as (client, pilot):
        while PausePoint.DEAL not in client.pauses:
            if key := a_key(client):
                client.press(key)
            else:
                at.driver.next()
                at.tell()
            await settle(pilot)
        client._tick()
        assert "the next deal" in screen(client)
        await pilot.press("enter")
        await settle(pilot)
        assert at.asked[-1] == "declare_ready"


async def test_in_a_too_small_terminal_it_is_said_that_others_go_on() -> None:
    at = at_hand(rules("knock"), "ana")
    async with playing(at) as (client, pilot):
        await until_mine(at, client, pilot)
        await resize(pilot, 60, 20)
        await settle(pilot)
        assert "The others won't wait." in screen(client)
        assert "The game waits" not in screen(client)
        await resize(pilot, *SIZE)
        await settle(pilot)
        assert "t table" in screen(client)


async def test_in_a_low_terminal_the_offers_of_a_page_stay_in_sight() -> None:
    at = at_hand(rules("knock"), "ana")
    for number in range(60):
        at.driver.do(people.join, f"p{number}", f"Guest number {number}")
    async with playing(at) as (client, pilot):
        await until_mine(at, client, pilot)
        await pilot.press("t")
        assert "[h] host's choices…" in screen(client)
        assert "any other key closes" in screen(client)
        await resize(pilot, 60, 20)
        await settle(pilot)
        assert "[h] host's choices…" in screen(client)
        assert "any other key closes" in screen(client)


# The host


async def at_page(pilot: Pilot[None], *keys: str) -> None:
    for key in ("t", "h", *keys):
        await pilot.press(key)
    await settle(pilot)


async def test_the_host_sets_up_the_table_by_keys() -> None:
    at = at_hand(rules("knock"), "ana", "ben")
    async with playing(at) as (client, pilot):
        await pilot.press("t")
        assert "[h] host's choices…" in screen(client)
        await pilot.press("escape")
        await at_page(pilot, "b", "1", "2")
        assert "3 South  novice" in screen(client)
        await at_page(pilot, "c", "1")
        assert "1 North  Ben" in screen(client)
        assert client.game.story[-1].text == "North and East swapped seats."
        await at_page(pilot, "e", "1")
        assert "3 South  nobody" in screen(client)
        await at_page(pilot, "r", "1")
        assert "1 North  nobody" in screen(client)
        assert at.asked == ["seat_bot", "swap_seats", "remove_bot", "remove_player"]
        at.driver.do(people.join, "caro", "Caro")
        at.tell()
        await settle(pilot)
        await at_page(pilot, "o", "1")
        assert "Caro (host)" in screen(client)
        await pilot.press("t")
        assert "[h]" not in screen(client)


async def test_in_a_game_the_host_may_change_bots_but_no_places() -> None:
    at = at_hand(rules("knock"), "ana", settings=replace(AT_ONCE, bots="club"))
    async with playing(at) as (client, pilot):
        await until_mine(at, client, pilot)
        await pilot.press("t", "h")
        assert "swap two seats" not in screen(client)
        await pilot.press("b")
        assert "[1] East (club)" in screen(client)
        await pilot.press("1", "1")
        await settle(pilot)
        assert at.driver.table.chair(Seat.EAST).bot == "random"
        assert client.game.waiting_for is WaitingFor.PERSON


async def test_many_people_are_chosen_from_page_by_page() -> None:
    at = at_hand(rules("knock"), "ana")
    for number in range(20):
        at.driver.do(people.join, f"p{number}", f"Guest {number}")
    async with playing(at) as (client, pilot):
        await at_page(pilot, "r", "0", "0")
        assert "[2] Guest 19" in screen(client)
        assert "any other key closes" in screen(client)
        await pilot.press("2")
        await settle(pilot)
        assert at.driver.table.member("p19") is None


async def test_the_page_of_the_table_tells_what_is_so_now() -> None:
    at = at_hand(rules("knock"), "ana")
    async with playing(at) as (client, pilot):
        await until_mine(at, client, pilot)
        await pilot.press("t")
        at.driver.do(people.join, "ben", "Ben")
        at.tell()
        await settle(pilot)
        assert "Watching: Ben" in screen(client)


# Rude treatment


@pytest.mark.exhaustive
async def test_any_key_at_any_moment_does_no_harm() -> None:
    rng = Random(3)
    names = (*["enter"] * 12, "space", "escape", "tab", "up", "pagedown", "f1", "backspace", "delete")
    keys = (*LETTERS, *"0123456789" * 3, *"?lwxtz!é²", *names)
    at = at_hand(rules("ohio", target=3), "ana", settings=replace(BY_HAND, revokes=True))
    async with playing(at) as (client, pilot):
        stages = set[TableStage]()
        for _ in range(60):
            for key in rng.choices(keys, k=6):
                client.post_message(events.Key(key, key if len(key) == 1 else None))
            at.driver.next()
            at.tell()
            await settle(pilot)
            stages.add(at.driver.table.stage)
            if at.driver.table.stage is TableStage.SEATING:
                client.post_message(events.Key("b", "b"))
        assert client.is_running
        assert client.fault is None
        assert TableStage.PLAYING in stages


# What may be seen

CARD = re.compile(r"(10|[789JQKA]) ?([♣♦♥♠])")


def on_screen(client: TerminalApp) -> set[str]:
    """Return every card that is visible anywhere on the screen."""
    return {rank + suit for rank, suit in CARD.findall(screen(client))}


def known(seen: Observation) -> set[Card]:
    """Return every card of a deal that a seat or a spectator may know."""
    played = {card for trick in seen.tricks for card in trick.cards} | set(seen.trick)
    own = {*seen.cards, *seen.put_away, *seen.received, *seen.kitty_taken}
    return {seen.upcard, *seen.buried, *seen.shown} | played | own


async def cards_not_known(at: AtHand, rng: Random) -> int:
    """Play one deal. Return how many cards that the viewer may not know were on the screen at any time."""
    secret = 0
    async with playing(at, TerminalOptions(bot_delay=0, trick_stays=0, last_card_plays=False)) as (client, pilot):
        at.driver.begin()
        while at.driver.table.stage is not TableStage.OVER:
            if not (at.driver.person() or at.driver.next()):
                break
            at.tell()
            await settle(pilot)
            client.press(rng.choice(("enter", "l", "w", "escape", "t")))
            await settle(pilot)
            viewer = at.driver.table.viewer(at.player)
            if seen := at.driver.table.observe(viewer):
                secret += len(on_screen(client) - set(map(card_name, known(seen))))
    return secret


@pytest.mark.daily(1)
@pytest.mark.parametrize("me", ["ana", "eve"])
@alike("name", "knock", "ohio")
async def test_no_card_of_another_hand_is_ever_on_the_screen(name: str, me: str) -> None:
    for seed in range(2):
        at = at_hand(rules(name, deals=1, target=0, draw="random"), "ana", "ben", "caro", "dan", me=me, seed=seed)
        assert await cards_not_known(at, Random(seed)) == 0


async def test_a_server_that_told_too_much_would_be_found_out() -> None:
    """The test above can fail: here the server sends Ana what only Ben may see."""
    at = at_hand(rules("knock", deals=1, target=0, draw="random"), "ana", "ben", "caro", "dan")

    def leaky() -> None:
        lines = tuple(line_view(s, Seat.EAST) for s in at.driver.steps if s.line.seq > at._told)
        since, at._told = at._told, at.driver.table.seq
        whole = at.whole
        if lines:
            leak = replace(whole, deal=deal_view(at.driver.table, Seat.EAST))
            at._news.put_nowait(AppliedUpdate(since, lines, leak))

    at.tell = leaky  # type: ignore[method-assign]
    assert await cards_not_known(at, Random(0)) > 0


def test_remote_is_a_sitting() -> None:
    from uka.terminal import TerminalGame

    game: TerminalGame = remote(at_hand(rules("knock"), "ana"))
    assert isinstance(game, RemoteGame)
