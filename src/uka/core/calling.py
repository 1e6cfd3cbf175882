"""The actions from the upcard until trump is made: naming the benny's suit, claiming a farmer's hand, and calling.

The benny is the joker, used as the highest trump. A farmer's hand is a hand of low cards.
"""

from __future__ import annotations

from msgspec.structs import replace

from . import events as ev
from .actions import (
    CALLS,
    CALLS_ALONE,
    CLAIM_REDEAL,
    GO_UNDER,
    NAMES,
    ORDER_UP,
    ORDER_UP_ALONE,
    PASS,
    Action,
    CallTrump,
    ClaimRedeal,
    Discard,
    GoUnder,
    NameSuit,
    OrderUp,
    Pass,
    discards_of,
)
from .before_play import to_discarding, to_next_before_play, with_seat_alone
from .cards import LOW_MASK, SUITS, Suit, cards_of, mask_of
from .events import Event
from .full_deal import D, DealTransition, FullDeal, with_item
from .legality import (
    barred_suit,
    holds_natural,
    is_farmers_hand,
    may_call_alone,
    must_call_alone,
    needs_natural,
)
from .playing import finished
from .public_deal import Call, Contract, Phase
from .scoring import Outcome
from .seats import Seat, clockwise

EXCHANGED_CARDS = 3
"""The number of cards that a seat with a farmer's hand exchanges for those under the upcard."""


def to_naming(deal: D) -> D:
    """Return ``deal`` in the phase in which the dealer names the suit that a turned-up joker stands for."""
    return replace(deal, phase=Phase.NAMING, turn=deal.dealer, turn_legal=NAMES)


def name_suit(deal: D, seat: Seat, action: NameSuit) -> DealTransition[D]:
    """Set the suit that the turned-up joker stands for. Return the new deal and the events.

    If ``Ruleset.benny`` is "blind", the dealer names the suit before looking, and sees its hand only now.
    """
    named = to_claiming(replace(deal, up_suit=action.suit))
    events: tuple[Event, ...] = (ev.SuitNamed(seat, action.suit),)
    if deal.rules.benny == "blind":
        events += (ev.HandDealt(seat, deal.rules.hand_size, cards_of(deal.masks[seat.index])),)
    return named, events


def to_claiming(deal: D) -> D:
    """Return ``deal`` in the phase in which the next seat may claim a farmer's hand.

    If all seats have declined, or the rules have no such claim, return ``deal`` in the calling phase.
    """
    if deal.rules.farmers_hand == "off":
        return to_calling(deal)
    seats = clockwise(deal.dealer.left)
    if len(deal.declined) == len(seats):
        return to_calling(deal)
    seat = seats[len(deal.declined)]
    return replace(deal, phase=Phase.CLAIMING, turn=seat, turn_legal=(PASS, *farmers_claims(deal, seat)))


def farmers_claims(deal: FullDeal, seat: Seat) -> tuple[Action, ...]:
    """Return the claim of a farmer's hand that ``seat`` may make now, as a tuple that is empty if there is none."""
    if seat in deal.declined or not is_farmers_hand(deal, deal.masks[seat.index]):
        return ()
    return (GO_UNDER,) if deal.rules.farmers_hand == "exchange" else (CLAIM_REDEAL,)


def claim_redeal(deal: D, seat: Seat, action: ClaimRedeal) -> DealTransition[D]:
    """End ``deal`` because ``seat`` claims a redeal for its farmer's hand. Return the new deal and the events.

    The same dealer deals again.
    """
    return finished(deal, Outcome.REDEAL, (ev.RedealClaimed(seat, cards_of(deal.masks[seat.index])),))


def go_under(deal: D, seat: Seat, action: GoUnder) -> DealTransition[D]:
    """Begin the exchange of the farmer's hand of ``seat``. Return the new deal and the events.

    The seat must next show three low cards. It then takes the three cards under the upcard.
    """
    low = deal.masks[seat.index] & LOW_MASK
    showing = replace(deal, phase=Phase.SHOWING, turn=seat, went_under=seat, turn_legal=discards_of(low))
    return showing, (ev.WentUnder(seat),)


def show_low_card(deal: D, seat: Seat, action: Discard) -> DealTransition[D]:
    """Show one of the three low cards that ``seat`` exchanges. Return the new deal and the events.

    After the third card is shown, the seat takes the three cards under the upcard.
    """
    card = action.card
    shown = (*deal.shown, card)
    masks = with_item(deal.masks, seat.index, deal.masks[seat.index] & ~card.bit)
    events: tuple[Event, ...] = (ev.CardShown(seat, card),)
    if len(shown) < EXCHANGED_CARDS:
        legal = discards_of(masks[seat.index] & LOW_MASK)
        return replace(deal, masks=masks, shown=shown, turn_legal=legal), events
    taken = deal.kitty[:EXCHANGED_CARDS]
    exchanged = replace(
        deal,
        masks=with_item(masks, seat.index, masks[seat.index] | mask_of(taken)),
        shown=shown,
        kitty=deal.kitty[EXCHANGED_CARDS:],
        kitty_taken=taken,
    )
    return to_calling(exchanged), (*events, ev.KittyTaken(seat, taken))


# The calls


def to_calling(deal: D) -> D:
    """Return ``deal`` in the calling phase, where it is the turn of the next seat to call or pass."""
    calling = deal if deal.phase is Phase.CALLING else replace(deal, phase=Phase.CALLING, declined=())
    seats = clockwise(deal.dealer.left)
    turn = seats[len(deal.calls) % len(seats)]
    if len(deal.calls) == 2 * len(seats) and deal.rules.nobody_calls == "dealer_picks_up":
        turn = deal.dealer
    return replace(calling, turn=turn, turn_legal=_legal_calls(calling, turn))


def _legal_calls(deal: FullDeal, seat: Seat) -> tuple[Action, ...]:
    stuck = deal.dealer_is_stuck
    if deal.calling_round == 1 or (stuck and deal.rules.nobody_calls == "dealer_picks_up"):
        assert deal.up_suit is not None
        able = not needs_natural(deal, seat) or holds_natural(deal.masks[seat.index], deal.up_suit)
        with_partner: tuple[Action, ...] = (ORDER_UP,) if able else ()
        alone: tuple[Action, ...] = (ORDER_UP_ALONE,) if able else ()
    else:
        suits = _suits_to_name(deal, seat)
        with_partner = tuple([CALLS[i] for i in suits])
        alone = tuple([CALLS_ALONE[i] for i in suits])
    calls: tuple[Action, ...] = () if must_call_alone(deal, seat) else with_partner
    if may_call_alone(deal, seat):
        calls += alone
    return calls if stuck else (PASS, *calls)


def _suits_to_name(deal: FullDeal, seat: Seat) -> list[int]:
    """Return the indexes of the suits that ``seat`` may name in the second round. No trump counts as a suit."""
    suits = (*SUITS, Suit.NO_TRUMP) if deal.rules.no_trump else SUITS
    barred = barred_suit(deal)
    hand = deal.masks[seat.index]
    exempt = not needs_natural(deal, seat)
    return [suit.index for suit in suits if suit is not barred and (exempt or holds_natural(hand, suit))]


def decline(deal: D, seat: Seat, action: Pass) -> DealTransition[D]:
    """Let ``seat`` pass: it declines to call, to claim a farmer's hand, or to go alone.

    Return the new deal and the events.
    """
    passed: tuple[Event, ...] = (ev.Passed(seat, deal.phase),)
    if deal.phase is Phase.CALLING:
        return _pass_call(deal, seat, passed)
    declined = replace(deal, declined=(*deal.declined, seat))
    if deal.phase is Phase.CLAIMING:
        return to_claiming(declined), passed
    return to_next_before_play(declined), passed


def _pass_call(deal: D, seat: Seat, events: tuple[Event, ...]) -> DealTransition[D]:
    rules = deal.rules
    seats = len(rules.seats)
    calls = (*deal.calls, Call(seat, PASS))
    passed = replace(deal, calls=calls)
    if len(calls) == seats:
        events += (ev.TurnedDown(deal.upcard),)
    last = 2 * seats if rules.dealer_calls_in_second else 2 * seats - 1
    if len(calls) == last and rules.nobody_calls in ("throw_in", "throw_in_same"):
        return finished(passed, Outcome.THROWN_IN, events)
    return to_calling(passed), events


def order_up(deal: D, seat: Seat, action: OrderUp) -> DealTransition[D]:
    """Let ``seat`` accept the upcard, so that its suit becomes trump. Return the new deal and the events.

    The dealer takes the upcard. If the dealer's partner orders it up alone, ``Ruleset.dealer_out`` determines what
    happens to the upcard.
    """
    assert deal.up_suit is not None
    made, events = _trump_made(deal, seat, action, deal.up_suit, ordered=True, alone=action.alone)
    taker = deal.dealer
    if action.alone and seat is deal.dealer.partner:
        if deal.rules.dealer_out == "buried":
            return to_next_before_play(made), (*events, ev.Buried(deal.upcard))
        if deal.rules.dealer_out == "loner":
            taker = seat
    masks = with_item(made.masks, taker.index, made.masks[taker.index] | deal.upcard.bit)
    picked_up = replace(made, masks=masks, picked_up=taker)
    return to_discarding(picked_up, taker), (*events, ev.PickedUp(taker, deal.upcard))


def call_trump(deal: D, seat: Seat, action: CallTrump) -> DealTransition[D]:
    """Let ``seat`` call a suit or no trump in the second round of calls. Return the new deal and the events."""
    made, events = _trump_made(deal, seat, action, action.suit, ordered=False, alone=action.alone)
    return to_next_before_play(made), events


def _trump_made(deal: D, seat: Seat, action: Action, suit: Suit, *, ordered: bool, alone: bool) -> DealTransition[D]:
    """Return the deal in which ``seat`` has made ``suit`` trump by ``action``, still in the calling phase."""
    contract = Contract(seat, suit, ordered)
    if alone:
        contract = with_seat_alone(contract, seat)
    made = replace(deal, calls=(*deal.calls, Call(seat, action)), contract=contract)
    return made, (ev.TrumpMade(seat, suit, ordered, alone),)
