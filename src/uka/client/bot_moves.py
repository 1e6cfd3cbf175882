"""What a seat that a bot plays does next: its actions, and what is done by hand before the cards are dealt."""

from __future__ import annotations

from collections.abc import Awaitable
from random import Random
from typing import TYPE_CHECKING

from uka.bots import Bot
from uka.core.dealing import CUT_LEAST
from uka.table import TableStage

if TYPE_CHECKING:
    from .table_session import TableSession


def next_move(at: TableSession, bot: Bot, rng: Random) -> Awaitable[int] | None:
    """What to ask for now; None while the table waits for somebody else."""
    scene, place = at.scene, at.place
    if place is None or place.away or scene.paused:
        return None
    match scene.stage:
        case TableStage.PLAYING if at.my_turn and at.observation:
            return at.act(bot.choose(at.observation, rng))
        case TableStage.SHUFFLING if scene.last and scene.settings.rest_ms and not place.ready:
            return at.ready()
        case TableStage.DRAWING | TableStage.CUTTING | TableStage.DEALING if scene.settings.by_hand:
            return _by_hand(at, rng)
        case _:
            return None


def _by_hand(at: TableSession, rng: Random) -> Awaitable[int] | None:
    scene, seat, draw = at.scene, at.seat, at.scene.draw
    if scene.stage is TableStage.DRAWING and draw and seat:
        if draw.turn is seat:
            return at.take(rng.randrange(draw.left))
        return at.name_dealer(seat) if draw.namer is seat.partnership else None
    if scene.stage is TableStage.CUTTING and scene.dealer and seat is scene.dealer.right:
        return at.cut(rng.randint(CUT_LEAST, len(at.rules.cards) - CUT_LEAST))
    return at.deal_cards() if scene.stage is TableStage.DEALING and seat is scene.dealer else None
