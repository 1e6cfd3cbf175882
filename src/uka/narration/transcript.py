"""The sentences of a transcript, which describes a game in the third person. They don't end in a full stop."""

from __future__ import annotations

from uka.core import events as ev
from uka.core.cards import Suit

from .events import SHARED, EventSentences, Narrator
from .results import result_sentence
from .rulings import ruling_sentence

UNKNOWN = "x"
"""The text that stands for a card that is missing from the game record."""


def transcript_sentence(by: Narrator, event: ev.Event) -> str:
    """Return the sentence of a transcript about ``event``. ``by`` holds the names of the seats and the deal.

    >>> from uka import Card, Seat
    >>> from uka.narration.names import Names
    >>> transcript_sentence(Narrator(Names(None, ("Ana", "Ben", "Caro", "Dan"))), ev.CardPlayed(Seat.EAST, Card.JD))
    'Ben plays Jd'
    """
    return TRANSCRIPT[type(event)](by, event)


def _hand_dealt(by: Narrator, event: ev.HandDealt) -> str:
    return f"{by.name(event)} is dealt {by.cards(event.cards, f'{event.count} cards')}"


def _bell_rang(by: Narrator, event: ev.BellRang) -> str:
    return "the bell rings: this deal is played out" if event.play_on else "the bell rings"


def _misdealt(by: Narrator, event: ev.Misdealt) -> str:
    return by.names.does(event.dealer, "misdeal") + (" again and loses the deal" if event.lost else "")


def _game_over(by: Narrator, event: ev.GameOver) -> str:
    score = " to ".join(map(str, event.score))
    return f"{by.names.partners(event.winner)} win the game, {score}" if event.winner else f"the game is drawn, {score}"


def _redeal_claimed(by: Narrator, event: ev.RedealClaimed) -> str:
    return f"{by.does(event, 'show')} a farmer's hand, {by.cards(event.cards, '')}, and asks for a new deal"


def _passed(by: Narrator, event: ev.Passed) -> str:
    quote = by.quote(event)
    return f"{by.does(event, 'say')} {quote}" if quote else by.does(event, "pass")


def _trump_made(by: Narrator, event: ev.TrumpMade) -> str:
    verb, what = ("play", "no trump") if event.suit is Suit.NO_TRUMP else ("make", f"{event.suit} trump")
    quote = by.quote(event)
    return f"{by.does(event, 'say')} {quote} and {verb}s {what}" if quote else f"{by.does(event, verb)} {what}"


def _revoke_proven(by: Narrator, event: ev.RevokeProven) -> str:
    played = f"{event.offender} played {by.card(event.card)} against the rules"
    claim = f"{by.does(event, 'claim')} a revoke in trick {event.trick + 1}: {played}"
    return claim if event.penalty is None else f"{claim}; the penalty is {event.penalty}, and the deal is played out"


TRANSCRIPT: EventSentences = {
    **SHARED,
    ev.HandDealt: _hand_dealt,
    ev.UpcardTurned: lambda by, event: f"{by.card(event.card)} is turned up",
    ev.SuitNamed: lambda by, event: f"{by.does(event, 'say')} that the benny stands for {event.suit}",
    ev.RedealClaimed: _redeal_claimed,
    ev.CardShown: lambda by, event: f"{by.does(event, 'show')} {by.card(event.card)} and puts it aside",
    ev.KittyTaken: lambda by, event: (
        f"{by.does(event, 'take')} {by.cards(event.cards, 'three cards')} from under the turn-up"
    ),
    ev.Passed: _passed,
    ev.TurnedDown: lambda by, event: f"{by.card(event.card)} is turned down",
    ev.TrumpMade: _trump_made,
    ev.PickedUp: lambda by, event: by.takes_up(event, by.does(event, "take")),
    ev.Discarded: lambda by, event: f"{by.does(event, 'discard')} {by.card(event.card) if event.card else 'a card'}",
    ev.CardGiven: lambda by, event: (
        f"{by.does(event, 'pass')} {by.card(event.card) if event.card else 'a card'} to the loner"
    ),
    ev.TrickTaken: lambda by, event: f"{by.does(event, 'take')} trick {event.trick + 1}",
    ev.RevokeProven: _revoke_proven,
    ev.DealScored: lambda by, event: result_sentence(event.result, by.names),
    ev.Misdealt: _misdealt,
    ev.BellRang: _bell_rang,
    ev.OfficialRuled: lambda by, event: ruling_sentence(event.ruling, by.names),
    ev.GameOver: _game_over,
}
"""The sentences of a transcript."""
