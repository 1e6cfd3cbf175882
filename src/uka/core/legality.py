"""Which actions the rules allow a seat, and sentences that explain why an action is illegal.

A sentence names the rule that forbids the action, and uses only what the seat knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .actions import (
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
from .cards import JOKER, LOW_MASK, SUIT_MASK, Card, CardMask, Suit
from .errors import IllegalAction, OutOfTurn
from .public_deal import Phase, PublicDeal
from .seats import Seat
from .trick import EFFECTIVE, FOLLOW, lawful_plays


def lawful_mask(deal: PublicDeal, hand: CardMask) -> CardMask:
    """Return the cards of ``hand`` that the seat whose turn it is may lawfully play, as a bit mask."""
    contract = deal.contract
    assert contract is not None
    if deal.trick:
        return lawful_plays(hand, deal.trick, contract.trump, deal.rules.must_head)
    if deal.tricks or deal.rules.first_lead_trump or contract.trump is Suit.NO_TRUMP:
        return hand
    return hand & ~FOLLOW[contract.trump.index][contract.trump.index] or hand


def refusal(
    deal: PublicDeal, seat: Seat, hand: CardMask, legal: tuple[Action, ...], action: Action
) -> IllegalAction | None:
    """Return the error for ``action`` if ``seat`` may not choose it now, or None if it may.

    ``hand`` is the seat's hand, and ``legal`` holds the seat's legal actions. The error is an ``OutOfTurn`` if the seat
    must wait for its turn.
    """
    if action in legal:
        return None
    if deal.over and not isinstance(action, ClaimRevoke):
        return IllegalAction("the deal is over")
    if seat is not deal.turn and not isinstance(action, ClaimRevoke | ClaimRedeal | GoUnder):
        assert deal.turn is not None
        return OutOfTurn(f"it's {deal.turn.value.title()}'s turn, not {seat.value.title()}'s")
    return IllegalAction(REASONS[type(action)](deal, seat, hand, action))


def _play_reason(deal: PublicDeal, seat: Seat, hand: CardMask, action: Play) -> str:
    card = action.card
    if deal.phase is not Phase.PLAYING or deal.contract is None:
        return "no card can be played yet"
    if not hand & card.bit:
        return _not_held_reason(card)
    if not deal.trick:
        return f"{card} is a trump: the first lead can't be a trump"
    trump = deal.contract.trump
    led = EFFECTIVE[trump.index][deal.trick[0].index]
    if card.bit & FOLLOW[trump.index][led.index]:
        return f"{card} doesn't beat the cards played: head the trick if you can"
    return f"{led} were led: follow suit"


def _discard_reason(deal: PublicDeal, seat: Seat, hand: CardMask, action: Discard) -> str:
    if deal.phase not in (Phase.DISCARDING, Phase.SHOWING):
        return "there is nothing to discard now"
    if not hand & action.card.bit:
        return _not_held_reason(action.card)
    if deal.phase is Phase.SHOWING:
        return f"{action.card} is above a ten: show cards of ten or lower"
    return f"{action.card} was picked up and must be kept"


def _give_reason(deal: PublicDeal, seat: Seat, hand: CardMask, action: Give) -> str:
    return "there is no card to pass now" if deal.phase is not Phase.GIVING else _not_held_reason(action.card)


def _pass_reason(deal: PublicDeal, seat: Seat, hand: CardMask, action: Pass) -> str:
    if deal.phase is not Phase.CALLING:
        return "you can't pass now"
    if deal.rules.nobody_calls == "dealer_names":
        return "everyone has passed, so the dealer must name a suit"
    return "everyone has passed, so the dealer must pick up the turn-up"


def _order_up_reason(deal: PublicDeal, seat: Seat, hand: CardMask, action: OrderUp) -> str:
    if deal.phase is not Phase.CALLING:
        return "trump can't be made now"
    if deal.calling_round == 2 and not deal.dealer_is_stuck:
        return "the turn-up was turned down"
    if deal.dealer_is_stuck and deal.rules.nobody_calls == "dealer_names":
        return "the turn-up was turned down: the dealer must name another suit"
    return _call_alone_reason(deal, seat, action.alone) or _natural_reason(deal.up_suit)


def _call_trump_reason(deal: PublicDeal, seat: Seat, hand: CardMask, action: CallTrump) -> str:
    if deal.phase is not Phase.CALLING:
        return "trump can't be made now"
    if deal.calling_round == 1:
        return "you can name a suit only after the turn-up is turned down"
    if deal.dealer_is_stuck and deal.rules.nobody_calls == "dealer_picks_up":
        return "everyone has passed, so the dealer must pick up the turn-up"
    if action.suit is barred_suit(deal):
        return f"{action.suit} were turned down and can't be named"
    if action.suit is Suit.NO_TRUMP and not deal.rules.no_trump:
        return "these rules don't allow no trump"
    return _call_alone_reason(deal, seat, action.alone) or _natural_reason(action.suit)


def _call_alone_reason(deal: PublicDeal, seat: Seat, alone: bool) -> str | None:
    if not alone and must_call_alone(deal, seat):
        return "the dealer's partner may call only by going alone"
    if alone and not may_call_alone(deal, seat):
        return "nobody may go alone" if deal.rules.alone_by == "nobody" else "going alone comes after the discard"
    return None


def _natural_reason(suit: Suit | None) -> str:
    return f"to call {suit}, you need a card with {suit} printed on it"


def _name_suit_reason(deal: PublicDeal, seat: Seat, hand: CardMask, action: NameSuit) -> str:
    if deal.phase is not Phase.NAMING:
        return "the dealer names a suit for the turn-up only if it is the benny"
    return "the benny must stand for one of the four suits"


def _go_alone_reason(deal: PublicDeal, seat: Seat, hand: CardMask, action: GoAlone) -> str:
    return "nobody can go alone now"


def _claim_redeal_reason(deal: PublicDeal, seat: Seat, hand: CardMask, action: ClaimRedeal) -> str:
    return _farmers_hand_reason(deal, seat, ("low", "no_face"), "these rules give no new deal for a poor hand")


def _go_under_reason(deal: PublicDeal, seat: Seat, hand: CardMask, action: GoUnder) -> str:
    return _farmers_hand_reason(deal, seat, ("exchange",), "these rules don't allow going under")


def _farmers_hand_reason(deal: PublicDeal, seat: Seat, kinds: tuple[str, ...], otherwise: str) -> str:
    if deal.rules.farmers_hand not in kinds:
        return otherwise
    if deal.phase is not Phase.CLAIMING or seat in deal.declined:
        return "a farmer's hand can be claimed once, after the turn-up and before any call"
    needs = {
        "low": "nothing above a ten",
        "no_face": "no ace and no face card",
        "exchange": "three cards of ten or lower",
    }
    return f"a farmer's hand has {needs[deal.rules.farmers_hand]}"


def _claim_revoke_reason(deal: PublicDeal, seat: Seat, hand: CardMask, action: ClaimRevoke) -> str:
    if not deal.revokes:
        return "revokes can't happen at this table"
    if (seat.partnership, action.trick) in deal.revoke_claims:
        return f"a revoke in trick {action.trick + 1} was already claimed: one claim per trick"
    if deal.result is not None:
        return "the deal has been scored: it's too late to claim a revoke"
    return f"no opponent has played to trick {action.trick + 1}"


def _not_held_reason(card: Card) -> str:
    return f"{card} is not in your hand"


def barred_suit(deal: PublicDeal) -> Suit | None:
    """Return the suit that may not be called in the second round of calls, or None if every suit may be called.

    If a joker was turned down, the suit that it stood for is always barred.
    """
    return deal.up_suit if deal.rules.second_suit == "another" or deal.upcard is JOKER else None


def must_call_alone(deal: PublicDeal, seat: Seat) -> bool:
    """Return whether ``seat`` may call only by going alone, as some rules demand of the dealer's partner."""
    kind = deal.rules.partner_alone
    return seat is deal.dealer.partner and (kind == "both" or (kind == "ordered" and deal.calling_round == 1))


def may_call_alone(deal: PublicDeal, seat: Seat) -> bool:
    """Return whether ``seat`` may call and go alone in one action."""
    rules = deal.rules
    return rules.alone_by != "nobody" and (rules.alone_asked == "with_call" or must_call_alone(deal, seat))


def is_farmers_hand(deal: PublicDeal, hand: CardMask) -> bool:
    """Return whether ``hand`` is a farmer's hand, which the rules allow to be exchanged or dealt again.

    A hand that is exchanged needs three low cards. In a hand that is dealt again, every card must be low. Under rules
    that ask only for a hand without aces and face cards, such a hand may also hold the joker.
    """
    if deal.rules.farmers_hand == "exchange":
        return (hand & LOW_MASK).bit_count() >= 3
    low = LOW_MASK | JOKER.bit if deal.rules.farmers_hand == "no_face" else LOW_MASK
    return not hand & ~low


def needs_natural(deal: PublicDeal, seat: Seat) -> bool:
    """Return whether ``seat`` needs a card with the called suit printed on it for a call, as some rules demand.

    A dealer who must call, or who takes up the upcard, needs no such card.
    """
    if not deal.rules.natural_needed or deal.dealer_is_stuck:
        return False
    return deal.calling_round == 2 or seat is not deal.dealer


def holds_natural(hand: CardMask, suit: Suit) -> bool:
    """Return whether ``hand`` has a card with ``suit`` printed on it. For no trump, return true."""
    return suit is Suit.NO_TRUMP or bool(hand & SUIT_MASK[suit.index])


REASONS: dict[type[Any], Callable[[PublicDeal, Seat, CardMask, Any], str]] = {
    Play: _play_reason,
    Discard: _discard_reason,
    Give: _give_reason,
    Pass: _pass_reason,
    OrderUp: _order_up_reason,
    CallTrump: _call_trump_reason,
    NameSuit: _name_suit_reason,
    GoAlone: _go_alone_reason,
    ClaimRedeal: _claim_redeal_reason,
    GoUnder: _go_under_reason,
    ClaimRevoke: _claim_revoke_reason,
}
"""A dict from a class of actions to the function that says why such an action of a seat is illegal now."""
