"""A partnerly bot keeps its partner in, and holds no high card for show, where that does not change the result."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from uka import Deal, Seat, ruleset, shuffled
from uka.bots import BOTS, bot
from uka.bots.card_counting import certain_revoke
from uka.bots.cardplay import best_play
from uka.bots.evaluation import PARTNERLY_WIN, ActionEvaluation, best_first, goes_alone
from uka.bots.manners import PartnerlyBot, card_once_decided
from uka.bots.master import MasterBot
from uka.bots.payoffs import play_payoffs
from uka.core.actions import PASS, Action, CallTrump, GoAlone, OrderUp, Play
from uka.core.cards import Card, Suit
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.trick import suit_strength, winner

RULES = ruleset("north_american")
LIGHT = PartnerlyBot(MasterBot(sampled=200, kept_for_bids=50, kept_for_plays=50, partnerly=True))


def turns(seed: int, score: tuple[int, int] = (0, 0)) -> Iterator[Observation]:
    """Yield what the seat whose turn it is sees, through deals that the club bot plays."""
    rng, club = Random(seed), bot("club")
    while True:
        deal = Deal.start(RULES, Seat.SOUTH, shuffled(RULES, rng.getrandbits(32)))
        while (seat := deal.turn) is not None:
            seen = replace(deal.observe(seat), score=score)
            yield seen
            deal, _ = deal.apply(club.choose(seen, rng))


def calls(seed: int, score: tuple[int, int]) -> Iterator[Observation]:
    return (seen for seen in turns(seed, score) if seen.phase is Phase.CALLING)


@pytest.mark.parametrize("score", [(8, 8), (9, 8), (9, 9)])
def test_nobody_goes_alone_where_a_march_with_the_partner_wins(score: tuple[int, int]) -> None:
    for name in ("casual", "club", "expert"):
        chosen = [bot(name, partnerly=True).choose(seen, Random(1)) for seen in islice(calls(1, score), 200)]
        assert any(isinstance(action, OrderUp | CallTrump) for action in chosen)
        if name != "casual":  # it misjudges hands
            assert not any(map(goes_alone, chosen))
    assert not any(goes_alone(LIGHT.choose(seen, Random(1))) for seen in islice(calls(2, score), 60))


def rated(action: Action, win: float) -> ActionEvaluation:
    return ActionEvaluation(action, 1.0, 0.0, win, 0.0)


@pytest.mark.parametrize(
    ("alone", "with_partner"),
    [
        (OrderUp(alone=True), OrderUp()),
        (CallTrump(Suit.CLUBS, alone=True), CallTrump(Suit.CLUBS)),
        (GoAlone(), PASS),
    ],
)
def test_a_little_is_given_up_to_keep_the_partner_in(alone: Action, with_partner: Action) -> None:
    seen = next(calls(3, (0, 0)))
    slightly, clearly = 0.7 - PARTNERLY_WIN / 2, 0.7 - 2 * PARTNERLY_WIN
    other = rated(CallTrump(Suit.HEARTS), 0.7 - PARTNERLY_WIN / 4)
    for win, partnerly, expected in ((slightly, True, with_partner), (slightly, False, alone), (clearly, True, alone)):
        evaluations = [rated(alone, 0.7), other, rated(with_partner, win)]
        assert best_first(seen, evaluations, partnerly=partnerly)[0].action == expected


def test_a_card_is_chosen_once_no_trick_changes_the_points() -> None:
    for seen in islice(turns(4), 2_000):
        certain = seen.phase is Phase.PLAYING and len(set(play_payoffs(seen))) == 1 and certain_revoke(seen) is None
        assert (card_once_decided(seen) is not None) is certain


def decided(count: int) -> Iterator[tuple[Observation, Card]]:
    """Yield turns with a choice of cards where the result is certain, and the partnerly card."""
    found = ((seen, card) for seen in turns(5) if (card := card_once_decided(seen)) and len(cards_of_turn(seen)) > 1)
    return islice(found, count)


def test_once_the_result_is_certain_no_high_card_is_held_back() -> None:
    otherwise = 0
    for seen, card in decided(60):
        cards = cards_of_turn(seen)
        assert card in cards
        for name in BOTS:
            assert bot(name, partnerly=True).choose(seen, Random(1)) == Play(card)
        if not seen.trick:
            assert height(seen, card) == max(height(seen, each) for each in cards)
        elif seen.seat and winner_after(seen) is seen.seat.partner:
            assert height(seen, card) == min(height(seen, each) for each in cards)
        elif any(winner_after(seen, each) is seen.seat for each in cards):
            assert winner_after(seen, card) is seen.seat
        otherwise += best_play(seen, cards) != card
    assert otherwise, "the club bot plays other cards where it is not partnerly"


def cards_of_turn(seen: Observation) -> list[Card]:
    return [action.card for action in seen.lawful_actions if isinstance(action, Play)]


def height(seen: Observation, card: Card) -> int:
    assert seen.trump
    return suit_strength(card, seen.trump.index)


def winner_after(seen: Observation, *cards: Card) -> Seat:
    """Return who wins the trick so far, if the seat whose turn it is adds ``cards``."""
    assert seen.contract
    assert seen.leader
    return winner(seen.leader, seen.trick + cards, seen.contract.sitting_out, seen.contract.trump)
