"""Cards, hands, seats and packs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uka.core.cards import CARDS, JOKER, SUITS, Card, Hand, Rank, Suit, cards_of, mask_of, pack, parse_card
from uka.core.cards import parse_cards as parse
from uka.core.seats import NEXT_ACTIVE, PARTNERSHIPS, SEATS, Partnership, Seat, clockwise

INDEX_ORDER = """7c 8c 9c Tc Jc Qc Kc Ac 7d 8d 9d Td Jd Qd Kd Ad 7h 8h 9h Th Jh Qh Kh Ah 7s 8s 9s Ts Js Qs Ks As B"""


def test_the_index_of_every_card() -> None:
    assert " ".join(map(str, CARDS)) == INDEX_ORDER
    assert [card.index for card in CARDS] == list(range(33))
    assert [card.bit for card in CARDS] == [2**i for i in range(33)]
    assert repr(CARDS[0]) == "Card.C7"


@pytest.mark.parametrize(("size", "lowest"), [(24, "9c 9d 9h 9s"), (28, "8c 8d 8h 8s"), (32, "7c 7d 7h 7s")], ids=str)
def test_a_pack(size: int, lowest: str) -> None:
    cards = pack(size)
    assert len(cards) == len(set(cards)) == size
    low = min(card.rank.index for card in cards)
    assert tuple(card for card in cards if card.rank.index == low) == parse(lowest)
    assert pack(size, joker=True) == (*cards, JOKER)


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_is_read_as_it_is_written(card: Card) -> None:
    assert parse_card(str(card)) is card
    assert parse_card(f" {str(card).swapcase()} ") is card
    if card.suit:
        assert parse_card(str(card.rank.value) + card.suit.symbol) is card


def test_a_ten_may_have_two_digits() -> None:
    assert parse("10d, 10♠ Tc") == (Card.TD, Card.TS, Card.TC)


@pytest.mark.parametrize("text", ["", "J", "1d", "Jx", "JJd", "dJ", "BB", "11d"])
def test_a_text_that_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: write rank then suit"):
        parse_card(text)


def test_a_repeated_card_is_refused() -> None:
    with pytest.raises(ValueError, match="Jd appears twice"):
        Hand.parse("Jd 9c jd")


@given(st.frozensets(st.sampled_from(CARDS)), st.frozensets(st.sampled_from(CARDS)))
def test_a_hand_is_a_set_of_cards(a: frozenset[Card], b: frozenset[Card]) -> None:
    hand, other = Hand(a), Hand(b)
    assert set(hand) == a
    assert len(hand) == len(a)
    assert (hand == other) == (a == b)
    assert set(hand | other) == a | b
    assert set(hand & other) == a & b
    assert set(hand - other) == a - b
    assert (hand <= other) == (a <= b)
    assert hash(Hand(sorted(a, key=str, reverse=True))) == hash(hand)
    assert list(hand) == sorted(a, key=lambda card: card.index)
    assert Hand.parse(str(hand)) == hand
    assert Hand.of(mask_of(a)) == hand
    assert cards_of(hand.mask) == tuple(hand)
    assert eval(repr(hand), {"Hand": Hand}) == hand
    assert {card for card in CARDS if card in hand} == a


def test_a_hand_as_text_and_as_a_key() -> None:
    hand = Hand.parse("Jd 9c")
    assert {hand: "kept"}[Hand.parse("9c Jd")] == "kept"
    assert (str(hand), repr(hand)) == ("9c Jd", "Hand.parse('9c Jd')")


def test_a_value_that_is_not_a_card_is_in_no_hand() -> None:
    assert "Jd" not in Hand.parse("Jd")
    assert 12 not in Hand.parse("Jd")


def test_suits() -> None:
    assert "".join(suit.symbol for suit in Suit) == "♣♦♥♠∅"
    assert [suit.next for suit in SUITS] == [Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS]
    assert Suit.NO_TRUMP.next is Suit.NO_TRUMP
    assert list(map(str, Suit)) == ["clubs", "diamonds", "hearts", "spades", "no trump"]
    assert str(Rank.TEN) == "ten"


def test_seats_go_round_clockwise() -> None:
    assert SEATS == (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
    assert [seat.left for seat in SEATS] == [Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH]
    assert [seat.right for seat in SEATS] == [Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH]
    assert [seat.partner for seat in SEATS] == [Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST]
    assert clockwise(Seat.SOUTH) == (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
    assert repr(Seat.SOUTH) == "Seat.SOUTH"
    assert str(Seat.SOUTH) == "south"


def test_partners_sit_across() -> None:
    assert PARTNERSHIPS == (Partnership.NORTH_SOUTH, Partnership.EAST_WEST)
    assert [seat.partnership.index for seat in SEATS] == [0, 1, 0, 1]
    for side in PARTNERSHIPS:
        assert side.other.other is side
        assert {seat.partner for seat in side.seats} == set(side.seats)
    assert repr(PARTNERSHIPS[0]) == "Partnership.NORTH_SOUTH"
    assert str(PARTNERSHIPS[1]) == "east-west"


def test_the_next_seat_skips_those_who_sit_out() -> None:
    north_out = 1 << Seat.NORTH.index
    assert [NEXT_ACTIVE[north_out][seat.index] for seat in SEATS] == [Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.EAST]
    assert NEXT_ACTIVE[0] == tuple(seat.left for seat in SEATS)
