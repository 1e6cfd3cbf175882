"""Reasons that need no count: what the seat can see and what speaks for one choice before the first lead."""

from __future__ import annotations

from collections.abc import Iterator

from uka.bots.card_counting import trumps_of
from uka.bots.equity import DealStakes
from uka.bots.evaluation import goes_alone
from uka.core.actions import Action, CallTrump, Discard, Give, OrderUp, Pass
from uka.core.cards import SUITS, Card, Rank, Suit, cards_of
from uka.core.observation import Observation
from uka.core.trick import FOLLOW, effective_suit, suit_strength
from uka.kernels.bidding import contract_points
from uka.narration.names import card_name, counted

from .words import NUMBERS, PAIR, bower_name, pick_up_verb, seat_name, suit_noun

FEW, MANY = 2, 3
"""The largest number of trumps in one hand that counts as few, and the smallest that counts as many."""


class VisibleCallFacts:
    """What the seat whose turn it is can see before the first lead, as sentences that compare two choices."""

    def __init__(self, seen: Observation, stakes: DealStakes) -> None:
        assert seen.seat is not None
        self._seen, self._me, self._stakes = seen, seen.seat, stakes
        self._pick_up = pick_up_verb(seen.rules)

    def facts(self, best: Action, other: Action) -> Iterator[str]:
        """Yield sentences that speak for ``best`` rather than ``other``, the most important first."""
        if isinstance(best, Discard | Give) and isinstance(other, Discard | Give):
            yield from self._about_discards(best.card, other.card)
        elif goes_alone(best) != goes_alone(other) and trump_of(self._seen, best) is trump_of(self._seen, other):
            yield from self._about_going_alone(best)
        elif isinstance(best, Pass):
            yield from self._about_passing(other)
        elif isinstance(best, OrderUp):
            yield from self._about_ordering_up(best)
        elif isinstance(best, CallTrump):
            yield from self._about_calling(best.suit, other)

    def _about_going_alone(self, best: Action) -> Iterator[str]:
        """Yield why ``best`` goes alone, or why it does not, if nothing else tells it from the other choice."""
        points, all_tricks = contract_points(self._seen.rules), self._seen.rules.hand_size
        with_partner, alone = points.with_partners[all_tricks], points.loner[all_tricks]
        if goes_alone(best):
            if self._stakes.after(alone) > self._stakes.after(with_partner):
                yield f"alone, all the tricks bring {counted(alone, 'point')} instead of {with_partner}."
        elif self._seen.rules.lone_must_march:
            yield "alone, fewer than all the tricks count as a euchre."
        elif self._stakes.after(with_partner) == 1:
            yield self._no_need_to_go_alone(alone)
        else:
            yield "alone, your partner cannot take a trick for you."

    def _no_need_to_go_alone(self, lone_points: int) -> str:
        """Return the sentence that says that the game is won without going alone.

        ``lone_points`` is the number of points for all the tricks alone.
        """
        points_by_tricks = contract_points(self._seen.rules).with_partners
        need = next(points for points in range(max(points_by_tricks) + 1) if self._stakes.after(points) == 1)
        tricks = next(tricks for tricks, points in enumerate(points_by_tricks) if points >= need)
        taken = "all the tricks" if tricks == self._seen.rules.hand_size else f"{NUMBERS[tricks]} tricks"
        start = f"you need only {counted(need, 'point')} to win the game: {taken} with your partner already bring"
        return f"{start} {'it' if need == 1 else 'them'}; the {lone_points} for going alone would not help you further."

    def _about_passing(self, other: Action) -> Iterator[str]:
        suit, dealer = trump_of(self._seen, other), self._seen.dealer
        if suit not in SUITS:
            return
        few, held = self._few_trumps(suit, other)
        if isinstance(other, OrderUp) and dealer.partnership is not self._me.partnership:
            start = f"{seat_name(dealer, self._me)}, the dealer, would {self._pick_up.base} {self._upcard_name()}"
            yield f"{start}, and you hold {held}." if few else f"{start}."
        elif few and self._takes_upcard(other):
            yield f"with {self._upcard_name()} {self._pick_up.done}, you would hold {held}."
        elif few:
            yield f"with {suit} as trump, you hold {held}."

    def _few_trumps(self, suit: Suit, action: Action) -> tuple[bool, str]:
        """Return whether the seat would hold few trumps after ``action``, and the words that say which ones."""
        trumps, held = self._trump_mask(suit, action), self._held_trumps(suit, action)
        count = trumps.bit_count()
        bowers = [card for card in cards_of(trumps) if bower_name(card, suit) != card_name(card)]
        if count == 1 and bowers:
            held = f"{bower_name(bowers[0], suit)}, but no other trump"
        elif count and self._takes_upcard(action):
            named = sorted(cards_of(trumps), key=lambda card: -suit_strength(card, suit.index))
            held = f"only {NUMBERS[count]} {'trump' if count == 1 else 'trumps'}, "
            held += " and ".join(bower_name(card, suit) for card in named)
        elif count:
            held = f"only {held}"
        return count <= FEW and len(bowers) < FEW, held

    def _about_ordering_up(self, order: OrderUp) -> Iterator[str]:
        suit, dealer = self._seen.up_suit, self._seen.dealer
        if suit is None:
            return
        held, count = f"you hold {self._held_trumps(suit, order)}", self._trump_mask(suit, order).bit_count()
        if dealer is self._me:
            if count >= MANY or self._holds_bower(suit, order):
                yield f"with {self._upcard_name()} {self._pick_up.done}, {held}."
        elif dealer is self._me.partner:
            start = self._upcard_of_partner(alone=order.alone)
            yield f"{start}, and {held}." if count else f"{start}."
        elif count >= MANY:
            yield f"{held}."

    def _upcard_of_partner(self, *, alone: bool) -> str:
        """Return the clause that says what becomes of the upcard if it is ordered up for the partner, the dealer."""
        card, out = self._upcard_name(), self._seen.rules.dealer_out
        if not alone:
            return f"your partner, the dealer, {self._pick_up.third} {card}"
        if out == "loner":
            return f"you {self._pick_up.base} {card}"
        return f"{card} is out of play" if out == "buried" else f"{card} sits out with your partner, the dealer"

    def _about_calling(self, suit: Suit, other: Action) -> Iterator[str]:
        if suit not in SUITS:
            return
        count, rival = self._trump_mask(suit, Pass()).bit_count(), trump_of(self._seen, other)
        less = self._trump_mask(rival, other).bit_count() if rival in SUITS else 0
        if rival in SUITS and less < count:
            trumps = "trump" if count == 1 else "trumps"
            yield f"you hold {NUMBERS[count]} {trumps} in {suit}, {NUMBERS[less] if less else 'none'} in {rival}."
        elif count >= MANY or (count == FEW and self._holds_bower(suit, Pass())):
            yield f"with {suit} as trump, you hold {self._held_trumps(suit, Pass())}."

    def _held_trumps(self, suit: Suit, action: Action) -> str:
        """Return the words for the trumps that the seat would hold after ``action``: their number and the bowers."""
        trumps = self._trump_mask(suit, action)
        bowers = [bower_name(card, suit) for card in cards_of(trumps) if card.rank is Rank.JACK]
        count = trumps.bit_count()
        words = f"{NUMBERS[count]} {'trump' if count <= 1 else 'trumps'}"
        if not bowers:
            return words
        named = "both bowers" if len(bowers) > 1 else bowers[0]
        return f"{words}, {named}" if count == len(bowers) else f"{words}, among them {named}"

    def _holds_bower(self, suit: Suit, action: Action) -> bool:
        return any(card.rank is Rank.JACK for card in cards_of(self._trump_mask(suit, action)))

    def _trump_mask(self, suit: Suit, action: Action) -> int:
        """Return the bit mask of the trumps that the seat would hold after ``action``, with ``suit`` as trump."""
        taken = self._seen.upcard.bit if self._takes_upcard(action) else 0
        return (self._seen.hand.mask | taken) & trumps_of(suit.index)

    def _takes_upcard(self, action: Action) -> bool:
        """Return whether the seat itself takes the upcard if it chooses ``action``."""
        if not isinstance(action, OrderUp):
            return False
        dealer, loner = self._seen.dealer, self._seen.rules.dealer_out == "loner"
        return dealer is self._me or (action.alone and loner and dealer is self._me.partner)

    def _upcard_name(self) -> str:
        return bower_name(self._seen.upcard, self._seen.up_suit)

    # A card that is put away

    def _about_discards(self, best: Card, other: Card) -> Iterator[str]:
        trump = self._seen.trump
        if trump not in SUITS:
            return
        suit, kept = effective_suit(best, trump), bower_name(other, trump)
        best_is_single, other_is_single = self._is_singleton(best, trump), self._is_singleton(other, trump)
        if best_is_single and not other_is_single:
            yield f"this leaves you without {suit}, so that you can trump {suit_noun(suit)} leads."
        elif effective_suit(other, trump) is trump is not suit:
            yield "you keep all your trumps."
        elif best_is_single and other_is_single and best.rank.index < other.rank.index:
            put_away = bower_name(best, trump)
            yield f"either {put_away} or {kept} leaves you without its suit, and you keep the higher one."
        elif suit is effective_suit(other, trump) and suit_strength(best, trump.index) < suit_strength(
            other, trump.index
        ):
            noun = "trump" if suit is trump else suit_noun(suit)
            same = [card for card in self._seen.cards if effective_suit(card, trump) is suit]
            lowest = best is min(same, key=lambda card: suit_strength(card, trump.index)) and len(same) > PAIR
            yield f"discard {'your lowest' if lowest else 'the lower'} {noun}, and keep {kept}."
        elif other.rank is Rank.ACE:
            yield f"you keep {kept}, the highest {suit_noun(effective_suit(other, trump))}."

    def _is_singleton(self, card: Card, trump: Suit) -> bool:
        suit = effective_suit(card, trump)
        return suit is not trump and self._seen.hand.mask & FOLLOW[trump.index][suit.index] == card.bit


def trump_of(seen: Observation, action: Action) -> Suit | None:
    """Return the trump suit after the seat has chosen ``action``, or None if no trump is made then."""
    if isinstance(action, CallTrump):
        return action.suit
    return seen.up_suit if isinstance(action, OrderUp) else seen.trump
