"""Which card to play: the chance that the side wins the trick with it, less what the card would be worth later.

One sum covers the usual rules of thumb: lead the best card of a side suit early, because it may be ruffed later; do not
spend a trump on a trick that the partner holds; win as cheaply as possible.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.core.trick import EFFECTIVE, FOLLOW, STRENGTH

from .card_counting import NO_TRUMP, CountedPosition, height, trumps_of


@dataclass(frozen=True)
class PlayHeuristics:
    """What a card is worth, in tricks; measured by ``python -m bench.tune_play``."""

    keep_top: float = 0.75
    """a trump that nothing unseen beats"""
    keep_trump: float = 0.3
    """any trump, for its ruff"""
    keep_side: float = 0.5
    """a side card, for the chance that nothing beats it while trumps are out"""
    rescue: float = 0.45
    """the share of the partner's chance to beat a card that counts where it loses"""
    rescue_lead: float = 0.28
    """the same for a card led, which both opponents may beat"""
    draw: float = 0.25
    """leading a trump as the maker, for each trump that an opponent may be made to play"""
    draw_for: float = 0.2
    """the same as the maker's partner"""
    hold_back: float = 0.3
    """lost by a defender who leads a trump"""
    void: float = 0.08
    """throwing the last card of a side suit while holding a trump"""
    third: float = 1.25
    """how much more a trick counts that decides the deal"""


HEURISTICS = PlayHeuristics()


def best_play(seen: Observation, lawful: Iterable[Card], style: PlayHeuristics = HEURISTICS) -> Card:
    """The card of the highest value; of equal ones the lowest."""
    cards = tuple(lawful)
    if len(cards) == 1:
        return cards[0]
    sight = CountedPosition(seen)
    value = _lead if not seen.trick else _follow
    return max(cards, key=lambda card: (value(sight, style, card), -height(card, sight.trump)))


def _lead(sight: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    led = EFFECTIVE[sight.trump][card.index].index
    wins = _led_wins(sight, style, led, height(card, sight.trump))
    return wins * _weight(sight, style) - _keep(sight, style, card) + _trump_lead(sight, style, card)


def _led_wins(sight: CountedPosition, style: PlayHeuristics, led: int, worth: int) -> float:
    stands = sight.holds_up(led, worth, sight.opponents())
    return stands + (1.0 - stands) * style.rescue_lead * _rescue(sight, led, worth)


def _rescue(sight: CountedPosition, led: int, worth: int) -> float:
    """The chance that the partner, still to play, can beat a card of that strength."""
    return sight.beats(sight.me.partner, led, worth) if sight.me.partner in sight.later else 0.0


def _trump_lead(sight: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    """What it is worth, beyond the trick, to lead a trump or to leave trumps alone."""
    if not card.bit & trumps_of(sight.trump):
        return 0.0
    if not sight.making:
        return -style.hold_back
    if not sight.trumps_out():
        return 0.0
    drawn = sum(sight.has(seat, trumps_of(sight.trump), sight.trump) for seat in sight.opponents())
    return drawn * (style.draw if sight.seen.maker is sight.me else style.draw_for)


def _follow(sight: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    led = EFFECTIVE[sight.trump][sight.seen.trick[0].index].index
    wins = _taken(sight, style, led, card)
    return wins * _weight(sight, style) - _keep(sight, style, card) + _short(sight, style, card)


def _taken(sight: CountedPosition, style: PlayHeuristics, led: int, card: Card) -> float:
    """The chance that one's side takes the trick in progress if one plays a card."""
    row = STRENGTH[sight.trump][led]
    holder, best = _winning(sight, row)
    ours = holder is sight.me.partner
    worth = row[card.index]
    if worth > best:
        best, ours = worth, True
    against = [seat for seat in sight.later if seat is not sight.me.partner]
    stands = sight.holds_up(led, best, against) if ours else 0.0
    return stands + (1.0 - stands) * style.rescue * _rescue(sight, led, best)


def _winning(sight: CountedPosition, row: tuple[int, ...]) -> tuple[Seat, int]:
    seat, card = max(sight.seen.plays, key=lambda play: row[play[1].index])
    return seat, row[card.index]


def _weight(sight: CountedPosition, style: PlayHeuristics) -> float:
    """How much this trick counts: more when it makes or saves the deal."""
    needed = sight.seen.rules.hand_size // 2
    return style.third if needed in sight.seen.taken else 1.0


def _keep(sight: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    """What a card is likely to be worth in later tricks."""
    suit, worth = EFFECTIVE[sight.trump][card.index].index, height(card, sight.trump)
    stands = sight.holds_up(suit, worth, sight.opponents())
    if suit == sight.trump:
        return style.keep_trump + (style.keep_top - style.keep_trump) * stands
    return stands * (style.keep_top if sight.trump == NO_TRUMP or not sight.trumps_out() else style.keep_side)


def _short(sight: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    suit = EFFECTIVE[sight.trump][card.index].index
    alone = sight.mine & FOLLOW[sight.trump][suit] == card.bit
    return style.void if alone and suit != sight.trump and sight.mine & trumps_of(sight.trump) else 0.0
