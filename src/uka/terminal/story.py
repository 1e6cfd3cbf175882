"""What happened, told line by line to one seat, from the events that it may see."""

from __future__ import annotations

from typing import NamedTuple

from uka.core import events as ev
from uka.core.actions import CallTrump, GoAlone, NameSuit, OrderUp, Pass
from uka.core.draw import Draw
from uka.core.events import Event
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.records.log import Acted, Drawn, Step
from uka.records.text import phrase

from .words import card_name, card_names, does, ending, pair_name, seat_name

ALOUD = (Pass, OrderUp, CallTrump, NameSuit, GoAlone)


class Line(NamedTuple):
    """One line of the story; a ``minor`` one is told only in the full story."""

    text: str
    minor: bool = False


def tell(step: Step, before: Observation | None, me: Seat) -> tuple[Line, ...]:
    """The lines for one entry of a log. ``before`` is what the seat ``me`` knew just before it."""
    lines = list[Line]()
    if isinstance(step.entry, Acted) and before is not None:
        lines += _said(step.entry, before, me)
    for event in step.events:
        lines += _happened(event.seen_by(me), me)
    return tuple(lines)


def _said(entry: Acted, before: Observation, me: Seat) -> list[Line]:
    if not isinstance(entry.action, ALOUD):
        return []
    return [Line(f"{seat_name(entry.seat, me)}: “{phrase(before, entry.seat, entry.action)}”")]


def _happened(event: Event, me: Seat) -> list[Line]:
    match event:
        case ev.UpcardTurned(card):
            return [Line(f"Turned up: {card_name(card)}.")]
        case ev.HandDealt(_, _, cards) if cards:
            return [Line(f"Your cards: {card_names(cards)}.", minor=True)]
        case ev.RedealClaimed(seat, cards):
            return [Line(f"{does(seat, me, 'show')} a farmer's hand: {card_names(cards)}.")]
        case ev.WentUnder(seat):
            return [Line(f"{does(seat, me, 'go')} under.")]
        case ev.CardShown(seat, card):
            return [Line(f"{does(seat, me, 'show')} {card_name(card)}.")]
        case ev.KittyTaken(seat, cards):
            return [Line(f"{does(seat, me, 'take')} {card_names(cards) if cards else 'the three below'}.")]
        case ev.TrumpMade(_, suit):
            return [Line(f"{str(suit).capitalize()} {suit.symbol} {'is played' if suit.index == 4 else 'are trump'}.")]
        case ev.PickedUp(seat, card):
            return [Line(f"{does(seat, me, 'take')} up {card_name(card)}.")]
        case ev.Buried(card):
            return [Line(f"{card_name(card)} is buried.")]
        case ev.Discarded(seat, card):
            return [Line(f"{does(seat, me, 'lay')} away {card_name(card) if card else 'a card'}.")]
        case ev.CardGiven(seat, card):
            given = card_name(card) if card else "a card"
            return [Line(f"{does(seat, me, 'pass')} {given} to {_to(seat.partner, me)}.")]
        case ev.WentAlone(seat, defending):
            return [Line(f"{does(seat, me, 'defend' if defending else 'play')} alone.")]
        case ev.CardPlayed(seat, card):
            return [Line(f"{does(seat, me, 'play')} {card_name(card)}.", minor=True)]
        case ev.TrickTaken(seat, trick):
            return [Line(f"Trick {trick + 1}: {seat_name(seat, me)}.")]
        case _:
            return _rare(event, me)


def _rare(event: Event, me: Seat) -> list[Line]:
    match event:
        case ev.RevokeRefuted(seat, trick):
            return [Line(f"{does(seat, me, 'claim')} a revoke in trick {trick + 1}: there was none.")]
        case ev.RevokeProven(seat, trick, offender, card):
            who = seat_name(offender, me)
            return [Line(f"{does(seat, me, 'claim')} a revoke in trick {trick + 1}: {who}, {card_name(card)}.")]
        case ev.DealScored(result):
            return [Line(ending(result, me))]
        case ev.Misdealt(dealer, lost):
            return [Line(f"{seat_name(dealer, me)} misdealt{' again: the deal is lost' if lost else ''}.")]
        case ev.BellRang(play_on):
            return [Line("The bell! " + ("This deal is played out." if play_on else "The game is over."))]
        case ev.GameOver(winner):
            return [Line(f"{pair_name(winner, me)} won the game." if winner else "The game is drawn.")]
        case _:
            return []


def _to(seat: Seat, me: Seat) -> str:
    return "you" if seat is me else seat_name(seat, me)


def tell_draw(draw: Draw, me: Seat) -> tuple[str, ...]:
    """How the first dealer was found, from a draw that has gone as far as it can without a choice."""
    shown = [f"{seat_name(seat, me)} {card_name(card)}" for seat, card in draw.shown]
    opening = {
        "random": "The first dealer is left to chance.",
        "first_jack": "Cards are dealt singly, face up: the first jack makes the dealer.",
        "high_cut": "One player of each side cuts: the side with the higher card names the dealer.",
        "low_card": "Everyone draws a card: the lowest deals, and the two lowest are partners.",
    }[draw.rules.draw]
    return (opening, *([", ".join(shown) + "."] if shown else []), *_outcome(draw, me))


def _outcome(draw: Draw, me: Seat) -> tuple[str, ...]:
    lines = tuple[str, ...]()
    if draw.namer is not None:
        lines += (f"{pair_name(draw.namer, me)} cut the higher card.",)
    if draw.seating[me.index] is not me:
        lines += (f"Partners sit opposite each other: you move to the {draw.seating[me.index]} seat.",)
    elif draw.seating != draw.rules.seats:
        lines += ("Partners sit opposite each other: two of the others change places.",)
    if draw.dealer is not None:
        lines += (f"{does(draw.dealer, draw.seating[me.index], 'deal')} first.",)
    return lines


def redrawn(entry: Drawn, draw: Draw) -> Draw:
    """A fresh draw played out as an entry of a log says."""
    for place in entry.places:
        draw = draw.take(place)
    return draw.name_dealer(entry.dealer) if draw.namer else draw
