"""The search that decides a claim: is there a strategy by which a seat's side takes every remaining trick?

The strategy must win for all hidden cards that the claimant's observation allows, and for any play of the other seats.

The search is an AND-OR search. At an AND node another seat plays any card that it may still hold. At an OR node the
claimant chooses a card, using only what the claimant knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from uka.core.actions import Play
from uka.core.cards import CARDS, Card, CardMask, Suit, cards_of, mask_of
from uka.core.observation import Observation
from uka.core.seats import NEXT_ACTIVE, SEATS, Seat
from uka.core.trick import EFFECTIVE, FOLLOW, STRENGTH, lawful_plays, suit_strength

from .claim_filter import DoubleDummyFilter
from .claim_knowledge import ClaimantKnowledge, claimant_knowledge, is_consistent


class SearchLimitReached(Exception):
    """Raised when the search for a claim would visit more positions than its limit allows."""


class TrickInProgress(NamedTuple):
    """The state of an unfinished trick. Seats are given by their index."""

    turn: int
    """The seat that plays next."""
    played: int = 0
    """The number of cards played."""
    led: Card | None = None
    """The card led, or None if no card has been played."""
    best: Card | None = None
    """The winning card so far."""
    taker: int = -1
    """The seat that played ``best``, or -1 if no card has been played."""


@lru_cache(1 << 14)
def _cards_ruled_out(led: Card, best: Card, card: Card, trump: Suit, must_head: bool) -> CardMask:
    """Return the cards that a seat proves not to hold by playing ``card`` lawfully.

    With one of these cards in hand, the rules would forbid ``card``. ``led`` is the card led to the trick, and ``best``
    the winning card so far. If ``must_head`` is true, a seat that follows suit must beat ``best`` if it can.
    """
    trick = (led, best)
    return mask_of(
        other for other in CARDS if not card.bit & lawful_plays(card.bit | other.bit, trick, trump, must_head)
    )


class ClaimSearch:
    """The search that decides whether a claim of all remaining tricks holds, for the seat that observes ``seen``.

    It visits at most ``limit`` positions.
    """

    def __init__(self, seen: Observation, limit: int) -> None:
        assert seen.contract is not None
        assert seen.seat is not None
        assert seen.leader is not None
        self._trump = seen.contract.trump
        self._must_head = seen.rules.must_head
        self._sitting_out = seen.contract.sitting_out
        self._me = seen.seat.index
        self._side = seen.seat.partnership
        self._strength = STRENGTH[self._trump.index]
        self._suit = EFFECTIVE[self._trump.index]
        self._follow = FOLLOW[self._trump.index]
        self._trumps = 0 if self._trump is Suit.NO_TRUMP else self._follow[self._trump.index]
        self._active = len(seen.active)
        self._legal_cards = [action.card for action in seen.legal_actions if isinstance(action, Play)]
        self._known = claimant_knowledge(seen)
        self._trick_now = self._trick_of(seen.leader, seen.trick)
        self._filter = DoubleDummyFilter(seen, self._known)
        self._weakest_first_memo = dict[CardMask, list[Card]]()
        self._wins_memo = dict[tuple[ClaimantKnowledge, TrickInProgress], bool]()
        self._positions_left = limit

    def _trick_of(self, leader: Seat, cards: tuple[Card, ...]) -> TrickInProgress:
        """Return the state of the trick to which ``cards`` were played, from ``leader`` on."""
        trick = TrickInProgress(leader.index)
        for card in cards:
            trick = self._with_card(trick, card)
        return trick

    def winning_card(self) -> Card | None:
        """Return the first card of a strategy that wins every remaining trick, or None if there is none.

        Raise ``SearchLimitReached`` if the search would visit more positions than its limit.
        """
        mine = self._filter.never_losing(mask_of(self._legal_cards))
        for card in self._distinct_own_cards(mine, self._known, self._trick_now):
            if self._wins_after(self._known, self._trick_now, card):
                return card
        return None

    # The search tree

    def _wins(self, known: ClaimantKnowledge, trick: TrickInProgress) -> bool:
        """Return whether the claimant has a strategy that wins every trick from here."""
        if not known.mine and not trick.played and not any(known.hand_sizes):
            return True
        if trick.led is None and self._only_top_trumps(known):
            return True
        key = known, trick
        result = self._wins_memo.get(key)
        if result is None:
            self._positions_left -= 1
            if self._positions_left < 0:
                raise SearchLimitReached
            if trick.turn == self._me:
                result = self._wins_by_some_card(known, trick)
            else:
                result = self._wins_after_every_card(known, trick)
            self._wins_memo[key] = result
        return result

    def _wins_by_some_card(self, known: ClaimantKnowledge, trick: TrickInProgress) -> bool:
        """Search an OR node: return whether the claimant, whose turn it is, can play a card that wins."""
        if trick.led is None or trick.best is None:
            if self._wins_by_leading_down(known):
                return True
            lawful = known.mine
        else:
            lawful = lawful_plays(known.mine, (trick.led, trick.best), self._trump, self._must_head)
        return any(self._wins_after(known, trick, card) for card in self._distinct_own_cards(lawful, known, trick))

    def _wins_after_every_card(self, known: ClaimantKnowledge, trick: TrickInProgress) -> bool:
        """Search an AND node: return whether the claim holds for each card that the seat ``trick.turn`` may play."""
        possible = known.unseen & ~known.cannot_hold[trick.turn]
        led = trick.led
        groups = self._lead_groups(known, possible) if led is None else self._discard_groups(possible, led)
        for cards, lead in groups:
            if self._proves_group(known, trick, lead):
                possible &= ~cards
        return all(
            self._wins_after(after, trick, card) for card, after in self._plays_of_others(known, trick, possible)
        )

    def _lead_groups(self, known: ClaimantKnowledge, possible: CardMask) -> Iterator[tuple[CardMask, Card | None]]:
        """Yield, for each plain suit, the cards of it that another seat may lead, and the lowest of these cards.

        ``possible`` holds the cards that the other seat may hold. A suit is left out if the claimant holds a card of it
        that is lower than one of these. Nothing is yielded if the rules oblige players to beat earlier cards
        (``must_head``).
        """
        if self._must_head:
            return
        for suit in self._follow:
            cards = possible & suit
            if not cards or suit == self._trumps:
                continue
            mine = self._weakest_first(known.mine & suit)
            theirs = self._weakest_first(cards)
            if not mine or self._suit_strength(mine[0]) > self._suit_strength(theirs[-1]):
                yield cards, theirs[0]

    def _discard_groups(self, possible: CardMask, led: Card) -> Iterator[tuple[CardMask, Card | None]]:
        """Yield one pair: the cards of ``possible`` that neither follow ``led`` nor are trumps, and None for no lead.

        ``possible`` holds the cards that the seat whose turn it is may hold. If there are no such cards, yield nothing.
        """
        cards = possible & ~self._follow[self._suit[led.index].index] & ~self._trumps
        if cards:
            yield cards, None

    def _proves_group(self, known: ClaimantKnowledge, trick: TrickInProgress, lead: Card | None) -> bool:
        """Return True if the claim is proved for each card of a group of similar cards. False proves nothing.

        The group is one of ``_lead_groups`` or ``_discard_groups``. One search replaces a search for each of its cards.
        It assumes that the claimant does not see which card is played: a claimant who wins without seeing the card also
        wins after seeing it. If the group can be led, ``lead`` is its lowest card, and the search assumes that it is
        led.
        """
        seat = trick.turn
        cannot_hold = known.cannot_hold
        if trick.led is not None:
            void = self._follow[self._suit[trick.led.index].index] & known.unseen
            cannot_hold = tuple([mask | void if at == seat else mask for at, mask in enumerate(cannot_hold)])
        required = tuple([each for each in known.required if each.seat != seat])
        hand_sizes = _one_less(known.hand_sizes, seat)
        after = ClaimantKnowledge(known.mine, known.unseen, hand_sizes, cannot_hold, required)
        if lead:
            next_trick = self._with_card(trick, lead)
        else:
            next_trick = trick._replace(turn=self._next_seat(seat), played=trick.played + 1)
        return self._wins_trick(after, next_trick)

    def _wins_after(self, known: ClaimantKnowledge, trick: TrickInProgress, card: Card) -> bool:
        """Return whether the claimant wins every trick after the seat ``trick.turn`` plays ``card``."""
        if trick.turn == self._me:
            known = known._replace(mine=known.mine & ~card.bit)
        return self._wins_trick(known, self._with_card(trick, card))

    def _wins_trick(self, known: ClaimantKnowledge, trick: TrickInProgress) -> bool:
        """Return whether the claimant's side wins ``trick``, unfinished or just completed, and every later trick."""
        if trick.played == self._active:
            if SEATS[trick.taker].partnership is not self._side:
                return False
            trick = TrickInProgress(trick.taker)
        return self._wins(known, trick)

    def _with_card(self, trick: TrickInProgress, card: Card) -> TrickInProgress:
        """Return the state of the trick after the seat ``trick.turn`` plays ``card``."""
        led = trick.led or card
        row = self._strength[self._suit[led.index].index]
        following = self._next_seat(trick.turn)
        if trick.best is None or row[card.index] > row[trick.best.index]:
            return TrickInProgress(following, trick.played + 1, led, card, trick.turn)
        return TrickInProgress(following, trick.played + 1, led, trick.best, trick.taker)

    def _next_seat(self, seat: int) -> int:
        return NEXT_ACTIVE[self._sitting_out][seat].index

    # The cards that the other seats may play

    def _plays_of_others(
        self, known: ClaimantKnowledge, trick: TrickInProgress, possible: CardMask
    ) -> Iterator[tuple[Card, ClaimantKnowledge]]:
        """Yield each card of ``possible`` that the seat ``trick.turn`` may play, and the claimant's knowledge after it.

        The cards that are most likely to defeat the claim come first.
        """
        seat = trick.turn
        hand_sizes = _one_less(known.hand_sizes, seat)
        for card in self._most_harmful_first(possible, known, trick):
            ruled_out = 0
            if trick.led is not None and trick.best is not None:
                ruled_out = _cards_ruled_out(trick.led, trick.best, card, self._trump, self._must_head)
            unseen = known.unseen & ~card.bit
            cannot_hold = tuple(
                [(mask | ruled_out if at == seat else mask) & unseen for at, mask in enumerate(known.cannot_hold)]
            )
            required = known.required
            if required:
                required = tuple([each for each in required if each.seat != seat or not each.cards & card.bit])
            after = ClaimantKnowledge(known.mine, unseen, hand_sizes, cannot_hold, required)
            if is_consistent(after):
                yield card, after

    def _most_harmful_first(self, possible: CardMask, known: ClaimantKnowledge, trick: TrickInProgress) -> list[Card]:
        """Return cards of ``possible``, one for each group of equivalent ones, the most harmful to the claim first."""
        if trick.led is None or trick.best is None:
            return sorted(cards_of(possible), key=self._suit_strength)
        row = self._strength[self._suit[trick.led.index].index]
        best = row[trick.best.index]
        beating = [card for card in cards_of(possible) if row[card.index] > best]
        beating.sort(key=lambda card: row[card.index], reverse=True)
        return [*beating, *self._one_of_each_group(possible & ~mask_of(beating), known)]

    def _one_of_each_group(self, possible: CardMask, known: ClaimantKnowledge) -> Iterator[Card]:
        """Yield one card of ``possible`` from each group of equivalent cards.

        A group is a run of cards of one suit, adjacent in strength, about which the claimant knows the same.
        """
        if not possible:
            return
        masks = [*known.cannot_hold, *[required.cards for required in known.required]]
        for suit in self._follow:
            last_kind: tuple[bool, ...] | None = None
            for card in self._weakest_first(suit & (known.unseen | known.mine)):
                bit = card.bit
                if not bit & possible:
                    last_kind = None
                    continue
                kind = tuple([bool(mask & bit) for mask in masks])
                if kind != last_kind:
                    yield card
                last_kind = kind

    def _distinct_own_cards(self, mine: CardMask, known: ClaimantKnowledge, trick: TrickInProgress) -> list[Card]:
        """Return one card from each group of equivalent cards of ``mine``, the strongest card first.

        ``mine`` holds cards of the claimant. Cards of one suit are equivalent if no unseen card lies between them and
        all of them win, or all lose, the trick.
        """
        best, row = 0, None
        if trick.led is not None and trick.best is not None:
            row = self._strength[self._suit[trick.led.index].index]
            best = row[trick.best.index]
        distinct = list[Card]()
        for suit in self._follow:
            last_kind: tuple[bool, bool] | None = None
            for card in self._weakest_first(suit & (known.unseen | mine)):
                is_mine = bool(card.bit & mine)
                kind = (is_mine, row is None or row[card.index] > best)
                if is_mine and kind != last_kind:
                    distinct.append(card)
                last_kind = kind
        return sorted(distinct, key=self._suit_strength, reverse=True)

    def _weakest_first(self, cards: CardMask) -> list[Card]:
        """Return ``cards``, which belong to one suit, from the weakest to the strongest."""
        ordered = self._weakest_first_memo.get(cards)
        if ordered is None:
            ordered = self._weakest_first_memo[cards] = sorted(cards_of(cards), key=self._suit_strength)
        return ordered

    def _suit_strength(self, card: Card) -> int:
        return suit_strength(card, self._trump.index)

    # Shortcuts that need no search

    def _only_top_trumps(self, known: ClaimantKnowledge) -> bool:
        """Return whether the claimant holds nothing but trumps higher than any trump that an opponent may hold."""
        if known.mine & ~self._trumps:
            return False
        lowest = min((self._suit_strength(card) for card in cards_of(known.mine)), default=0)
        for seat in self._side.other.seats:
            trumps = self._trumps & known.unseen & ~known.cannot_hold[seat.index] if known.hand_sizes[seat.index] else 0
            if trumps and max(map(self._suit_strength, cards_of(trumps))) > lowest:
                return False
        return True

    def _wins_by_leading_down(self, known: ClaimantKnowledge) -> bool:
        """Return whether the claimant surely wins by leading its cards from the strongest to the weakest.

        Another seat can beat or ruff a later lead only with a card that it still holds after following earlier leads.
        """
        led = dict.fromkeys(self._follow, 0)
        for card in sorted(cards_of(known.mine), key=self._suit_strength, reverse=True):
            suit = self._follow[self._suit[card.index].index]
            row = self._strength[self._suit[card.index].index]
            above = mask_of(other for other in cards_of(known.unseen & suit) if row[other.index] > row[card.index])
            for seat, hand_size in enumerate(known.hand_sizes):
                if not hand_size:
                    continue
                possible = known.unseen & ~known.cannot_hold[seat]
                if possible & above and (possible & suit).bit_count() > led[suit]:
                    return False
                ruffs = possible & self._trumps if suit != self._trumps else 0
                if ruffs and ruffs.bit_count() > led.get(self._trumps, 0):
                    return False
            led[suit] += 1
        return True


def _one_less(hand_sizes: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return ``hand_sizes`` after the seat with the index ``seat`` has played a card."""
    return (*hand_sizes[:seat], hand_sizes[seat] - 1, *hand_sizes[seat + 1 :])
