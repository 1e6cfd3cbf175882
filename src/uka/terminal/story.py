"""What happened, told line by line to one reader, from the events that they may see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from uka.core import events as ev
from uka.core.actions import Action, CallTrump, GoAlone, NameSuit, OrderUp, Pass
from uka.core.cards import Card
from uka.core.draw import Draw
from uka.core.events import Event
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Partnership, Seat
from uka.records.text import phrase, tell_ruling

from .words import Names, card_name, card_names, ending, penalised


class Line(NamedTuple):
    """One line of the story; a ``minor`` one is told only in the full story."""

    text: str
    minor: bool = False


def tell(events: Iterable[Event], before: Observation | None, names: Names) -> tuple[Line, ...]:
    """The lines for what happened at once, as the reader may see it; ``before`` is what they knew just before it."""
    lines, happened = list[Line](), tuple(events)
    proven = [event for event in happened if isinstance(event, ev.RevokeProven)]
    revoked = bool(proven or (before is not None and before.revoked))
    for event in happened:
        lines += _said(event, before, names)
        told = isinstance(event, ev.DealScored)
        lines += [Line(ending(event.result, names, revoked=revoked))] if told else _happened(event, names)
    return tuple(lines)


def rest_claimed(seat: Seat, cards: Iterable[Card], names: Names) -> Line:
    """That a seat showed its hand and claimed the rest; the cards played out after it are not told one by one."""
    return Line(f"{names.does(seat, 'claim')} the rest: {card_names(tuple(cards))}.")


OUT = (ev.CardPlayed, ev.TrickTaken)
"""What is not told of a rest that was claimed."""


def heading(number: int, dealer: Seat, names: Names) -> Line:
    """What stands above a deal, counted from 1."""
    return Line(f"— Deal {number}: {names.does(dealer, 'deal')}")


def ruled(event: ev.OfficialRuled, names: Names) -> Line:
    """What whoever presides decided."""
    said = tell_ruling(event.ruling, [names.inside(seat) for seat in SEATS])
    return Line(f"{said[0].upper()}{said[1:]}.")


def _said(event: Event, before: Observation | None, names: Names) -> list[Line]:
    spoken = _aloud(event)
    return [Line(f"{names.name(spoken[0])}: “{phrase(before, *spoken)}”")] if spoken and before else []


def _aloud(event: Event) -> tuple[Seat, Action] | None:
    """Who said what, so that this happened; None where nothing was said."""
    match event:
        case ev.Passed(seat):
            return seat, Pass()
        case ev.TrumpMade(seat, suit, ordered, alone):
            return seat, OrderUp(alone) if ordered else CallTrump(suit, alone)
        case ev.SuitNamed(seat, suit):
            return seat, NameSuit(suit)
        case ev.WentAlone(seat):
            return seat, GoAlone()
        case _:
            return None


def _happened(event: Event, names: Names) -> list[Line]:
    match event:
        case ev.UpcardTurned(card):
            return [Line(f"Turned up: {card_name(card)}.")]
        case ev.HandDealt(_, _, cards) if cards:
            return [Line(f"Your cards: {card_names(cards)}.", minor=True)]
        case ev.RedealClaimed(seat, cards):
            return [Line(f"{names.does(seat, 'show')} a farmer's hand: {card_names(cards)}.")]
        case ev.WentUnder(seat):
            return [Line(f"{names.does(seat, 'go')} under.")]
        case ev.CardShown(seat, card):
            return [Line(f"{names.does(seat, 'show')} {card_name(card)}.")]
        case ev.KittyTaken(seat, cards):
            return [Line(f"{names.does(seat, 'take')} {card_names(cards) if cards else 'the three below'}.")]
        case ev.TrumpMade(_, suit):
            return [Line(f"{str(suit).capitalize()} {suit.symbol} {'is played' if suit.index == 4 else 'are trump'}.")]
        case ev.PickedUp(seat, card):
            return [Line(f"{names.does(seat, 'take')} up {card_name(card)}.")]
        case ev.Buried(card):
            return [Line(f"{card_name(card)} is buried.")]
        case ev.Discarded(seat, card):
            return [Line(f"{names.does(seat, 'lay')} away {card_name(card) if card else 'a card'}.")]
        case ev.CardGiven(seat, card):
            given = card_name(card) if card else "a card"
            return [Line(f"{names.does(seat, 'pass')} {given} to {names.inside(seat.partner)}.")]
        case ev.WentAlone(seat, defending):
            return [Line(f"{names.does(seat, 'defend' if defending else 'play')} alone.")]
        case ev.CardPlayed(seat, card):
            return [Line(f"{names.does(seat, 'play')} {card_name(card)}.", minor=True)]
        case ev.TrickTaken(seat, trick):
            return [Line(f"Trick {trick + 1}: {names.name(seat)}.")]
        case _:
            return _rare(event, names)


def _rare(event: Event, names: Names) -> list[Line]:
    match event:
        case ev.RevokeRefuted(seat, trick):
            return [Line(f"{names.does(seat, 'claim')} a revoke in trick {trick + 1}: there was none.")]
        case ev.RevokeProven(seat, trick, offender, card, penalty):
            who = names.name(offender)
            told = f"{names.does(seat, 'claim')} a revoke in trick {trick + 1}: {who}, {card_name(card)}."
            return [Line(told if penalty is None else f"{told} {penalised(penalty, seat.partnership, names)}")]
        case ev.Misdealt(dealer, lost):
            return [Line(f"{names.name(dealer)} misdealt{' again: the deal is lost' if lost else ''}.")]
        case ev.BellRang(play_on):
            return [Line("The bell! " + ("This deal is played out." if play_on else "The game is over."))]
        case ev.OfficialRuled():
            return [ruled(event, names)]
        case ev.GameOver(winner):
            return [Line(f"{names.pair(winner)} won the game." if winner else "The game is drawn.")]
        case _:
            return []


class Cards(NamedTuple):
    """A draw as all can see it: the cards that came to light, which side names the dealer, who moves where."""

    shown: tuple[tuple[Seat, Card], ...]
    namer: Partnership | None
    dealer: Seat | None
    seating: tuple[Seat, ...]


def tell_draw(rules: Ruleset, draw: Draw | Cards, names: Names) -> tuple[str, ...]:
    """How the first dealer was found; ``names`` are those from before anybody moved."""
    shown = [f"{names.name(seat)} {card_name(card)}" for seat, card in draw.shown]
    opening = {
        "random": "The first dealer is left to chance.",
        "first_jack": "Cards are dealt singly, face up: the first jack makes the dealer.",
        "high_cut": "One player of each side cuts: the side with the higher card names the dealer.",
        "low_card": "Everyone draws a card: the lowest deals, and the two lowest are partners.",
    }[rules.draw]
    return (opening, *([", ".join(shown) + "."] if shown else []), *_outcome(draw, names))


def _outcome(draw: Draw | Cards, names: Names) -> tuple[str, ...]:
    lines = tuple[str, ...]()
    if draw.namer is not None:
        lines += (f"{names.pair(draw.namer)} cut the higher card.",)
    if names.me and draw.seating[names.me.index] is not names.me:
        lines += (f"Partners sit opposite each other: you move to the {draw.seating[names.me.index]} seat.",)
    elif draw.seating != tuple(Seat):
        lines += ("Partners sit opposite each other: two of the others change places.",)
    if draw.dealer is not None:
        dealt = tuple(Seat)[draw.seating.index(draw.dealer)]
        lines += (f"{names.does(dealt, 'deal')} first.",)
    return lines
