"""The club bot's choice of a card, by the value of playing each card.

The value of a play is the chance to win the trick, minus the value of the card in later tricks. Choices by this value
agree with common rules of thumb: the bot leads the best card of a side suit early, before opponents can ruff it; it
spends no trump on a trick that the partner is winning; it wins as cheaply as possible.
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
    """The values of cards and plays, in tricks. ``python -m bench.tune_play`` found these values."""

    keep_top: float = 0.75
    """The value, in later tricks, of a trump that no unseen card beats."""
    keep_trump: float = 0.3
    """The minimum value of a trump in later tricks. Even a low trump can ruff."""
    keep_side: float = 0.5
    """The value, in later tricks, of a side card while opponents may hold trumps. The value is multiplied by the chance
    that no opponent can beat the card."""
    rescue: float = 0.45
    """The weight of the chance that the partner wins the trick if the bot's card does not."""
    rescue_lead: float = 0.28
    """The weight that replaces ``rescue`` if the bot leads the card. Both opponents can still beat such a card."""
    draw: float = 0.25
    """The value of a trump lead by the maker, for each opponent that must follow suit with a trump."""
    draw_for: float = 0.2
    """The value of a trump lead by the maker's partner, for each opponent that must follow suit with a trump."""
    hold_back: float = 0.3
    """The cost of a trump lead by a defender."""
    void: float = 0.08
    """The value of discarding the last card of a side suit while the hand has a trump."""
    third: float = 1.25
    """The weight of a trick that can decide whether the makers are euchred. Every other trick has the weight 1."""


HEURISTICS = PlayHeuristics()


def best_play(seen: Observation, lawful: Iterable[Card], style: PlayHeuristics = HEURISTICS) -> Card:
    """Return the lawful card with the highest value. Among cards of equal value, return the lowest."""
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
    """Return the chance that the partner can beat a card of strength ``worth``, or 0 if the partner has played."""
    return sight.beats(sight.me.partner, led, worth) if sight.me.partner in sight.later else 0.0


def _trump_lead(sight: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    """Return the value of leading a trump, apart from the value of winning the trick. The value of other leads is 0."""
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
    """Return the chance that the side of ``sight.me`` wins the current trick if ``sight.me`` plays ``card``."""
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
    """Return the weight of the current trick. It is higher if the trick can decide the contract."""
    needed = sight.seen.rules.hand_size // 2
    return style.third if needed in sight.seen.taken else 1.0


def _keep(sight: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    """Return the value that a card has in later tricks."""
    suit, worth = EFFECTIVE[sight.trump][card.index].index, height(card, sight.trump)
    stands = sight.holds_up(suit, worth, sight.opponents())
    if suit == sight.trump:
        return style.keep_trump + (style.keep_top - style.keep_trump) * stands
    return stands * (style.keep_top if sight.trump == NO_TRUMP or not sight.trumps_out() else style.keep_side)


def _short(sight: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    suit = EFFECTIVE[sight.trump][card.index].index
    alone = sight.mine & FOLLOW[sight.trump][suit] == card.bit
    return style.void if alone and suit != sight.trump and sight.mine & trumps_of(sight.trump) else 0.0
