"""The story of a game: what happened, as lines of text for one reader, made from the events that the reader may see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from uka.core import events as ev
from uka.core.cards import Card, Suit
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import Seat

from .events import SHARED, EventSentences, Narrator
from .names import Names, card_name, card_names
from .results import penalty_clause, result_line
from .rulings import ruling_sentence


class StoryLine(NamedTuple):
    """One line of the story of a game."""

    text: str
    minor: bool = False
    """Whether the line is in the full story only, and not in the short one."""


MINOR = (ev.HandDealt, ev.CardPlayed)
"""The events whose lines are in the full story only."""
PLAYED_OUT = (ev.CardPlayed, ev.TrickTaken)
"""The events that get no lines in the story after a player has claimed the remaining tricks."""


def story_lines(events: Iterable[ev.Event], before: Observation | None, names: Names) -> tuple[StoryLine, ...]:
    """Return the lines of the story for ``events`` that happened together, such as the events of one action.

    ``before`` is what the reader knew just before the events, or None if that is not known.
    """
    by = Narrator(names, card_name, before)
    happened = tuple(events)
    revoked = bool(before and before.revoked) or any(isinstance(event, ev.RevokeProven) for event in happened)
    return tuple(line for event in happened for line in _event_lines(by, event, revoked))


def _event_lines(by: Narrator, event: ev.Event, revoked: bool) -> Iterable[StoryLine]:
    """Yield the lines for one event. ``revoked`` is true if a revoke was proven in its deal."""
    if spoken := by.quote(event):
        yield StoryLine(f"{_speaker(by, event, spoken)}: {spoken}")
    if isinstance(event, ev.DealScored):
        yield StoryLine(result_line(event.result, by.names, revoked=revoked))
    elif (sentence_about := STORY.get(type(event))) and (sentence := sentence_about(by, event)):
        yield StoryLine(f"{sentence}.", minor=isinstance(event, MINOR))


def _speaker(by: Narrator, event: ev.Event, spoken: str) -> str:
    """Return the name of the player who said ``spoken``, which is a phrase in quotation marks.

    If the phrase is a pass in the calling, but not the word "pass" itself, "passes" follows the name.
    """
    passes = isinstance(event, ev.Passed) and event.phase is Phase.CALLING and spoken != "“pass”"
    return by.does(event, "pass") if passes else by.name(event)


def claim_line(seat: Seat, cards: Iterable[Card], names: Names) -> StoryLine:
    """Return the line for the claim of the player in ``seat`` to win all remaining tricks with ``cards``."""
    return StoryLine(f"{names.does(seat, 'claim')} the rest: {card_names(cards)}.")


def deal_heading(number: int, dealer: Seat, names: Names) -> StoryLine:
    """Return the line above the story of a deal. ``number`` is the number of the deal in its game, from 1."""
    return StoryLine(f"— Deal {number}: {names.does(dealer, 'deal')}")


def ruling_line(event: ev.OfficialRuled, names: Names) -> StoryLine:
    """Return the line of the story for an official's ruling."""
    return story_lines((event,), None, names)[0]


def _hand_dealt(by: Narrator, event: ev.HandDealt) -> str:
    return f"Your cards: {by.cards(event.cards, '')}" if event.cards else ""


def _trump_made(by: Narrator, event: ev.TrumpMade) -> str:
    are_trump = "is played" if event.suit is Suit.NO_TRUMP else "are trump"
    return f"{str(event.suit).capitalize()} {event.suit.symbol} {are_trump}"


def _card_given(by: Narrator, event: ev.CardGiven) -> str:
    given = by.card(event.card) if event.card else "a card"
    return f"{by.does(event, 'pass')} {given} to {by.names.name_in_sentence(event.seat.partner)}"


def _revoke_proven(by: Narrator, event: ev.RevokeProven) -> str:
    offence = f"{by.names.name_in_sentence(event.offender)} played {by.card(event.card)}"
    right = "you're right" if event.seat is by.names.me else "is right"
    claim = f"{by.does(event, 'claim')} a revoke in trick {event.trick + 1}, and {right}: {offence}"
    if event.penalty is None:
        return claim
    return f"{claim}. {penalty_clause(event.penalty, event.seat.partnership, by.names)}"


def _misdealt(by: Narrator, event: ev.Misdealt) -> str:
    again = " again: the deal is lost" if event.lost else ""
    return f"{by.names.name(event.dealer)} misdealt{again}"


def _bell_rang(by: Narrator, event: ev.BellRang) -> str:
    return "The bell! " + ("Last deal: play it out" if event.play_on else "The game is over")


def _official_ruled(by: Narrator, event: ev.OfficialRuled) -> str:
    said = ruling_sentence(event.ruling, by.names)
    return f"{said[0].upper()}{said[1:]}"


def _game_over(by: Narrator, event: ev.GameOver) -> str:
    return f"{by.names.pair(event.winner)} won the game" if event.winner else "The game is drawn"


STORY: EventSentences = {
    **SHARED,
    ev.UpcardTurned: lambda by, event: f"Turned up: {by.card(event.card)}",
    ev.HandDealt: _hand_dealt,
    ev.RedealClaimed: lambda by, event: f"{by.does(event, 'show')} a farmer's hand: {by.cards(event.cards, '')}",
    ev.CardShown: lambda by, event: f"{by.does(event, 'show')} {by.card(event.card)}",
    ev.KittyTaken: lambda by, event: f"{by.does(event, 'take')} {by.cards(event.cards, 'the three below')}",
    ev.TrumpMade: _trump_made,
    ev.PickedUp: lambda by, event: by.takes_up(event, f"{by.does(event, 'pick')} up"),
    ev.Discarded: lambda by, event: f"{by.does(event, 'discard')} {by.card(event.card) if event.card else 'a card'}",
    ev.CardGiven: _card_given,
    ev.TrickTaken: lambda by, event: f"Trick {event.trick + 1}: {by.name(event)}",
    ev.RevokeProven: _revoke_proven,
    ev.Misdealt: _misdealt,
    ev.BellRang: _bell_rang,
    ev.OfficialRuled: _official_ruled,
    ev.GameOver: _game_over,
}
"""The sentences of a story, without their full stops."""
