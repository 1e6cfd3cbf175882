"""A deal, shuffle to score: an immutable position, what each seat may choose in it, and what follows.

A deal goes through phases. A benny turned up is NAMED; a farmer's hand may be CLAIMED and, going under, three cards
SHOWN; trump is CALLED; whoever holds a card too many DISCARDS; those who may go alone once trump is made are ASKED;
a loner's partner GIVES their best card; the tricks are PLAYED. Phases that the ruleset does not use are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from . import events as ev
from .actions import (
    CALLS,
    CALLS_ALONE,
    CLAIM_REDEAL,
    CLAIMS,
    GO_ALONE,
    GO_UNDER,
    NAMES,
    ORDER_UP,
    ORDER_UP_ALONE,
    PASS,
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
    discards_of,
    gives_of,
    plays_of,
)
from .cards import JOKER, LOW_MASK, SUITS, Card, Hand, Suit, cards_of, mask_of, parse_cards
from .errors import IllegalAction, InvalidDeal, OutOfTurn
from .events import Event
from .observation import Observation
from .public import Call, Contract, Phase, PublicDeal
from .reasons import holds_natural, lawful_mask, may_call_alone, may_claim, partner_bound, why_not
from .ruleset import WAYS, Ruleset
from .scoring import TO_DEFENDERS, DealResult, Outcome, outcome_of
from .seats import NEXT_ACTIVE, Partnership, Seat, clockwise
from .trick import EFFECTIVE, STRENGTH, Trick, lawful_plays

Step = tuple["Deal", tuple[Event, ...]]
Cards = Iterable[Card] | str
public_of = attrgetter(*PublicDeal.__struct_fields__)
UNDER = 3  # cards shown, and taken, by a seat going under
CUT_LEAST = 4


class Deal(PublicDeal, frozen=True, kw_only=True):
    """A deal with everything in it. ``apply`` gives a new one; this one stays as it is.

    ``masks`` are the hands by seat, ``kitty`` the cards under the turn-up, top first, ``discards`` what was laid away
    face down and by whom, ``gift`` the card a loner was passed, ``breaches`` the revokes made and not yet proven.

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

    masks: tuple[int, ...]
    kitty: tuple[Card, ...]
    turn_legal: tuple[Action, ...] = ()
    discards: tuple[tuple[Seat, Card], ...] = ()
    gift: Card | None = None
    kitty_taken: tuple[Card, ...] = ()
    best: int = 0
    taker: Seat | None = None
    breaches: tuple[tuple[Seat, int, Card], ...] = ()

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        dealer: Seat,
        pack: Iterable[Card],
        *,
        cut: int | None = None,
        way: str | None = None,
        revokes: bool = False,
    ) -> Deal:
        """Deal a pack, its first card first. ``cut`` is how many cards the cutter lifts off; ``way`` is 3-2 or 2-3.

        ``InvalidDeal`` for a pack that is not the ruleset's, a cut that leaves fewer than four cards in a packet, or a
        way that the rules do not have.
        """
        order = _checked_pack(rules, tuple(pack))
        order = _cut(rules, order, cut)
        masks, rest = _dealt(rules, dealer, order, _checked_way(rules, way))
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
        return _to_naming(deal) if upcard is JOKER else _to_claiming(deal)

    @classmethod
    def arranged(
        cls,
        rules: Ruleset,
        *,
        dealer: Seat,
        hands: Mapping[Seat, Cards],
        upcard: Card | str,
        kitty: Cards | None = None,
        revokes: bool = False,
    ) -> Deal:
        """A deal with given hands, for analysis and tests; without a kitty the cards left over form it, in index order.

        Hands and kitty may be text. ``InvalidDeal`` for a card twice, a card not in the pack, or a wrong count.

        >>> hands = {Seat.NORTH: "9c Tc Jc Qc Kc", Seat.EAST: "9d Td Jd Qd Kd",
        ...          Seat.SOUTH: "9h Th Jh Qh Kh", Seat.WEST: "9s Ts Js Qs Ks"}
        >>> deal = Deal.arranged(Ruleset(), dealer=Seat.NORTH, hands=hands, upcard="Ac")
        >>> " ".join(map(str, deal.kitty))
        'Ad Ah As'
        """
        return cls.start(rules, dealer, arranged_pack(rules, dealer, hands, upcard, kitty), revokes=revokes)

    def hand(self, seat: Seat) -> Hand:
        """The cards that a seat holds now."""
        return Hand.of(self.masks[seat.index])

    def opening_events(self) -> tuple[Event, ...]:
        """What a deal begins with: the hands and the turn-up. Only for a deal just started."""
        blind = self.phase is Phase.NAMING and self.rules.benny == "blind"
        hands = tuple(
            ev.HandDealt(s, self.rules.hand_size, None if blind and s is self.dealer else cards_of(self.masks[s.index]))
            for s in clockwise(self.dealer.left)
        )
        turned = tuple(ev.UpcardTurned(card) for card in (*self.buried, self.upcard))
        return (*hands, *turned)

    def legal_actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        """Exactly what ``apply`` accepts from a seat, in index order; without a seat, from the one whose turn it is."""
        seat = seat or self.turn
        if seat is None:
            return ()
        if seat is self.turn:
            return self.turn_legal + _claims(self, seat) if self.revokes else self.turn_legal
        if self.phase is Phase.CLAIMING:
            return _farmers_claims(self, seat)
        return _claims(self, seat) if self.revokes else ()

    def why_not(self, action: Action, seat: Seat | None = None) -> str | None:
        """Why a seat may not choose an action now, in a sentence; None if it may."""
        seat = seat or self.turn
        if seat is None:
            return "the deal is over: nothing more can be chosen in it"
        return why_not(self, seat, self.masks[seat.index], self.legal_actions(seat), action)

    def apply(self, action: Action, seat: Seat | None = None) -> Step:
        """The deal after an action, and what happened. Without a seat, it is the action of the one whose turn it is.

        ``IllegalAction`` (``OutOfTurn`` for another's turn) names the rule that forbids it.
        """
        actor = seat or self.turn
        legal = self.turn_legal if actor is self.turn and not self.revokes else self.legal_actions(actor)
        if actor is None or action not in legal:
            raise self._refusal(action, actor)
        return APPLY[type(action)](self, actor, action)

    def _refusal(self, action: Action, seat: Seat | None) -> IllegalAction:
        reason = self.why_not(action, seat) or "the deal is over: nothing more can be chosen in it"
        return OutOfTurn(reason) if reason.startswith(f"it is {self.turn}'s turn") else IllegalAction(reason)

    def observe(self, seat: Seat | None) -> Observation:
        """What a seat may know; None is a spectator, who sees no hand."""
        if seat is None:
            return Observation(*public_of(self), seat=None)
        away = tuple([card for s, card in self.discards if s is seat])
        loner = self.contract.loner if self.contract else None
        gave = self.gift is not None and loner is not None and seat is loner.partner
        return Observation(
            *public_of(self),
            seat=seat,
            cards=() if self._unseen_by(seat) else cards_of(self.masks[seat.index]),
            legal_actions=self.legal_actions(seat),
            put_away=(*away, self.gift) if gave and self.gift else away,
            received=(self.gift,) if self.gift and seat is loner else (),
            kitty_taken=self.kitty_taken if seat is self.went_under else (),
        )

    def _unseen_by(self, seat: Seat) -> bool:
        return self.phase is Phase.NAMING and self.rules.benny == "blind" and seat is self.dealer


# Starting: packs, cuts, packets


def arranged_pack(
    rules: Ruleset,
    dealer: Seat,
    hands: Mapping[Seat, Cards],
    upcard: Card | str,
    kitty: Cards | None = None,
    way: str | None = None,
) -> tuple[Card, ...]:
    """The pack order that deals given hands; ``InvalidDeal`` as ``Deal.arranged``."""
    held = {seat: _read(hands.get(seat, ()), f"{seat}'s hand", rules.hand_size) for seat in rules.seats}
    top = _read(upcard if isinstance(upcard, str) else (upcard,), "the upcard", 1)
    used = tuple(card for cards in held.values() for card in cards) + top
    rest = tuple(card for card in rules.cards if card not in used)
    under = rest if kitty is None else _read(kitty, "the kitty", len(rules.cards) - len(used))
    stacks = {seat: list(held[seat]) for seat in rules.seats}
    order: list[Card] = []
    for packet in WAYS[_checked_way(rules, way)]:
        for seat in clockwise(dealer.left):
            order += stacks[seat][:packet]
            del stacks[seat][:packet]
    return _checked_pack(rules, (*order, *top, *under))


def _read(cards: Cards, what: str, count: int) -> tuple[Card, ...]:
    try:
        read = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    except ValueError as error:
        raise InvalidDeal(f"{what}: {error}") from None
    if len(read) != count:
        raise InvalidDeal(f"{what} must be {count} card{'s' * (count != 1)}, not {len(read)}")
    return read


def _checked_pack(rules: Ruleset, order: tuple[Card, ...]) -> tuple[Card, ...]:
    expected = mask_of(rules.cards)
    if len(order) == len(rules.cards) and mask_of(order) == expected:
        return order
    seen = 0
    for card in order:
        if not card.bit & expected:
            raise InvalidDeal(f"{card} is not in the pack of {len(rules.cards)} cards that {rules.name} is played with")
        if card.bit & seen:
            raise InvalidDeal(f"{card} is there twice: a pack holds each card once")
        seen |= card.bit
    raise InvalidDeal(f"{next(iter(cards_of(expected & ~seen)))} is missing from the pack")


def _checked_way(rules: Ruleset, way: str | None) -> str:
    if way is None:
        return rules.ways[0]
    if way not in rules.ways:
        raise InvalidDeal(f"packets {way!r} are not dealt under {rules.name}: allowed is {' or '.join(rules.ways)}")
    return way


def _cut(rules: Ruleset, order: tuple[Card, ...], cut: int | None) -> tuple[Card, ...]:
    if cut is None:
        return order
    if not rules.cut:
        raise InvalidDeal(f"the pack is not cut under {rules.name}")
    if not CUT_LEAST <= cut <= len(order) - CUT_LEAST:
        most = len(order) - CUT_LEAST
        raise InvalidDeal(f"a cut of {cut} leaves fewer than {CUT_LEAST} cards in a packet: cut {CUT_LEAST} to {most}")
    return order[cut:] + order[:cut]


def _dealt(rules: Ruleset, dealer: Seat, order: tuple[Card, ...], way: str) -> tuple[tuple[int, ...], tuple[Card, ...]]:
    masks, at = [0] * len(rules.seats), 0
    for packet in WAYS[way]:
        for seat in clockwise(dealer.left):
            masks[seat.index] |= mask_of(order[at : at + packet])
            at += packet
    return tuple(masks), order[at:]


# Before trump is made


def _to_naming(deal: Deal) -> Deal:
    return replace(deal, phase=Phase.NAMING, turn=deal.dealer, turn_legal=NAMES)


def _name_suit(deal: Deal, seat: Seat, action: NameSuit) -> Step:
    named = _to_claiming(replace(deal, up_suit=action.suit))
    events: tuple[Event, ...] = (ev.SuitNamed(seat, action.suit),)
    if deal.rules.benny == "blind":
        events += (ev.HandDealt(seat, deal.rules.hand_size, cards_of(deal.masks[seat.index])),)
    return named, events


def _to_claiming(deal: Deal) -> Deal:
    if deal.rules.farmers_hand == "off":
        return _to_calling(deal)
    seats = clockwise(deal.dealer.left)
    if len(deal.declined) == len(seats):
        return _to_calling(deal)
    asked = replace(deal, phase=Phase.CLAIMING, turn=seats[len(deal.declined)])
    return replace(asked, turn_legal=(PASS, *_farmers_claims(asked, seats[len(deal.declined)])))


def _farmers_claims(deal: Deal, seat: Seat) -> tuple[Action, ...]:
    if seat in deal.declined or not may_claim(deal, deal.masks[seat.index]):
        return ()
    return (GO_UNDER,) if deal.rules.farmers_hand == "exchange" else (CLAIM_REDEAL,)


def _claim_redeal(deal: Deal, seat: Seat, action: ClaimRedeal) -> Step:
    return _finished(deal, Outcome.REDEAL, (ev.RedealClaimed(seat, cards_of(deal.masks[seat.index])),))


def _go_under(deal: Deal, seat: Seat, action: GoUnder) -> Step:
    low = deal.masks[seat.index] & LOW_MASK
    showing = replace(deal, phase=Phase.SHOWING, turn=seat, went_under=seat, turn_legal=discards_of(low))
    return showing, (ev.WentUnder(seat),)


def _show(deal: Deal, seat: Seat, card: Card) -> Step:
    shown = (*deal.shown, card)
    masks = _with(deal.masks, seat, deal.masks[seat.index] & ~card.bit)
    events: tuple[Event, ...] = (ev.CardShown(seat, card),)
    if len(shown) < UNDER:
        legal = discards_of(masks[seat.index] & LOW_MASK)
        return replace(deal, masks=masks, shown=shown, turn_legal=legal), events
    taken = deal.kitty[:UNDER]
    exchanged = replace(
        deal,
        masks=_with(masks, seat, masks[seat.index] | mask_of(taken)),
        shown=shown,
        kitty=deal.kitty[UNDER:],
        kitty_taken=taken,
    )
    return _to_calling(exchanged), (*events, ev.KittyTaken(seat, taken))


# The calls


def _to_calling(deal: Deal) -> Deal:
    """The deal waiting for the next call, the phase entered afresh."""
    turn = clockwise(deal.dealer.left)[len(deal.calls) % len(deal.rules.seats)]
    if deal.rules.nobody_calls == "dealer_picks_up" and len(deal.calls) == 2 * len(deal.rules.seats):
        turn = deal.dealer
    asked = replace(deal, phase=Phase.CALLING, turn=turn, declined=())
    return replace(asked, turn_legal=_legal_calls(asked, turn))


def _legal_calls(deal: Deal, seat: Seat) -> tuple[Action, ...]:
    hand, rules = deal.masks[seat.index], deal.rules
    stuck = deal.stuck
    if deal.calling_round == 1 or (stuck and rules.nobody_calls == "dealer_picks_up"):
        assert deal.up_suit is not None
        exempt = seat is deal.dealer or not rules.natural_needed
        suits = (deal.up_suit,) if exempt or holds_natural(hand, deal.up_suit) else ()
        plain, alone = (ORDER_UP,) * len(suits), (ORDER_UP_ALONE,) * len(suits)
    else:
        exempt = stuck or not rules.natural_needed
        named = (*SUITS, Suit.NO_TRUMP) if rules.no_trump else SUITS
        suits = tuple(s for s in named if s is not deal.up_suit and (exempt or holds_natural(hand, s)))
        plain, alone = tuple(CALLS[s.index] for s in suits), tuple(CALLS_ALONE[s.index] for s in suits)
    calls = () if partner_bound(deal, seat) else plain
    if may_call_alone(deal, seat):
        calls += alone
    return calls if stuck else (PASS, *calls)


def _pass(deal: Deal, seat: Seat, action: Pass) -> Step:
    passed: tuple[Event, ...] = (ev.Passed(seat),)
    if deal.phase is Phase.CALLING:
        return _pass_call(deal, seat, passed)
    declined = replace(deal, declined=(*deal.declined, seat))
    return (_to_claiming(declined) if deal.phase is Phase.CLAIMING else _prepared(declined)), passed


def _pass_call(deal: Deal, seat: Seat, events: tuple[Event, ...]) -> Step:
    rules, seats = deal.rules, len(deal.rules.seats)
    passed = replace(deal, calls=(*deal.calls, Call(seat, PASS)))
    if len(passed.calls) == seats:
        events += (ev.TurnedDown(deal.upcard),)
    silent = len(passed.calls) == 2 * seats - (not rules.dealer_calls_in_second)
    if silent and rules.nobody_calls in ("throw_in", "throw_in_same"):
        return _finished(passed, Outcome.THROWN_IN, events)
    return _to_calling(passed), events


def _order_up(deal: Deal, seat: Seat, action: OrderUp) -> Step:
    assert deal.up_suit is not None
    made, events = _trump_made(deal, seat, action, deal.up_suit, ordered=True, alone=action.alone)
    taker: Seat | None = deal.dealer
    if action.alone and seat is deal.dealer.partner:
        taker = {"buried": None, "dealer": deal.dealer, "loner": seat}[deal.rules.dealer_out]
    if taker is None:
        return _prepared(made), (*events, ev.Buried(deal.upcard))
    masks = _with(made.masks, taker, made.masks[taker.index] | deal.upcard.bit)
    return _prepared(replace(made, masks=masks, picked_up=taker)), (*events, ev.PickedUp(taker, deal.upcard))


def _call_trump(deal: Deal, seat: Seat, action: CallTrump) -> Step:
    made, events = _trump_made(deal, seat, action, action.suit, ordered=False, alone=action.alone)
    return _prepared(made), events


def _trump_made(deal: Deal, seat: Seat, action: Action, suit: Suit, *, ordered: bool, alone: bool) -> Step:
    contract = Contract(seat, suit, ordered)
    if alone:
        contract = _alone(contract, seat)
    made = replace(deal, calls=(*deal.calls, Call(seat, action)), contract=contract)
    return made, (ev.TrumpMade(seat, suit, ordered, alone),)


def _alone(contract: Contract, seat: Seat) -> Contract:
    sitting = contract.sitting | 1 << seat.partner.index
    if seat.partnership is contract.makers:
        return replace(contract, loner=seat, sitting=sitting)
    return replace(contract, lone_defender=seat, sitting=sitting)


# Between the calls and the first lead


def _prepared(deal: Deal) -> Deal:
    """The deal with the next thing to be settled before the first lead, or the first lead itself."""
    for seat in clockwise(deal.dealer.left):
        if deal.masks[seat.index].bit_count() > deal.rules.hand_size:
            return replace(deal, phase=Phase.DISCARDING, turn=seat, turn_legal=discards_of(_may_discard(deal, seat)))
    contract = deal.contract
    assert contract is not None
    for seat in _makers_to_ask(deal, contract):
        return replace(deal, phase=Phase.ASKING, turn=seat, turn_legal=(PASS, GO_ALONE))
    if contract.loner and deal.rules.partners_best and not deal.given:
        partner = contract.loner.partner
        return replace(deal, phase=Phase.GIVING, turn=partner, turn_legal=gives_of(deal.masks[partner.index]))
    for seat in _defenders_to_ask(deal, contract):
        return replace(deal, phase=Phase.ASKING, turn=seat, turn_legal=(PASS, GO_ALONE))
    return _to_playing(deal, contract)


def _may_discard(deal: Deal, seat: Seat) -> int:
    kept = deal.upcard.bit if deal.rules.keep_upcard and deal.picked_up is seat else 0
    return deal.masks[seat.index] & ~kept


def _makers_to_ask(deal: Deal, contract: Contract) -> tuple[Seat, ...]:
    rules = deal.rules
    if contract.loner or rules.alone_by == "nobody":
        return ()
    asked = (contract.maker,) if rules.alone_asked == "after_discard" else ()
    if rules.alone_by in ("makers", "anyone"):
        asked += (contract.maker.partner,)
    return tuple(seat for seat in asked if seat not in deal.declined)


def _defenders_to_ask(deal: Deal, contract: Contract) -> tuple[Seat, ...]:
    rules = deal.rules
    open_to = (
        rules.alone_by == "anyone"
        or rules.defend_alone == "always"
        or (rules.defend_alone == "against_loner" and contract.loner is not None)
    )
    if not open_to or contract.lone_defender:
        return ()
    seats = clockwise(contract.maker.left)
    return tuple(s for s in seats if s.partnership is contract.defenders and s not in deal.declined)


def _discard(deal: Deal, seat: Seat, action: Discard) -> Step:
    card = action.card
    if deal.phase is Phase.SHOWING:
        return _show(deal, seat, card)
    masks = _with(deal.masks, seat, deal.masks[seat.index] & ~card.bit)
    laid = replace(deal, masks=masks, discards=(*deal.discards, (seat, card)))
    return _prepared(laid), (ev.Discarded(seat, card),)


def _go_alone(deal: Deal, seat: Seat, action: GoAlone) -> Step:
    assert deal.contract is not None
    contract = _alone(deal.contract, seat)
    defending = seat.partnership is contract.defenders
    return _prepared(replace(deal, contract=contract)), (ev.WentAlone(seat, defending),)


def _give(deal: Deal, seat: Seat, action: Give) -> Step:
    card, loner = action.card, seat.partner
    masks = _with(deal.masks, seat, deal.masks[seat.index] & ~card.bit)
    masks = _with(masks, loner, masks[loner.index] | card.bit)
    return _prepared(replace(deal, masks=masks, given=True, gift=card)), (ev.CardGiven(seat, card),)


def _to_playing(deal: Deal, contract: Contract) -> Deal:
    first = deal.dealer.left
    if deal.rules.loner_lead == "loner_left" and contract.loner:
        first = contract.loner.left
    leader = NEXT_ACTIVE[contract.sitting][first.right.index]
    ready = replace(deal, phase=Phase.PLAYING, turn=leader, leader=leader, declined=())
    return replace(ready, turn_legal=_legal_plays(ready, ready.masks[leader.index]))


# The play


def _legal_plays(deal: Deal, hand: int) -> tuple[Action, ...]:
    return plays_of(hand if deal.revokes else lawful_mask(deal, hand))


def _play(deal: Deal, seat: Seat, action: Play) -> Step:
    card, contract, index = action.card, deal.contract, seat.index
    assert contract is not None
    hands = deal.masks
    masks = _with(hands, seat, hands[index] & ~card.bit)
    trump = contract.trump.index
    trick = (*deal.trick, card)
    led = EFFECTIVE[trump][trick[0].index].index
    worth = STRENGTH[trump][led][card.index]
    best, taker = (worth, seat) if worth > deal.best or len(trick) == 1 else (deal.best, deal.taker)
    breaches = deal.breaches
    if deal.revokes and not card.bit & lawful_mask(deal, hands[index]):
        breaches = (*breaches, (seat, len(deal.tricks), card))
    turn = NEXT_ACTIVE[contract.sitting][index]
    if turn is deal.leader:
        assert taker is not None
        done = replace(deal, masks=masks, breaches=breaches)
        return _trick_taken(done, Trick(turn, trick, taker), ev.CardPlayed(seat, card))
    hand = masks[turn.index]
    lawful = hand if deal.revokes else lawful_plays(hand, trick, contract.trump, deal.rules.must_head)
    played = replace(
        deal,
        masks=masks,
        trick=trick,
        best=best,
        taker=taker,
        breaches=breaches,
        turn=turn,
        turn_legal=plays_of(lawful),
    )
    return played, (ev.CardPlayed(seat, card),)


def _trick_taken(deal: Deal, trick: Trick, played: Event) -> Step:
    number, taker = len(deal.tricks), trick.taker
    side = taker.partnership.index
    done = replace(
        deal,
        tricks=(*deal.tricks, trick),
        taken=(*deal.taken[:side], deal.taken[side] + 1, *deal.taken[side + 1 :]),
        trick=(),
        best=0,
        taker=taker,
        leader=taker,
        turn=taker,
        turn_legal=plays_of(deal.masks[taker.index]),  # only the first lead of a deal may be bound
    )
    events: tuple[Event, ...] = (played, ev.TrickTaken(taker, number))
    if number + 1 == deal.rules.hand_size:
        return _finished(done, _outcome(done), events)
    return done, events


def _outcome(deal: Deal) -> Outcome:
    contract = deal.contract
    assert contract is not None
    return outcome_of(
        deal.taken[contract.makers.index],
        deal.rules.hand_size,
        loner=contract.loner is not None,
        lone_defender=contract.lone_defender is not None,
        lone_must_march=deal.rules.lone_must_march,
    )


# The end, and claims of a revoke


def _finished(deal: Deal, outcome: Outcome, events: tuple[Event, ...]) -> Step:
    contract = deal.contract
    points = [0] * len(deal.rules.partnerships)
    if contract:
        side = contract.defenders if outcome in TO_DEFENDERS else contract.makers
        points[side.index] = deal.rules.scoring[outcome]
    return _ended(deal, outcome, tuple(points), events)


def _ended(deal: Deal, outcome: Outcome, points: tuple[int, ...], events: tuple[Event, ...]) -> Step:
    c = deal.contract
    result = DealResult(
        outcome,
        points,
        deal.taken,
        c.maker if c else None,
        c.loner if c else None,
        c.lone_defender if c else None,
    )
    over = replace(deal, phase=Phase.OVER, turn=None, turn_legal=(), result=result)
    return over, (*events, ev.DealScored(result))


def _claims(deal: Deal, seat: Seat) -> tuple[Action, ...]:
    if deal.result is not None and deal.result.outcome is Outcome.REVOKED:
        return ()
    played = [trick.plays(deal.contract.sitting) for trick in deal.tricks] if deal.contract else []
    if deal.trick:
        played.append(deal.plays)
    return tuple(
        CLAIMS[number]
        for number, plays in enumerate(played)
        if (seat.partnership, number) not in deal.revoke_claims
        and any(s.partnership is not seat.partnership for s, _ in plays)
    )


def _claim_revoke(deal: Deal, seat: Seat, action: ClaimRevoke) -> Step:
    claimed = replace(deal, revoke_claims=(*deal.revoke_claims, (seat.partnership, action.trick)))
    for offender, number, card in deal.breaches:
        if number == action.trick and offender.partnership is not seat.partnership:
            proven = ev.RevokeProven(seat, action.trick, offender, card)
            return _ended(claimed, Outcome.REVOKED, _penalty(deal, seat.partnership), (proven,))
    return claimed, (ev.RevokeRefuted(seat, action.trick),)


def _penalty(deal: Deal, to: Partnership) -> tuple[int, ...]:
    return tuple(deal.rules.revoke_penalty if side is to else 0 for side in deal.rules.partnerships)


def _with(masks: tuple[int, ...], seat: Seat, mask: int) -> tuple[int, ...]:
    changed = list(masks)  # every play comes here, and splicing a tuple is slower
    changed[seat.index] = mask
    return tuple(changed)


APPLY: dict[type[Any], Callable[[Deal, Seat, Any], Step]] = {
    Play: _play,
    Discard: _discard,
    Give: _give,
    Pass: _pass,
    OrderUp: _order_up,
    CallTrump: _call_trump,
    NameSuit: _name_suit,
    GoAlone: _go_alone,
    ClaimRedeal: _claim_redeal,
    GoUnder: _go_under,
    ClaimRevoke: _claim_revoke,
}
