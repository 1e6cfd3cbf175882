"""Decisions that a sound player gets right, by example and by frequency."""

from random import Random

import pytest
from msgspec.structs import replace

import uka
from tests.examples import EAST, NORTH, SOUTH, WEST, after, dealt
from uka import Action, CallTrump, Card, Deal, OrderUp, Pass, Play, Ruleset, Seat, Suit
from uka.bots import bot
from uka.core.actions import ClaimRedeal, Discard, Give, GoAlone, GoUnder, NameSuit
from uka.core.seats import SEATS

PASS, ORDER, ALONE = Pass(), OrderUp(), OrderUp(alone=True)
PLAIN = Ruleset()
WEAK = {"south": "9s Ts 9d Td Qd", "west": "Kd Qs Tc 9c Qc", "north": "Ks Ad Kc 9h Th", "up": "Qh"}


def choice(deal: Deal, score: tuple[int, int] = (0, 0)) -> Action:
    """Return the club bot's action for the seat whose turn it is; the score is north-south first."""
    assert deal.turn is not None
    return bot("club").choose(replace(deal.observe(deal.turn), score=score), Random(1))


# Calls


def test_a_weak_hand_passes() -> None:
    hands = {"east": "9s Ts 9d Tc 9h", "south": "Jc Jd Td Qd Kh", "west": "Kd Qs 9c Qc As", "north": "Ks Ad Kc Js Th"}
    assert choice(dealt(PLAIN, {**hands, "up": "Qh"})) == PASS


def test_five_sure_tricks_go_alone() -> None:
    assert choice(dealt(PLAIN, {**WEAK, "east": "Jh Jd Ah Kh As"})) == ALONE


def test_a_side_that_needs_one_point_does_not_go_alone() -> None:
    assert choice(dealt(PLAIN, {**WEAK, "east": "Jh Jd Ah Kh As"}), (0, 9)) == ORDER


def test_a_good_hand_calls_with_the_partner() -> None:
    hands = {"east": "9c Tc Qc 9s 9d", "south": "Jh Ah 9h Ac Js", "west": "Kc Td Qd Kd Ts", "north": "Ad Kh Th Qs Ks"}
    deal = after(dealt(PLAIN, {**hands, "up": "Qh"}), "pass")
    assert choice(deal) == ORDER  # to its partner, the dealer
    assert choice(after(deal, "pass pass")) == ORDER


def test_a_loner_who_must_march_needs_more() -> None:
    hands = {"east": "9c Tc Qc 9s 9d", "south": "Jh Ah Kh Ac Kc", "west": "Js Td Qd Kd Ts", "north": "Ad Qs Th Ks As"}
    deal = after(dealt(PLAIN, {**hands, "up": "Qh"}), "pass")
    assert choice(deal) == ALONE
    strict = Ruleset().changed({"lone_must_march": True, "scoring.lone_euchred": 4})
    assert choice(after(dealt(strict, {**hands, "up": "Qh"}), "pass")) == ORDER


def takings(rules: Ruleset, score: tuple[int, int], deals: int = 400) -> list[Action]:
    """Return the dealer's calls with random hands after all others passed. The dealer's side is north-south."""
    starts = (Deal.start(rules, NORTH, uka.shuffled(rules, number)) for number in range(deals))
    return [choice(after(deal, "pass pass pass"), score) for deal in starts]


def share(actions: list[Action], *wanted: Action) -> float:
    return sum(action in wanted for action in actions) / len(actions)


@pytest.mark.parametrize("name", ["cardgames", "uka", "tainui", "bicycle"])
def test_going_alone_follows_the_score(name: str) -> None:
    rules = uka.ruleset(name, {"target": 10})
    level, behind, safe = takings(rules, (0, 0)), takings(rules, (6, 9)), takings(rules, (9, 6))
    assert share(safe, ALONE) == 0  # one point wins the game
    assert share(behind, ALONE) > share(level, ALONE) > 0  # four points win, and the other side needs one
    assert 0.35 < share(level, ORDER, ALONE) < 0.75


def test_no_trump_is_called_on_aces() -> None:
    rules = Ruleset(no_trump=True)
    hands = {"east": "Ac Kc Ad As Ks", "south": "9s Ts 9d Td Qd", "west": "Kd Qs Tc 9c Qc", "north": "Jh Jd Kh 9h Th"}
    called = choice(after(dealt(rules, {**hands, "up": "Qh"}), "pass pass pass pass"))
    assert isinstance(called, CallTrump)
    assert called.suit is Suit.NO_TRUMP


# Choices around the call


def test_the_dealer_discards_a_single_low_card_of_a_suit() -> None:
    deal = dealt(
        PLAIN,
        {
            **WEAK,
            "east": "Jc Js 9c Jd Ac",
            "north": "Jh Ah Ks As 9d",
            "south": "Ts 9s Td Qd Th",
            "west": "Kd Qs Tc Qc 9h",
        },
    )
    deal = after(deal, "pass pass pass order")
    assert choice(deal) == Discard(Card.D9)


def test_the_benny_stands_for_the_longest_suit() -> None:
    hands = {
        "east": "9c Tc 9d Td 9s",
        "south": "Qc Kc Jd Qd Ts",
        "west": "Ac Ad Js Qs 9h",
        "north": "Th Jh Qh Kh Kd",
        "up": "B",
    }
    assert choice(dealt(Ruleset(benny="seen"), hands)) == NameSuit(Suit.HEARTS)
    assert isinstance(choice(dealt(Ruleset(benny="blind"), hands)), NameSuit)


@pytest.mark.parametrize(("kind", "claimed"), [("low", ClaimRedeal()), ("exchange", GoUnder())])
def test_a_farmers_hand_is_claimed(kind: str, claimed: Action) -> None:
    rules = Ruleset().changed({"farmers_hand": kind})
    hands = {
        **WEAK,
        "east": "9s Tc 9c 9d 9h",
        "west": "Kd Qs Kh Js Qc",
        "south": "Jc Ts Jd Td Qd",
        "north": "Ks Ad Kc Jh Th",
    }
    assert choice(dealt(rules, hands)) == claimed


def test_a_loner_is_given_the_best_trump() -> None:
    hands = {**WEAK, "east": "Jh Ah Kh As Ks", "west": "Jd Ad Tc 9c Qc", "north": "Qs Kd Kc 9h Th"}
    deal = after(dealt(Ruleset(partners_best=True), hands), "alone Th")
    assert deal.turn is WEST
    assert choice(deal) == Give(Card.JD)


def test_a_loner_who_must_march_is_defended_alone_with_a_sure_trick() -> None:
    rules = Ruleset(lone_must_march=True, defend_alone="against_loner")
    hands = {**WEAK, "east": "Jd Ah Kh As Ac", "south": "Jh Ts 9d Td Qd", "north": "Ks Ad Kc 9h 9s"}
    deal = after(dealt(rules, hands), "alone 9s")
    assert deal.turn is SOUTH
    assert choice(deal) == GoAlone()


def test_a_hopeless_hand_does_not_defend_alone() -> None:
    rules = Ruleset(defend_alone="always")
    hands = {**WEAK, "east": "Jh Jd Ah As Ac"}
    deal = after(dealt(rules, hands), "order 9h")
    assert deal.turn is SOUTH
    assert choice(deal) == PASS


# The play; North deals and makes hearts, so East leads


def played(hands: dict[str, str], script: str, rules: Ruleset = PLAIN) -> Action:
    return choice(after(dealt(rules, {"up": "Qh", **hands}), f"pass pass pass order {script}"))


def test_the_partners_ace_is_not_trumped() -> None:
    hands = {"east": "Ac 9c 9s Td Kd", "south": "Tc Jc Qd Ts 9d", "west": "9h Js Qs Ad Jd", "north": "Jh Ah Kh Kc Ks"}
    assert played(hands, "Ks Ac Tc") not in (Play(Card.H9), Play(Card.JD))


def test_an_opponents_ace_is_trumped_by_the_lowest_trump() -> None:
    hands = {"east": "Ac Td 9s Ts Kd", "south": "9c Jc Qd Js 9d", "west": "Kc Ah Qs Ad Jd", "north": "Jh 9h Kh Th Ks"}
    assert played(hands, "Ks Ac 9c Kc") == Play(Card.H9)


def test_the_last_hand_takes_as_cheaply_as_it_can() -> None:
    hands = {"east": "Tc Td 9s Ts Kd", "south": "9c Jc Qd Js 9d", "west": "Qc 9h Qs Ad Jd", "north": "Jh Ah Kh Ac Kc"}
    assert played(hands, "Qh Tc 9c Qc") == Play(Card.KC)


def test_the_last_hand_leaves_the_trick_to_its_partner() -> None:
    hands = {"east": "Tc Td 9s Ts Kd", "south": "Kc Jc Qd Js 9d", "west": "Qc 9h Qs Ad Jd", "north": "Jh Ah Kh Ac 9c"}
    assert played(hands, "Qh Tc Kc Qc") == Play(Card.C9)


def test_a_hand_that_cannot_win_throws_its_lowest() -> None:
    hands = {"east": "Ac Td 9s Ts Kd", "south": "9c Jc Qd Js 9d", "west": "Qc 9h Qs Ad Jd", "north": "Jh Ah Kh Tc Kc"}
    assert played(hands, "Qh Ac 9c Qc") == Play(Card.TC)


def test_a_defender_leads_an_ace() -> None:
    hands = {"east": "Ac Qd Jc Ts 9h", "south": "9c Kc Ad Js 9d", "west": "Qc Kd Qs Jd Th", "north": "Jh Ah Kh Tc 9s"}
    assert played(hands, "9s") == Play(Card.AC)


def test_the_maker_draws_trumps_from_the_top() -> None:
    hands = {"east": "Jh Jd Ah 9c Ts", "south": "Qc Qs Ad Js 9d", "west": "Kd Td Ks Kc Th", "north": "9h Kh 9s Tc Jc"}
    deal = after(dealt(PLAIN, {"up": "Qh", **hands}), "order Jc")
    assert choice(deal) in (Play(Card.JH), Play(Card.JD), Play(Card.AH))  # equivalent in one hand


def test_a_loner_with_the_highest_cards_takes_the_remaining_tricks() -> None:
    hands = {"east": "Jh Jd Ah As Ac", "south": "Qc Qs Ad Js 9d", "west": "Kd Td Ks Kc Th", "north": "9h Kh 9s Tc Jc"}
    deal = after(dealt(PLAIN, {"up": "Qh", **hands}), "alone Jc")
    while not deal.over:
        deal, _ = deal.apply(choice(deal))
    assert deal.result is not None
    assert deal.result.tricks[EAST.partnership.index] == 5


@pytest.mark.parametrize("rules", [Ruleset(), uka.ruleset("uka"), uka.ruleset("tainui"), Ruleset(no_trump=True)])
def test_the_club_bots_card_play_gains_more_points_than_the_novices(rules: Ruleset) -> None:
    """Both bots have the same cards and calls."""
    gained = 0
    for number in range(300):
        deal = Deal.start(rules, SEATS[number % 4], uka.shuffled(rules, f"sound {number}"))
        while deal.turn is not None and deal.phase is not uka.Phase.PLAYING:
            deal, _ = deal.apply(choice(deal))
        gained += points(deal, NORTH) + points(deal, EAST)
    assert gained > 0


def points(deal: Deal, club: Seat) -> int:
    """Return the points that a club bot's side gains over novices from the first lead on."""
    rng = Random(0)
    while deal.turn is not None:
        player = bot("club" if deal.turn.partnership is club.partnership else "novice")
        deal, _ = deal.apply(player.choose(deal.observe(deal.turn), rng))
    assert deal.result is not None
    side = club.partnership
    return deal.result.points[side.index] - deal.result.points[side.other.index]
