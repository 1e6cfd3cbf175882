"""The events of a game. ``seen_by`` returns an event as one seat sees it, with hidden cards replaced by None."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from .cards import Card, Suit
from .public_deal import Phase
from .rulings import Ruling
from .scoring import DealResult
from .seats import Partnership, Seat
from .tagged import Tagged

E = TypeVar("E", bound="EventBase")


class EventBase(Tagged, frozen=True):
    """The base class of all events."""

    def seen_by(self: E, seat: Seat | None) -> E:
        """Return the event as ``seat`` sees it, with the hidden cards replaced by None.

        If ``seat`` is None, return the event as a spectator sees it.
        """
        return self


class HandDealt(EventBase, frozen=True):
    """A seat was dealt ``count`` cards. Only that seat sees ``cards``.

    If the dealer must name a suit before looking at their hand, ``cards`` is None in the dealer's first event. The
    dealer's second event follows after the suit is named.
    """

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None

    def seen_by(self, seat: Seat | None) -> HandDealt:
        return self if seat is self.seat else replace(self, cards=None)


class UpcardTurned(EventBase, frozen=True):
    """A card was turned up after the hands were dealt."""

    card: Card


class SuitNamed(EventBase, frozen=True):
    """The dealer named the suit that the turned-up joker stands for."""

    seat: Seat
    suit: Suit


class RedealClaimed(EventBase, frozen=True):
    """A seat showed a farmer's hand, a hand of low cards, and claimed a redeal. The same dealer deals again."""

    seat: Seat
    cards: tuple[Card, ...]


class WentUnder(EventBase, frozen=True):
    """A seat claimed the exchange of a farmer's hand: three low cards for the three cards under the turn-up."""

    seat: Seat


class CardShown(EventBase, frozen=True):
    """A seat that exchanges a farmer's hand showed a low card and laid it under the pack."""

    seat: Seat
    card: Card


class KittyTaken(EventBase, frozen=True):
    """A seat that exchanges a farmer's hand took the three cards under the turn-up. Only that seat sees the cards."""

    seat: Seat
    cards: tuple[Card, ...] | None

    def seen_by(self, seat: Seat | None) -> KittyTaken:
        return self if seat is self.seat else replace(self, cards=None)


class Passed(EventBase, frozen=True):
    """A seat passed. ``phase`` says what it declined: to call, to claim a farmer's hand, or to go alone (asking)."""

    seat: Seat
    phase: Phase


class TurnedDown(EventBase, frozen=True):
    """All seats passed in the first round of calls, so the turn-up was turned down."""

    card: Card


class TrumpMade(EventBase, frozen=True):
    """A seat made trump.

    ``ordered`` is true if the seat accepted the turn-up, and false if the seat called trump in the second round.
    ``alone`` is true if the seat plays alone.
    """

    seat: Seat
    suit: Suit
    ordered: bool
    alone: bool


class PickedUp(EventBase, frozen=True):
    """A seat took the turn-up into its hand."""

    seat: Seat
    card: Card


class Buried(EventBase, frozen=True):
    """The turn-up was put under the pack, so that no seat holds it."""

    card: Card


class Discarded(EventBase, frozen=True):
    """A seat discarded a card face down. Only that seat sees the card."""

    seat: Seat
    card: Card | None

    def seen_by(self, seat: Seat | None) -> Discarded:
        return self if seat is self.seat else replace(self, card=None)


class CardGiven(EventBase, frozen=True):
    """A loner's partner passed a card to the loner. The opponents do not see the card."""

    seat: Seat
    card: Card | None

    def seen_by(self, seat: Seat | None) -> CardGiven:
        return self if seat is self.seat or seat is self.seat.partner else replace(self, card=None)


class WentAlone(EventBase, frozen=True):
    """A seat chose after the discard to play alone. ``defending`` is true if the seat is a defender."""

    seat: Seat
    defending: bool


class CardPlayed(EventBase, frozen=True):
    """A seat played a card to the trick."""

    seat: Seat
    card: Card


class TrickTaken(EventBase, frozen=True):
    """A seat took a trick. ``trick`` is the number of the trick in the deal, from 0."""

    seat: Seat
    trick: int


class RevokeRefuted(EventBase, frozen=True):
    """A seat claimed a revoke, but no opponent revoked in that trick. A wrong claim has no penalty."""

    seat: Seat
    trick: int


class RevokeProven(EventBase, frozen=True):
    """A seat claimed a revoke and was right: the seat ``offender`` had played ``card`` against the rules.

    If the deal goes on, ``penalty`` is the number of points that the other side scores at once. If the deal is over,
    ``penalty`` is None, because the result of the deal includes the penalty.
    """

    seat: Seat
    trick: int
    offender: Seat
    card: Card
    penalty: int | None = None


class DealScored(EventBase, frozen=True):
    """The deal ended and was scored."""

    result: DealResult


class Misdealt(EventBase, frozen=True):
    """The dealer misdealt. If ``lost`` is true, the dealer loses the right to deal, and the next dealer deals."""

    dealer: Seat
    lost: bool


class BellRang(EventBase, frozen=True):
    """The bell rang to end a timed round. If ``play_on`` is true, a deal is in progress and is played out."""

    play_on: bool


class OfficialRuled(EventBase, frozen=True):
    """The official at the table, or the director of the tournament, gave a ruling."""

    ruling: Ruling


class GameOver(EventBase, frozen=True):
    """The game ended. ``winner`` is None if the game is drawn. ``score`` is the final score by partnership."""

    winner: Partnership | None
    score: tuple[int, ...]


Event: TypeAlias = (
    HandDealt | UpcardTurned | SuitNamed | RedealClaimed | WentUnder | CardShown | KittyTaken | Passed | TurnedDown
    | TrumpMade | PickedUp | Buried | Discarded | CardGiven | WentAlone | CardPlayed | TrickTaken | RevokeRefuted
    | RevokeProven | DealScored | Misdealt | BellRang | OfficialRuled | GameOver
)  # fmt: skip
