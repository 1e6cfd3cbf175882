"""The events of a game. ``seen_by`` returns an event as one seat sees it: cards hidden from the seat are None."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from .cards import Card, Suit
from .rulings import Ruling
from .scoring import DealResult
from .seats import Partnership, Seat

E = TypeVar("E", bound="EventBase")


class EventBase(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """The base class of events."""

    def seen_by(self: E, seat: Seat | None) -> E:
        """Return the event as ``seat`` sees it, with the hidden cards replaced by None.

        A ``seat`` of None is a spectator.
        """
        return self


class HandDealt(EventBase, frozen=True, tag="hand_dealt"):
    """A seat was dealt ``count`` cards. Only that seat sees ``cards``, and only when the rules let it look at them."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None

    def seen_by(self, seat: Seat | None) -> HandDealt:
        return self if seat is self.seat else replace(self, cards=None)


class UpcardTurned(EventBase, frozen=True, tag="upcard_turned"):
    """A card was turned up."""

    card: Card


class SuitNamed(EventBase, frozen=True, tag="suit_named"):
    """The dealer named the suit that the turned-up joker stands for."""

    seat: Seat
    suit: Suit


class RedealClaimed(EventBase, frozen=True, tag="redeal_claimed"):
    """A seat showed a farmer's hand, a hand of low cards, and claimed a redeal. The same dealer deals again."""

    seat: Seat
    cards: tuple[Card, ...]


class WentUnder(EventBase, frozen=True, tag="went_under"):
    """A seat claimed the exchange of a farmer's hand: three low cards for the three cards under the turn-up."""

    seat: Seat


class CardShown(EventBase, frozen=True, tag="card_shown"):
    """A seat that exchanges a farmer's hand showed a low card and laid it under the pack."""

    seat: Seat
    card: Card


class KittyTaken(EventBase, frozen=True, tag="kitty_taken"):
    """A seat that exchanges a farmer's hand took the three cards under the turn-up. Only that seat sees the cards."""

    seat: Seat
    cards: tuple[Card, ...] | None

    def seen_by(self, seat: Seat | None) -> KittyTaken:
        return self if seat is self.seat else replace(self, cards=None)


class Passed(EventBase, frozen=True, tag="passed"):
    """A seat passed: it declined to call, to claim a farmer's hand, or to go alone."""

    seat: Seat


class TurnedDown(EventBase, frozen=True, tag="turned_down"):
    """All seats passed in the first round of calls, so the turn-up was turned down."""

    card: Card


class TrumpMade(EventBase, frozen=True, tag="trump_made"):
    """A seat made trump.

    ``ordered`` is true if it accepted the turn-up, and false if it named a suit in the second round.
    """

    seat: Seat
    suit: Suit
    ordered: bool
    alone: bool


class PickedUp(EventBase, frozen=True, tag="picked_up"):
    """A seat took the turn-up."""

    seat: Seat
    card: Card


class Buried(EventBase, frozen=True, tag="buried"):
    """The turn-up was put under the pack, so nobody holds it."""

    card: Card


class Discarded(EventBase, frozen=True, tag="discarded"):
    """A seat discarded a card, face down."""

    seat: Seat
    card: Card | None

    def seen_by(self, seat: Seat | None) -> Discarded:
        return self if seat is self.seat else replace(self, card=None)


class CardGiven(EventBase, frozen=True, tag="card_given"):
    """A loner's partner passed a card to the loner. The opponents do not see the card."""

    seat: Seat
    card: Card | None

    def seen_by(self, seat: Seat | None) -> CardGiven:
        return self if seat is self.seat or seat is self.seat.partner else replace(self, card=None)


class WentAlone(EventBase, frozen=True, tag="went_alone"):
    """A seat chose to play alone. ``defending`` is true if the seat defends alone."""

    seat: Seat
    defending: bool


class CardPlayed(EventBase, frozen=True, tag="card_played"):
    """A seat played a card to the trick."""

    seat: Seat
    card: Card


class TrickTaken(EventBase, frozen=True, tag="trick_taken"):
    """A seat took a trick and leads the next one. ``trick`` counts from 0."""

    seat: Seat
    trick: int


class RevokeRefuted(EventBase, frozen=True, tag="revoke_refuted"):
    """A claim of a revoke was wrong: nobody revoked in that trick. The claim costs nothing."""

    seat: Seat
    trick: int


class RevokeProven(EventBase, frozen=True, tag="revoke_proven"):
    """A claim of a revoke was right: the seat ``offender`` played ``card`` against the rules.

    If the deal goes on, ``penalty`` is the number of points that the other side scores at once. If the revoke ended the
    deal, ``penalty`` is None.
    """

    seat: Seat
    trick: int
    offender: Seat
    card: Card
    penalty: int | None = None


class DealScored(EventBase, frozen=True, tag="deal_scored"):
    """The deal ended with a result."""

    result: DealResult


class Misdealt(EventBase, frozen=True, tag="misdealt"):
    """The dealer misdealt. If ``lost`` is true, the dealer loses the deal and the next dealer deals."""

    dealer: Seat
    lost: bool


class BellRang(EventBase, frozen=True, tag="bell_rang"):
    """The bell that ends a timed round rang. ``play_on`` is true if a deal is in progress, which is then played out."""

    play_on: bool


class OfficialRuled(EventBase, frozen=True, tag="official_ruled"):
    """The official at the table, or the director of the tournament, gave a ruling."""

    ruling: Ruling


class GameOver(EventBase, frozen=True, tag="game_over"):
    """The game ended. ``winner`` is None if the game is drawn."""

    winner: Partnership | None
    score: tuple[int, ...]


Event: TypeAlias = (
    HandDealt | UpcardTurned | SuitNamed | RedealClaimed | WentUnder | CardShown | KittyTaken | Passed | TurnedDown
    | TrumpMade | PickedUp | Buried | Discarded | CardGiven | WentAlone | CardPlayed | TrickTaken | RevokeRefuted
    | RevokeProven | DealScored | Misdealt | BellRang | OfficialRuled | GameOver
)  # fmt: skip
