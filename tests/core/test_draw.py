"""The draw for the first dealer and for partners, by its four methods, with ties."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.table import EAST, NORTH, SOUTH, WEST
from tests.strategies import seats, seeds
from uka.core.cards import JOKER, Card, Rank, parse_cards
from uka.core.draw import LOW_TO_HIGH as KING_HIGH
from uka.core.draw import Draw
from uka.core.errors import IllegalAction, InvalidDeal
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Partnership, Seat
from uka.core.shuffle import shuffle, shuffled

KINDS = ("random", "first_jack", "high_cut", "low_card")


def draw(kind: str, first: str, captain: Seat = NORTH, pack: int = 32) -> Draw:
    """Return a draw from a pack that begins with the cards ``first``. The other cards follow in index order."""
    rules = Ruleset(draw=kind, pack=pack)  # type: ignore[arg-type]
    top = parse_cards(first)
    return Draw.start(rules, (*top, *(card for card in rules.cards if card not in top)), captain)


# At random


def test_a_random_draw_makes_every_seat_equally_likely() -> None:
    rules = Ruleset()
    counts = Counter(Draw.start(rules, shuffled(rules, seed)).dealer for seed in range(2_000))
    assert set(counts) == set(SEATS)
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 16.3  # p = 0.001, 3 degrees of freedom


@pytest.mark.parametrize("size", [24, 28, 32])
def test_in_a_random_draw_the_first_card_determines_the_seat(size: int) -> None:
    cards = Ruleset(pack=size).cards  # type: ignore[arg-type]
    dealers = [draw("random", str(card), pack=size).dealer for card in cards]
    assert Counter(dealers) == dict.fromkeys(SEATS, size // 4)


# The first jack


def test_the_first_jack_deals_from_the_captains_left() -> None:
    first = draw("first_jack", "9c Ah 7d Td Jh Js")
    assert [(str(seat), str(card)) for seat, card in first.shown] == [
        ("east", "9c"),
        ("south", "Ah"),
        ("west", "7d"),
        ("north", "Td"),
        ("east", "Jh"),
    ]
    assert (first.dealer, first.over, first.turn) == (EAST, True, None)
    assert draw("first_jack", "9c Ah 7d Td Jh Js", captain=WEST).dealer is NORTH


# The high cut


def test_the_side_with_the_higher_cut_names_its_dealer() -> None:
    cut = draw("high_cut", "Ah Kd")
    assert (cut.turn, cut.over, cut.namer) == (NORTH, False, None)
    with pytest.raises(IllegalAction, match="it's not the time to name the dealer"):
        cut.name_dealer(NORTH)
    cut = cut.take()
    assert (cut.turn, cut.face_down[0], cut.face_down_count) == (EAST, Card.KD, 31)
    cut = cut.take()
    assert (cut.namer, cut.dealer, cut.turn) == (Partnership.NORTH_SOUTH, None, None)
    with pytest.raises(IllegalAction, match="North-South cut the higher card and names the dealer: East is on"):
        cut.name_dealer(EAST)
    named = cut.name_dealer(SOUTH)
    assert (named.dealer, named.seating) == (SOUTH, SEATS)
    with pytest.raises(IllegalAction, match="it's not the time to name the dealer"):
        named.name_dealer(SOUTH)
    with pytest.raises(IllegalAction, match="it's not the time to draw a card"):
        named.take()


def test_equal_cuts_are_cut_again() -> None:
    cut = draw("high_cut", "9h 9d Ah As 7c 8c")
    for _ in range(4):
        cut = cut.take()
    assert (cut.turn, cut.namer) == (NORTH, None)
    done = cut.finish()
    assert (done.namer, done.dealer, len(done.shown)) == (Partnership.EAST_WEST, EAST, 6)


def test_a_cut_may_be_anywhere_in_what_is_left() -> None:
    cut = draw("high_cut", "7c 8c 9c").take(2)
    assert cut.shown == ((NORTH, Card.C9),)
    assert [str(card) for card in cut.face_down[:3]] == ["7c", "8c", "Tc"]
    for place in (-1, 31):
        with pytest.raises(
            IllegalAction, match=f"there is no card at place {place}: 31 cards are left, counted from 0"
        ):
            cut.take(place)
    assert cut.take(30).shown[-1] == (EAST, Card.AS)


def test_a_pack_used_up_by_ties_is_shuffled_again() -> None:
    ranks = sorted(Ruleset(draw="high_cut").cards, key=lambda card: card.rank.index)
    with pytest.raises(InvalidDeal, match="ties have used up the pack: shuffle it and draw again"):
        Draw.start(Ruleset(draw="high_cut"), ranks).finish()


# The lowest card


def test_the_lowest_deals_and_the_two_lowest_play_together() -> None:
    low = draw("low_card", "Kh 7d Qs Ac").finish()  # north K, east 7, south Q, west A
    assert low.dealer is WEST
    assert low.seating == SEATS  # east and west are partners already
    moved = draw("low_card", "Kh Qd 7s Ac").finish()  # west A and south 7 are lowest
    assert moved.dealer is WEST
    assert dict(zip(SEATS, moved.seating, strict=True)) == {NORTH: NORTH, EAST: SOUTH, SOUTH: EAST, WEST: WEST}


def test_the_captain_draws_first_and_then_clockwise() -> None:
    drawing = draw("low_card", "Kh Qd 7s Ac", captain=SOUTH)
    order = list[Seat | None]()
    while drawing.turn:
        order.append(drawing.turn)
        drawing = drawing.take()
    assert order == [SOUTH, WEST, NORTH, EAST]
    assert drawing.dealer is EAST


def test_king_is_high_and_ace_low() -> None:
    for higher, lower in pairwise("KQJT987A"):
        keys = draw("low_card", f"{higher}c {lower}h").take().take().ranks
        assert keys[NORTH.index] > keys[EAST.index]


def test_only_those_with_equal_cards_draw_again() -> None:
    drawing = draw("low_card", "9h 9d Qs Kc 8c 7c")
    for _ in range(4):
        drawing = drawing.take()
    assert (drawing.waiting, drawing.dealer) == ((NORTH, EAST), None)
    done = drawing.finish()
    assert (done.dealer, len(done.shown)) == (EAST, 6)  # 9 then 7 is below 9 then 8
    assert done.seating[NORTH.index] is WEST  # the player with the second lowest card moves opposite the lowest


def test_a_tie_that_breaks_only_partners() -> None:
    """One player has the lowest card, but two tie for the second lowest.

    These two draw again for the dealer's partner.
    """
    drawing = draw("low_card", "Ah 9d 9s Kc Ts 8s")
    for _ in range(4):
        drawing = drawing.take()
    assert (drawing.waiting, drawing.dealer) == ((EAST, SOUTH), None)
    done = drawing.finish()
    assert done.dealer is NORTH
    assert done.seating == SEATS  # south drew 9 then 8, and already sits opposite north
    other = draw("low_card", "Ah 9d 9s Kc 8s Ts").finish()
    assert other.dealer is NORTH
    assert other.seating == (NORTH, SOUTH, EAST, WEST)


def test_all_may_tie_and_those_redrawn_may_tie_again() -> None:
    drawing = draw("low_card", "9c 9d 9h 9s 7c 7d 8c 8d Tc Kd Qc Jc").finish()
    assert len(drawing.shown) == 12
    assert drawing.dealer is NORTH  # 9 7 10 is the lowest
    assert drawing.seating == (NORTH, SOUTH, EAST, WEST)  # 9 7 K is next: east moves opposite north


def test_players_drawing_equal_cards_draw_again_while_there_are_cards() -> None:
    rules = Ruleset(draw="low_card", pack=24, draw_ties="replace")
    draws = [Draw.start(rules, shuffled(rules, seed)).finish() for seed in range(100)]
    used_up = [drawn for drawn in draws if len(set(drawn.ranks)) < 4]
    assert used_up  # too few cards are left for the last tie
    for drawn in used_up:
        latest_first = {seat: [KING_HIGH.index(c.rank) for s, c in drawn.shown[::-1] if s is seat] for seat in SEATS}
        assert drawn.dealer is min(SEATS, key=latest_first.__getitem__)


def test_two_pairs_draw_again_and_keep_their_order() -> None:
    done = draw("low_card", "9c 9d Kh Ks Kc 8c 7h 8h").finish()
    assert done.dealer is EAST  # 9 8; north 9 K is second though its second card is a king
    assert done.seating[NORTH.index] is WEST


@given(st.sampled_from(KINDS), seeds, seats, st.sampled_from([24, 28, 32]), st.booleans())
def test_every_draw_ends_with_a_dealer_and_a_seating(
    kind: str, seed: int, captain: Seat, size: int, joker: bool
) -> None:
    rules = Ruleset(draw=kind, pack=size, benny="seen" if joker else "off")  # type: ignore[arg-type]
    done = Draw.start(rules, shuffle(rules.cards, seed), captain).finish()
    assert done.over
    assert sorted(done.seating, key=lambda seat: seat.index) == list(SEATS)
    assert JOKER not in {card for _, card in done.shown}
    assert len({card for _, card in done.shown}) == len(done.shown)
    if kind == "first_jack":
        assert [card.rank is Rank.JACK for _, card in done.shown] == [False] * (len(done.shown) - 1) + [True]
    if kind == "low_card":
        assert done.seating[done.dealer.index if done.dealer else 0] is done.dealer
        assert min(SEATS, key=lambda seat: done.ranks[seat.index]) is done.dealer


@pytest.mark.parametrize("cards", [Ruleset().cards[1:], Ruleset().cards * 2, Ruleset(pack=32).cards, ()])
def test_another_pack_is_refused(cards: tuple[Card, ...]) -> None:
    with pytest.raises(InvalidDeal, match="a draw under euchre needs its pack of 24 cards, each once"):
        Draw.start(Ruleset(), cards)
