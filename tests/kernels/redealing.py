"""Checks sampled worlds by the rules: with a world's cards and the same actions, a seat must see what it saw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from random import Random
from typing import NamedTuple

from tests.core import test_unseen
from tests.strategies import playing, random_deal
from uka.core.actions import Action, ClaimRevoke, Discard, Give
from uka.core.cards import Card, cards_of, mask_of
from uka.core.deal import Deal, arranged_pack
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat

UNDER = 3


class World(NamedTuple):
    """A world, as card masks by seat: the hands now, the discards, and the hands during the bidding."""

    hands: tuple[int, ...]
    away: tuple[int, ...]
    called: tuple[int, ...]


class Moment(test_unseen.Moment):
    """The start of a deal, and all actions up to one moment."""

    @property
    def calls(self) -> Deal:
        """The deal when trump was made, or the present deal if trump is not made yet."""
        return next((step.before for step in self.steps if step.after.contract), self.now)

    def world(self) -> World:
        """Return the true world."""
        away = tuple(mask_of(card for s, card in self.now.discards if s is seat) for seat in SEATS)
        return World(self.now.masks, away, self.calls.masks)


def moments(rules: Ruleset, rng: Random, revokes: bool | None = False) -> Iterator[Moment]:
    """Yield every moment of a random deal until its end."""
    start = random_deal(rules, rng, revokes)
    steps = tuple(playing(start, rng))
    for number in range(len(steps) + 1):
        moment = Moment(start, steps[:number])
        if moment.now.over:
            return
        yield moment


def fits(moment: Moment, seat: Seat, world: World) -> bool:
    """Return whether a seat sees the same observation with the cards of a world and the same actions."""
    gift, laid = _gift(moment.now, world), [cards_of(mask) for mask in world.away]
    found = (_replayed(moment, seat, world, gift, orders) for orders in _orders(laid))
    return any(deal is not None and deal.observe(seat) == moment.now.observe(seat) for deal in found)


def _orders(laid: list[tuple[Card, ...]]) -> Iterable[dict[Seat, tuple[Card, ...]]]:
    """Yield every order in which the cards may have been discarded, at most two by each seat."""
    choices = [list(permutations(cards)) for cards in laid]
    longest = max(range(4), key=lambda i: len(choices[i]))
    for order in choices[longest]:
        yield {SEATS[i]: order if i == longest else choices[i][0] for i in range(4)}


def _gift(now: Deal, world: World) -> int:
    if not now.given or now.contract is None or now.contract.loner is None:
        return 0
    giver = now.contract.loner.partner
    held = world.called[giver.index] | (now.upcard.bit if now.picked_up is giver else 0)
    return held & ~world.hands[giver.index] & ~world.away[giver.index]


def _replayed(moment: Moment, seat: Seat, world: World, gift: int, laid: dict[Seat, tuple[Card, ...]]) -> Deal | None:
    start, now = moment.start, moment.now
    hands, taken = {s: cards_of(world.called[s.index]) for s in SEATS}, tuple[Card, ...]()
    if now.went_under is not None and now.phase is not Phase.SHOWING:
        under = now.went_under
        taken = now.kitty_taken if under is seat else hands[under][:UNDER]
        hands[under] = tuple(card for card in hands[under] if card not in taken)
    if now.went_under is not None:
        hands[now.went_under] += now.shown
    top = (*start.buried, start.upcard)
    used = {*top, *taken, *(card for cards in hands.values() for card in cards)}
    rest = tuple(card for card in start.rules.cards if card not in used)
    order = arranged_pack(start.rules, start.dealer, hands, top[0], (*top[1:], *taken, *rest))
    deal, done = Deal.start(start.rules, start.dealer, order, revokes=start.revokes), dict.fromkeys(SEATS, 0)
    for step in moment.steps:
        action: Action = step.action
        if isinstance(action, Discard) and step.before.phase is Phase.DISCARDING:
            action = Discard(laid[step.seat][done[step.seat]])
            done[step.seat] += 1
        elif isinstance(action, Give):
            action = Give(cards_of(gift)[0])
        if action not in deal.legal_actions_of(step.seat):
            return None
        deal, events = deal.apply(action, step.seat)
        if isinstance(action, ClaimRevoke) and events != step.events:
            return None
    return deal


def every_history(moment: Moment, seat: Seat) -> Iterator[World]:
    """Yield every world in which a seat sees the same observation.

    The worlds differ in the layout of the hidden cards and in the card passed to a loner. A world occurs once for each
    order in which its cards may have been discarded. Only the rules are used.
    """
    now = moment.now
    others = [s for s in SEATS if s is not seat]
    sizes = {("hand", s): now.masks[s.index].bit_count() for s in others}
    sizes |= {("away", s, i): 1 for i, (s, _) in enumerate(now.discards) if s is not seat}
    open_cards = {*now.buried, *now.shown, *(card for trick in now.tricks for card in trick.cards), *now.trick}
    mine = {*cards_of(now.masks[seat.index]), *(card for s, card in now.discards if s is seat)}
    up = {now.upcard} if now.picked_up is None else set()
    unseen = mask_of(now.rules.cards) & ~mask_of(open_cards | mine | up)
    for laid in _layouts(unseen, list(sizes.values())):
        yield from _told(moment, seat, dict(zip(sizes, laid, strict=True)))


def _layouts(unseen: int, sizes: list[int]) -> Iterator[list[int]]:
    if not sizes:
        yield []
        return
    for chosen in combinations(cards_of(unseen), sizes[0]):
        mask = mask_of(chosen)
        for rest in _layouts(unseen & ~mask, sizes[1:]):
            yield [mask, *rest]


def _told(moment: Moment, seat: Seat, laid: dict[tuple[object, ...], int]) -> Iterator[World]:
    """Yield the worlds of a layout: one, or one for each card that may have been passed to a loner."""
    now = moment.now
    played = [0] * 4
    if now.contract is not None:
        tricks = [play for trick in now.tricks for play in trick.plays(now.contract.sitting_out)]
        for s, card in (*tricks, *now.plays):
            played[s.index] |= card.bit
    hands = tuple(now.masks[s.index] if s is seat else laid["hand", s] for s in SEATS)
    aways: list[tuple[Seat, int]] = [
        (s, card.bit if s is seat else laid["away", s, i]) for i, (s, card) in enumerate(now.discards)
    ]
    away = tuple(sum(bit for s, bit in aways if s.index == i) for i in range(4))
    up = now.upcard.bit if now.picked_up else 0
    base = [hands[i] | played[i] | away[i] for i in range(4)]
    orders = {s: tuple(cards_of(bit)[0] for t, bit in aways if t is s) for s in SEATS}
    loner = now.contract.loner if now.contract and now.given else None
    for gift in cards_of(base[loner.index]) if loner else (None,):
        called = list(base)
        if loner and gift:
            called[loner.index] &= ~gift.bit
            called[loner.partner.index] |= gift.bit
        world = World(hands, away, tuple(mask & ~up for mask in called))
        if any(mask.bit_count() != now.rules.hand_size for mask in world.called):
            continue
        again = _replayed(moment, seat, world, gift.bit if gift else 0, orders)
        if again is not None and again.observe(seat) == now.observe(seat):
            yield world
