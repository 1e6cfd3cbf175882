"""What happened. ``seen_by`` gives the form of an event that a seat may know: hidden cards become None."""

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
    """What all events share."""

    def seen_by(self: E, seat: Seat | None) -> E:
        """The event as a seat sees it; None is a spectator."""
        return self


class HandDealt(EventBase, frozen=True, tag="hand_dealt"):
    """A seat was dealt its cards; ``count`` of them. ``cards`` is for that seat alone, once it may look."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None

    def seen_by(self, seat: Seat | None) -> HandDealt:
        return self if seat is self.seat else replace(self, cards=None)


class UpcardTurned(EventBase, frozen=True, tag="upcard_turned"):
    """A card was turned up."""

    card: Card


class SuitNamed(EventBase, frozen=True, tag="suit_named"):
    """The dealer said which suit the benny stands for."""

    seat: Seat
    suit: Suit


class RedealClaimed(EventBase, frozen=True, tag="redeal_claimed"):
    """A farmer's hand was claimed and shown; the same dealer deals again."""

    seat: Seat
    cards: tuple[Card, ...]


class WentUnder(EventBase, frozen=True, tag="went_under"):
    """A farmer's hand was claimed for an exchange."""

    seat: Seat


class CardShown(EventBase, frozen=True, tag="card_shown"):
    """A card was shown and laid under the pack by a seat going under."""

    seat: Seat
    card: Card


class KittyTaken(EventBase, frozen=True, tag="kitty_taken"):
    """The three cards under the turn-up went to the seat going under, unseen by others."""

    seat: Seat
    cards: tuple[Card, ...] | None

    def seen_by(self, seat: Seat | None) -> KittyTaken:
        return self if seat is self.seat else replace(self, cards=None)


class Passed(EventBase, frozen=True, tag="passed"):
    """A seat declined what was offered."""

    seat: Seat


class TurnedDown(EventBase, frozen=True, tag="turned_down"):
    """The turn-up was refused by all."""

    card: Card


class TrumpMade(EventBase, frozen=True, tag="trump_made"):
    """A seat made trump; ``ordered`` if by accepting the turn-up."""

    seat: Seat
    suit: Suit
    ordered: bool
    alone: bool


class PickedUp(EventBase, frozen=True, tag="picked_up"):
    """A seat took the turn-up."""

    seat: Seat
    card: Card


class Buried(EventBase, frozen=True, tag="buried"):
    """The turn-up went under the pack."""

    card: Card


class Discarded(EventBase, frozen=True, tag="discarded"):
    """A seat laid a card away, face down."""

    seat: Seat
    card: Card | None

    def seen_by(self, seat: Seat | None) -> Discarded:
        return self if seat is self.seat else replace(self, card=None)


class CardGiven(EventBase, frozen=True, tag="card_given"):
    """A loner's partner passed a card, unseen by the others."""

    seat: Seat
    card: Card | None

    def seen_by(self, seat: Seat | None) -> CardGiven:
        return self if seat is self.seat or seat is self.seat.partner else replace(self, card=None)


class WentAlone(EventBase, frozen=True, tag="went_alone"):
    """A seat chose to play, or defend, alone."""

    seat: Seat
    defending: bool


class CardPlayed(EventBase, frozen=True, tag="card_played"):
    """A seat played a card to the trick."""

    seat: Seat
    card: Card


class TrickTaken(EventBase, frozen=True, tag="trick_taken"):
    """A seat took a trick, which is counted from 0, and leads the next."""

    seat: Seat
    trick: int


class RevokeRefuted(EventBase, frozen=True, tag="revoke_refuted"):
    """A claimed revoke was none; it costs nothing."""

    seat: Seat
    trick: int


class RevokeProven(EventBase, frozen=True, tag="revoke_proven"):
    """A claimed revoke was one: ``offender`` played ``card`` against the rules.

    ``penalty`` are the points that the other side scores at once, where the deal goes on; None where it is over.
    """

    seat: Seat
    trick: int
    offender: Seat
    card: Card
    penalty: int | None = None


class DealScored(EventBase, frozen=True, tag="deal_scored"):
    """The deal is over."""

    result: DealResult


class Misdealt(EventBase, frozen=True, tag="misdealt"):
    """The dealer misdealt; ``lost`` if the deal passes on."""

    dealer: Seat
    lost: bool


class BellRang(EventBase, frozen=True, tag="bell_rang"):
    """The bell rang; ``play_on`` if a turn-up lay on the pack, so that the deal is played out."""

    play_on: bool


class OfficialRuled(EventBase, frozen=True, tag="official_ruled"):
    """The official of the table, or the director, had the final say."""

    ruling: Ruling


class GameOver(EventBase, frozen=True, tag="game_over"):
    """The game is over; ``winner`` is None for a draw."""

    winner: Partnership | None
    score: tuple[int, ...]


Event: TypeAlias = (
    HandDealt | UpcardTurned | SuitNamed | RedealClaimed | WentUnder | CardShown | KittyTaken | Passed | TurnedDown
    | TrumpMade | PickedUp | Buried | Discarded | CardGiven | WentAlone | CardPlayed | TrickTaken | RevokeRefuted
    | RevokeProven | DealScored | Misdealt | BellRang | OfficialRuled | GameOver
)  # fmt: skip
