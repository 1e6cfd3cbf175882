"""Sends the next command for a seat that a bot plays at a server's table.

The command takes an action in the game, says that the seat is ready, draws a card in the draw for first dealer, names
the first dealer, cuts the pack, or deals the cards.
"""

from __future__ import annotations

from collections.abc import Awaitable
from random import Random
from typing import Protocol

from uka.bots import Bot
from uka.core.actions import Action
from uka.core.dealing import CUT_LEAST
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.table import PublicTable, TableStage
from uka.table.views.public_table import SeatView


class BotSession(Protocol):
    """The parts of a session at a table that a bot needs: the state of the table, and methods that send commands."""

    @property
    def scene(self) -> PublicTable: ...
    @property
    def seat_view(self) -> SeatView | None: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def rules(self) -> Ruleset: ...
    @property
    def observation(self) -> Observation | None: ...
    @property
    def my_turn(self) -> bool: ...
    @property
    def awaits_ready(self) -> bool: ...
    def act(self, action: Action) -> Awaitable[int]: ...
    def ready(self) -> Awaitable[int]: ...
    def draw_card(self, place: int) -> Awaitable[int]: ...
    def name_dealer(self, dealer: Seat) -> Awaitable[int]: ...
    def cut(self, cards: int) -> Awaitable[int]: ...
    def deal_cards(self) -> Awaitable[int]: ...


def next_move(at: BotSession, bot: Bot, rng: Random) -> Awaitable[int] | None:
    """Let ``bot`` choose the next command for the seat of the session ``at``. Return an awaitable that sends it.

    Return None while the table waits for another player.
    """
    scene, own = at.scene, at.seat_view
    if own is None or own.away or scene.paused:
        return None
    match scene.stage:
        case TableStage.PLAYING if at.my_turn and at.observation:
            return at.act(bot.choose(at.observation, rng))
        case TableStage.SHUFFLING if at.awaits_ready:
            return at.ready()
        case TableStage.DRAWING | TableStage.CUTTING | TableStage.DEALING if scene.settings.by_hand:
            return _move_outside_play(at, rng)
        case _:
            return None


def _move_outside_play(at: BotSession, rng: Random) -> Awaitable[int] | None:
    """Return an awaitable that draws, names the dealer, cuts or deals, or None if the seat need not do so."""
    scene, seat, draw = at.scene, at.seat, at.scene.draw
    if seat is None:
        return None
    if scene.stage is TableStage.DRAWING and draw:
        if draw.turn is seat:
            return at.draw_card(rng.randrange(draw.left))
        return at.name_dealer(seat) if draw.namer is seat.partnership else None
    if scene.stage is TableStage.CUTTING and scene.dealer and seat is scene.dealer.right:
        return at.cut(rng.randint(CUT_LEAST, len(at.rules.cards) - CUT_LEAST))
    if scene.stage is TableStage.DEALING and seat is scene.dealer:
        return at.deal_cards()
    return None
