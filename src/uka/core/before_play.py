"""The actions between the calls and the first lead: discarding, going alone, and giving a card to a loner."""

from __future__ import annotations

from msgspec.structs import replace

from . import events as ev
from .actions import GO_ALONE, PASS, Discard, Give, GoAlone, discards_of, gives_of
from .full_deal import D, DealTransition, FullDeal, with_item
from .playing import to_playing
from .public_deal import Contract, Phase
from .seats import Seat, clockwise


def to_next_before_play(deal: D) -> D:
    """Return ``deal`` in its next phase, once trump is made and any discard for the upcard is done.

    First each maker who may go alone says whether they do. Then a loner's partner gives the loner a card, if
    ``Ruleset.partners_best`` is true. Then each defender who may go alone says whether they do. After that, ``deal`` is
    in the playing phase.
    """
    contract = deal.contract
    assert contract is not None
    if makers := _makers_to_ask(deal, contract):
        return _to_asking(deal, makers[0])
    if contract.loner and deal.rules.partners_best and not deal.given:
        partner = contract.loner.partner
        return replace(deal, phase=Phase.GIVING, turn=partner, turn_legal=gives_of(deal.masks[partner.index]))
    if defenders := _defenders_to_ask(deal, contract):
        return _to_asking(deal, defenders[0])
    return to_playing(deal, contract)


def _to_asking(deal: D, seat: Seat) -> D:
    """Return ``deal`` in the phase in which ``seat`` says whether it goes alone."""
    return replace(deal, phase=Phase.ASKING, turn=seat, turn_legal=(PASS, GO_ALONE))


def to_discarding(deal: D, seat: Seat) -> D:
    """Return ``deal`` in the phase in which ``seat``, which has taken a card, discards one."""
    kept = deal.upcard.bit if deal.rules.keep_upcard and deal.picked_up is seat else 0
    legal = discards_of(deal.masks[seat.index] & ~kept)
    return replace(deal, phase=Phase.DISCARDING, turn=seat, turn_legal=legal)


def _makers_to_ask(deal: FullDeal, contract: Contract) -> tuple[Seat, ...]:
    """Return the makers who must still say whether they go alone."""
    rules = deal.rules
    if contract.loner or rules.alone_by == "nobody":
        return ()
    asked = (contract.maker,) if rules.alone_asked == "after_discard" else ()
    if rules.alone_by in ("makers", "anyone"):
        asked += (contract.maker.partner,)
    return tuple([seat for seat in asked if seat not in deal.declined])


def _defenders_to_ask(deal: FullDeal, contract: Contract) -> tuple[Seat, ...]:
    """Return the defenders who must still say whether they go alone, starting on the maker's left."""
    if contract.lone_defender or not deal.rules.defender_may_go_alone(loner=contract.loner is not None):
        return ()
    seats = clockwise(contract.maker.left)
    return tuple([seat for seat in seats if seat.partnership is contract.defenders and seat not in deal.declined])


def discard(deal: D, seat: Seat, action: Discard) -> DealTransition[D]:
    """Discard a card of ``seat``, which has one too many, face down. Return the new deal and the events."""
    card = action.card
    masks = with_item(deal.masks, seat.index, deal.masks[seat.index] & ~card.bit)
    discarded = replace(deal, masks=masks, discards=(*deal.discards, (seat, card)))
    return to_next_before_play(discarded), (ev.Discarded(seat, card),)


def go_alone(deal: D, seat: Seat, action: GoAlone) -> DealTransition[D]:
    """Let ``seat`` play or defend alone, as it chose after the discard. Return the new deal and the events."""
    assert deal.contract is not None
    contract = with_seat_alone(deal.contract, seat)
    defending = seat.partnership is contract.defenders
    return to_next_before_play(replace(deal, contract=contract)), (ev.WentAlone(seat, defending),)


def give_card(deal: D, seat: Seat, action: Give) -> DealTransition[D]:
    """Give a card of ``seat`` face down to its partner, who plays alone. Return the new deal and the events."""
    card, loner = action.card, seat.partner
    masks = with_item(deal.masks, seat.index, deal.masks[seat.index] & ~card.bit)
    masks = with_item(masks, loner.index, masks[loner.index] | card.bit)
    given = replace(deal, masks=masks, given=True, gift=card)
    return to_discarding(given, loner), (ev.CardGiven(seat, card),)


def with_seat_alone(contract: Contract, seat: Seat) -> Contract:
    """Return a copy of ``contract`` in which ``seat`` plays or defends alone, so that its partner sits out."""
    sitting_out = contract.sitting_out | 1 << seat.partner.index
    if seat.partnership is contract.makers:
        return replace(contract, loner=seat, sitting_out=sitting_out)
    return replace(contract, lone_defender=seat, sitting_out=sitting_out)
