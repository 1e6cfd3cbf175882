"""Builds the automaton of the bidding phase by walking the rules.

Probe deals go through ``uka.core`` together. Deals that stand alike are in one state. What their hands let them do
there becomes the edges of the state. Each edge has a guard, which separates the hands that may choose it from those
that may not, and says which cards it moves.

>>> import uka
>>> made = bidding_automaton(uka.ruleset("cardgames"))
>>> first = made.states[made.start]
>>> first.stage, first.turn, [edge.action for edge in first.edges]
(<BiddingStage.FIRST: 3>, 1, [99, 100, 101])
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from uka.core.actions import CALLS, CALLS_ALONE, DISCARDS, GIVES, Action, CallTrump, Discard, Give
from uka.core.cards import CARDS, JOKER, Card, mask_of
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome
from uka.core.seats import SEATS

from .automaton import (
    ALL_CARDS,
    KIND_MASKS,
    NONE,
    RELATIVE_SUIT,
    BiddingAutomaton,
    BiddingEdge,
    BiddingStage,
    BiddingState,
    Key,
    seat_from_dealer,
    state_key,
    up_suit_index,
)
from .probe_deals import probe_deal, probe_hands

PHASES = (*Phase,)
PROBES_AFTER_TRUMP = 8
"""How many probes go on once trump is made: from there only the card chosen matters."""


class InexpressibleRules(Exception):
    """The ruleset does something that the automaton cannot express."""


@lru_cache(maxsize=64)
def bidding_automaton(rules: Ruleset) -> BiddingAutomaton:
    """The automaton of a ruleset; ``InexpressibleRules`` if the rules do what it cannot say."""
    plain = [probe_deal(rules, held) for held in probe_hands(rules)]
    benny = (
        [probe_deal(rules, held, JOKER) for held in probe_hands(rules) if JOKER not in held[2]] if rules.joker else []
    )
    turned = [deal for deal in benny if deal.upcard is JOKER]
    walk = _Walk()
    walk.go([deal for deal in benny if deal.upcard is not JOKER] + plain)
    walk.go(turned)
    order = walk.upwards()
    place = {key: at for at, key in enumerate(order)}
    edges = {key: tuple(_to(edge, place[goal]) for edge, goal in walk.edges[key]) for key in order}
    states = tuple(walk.states[key]._replace(edges=edges[key]) for key in order)
    start = place[state_key(plain[0])]
    return BiddingAutomaton(
        states, start, place[state_key(turned[0])] if turned else NONE, len(turned) < len(benny), place
    )


class _Walk:
    """The states found, and the edges from each with the keys of where they go."""

    def __init__(self) -> None:
        self.states: dict[Key, BiddingState] = {}
        self.edges: dict[Key, list[tuple[BiddingEdge, Key]]] = {}

    def go(self, deals: list[Deal]) -> None:
        """Walk from where some deals stand, phase by phase: of a state's edges all that come to it have a say."""
        waiting: dict[Key, list[Deal]] = {}
        _gather(waiting, deals)
        while waiting:
            key = min(waiting, key=lambda key: PHASES.index(key[0]))
            here = waiting.pop(key)
            state = self._state(key, here)
            if key in self.edges:
                _check(state, self.edges[key], here[:PROBES_AFTER_TRUMP] if state.turn != NONE else ())
                continue
            self.edges[key] = []
            for label in sorted({label for deal in here for label in _choices(deal)} if state.turn != NONE else ()):
                edge, after = _edge(label, here)
                goals = {state_key(deal) for deal in after}
                _demand(len(goals) == 1, "one choice leads to two states")
                self.edges[key].append((edge, goals.pop()))
                _gather(waiting, after)

    def _state(self, key: Key, deals: list[Deal]) -> BiddingState:
        made = {_state(deal) for deal in deals}
        _demand(len(made) == 1, "deals that stand alike wait for different things")
        return self.states.setdefault(key, *made)

    def upwards(self) -> list[Key]:
        """The states in an order in which every edge goes up."""
        order: dict[Key, None] = {}

        def visit(key: Key) -> None:
            if key not in order:
                for _, goal in self.edges[key]:
                    visit(goal)
                order[key] = None

        for key in self.states:
            visit(key)
        return [*reversed(order)]


def _gather(waiting: dict[Key, list[Deal]], deals: Iterable[Deal]) -> None:
    for deal in deals:
        waiting.setdefault(state_key(deal), []).append(deal)


def _to(edge: BiddingEdge, place: int) -> BiddingEdge:
    return edge._replace(next=place)


# What a deal is to the automaton


def _state(deal: Deal) -> BiddingState:
    contract = deal.contract
    if deal.result:
        return BiddingState(
            {Outcome.THROWN_IN: BiddingStage.THROWN_IN, Outcome.REDEAL: BiddingStage.REDEAL}[deal.result.outcome]
        )
    state = BiddingState(_stage(deal), seat_from_dealer(deal, deal.turn), int(bool(deal.observe(deal.turn).cards)))
    if not contract:
        return state
    playing = deal.phase is Phase.PLAYING
    return state._replace(
        turn=NONE if playing else state.turn,
        maker=seat_from_dealer(deal, contract.maker),
        loner=seat_from_dealer(deal, contract.loner),
        lone_defender=seat_from_dealer(deal, contract.lone_defender),
        sitting=sum(1 << seat_from_dealer(deal, seat) for seat in SEATS if contract.sitting_out >> seat.index & 1),
        leader=seat_from_dealer(deal, deal.leader) if playing else NONE,
    )


def _stage(deal: Deal) -> BiddingStage:
    if deal.phase is Phase.CALLING:
        return BiddingStage.STUCK if deal.dealer_is_stuck else BiddingStage(BiddingStage.FIRST + deal.calling_round - 1)
    if deal.phase is Phase.ASKING:
        assert deal.contract is not None
        assert deal.turn is not None
        return BiddingStage.ALONE if deal.turn.partnership is deal.contract.makers else BiddingStage.DEFENDING
    return BiddingStage.CONTRACT if deal.phase is Phase.PLAYING else BiddingStage[deal.phase.name]


# What may be chosen

Label: TypeAlias = tuple[int, int]
"""An action without its card: its index and its suit as an edge says them."""


def _label(deal: Deal, action: Action) -> Label:
    if isinstance(action, CallTrump):
        return (CALLS_ALONE if action.alone else CALLS)[0].index, RELATIVE_SUIT[up_suit_index(deal)].index(
            action.suit.index
        )
    if isinstance(action, Discard | Give):
        return (DISCARDS if isinstance(action, Discard) else GIVES)[0].index, NONE
    return action.index, NONE


def _choices(deal: Deal) -> dict[Label, list[Action]]:
    choices: dict[Label, list[Action]] = {}
    for action in deal.legal_actions():
        choices.setdefault(_label(deal, action), []).append(action)
    return choices


def _card(action: Action) -> Card | None:
    return action.card if isinstance(action, Discard | Give) else None


def _edge(label: Label, deals: list[Deal]) -> tuple[BiddingEdge, list[Deal]]:
    """What a choice is in all deals that have it, and those deals after it."""
    choices = [_choices(deal).get(label, []) for deal in deals]
    able = [(deal, actions) for deal, actions in zip(deals, choices, strict=True) if actions]
    guard = NONE, 0, 0
    chosen = NONE, 0
    if _card(able[0][1][0]):
        chosen = _chosen([(deal, mask_of(filter(None, map(_card, actions)))) for deal, actions in able])
    elif len(able) < len(deals):
        guard = _guard([(deal, bool(actions)) for deal, actions in zip(deals, choices, strict=True)])
    made = able[0][0].apply(able[0][1][0])[0].contract
    taken = [
        (deal, actions[at % len(actions)])
        for at, (deal, actions) in enumerate(able[: PROBES_AFTER_TRUMP if made else None])
    ]
    after = [deal.apply(action)[0] for deal, action in taken]
    moved = {_moved(deal, _card(action), then) for (deal, action), then in zip(taken, after, strict=True)}
    _demand(len(moved) == 1, f"action {label} moves cards, or makes trump, in two ways")
    return BiddingEdge(*label, *chosen, *guard, *moved.pop(), NONE), after


def _held(deal: Deal) -> int:
    assert deal.turn is not None
    return deal.masks[deal.turn.index]


def _chosen(deals: list[tuple[Deal, int]]) -> tuple[int, int]:
    for keeps in (0, 1):
        for kind, masks in enumerate(KIND_MASKS):
            if all(may == _held(d) & masks[up_suit_index(d)] & ~(keeps * d.upcard.bit) for d, may in deals):
                return kind, keeps
    raise InexpressibleRules("the cards that may be chosen are of no kind that kernels know")


def _guard(deals: list[tuple[Deal, bool]]) -> tuple[int, int, int]:
    """The kind of card, and how many of it, that tell those who may from those who may not, with no count between."""
    for kind, masks in enumerate(KIND_MASKS):
        may = {(_held(deal) & masks[up_suit_index(deal)]).bit_count() for deal, able in deals if able}
        not_ = {(_held(deal) & masks[up_suit_index(deal)]).bit_count() for deal, able in deals if not able}
        if min(may) == max(not_) + 1:
            return kind, min(may), len(CARDS)
        if max(may) == min(not_) - 1:
            return kind, 0, max(may)
    raise InexpressibleRules("no kind of card that kernels know tells who may do a thing from who may not")


def _moved(deal: Deal, card: Card | None, after: Deal) -> tuple[int, int, int, int, int]:
    """The trump made, the suit named, and who took the turn-up, how many from under it, and the card chosen."""
    gained = [then & ~now for now, then in zip(deal.masks, after.masks, strict=True)]

    def taker(it: Card | None) -> int:
        return next((seat_from_dealer(deal, seat) for seat in SEATS if it and gained[seat.index] & it.bit), NONE)

    trump = NONE
    if after.contract and not deal.contract:
        trump = RELATIVE_SUIT[up_suit_index(deal)].index(after.contract.trump.index)
    under = len(deal.kitty) - len(after.kitty)
    named = after.up_suit.index if after.up_suit and not deal.up_suit else NONE
    moved = trump, named, taker(deal.upcard) if deal.upcard is not card else NONE, under, taker(card)
    _demand(after.masks == _hands(deal, card, moved), "cards go another way than kernels know")
    return moved


def _hands(deal: Deal, card: Card | None, moved: tuple[int, int, int, int, int]) -> tuple[int, ...]:
    """The hands of a deal after a move."""
    _, _, upcard, under, given = moved
    masks = {seat_from_dealer(deal, seat): deal.masks[seat.index] for seat in SEATS}
    masks[seat_from_dealer(deal, deal.turn)] &= ~card.bit if card else ALL_CARDS
    masks[seat_from_dealer(deal, deal.turn)] |= mask_of(deal.kitty[:under])
    if upcard != NONE:
        masks[upcard] |= deal.upcard.bit
    if given != NONE and card:
        masks[given] |= card.bit
    return tuple(masks[seat_from_dealer(deal, seat)] for seat in SEATS)


def _check(state: BiddingState, edges: list[tuple[BiddingEdge, Key]], deals: Iterable[Deal]) -> None:
    """That deals which came to a state by another way may do what those did of which its edges were made."""
    for deal in deals:
        said = {(edge.action, edge.suit) for edge, _ in edges if _allows(edge, deal)}
        _demand(said == {*_choices(deal)}, f"what {state.stage.name} allows depends on how it was come to")


def _allows(edge: BiddingEdge, deal: Deal) -> bool:
    if edge.guard == NONE:
        return True
    return edge.least <= (_held(deal) & KIND_MASKS[edge.guard][up_suit_index(deal)]).bit_count() <= edge.most


def _demand(kept: bool, otherwise: str) -> None:
    if not kept:
        raise InexpressibleRules(otherwise)
