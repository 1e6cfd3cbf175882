"""Hints and reviews on a terminal, as lines of a dialog, in a local game and through a server."""

from __future__ import annotations

import asyncio
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.coach.recount import explained
from tests.patience import PATIENCE
from tests.server.web import listening, served
from tests.terminal.hand import AT_ONCE
from tests.terminal.table import QUICK, first_key, new, press_on, screen
from uka import coach, rulesets
from uka.bots import bot
from uka.client import Client as Guest
from uka.coach.formatting import choice_text, value_text
from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.narration.names import card_name, counted
from uka.table.views.facts import plays
from uka.terminal import TerminalApp, WaitingFor
from uka.terminal.games.remote import RemoteGame
from uka.terminal.screen.advice import ReviewProgress, hint_lines

pytestmark = pytest.mark.server

SIZE = (80, 24)
RULES = rulesets.find("north_american", {"target": 2})


async def to_ones_turn(pilot: Pilot[None], client: TerminalApp) -> None:
    while client.game.waiting_for is not WaitingFor.PERSON or client.pauses:
        await pilot.press("enter")


async def shown(pilot: Pilot[None], client: TerminalApp) -> str:
    """Return the text of the dialog once its values are computed."""
    await client.workers.wait_for_complete([worker for worker in client.workers if "attend" not in worker.name])
    await pilot.pause()
    return screen(client)


async def test_a_hint_tells_what_each_choice_is_worth_and_changes_nothing() -> None:
    session = new(RULES)
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await to_ones_turn(pilot, client)
        seen, entries = session.observation, len(session.log.entries)
        assert seen is not None
        assert "[i] hint" in screen(client)
        await pilot.press("i")
        text = await shown(pilot, client)
        found = coach.hint(seen)
        rows = [line for line in text.splitlines() if "±" in line and "%" in line]
        assert len(rows) == len(found) > 1
        for row, rated in zip(rows, found, strict=True):
            assert choice_text(rated.action, rated.words, card_name) in row
            assert value_text(rated) in row
        await pilot.press("x")
        assert "Hint, best first" not in screen(client)
        assert len(session.log.entries) == entries
        assert session.observation == seen


def test_what_the_words_of_a_hint_call_equal_has_the_sign_of_equality_in_its_table() -> None:
    close = signs = 0
    for _, rated in islice(explained("north_american", Random(771)), 30):
        lines = hint_lines(rated)
        rows = lines[1 : 1 + len(rated)]
        marked = [" = " in row for row in rows]
        texts = [reason.text for each in rated for reason in each.reasons]
        assert any(marked) is any("= marks" in line for line in lines), "the sign is explained where it is met"
        assert any(marked) or not any("equal" in text for text in texts)
        signs += any(marked)
        close += any("are close" in text for text in texts) and not any(marked)
    assert signs
    assert close


async def test_no_hint_is_given_against_time() -> None:
    session = new(rulesets.find("tainui"), clock=True)
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await to_ones_turn(pilot, client)
        assert "[i] hint" not in screen(client)
        await pilot.press("i")
        assert "No: no hints in a timed game: play with --no-clock." in await shown(pilot, client)


async def test_after_a_deal_a_bot_says_why() -> None:
    session = new(rulesets.find("north_american"))
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await pilot.press("y")
        assert "Once a deal is over" in screen(client)
        await pilot.press("x")
        while session.observation is None or session.observation.result is None:
            client.press(first_key(client))
        await pilot.pause()
        await pilot.press("y")
        text = screen(client)
        assert "Why did they do that?" in text
        assert "a  " in text
        await pilot.press("a")
        answer = await shown(pilot, client)
        assert "What I knew" in answer
        await pilot.press("x")
        assert "Why did they do that?" in screen(client), "the list opens again"


async def test_a_game_that_is_over_is_reviewed() -> None:
    session = new(RULES, seed=1)
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await press_on(pilot, client)
        await pilot.press("r")
        text = await shown(pilot, client)
        found = [coach.review(session.log, session.seat, deal) for deal in range(coach.deal_count(session.log))]
        costly = coach.worst_first(found)
        assert f"choices judged by what you knew then; {len(costly)} could have been better." in text
        assert costly
        rows = [line for line in text.splitlines() if "deal " in line and "% " in line]
        assert f"deal {costly[0][0].number + 1}, " in rows[0]
        equal = sum(each.unsure for deal in found for each in deal.choices)
        assert equal
        assert f"{counted(equal, 'choice')} more: as good as the best, within the margin of error." in text
        await pilot.press("x")
        assert "The game is over" in screen(client)


async def test_over_a_server_it_is_the_servers() -> None:
    async with served() as web, listening(web) as url, Guest(url, "Ana", timeout=60) as ana:
        settings = replace(AT_ONCE, rest_ms=0)  # South may sit out a deal, and the next must come by itself
        ticket = await ana.open("cardgames", settings=settings, seat=Seat.SOUTH, begin=True)
        async with asyncio.timeout(PATIENCE), ana.attend(ticket.table) as at:
            await at.until(lambda: at.my_turn)
            game = RemoteGame(at, url)
            assert game.hints_allowed
            assert at.observation
            assert await game.hint() == coach.hint(at.observation)
            await at.play(bot("random"), Random(1))
            found, log = [each async for each in game.review()], await at.record()
            total = coach.deal_count(log)
            assert found == [(coach.review(log, Seat.SOUTH, deal), total) for deal in range(total)]
            seen = at.observation
            assert seen.result
            for made in (0, *(coach.TrickPlace(0, seat) for seat, _ in plays(seen)[0])):
                step, who = coach.step_of(log, total - 1, made)
                level = None if who is Seat.SOUTH else "random"
                assert await ana.why(ticket.table, seen.number, made) == coach.why(log, total - 1, step, level)
            with pytest.raises(UkaError, match="not the last one"):
                await game.why(0)  # the game shows the first deal


async def test_what_went_wrong_is_said() -> None:
    reviewing = ReviewProgress(total=2, fault="No: the server does not answer.")
    assert reviewing.lines[0] == "No: the server does not answer."
    session = new(RULES)
    with pytest.raises(UkaError, match="no cards are dealt yet"):
        await session.hint()


def test_lines_keep_to_a_narrow_terminal() -> None:
    session = new(RULES)
    while session.waiting_for is not WaitingFor.OVER:
        if session.waiting_for is WaitingFor.PERSON:
            session.act(session.state.legal_actions[-1])
        else:
            session.step()
    found = [coach.review(session.log, session.seat, deal) for deal in range(coach.deal_count(session.log))]
    pages = [ReviewProgress(found, len(found)).lines]
    pages += [hint_lines(each.choices)[:-1] for review in found for each in review.choices if each.choices]
    assert max(len(line) for page in pages for line in page) <= SIZE[0] - 4
