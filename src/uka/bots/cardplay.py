"""The club bot's choice of a card, by the value of playing each card.

The value of a play is the chance to win the trick, minus the value that the card would have in later tricks. So the bot
follows common rules of thumb. It leads the best card of a side suit before opponents can ruff it. It spends no trump on
a trick that the partner is winning. It wins a trick with the lowest card that can.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.core.trick import EFFECTIVE, FOLLOW, STRENGTH, suit_strength

from .card_counting import NO_TRUMP, CountedPosition, cards_beating, trumps_of


@dataclass(frozen=True)
class PlayHeuristics:
    """What cards and plays are worth to the club bot, in tricks, judged by how deals end after each card."""

    keep_top: float = 0.75
    """The value, in later tricks, of a trump that no unseen card beats."""
    keep_trump: float = 0.15
    """The minimum value of a trump in later tricks. Even a low trump can ruff."""
    keep_side: float = 0.375
    """The value, in later tricks, of a side card that no opponent can beat, while opponents may hold trumps."""
    rescue: float = 0.45
    """The weight of the chance that the partner wins the trick where the bot's own card does not."""
    rescue_lead: float = 0.22
    """The weight that replaces ``rescue`` if the bot leads, since both opponents can still beat the partner's card."""
    draw: float = 0.325
    """The value of leading a trump, for the maker and for each opponent who must then play one."""
    draw_for: float = 0.4
    """The value of leading a trump, for the maker's partner and for each opponent who must then play one."""
    draw_beaten: float = 0.68
    """The share of ``draw`` or ``draw_for`` that is left if an opponent beats the trump."""
    last_trump: float = 0.18
    """The cost of leading the last trump of the hand, for the makers' side."""
    hold_back: float = 0.5
    """The cost of leading a trump that an opponent beats, for a defender."""
    hold_back_top: float = 0.18
    """The cost of leading a trump that no opponent beats, for a defender."""
    under: float = 0.1
    """The cost of leading a side card, if the hand has a higher one of its suit."""
    void: float = 0.08
    """The value of discarding the last card of a side suit while the hand has a trump."""
    before_others: float = 0.01
    """The value of leading a trump before another card, if the side needs every trick."""


HEURISTICS = PlayHeuristics()


def best_play(seen: Observation, lawful: Iterable[Card], style: PlayHeuristics = HEURISTICS) -> Card:
    """Return the card of ``lawful`` whose play has the highest value.

    Of several such cards, it is the lowest, or the highest of leads that no card of their suit beats.
    """
    cards = tuple(lawful)
    if len(cards) == 1:
        return cards[0]
    position = CountedPosition(seen)

    def merit(card: Card) -> tuple[float, int]:
        strength = suit_strength(card, position.trump)
        value = _terms(position, style, card).value
        return value, strength if _leads_highest(position, card) else -strength

    return max(cards, key=merit)


class PlayTerms(NamedTuple):
    """What the value of playing a card consists of."""

    wins: float
    """The chance that the bot's side wins the trick."""
    later: float
    """The value that the card would have in later tricks."""
    extra: float
    """The value of what the card does apart from winning a trick, such as drawing trumps. It may be negative."""

    @property
    def value(self) -> float:
        """The value of the play, in tricks."""
        return self.wins - self.later + self.extra


def play_terms(seen: Observation, card: Card, style: PlayHeuristics = HEURISTICS) -> PlayTerms:
    """Return what the value of playing ``card`` consists of."""
    return _terms(CountedPosition(seen), style, card)


def _terms(position: CountedPosition, style: PlayHeuristics, card: Card) -> PlayTerms:
    return (_follow_terms if position.seen.trick else _lead_terms)(position, style, card)


def _leads_highest(position: CountedPosition, card: Card) -> bool:
    """Return whether ``card`` would be led, and no unseen card of its suit beats it."""
    led = EFFECTIVE[position.trump][card.index].index
    above = cards_beating(position.trump, led, suit_strength(card, position.trump))
    return not (position.seen.trick or above & FOLLOW[position.trump][led] & position.unseen)


def _lead_terms(position: CountedPosition, style: PlayHeuristics, card: Card) -> PlayTerms:
    """Return what the value of leading ``card`` consists of.

    If the bot's side needs every trick, no card has a value in later tricks: the surest winner is led first, so that
    opponents must discard before they know what to keep. A trump is led before another card that is as sure.
    """
    led = EFFECTIVE[position.trump][card.index].index
    wins = _lead_wins(position, style, led, suit_strength(card, position.trump))
    trump = card.bit & trumps_of(position.trump)
    if position.needs_every_trick():
        return PlayTerms(wins, 0.0, style.before_others if trump else 0.0)
    plan = _trump_lead_value(position, style, card) if trump else _side_lead_value(position, style, card)
    return PlayTerms(wins, _later_value(position, style, card), plan)


def _lead_wins(position: CountedPosition, style: PlayHeuristics, led: int, strength: int) -> float:
    """Return the chance that the bot's side wins the trick by leading a card of the suit ``led`` and this strength."""
    unbeaten = position.chance_unbeaten(led, strength, position.opponents())
    return unbeaten + (1.0 - unbeaten) * style.rescue_lead * _partner_beats(position, led, strength)


def _partner_beats(position: CountedPosition, led: int, strength: int) -> float:
    """Return the chance that the partner has yet to play to the trick and can beat the strength ``strength``."""
    partner = position.me.partner
    return position.chance_to_beat(partner, led, strength) if partner in position.later else 0.0


def _trump_lead_value(position: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    """Return the value of leading the trump ``card``, apart from winning the trick."""
    unbeaten = position.chance_unbeaten(position.trump, suit_strength(card, position.trump), position.opponents())
    if not position.is_making_side:
        return -unbeaten * style.hold_back_top - (1.0 - unbeaten) * style.hold_back
    trumps = trumps_of(position.trump)
    last = position.mine & trumps == card.bit != position.mine
    drawn = fsum(position.chance_of_any(seat, trumps, position.trump) for seat in position.opponents())
    draw = style.draw if position.seen.maker is position.me else style.draw_for
    return drawn * draw * (unbeaten + (1.0 - unbeaten) * style.draw_beaten) - (style.last_trump if last else 0.0)


def _side_lead_value(position: CountedPosition, style: PlayHeuristics, card: Card) -> float:
    """Return the value of leading ``card``, which is no trump, apart from winning the trick."""
    suit = EFFECTIVE[position.trump][card.index].index
    above = cards_beating(position.trump, suit, suit_strength(card, position.trump))
    return -style.under if above & FOLLOW[position.trump][suit] & position.mine else 0.0


def _follow_terms(position: CountedPosition, style: PlayHeuristics, card: Card) -> PlayTerms:
    """Return what the value of playing ``card`` to a trick that another seat led consists of."""
    led = EFFECTIVE[position.trump][position.seen.trick[0].index].index
    wins = _follow_wins(position, style, led, card)
    return PlayTerms(wins, _later_value(position, style, card), _void_value(position, style, card))


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
