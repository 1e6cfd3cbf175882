"""Claims of the rest at a terminal: the client asks first, shows why a claim is refused, and reports a valid one."""

from __future__ import annotations

import asyncio

import pytest
from textual.pilot import Pilot

from tests.terminal.hand import at_hand, remote
from tests.terminal.table import QUICK, arranged_session, hire, screen
from uka import rulesets
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.records import Note
from uka.records.log import Log
from uka.solver import claims
from uka.table import TableStage, record
from uka.table.game_record import CLAIMED
from uka.terminal import LocalGame, TerminalApp, WaitingFor

SIZE = (80, 24)
SURE = {Seat.SOUTH: "Jh Jd Ah Kh Qh"}
"""South has the five highest cards once hearts are trump."""
UNSURE = {Seat.SOUTH: "Jh Jd Ah 9c 9s"}
OFFER = "[R] claim the rest"


def rules(**changes: object) -> Ruleset:
    return rulesets.find("cardgames").changed(changes)


def begun(hands: dict[Seat, str], **changes: object) -> LocalGame:
    """Return a game in which South deals, and the others choose their first lawful action."""
    return arranged_session(rules(**changes), hands, "Th")


async def to_the_play(pilot: Pilot[None], client: TerminalApp) -> None:
    """South takes up the ten of hearts and discards the last card of the hand."""
    for key in ("o", "6"):
        for _ in range(6):
            if client.game.waiting_for is WaitingFor.PERSON:
                break
            await pilot.press("enter")
        await pilot.press(key)


async def test_a_claim_is_asked_about_and_accepted() -> None:
    session = begun(SURE)
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await to_the_play(pilot, client)
        assert OFFER.lower() in screen(client).lower(), screen(client)
        await pilot.press("r")
        assert "If that isn't certain, your cards stay hidden" in screen(client)
        await pilot.press("n")
        assert OFFER.lower() in screen(client).lower()
        await pilot.press("r", "y")
        assert "You claim the rest: J♥ J♦ A♥ K♥ Q♥" in screen(client)
        assert session.state.deal is not None
        assert session.state.deal.over
        assert session.state.score == (2, 0)
        told = [line.text for line in session.story]
        assert "You claim the rest: J♥ J♦ A♥ K♥ Q♥." in told
        assert not any(text.startswith("Trick ") for text in told)
    notes = [entry for entry in session.log.entries if isinstance(entry, Note) and entry.kind == CLAIMED]
    assert len(notes) == 1
    again = LocalGame(Log.parse(session.log.text), hire)
    assert again.story == session.story
    assert again.state == session.state


async def test_a_card_may_be_played_while_the_claim_is_asked_about() -> None:
    session = begun(SURE)
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await to_the_play(pilot, client)
        await pilot.press("r")
        assert screen(client).count("[1-5] play a card") == 2, "below the table and in the box"
        await pilot.press("6")
        assert "If that isn't certain" in screen(client), "there is no sixth card"
        await pilot.press("2")
        assert "If that isn't certain" not in screen(client)
        seen = session.observation
        assert seen is not None
        assert len(seen.cards) == 4
        assert not any("You claim the rest" in line.text for line in session.story)


async def test_a_claim_is_refused_and_the_game_goes_on() -> None:
    session = begun(UNSURE)
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await to_the_play(pilot, client)
        entries = len(session.log.entries)
        await pilot.press("r", "y")
        assert "the rest aren't certain to be yours" in screen(client), screen(client)
        assert len(session.log.entries) == entries
        assert OFFER.lower() in screen(client).lower()


async def test_where_every_trick_is_played_out_the_key_does_nothing() -> None:
    session = begun(SURE, claims=False)
    client = TerminalApp(session, QUICK)
    async with client.run_test(size=SIZE) as pilot:
        await to_the_play(pilot, client)
        assert "claim the rest" not in screen(client)
        await pilot.press("r")
        assert "If that isn't certain" not in screen(client)
        with pytest.raises(UkaError, match="every trick is played out"):
            session.claim()


async def test_over_a_server_a_claim_is_sent_and_told_as_a_session_tells_it() -> None:
    accepted = refused = 0
    for seed in range(12):
        at = at_hand(rules(target=20), "ana", seed=seed)
        game = remote(at)
        attending = asyncio.create_task(game.listen(lambda: None))
        at.driver.begin()
        while at.driver.table.stage is not TableStage.OVER:
            at.tell()
            await asyncio.sleep(0)
            while game.waiting_for is WaitingFor.NEWS:
                game.step()
            seen = game.observation
            if game.waiting_for is WaitingFor.PERSON and seen and not claims.why_not(seen):
                holds = claims.holds(seen)
                game.claim()
                for _ in range(3):
                    await asyncio.sleep(0)
                if holds:
                    accepted += 1
                    continue
                refused += 1
                assert "the rest aren't certain to be yours" in game.notice
            assert at.driver.person() or at.driver.next()
        at.tell()
        await asyncio.sleep(0)
        attending.cancel()
        while game.waiting_for is WaitingFor.NEWS:
            game.step()
        log = record(at.driver.lines, {"person": "Ana", "seed": "0"})
        assert [line for line in game.story if line.text != "— A new game"] == LocalGame(
            Log.parse(log.text), hire
        ).story
    assert accepted
    assert refused


async def test_over_a_server_too_a_claim_waits_for_its_turn() -> None:
    game = remote(at_hand(rules(), "ana"))
    with pytest.raises(UkaError, match="no cards are dealt yet"):
        game.claim()
