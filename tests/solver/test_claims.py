"""Claims of the remaining tricks: compared with brute force, checked in many layouts, independent of hidden cards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

import uka
from tests.alike import alike
from uka import kernels
from uka.bots import bot
from uka.core.actions import CallTrump, Discard, OrderUp, Pass, Play
from uka.core.cards import SUITS, Card, cards_of, mask_of
from uka.core.deal import CardsOrText, Deal
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import NEXT_ACTIVE, SEATS, Seat
from uka.core.trick import effective_suit, lawful_plays, trump_order, winner
from uka.solver import claim_filter, claims
from uka.solver.claim_knowledge import claimant_knowledge
from uka.solver.claim_search import ClaimSearch, SearchLimitReached

HOUSES: dict[str, tuple[str, dict[str, object]]] = {
    "cardgames": ("cardgames", {}),
    "uka": ("uka", {}),
    "tainui": ("tainui", {"claims": True}),
    "bicycle": ("bicycle", {}),
    "must head": ("cardgames", {"must_head": True}),
    "no trump led first": ("cardgames", {"first_lead_trump": False}),
    "no trump": ("cardgames", {"no_trump": True}),
    "benny": ("british", {}),
    "partner's best": ("cardgames", {"partners_best": True, "natural_needed": True}),
    "defend alone": ("uka", {"defend_alone": "always", "alone_asked": "after_discard"}),
}
MAX_LAYOUTS = 1_500
"""The most layouts that brute force handles at once."""
DEALS = int(os.environ.get("UKA_CLAIM_DEALS", "2"))
"""The number of deals of each ruleset for brute force; make prove sets more."""


def rules_of(house: str) -> Ruleset:
    name, changes = HOUSES[house]
    return uka.ruleset(name).changed(changes)


def moments(rules: Ruleset, seeds: range, *, alone: float = 0.3) -> Iterator[tuple[Deal, Observation]]:
    """Yield every turn of the play in some deals of bots that often go alone."""
    for seed in seeds:
        rng, player = Random(seed), bot("club")
        deal = Deal.start(rules, dealer=SEATS[seed % 4], pack=uka.shuffled(rules, seed=seed))
        while not deal.over:
            seen = deal.observe(deal.turn)
            if deal.phase is Phase.PLAYING:
                yield deal, seen
            wild = deal.phase is not Phase.PLAYING and rng.random() < alone
            action = rng.choice(seen.legal_actions) if wild else player.choose(seen, rng)
            deal, _ = deal.apply(action)


# Brute force over every layout; the claimant can tell layouts apart only by the cards played


def plays_by(seen: Observation) -> list[list[tuple[Seat, Card]]]:
    assert seen.contract is not None
    done = [list(trick.plays(seen.contract.sitting_out)) for trick in seen.tricks]
    return [*done, list(seen.plays)]


def agrees(seen: Observation, seat: Seat, held: int) -> bool:
    """Return whether a seat that holds the cards ``held`` could lawfully have acted as it did."""
    contract = seen.contract
    assert contract is not None
    tricks, first = plays_by(seen), True
    own = [card for trick in tricks for player, card in trick if player is seat]
    for trick in tricks:
        for place, (player, card) in enumerate(trick):
            if player is seat:
                hand = held | mask_of(own)
                before = tuple(played for _, played in trick[:place])
                lawful = lawful_plays(hand, before, contract.trump, seen.rules.must_head)
                if first and not place and not seen.rules.first_lead_trump and trick is tricks[0]:
                    plain = [x for x in cards_of(hand) if effective_suit(x, contract.trump) is not contract.trump]
                    lawful = mask_of(plain) or hand
                if not card.bit & lawful:
                    return False
                own.remove(card)
                first = False
    whole = held | mask_of(card for trick in tricks for player, card in trick if player is seat)
    passed = seen.given and contract.loner in (seat, seat.partner)
    if seen.picked_up is seat and seen.rules.keep_upcard and not passed and not whole & seen.upcard.bit:
        return False
    if whole & seen.upcard.bit and seen.picked_up is not seat and not (passed and seen.picked_up is seat.partner):
        return False
    stuck = len(seen.calls) == 2 * len(SEATS)
    bound = (
        seen.rules.natural_needed and contract.maker is seat and not stuck and not (passed and contract.loner is seat)
    )
    if bound and seen.picked_up is not seat:
        return any(card.suit is contract.trump and card is not seen.upcard for card in cards_of(whole))
    return True


def layouts(seen: Observation, most: int) -> list[tuple[int, ...]] | None:
    """Return every possible layout of the unseen cards among the seats that play.

    Return None if there are more than ``most``.
    """
    assert seen.contract is not None
    played = [play for trick in plays_by(seen) for play in trick]
    out = mask_of(seen.buried) | mask_of(seen.shown) | mask_of(seen.put_away) | mask_of(seen.cards)
    if seen.picked_up is None:
        out |= seen.upcard.bit
    unseen = [card for card in seen.rules.cards if not (out | mask_of(card for _, card in played)) & card.bit]
    found: list[tuple[int, ...]] = [(0, 0, 0, 0)]
    for seat in seen.active:
        if seat is seen.seat:
            continue
        left = seen.rules.hand_size - sum(player is seat for player, _ in played)
        hands = [mask_of(some) for some in combinations(unseen, left)]
        hands = [hand for hand in hands if agrees(seen, seat, hand)]
        if len(found) * len(hands) > 40 * most:
            return None
        found = [
            (*layout[: seat.index], hand, *layout[seat.index + 1 :])
            for layout in found
            for hand in hands
            if not any(hand & other for other in layout)
        ]
    maker = seen.contract.maker
    if seen.contract.sitting_out >> maker.index & 1:  # the maker holds the card that its call proves
        assert not seen.rules.natural_needed
    return found if len(found) <= most else None


def wins(seen: Observation, mine: int, left: list[tuple[int, ...]], leader: Seat, trick: tuple[Card, ...]) -> bool:
    """Return whether one strategy takes all remaining tricks in every layout."""
    contract, me = seen.contract, seen.seat
    assert contract is not None
    assert me is not None
    turn, sitting = leader, contract.sitting_out
    for _ in trick:
        turn = NEXT_ACTIVE[sitting][turn.index]
    if trick and turn is leader:
        leader = winner(leader, trick, sitting, contract.trump)
        return leader.partnership is me.partnership and wins(seen, mine, left, leader, ())
    if not trick and not mine:
        return True
    if turn is me:
        lawful = lawful_plays(mine, trick, contract.trump, seen.rules.must_head)
        if not trick and not seen.tricks and mine.bit_count() == seen.rules.hand_size:
            lawful = mask_of(action.card for action in seen.legal_actions if isinstance(action, Play))
        return any(wins(seen, mine & ~card.bit, left, leader, (*trick, card)) for card in cards_of(lawful))
    by_card: dict[Card, list[tuple[int, ...]]] = {}
    for layout in left:
        hand = layout[turn.index]
        for card in cards_of(lawful_plays(hand, trick, contract.trump, seen.rules.must_head)):
            after = (*layout[: turn.index], hand & ~card.bit, *layout[turn.index + 1 :])
            by_card.setdefault(card, []).append(after)
    return all(wins(seen, mine, some, leader, (*trick, card)) for card, some in by_card.items())


@pytest.mark.daily(4)
@pytest.mark.parametrize(
    "house", [pytest.param(house, marks=pytest.mark.exhaustive) if house == "bicycle" else house for house in HOUSES]
)  # bicycle is much like uka
def test_a_claim_holds_exactly_if_brute_force_finds_a_strategy(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search agrees with brute force both with and without the double-dummy filter."""
    asked = held = 0
    for _, seen in moments(rules_of(house), range(DEALS)):
        every = layouts(seen, MAX_LAYOUTS if len(seen.cards) < 3 else 0)
        if every is None:
            continue
        assert seen.leader is not None
        expected = wins(seen, mask_of(seen.cards), every, seen.leader, seen.trick)
        assert (ClaimSearch(seen, 10**6).winning_card() is not None) is expected, (house, seen)
        with monkeypatch.context() as alone, suppress(SearchLimitReached):
            alone.setattr(claim_filter, "LAYOUT_COUNT", 0)
            assert (ClaimSearch(seen, 40).winning_card() is not None) is expected, (house, seen)
        asked, held = asked + 1, held + expected
    assert asked > DEALS
    assert 0 < held < asked - DEALS // 3


# Larger positions, in which claims are played to the end


def redealt(deal: Deal, seat: Seat, rng: Random) -> Deal:
    """Return the deal with a seat's hidden cards redealt under the same history. Return the same deal if that fails."""
    seen = deal.observe(seat)
    told = claimant_knowledge(seen)
    others = [s for s in deal.active if s is not seat]
    for _ in range(50):
        free, masks = list(cards_of(told.unseen)), list(deal.masks)
        rng.shuffle(free)
        for other in others:
            left = told.hand_sizes[other.index]
            masks[other.index] = mask_of(free[:left])
            free = free[left:]
        if all(agrees(seen, other, masks[other.index]) for other in others):
            return replace(deal, masks=tuple(masks), turn_legal=deal.turn_legal)
    return deal


def strong(rules: Ruleset, seed: int) -> Deal:
    """Return a deal in play in which the leader holds the best cards of one suit."""
    rng = Random(seed)
    suit, leader = rng.choice(SUITS), rng.choice(SEATS)
    pack = sorted(rules.cards, key=lambda card: trump_order(card, suit) if effective_suit(card, suit) is suit else 0)
    best, others = pack[-rng.randrange(3, 6) :], pack[: len(pack) - 7]
    rng.shuffle(others)
    hand = (best + others)[:5]
    rest = [card for card in rules.cards if card not in hand]
    rng.shuffle(rest)
    names = [seat for seat in SEATS if seat is not leader]
    hands = {seat: rest[5 * i : 5 * i + 5] for i, seat in enumerate(names)} | {leader: hand}
    kitty = rest[15:]
    upcard = next(card for card in kitty if card.suit is not suit or rules.nobody_calls == "dealer_names")
    kitty.remove(upcard)
    deal = Deal.arranged(rules, dealer=leader.right, hands=hands, upcard=upcard, kitty=kitty)
    while deal.phase is not Phase.PLAYING:
        legal = deal.legal_actions
        named = CallTrump(suit)
        deal, _ = deal.apply(named if named in legal and deal.turn is leader else legal[0])
    return deal


@alike("house", "uka", "cardgames", "must head")
def test_a_claim_that_holds_wins_every_trick_in_every_layout_and_against_any_play(house: str) -> None:
    rules, rng = rules_of(house), Random(5)
    solver, held = kernels.DoubleDummySolver(rules), 0
    deals = [deal for deal, _ in moments(rules, range(60), alone=0.1)]
    for deal in [*(strong(rules, seed) for seed in range(60)), *deals]:
        seat = deal.turn
        assert seat is not None
        if len(deal.hand(seat)) < 2 or not claims.holds(deal.observe(seat)):
            continue
        held += 1
        for _ in range(4):
            other = redealt(deal, seat, rng)
            assert other.observe(seat) == deal.observe(seat)
            position = kernels.packed_position(other)._replace(side=seat.partnership.index)
            assert solver.tricks(position) == len(deal.hand(seat))
            while not other.over:
                legal = [action for action in other.legal_actions if isinstance(action, Play)]
                known_to = other.observe(seat)
                mine = other.turn is seat and len(known_to.cards) > 1
                card = claims.best_card(known_to, 10**6) if mine else rng.choice(legal).card
                assert card is not None
                other, _ = other.apply(Play(card))
            assert all(trick.taker.partnership is seat.partnership for trick in other.tricks[len(deal.tricks) :])
    assert held > 30


def test_the_remaining_cards_are_played_lawfully_and_the_claimants_side_takes_every_trick() -> None:
    rules, held = rules_of("cardgames"), 0
    for deal in (strong(rules, seed) for seed in range(40)):
        cards = claims.remaining_plays(deal)
        assert (cards is not None) is claims.holds(deal.observe(deal.turn))
        claimant = deal.turn
        assert claimant is not None
        for card in cards or ():
            deal, _ = deal.apply(Play(card))
        if cards is not None:
            held += 1
            assert deal.over
            assert {trick.taker.partnership for trick in deal.tricks} == {claimant.partnership}
    assert held > 5


def test_a_turn_up_that_was_picked_up_is_in_the_takers_hand_or_discarded() -> None:
    """North picked up the right bower, and South holds the left and the ace: no opponent can beat them."""
    rules = rules_of("cardgames")
    hands: dict[Seat, CardsOrText] = {
        Seat.NORTH: "9c Tc Qc 9d Td",
        Seat.EAST: "Jc Kc Ac 9s Ts",
        Seat.SOUTH: "Jd Ah Kh Qh Th",
        Seat.WEST: "Qd Kd Ad Js Qs",
    }
    deal = Deal.arranged(rules, dealer=Seat.NORTH, hands=hands, upcard="Jh")
    for action in (Pass(), OrderUp(), Discard(Card.C9), Play(Card.JC)):
        deal, _ = deal.apply(action)
    assert deal.turn is Seat.SOUTH
    assert claims.holds(deal.observe(Seat.SOUTH))
    elsewhere = replace(deal.observe(Seat.SOUTH), picked_up=Seat.EAST, dealer=Seat.EAST)
    assert not claims.holds(elsewhere)


def test_public_facts_decide_whether_a_claim_may_be_made() -> None:
    rules = rules_of("cardgames")
    deal = strong(rules, 1)
    assert deal.turn is not None
    seen, other = deal.observe(deal.turn), deal.observe(deal.turn.left)
    assert claims.why_not(seen) is None
    assert claims.why_not(other) == "you can claim the rest only on your turn"
    assert claims.why_not(deal.observe(None)) is not None
    with pytest.raises(claims.CannotClaim, match="only on your turn"):
        claims.remaining_plays(replace(deal, turn=None))
    off = replace(seen, rules=rules.changed({"claims": False}))
    assert claims.why_not(off) == "under these rules every trick is played out"
    last = next(seen for _, seen in moments(rules, range(1)) if len(seen.cards) == 1)
    assert claims.why_not(last) == "just play your last card"
    assert "revokes can happen" in str(claims.why_not(replace(seen, revokes=True)))
    early = Deal.start(rules, dealer=Seat.SOUTH, pack=uka.shuffled(rules, seed=1))
    assert "only during the play" in str(claims.why_not(early.observe(early.turn)))


def test_a_search_beyond_its_limit_finds_no_claim() -> None:
    moved = (seen for _, seen in moments(rules_of("uka"), range(60)) if len(seen.cards) > 1)
    asked = [seen for seen in moved if claims.holds(seen)]
    assert any(claims.best_card(seen, 0) is None for seen in asked)
    assert all(claims.best_card(seen, 10**6) is not None for seen in asked)
