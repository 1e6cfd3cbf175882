"""Chooses the next command of a seat that a bot plays.

The command takes an action in the game, says that the seat is ready, draws a card in the draw for the first dealer,
names the first dealer, cuts the pack, or deals the cards.
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
    """The parts of a session that a bot needs: its observation of the game, and the methods that send commands."""

    @property
    def scene(self) -> PublicTable: ...
    @property
    def place(self) -> SeatView | None: ...
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
    def take(self, place: int) -> Awaitable[int]: ...
    def name_dealer(self, dealer: Seat) -> Awaitable[int]: ...
    def cut(self, cards: int) -> Awaitable[int]: ...
    def deal_cards(self) -> Awaitable[int]: ...


def next_move(at: BotSession, bot: Bot, rng: Random) -> Awaitable[int] | None:
    """Return an awaitable that sends the next command of the bot's seat.

    Return None while the table waits for another player.
    """
    scene, place = at.scene, at.place
    if place is None or place.away or scene.paused:
        return None
    match scene.stage:
        case TableStage.PLAYING if at.my_turn and at.observation:
            return at.act(bot.choose(at.observation, rng))
        case TableStage.SHUFFLING if at.awaits_ready:
            return at.ready()
        case TableStage.DRAWING | TableStage.CUTTING | TableStage.DEALING if scene.settings.by_hand:
            return _by_hand(at, rng)
        case _:
            return None


def _by_hand(at: BotSession, rng: Random) -> Awaitable[int] | None:
    scene, seat, draw = at.scene, at.seat, at.scene.draw
    if scene.stage is TableStage.DRAWING and draw and seat:
        if draw.turn is seat:
            return at.take(rng.randrange(draw.left))
        return at.name_dealer(seat) if draw.namer is seat.partnership else None
    if scene.stage is TableStage.CUTTING and scene.dealer and seat is scene.dealer.right:
        return at.cut(rng.randint(CUT_LEAST, len(at.rules.cards) - CUT_LEAST))
    return at.deal_cards() if scene.stage is TableStage.DEALING and seat is scene.dealer else None
