"""The search for a strategy that takes every remaining trick, for any layout and any play of the other seats.

It is an AND-OR search. At an AND node another seat plays any card that it may still hold. At an OR node the claimant
chooses a card, using only what the claimant knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from uka.core.actions import Play
from uka.core.cards import CARDS, Card, Suit, cards_of, mask_of
from uka.core.observation import Observation
from uka.core.seats import NEXT_ACTIVE, SEATS, Seat
from uka.core.trick import EFFECTIVE, FOLLOW, STRENGTH, lawful_plays

from .claim_filter import DoubleDummyFilter, height
from .claim_knowledge import ClaimantKnowledge, claimant_knowledge, is_consistent


class SearchLimitReached(Exception):
    """Raised when the search has visited as many positions as its limit allows."""


class TrickInProgress(NamedTuple):
    """The state of an unfinished trick. Seats are given by their index.

    ``turn`` is the seat that plays next. ``played`` is the number of cards played. ``led`` is the card led. ``best`` is
    the winning card so far, and ``taker`` the seat that played ``best``, or -1 if no card has been played.
    """

    turn: int
    played: int = 0
    led: Card | None = None
    best: Card | None = None
    taker: int = -1


@lru_cache(1 << 14)
def _clash(led: Card, best: Card, card: Card, trump: Suit, must_head: bool) -> int:
    """Return the mask of the cards that a seat cannot hold if it lawfully plays ``card``.

    If the seat held such a card, the rules would forbid the seat to play ``card``. ``led`` is the card led, and
    ``best`` the winning card so far. If ``must_head`` is true, a seat that follows suit must play a winning card if
    it can.
    """
    trick = (led, best)
    return sum(x.bit for x in CARDS if not card.bit & lawful_plays(card.bit | x.bit, trick, trump, must_head))


class ClaimSearch:
    """The search that decides one claim. It raises ``SearchLimitReached`` after ``limit`` positions."""

    def __init__(self, seen: Observation, limit: int) -> None:
        assert seen.contract is not None
        assert seen.seat is not None
        assert seen.leader is not None
        self._trump, self._head, self._sitting = seen.contract.trump, seen.rules.must_head, seen.contract.sitting_out
        self._me, self._side = seen.seat.index, seen.seat.partnership
        self._strength, self._suit = STRENGTH[self._trump.index], EFFECTIVE[self._trump.index]
        self._follow = FOLLOW[self._trump.index]
        self._trumps = 0 if self._trump is Suit.NO_TRUMP else self._follow[self._trump.index]
        self._active = len(seen.active)
        self._first = [action.card for action in seen.legal_actions if isinstance(action, Play)]
        self._known = claimant_knowledge(seen)
        self._table = self._trick_of(seen.leader, seen.trick)
        self._filter = DoubleDummyFilter(seen, self._known)
        self._ordered = dict[int, list[Card]]()
        self._memo = dict[tuple[ClaimantKnowledge, TrickInProgress], bool]()
        self._left = limit

    def _trick_of(self, leader: Seat, cards: tuple[Card, ...]) -> TrickInProgress:
        table = TrickInProgress(leader.index)
        for card in cards:
            table = self._put(table, card)
        return table

    def card(self) -> Card | None:
        """Return the first card of a winning strategy, or None if no strategy wins."""
        mine = self._filter.winning(mask_of(self._first))
        for card in self._distinct(mine, self._known, self._table):
            if self._after(self._known, self._table, card):
                return card
        return None

    # The search tree

    def _wins(self, known: ClaimantKnowledge, table: TrickInProgress) -> bool:
        if not known.mine and not table.played and not any(known.left):
            return True
        if table.led is None and self._only_top_trumps(known):
            return True
        key = known, table
        result = self._memo.get(key)
        if result is None:
            self._left -= 1
            if self._left < 0:
                raise SearchLimitReached
            node = self._or_node if table.turn == self._me else self._and_node
            result = self._memo[key] = node(known, table)
        return result

    def _or_node(self, known: ClaimantKnowledge, table: TrickInProgress) -> bool:
        if table.led is None or table.best is None:
            if self._can_run(known):
                return True
            lawful = known.mine
        else:
            lawful = lawful_plays(known.mine, (table.led, table.best), self._trump, self._head)
        return any(self._after(known, table, card) for card in self._distinct(lawful, known, table))

    def _and_node(self, known: ClaimantKnowledge, table: TrickInProgress) -> bool:
        may = known.unseen & ~known.lacks[table.turn]
        for cards, led in self._leads(known, may) if table.led is None else self._discards(may, table.led):
            if self._unseen_wins(known, table, cards, led):
                may &= ~cards
        return all(self._after(after, table, card) for card, after in self._others(known, table, may))

    def _leads(self, known: ClaimantKnowledge, may: int) -> Iterator[tuple[int, Card | None]]:
        """For each plain suit, yield the mask of the unseen cards that the leader may lead, and the lowest of them.

        The leader is not the claimant. ``may`` is the mask of the unseen cards that the leader may hold. Leave out a
        suit in which the claimant holds a card that is lower than one of these cards. Yield nothing if the rules
        oblige players to beat earlier cards (``must_head``).
        """
        for suit in self._follow if not self._head else ():
            cards, mine = may & suit, self._in_order(known.mine & suit)
            if not cards or suit == self._trumps:
                continue
            order = self._in_order(cards)
            if not mine or self._height(mine[0]) > self._height(order[-1]):
                yield cards, order[0]

    def _discards(self, may: int, led: Card) -> Iterator[tuple[int, Card | None]]:
        """Yield the mask of the cards that the playing seat may discard, paired with None. Yield no empty mask.

        ``may`` is the mask of the cards that the seat may hold. Discards do not follow suit and are not trumps.
        """
        cards = may & ~self._follow[self._suit[led.index].index] & ~self._trumps
        if cards:
            yield cards, None

    def _unseen_wins(self, known: ClaimantKnowledge, table: TrickInProgress, cards: int, lead: Card | None) -> bool:
        """Return True if the claim is proved for every card in ``cards`` that the seat plays. False proves nothing.

        One search replaces a search for each card. It assumes that the claimant does not see which card is played. A
        claimant who wins without seeing the card also wins after seeing it. If the seat leads, ``lead`` is the lowest
        of the cards, and the search assumes that the seat leads it.
        """
        seat, slots = table.turn, known.slots
        left = (*known.left[:seat], known.left[seat] - 1, *known.left[seat + 1 :])
        lacks = known.lacks
        if table.led is not None:
            void = self._follow[self._suit[table.led.index].index] & known.unseen
            lacks = tuple([mask | void if at == seat else mask for at, mask in enumerate(lacks)])
        after = ClaimantKnowledge(
            known.mine, known.unseen, left, lacks, tuple([slot for slot in slots if slot.seat != seat])
        )
        put = self._put(table, lead) if lead else table._replace(turn=self._next(seat), played=table.played + 1)
        return self._wins_trick(after, put)

    def _after(self, known: ClaimantKnowledge, table: TrickInProgress, card: Card) -> bool:
        if table.turn == self._me:
            known = known._replace(mine=known.mine & ~card.bit)
        return self._wins_trick(known, self._put(table, card))

    def _wins_trick(self, known: ClaimantKnowledge, table: TrickInProgress) -> bool:
        if table.played == self._active:
            if SEATS[table.taker].partnership is not self._side:
                return False
            table = TrickInProgress(table.taker)
        return self._wins(known, table)

    def _put(self, table: TrickInProgress, card: Card) -> TrickInProgress:
        led = table.led or card
        row = self._strength[self._suit[led.index].index]
        following = self._next(table.turn)
        if table.best is None or row[card.index] > row[table.best.index]:
            return TrickInProgress(following, table.played + 1, led, card, table.turn)
        return TrickInProgress(following, table.played + 1, led, table.best, table.taker)

    def _next(self, seat: int) -> int:
        return NEXT_ACTIVE[self._sitting][seat].index

    # The cards that the other seats may play

    def _others(
        self, known: ClaimantKnowledge, table: TrickInProgress, may: int
    ) -> Iterator[tuple[Card, ClaimantKnowledge]]:
        """Yield each card that ``table.turn`` may hold and play, with the claimant's knowledge after that card.

        The cards that are most likely to defeat the claim come first.
        """
        seat = table.turn
        left = (*known.left[:seat], known.left[seat] - 1, *known.left[seat + 1 :])
        for card in self._most_harmful_first(may, known, table):
            clash = 0
            if table.led is not None and table.best is not None:
                clash = _clash(table.led, table.best, card, self._trump, self._head)
            unseen = known.unseen & ~card.bit
            lacks = tuple([(mask | clash if i == seat else mask) & unseen for i, mask in enumerate(known.lacks)])
            slots = known.slots
            if slots:
                slots = tuple([slot for slot in slots if slot.seat != seat or not slot.cards & card.bit])
            after = ClaimantKnowledge(known.mine, unseen, left, lacks, slots)
            if is_consistent(after):
                yield card, after

    def _most_harmful_first(self, may: int, known: ClaimantKnowledge, table: TrickInProgress) -> list[Card]:
        if table.led is None or table.best is None:
            return sorted(cards_of(may), key=self._height)
        row = self._strength[self._suit[table.led.index].index]
        best = row[table.best.index]
        beating = [card for card in cards_of(may) if row[card.index] > best]
        beating.sort(key=lambda card: row[card.index], reverse=True)
        return [*beating, *self._equivalents(may & ~mask_of(beating), known)]

    def _equivalents(self, may: int, known: ClaimantKnowledge) -> Iterator[Card]:
        """Yield one card of the mask ``may`` from each group of equivalent cards.

        A group is a run of cards of one suit, adjacent in strength, about which the claimant knows the same.
        """
        for suit in self._follow if may else ():
            last: tuple[object, ...] | None = None
            for card in self._in_order(suit & (known.unseen | known.mine)):
                bit = card.bit
                if not bit & may:
                    last = None
                    continue
                marks = (*[mask & bit for mask in known.lacks], *[slot.cards & bit for slot in known.slots])
                kind = tuple([bool(mark) for mark in marks])
                if kind != last:
                    yield card
                last = kind

    def _distinct(self, may: int, known: ClaimantKnowledge, table: TrickInProgress) -> Iterator[Card]:
        """Return one card from each group of equivalent cards of the claimant, the strongest card first.

        Cards of one suit are equivalent if no unseen card lies between them and they both win or both lose the trick.
        """
        best, row = 0, None
        if table.led is not None and table.best is not None:
            row = self._strength[self._suit[table.led.index].index]
            best = row[table.best.index]
        distinct = list[Card]()
        for suit in self._follow:
            last = None
            for card in self._in_order(suit & (known.unseen | may)):
                kind = bool(card.bit & may), row is None or row[card.index] > best
                if kind[0] and kind != last:
                    distinct.append(card)
                last = kind
        return iter(sorted(distinct, key=self._height, reverse=True))

    def _in_order(self, cards: int) -> list[Card]:
        ordered = self._ordered.get(cards)
        if ordered is None:
            ordered = self._ordered[cards] = sorted(cards_of(cards), key=self._height)
        return ordered

    def _height(self, card: Card) -> int:
        return height(card, self._trump.index)

    # Shortcuts that need no search

    def _only_top_trumps(self, known: ClaimantKnowledge) -> bool:
        """Return whether the claimant holds only trumps that are higher than any trump that an opponent can hold."""
        if known.mine & ~self._trumps:
            return False
        lowest = min((self._height(card) for card in cards_of(known.mine)), default=0)
        for seat in self._side.other.seats:
            trumps = self._trumps & known.unseen & ~known.lacks[seat.index] if known.left[seat.index] else 0
            if trumps and max(map(self._height, cards_of(trumps))) > lowest:
                return False
        return True

    def _can_run(self, known: ClaimantKnowledge) -> bool:
        """Return whether the claimant wins by leading its cards from the strongest to the weakest.

        A seat can only beat or ruff a later lead with a card that it still holds after following the earlier leads.
        """
        led = dict.fromkeys(self._follow, 0)
        for card in sorted(cards_of(known.mine), key=self._height, reverse=True):
            suit = self._follow[self._suit[card.index].index]
            row = self._strength[self._suit[card.index].index]
            above = mask_of(x for x in cards_of(known.unseen & suit) if row[x.index] > row[card.index])
            for seat, left in enumerate(known.left):
                if not left:
                    continue
                may = known.unseen & ~known.lacks[seat]
                if may & above and (may & suit).bit_count() > led[suit]:
                    return False
                ruffs = may & self._trumps if suit != self._trumps else 0
                if ruffs and ruffs.bit_count() > led.get(self._trumps, 0):
                    return False
            led[suit] += 1
        return True
