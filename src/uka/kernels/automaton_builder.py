"""Builds the automaton of the bidding phase by exploring the rules.

The builder plays many probe deals through ``uka.core``. Deals with equal keys (``state_key``) share a state. The legal
actions of their hands become the edges of that state. An edge determines which cards move. The guard of an edge
separates the hands that may take the edge from the other hands.

>>> import uka
>>> automaton = bidding_automaton(uka.ruleset("cardgames"))
>>> first = automaton.states[automaton.start]
>>> first.stage, first.turn, [edge.action for edge in first.edges]
(<BiddingStage.FIRST: 3>, 1, [99, 100, 101])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from uka.core.actions import CALLS, CALLS_ALONE, DISCARDS, GIVES, Action, CallTrump, Discard, Give
from uka.core.cards import CARDS, JOKER, LOW_MASK, SUIT_MASK, Card, cards_of, mask_of
from uka.core.deal import Deal
from uka.core.dealing import arranged_pack
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

PHASES = (*Phase,)
PROBES_AFTER_TRUMP = 8
"""The maximum number of probe deals that continue after trump is made. A few are enough, because all hands then allow
the same choices, except for the card to discard or to give."""


class InexpressibleRules(Exception):
    """Raised for a ruleset that no automaton of this kind can express."""


@lru_cache(maxsize=64)
def bidding_automaton(rules: Ruleset) -> BiddingAutomaton:
    """Return the automaton of a ruleset. Raise ``InexpressibleRules`` if the automaton cannot express the rules."""
    plain = [probe_deal(rules, held) for held in probe_hands(rules)]
    benny = (
        [probe_deal(rules, held, JOKER) for held in probe_hands(rules) if JOKER not in held[2]] if rules.joker else []
    )
    turned = [deal for deal in benny if deal.upcard is JOKER]
    walk = _Walk()
    walk.extend([deal for deal in benny if deal.upcard is not JOKER] + plain)
    walk.extend(turned)
    order = walk.topological_order()
    index = {key: number for number, key in enumerate(order)}
    edges = {key: tuple(edge._replace(next=index[target]) for edge, target in walk.edges[key]) for key in order}
    states = tuple(walk.states[key]._replace(edges=edges[key]) for key in order)
    start = index[state_key(plain[0])]
    return BiddingAutomaton(
        states, start, index[state_key(turned[0])] if turned else NONE, len(turned) < len(benny), index
    )


class _Walk:
    """The states found so far, and the edges of each state with the keys of their target states."""

    def __init__(self) -> None:
        self.states: dict[Key, BiddingState] = {}
        self.edges: dict[Key, list[tuple[BiddingEdge, Key]]] = {}

    def extend(self, deals: list[Deal]) -> None:
        """Add the states that the given deals can reach.

        The walk goes phase by phase, so all deals that reach a state are known before the edges of that state are made.
        """
        waiting: dict[Key, list[Deal]] = {}
        _gather(waiting, deals)
        while waiting:
            key = min(waiting, key=lambda key: PHASES.index(key[0]))
            arrived = waiting.pop(key)
            state = self._state(key, arrived)
            if key in self.edges:
                _check_edges(state, self.edges[key], arrived[:PROBES_AFTER_TRUMP] if state.turn != NONE else ())
                continue
            self.edges[key] = []
            for label in sorted({label for deal in arrived for label in _choices(deal)} if state.turn != NONE else ()):
                edge, after = _edge(label, arrived)
                targets = {state_key(deal) for deal in after}
                _require(len(targets) == 1, "one choice leads to two states")
                self.edges[key].append((edge, targets.pop()))
                _gather(waiting, after)

    def _state(self, key: Key, deals: list[Deal]) -> BiddingState:
        states = {_state(deal) for deal in deals}
        _require(len(states) == 1, "deals with equal keys wait for different decisions")
        return self.states.setdefault(key, *states)

    def topological_order(self) -> list[Key]:
        """Return the keys of the states, ordered so that every edge leads to a later state."""
        order: dict[Key, None] = {}

        def visit(key: Key) -> None:
            if key not in order:
                for _, target in self.edges[key]:
                    visit(target)
                order[key] = None

        for key in self.states:
            visit(key)
        return [*reversed(order)]


def _gather(waiting: dict[Key, list[Deal]], deals: Iterable[Deal]) -> None:
    for deal in deals:
        waiting.setdefault(state_key(deal), []).append(deal)


# The state of a deal


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


# The edges of a state

Label: TypeAlias = tuple[int, int]
"""An action without its card, as the fields ``action`` and ``suit`` of its edge."""


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
    for action in deal.legal_actions:
        choices.setdefault(_label(deal, action), []).append(action)
    return choices


def _card(action: Action) -> Card | None:
    return action.card if isinstance(action, Discard | Give) else None


def _edge(label: Label, deals: list[Deal]) -> tuple[BiddingEdge, list[Deal]]:
    """Return the edge for a choice, and the deals after that choice.

    ``label`` is the choice without its card. ``deals`` holds the deals before the choice, all of them in one state.
    """
    choices = [_choices(deal).get(label, []) for deal in deals]
    able = [(deal, actions) for deal, actions in zip(deals, choices, strict=True) if actions]
    guard = NONE, 0, 0
    chosen = NONE, 0
    if _card(able[0][1][0]):
        chosen = _chosen([(deal, mask_of(filter(None, map(_card, actions)))) for deal, actions in able])
    elif len(able) < len(deals):
        guard = _guard([(deal, bool(actions)) for deal, actions in zip(deals, choices, strict=True)])
    contract = able[0][0].apply(able[0][1][0])[0].contract
    taken = [
        (deal, actions[number % len(actions)])
        for number, (deal, actions) in enumerate(able[: PROBES_AFTER_TRUMP if contract else None])
    ]
    after = [deal.apply(action)[0] for deal, action in taken]
    effects = {_effects(deal, _card(action), then) for (deal, action), then in zip(taken, after, strict=True)}
    _require(len(effects) == 1, f"action {label} moves cards, or makes trump, in two ways")
    return BiddingEdge(*label, *chosen, *guard, *effects.pop(), NONE), after


def _held(deal: Deal) -> int:
    assert deal.turn is not None
    return deal.masks[deal.turn.index]


def _chosen(deals: list[tuple[Deal, int]]) -> tuple[int, int]:
    """Return the fields ``cards`` and ``keeps`` of an edge.

    ``deals`` pairs each deal with the mask of the cards that the seat whose turn it is may choose.
    """
    for keeps in (0, 1):
        for kind, masks in enumerate(KIND_MASKS):
            if all(may == _held(d) & masks[up_suit_index(d)] & ~(keeps * d.upcard.bit) for d, may in deals):
                return kind, keeps
    raise InexpressibleRules("no kind of card in KIND_MASKS equals the cards that may be chosen")


def _guard(deals: list[tuple[Deal, bool]]) -> tuple[int, int, int]:
    """Return the fields ``guard``, ``least`` and ``most`` of an edge.

    ``deals`` holds pairs of a deal and a bool, which is true if the seat whose turn it is may take the edge. The guard
    is a kind of cards and a range. A hand may take the edge exactly if its number of cards of that kind is in the
    range.
    """
    for kind, masks in enumerate(KIND_MASKS):
        able_counts = {(_held(deal) & masks[up_suit_index(deal)]).bit_count() for deal, able in deals if able}
        other_counts = {(_held(deal) & masks[up_suit_index(deal)]).bit_count() for deal, able in deals if not able}
        if min(able_counts) == max(other_counts) + 1:
            return kind, min(able_counts), len(CARDS)
        if max(able_counts) == min(other_counts) - 1:
            return kind, 0, max(able_counts)
    raise InexpressibleRules("no kind of card in KIND_MASKS separates the hands that may act from the others")


def _effects(deal: Deal, card: Card | None, after: Deal) -> tuple[int, int, int, int, int]:
    """Return five fields of the automaton's edge for an action that leads from the deal state ``deal`` to ``after``.

    The fields are ``trump``, ``names``, ``upcard``, ``under`` and ``given``. ``card`` is the action's card, if any.
    """
    gained = [then & ~now for now, then in zip(deal.masks, after.masks, strict=True)]

    def taker(moved: Card | None) -> int:
        return next((seat_from_dealer(deal, seat) for seat in SEATS if moved and gained[seat.index] & moved.bit), NONE)

    trump = NONE
    if after.contract and not deal.contract:
        trump = RELATIVE_SUIT[up_suit_index(deal)].index(after.contract.trump.index)
    under = len(deal.kitty) - len(after.kitty)
    named = after.up_suit.index if after.up_suit and not deal.up_suit else NONE
    effects = trump, named, taker(deal.upcard) if deal.upcard is not card else NONE, under, taker(card)
    _require(after.masks == _hands_after(deal, card, effects), "cards move in a way that an edge cannot express")
    return effects


def _hands_after(deal: Deal, card: Card | None, effects: tuple[int, int, int, int, int]) -> tuple[int, ...]:
    """Return the hands after an edge with the given effects, as card masks clockwise from the dealer."""
    _, _, upcard, under, given = effects
    masks = {seat_from_dealer(deal, seat): deal.masks[seat.index] for seat in SEATS}
    masks[seat_from_dealer(deal, deal.turn)] &= ~card.bit if card else ALL_CARDS
    masks[seat_from_dealer(deal, deal.turn)] |= mask_of(deal.kitty[:under])
    if upcard != NONE:
        masks[upcard] |= deal.upcard.bit
    if given != NONE and card:
        masks[given] |= card.bit
    return tuple(masks[seat_from_dealer(deal, seat)] for seat in SEATS)


def _check_edges(state: BiddingState, edges: list[tuple[BiddingEdge, Key]], deals: Iterable[Deal]) -> None:
    """Raise ``InexpressibleRules`` unless the edges of a state also fit deals that reach the state by another path."""
    for deal in deals:
        allowed = {(edge.action, edge.suit) for edge, _ in edges if _allows(edge, deal)}
        _require(allowed == {*_choices(deal)}, f"what {state.stage.name} allows depends on the calls before it")


def _allows(edge: BiddingEdge, deal: Deal) -> bool:
    if edge.guard == NONE:
        return True
    return edge.least <= (_held(deal) & KIND_MASKS[edge.guard][up_suit_index(deal)]).bit_count() <= edge.most


def _require(condition: bool, fault: str) -> None:
    if not condition:
        raise InexpressibleRules(fault)


def probe_deal(rules: Ruleset, held: tuple[int, int, tuple[Card, ...]], upcard: Card | None = None) -> Deal:
    """Return a deal in which one seat holds given cards. ``held`` is an item that ``probe_hands`` yields."""
    number, seat, cards = held
    dealer = SEATS[number % len(SEATS)]
    rest = [card for card in rules.cards if card not in cards and card is not upcard]
    rest = rest[number % len(rest) :] + rest[: number % len(rest)]
    upcard = upcard or next(card for card in rest if card is not JOKER)
    rest = [card for card in rest if card is not upcard]
    hands = {SEATS[(dealer.index + seat) % len(SEATS)]: cards}
    for place, other in enumerate(s for s in SEATS if s not in hands):
        hands[other] = tuple(rest[place :: len(SEATS) - 1][: rules.hand_size])
    used = {card for hand in hands.values() for card in hand}
    kitty = [card for card in rest if card not in used]
    return Deal.start(rules, dealer, arranged_pack(rules, dealer, hands, upcard, kitty))


def probe_hands(rules: Ruleset) -> Iterator[tuple[int, int, tuple[Card, ...]]]:
    """Yield test hands: single suits, mixed suits, and hands with many or few low cards.

    Each item is the number of the hand, the seat that holds it, counted clockwise from the dealer, and its cards.
    """
    plain = [card for card in rules.cards if card is not JOKER]
    low, high = ([card for card in plain if bool(card.bit & LOW_MASK) is is_low] for is_low in (True, False))
    joker = rules.cards[len(plain) :]
    size = rules.hand_size
    number = 0
    for seat in range(len(SEATS)):
        suits = [cards_of(mask_of(plain) & mask) for mask in SUIT_MASK]
        whole = [suit[-size:] for suit in suits]
        mixed = [(suits[i][-1], *suits[i - 1][:2], *suits[i - 2][-2:]) for i in range(len(suits))]
        lows = [(*low[:n], *high[seat : seat + size - n]) for n in range(size + 1)]
        odd = [(*low[: size - 1], *joker), (*low[: size - 2], *joker, high[0])] if joker else []
        for cards in (*whole, *mixed, *lows, *odd):
            yield number, seat, cards
            number += 1
