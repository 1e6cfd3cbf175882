"""The suit that each card counts as, and which card takes a trick."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.table import EAST, NORTH, SOUTH, WEST
from tests.core.tally import Tally
from tests.strategies import played_out, random_deal, randoms, seats
from uka import rulesets
from uka.core.cards import CARDS, JOKER, SUITS, Card, Hand, Suit, mask_of, parse_cards
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.core.trick import (
    EFFECTIVE,
    FOLLOW,
    STRAINS,
    STRENGTH,
    effective_suit,
    lawful_plays,
    plays_from,
    strength,
    suit_strength,
    winner,
)

RANKING = {
    Suit.HEARTS: "7h 8h 9h Th Qh Kh Ah Jd Jh B",
    Suit.DIAMONDS: "7d 8d 9d Td Qd Kd Ad Jh Jd B",
    Suit.CLUBS: "7c 8c 9c Tc Qc Kc Ac Js Jc B",
    Suit.SPADES: "7s 8s 9s Ts Qs Ks As Jc Js B",
}


@pytest.mark.parametrize("trump", SUITS, ids=str)
def test_trumps_from_the_lowest_to_the_benny(trump: Suit) -> None:
    trumps = parse_cards(RANKING[trump])
    for led in SUITS:
        worth = [strength(card, led, trump) for card in trumps]
        assert worth == sorted(set(worth))
        others = [strength(card, led, trump) for card in CARDS if card not in trumps]
        assert max(others) < worth[0]
    assert {card for card in CARDS if effective_suit(card, trump) is trump} == set(trumps)


@pytest.mark.parametrize("led", SUITS, ids=str)
def test_at_no_trump_every_suit_ranks_ace_to_seven_and_only_the_suit_led_takes(led: Suit) -> None:
    suit = [card for card in CARDS if card.suit is led]
    worth = [strength(card, led, Suit.NO_TRUMP) for card in suit]
    assert [str(card.rank.value) for card in suit] == list("789TJQKA")
    assert worth == sorted(set(worth))
    assert {strength(card, led, Suit.NO_TRUMP) for card in CARDS if card.suit not in (led, None)} == {0}


def test_the_tables_say_what_the_functions_say() -> None:
    for trump in Suit:
        for card in CARDS:
            assert EFFECTIVE[trump.index][card.index] is effective_suit(card, trump)
            for led in SUITS:
                assert STRENGTH[trump.index][led.index][card.index] == strength(card, led, trump)
                follows = bool(FOLLOW[trump.index][led.index] & card.bit)
                assert follows == (effective_suit(card, trump) is led)


@given(st.lists(st.sampled_from(CARDS), min_size=4, max_size=4, unique=True), st.sampled_from(SUITS), seats)
def test_the_winner_agrees_with_an_independent_tally(cards: list[Card], trump: Suit, leader: Seat) -> None:
    tally = Tally(Ruleset(), trump=trump.value)
    led = tally.suit(cards[0].value)
    best = max(range(4), key=lambda i: tally.rank(cards[i].value, led))
    order = [leader, leader.left, leader.partner, leader.right]
    assert winner(leader, tuple(cards), 0, trump) is order[best]


@pytest.mark.parametrize("trump", STRAINS)
def test_suit_strength_is_the_strength_of_a_card_that_was_led(trump: Suit) -> None:
    for card in CARDS[:32] if trump is Suit.NO_TRUMP else CARDS:
        assert suit_strength(card, trump.index) == strength(card, effective_suit(card, trump), trump)


def test_seats_that_sit_out_are_passed_over() -> None:
    cards, north_out = parse_cards("9c Tc Ac"), 1 << NORTH.index
    assert plays_from(WEST, cards, north_out) == ((WEST, Card.C9), (EAST, Card.TC), (SOUTH, Card.AC))
    assert winner(WEST, cards, north_out, Suit.HEARTS) is SOUTH
    assert plays_from(WEST, (), 0) == ()


@given(randoms)
def test_every_trick_of_a_deal_went_to_its_winner(rng: Random) -> None:
    done = played_out(random_deal(rulesets.find("british"), rng), rng)
    for trick in done.tricks:
        assert done.contract is not None
        assert winner(trick.leader, trick.cards, done.contract.sitting_out, done.contract.trump) is trick.taker


def lawful(hand: str, trick: str, trump: Suit = Suit.HEARTS, must_head: bool = False) -> str:
    return str(Hand.of(lawful_plays(mask_of(parse_cards(hand)), parse_cards(trick), trump, must_head)))


@pytest.mark.parametrize(
    ("hand", "trick", "plays", "heading"),
    [
        ("9c Ah", "", "9c Ah", "9c Ah"),
        ("9c Ac Ah", "Kc", "9c Ac", "Ac"),
        ("9c Tc Ah", "Kc", "9c Tc", "9c Tc"),
        ("9c Ac Ah", "Kc 9h", "9c Ac", "9c Ac"),
        ("9d Ah", "Kc", "9d Ah", "9d Ah"),
        ("9d Jd Ah", "Kd", "9d", "9d"),
        ("9d Jd Ah", "9h", "Jd Ah", "Jd Ah"),
        ("Kd Jd Ah", "9h Jh", "Jd Ah", "Jd Ah"),
        ("Kd Jd Ah B", "9h Kh", "Jd Ah B", "Jd Ah B"),
        ("Kd Qh", "B", "Qh", "Qh"),
    ],
)
def test_what_may_be_played_to_a_trick(hand: str, trick: str, plays: str, heading: str) -> None:
    assert lawful(hand, trick) == plays
    assert lawful(hand, trick, must_head=True) == heading


def test_the_benny_follows_trump_whatever_is_trump() -> None:
    assert {effective_suit(JOKER, trump) for trump in SUITS} == set(SUITS)
