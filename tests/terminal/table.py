"""Helpers of the terminal's tests: games from given deals, screens as text, and a person who presses keys."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from textual.pilot import Pilot

from tests.patience import PATIENCE
from uka.core.actions import Action
from uka.core.cards import JOKER, Card
from uka.core.deal import Deal, arranged_pack
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.records.entries import Acted, Dealt
from uka.records.log import Log
from uka.table.views.facts import sorted_cards
from uka.terminal import LocalGame, LocalOptions, TerminalApp, TerminalOptions, WaitingFor
from uka.terminal.screen.keys import CLAIM, ON_CARDS, keyed_actions

QUICK = TerminalOptions(bot_delay=0, trick_stays=0)
LETTERS = "pocdhsnaurCDHSNAv"


class ByIndex:
    """A bot that plays the first of its lawful actions, so that a deal always goes the same way."""

    def choose(self, observation: Observation, rng: Random) -> Action:
        return observation.lawful_actions[0]


class ByChance:
    """A bot that plays any of its lawful actions."""

    def choose(self, observation: Observation, rng: Random) -> Action:
        return rng.choice(observation.lawful_actions)


def hire(name: str) -> ByIndex | ByChance:
    return ByChance() if name == "chance" else ByIndex()


def new(rules: Ruleset, **settings: Any) -> LocalGame:
    chosen: dict[str, Any] = {"seed": 7, "bots": ("chance",)} | settings
    return LocalGame.start(rules, LocalOptions(**{**chosen, "seed": str(chosen["seed"])}), hire)


def advance(session: LocalGame, steps: int = 10_000) -> LocalGame:
    """Take some steps. The person chooses the first lawful action."""
    for _ in range(steps):
        match session.waiting_for:
            case WaitingFor.OVER:
                break
            case WaitingFor.DEALER:
                session.name_dealer(session.seat)
            case WaitingFor.PERSON:
                assert session.observation is not None
                session.act(session.observation.lawful_actions[0])
            case _:
                session.step()
    return session


def pack_of(deal: Deal) -> tuple[Card, ...]:
    """Return the order of the pack that gives a deal which has just started."""
    hands = {seat: deal.hand(seat) for seat in SEATS}
    top = (*deal.buried, deal.upcard)
    return arranged_pack(deal.rules, deal.dealer, hands, top[0], (*top[1:], *deal.kitty))


def session_of(deal: Deal, actions: Iterable[tuple[Seat, Action]] = (), *, seat: Seat = Seat.SOUTH) -> LocalGame:
    """Return a game whose first deal is ``deal``, after some actions in it."""
    players = tuple("you" if s is seat else "index" for s in SEATS)
    about = {"person": "you", "seed": "1"}
    log = Log.start(deal.rules, dealer=deal.dealer, players=players, revokes=deal.revokes, about=about)
    log.append(Dealt(pack_of(deal)))
    for actor, action in actions:
        log.append(Acted(actor, action))
    return LocalGame(log, hire)


def arranged_session(
    rules: Ruleset, hands: Mapping[Seat, str], upcard: str, *, dealer: Seat = Seat.SOUTH, revokes: bool = False
) -> LocalGame:
    """Return a game whose first deal has the given hands. Other hands get the remaining cards, low cards first."""
    named = " ".join((*hands.values(), upcard)).split()
    rest = iter([str(card) for card in rules.cards if str(card) not in named and card is not JOKER])
    full = {seat: hands.get(seat) or " ".join(next(rest) for _ in range(5)) for seat in SEATS}
    return session_of(Deal.arranged(rules, dealer=dealer, hands=full, upcard=upcard, revokes=revokes))


def screen(client: TerminalApp) -> str:
    """Return the screen as text."""
    return "\n".join(strip.text.rstrip() for strip in client.screen._compositor.render_strips())


async def resize(pilot: Pilot[None], width: int, height: int) -> None:
    """Give the terminal another size and wait until the screen has it: the app collects resizes for a moment."""
    await pilot.resize_terminal(width, height)
    async with asyncio.timeout(PATIENCE):
        while pilot.app.screen._compositor.size != (width, height):
            await pilot.pause(0.01)
    await pilot.pause()


def first_key(client: TerminalApp) -> str:
    """Return a key that does something now: it continues, or chooses the first legal action."""
    seen = client.game.observation
    if client.game.waiting_for is WaitingFor.DEALER:
        return "2"
    if client.pauses or seen is None or not seen.my_turn:
        return "enter"
    letters = [choice.key for choice in keyed_actions(seen) if choice.key != CLAIM]
    return letters[0] if letters else legal_numbers(seen)[0]


def legal_numbers(seen: Observation) -> list[str]:
    wanted = ON_CARDS[seen.phase]
    return [str(i) for i, card in enumerate(sorted_cards(seen), 1) if wanted(card) in seen.legal_actions]


def over(client: TerminalApp) -> bool:
    return client.game.waiting_for is WaitingFor.OVER and not client.pauses


async def press_on(pilot: Pilot[None], client: TerminalApp, until: int = 2_000) -> None:
    """Press a key that does something until the game is over, without waiting for every repaint."""
    for _ in range(until):
        if over(client):
            break
        client.press(first_key(client))
    await pilot.pause()
