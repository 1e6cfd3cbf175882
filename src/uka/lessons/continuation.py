"""Plays a deal to its end after a learner's answer, and says what happened. All seats play as the club bot does."""

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
"""The learner's seat."""
NAMES = Names(LEARNER)
TOLD = (ev.TrumpMade, ev.TurnedDown, ev.PickedUp, ev.Buried, ev.RevokeProven, ev.DealScored)
"""The kinds of events after an answer about which there is a sentence."""
PLAYED_OUT = "Bots play out the rest of the deal."


class Continuation(NamedTuple):
    """The rest of a deal after the learner's answer, and its result."""

    sentences: tuple[str, ...]
    """What happened in the rest of the deal, in words for the learner."""
    result: DealResult
    """The result of the deal."""

    @property
    def worth(self) -> tuple[int, int]:
        """How good the result is for the learner's side: a pair of differences, in points and in tricks.

        Each difference is the number of the learner's side less that of the other side.
        """
        ours, theirs = LEARNER.partnership.index, LEARNER.partnership.other.index
        points, tricks = self.result.points, self.result.tricks
        return points[ours] - points[theirs], tricks[ours] - tricks[theirs]


def observed(deal: Deal, seat: Seat, score: tuple[int, ...]) -> Observation:
    """Return what the player in ``seat`` knows of ``deal``, with ``score`` as the score of the game."""
    return replace(deal.observe(seat), score=score)


def continuation_after(deal: Deal, action: Action, score: tuple[int, ...]) -> Continuation:
    """Return what follows if the learner chooses ``action`` in ``deal`` and bots play the rest.

    The same arguments always give the same result. ``score`` is the score of the game before the deal.
    """
    rng, bot = random.Random("lesson"), ClubBot()
    sentences = list[str]()
    which_trick = "the trick" if isinstance(action, Play) else "the first trick"
    trick_told, learners_own = False, True
    while deal.turn is not None:
        seen = observed(deal, LEARNER, score)
        after, events = deal.apply(action)
        if isinstance(action, Play) and not trick_told:
            trick_told = any(isinstance(event, ev.TrickTaken) for event in events)
            sentences += _trick_sentences(deal, action, events, which_trick)
        if after.over and not learners_own and isinstance(action, Play):
            sentences.append(PLAYED_OUT)
        sentences += _event_sentences(events, seen)
        deal, learners_own = after, False
        if deal.turn is not None:
            action = bot.choose(observed(deal, deal.turn, score), rng)
    assert deal.result is not None
    return Continuation(tuple(sentences), deal.result)


def _event_sentences(events: Iterable[Event], seen: Observation) -> list[str]:
    """Return sentences for the learner about the important ``events``, such as that trump was made.

    ``TOLD`` lists the kinds of important events. ``seen`` is what the learner knew before the events.
    """
    kept = [event for event in events if isinstance(event, TOLD)]
    return [line.text for line in story_lines(kept, seen, NAMES)]


def _trick_sentences(deal: Deal, action: Play, events: Iterable[Event], which_trick: str) -> list[str]:
    """Return a sentence about who took the trick that ``action`` ended, or nothing if it ended none.

    ``deal`` is the deal before the action, and ``events`` are what the action caused. ``which_trick`` names the
    trick in the sentence, such as "the first trick".
    """
    assert deal.contract is not None
    assert deal.leader is not None
    trump = deal.contract.trump
    plays = dict(plays_from(deal.leader, (*deal.trick, action.card), deal.contract.sitting_out))
    takers = [event.seat for event in events if isinstance(event, ev.TrickTaken)]
    return [f"{NAMES.does(seat, 'take')} {which_trick} with {card_with_bower(plays[seat], trump)}." for seat in takers]


def card_with_bower(card: Card, trump: Suit) -> str:
    """Return the name of ``card`` in a sentence. If it is a bower under ``trump``, the name says which one.

    >>> card_with_bower(Card.JD, Suit.HEARTS), card_with_bower(Card.JD, Suit.CLUBS)
    ('the left bower, J♦', 'J♦')
    """
    if card.rank is not Rank.JACK or effective_suit(card, trump) is not trump:
        return card_name(card)
    bower = "right" if card.suit is trump else "left"
    return f"the {bower} bower, {card_name(card)}"
