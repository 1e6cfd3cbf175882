"""The parts of a deal in a file, and the interpretations of the file: the possible upcards and sequences of calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from uka.core.actions import CALLS, CALLS_ALONE, ORDER_UP, ORDER_UP_ALONE, PASS, Action
from uka.core.cards import JOKER, SUITS, Card, Suit, cards_of, mask_of
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat

from ..errors import InvalidRecord
from .cards import possible_cards, single_card
from .recorded_actions import RecordedActions
from .schema import EgnBidding, EgnCardExchange, EgnDeal, EgnTrickPlay


class ParsedDeal(NamedTuple):
    """A deal of a file, with its two parts found: the calls and the tricks."""

    form: EgnDeal
    """The deal as it stands in the file."""
    number: int
    """The index of the deal in the file, from 0."""
    dealer: Seat
    bidding: EgnBidding | None
    """The part of the file with the calls, or None if there is no such part."""
    play: EgnTrickPlay | None
    """The part of the file with the tricks, or None if there is no such part."""

    @property
    def alone(self) -> bool:
        """Whether the file says that the maker goes alone, without a partner.

        EGN has the flag beside the calls. Files of early versions of EGN may have it beside the tricks instead.
        """
        return any(phase is not None and phase.is_alone is True for phase in (self.bidding, self.play))

    @property
    def exchanges(self) -> list[EgnCardExchange]:
        """The exchanges of cards between seats, or between a seat and the kitty."""
        return self.bidding.card_exchanges if self.bidding else []

    @property
    def calls(self) -> list[str]:
        """The calls in the order in which they were made, as texts of the file."""
        return [*self.bidding.calls] if self.bidding else []

    def fault(self, why: str, seat: Seat | None = None, trick: int | None = None) -> InvalidRecord:
        """Return an ``InvalidRecord`` about this deal, with the message ``why``.

        The exception also names ``seat``, and the trick with the number ``trick``, if they are given.
        """
        return InvalidRecord(why, deal=self.number, seat=seat, trick=trick)

    def seat(self, number: int) -> Seat:
        """Return the seat with the number ``number`` in the file. Raise ``InvalidRecord`` if there is no such seat."""
        if number >= len(SEATS):
            raise self.fault(f"there is no seat {number}: seats are 0 to 3")
        return SEATS[number]

    def mask(self, text: str, pack: int, trump: Suit | None = None, trick: int | None = None) -> int:
        """Return the bit mask of the cards that ``text``, a card in the file, can mean.

        ``pack`` is the bit mask of the pack. ``trump`` is the trump suit if it is known. ``trick`` is the number of the
        trick for the error message. Raise ``InvalidRecord`` if the pack has no such card.
        """
        try:
            mask = possible_cards(text, trump) & pack
        except ValueError as error:
            raise self.fault(str(error), trick=trick) from None
        if not mask:
            raise self.fault(f"{text} is not in the pack of {pack.bit_count()} cards", trick=trick)
        return mask


def parse_deal(form: EgnDeal, number: int) -> ParsedDeal:
    """Find the parts of ``form``, the deal with the index ``number`` in a file.

    Raise ``InvalidRecord`` if the parts are in a wrong order, or if the dealer or the number of hands is impossible.
    """
    bids = [phase for phase in form.phases if isinstance(phase, EgnBidding)]
    plays = [phase for phase in form.phases if isinstance(phase, EgnTrickPlay)]
    if len(bids) > 1 or len(plays) > 1 or (plays and form.phases[0] is plays[0]):
        raise InvalidRecord("a deal has one phase of calls, then at most one of tricks", deal=number)
    state = form.initial_state
    if state.dealer >= len(SEATS):
        raise InvalidRecord(f"the dealer is seat {state.dealer}: seats are 0 to 3", deal=number)
    if state.player_cards and len(state.player_cards) != len(SEATS):
        raise InvalidRecord(f"{len(state.player_cards)} hands are given: there are 4 seats", deal=number)
    return ParsedDeal(form, number, SEATS[state.dealer], bids[0] if bids else None, plays[0] if plays else None)


def interpretations(rules: Ruleset, parsed: ParsedDeal) -> Iterator[tuple[Card, RecordedActions]]:
    """Yield each interpretation of a deal in a file: an upcard that the deal can have, and the actions recorded for it.

    There are several if the file leaves open which card was turned up, which suit the dealer named for a joker that was
    turned up, or what the last call was.
    """
    pack = rules.pack_mask
    upcards = parsed.mask(parsed.form.initial_state.up_card, pack)
    if not single_card(upcards):
        upcards &= ~(JOKER.bit | _cards_elsewhere(parsed, pack))
    for upcard in cards_of(upcards):
        for named in _suits_named(parsed, upcard):
            for calls in _call_sequences(parsed, upcard):
                yield upcard, _recorded_actions(parsed, calls, named)


def _recorded_actions(parsed: ParsedDeal, calls: tuple[Action, ...], named: Suit | None) -> RecordedActions:
    from_kitty = (exchange for exchange in parsed.exchanges if not isinstance(exchange.sender, int))
    under = next((parsed.seat(exchange.receiver) for exchange in from_kitty), None)
    lone = parsed.bidding.alone_defender if parsed.bidding else -1
    return RecordedActions(
        begun=bool(parsed.form.phases),
        played=parsed.play is not None,
        calls=calls,
        named=named,
        goes_under=under,
        lone_defender=parsed.seat(lone) if lone >= 0 else None,
    )


def _cards_elsewhere(parsed: ParsedDeal, pack: int) -> int:
    """Return the bit mask of the known cards that the file puts in hands or in the kitty."""
    state = parsed.form.initial_state
    texts = [text for hand in (*state.player_cards, state.kitty) for text in hand]
    return mask_of(card for text in texts if (card := single_card(parsed.mask(text, pack))))


def _suits_named(parsed: ParsedDeal, upcard: Card) -> tuple[Suit | None, ...]:
    """Return the suits that the dealer may have named for ``upcard``, or (None,) if it is no joker or nobody called."""
    if upcard is not JOKER or not parsed.calls:
        return (None,)
    if len(parsed.calls) > len(SEATS):
        raise parsed.fault("the joker was turned up and turned down: EGN does not say which suit it stood for")
    suits = [call for call in parsed.calls if call in "shdc"]
    return (Suit(suits[0]),) if suits else SUITS


def _call_sequences(parsed: ParsedDeal, upcard: Card) -> Iterator[tuple[Action, ...]]:
    """Yield each sequence of calls that the file allows. The last call may be unknown: the text ``x``."""
    if not parsed.calls:
        yield ()
        return
    order = ORDER_UP_ALONE if parsed.alone else ORDER_UP
    suit_calls = CALLS_ALONE if parsed.alone else CALLS
    suits = {suit.value: order if upcard is JOKER else suit_calls[suit.index] for suit in Suit}
    actions: dict[str, Action] = {"Pass": PASS, "x": PASS, "Order": order, **suits}
    *texts_before, last = parsed.calls
    before = tuple(actions[text] for text in texts_before)
    if last != "x":
        yield (*before, actions[last])
        return
    if not parsed.play:
        yield (*before, PASS)
    for choice in (order,) if len(before) < len(SEATS) else tuple(suits.values()):
        yield (*before, choice)
