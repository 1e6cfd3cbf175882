"""A deal from the shuffle to the score: its state, the legal actions of each seat, and the state after an action.

A deal goes through these phases. Phases that the ruleset does not use are skipped.

- NAMING: the dealer names the suit of the benny, a joker that was turned up.
- CLAIMING: each seat may claim a farmer's hand, which is a hand of low cards.
- SHOWING: a seat that exchanges a farmer's hand shows three low cards.
- CALLING: the seats call trump.
- DISCARDING: a seat with one card too many discards a card.
- ASKING: a seat that may still go alone decides whether to do so.
- GIVING: a loner's partner gives a card to the loner.
- PLAYING: the tricks are played.
- OVER: the deal has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any

from . import events as ev
from .action_text import ActionOrText, action_of
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
from .before_play import discard, give_card, go_alone
from .calling import (
    call_trump,
    claim_redeal,
    decline,
    farmers_claims,
    go_under,
    name_suit,
    order_up,
    show_low_card,
    to_claiming,
    to_naming,
)
from .cards import JOKER, Card, Hand, cards_of
from .deal_display import deal_html, deal_lines
from .deal_text import DealParts, after_actions, deal_text, opening_parts, parse_parts, steps_between
from .dealing import (
    CardsOrText,
    arranged_pack,
    checked_pack,
    checked_packet_pattern,
    checked_rules,
    cut_pack,
    deal_pack,
)
from .errors import IllegalAction
from .events import Event
from .full_deal import D, DealTransition, FullDeal
from .legality import refusal
from .observation import Observation
from .playing import claim_revoke, play, revoke_claims
from .public_deal import Phase, PublicDeal
from .ruleset import Ruleset
from .seats import Seat, clockwise, seat_of

public_values = attrgetter(*PublicDeal.__struct_fields__)


class Deal(FullDeal, frozen=True, kw_only=True):
    """A deal from its upcard to its result. It is immutable: ``apply`` returns a new deal.

    >>> from uka.core.seats import Seat
    >>> from uka.core.shuffle import shuffled
    >>> rules = Ruleset()
    >>> deal = Deal.start(rules, dealer=Seat.SOUTH, pack=shuffled(rules, seed=7))
    >>> deal.turn, str(deal.upcard), len(deal.hand(Seat.WEST))
    (Seat.WEST, '9h', 5)
    >>> deal, events = deal.apply(OrderUp())
    >>> deal.trump, deal.phase
    (<Suit.HEARTS: 'h'>, <Phase.DISCARDING: 'discarding'>)
    """

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        dealer: Seat | str,
        pack: CardsOrText = (),
        *,
        cut: int | None = None,
        packet_pattern: str | None = None,
        revokes: bool = False,
    ) -> Deal:
        """Deal ``pack``, starting with its first card, and return the deal once the upcard is turned.

        ``packet_pattern`` is the number of cards dealt to each player at a time: "3-2" or "2-3". The default is the
        first pattern that the rules allow. ``cut`` is the number of cards that are lifted off the top first. If ``cut``
        is None, the pack is not cut, even if the rules have a cut. If ``revokes`` is true, players can revoke and claim
        revokes. Seats and cards can be given as text.

        Raise ``InvalidDeal`` if ``pack`` is not the ruleset's pack, if the rules forbid ``packet_pattern`` or a cut, or
        if a cut leaves fewer than four cards in one part. Raise ``UnknownSeat`` if ``dealer`` is no seat.
        """
        dealer = seat_of(dealer)
        order = checked_pack(checked_rules(rules), pack)
        order = cut_pack(rules, order, cut)
        masks, rest = deal_pack(rules, dealer, order, checked_packet_pattern(rules, packet_pattern))
        upcard, kitty = rest[0], rest[1:]
        buried: tuple[Card, ...] = ()
        if upcard is JOKER and rules.benny == "next":
            upcard, kitty = kitty[0], kitty[1:]
            buried = (JOKER,)
        deal = cls(
            rules=rules,
            dealer=dealer,
            phase=Phase.NAMING,
            turn=dealer,
            upcard=upcard,
            up_suit=upcard.suit,
            buried=buried,
            masks=masks,
            kitty=kitty,
            revokes=revokes,
        )
        return to_naming(deal) if upcard is JOKER else to_claiming(deal)

    @classmethod
    def arranged(
        cls,
        rules: Ruleset,
        *,
        dealer: Seat | str,
        hands: Mapping[Seat, CardsOrText] | Mapping[str, CardsOrText],
        upcard: Card | str,
        kitty: CardsOrText | None = None,
        revokes: bool = False,
    ) -> Deal:
        """Return a deal in which ``hands`` holds the hand of each seat, for analysis and tests.

        If ``kitty`` is None, the remaining cards form the kitty, in index order. Seats and cards can be given as text.
        Raise ``InvalidDeal`` if a card is given twice, a card is not in the pack, or a number of cards is wrong.

        >>> hands = {Seat.NORTH: "9c Tc Jc Qc Kc", Seat.EAST: "9d Td Jd Qd Kd",
        ...          Seat.SOUTH: "9h Th Jh Qh Kh", Seat.WEST: "9s Ts Js Qs Ks"}
        >>> deal = Deal.arranged(Ruleset(), dealer=Seat.NORTH, hands=hands, upcard="Ac")
        >>> " ".join(map(str, deal.kitty))
        'Ad Ah As'
        """
        return cls.start(
            rules, dealer, arranged_pack(checked_rules(rules), dealer, hands, upcard, kitty), revokes=revokes
        )

    @classmethod
    def parse(cls, text: str, rules: Ruleset) -> Deal:
        """Return the deal, played by ``rules``, that ``text`` describes in the form of the property ``Deal.text``.

        Raise ``InvalidDeal`` if ``text`` cannot be read, or if one of its actions is illegal.
        """
        parts = parse_parts(text)
        return after_actions(_deal_at_start(rules, parts), parts.actions, Deal.apply)

    @property
    def text(self) -> str:
        """The cards and the actions of the deal as one line of text, from which ``Deal.parse`` makes an equal deal.

        >>> Deal.start(Ruleset(), "south", Ruleset().cards).text.partition("; N")[0]
        'dealer S; turn-up Js'
        """
        return deal_text(_deal_at_start(self.rules, opening_parts(self)), self, Deal.apply)

    def steps(self) -> Iterator[tuple[Deal, Seat, Action]]:
        """Yield each action so far: the deal before the action, the seat that chose it, and the action.

        Raise ``InvalidDeal`` if actions alone did not lead to this deal, because an official gave a ruling.

        >>> deal = Deal.start(Ruleset(), "south", Ruleset().cards).apply("pass")[0]
        >>> [(seat, action) for _, seat, action in deal.steps()]
        [(Seat.WEST, Pass())]
        """
        return steps_between(_deal_at_start(self.rules, opening_parts(self)), self, Deal.apply)

    def __str__(self) -> str:
        """Return what has happened in the deal in one line, then one line for each hand."""
        return deal_lines(self, self.hands)

    def _repr_html_(self) -> str:
        return deal_html(self, self.hands)

    @property
    def hands(self) -> dict[Seat, Hand]:
        """The cards that each seat holds now."""
        return {seat: Hand.of(self.masks[seat.index]) for seat in self.rules.seats}

    def hand(self, seat: Seat | str) -> Hand:
        """Return the cards that ``seat`` holds now."""
        return Hand.of(self.masks[seat_of(seat).index])

    def opening_events(self) -> tuple[Event, ...]:
        """Return the events before the first action: the dealing of each hand, and the turning of the upcard."""
        hands = tuple(
            ev.HandDealt(seat, self.rules.hand_size, self._cards_seen_by(seat)) for seat in clockwise(self.dealer.left)
        )
        turned = tuple(ev.UpcardTurned(card) for card in (*self.buried, self.upcard))
        return (*hands, *turned)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """The actions that ``apply`` accepts from the seat whose turn it is, in index order."""
        return self.legal_actions_of(self.turn)

    def legal_actions_of(self, seat: Seat | str | None) -> tuple[Action, ...]:
        """Return the actions that ``apply`` accepts from ``seat``, in index order.

        If ``seat`` is None, it is the seat whose turn it is.
        """
        if seat is None or seat is self.turn:
            return self.turn_legal + (revoke_claims(self, self.turn) if self.revokes and self.turn else ())
        if not isinstance(seat, Seat):
            return self.legal_actions_of(seat_of(seat))
        if self.phase is Phase.CLAIMING:
            return farmers_claims(self, seat)
        return revoke_claims(self, seat) if self.revokes else ()

    def why_not(self, action: ActionOrText, seat: Seat | str | None = None) -> str | None:
        """Return a sentence that explains why ``seat`` may not choose ``action`` now, or None if it may.

        The default for ``seat`` is the seat whose turn it is.
        """
        refused = self._refusal(action_of(action, self.phase), self.turn if seat is None else seat_of(seat))
        return None if refused is None else str(refused)

    def apply(self, action: ActionOrText, seat: Seat | str | None = None) -> DealTransition[Deal]:
        """Apply ``action``, which ``seat`` chooses. Return the new deal and the events.

        The default for ``seat`` is the seat whose turn it is. ``action`` and ``seat`` can be given as text, as in
        ``deal.apply("order up")``. Raise ``OutOfTurn`` if it is another seat's turn. For any other illegal action,
        raise ``IllegalAction`` with a sentence that names the rule.
        """
        actor = self.turn if seat is None else seat
        if actor is self.turn and action in self.turn_legal:
            return APPLY[type(action)](self, actor, action)  # pyright: ignore[reportArgumentType]
        return self._applied(action_of(action, self.phase), None if actor is None else seat_of(actor))

    def _applied(self, action: Action, actor: Seat | None) -> DealTransition[Deal]:
        if (refused := self._refusal(action, actor)) is not None:
            raise refused
        assert actor is not None
        return APPLY[type(action)](self, actor, action)

    def _refusal(self, action: Action, seat: Seat | None) -> IllegalAction | None:
        """Return the error for ``action`` if ``seat`` may not choose it now, or None if it may."""
        if seat is None:
            return IllegalAction("the deal is over")
        return refusal(self, seat, self.masks[seat.index], self.legal_actions_of(seat), action)

    def observe(self, seat: Seat | str | None) -> Observation:
        """Return what ``seat`` may know of the deal. If ``seat`` is None, return what a spectator may know."""
        if seat is None:
            return Observation(*public_values(self), seat=None)
        seat = seat_of(seat)
        discarded = tuple([card for discarder, card in self.discards if discarder is seat])
        loner = self.contract.loner if self.contract else None
        gift = (self.gift,) if self.gift else ()
        return Observation(
            *public_values(self),
            seat=seat,
            cards=self._cards_seen_by(seat) or (),
            legal_actions=self.legal_actions_of(seat),
            put_away=discarded + gift if seat.partner is loner else discarded,
            received=gift if seat is loner else (),
            kitty_taken=self.kitty_taken if seat is self.went_under else (),
        )

    def _cards_seen_by(self, seat: Seat) -> tuple[Card, ...] | None:
        """Return the cards that ``seat`` holds, or None while it may not look at them."""
        if self.phase is Phase.NAMING and self.rules.benny == "blind" and seat is self.dealer:
            return None
        return cards_of(self.masks[seat.index])


def _discard_or_show(deal: D, seat: Seat, action: Discard) -> DealTransition[D]:
    if deal.phase is Phase.SHOWING:
        return show_low_card(deal, seat, action)
    return discard(deal, seat, action)


def _deal_at_start(rules: Ruleset, parts: DealParts) -> Deal:
    """Return the deal that ``parts`` describe, before its first action."""
    first_turned, *next_turned = parts.turned
    return Deal.arranged(
        rules,
        dealer=parts.dealer,
        hands=parts.hands,
        upcard=first_turned,
        kitty=(*next_turned, *parts.kitty),
        revokes=parts.revokes,
    )


APPLY: dict[type[Any], Callable[[Deal, Seat, Any], DealTransition[Deal]]] = {
    Play: play,
    Discard: _discard_or_show,
    Give: give_card,
    Pass: decline,
    OrderUp: order_up,
    CallTrump: call_trump,
    NameSuit: name_suit,
    GoAlone: go_alone,
    ClaimRedeal: claim_redeal,
    GoUnder: go_under,
    ClaimRevoke: claim_revoke,
}
"""A dict from a class of actions to the function that applies a legal action of this class."""
