"""Phrases for actions, in the words of the ruleset: what a player says or does when choosing an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uka.core import actions as ac
from uka.core.cards import Suit
from uka.core.observation import Observation
from uka.core.public_deal import Phase, PublicDeal
from uka.core.seats import Seat


def phrase(deal: PublicDeal, seat: Seat, action: ac.Action) -> str:
    """Return what the player in ``seat`` says or does when choosing ``action``. ``deal`` is the deal before the action.

    >>> from uka import Deal, OrderUp, Pass, ruleset, shuffled
    >>> rules = ruleset("uka")
    >>> deal = Deal.start(rules, Seat.SOUTH, shuffled(rules, 7))
    >>> phrase(deal, Seat.WEST, Pass()), phrase(deal, Seat.WEST, OrderUp(alone=True))
    ('away', 'pick it up, I am going alone')
    """
    return PHRASES[type(action)](deal, seat, action)


def choice_name(deal: PublicDeal, seat: Seat, action: ac.Action) -> str:
    """Return the name of ``action`` for the player in ``seat`` who may choose it, such as on a button.

    A pass is called "pass" under every ruleset. Any other action is called by the words that the player says.

    >>> from uka import Deal, OrderUp, Pass, ruleset, shuffled
    >>> rules = ruleset("uka")
    >>> deal = Deal.start(rules, Seat.SOUTH, shuffled(rules, 7))
    >>> choice_name(deal, Seat.WEST, Pass()), choice_name(deal, Seat.WEST, OrderUp())
    ('pass', 'pick it up')
    """
    if isinstance(action, ac.Pass) and deal.phase is Phase.CALLING:
        return "pass"
    return phrase(deal, seat, action)


def acceptance_words(seen: Observation) -> str:
    """Return the words by which the player whose turn it is accepts the upcard, or "" if the player may not.

    If the player may also go alone, the words are those of accepting it without going alone.

    >>> from uka import Deal, ruleset, shuffled
    >>> rules = ruleset("bicycle")
    >>> deal = Deal.start(rules, Seat.WEST, shuffled(rules, 7))
    >>> acceptance_words(deal.observe(Seat.NORTH))
    'I order it up'
    """
    orders = (action for action in seen.legal_actions if isinstance(action, ac.OrderUp))
    return next((phrase(seen, seen.turn, order) for order in orders if seen.turn), "")


def _declining(deal: PublicDeal, seat: Seat, _: ac.Pass) -> str:
    """Return what a player says to pass in the calling, to claim no farmer's hand, or to decline to go alone."""
    if deal.phase is Phase.CLAIMING:
        return "no claim"
    if deal.phase is Phase.ASKING:
        return "with my partner"
    words = deal.rules.words
    turns_down = deal.calling_round == 1 and seat is deal.dealer
    return words.turn_down if turns_down else words.decline


def _ordering(deal: PublicDeal, seat: Seat, action: ac.OrderUp) -> str:
    """Return what a player says to accept the upcard, as the dealer, as the dealer's partner or as an opponent."""
    words, partner = deal.rules.words, deal.dealer.partner
    if action.alone and seat is partner and words.assist_alone:
        return words.assist_alone
    said = {deal.dealer: words.take_up, partner: words.assist}.get(seat, words.order_up)
    return _with_alone(deal, said) if action.alone else said


def _calling(deal: PublicDeal, _: Seat, action: ac.CallTrump) -> str:
    """Return what a player says to name a suit. The ruleset may have words of its own for some suits."""
    words, upcard_suit, suit = deal.rules.words, deal.up_suit, action.suit
    template = words.name
    if upcard_suit is not None and suit not in (upcard_suit, Suit.NO_TRUMP):
        own_template = words.next if suit is upcard_suit.next else words.cross
        if own_template != "{suit}":
            template = own_template
    said = template.format(suit=suit)
    return _with_alone(deal, said) if action.alone else said


def _with_alone(deal: PublicDeal, said: str) -> str:
    """Return the words ``said``, followed by a comma and the words for going alone."""
    return f"{said}, {deal.rules.words.alone}"


def _discarding(deal: PublicDeal, _: Seat, action: ac.Discard) -> str:
    """Return "discard" and the card, or "show" and the card if it is from a farmer's hand and shown to all."""
    verb = "show" if deal.phase is Phase.SHOWING else "discard"
    return f"{verb} {action.card}"


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
"""For each kind of action, the function that returns its phrase."""
