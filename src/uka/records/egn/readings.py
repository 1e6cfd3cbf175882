"""The parsed parts of a deal in a file, and every possible turn-up and sequence of actions of the deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from uka.core.actions import CALLS, CALLS_ALONE, ORDER_UP, ORDER_UP_ALONE, PASS, Action
from uka.core.cards import JOKER, SUITS, Card, Suit, cards_of, mask_of
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat

from ..errors import InvalidRecord
from .cards import known, may_be
from .schema import EgnBidding, EgnCardExchange, EgnDeal, EgnTrickPlay
from .script import DealScript


class ParsedDeal(NamedTuple):
    """A deal of a file, with its parsed phases: the calls and the tricks."""

    form: EgnDeal
    number: int
    dealer: Seat
    bidding: EgnBidding | None
    play: EgnTrickPlay | None

    @property
    def alone(self) -> bool:
        """Whether the maker went alone.

        Early files may have this flag in the phase of the tricks instead of the calls.
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

    def wrong(self, why: str, seat: Seat | None = None, trick: int | None = None) -> InvalidRecord:
        """Return an ``InvalidRecord`` with the message ``why``.

        The exception names this deal, and the seat and the trick if they are given.
        """
        return InvalidRecord(why, deal=self.number, seat=seat, trick=trick)

    def seat(self, number: int) -> Seat:
        """Return the seat that a number in the file stands for. Raise ``InvalidRecord`` if there is no such seat."""
        if number >= len(SEATS):
            raise self.wrong(f"there is no seat {number}: seats are 0 to 3")
        return SEATS[number]

    def mask(self, text: str, pack: int, trump: Suit | None = None, trick: int | None = None) -> int:
        """Return the bit mask of the cards of ``pack`` that a text can mean.

        Raise ``InvalidRecord`` if the pack has no such card.
        """
        try:
            mask = may_be(text, trump) & pack
        except ValueError as error:
            raise self.wrong(str(error), trick=trick) from None
        if not mask:
            raise self.wrong(f"{text} is not in the pack of {pack.bit_count()} cards", trick=trick)
        return mask


def parse_deal(form: EgnDeal, number: int) -> ParsedDeal:
    """Parse a deal of a file. Raise ``InvalidRecord`` if its phases, dealer or hands are impossible."""
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


def readings(rules: Ruleset, parsed: ParsedDeal) -> Iterator[tuple[Card, DealScript]]:
    """Yield every possible turn-up of a deal, with the script of the deal's actions.

    There are several results if the file does not give the turn-up, the suit of a turned-up joker, or the last call.
    """
    pack = rules.pack_mask
    upcards = parsed.mask(parsed.form.initial_state.up_card, pack)
    if not known(upcards):
        upcards &= ~(JOKER.bit | _named(parsed, pack))
    for upcard in cards_of(upcards):
        for named in _suits_named(parsed, upcard):
            for calls in _calls(parsed, upcard):
                yield upcard, _script(parsed, calls, named)


def _script(parsed: ParsedDeal, calls: tuple[Action, ...], named: Suit | None) -> DealScript:
    under = next((parsed.seat(e.receiver) for e in parsed.exchanges if not isinstance(e.sender, int)), None)
    lone = parsed.bidding.alone_defender if parsed.bidding else -1
    return DealScript(
        begun=bool(parsed.form.phases),
        played=parsed.play is not None,
        calls=calls,
        named=named,
        under=under,
        lone_defender=parsed.seat(lone) if lone >= 0 else None,
    )


def _named(parsed: ParsedDeal, pack: int) -> int:
    """Return the bit mask of the known cards that the file puts in hands or in the kitty."""
    state = parsed.form.initial_state
    texts = [text for hand in (*state.player_cards, state.kitty) for text in hand]
    return mask_of(card for text in texts if (card := known(parsed.mask(text, pack))))


def _suits_named(parsed: ParsedDeal, upcard: Card) -> tuple[Suit | None, ...]:
    if upcard is not JOKER or not parsed.calls:
        return (None,)
    if len(parsed.calls) > len(SEATS):
        raise parsed.wrong("the joker was turned up and turned down: EGN does not say which suit it stood for")
    suits = [call for call in parsed.calls if call in "shdc"]
    return (Suit(suits[0]),) if suits else SUITS


def _calls(parsed: ParsedDeal, upcard: Card) -> Iterator[tuple[Action, ...]]:
    if not parsed.calls:
        yield ()
        return
    order = ORDER_UP_ALONE if parsed.alone else ORDER_UP
    suits: dict[str, Action] = {
        suit.value: order if upcard is JOKER else (CALLS_ALONE if parsed.alone else CALLS)[suit.index] for suit in Suit
    }
    plain: dict[str, Action] = {"Pass": PASS, "x": PASS, "Order": order, **suits}
    *before, last = parsed.calls
    earlier = tuple(plain[call] for call in before)
    if last != "x":
        yield (*earlier, plain[last])
        return
    choices = (order,) if len(earlier) < len(SEATS) else tuple(suits.values())
    yield from ((*earlier, choice) for choice in (choices if parsed.play else (PASS, *choices)))
