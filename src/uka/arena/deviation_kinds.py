"""The kinds of choices in which an exploiter chooses otherwise than the bot that it exploits."""

from __future__ import annotations

from uka.bots.card_counting import trumps_of
from uka.core.action_text import action_text
from uka.core.actions import Action, CallTrump, Discard, Give, OrderUp, Play
from uka.core.cards import Card, Suit
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import Seat
from uka.core.trick import EFFECTIVE, suit_strength

from .local_best_response import Deviation

PLACES = ("lead", "second hand", "third hand", "fourth hand")


def kind_of(deviation: Deviation) -> str:
    """Return where and by whom a deviation was made, and what was chosen, such as "lead, maker: a higher trump"."""
    seen, own, chosen = deviation.seen, deviation.own, deviation.chosen
    assert seen.seat is not None
    if isinstance(own, Play) and isinstance(chosen, Play):
        return f"{PLACES[len(seen.trick)]}, {_role(seen, seen.seat)}: {_card_change(seen, own.card, chosen.card)}"
    where = f"round {seen.calling_round}" if seen.phase is Phase.CALLING else seen.phase.value
    place = (seen.seat.index - seen.dealer.index - 1) % len(seen.rules.seats) + 1
    return f"{where}, seat {place}: {_action_class(seen, chosen)} for {_action_class(seen, own)}"


def _role(seen: Observation, seat: Seat) -> str:
    """Return the part that ``seat`` has in the play."""
    contract = seen.contract
    assert contract is not None
    if seat.partnership is contract.makers:
        if contract.loner is not None:
            return "loner"
        return "maker" if seat is contract.maker else "maker's partner"
    return "defender" if contract.loner is None else "defender against a loner"


def _card_change(seen: Observation, own: Card, chosen: Card) -> str:
    assert seen.trump is not None
    trump = seen.trump.index
    trumps = trumps_of(trump)
    suits = [EFFECTIVE[trump][card.index] for card in (own, chosen)]
    if suits[0] is suits[1]:
        comparison = "higher" if suit_strength(chosen, trump) > suit_strength(own, trump) else "lower"
        return f"a {comparison} {'trump' if own.bit & trumps else 'side card'}"
    if chosen.bit & trumps:
        return "a trump for a side card"
    return "a side card for a trump" if own.bit & trumps else "another side suit"


def _action_class(seen: Observation, action: Action) -> str:
    """Return the text of ``action``, without a card and with the suit of a call in relation to the upcard."""
    match action:
        case CallTrump(suit, alone):
            return f"{_suit_class(seen, suit)}{' alone' if alone else ''}"
        case OrderUp(alone):
            return "order up alone" if alone else "order up"
        case Discard(card) | Give(card):
            trump = (seen.trump or seen.up_suit or Suit.NO_TRUMP).index
            return "a trump" if card.bit & trumps_of(trump) else "a side card"
        case _:
            return action_text(action)


def _suit_class(seen: Observation, suit: Suit) -> str:
    if suit is Suit.NO_TRUMP:
        return "no trump"
    return "next" if seen.up_suit is not None and suit is seen.up_suit.next else "crossing"
