"""Phrases for actions, in the words of the ruleset: what a seat says or does when it chooses an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uka.core import actions as ac
from uka.core.cards import Suit
from uka.core.observation import Observation
from uka.core.public_deal import Phase, PublicDeal
from uka.core.seats import Seat


def phrase(deal: PublicDeal, seat: Seat, action: ac.Action) -> str:
    """Return what a seat says or does when it chooses an action. ``deal`` is the deal before the action.

    >>> from uka import Deal, OrderUp, Pass, ruleset, shuffled
    >>> rules = ruleset("uka")
    >>> deal = Deal.start(rules, Seat.SOUTH, shuffled(rules, 7))
    >>> phrase(deal, Seat.WEST, Pass()), phrase(deal, Seat.WEST, OrderUp(alone=True))
    ('away', 'pick it up, I am going alone')
    """
    return PHRASES[type(action)](deal, seat, action)


def choice_name(deal: PublicDeal, seat: Seat, action: ac.Action) -> str:
    """Return the name of an action for the player who chooses it.

    A pass is called a pass under every ruleset. Any other call is called by the words that the player says.

    >>> from uka import Deal, OrderUp, Pass, ruleset, shuffled
    >>> rules = ruleset("uka")
    >>> deal = Deal.start(rules, Seat.SOUTH, shuffled(rules, 7))
    >>> choice_name(deal, Seat.WEST, Pass()), choice_name(deal, Seat.WEST, OrderUp())
    ('pass', 'pick it up')
    """
    if isinstance(action, ac.Pass) and deal.phase is Phase.CALLING:
        return "pass"
    return phrase(deal, seat, action)


def acceptance(seen: Observation) -> str:
    """Return the words by which the seat whose turn it is accepts the turn-up; "" if it may not accept.

    If the seat may also go alone, the words are those of the call without going alone.

    >>> from uka import Deal, ruleset, shuffled
    >>> rules = ruleset("bicycle")
    >>> deal = Deal.start(rules, Seat.WEST, shuffled(rules, 7))
    >>> acceptance(deal.observe(Seat.NORTH))
    'I order it up'
    """
    orders = (action for action in seen.legal_actions if isinstance(action, ac.OrderUp))
    return next((phrase(seen, seen.turn, order) for order in orders if seen.turn), "")


def _declining(deal: PublicDeal, seat: Seat, _: ac.Pass) -> str:
    if deal.phase is Phase.CLAIMING:
        return "no claim"
    if deal.phase is Phase.ASKING:
        return "with my partner"
    first = deal.calling_round == 1 and seat is deal.dealer
    return deal.rules.words.turn_down if first else deal.rules.words.decline


def _ordering(deal: PublicDeal, seat: Seat, action: ac.OrderUp) -> str:
    words, partner = deal.rules.words, deal.dealer.partner
    if action.alone and seat is partner and words.assist_alone:
        return words.assist_alone
    said = {deal.dealer: words.take_up, partner: words.assist}.get(seat, words.order_up)
    return _alone(deal, said) if action.alone else said


def _calling(deal: PublicDeal, _: Seat, action: ac.CallTrump) -> str:
    words, offered, suit = deal.rules.words, deal.up_suit, action.suit
    form = words.name
    if offered is not None and suit not in (offered, Suit.NO_TRUMP):
        own = words.next if suit is offered.next else words.cross
        form = own if own != "{suit}" else form
    said = form.format(suit=suit)
    return _alone(deal, said) if action.alone else said


def _alone(deal: PublicDeal, said: str) -> str:
    return f"{said}, {deal.rules.words.alone}"


def _discarding(deal: PublicDeal, _: Seat, action: ac.Discard) -> str:
    return f"{'show' if deal.phase is Phase.SHOWING else 'discard'} {action.card}"


PHRASES: dict[type[ac.Action], Callable[[PublicDeal, Seat, Any], str]] = {
    ac.Play: lambda deal, seat, action: f"play {action.card!s}",
    ac.Pass: _declining,
    ac.OrderUp: _ordering,
    ac.CallTrump: _calling,
    ac.NameSuit: lambda deal, seat, action: f"the benny stands for {action.suit}",
    ac.GoAlone: lambda deal, seat, action: deal.rules.words.alone,
    ac.ClaimRedeal: lambda deal, seat, action: "farmer's hand: deal again",
    ac.GoUnder: lambda deal, seat, action: "farmer's hand: go under",
    ac.ClaimRevoke: lambda deal, seat, action: f"claim a revoke in trick {action.trick + 1}",
    ac.Discard: _discarding,
    ac.Give: lambda deal, seat, action: f"pass {action.card} to your partner",
}
"""The functions that return the phrases, by the kind of action."""
