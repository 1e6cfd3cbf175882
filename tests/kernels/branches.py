"""Compares the bidding by the rules with the bidding by the kernels, in every branch of a deal."""

from __future__ import annotations

from collections import Counter
from random import Random

from uka.core.actions import Action, Discard, Give
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.scoring import Outcome
from uka.kernels import packed_position
from uka.kernels._native import DealState
from uka.kernels.automaton import BiddingStage
from uka.kernels.bidding import BiddingPhase

ENDS = {Outcome.THROWN_IN: BiddingStage.THROWN_IN, Outcome.REDEAL: BiddingStage.REDEAL}


def branches(deal: Deal, calls: BiddingPhase, rng: Random, cards: int | None = None) -> Counter[str]:
    """Follow every branch of a deal up to the first leads, and return the number of comparisons by kind.

    If a card is chosen, all legal cards are compared, and ``cards`` random ones of them are followed (None: all).
    """
    seen = Counter[str]()
    waiting = [(deal, calls.deal_state(deal))]
    while waiting:
        deal, state = waiting.pop()
        same(deal, state, calls)
        seen[deal.phase.value] += 1
        if deal.over or deal.phase is Phase.PLAYING:
            seen["ends"] += 1
            continue
        for action in followed(deal.legal_actions, rng, cards):
            waiting.append((deal.apply(action)[0], calls.step(state, action)))
    return seen


def followed(actions: tuple[Action, ...], rng: Random, cards: int | None) -> list[Action]:
    chosen = [action for action in actions if isinstance(action, Discard | Give)]
    rest = [action for action in actions if not isinstance(action, Discard | Give)]
    return rest + (chosen if cards is None else rng.sample(chosen, min(cards, len(chosen))))


def same(deal: Deal, state: DealState, calls: BiddingPhase) -> None:
    """Assert that the rules and the kernels agree on the state, the hands and the legal actions."""
    assert tuple(state.hands) == deal.masks
    assert state.kitty == [card.index for card in deal.kitty]
    assert sum(state.away).bit_count() == len(deal.discards) + len(deal.shown)
    if deal.result:
        assert calls.stage(state) is ENDS[deal.result.outcome]
        assert calls.legal(state) == ()
        return
    assert state.state == calls.automaton.state(deal)
    contract = calls.contract(state)
    assert (contract is None) == (deal.contract is None)
    if contract and deal.contract:
        left_out = {"ordered"}  # irrelevant once trump is made
        fields = set(contract.__struct_fields__) - left_out
        assert {f: getattr(contract, f) for f in fields} == {f: getattr(deal.contract, f) for f in fields}
    if deal.phase is Phase.PLAYING:
        assert calls.stage(state) is BiddingStage.CONTRACT
        assert calls.turn(state) is None
        assert calls.position(state) == packed_position(deal)
        return
    assert calls.turn(state) is deal.turn
    assert calls.legal(state) == deal.legal_actions
