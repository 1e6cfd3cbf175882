"""A deal from the shuffle to the score: its state, the legal actions of each seat, and the state after an action.

A deal goes through these phases. Phases that the ruleset does not use are skipped.

- NAMING: the dealer names the suit of a turned-up benny.
- CLAIMING: each seat may claim a farmer's hand.
- SHOWING: a seat that exchanges a farmer's hand shows three low cards.
- CALLING: the seats call trump.
- DISCARDING: a seat with one card too many discards a card.
- ASKING: a seat that may still go alone decides whether to do so.
- GIVING: a loner's partner gives a card to the loner.
- PLAYING: the tricks are played.
- OVER: the deal has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from .before_play import give, go_alone, lay_away
from .calling import (
    call_trump,
    claim_redeal,
    decline,
    farmers_claims,
    go_under,
    name_suit,
    order_up,
    show,
    to_claiming,
    to_naming,
)
from .cards import JOKER, Card, Hand, cards_of
from .deal_display import deal_html, deal_lines
from .deal_text import DealParts, opening, parse_parts, replayed, text_of
from .dealing import (
    CardsOrText,
    arranged_pack,
    checked_pack,
    checked_packet_pattern,
    checked_rules,
    cut_pack,
    dealt,
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

public_of = attrgetter(*PublicDeal.__struct_fields__)


class Deal(FullDeal, frozen=True, kw_only=True):
    """A deal from the turn-up to its result. It is immutable: ``apply`` returns a new deal.

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
        """Deal a pack, starting with its first card, and return the deal after the turn-up.

        A seat and cards can be given as text.

        ``packet_pattern`` is the number of cards dealt to each player at a time: "3-2" or "2-3". The default is the
        first pattern that the rules allow. ``cut`` is the number of cards that the cutter lifts off the top. If it is
        None, the pack is not cut, even if the rules have a cut. If ``revokes`` is true, players can revoke and claim
        revokes.

        Raise ``InvalidDeal`` if ``pack`` is not the ruleset's pack, or if the rules forbid the packet pattern or the
        cut. Both parts of a cut pack must have at least four cards. Here and in the other methods, a value that is no
        seat raises ``UnknownSeat``.
        """
        dealer = seat_of(dealer)
        order = checked_pack(checked_rules(rules), pack)
        order = cut_pack(rules, order, cut)
        masks, rest = dealt(rules, dealer, order, checked_packet_pattern(rules, packet_pattern))
        upcard, kitty, buried = rest[0], rest[1:], ()
        if upcard is JOKER and rules.benny == "next":
            upcard, kitty, buried = kitty[0], kitty[1:], (JOKER,)
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
        """Return a deal with the given hands, for analysis and tests.

        Seats and cards can be given as text. If ``kitty`` is None, the remaining cards form the kitty, in index
        order. Raise ``InvalidDeal`` if a card is given twice, a card is not in the pack, or the number of cards is
        wrong.

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
        """Return the deal that a text describes, as ``text`` writes it. The text is played by ``rules``.

        Raise ``InvalidDeal`` if the text cannot be read, or if one of its actions is illegal.
        """
        parts = parse_parts(text)
        return replayed(_begun(rules, parts), parts.actions, Deal.apply)

    @property
    def text(self) -> str:
        """The deal as one line of text, from which ``parse`` makes an equal deal: its cards and its actions so far.

        >>> Deal.start(Ruleset(), "south", Ruleset().cards).text.partition("; N")[0]
        'dealer S; turn-up Js'
        """
        return text_of(_begun(self.rules, opening(self)), self, Deal.apply)

    def __str__(self) -> str:
        """Return what has happened in one line, and a line for each hand."""
        return deal_lines(self, self.hands)

    def _repr_html_(self) -> str:
        return deal_html(self, self.hands)

    @property
    def hands(self) -> dict[Seat, Hand]:
        """The cards that each seat holds now."""
        return {seat: Hand.of(self.masks[seat.index]) for seat in self.rules.seats}

    def hand(self, seat: Seat | str) -> Hand:
        """Return the cards that a seat holds now."""
        return Hand.of(self.masks[seat_of(seat).index])

    def opening_events(self) -> tuple[Event, ...]:
        """Return the events that begin the deal: the hands and the turn-up. Call this method before any action."""
        blind = self.phase is Phase.NAMING and self.rules.benny == "blind"
        hands = tuple(
            ev.HandDealt(s, self.rules.hand_size, None if blind and s is self.dealer else cards_of(self.masks[s.index]))
            for s in clockwise(self.dealer.left)
        )
        turned = tuple(ev.UpcardTurned(card) for card in (*self.buried, self.upcard))
        return (*hands, *turned)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """The actions that ``apply`` accepts from the seat whose turn it is, in index order."""
        return self.legal_actions_of(self.turn)

    def legal_actions_of(self, seat: Seat | str | None) -> tuple[Action, ...]:
        """Return the actions that ``apply`` accepts from ``seat``, in index order; None is the turn's seat."""
        if seat is None or seat is self.turn:
            return self.turn_legal + (revoke_claims(self, self.turn) if self.revokes and self.turn else ())
        if not isinstance(seat, Seat):
            return self.legal_actions_of(seat_of(seat))
        if self.phase is Phase.CLAIMING:
            return farmers_claims(self, seat)
        return revoke_claims(self, seat) if self.revokes else ()

    def why_not(self, action: ActionOrText, seat: Seat | str | None = None) -> str | None:
        """Return a sentence that explains why an action of ``seat`` is illegal now, or None if the action is legal.

        The default for ``seat`` is the seat whose turn it is.
        """
        refused = self._refusal(action_of(action, self.phase), self.turn if seat is None else seat_of(seat))
        return None if refused is None else str(refused)

    def apply(self, action: ActionOrText, seat: Seat | str | None = None) -> DealTransition[Deal]:
        """Apply an action of ``seat``. Return the new deal and the events.

        The default for ``seat`` is the seat whose turn it is. Both can be given as text: ``deal.apply("order up")``.
        Raise ``OutOfTurn`` if it is another seat's turn. For any other illegal action, raise ``IllegalAction`` with a
        sentence that names the rule.
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
        """Return the error of an illegal action of a seat, or None if the action is legal."""
        if seat is None:
            return IllegalAction("the deal is over")
        return refusal(self, seat, self.masks[seat.index], self.legal_actions_of(seat), action)

    def observe(self, seat: Seat | str | None) -> Observation:
        """Return what ``seat`` may know of the deal. If ``seat`` is None, return what a spectator may know."""
        if seat is None:
            return Observation(*public_of(self), seat=None)
        seat = seat_of(seat)
        away = tuple([card for s, card in self.discards if s is seat])
        loner = self.contract.loner if self.contract else None
        gave = self.gift is not None and loner is not None and seat is loner.partner
        return Observation(
            *public_of(self),
            seat=seat,
            cards=() if self._unseen_by(seat) else cards_of(self.masks[seat.index]),
            legal_actions=self.legal_actions_of(seat),
            put_away=(*away, self.gift) if gave and self.gift else away,
            received=(self.gift,) if self.gift and seat is loner else (),
            kitty_taken=self.kitty_taken if seat is self.went_under else (),
        )

    def _unseen_by(self, seat: Seat) -> bool:
        return self.phase is Phase.NAMING and self.rules.benny == "blind" and seat is self.dealer


def _discard(deal: D, seat: Seat, action: Discard) -> DealTransition[D]:
    return (show if deal.phase is Phase.SHOWING else lay_away)(deal, seat, action)


def _begun(rules: Ruleset, parts: DealParts) -> Deal:
    """Return the deal that a text describes, before its first action."""
    kitty = (*parts.turned[1:], *parts.kitty)
    hands, upcard = parts.hands, parts.turned[0]
    return Deal.arranged(rules, dealer=parts.dealer, hands=hands, upcard=upcard, kitty=kitty, revokes=parts.revokes)


APPLY: dict[type[Any], Callable[[Deal, Seat, Any], DealTransition[Deal]]] = {
    Play: play,
    Discard: _discard,
    Give: give,
    Pass: decline,
    OrderUp: order_up,
    CallTrump: call_trump,
    NameSuit: name_suit,
    GoAlone: go_alone,
    ClaimRedeal: claim_redeal,
    GoUnder: go_under,
    ClaimRevoke: claim_revoke,
}
