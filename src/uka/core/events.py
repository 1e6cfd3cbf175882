"""The events of a game, which say what happened. ``seen_by`` returns an event without the cards hidden from a seat."""

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
    """The base class of all events of a game."""

    def seen_by(self: E, seat: Seat | None) -> E:
        """Return the event as ``seat`` sees it, or as a spectator does if ``seat`` is None.

        Cards that this viewer may not see are replaced by None.
        """
        return self


class HandDealt(EventBase, frozen=True):
    """A seat was dealt its hand. Only that seat sees ``cards``.

    A dealer who must name a suit before looking gets two such events: the first without ``cards``, and a second with
    ``cards`` after the suit is named.
    """

    seat: Seat
    count: int
    """The number of cards."""
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
    """A seat claimed a farmer's hand: it exchanges three low cards for the three cards under the upcard."""

    seat: Seat


class CardShown(EventBase, frozen=True):
    """A seat that exchanges a farmer's hand showed one of its three low cards and laid it under the pack."""

    seat: Seat
    card: Card


class KittyTaken(EventBase, frozen=True):
    """A seat that exchanges a farmer's hand took the three cards under the upcard. Only that seat sees the cards."""

    seat: Seat
    cards: tuple[Card, ...] | None

    def seen_by(self, seat: Seat | None) -> KittyTaken:
        return self if seat is self.seat else replace(self, cards=None)


class Passed(EventBase, frozen=True):
    """A seat passed: it declined to call, to claim a farmer's hand, or to go alone."""

    seat: Seat
    phase: Phase
    """The phase of the deal, which says what the seat declined: CALLING, CLAIMING or ASKING."""


class TurnedDown(EventBase, frozen=True):
    """All seats passed in the first round of calls, so the upcard was turned down."""

    card: Card


class TrumpMade(EventBase, frozen=True):
    """A seat made trump."""

    seat: Seat
    suit: Suit
    """The trump suit, or no trump."""
    ordered: bool
    """Whether the seat accepted the upcard. If not, it called trump in the second round of calls."""
    alone: bool
    """Whether the seat plays alone."""


class PickedUp(EventBase, frozen=True):
    """A seat took the upcard into its hand."""

    seat: Seat
    card: Card


class Buried(EventBase, frozen=True):
    """The upcard was put under the pack, so that no seat holds it."""

    card: Card


class Discarded(EventBase, frozen=True):
    """A seat discarded a card face down. Only that seat sees the card."""

    seat: Seat
    card: Card | None

    def seen_by(self, seat: Seat | None) -> Discarded:
        return self if seat is self.seat else replace(self, card=None)


class CardGiven(EventBase, frozen=True):
    """The partner of a loner gave the loner a card. Only these two see it. ``seat`` is the partner."""

    seat: Seat
    card: Card | None

    def seen_by(self, seat: Seat | None) -> CardGiven:
        return self if seat is self.seat or seat is self.seat.partner else replace(self, card=None)


class WentAlone(EventBase, frozen=True):
    """A seat chose, after the discard, to play alone. ``defending`` is true if the seat is a defender."""

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
    """A seat claimed a revoke in a trick, but no opponent revoked there. A wrong claim has no penalty."""

    seat: Seat
    """The seat that claimed the revoke."""
    trick: int
    """The number of the trick in the deal, from 0."""


class RevokeProven(EventBase, frozen=True):
    """A seat claimed a revoke in a trick and was right."""

    seat: Seat
    """The seat that claimed the revoke."""
    trick: int
    """The number of the trick in the deal, from 0."""
    offender: Seat
    """The seat that revoked."""
    card: Card
    """The card that ``offender`` played against the rules."""
    penalty: int | None = None
    """The points that the other side scores at once. None if the deal is over, since its result then includes them."""


class DealScored(EventBase, frozen=True):
    """The deal ended and was scored."""

    result: DealResult


class Misdealt(EventBase, frozen=True):
    """The dealer misdealt. ``lost`` is true if the dealer has lost the deal, so that the next player deals."""

    dealer: Seat
    lost: bool


class BellRang(EventBase, frozen=True):
    """The bell that ends a timed round rang. ``play_on`` is true if a deal is in progress, which is played out."""

    play_on: bool


class OfficialRuled(EventBase, frozen=True):
    """The official at the table, or the director of the tournament, gave a ruling."""

    ruling: Ruling


class GameOver(EventBase, frozen=True):
    """The game ended."""

    winner: Partnership | None
    """The side that won, or None if the game is drawn."""
    score: tuple[int, ...]
    """The final score of each partnership, north-south first."""


Event: TypeAlias = (
    HandDealt | UpcardTurned | SuitNamed | RedealClaimed | WentUnder | CardShown | KittyTaken | Passed | TurnedDown
    | TrumpMade | PickedUp | Buried | Discarded | CardGiven | WentAlone | CardPlayed | TrickTaken | RevokeRefuted
    | RevokeProven | DealScored | Misdealt | BellRang | OfficialRuled | GameOver
)  # fmt: skip
