"""Functions that deal a pack into hands, and find the pack order that gives each seat a chosen hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import itemgetter
from typing import TypeAlias, cast

from .cards import Card, CardMask, card_of, cards_of, mask_of, parse_cards
from .errors import InvalidDeal
from .ruleset import PACKET_PATTERNS, Ruleset
from .seats import SEATS, Seat, clockwise, seat_of

CardsOrText: TypeAlias = Iterable[Card | str] | str
CUT_LEAST = 4
"""The least number of cards in each part of a cut pack."""


def arranged_pack(
    rules: Ruleset,
    dealer: Seat | str,
    hands: Mapping[Seat, CardsOrText] | Mapping[str, CardsOrText],
    upcard: Card | str,
    kitty: CardsOrText | None = None,
    packet_pattern: str | None = None,
) -> tuple[Card, ...]:
    """Return the pack in an order that deals each seat its hand in ``hands`` and turns up ``upcard``.

    If ``kitty`` is None, the remaining cards form the kitty, in index order. Raise ``InvalidDeal`` if a card is given
    twice, a card is not in the pack, or a number of cards is wrong.
    """
    dealer = seat_of(dealer)
    given = {seat_of(seat): cards for seat, cards in hands.items()}
    held = {seat: _as_cards(given.get(seat, ()), f"{seat}'s hand", rules.hand_size) for seat in rules.seats}
    top = _as_cards(upcard if isinstance(upcard, str) else (upcard,), "the turn-up", 1)
    used = tuple(card for cards in held.values() for card in cards) + top
    rest = tuple(card for card in rules.cards if card not in used)
    under = rest if kitty is None else _as_cards(kitty, "the kitty", len(rules.cards) - len(used))
    stacks = {seat: list(held[seat]) for seat in rules.seats}
    order: list[Card] = []
    for packet in PACKET_PATTERNS[checked_packet_pattern(rules, packet_pattern)]:
        for seat in clockwise(dealer.left):
            order += stacks[seat][:packet]
            del stacks[seat][:packet]
    return checked_pack(rules, (*order, *top, *under))


def _as_cards(cards: CardsOrText, what: str, count: int | None = None) -> tuple[Card, ...]:
    """Return ``cards``, given as one text or as an iterable of cards or texts, as a tuple of ``Card``.

    Raise ``InvalidDeal`` if a card cannot be read, or if the number of cards is not ``count``. ``what`` is the name of
    the cards in the error.
    """
    try:
        read = parse_cards(cards) if isinstance(cards, str) else tuple(map(card_of, cards))
    except ValueError as error:
        raise InvalidDeal(f"{what}: {error}") from None
    if count is not None and len(read) != count:
        raise InvalidDeal(f"{what} must be {count} {'card' if count == 1 else 'cards'}, not {len(read)}")
    return read


def checked_rules(rules: Ruleset) -> Ruleset:
    """Return ``rules`` unchanged. Raise ``InvalidDeal`` if it is not a ``Ruleset``."""
    if isinstance(rules, Ruleset):  # pyright: ignore[reportUnnecessaryIsInstance]
        return rules
    raise InvalidDeal(f"{rules!r} is not a ruleset: write one such as uka.ruleset('tainui')")


def checked_pack(rules: Ruleset, pack: CardsOrText) -> tuple[Card, ...]:
    """Return ``pack``, which may be text, as cards.

    Raise ``InvalidDeal`` unless ``pack`` holds each card of the ruleset's pack exactly once.
    """
    order = tuple(pack)
    if len(order) == len(rules.cards) and rules.pack_set.issubset(order):
        return cast(tuple[Card, ...], order)
    return _checked_cards(rules, _as_cards(pack if isinstance(pack, str) else order, "the pack"))


def _checked_cards(rules: Ruleset, order: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return ``order`` unchanged if it holds each card of the ruleset's pack exactly once.

    Otherwise raise ``InvalidDeal`` with the first fault found, such as a card that appears twice.
    """
    if len(order) == len(rules.cards) and rules.pack_set.issubset(order):
        return order
    if not order:
        raise InvalidDeal("a deal needs a pack: give the cards in their order, such as uka.shuffled(rules, seed=1)")
    expected, seen = rules.pack_mask, 0
    for card in order:
        if not card.bit & expected:
            raise InvalidDeal(f"{card} is not in the pack of {len(rules.cards)} cards that {rules.name} is played with")
        if card.bit & seen:
            raise InvalidDeal(f"{card} appears twice: a pack has each card once")
        seen |= card.bit
    raise InvalidDeal(f"{next(iter(cards_of(expected & ~seen)))} is missing from the pack")


def checked_packet_pattern(rules: Ruleset, packet_pattern: str | None) -> str:
    """Return ``packet_pattern``, such as "3-2", or the first pattern that the rules allow if it is None.

    The pattern "3-2" deals three cards to each seat, then two. Raise ``InvalidDeal`` if the rules forbid the pattern.
    """
    if packet_pattern is None:
        return rules.packet_patterns[0]
    if packet_pattern not in rules.packet_patterns:
        allowed = " or ".join(rules.packet_patterns)
        raise InvalidDeal(f"{rules.name} doesn't deal packets of {packet_pattern}: only {allowed}")
    return packet_pattern


def cut_pack(rules: Ruleset, order: tuple[Card, ...], cut: int | None) -> tuple[Card, ...]:
    """Return the pack ``order`` after ``cut`` cards were lifted off the top and laid under the rest.

    If ``cut`` is None, return ``order`` unchanged. Raise ``InvalidDeal`` if the rules forbid the cut.
    """
    if cut is None:
        return order
    if not rules.cut:
        raise InvalidDeal(f"the pack is not cut under {rules.name}")
    if not CUT_LEAST <= cut <= len(order) - CUT_LEAST:
        most = len(order) - CUT_LEAST
        raise InvalidDeal(f"a cut of {cut} leaves fewer than {CUT_LEAST} cards in one part: cut {CUT_LEAST} to {most}")
    return order[cut:] + order[:cut]


def deal_pack(
    rules: Ruleset, dealer: Seat, order: tuple[Card, ...], packet_pattern: str
) -> tuple[tuple[CardMask, ...], tuple[Card, ...]]:
    """Deal the pack ``order``. Return the hands by ``seat.index``, and the remaining cards.

    The first of the remaining cards is turned up.
    """
    hands = hands_in_deal_order(dealer, order, packet_pattern)
    return tuple([mask_of(hand) for hand in hands]), order[len(rules.seats) * rules.hand_size :]


def hands_in_deal_order(dealer: Seat, order: tuple[Card, ...], packet_pattern: str) -> tuple[tuple[Card, ...], ...]:
    """Return the hands dealt from the pack ``order``, by ``seat.index``, with their cards in the order of dealing."""
    return tuple([hand(order) for hand in _hands_in_pack(dealer, packet_pattern)])


@cache
def _hands_in_pack(dealer: Seat, packet_pattern: str) -> tuple[Callable[[tuple[Card, ...]], tuple[Card, ...]], ...]:
    """Return for each seat a function that takes a pack and returns the cards of it that the seat is dealt."""
    indexes: dict[Seat, list[int]] = {seat: [] for seat in SEATS}
    first = 0
    for packet in PACKET_PATTERNS[packet_pattern]:
        for seat in clockwise(dealer.left):
            indexes[seat] += range(first, first + packet)
            first += packet
    return tuple(itemgetter(*indexes[seat]) for seat in SEATS)
