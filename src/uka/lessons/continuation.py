"""Plays a deal on after an answer, and tells what follows. All seats play as the club bot does."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from uka.bots.club import ClubBot
from uka.core import events as ev
from uka.core.actions import Action, Play
from uka.core.cards import Card, Rank, Suit
from uka.core.deal import Deal
from uka.core.events import Event
from uka.core.observation import Observation
from uka.core.scoring import DealResult
from uka.core.seats import Seat
from uka.core.trick import effective_suit, plays_from
from uka.narration.names import Names, card_name
from uka.narration.story import story_lines

LEARNER = Seat.SOUTH
NAMES = Names(LEARNER)
TOLD = (ev.TrumpMade, ev.TurnedDown, ev.PickedUp, ev.Buried, ev.RevokeProven, ev.DealScored)
"""The events after an answer that are told."""
PLAYED_OUT = "Bots play out the rest of the deal."


class Continuation(NamedTuple):
    """What follows from an answer: sentences, and the result of the deal."""

    sentences: tuple[str, ...]
    result: DealResult

    @property
    def worth(self) -> tuple[int, int]:
        """The points of the learner's side less those of the other side, and then the same of the tricks."""
        ours, theirs = LEARNER.partnership.index, LEARNER.partnership.other.index
        points, tricks = self.result.points, self.result.tricks
        return points[ours] - points[theirs], tricks[ours] - tricks[theirs]


def observed(deal: Deal, seat: Seat, score: tuple[int, ...]) -> Observation:
    """Return what a seat knows of a deal and of the score of the game."""
    return replace(deal.observe(seat), score=score)


def follow(deal: Deal, action: Action, score: tuple[int, ...]) -> Continuation:
    """Return what follows if the learner chooses an action. The result is always the same for the same deal."""
    rng, bot, told = random.Random("lesson"), ClubBot(), list[str]()
    which = "the trick" if isinstance(action, Play) else "the first trick"
    taken, own = False, True
    while deal.turn is not None:
        seen = observed(deal, LEARNER, score)
        after, events = deal.apply(action)
        if isinstance(action, Play) and not taken:
            taken = any(isinstance(event, ev.TrickTaken) for event in events)
            told += _tricks(deal, action, events, which)
        if after.over and not own and isinstance(action, Play):
            told.append(PLAYED_OUT)
        told += _lines(events, seen)
        deal, own = after, False
        if deal.turn is not None:
            action = bot.choose(observed(deal, deal.turn, score), rng)
    assert deal.result is not None
    return Continuation(tuple(told), deal.result)


def _lines(events: Iterable[Event], seen: Observation) -> list[str]:
    kept = [event for event in events if isinstance(event, TOLD)]
    return [line.text for line in story_lines(kept, seen, NAMES)]


def _tricks(deal: Deal, action: Play, events: Iterable[Event], which: str) -> list[str]:
    """Return a sentence about the trick that a play ended, or nothing."""
    assert deal.contract is not None
    assert deal.leader is not None
    plays = dict(plays_from(deal.leader, (*deal.trick, action.card), deal.contract.sitting_out))
    taken = [event.seat for event in events if isinstance(event, ev.TrickTaken)]
    return [f"{NAMES.does(seat, 'take')} {which} with {told(plays[seat], deal.contract.trump)}." for seat in taken]


def told(card: Card, trump: Suit) -> str:
    """Return the name of a card in a sentence. A bower is called one.

    >>> told(Card.JD, Suit.HEARTS), told(Card.JD, Suit.CLUBS)
    ('the left bower, J♦', 'J♦')
    """
    if card.rank is not Rank.JACK or effective_suit(card, trump) is not trump:
        return card_name(card)
    return f"the {'right' if card.suit is trump else 'left'} bower, {card_name(card)}"
