"""Choices and events in words: the ruleset's own for the calls, plain English for the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from uka.core import events as ev
from uka.core.actions import (
    Action,
    CallTrump,
    ClaimRedeal,
    ClaimRevoke,
    Discard,
    Give,
    GoAlone,
    GoUnder,
    NameSuit,
    OrderUp,
    Pass,
    Play,
)
from uka.core.cards import Card, Suit
from uka.core.events import Event
from uka.core.public import Phase, PublicDeal
from uka.core.rulings import ForfeitRuling, MisdealRuling, PointsRuling, RevokeRuling, Ruling
from uka.core.scoring import TO_DEFENDERS, DealResult, Outcome
from uka.core.seats import Partnership, Seat

UNKNOWN = "x"


def phrase(deal: PublicDeal, seat: Seat, action: Action) -> str:
    """What a seat says, or does, when it chooses an action now: calls in the words of the ruleset.

    >>> from uka import Deal, OrderUp, Pass, ruleset, shuffled
    >>> rules = ruleset("uka")
    >>> deal = Deal.start(rules, Seat.SOUTH, shuffled(rules, 7))
    >>> phrase(deal, Seat.WEST, Pass()), phrase(deal, Seat.WEST, OrderUp(alone=True))
    ('away', 'pick it up, I am going alone')
    """
    words = deal.rules.words
    match action:
        case Play(card):
            return f"play {card!s}"
        case Pass():
            return _declining(deal, seat)
        case OrderUp(alone):
            if alone and seat is deal.dealer.partner and words.assist_alone:
                return words.assist_alone
            said = {deal.dealer: words.take_up, deal.dealer.partner: words.assist}.get(seat, words.order_up)
            return f"{said}, {words.alone}" if alone else said
        case CallTrump(suit, alone):
            said = _naming(deal, suit)
            return f"{said}, {words.alone}" if alone else said
        case NameSuit(suit):
            return f"the benny stands for {suit}"
        case GoAlone():
            return words.alone
        case ClaimRedeal():
            return "farmer's hand: deal again"
        case GoUnder():
            return "farmer's hand: go under"
        case ClaimRevoke(trick):
            return f"claim a revoke in trick {trick + 1}"
        case Discard(card):
            return f"show {card}" if deal.phase is Phase.SHOWING else f"discard {card}"
        case Give(card):
            return f"pass {card} to your partner"


def _declining(deal: PublicDeal, seat: Seat) -> str:
    if deal.phase is Phase.CLAIMING:
        return "no claim"
    if deal.phase is Phase.ASKING:
        return "with my partner"
    first = deal.calling_round == 1 and seat is deal.dealer
    return deal.rules.words.turn_down if first else deal.rules.words.decline


def _naming(deal: PublicDeal, suit: Suit) -> str:
    words, offered = deal.rules.words, deal.up_suit
    form = words.name
    if offered is not None and suit not in (offered, Suit.NO_TRUMP):
        own = words.next if suit is offered.next else words.cross
        form = own if own != "{suit}" else form
    return form.format(suit=suit)


def tell(deal: PublicDeal | None, event: Event, names: Sequence[str], card_text: Callable[[Card], str] = str) -> str:
    """An event in a sentence; ``deal`` is the deal before it, ``names`` the players by seat, ``card_text`` how a card
    is shown.

    >>> tell(None, ev.CardPlayed(Seat.EAST, Card.JD), ("Ana", "Ben", "Caro", "Dan"))
    'Ben plays Jd'
    """
    match event:
        case ev.HandDealt(seat, count, cards):
            held = f"{count} cards" if cards is None else " ".join(map(card_text, cards))
            return f"{names[seat.index]} is dealt {held}"
        case ev.UpcardTurned(card):
            return f"{card_text(card)} is turned up"
        case ev.TurnedDown(card):
            return f"{card_text(card)} is turned down"
        case ev.Buried(card):
            return f"{card_text(card)} is buried"
        case ev.DealScored(result):
            return tell_result(result, names)
        case ev.BellRang(play_on):
            return "the bell rings: this deal is played out" if play_on else "the bell rings"
        case ev.Misdealt(dealer, lost):
            return f"{names[dealer.index]} misdeals" + (" again and loses the deal" if lost else "")
        case ev.OfficialRuled(ruling):
            return tell_ruling(ruling, names)
        case ev.GameOver(winner, score):
            told = " to ".join(map(str, score))
            if winner is None:
                return f"the game is drawn, {told}"
            return f"{_side(winner.seats, names)} win the game, {told}"
        case _:
            return f"{names[event.seat.index]} {_done(deal, event, card_text)}"


def tell_ruling(ruling: Ruling, names: Sequence[str]) -> str:
    """What whoever presides decided, and why, in a sentence.

    >>> tell_ruling(PointsRuling(points=(0, 2), reason="the score was wrong"), ("Ana", "Ben", "Caro", "Dan"))
    'the official decides: 2 points to Ben and Dan (the score was wrong)'
    """
    match ruling:
        case PointsRuling(points=points):
            given = [
                f"{abs(n)} point{'s' * (abs(n) != 1)} {'to' if n > 0 else 'from'} {_side(side.seats, names)}"
                for side, n in zip(Partnership, points, strict=True)
                if n
            ]
            said = f"the {ruling.by} decides: {', '.join(given)}"
        case ForfeitRuling(side=side, ejected=ejected):
            gone = "are ejected and forfeit" if ejected else "forfeit"
            said = f"the {ruling.by} decides: {_side(side.seats, names)} {gone} the game"
        case RevokeRuling(offenders=side):
            said = f"the {ruling.by} decides: {_side(side.seats, names)} revoked"
        case MisdealRuling():
            said = f"the {ruling.by} decides: a misdeal"
    return f"{said} ({ruling.reason})" if ruling.reason else said


SeatEvent = (
    ev.SuitNamed
    | ev.RedealClaimed
    | ev.WentUnder
    | ev.CardShown
    | ev.KittyTaken
    | ev.Passed
    | ev.TrumpMade
    | ev.PickedUp
    | ev.Discarded
    | ev.CardGiven
    | ev.WentAlone
    | ev.CardPlayed
    | ev.TrickTaken
    | ev.RevokeRefuted
    | ev.RevokeProven
)


def _done(deal: PublicDeal | None, event: SeatEvent, card_text: Callable[[Card], str]) -> str:
    match event:
        case ev.SuitNamed(_, suit):
            return f"says that the benny stands for {suit}"
        case ev.RedealClaimed(_, cards):
            return f"shows a farmer's hand, {' '.join(map(card_text, cards))}: the deal is made again"
        case ev.WentUnder():
            return "goes under"
        case ev.CardShown(_, card):
            return f"shows {card_text(card)} and lays it away"
        case ev.KittyTaken(_, cards):
            return f"takes {' '.join(map(card_text, cards)) if cards else 'three cards'} from under the turn-up"
        case ev.Passed(seat):
            return f"says “{_declining(deal, seat)}”" if deal else "declines"
        case ev.TrumpMade(seat, suit, ordered, alone):
            return _makes(deal, seat, suit, ordered, alone)
        case ev.PickedUp(_, card):
            return f"takes {card_text(card)}"
        case ev.Discarded(_, card):
            return f"discards {card_text(card) if card else 'a card'}"
        case ev.CardGiven(_, card):
            return f"passes {card_text(card) if card else 'a card'} to the loner"
        case ev.WentAlone(_, defending):
            return "defends alone" if defending else "plays alone"
        case ev.CardPlayed(_, card):
            return f"plays {card_text(card)}"
        case ev.TrickTaken(_, trick):
            return f"takes trick {trick + 1}"
        case ev.RevokeRefuted(_, trick):
            return f"claims a revoke in trick {trick + 1}: there was none"
        case ev.RevokeProven(_, trick, offender, card, penalty):
            told = f"claims a revoke in trick {trick + 1}: {offender} played {card_text(card)} against the rules"
            return told if penalty is None else f"{told}; the penalty is {penalty}, and the deal is played out"


def _makes(deal: PublicDeal | None, seat: Seat, suit: Suit, ordered: bool, alone: bool) -> str:
    trump = "and plays no trump" if suit is Suit.NO_TRUMP else f"and makes {suit} trump"
    if deal is None:
        return trump.removeprefix("and ")
    action = OrderUp(alone) if ordered else CallTrump(suit, alone)
    return f"says “{phrase(deal, seat, action)}” {trump}"


def tell_result(result: DealResult, names: Sequence[str]) -> str:
    """How a deal ended, in a sentence."""
    if result.outcome is Outcome.THROWN_IN:
        return "nobody calls: the cards are thrown in"
    if result.outcome is Outcome.REDEAL:
        return "the same dealer deals again"
    paid = [side for side in Partnership if result.points[side.index]] or [Partnership.NORTH_SOUTH]
    scored = ", ".join(f"{_side(side.seats, names)} score {result.points[side.index]}" for side in paid)
    if result.outcome is Outcome.REVOKED:
        return f"{scored} for the revoke"
    if result.outcome in TO_DEFENDERS and result.makers:
        return f"{_side(result.makers.seats, names)} are euchred: {scored}"
    march = {Outcome.MARCH: " for a march", Outcome.LONE_MARCH: " for a march alone"}.get(result.outcome, "")
    return f"{scored}{march}"


def _side(seats: Sequence[Seat], names: Sequence[str]) -> str:
    return " and ".join(names[seat.index] for seat in seats)
