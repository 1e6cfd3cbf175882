"""The club bot's choice of a card, by the value of playing each card.

The value of a play is the chance to win the trick, minus the value that the card would have in later tricks. So the bot
follows common rules of thumb. It leads the best card of a side suit before opponents can ruff it. It spends no trump on
a trick that the partner is winning. It wins a trick with the lowest card that can.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.core.trick import EFFECTIVE, FOLLOW, STRENGTH, suit_strength

from .card_counting import NO_TRUMP, CountedPosition, trumps_of


@dataclass(frozen=True)
class PlayHeuristics:
    """What cards and plays are worth to the club bot, in tricks. ``python -m bench.tune_play`` found these values."""

    keep_top: float = 0.75
    """The value, in later tricks, of a trump that no unseen card beats."""
    keep_trump: float = 0.3
    """The minimum value of a trump in later tricks. Even a low trump can ruff."""
    keep_side: float = 0.5
    """The value, in later tricks, of a side card that no opponent can beat, while opponents may hold trumps."""
    rescue: float = 0.45
    """The weight of the chance that the partner wins the trick where the bot's own card does not."""
    rescue_lead: float = 0.28
    """The weight that replaces ``rescue`` if the bot leads, since both opponents can still beat the partner's card."""
    draw: float = 0.25
    """The value of leading a trump, for the maker and for each opponent who must then play one."""
    draw_for: float = 0.2
    """The value of leading a trump, for the maker's partner and for each opponent who must then play one."""
    hold_back: float = 0.3
    """The cost of leading a trump, for a defender."""
    void: float = 0.08
    """The value of discarding the last card of a side suit while the hand has a trump."""
    third: float = 1.25
    """The weight of a trick that can decide whether the makers are euchred. Every other trick has the weight 1."""


HEURISTICS = PlayHeuristics()


def best_play(seen: Observation, lawful: Iterable[Card], style: PlayHeuristics = HEURISTICS) -> Card:
    """Return the card of ``lawful`` whose play has the highest value, or the lowest of several such cards."""
    cards = tuple(lawful)
    if len(cards) == 1:
        return cards[0]
    position = CountedPosition(seen)
    value = _follow_value if seen.trick else _lead_value
    return max(cards, key=lambda card: (value(position, style, card), -suit_strength(card, position.trump)))


def _lead_value(position: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    """Return the value of leading ``card``."""
    led = EFFECTIVE[position.trump][card.index].index
    wins = _lead_wins(position, style, led, suit_strength(card, position.trump))
    return (
        wins * _trick_weight(position, style)
        - _later_value(position, style, card)
        + _trump_lead_value(position, style, card)
    )


def _lead_wins(position: CountedPosition, style: PlayHeuristics, led: int, strength: int) -> float:
    """Return the chance that the bot's side wins the trick by leading a card of the suit ``led`` and this strength."""
    unbeaten = position.chance_unbeaten(led, strength, position.opponents())
    return unbeaten + (1.0 - unbeaten) * style.rescue_lead * _partner_beats(position, led, strength)


def _partner_beats(position: CountedPosition, led: int, strength: int) -> float:
    """Return the chance that the partner has yet to play to the trick and can beat the strength ``strength``."""
    partner = position.me.partner
    return position.chance_to_beat(partner, led, strength) if partner in position.later else 0.0


def _trump_lead_value(position: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    """Return the value of leading a trump, apart from winning the trick; 0 if ``card`` is no trump."""
    if not card.bit & trumps_of(position.trump):
        return 0.0
    if not position.is_making_side:
        return -style.hold_back
    if not position.trumps_out():
        return 0.0
    drawn = sum(
        position.chance_of_any(seat, trumps_of(position.trump), position.trump) for seat in position.opponents()
    )
    return drawn * (style.draw if position.seen.maker is position.me else style.draw_for)


def _follow_value(position: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    """Return the value of playing ``card`` to a trick that another seat led."""
    led = EFFECTIVE[position.trump][position.seen.trick[0].index].index
    wins = _follow_wins(position, style, led, card)
    return (
        wins * _trick_weight(position, style) - _later_value(position, style, card) + _void_value(position, style, card)
    )


def _follow_wins(position: CountedPosition, style: PlayHeuristics, led: int, card: Card) -> float:
    """Return the chance that the bot's side wins the current trick if the bot plays ``card``."""
    strengths = STRENGTH[position.trump][led]
    winning_seat, best = _best_so_far(position, strengths)
    ours = winning_seat is position.me.partner
    if strengths[card.index] > best:
        best = strengths[card.index]
        ours = True
    against = [seat for seat in position.later if seat is not position.me.partner]
    unbeaten = position.chance_unbeaten(led, best, against) if ours else 0.0
    return unbeaten + (1.0 - unbeaten) * style.rescue * _partner_beats(position, led, best)


def _best_so_far(position: CountedPosition, strengths: tuple[int, ...]) -> tuple[Seat, int]:
    """Return the seat that so far wins the trick in progress, and the strength of the seat's card.

    ``strengths`` holds the strength of each card, by the card's index.
    """
    seat, card = max(position.seen.plays, key=lambda play: strengths[play[1].index])
    return seat, strengths[card.index]


def _trick_weight(position: CountedPosition, style: PlayHeuristics) -> float:
    """Return the weight of the current trick. It is higher if the trick can decide the contract."""
    needed = position.seen.rules.hand_size // 2
    return style.third if needed in position.seen.taken else 1.0


def _later_value(position: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    """Return the value that ``card`` would have in later tricks."""
    suit = EFFECTIVE[position.trump][card.index].index
    unbeaten = position.chance_unbeaten(suit, suit_strength(card, position.trump), position.opponents())
    if suit == position.trump:
        return style.keep_trump + (style.keep_top - style.keep_trump) * unbeaten
    safe = position.trump == NO_TRUMP or not position.trumps_out()
    return unbeaten * (style.keep_top if safe else style.keep_side)


def _void_value(position: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    """Return the value of playing ``card`` if that leaves no card of a side suit, so that a trump can ruff it."""
    suit = EFFECTIVE[position.trump][card.index].index
    last = position.mine & FOLLOW[position.trump][suit] == card.bit
    return style.void if last and suit != position.trump and position.mine & trumps_of(position.trump) else 0.0
