"""Card counting: unseen cards, voids, and the chances of cards, contracts and games."""

import pytest
from msgspec.structs import replace

from tests.examples import EAST, NORTH, SOUTH, WEST, after, dealt
from uka import Card, Deal, Hand, Ruleset, Scoring, Suit
from uka.bots.card_counting import CountedPosition, pack_mask
from uka.bots.club_stakes import FAR, ClubStakes, club_equity
from uka.bots.hand_features import contract_chances, hand_features
from uka.core.cards import mask_of, parse_cards
from uka.core.trick import suit_strength

HANDS = {
    "east": "Ac Td 9s Ts 9d",
    "south": "9c Jc Qd Js Qs",
    "west": "Qc 9h Ks Ad Jd",
    "north": "Jh Ah Kh Tc Kc",
    "up": "Qh",
}


def after_a_trick() -> Deal:
    """Return a deal in which North made hearts and discarded the ten of clubs. The ace of clubs won the first trick."""
    return after(dealt(Ruleset(), HANDS), "pass pass pass order Tc Ac 9c Qc Kc")


def test_unseen_cards_are_those_that_nobody_has_shown() -> None:
    sight = CountedPosition(after_a_trick().observe(EAST))
    assert Hand.of(sight.mine) == Hand.parse("Td 9s Ts 9d")
    shown = Hand.parse("Ac 9c Qc Kc")
    assert Hand.of(sight.unseen) == Hand.of(pack_mask(24, False)) - shown - Hand.of(sight.mine)
    assert sight.hand_sizes == [4, 4, 4, 4]


def test_the_turn_up_is_known_to_be_with_the_dealer() -> None:
    sight = CountedPosition(after_a_trick().observe(EAST))
    assert sight.chance_of_any(NORTH, Card.QH.bit, Suit.HEARTS.index) == 1
    assert sight.chance_of_any(SOUTH, Card.QH.bit, Suit.HEARTS.index) == 0
    assert (
        0
        < sight.chance_of_any(SOUTH, Card.AH.bit, Suit.HEARTS.index)
        < sight.chance_of_any(NORTH, Card.AH.bit, Suit.HEARTS.index)
    )


def test_a_suit_not_followed_is_remembered() -> None:
    deal = after(after_a_trick(), "Td Qd Ad Ah Kh")
    sight = CountedPosition(deal.observe(EAST))
    assert sight.is_void(NORTH, Suit.DIAMONDS.index)
    assert sight.chance_of_void(NORTH, Suit.DIAMONDS.index) == 1
    assert not sight.is_void(SOUTH, Suit.DIAMONDS.index)


def test_a_card_cannot_be_beaten_once_the_higher_ones_are_played() -> None:
    west = CountedPosition(after(after_a_trick(), "Td Qd").observe(WEST))
    assert west.later == (NORTH,)
    ace, jack = suit_strength(Card.AD, Suit.HEARTS.index), suit_strength(Card.JD, Suit.HEARTS.index)
    diamonds, hearts = Suit.DIAMONDS.index, Suit.HEARTS.index
    assert west.chance_to_beat(NORTH, diamonds, ace) == pytest.approx(
        west.chance_of_void(NORTH, diamonds)
    )  # it certainly holds trumps
    assert 0 < west.chance_to_beat(NORTH, hearts, jack) < 1  # it may hold the right bower
    north = CountedPosition(after(after_a_trick(), "Td Qd Ad").observe(NORTH))
    assert north.chance_unbeaten(hearts, suit_strength(Card.JH, hearts), [EAST, WEST]) == 1


def test_a_turned_down_card_is_out_of_play() -> None:
    deal = after(dealt(Ruleset(), HANDS), "pass pass pass pass clubs")
    assert not CountedPosition(deal.observe(EAST)).unseen & Card.QH.bit


@pytest.mark.parametrize("size", [24, 28, 32])
def test_a_better_hand_has_better_chances(size: int) -> None:
    def hoped(text: str, alone: bool = False) -> float:
        hand = mask_of(parse_cards(text))
        unseen = pack_mask(size, False) & ~hand & ~Card.QH.bit
        return contract_chances(hand_features(hand, Suit.HEARTS.index, unseen, lead=True), alone).make

    better = ["9h 9d Td 9c 9s", "Th Kh 9d Kc 9s", "Jh Kh 9d Kc 9s", "Jh Kh Th Ac 9s", "Jh Jd Ah Kh As"]
    assert [hoped(text) for text in better] == sorted(hoped(text) for text in better)
    assert hoped(better[0]) < 0.3
    assert hoped(better[-1]) > 0.95
    assert all(hoped(text, alone=True) <= hoped(text) for text in better)


def test_in_a_larger_pack_the_higher_trumps_are_likelier_in_the_kitty() -> None:
    hand = mask_of(parse_cards("Jd Ah 9d Kc 9s"))

    def tops(size: int) -> float:
        return hand_features(hand, Suit.HEARTS.index, pack_mask(size, False) & ~hand, lead=True)[1]

    assert tops(24) < tops(28) < tops(32)


def test_the_side_that_needs_fewer_points_is_likelier_to_win() -> None:
    table = Scoring()

    def chance(need: int, theirs: int) -> float:
        return club_equity(table).winning(FAR - need, FAR - theirs, dealing=True)

    assert chance(5, 5) == pytest.approx(0.5)
    assert chance(1, 5) + chance(5, 1) == pytest.approx(1)
    chances_of = [chance(need, 5) for need in range(11)]
    assert chances_of == sorted(chances_of, reverse=True)
    assert (chance(0, 3), chance(3, 0)) == (1, 0)


def test_in_the_last_deal_the_side_with_more_points_wins() -> None:
    seen = replace(dealt(Ruleset(clock=12, target=11), HANDS).observe(EAST), score=(4, 3), bell=True)
    prospect = ClubStakes(seen)
    assert [prospect.win_chance_after(points) for points in (-1, 0, 1, 2)] == [0, 0, 0.5, 1]


@pytest.mark.parametrize("rules", [Ruleset(target=0, clock=12), Ruleset(target=0, deals=8), Ruleset(target=100)])
def test_with_a_distant_target_more_points_still_give_a_better_chance(rules: Ruleset) -> None:
    prospect = ClubStakes(replace(dealt(rules, HANDS).observe(EAST), score=(3, 9)))
    assert 0 < prospect.win_chance_after(-4) < prospect.win_chance_after(0) < prospect.win_chance_after(4) < 1
