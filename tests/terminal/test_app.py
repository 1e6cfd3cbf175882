"""The client on a simulated terminal: whole games by keys, every special moment, and hostile input."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from textual import events
from textual.color import Color
from textual.widgets import Static

from tests.alike import alike
from tests.core.test_unseen import Moment, another_world
from tests.strategies import leaning, playing
from tests.terminal.table import (
    LETTERS,
    QUICK,
    arranged_session,
    first_key,
    hire,
    new,
    over,
    press_on,
    resize,
    screen,
    session_of,
)
from uka import rulesets
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled
from uka.narration.names import card_name
from uka.records.log import Log
from uka.terminal import LocalGame, TerminalApp, TerminalOptions, WaitingFor
from uka.terminal.screen.contents import PausePoint

SIZE = (80, 24)
SUITS = "♣♦♥♠"


def rules(name: str, **changes: object) -> Ruleset:
    return rulesets.find(name).changed(changes)


def played(client: TerminalApp) -> LocalGame:
    """The app's game, which is one on this machine."""
    assert isinstance(client.game, LocalGame)
    return client.game


# Whole games


@pytest.mark.parametrize("name", rulesets.SOURCES)
async def test_a_whole_game_is_played_by_keys(name: str, tmp_path: Path) -> None:
    session = new(rulesets.find(name), record=tmp_path / "game.uka")
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        for key in ("enter", "enter", first_key(client)):
            await pilot.press(key)
        await press_on(pilot, client)
        assert session.state.over
        assert "The game is over" in screen(client)
        assert "won, " in screen(client) or "drawn" in screen(client)
        assert "└──" in screen(client)
        await pilot.press("z")
        assert client.is_running
        await pilot.press("n")
        assert client.game is not session
        assert "Welcome to" in screen(client)
        await pilot.press("q")
    assert not client.is_running
    assert LocalGame.resume(tmp_path / "game.uka", hire).state == session.state


async def test_a_rubber_is_played_to_its_points() -> None:
    client = TerminalApp(new(rules("bicycle", rubber=True, target=1)), QUICK)
    async with client.run_test(size=SIZE) as pilot:
        told = list[str]()
        while not over(client):
            await pilot.press(first_key(client))
            told.append(screen(client))
        assert any("rubber 0-0 · game 1" in text for text in told)
        assert any("rubber points: you" in text for text in told)
        assert "the rubber" in screen(client)
        assert "Rubber points" in screen(client)


async def test_pages_open_over_the_table_and_close_again() -> None:
    client = TerminalApp(new(rules("tainui"), clock=False), QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await pilot.press("enter", "enter")
        table = screen(client)
        for key, text in (("?", "choose a card by its number"), ("l", "No trick"), ("w", "Turned up"), ("x", "suits")):
            await pilot.press(key)
            assert text in screen(client)
            await pilot.press("down", "pagedown", "up", "escape")
            assert screen(client) == table


async def test_the_rulebook_is_that_of_the_rules_that_are_played() -> None:
    for ruleset, sentence in (
        (rules("tainui"), "(our reading)"),
        (rules("tainui", target=7), "The first side to 7 points wins"),
    ):
        client = TerminalApp(new(ruleset), QUICK)
        async with client.run_test(size=SIZE) as pilot:
            await pilot.press("?")
            text = client.screen.query_one("#text", Static)
            assert sentence in str(text.content)


async def test_the_last_trick_and_the_story_are_told() -> None:
    client = TerminalApp(new(rules("tainui"), seed=2), QUICK)
    async with client.run_test(size=SIZE) as pilot:
        while not (client.game.observation and client.game.observation.tricks):
            await pilot.press(first_key(client))
        await pilot.press("l")
        assert "took it" in screen(client)
        assert screen(client).count("You") >= 1


async def test_options_change_what_is_seen() -> None:
    client = TerminalApp(arranged_session(rules("tainui"), {Seat.SOUTH: "Jh Jd 9d As Kc"}, "Ts"), QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await pilot.press("x", "2", "1", "3", "4", "5", "escape")
        assert "10s" in screen(client)
        assert not set(SUITS) & set(screen(client))
        assert client.options == TerminalOptions(0.3, 1.5, False, True, True)


async def test_a_trick_stays_until_a_key() -> None:
    client = TerminalApp(new(rules("knock"), seed=2), TerminalOptions(bot_delay=0, trick_stays=None))
    async with client.run_test(size=SIZE) as pilot:
        while PausePoint.TRICK not in client.pauses:
            await pilot.press(first_key(client))
        assert "took the trick" in screen(client)
        assert "┏━━━┓" in screen(client)
        await pilot.press("enter")
        assert PausePoint.TRICK not in client.pauses


async def test_bots_take_their_time_and_can_be_hurried() -> None:
    client = TerminalApp(new(rules("knock"), seat=Seat.EAST), TerminalOptions(bot_delay=60))
    async with client.run_test(size=SIZE) as pilot:
        await pilot.press("enter", "enter")
        before = len(played(client).log.entries)
        if client.game.waiting_for is WaitingFor.BOT:
            assert "hurry" in screen(client)
            await pilot.press("enter")
            assert len(played(client).log.entries) == before + 1


async def test_the_last_card_plays_itself_if_it_may() -> None:
    for plays in (True, False):
        client = TerminalApp(new(rules("knock")), TerminalOptions(bot_delay=0, trick_stays=0, last_card_plays=plays))
        async with client.run_test(size=SIZE) as pilot:
            asked = set[int]()
            while PausePoint.DEAL not in client.pauses:
                seen = client.game.observation
                if seen and seen.my_turn and seen.phase is Phase.PLAYING and not client.pauses:
                    asked.add(len(seen.cards))
                client.press(first_key(client))
            await pilot.pause()
        assert (1 in asked) is not plays


# Keys, refusals, the mouse


async def test_what_is_not_allowed_is_refused_with_the_reason() -> None:
    session = arranged_session(rules("tainui"), {Seat.SOUTH: "Jh Jd 9d As Kc"}, "Ts", dealer=Seat.EAST)
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await pilot.press("h")
        assert "No: you can name a suit only after the turn-up is turned down." in screen(client)
        await pilot.press("z")
        assert "Press one of the letters in brackets" in screen(client)
        await pilot.press("o")
        assert "The" not in client.notice
        seen = session.observation
        assert seen is not None
        assert seen.trump is not None


async def test_cards_and_calls_can_be_clicked() -> None:
    session = arranged_session(rules("knock"), {Seat.SOUTH: "Jh Jd 9d As Kc"}, "Ts")
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        row = screen(client).splitlines()[21]
        await pilot.click("#keys", offset=(row.index("[o]") + 1, 0))
        assert session.observation is not None
        assert session.observation.phase is Phase.DISCARDING
        await pilot.click("#hand", offset=(10, 1))
        assert session.observation.phase is Phase.PLAYING
        await pilot.click("#footer", offset=(1, 0))
        assert "Help" in screen(client)
        await pilot.click(offset=(40, 10))
        assert "Help" not in screen(client)


async def test_enter_takes_the_only_choice() -> None:
    session = arranged_session(rules("uka"), {Seat.SOUTH: "Jh Jd 9d Ah Kc"}, "Ts", dealer=Seat.EAST)
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        assert "but you have no spades." in screen(client)
        assert "[p] pass (“away”)" in screen(client)
        await pilot.press("enter")
        assert session.observation is not None
        assert session.observation.calls[0].seat is Seat.SOUTH


# Special moments


async def pressed(session: LocalGame, keys: Iterable[str]) -> str:
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        for key in keys:
            await pilot.press(key)
        return screen(client)


HIGH = {Seat.WEST: "Kc Kh Ks Kd Qs", Seat.NORTH: "Qc Qh Qd Ac Ah", Seat.EAST: "9d Td As Ad Js"}


async def test_the_benny_is_named_before_the_cards_are_seen() -> None:
    blind = rules("british")
    before = await pressed(arranged_session(blind, HIGH | {Seat.SOUTH: "Jh Jd 9s Th Jc"}, "B"), ())
    assert "Name its suit before you see your cards" in " ".join(before.split())
    assert "J ♥" not in before
    assert "[h] the benny stands for hearts" in before
    after = await pressed(arranged_session(blind, HIGH | {Seat.SOUTH: "Jh Jd 9s Th Jc"}, "B"), "h")
    assert "J ♥" in after
    assert "offered for hearts" in after


async def test_a_farmers_hand_goes_under() -> None:
    ohio = rules("ohio")
    session = arranged_session(ohio, HIGH | {Seat.SOUTH: "9c Tc 9h Th Jd"}, "9s")
    asked = await pressed(session, ())
    assert "Farmer's hand! Show three" in asked
    assert "[u] farmer's hand: go under" in asked
    showing = await pressed(session, "u")
    assert "show low card 1 of 3" in showing
    wrong = await pressed(session, ["4"])
    assert "above a ten" in wrong or "low card 2 of 3" in wrong
    done = await pressed(session, "111")
    assert session.observation is not None
    assert len(session.observation.kitty_taken) == 3
    assert "You take" in done


async def test_a_farmers_hand_is_shown_for_a_new_deal() -> None:
    low = rules("knock", farmers_hand="low")
    session = arranged_session(low, HIGH | {Seat.SOUTH: "9c Tc 9h Th 9s"}, "Ts")
    assert "You have a farmer's hand" in await pressed(session, ())
    assert "A farmer's hand was shown: the same dealer deals again." in await pressed(session, "r")
    plain = arranged_session(low, HIGH | {Seat.SOUTH: "9c Tc 9h Th Jh"}, "Ts")
    assert "farmer" not in (await pressed(plain, ())).split("Turned up")[0]


async def test_the_loner_gets_their_partners_best() -> None:
    best = rules("knock", partners_best=True)
    session = arranged_session(best, {Seat.SOUTH: "Jh Jd 9h Ah Kh"}, "Th", dealer=Seat.EAST)
    text = await pressed(session, "ay")
    assert "Your partner passed you" in text
    assert "[6]" in text
    giving = arranged_session(
        best, {Seat.NORTH: "Jh Jd 9h Ah Kh", Seat.SOUTH: "As Ks Qs 9d Td"}, "Th", dealer=Seat.NORTH
    )
    deal = giving.state.deal
    assert deal is not None
    steps = [(Seat.EAST, deal.legal_actions[0]), (Seat.SOUTH, deal.legal_actions[0])]
    steps += [
        (Seat.WEST, deal.legal_actions[0]),
        (Seat.NORTH, next(a for a in deal.legal_actions if a.index == 101)),
    ]
    giving = session_of(deal, steps)
    text = await pressed(giving, ())
    if giving.waiting_for is WaitingFor.BOT:
        text = await pressed(giving, ())
    assert "Pass your best card" in text
    assert "You pass A♠ to North" in await pressed(giving, "1")


async def test_one_is_asked_about_playing_alone() -> None:
    asked = rules("knock", alone_asked="after_discard", alone_by="makers")
    session = arranged_session(asked, {Seat.SOUTH: "Jh Jd 9h Ah Kh"}, "Th", dealer=Seat.EAST)
    text = await pressed(session, "o")
    assert "Go alone? North will sit out." in text
    assert "[a] alone" in text
    assert "[p] with my partner" in text
    text = await pressed(session, "ay")
    assert "alone" in text
    assert "sits out" in text


async def test_one_is_asked_about_defending_alone() -> None:
    asked = rules("ohio", defend_alone="always", farmers_hand="off")
    session = arranged_session(asked, {Seat.SOUTH: "Jh Jd 9h Ah Kh"}, "Ts", dealer=Seat.SOUTH)
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE):
        pass
    deal = session.state.deal
    assert deal is not None
    fresh = arranged_session(asked, {Seat.SOUTH: "Jh Jd 9h Ah Kh"}, "Ts", dealer=Seat.EAST)
    start = fresh.state.deal
    assert start is not None
    steps = [
        (Seat.SOUTH, start.legal_actions[0]),
        (Seat.WEST, next(a for a in start.legal_actions if a.index == 100)),
    ]
    text = await pressed(session_of(start, steps), ())
    assert "Defend alone? North will sit out." in text


async def test_the_compelled_dealer_is_told() -> None:
    for name, text, keys in (
        ("knock", "You dealt, so you must name a suit", "[c] clubs"),
        ("uka", "you must say “pick it up”: 10♠ is yours.", "[o] pick it up"),
    ):
        start = arranged_session(rules(name), {Seat.SOUTH: "Jh Jd 9d Ah Kc"}, "Ts").state.deal
        assert start is not None
        passes = [(seat, start.legal_actions[0]) for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)]
        session = session_of(start, passes + passes[:3])
        told = await pressed(session, ())
        assert text in told
        assert keys in told
        assert "[p]" not in told
        assert "No: everyone has passed" in await pressed(session, "p")


async def test_next_and_cross_are_said_in_bicycles_words() -> None:
    start = arranged_session(rules("bicycle"), {Seat.SOUTH: "Jh Jd 9d Ah Kc"}, "Ts", dealer=Seat.EAST).state.deal
    assert start is not None
    passes = [(seat, start.legal_actions[0]) for seat in (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)]
    text = await pressed(session_of(start, passes), ())
    assert "turned down (face up)" in text.replace("\n", " ") or "turned down" in text
    assert "[c] making it next: clubs" in text
    assert "[h] crossing it: hearts" in text
    assert "[H] ♥ alone" in text


async def test_many_calls_take_the_rows_that_they_need() -> None:
    for name in rulesets.SOURCES:
        house = rules(name, no_trump=True, dealer_calls_in_second=True, natural_needed=False)
        start = arranged_session(house, {Seat.SOUTH: "Jh Jd 9d Ah Kc"}, "Ts").state.deal
        assert start is not None
        passes = [(seat, start.legal_actions[0]) for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)]
        text = await pressed(session_of(start, passes + passes[:3]), ())
        assert all(f"[{key}]" in text for key in "cCdDhHnN")
        assert text.splitlines()[-1].startswith(" ? help")


async def test_the_bound_partner_is_told_and_sits_the_dealer_out() -> None:
    session = arranged_session(rules("tainui"), {Seat.SOUTH: "Js Jc 9s As Ks"}, "Ts", dealer=Seat.NORTH)
    deal = session.state.deal
    assert deal is not None
    session = session_of(deal, [(Seat.EAST, deal.legal_actions[0])])
    text = await pressed(session, ())
    assert "Say “I'll turn you down and go alone”, or pass?" in text
    assert "[a] I'll turn you down and go alone" in text
    assert "No: the dealer's partner may call only by going alone." in await pressed(session, "o")
    text = await pressed(session, "ay")
    assert "buried" in text
    assert "sits out" in text


async def test_cards_lie_as_the_custom_of_the_table_is() -> None:
    """Uka: on a chip of their own, the winner's face down. Tainui Games: before each player, "clear for all to see"."""
    for name, chips, open_, bracketed in (("uka", 4, False, 0), ("tainui", 0, True, 3), ("knock", 0, False, 0)):
        text, seen = await after_three_tricks(name)
        assert text.count("(●") + text.count("(○") + text.count("○)") == chips
        turned = 0
        for trick in seen.tricks:
            shown = [card_name(card) in text for card in trick.cards]
            assert all(shown) is open_
            turned += f"[{card_name(dict(trick.plays(0))[trick.taker])}]" in text
        assert turned == bracketed


@pytest.mark.parametrize("size", [SIZE, (120, 40)])
async def test_the_takers_card_is_turned_face_down_on_its_chip(size: tuple[int, int]) -> None:
    """The Uka rules: "That card is flipped face down to show that it is the winner", and a pile forms on each chip."""
    text, seen = await after_three_tricks("uka", size)
    for chip, side in (("●", (Seat.NORTH, Seat.SOUTH)), ("○", (Seat.WEST,))):
        found = re.findall(
            rf"\({chip}(.{{3}})", text
        )  # a column of each of three cards, the top one's left edge at least
        for edges, seat in zip(found, side, strict=True):
            taken = [trick.taker is seat for trick in seen.tricks]
            covered = taken if seat in dict(seen.plays) else taken[:-1]
            assert edges[: len(covered)] == "".join("▒" if turned else "╎" for turned in covered)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("uka", ("┌╌┐ earlier tricks", "▒   took its trick")),
        ("tainui", ("By a name: cards of", "earlier tricks.", "[ ] took its trick")),
        ("knock", ()),
    ],
)
async def test_the_table_says_what_the_cards_of_earlier_tricks_are(name: str, said: tuple[str, ...]) -> None:
    client = TerminalApp(new(rules(name, nobody_calls="dealer_picks_up"), seed=5, clock=False), QUICK)
    async with client.run_test(size=SIZE) as pilot:
        while not ((seen := client.game.observation) and seen.phase is Phase.PLAYING and seen.my_turn):
            client.press(first_key(client))
        await pilot.pause()
        assert "earlier tricks" not in screen(client), "there are none yet"
    text, _ = await after_three_tricks(name)
    assert all(line in text for line in said)
    assert ("earlier tricks" in text) is bool(said)


async def test_only_a_card_of_the_trick_has_a_whole_frame() -> None:
    text, seen = await after_three_tricks("uka")
    pack = text.count("│▒▒▒│")
    assert pack == 1
    assert text.count("╭───╮") == len(seen.trick) + pack + len(seen.cards)
    assert text.count("╌╌╌") > 0


@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.EAST])
async def test_the_score_says_whose_a_chip_is(seat: Seat) -> None:
    client = TerminalApp(new(rules("uka"), seed=5, seat=seat), QUICK)
    async with client.run_test(size=SIZE) as pilot:
        while client.game.observation is None or client.pauses:
            client.press(first_key(client))  # east's side names the dealer
        await pilot.pause()
        rows = screen(client).splitlines()
        assert sum("● You+" in row for row in rows) == sum("○ They" in row for row in rows) == 1
        table = client.query_one("#table").region
        mine = max(at for at in range(table.y, table.bottom) if "You" in rows[at][: table.right])
        assert "(●)" in rows[mine - 2], "the person's own chip"


async def test_chips_lie_before_the_players_from_the_first_deal_on() -> None:
    """The Uka rules: "The chips are placed in front of each player" before the deal."""
    client = TerminalApp(new(rules("uka"), seed=5), QUICK)
    async with client.run_test(size=SIZE) as pilot:
        while client.game.observation is None or client.pauses:
            await pilot.press("enter")
        assert [screen(client).count(chip) for chip in ("(●)", "(○)")] == [2, 2]


async def after_three_tricks(name: str, size: tuple[int, int] = SIZE) -> tuple[str, Observation]:
    """Return the screen and the person's observation when the person must play a card to the fourth trick."""
    client = TerminalApp(new(rules(name, nobody_calls="dealer_picks_up"), seed=5, clock=False), QUICK)
    async with client.run_test(size=size) as pilot:
        while not ((seen := client.game.observation) and len(seen.tricks) == 3 and seen.my_turn):
            client.press(first_key(client))
        await pilot.pause()
        felt = client.query_one("#table").size.width
        return "\n".join(line[:felt] for line in screen(client).splitlines()[:-6]), seen


async def test_the_turn_up_lies_on_the_pack_until_played() -> None:
    session = arranged_session(rules("bicycle"), {Seat.SOUTH: "Jh Jd 9d Ah Kc"}, "Td")
    deal = session.state.deal
    assert deal is not None
    passes = [(seat, deal.legal_actions[0]) for seat in (Seat.WEST, Seat.NORTH, Seat.EAST)]
    asked = await pressed(session_of(deal, passes), ["o"])
    assert "You leave 10♦ on the pack. Discard a card." in asked
    assert "picked up" not in asked
    text = await pressed(session_of(deal, passes), ["o", "6"])
    assert "on the pack" in text
    assert text.count("┌╌╌╌┐") == 2  # the place in one's hand from which it is played, and the card on the pack
    assert text.count("╎10♦╎") == 2


async def test_a_revoke_can_be_claimed_where_the_table_lets_them_happen() -> None:
    session = arranged_session(rules("knock"), {Seat.SOUTH: "Jh Jd 9h Ah Kh"}, "Th", dealer=Seat.EAST, revokes=True)
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        while not (session.observation and session.observation.tricks and not client.pauses):
            await pilot.press(first_key(client))
        assert "claim a revoke in trick" in screen(client)
        await pilot.press("v")
        assert "revoke in trick" in "\n".join(line.text for line in session.story)


# The bell


async def test_the_bell_rings_when_the_time_is_up() -> None:
    session = new(rules("tainui"))
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        assert "bell in 12:00" in screen(client)
        await pilot.press("enter", "enter")
        session.seconds = 11 * 60 + 58.5
        client._tick()
        await pilot.pause()
        assert "bell in 0:0" in screen(client)
        session.seconds = 12 * 60
        client._tick()
        await pilot.pause()
        assert session.game.bell
        assert "the bell has rung" in screen(client)
        assert "Last deal: play it out" in screen(client)
        await press_on(pilot, client)
        assert "The bell ended it" in screen(client)
        client._tick()


# Rude treatment


@alike("name", "ohio", "tainui", "british")
@pytest.mark.slow
async def test_any_key_at_any_moment_does_no_harm(name: str) -> None:
    rng = Random(11)
    names = (*["enter"] * 12, "space", "escape", "tab", "up", "pagedown", "f1", "backspace", "delete")
    keys = (*LETTERS, *"0123456789" * 3, *"?lwxz!é²", *names)
    client = TerminalApp(new(rules(name, target=3, clock=0), revokes=True), QUICK)
    async with client.run_test(size=SIZE) as pilot:
        seen = set[str]()
        for _ in range(40):
            for key in rng.choices(keys, k=8):
                client.post_message(events.Key(key, key if len(key) == 1 else None))
            await pilot.pause()
            assert Log.parse(played(client).log.text).text == played(client).log.text
            seen.add(played(client).log.text)
        assert client.is_running
        assert len(seen) > 8


async def test_a_small_terminal_is_told_and_the_game_waits() -> None:
    client = TerminalApp(new(rules("tainui")), QUICK)
    async with client.run_test(size=(60, 20)) as pilot:
        assert "Please enlarge" in screen(client)
        await pilot.press("enter", "p", "?", "1")
        assert not played(client).dealer_known
        await resize(pilot, 80, 24)
        assert "Welcome" in screen(client)
        await pilot.press("enter", "enter")
        for width, height in ((120, 40), (81, 24), (60, 20), (10, 3), (200, 60), (80, 24)):
            await resize(pilot, width, height)
            assert ("ease enlar" in screen(client)) is (width < 80)
            lines = screen(client).split("\n")
            assert len(lines) == height
            assert all(len(line) <= width for line in lines)


async def test_a_large_terminal_has_large_cards_and_a_wide_story() -> None:
    session = arranged_session(rules("tainui"), {Seat.SOUTH: "Jh Jd 9d As Kc"}, "Ts")
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=(120, 40)):
        assert "╭─────╮" in screen(client)
        assert "│J♥   │" in screen(client)


async def test_without_colour_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    client = TerminalApp(arranged_session(rules("tainui"), {Seat.SOUTH: "Jh Jd 9d As Kc"}, "Ts"), QUICK)
    async with client.run_test(size=SIZE):
        styles = [segment.style for strip in client.screen._compositor.render_strips() for segment in strip]
        painted = [strip.apply_filter(f, Color(0, 0, 0)) for f in client.get_line_filters()
                   for strip in client.screen._compositor.render_strips()]  # fmt: skip
        styles = [segment.style for strip in painted[-24:] for segment in strip]
        assert all(style is None or _colourless(style.color) for style in styles)
        assert all(style is None or _colourless(style.bgcolor) for style in styles)
        assert all(text in screen(client) for text in ("J ♥", "J ♦", "A ♠", "K ♣", "10♠"))


def _colourless(colour: object) -> bool:
    return colour is None or getattr(colour, "is_default", False)


@pytest.mark.slow
async def test_leaving_keeps_the_game_and_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    for key in ("q", "ctrl+c", "ctrl+q"):
        path = tmp_path / f"{key}.uka"
        client = TerminalApp(new(rules("uka"), record=path), QUICK)
        async with client.run_test(size=SIZE) as pilot:
            for _ in range(15):
                await pilot.press(first_key(client))
            before = screen(client)
            await pilot.press(key)
        assert not client.is_running
        assert str(path) in client.game.farewell
        again = TerminalApp(LocalGame.resume(path, hire), QUICK)
        async with again.run_test(size=SIZE):
            assert screen(again) == before


async def test_ctrl_c_leaves_from_any_page() -> None:
    for key in "?lwx":
        client = TerminalApp(new(rules("uka")), QUICK)
        async with client.run_test(size=SIZE) as pilot:
            await pilot.press(key, "ctrl+c")
        assert not client.is_running


async def test_keys_that_come_after_leaving_do_no_harm() -> None:
    client = TerminalApp(new(rules("knock")), QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await pilot.press("enter", "enter")
        entries = len(played(client).log.entries)
        for key in "q1poa?q":
            client.post_message(events.Key(key, key))
        await pilot.pause()
    assert len(played(client).log.entries) == entries
    client.press("enter")
    client.proceed()


# What may be seen


async def test_what_is_unseen_changes_nothing_on_the_screen() -> None:
    """Two deals that differ only in cards that the person cannot know give the same screen at every moment."""
    compared, rng = 0, Random(5)
    for name in (*rulesets.SOURCES, "ohio", "british"):
        deal = Deal.start(rules(name), rng.choice(SEATS), leaning(rules(name), shuffled(rules(name), 3), "joker up"))
        steps = tuple(playing(deal, rng))
        for cut in range(0, len(steps), 3):
            moment = Moment(deal, steps[:cut])
            for _ in range(4):
                other = another_world(moment, Seat.SOUTH, rng)
                if other is None or other.start.masks == deal.masks:
                    continue
                mine, theirs = (
                    TerminalApp(session_of(m.start, [(s.seat, s.action) for s in m.steps])) for m in (moment, other)
                )
                assert mine.contents() == theirs.contents()
                compared += 1
    assert compared > 100


async def test_the_screen_is_the_same_in_both_worlds() -> None:
    hands = {Seat.SOUTH: "Jh Jd 9d As Kc", Seat.WEST: "7c 8c 9c Tc Jc"}
    swapped = {Seat.SOUTH: "Jh Jd 9d As Kc", Seat.EAST: "7c 8c 9c Tc Jc"}
    pictures = [
        await pressed(arranged_session(rules("tainui", clock=0), cards, "Ts", dealer=Seat.EAST), ())
        for cards in (hands, swapped)
    ]
    assert pictures[0] == pictures[1]
