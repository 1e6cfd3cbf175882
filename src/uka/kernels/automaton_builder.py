"""A builder of the bidding automaton of a ruleset, which explores the rules.

It plays many probe deals by the rules of ``uka.core``. Deals with equal keys (``state_key``) are in one state. The
legal actions of their hands become the edges of that state. An edge says which cards move, and which hands may take it.

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
from uka.core.cards import CARDS, JOKER, LOW_MASK, SUIT_MASK, Card, CardMask, cards_of, mask_of
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
    StateKey,
    seat_from_dealer,
    state_key,
    up_suit_index,
)

PHASES = tuple(Phase)
PROBES_AFTER_TRUMP = 8
"""The maximum number of probe deals that are played on after trump is made.

A few are enough, since all hands then allow the same choices, except for the card to discard or to give.
"""
ProbeHand: TypeAlias = tuple[int, int, tuple[Card, ...]]
"""The number of a test hand, the seat that holds it, counted clockwise from the dealer, and its cards."""


class InexpressibleRules(Exception):
    """Raised for a ruleset whose bidding cannot be expressed as a ``BiddingAutomaton``."""


@lru_cache(maxsize=64)
def bidding_automaton(rules: Ruleset) -> BiddingAutomaton:
    """Return the bidding automaton of ``rules``. Raise ``InexpressibleRules`` if no automaton can express them."""
    plain = [probe_deal(rules, hand) for hand in probe_hands(rules)]
    joker_first = list[Deal]()
    if rules.joker:
        joker_first = [probe_deal(rules, hand, JOKER) for hand in probe_hands(rules) if JOKER not in hand[2]]
    joker_up = [deal for deal in joker_first if deal.upcard is JOKER]
    search = _AutomatonSearch()
    search.extend([deal for deal in joker_first if deal.upcard is not JOKER] + plain)
    search.extend(joker_up)
    order = search.topological_order()
    index = {key: number for number, key in enumerate(order)}
    edges = {key: tuple(edge._replace(next=index[target]) for edge, target in search.edges[key]) for key in order}
    states = tuple(search.states[key]._replace(edges=edges[key]) for key in order)
    return BiddingAutomaton(
        states,
        start=index[state_key(plain[0])],
        benny=index[state_key(joker_up[0])] if joker_up else NONE,
        next_up=len(joker_up) < len(joker_first),
        keys=index,
    )


class _AutomatonSearch:
    """The states found so far, and the edges of each state with the keys of the states to which they lead."""

    def __init__(self) -> None:
        self.states: dict[StateKey, BiddingState] = {}
        self.edges: dict[StateKey, list[tuple[BiddingEdge, StateKey]]] = {}

    def extend(self, deals: list[Deal]) -> None:
        """Add the states that ``deals`` can reach.

        The search goes phase by phase. So all deals that reach a state are known before its edges are made.
        """
        waiting: dict[StateKey, list[Deal]] = {}
        _group_by_state(waiting, deals)
        while waiting:
            key = min(waiting, key=lambda key: PHASES.index(key[0]))
            arrived = waiting.pop(key)
            state = self._state(key, arrived)
            ended = state.turn == NONE
            if key in self.edges:
                _check_edges(state, self.edges[key], () if ended else arrived[:PROBES_AFTER_TRUMP])
                continue
            self.edges[key] = []
            labels = set[Label]() if ended else {label for deal in arrived for label in _choices(deal)}
            for label in sorted(labels):
                edge, after = _edge(label, arrived)
                targets = {state_key(deal) for deal in after}
                _require(len(targets) == 1, "one choice leads to two states")
                self.edges[key].append((edge, targets.pop()))
                _group_by_state(waiting, after)

    def _state(self, key: StateKey, deals: list[Deal]) -> BiddingState:
        """Return the state that ``deals`` are in, and store it under ``key``, the key of all these deals.

        Raise ``InexpressibleRules`` if the deals are in different states.
        """
        states = {_state_of(deal) for deal in deals}
        _require(len(states) == 1, "deals with equal keys wait for different decisions")
        return self.states.setdefault(key, *states)

    def topological_order(self) -> list[StateKey]:
        """Return the keys of the states, ordered so that every edge leads to a later state."""
        order: dict[StateKey, None] = {}

        def visit(key: StateKey) -> None:
            if key not in order:
                for _, target in self.edges[key]:
                    visit(target)
                order[key] = None

        for key in self.states:
            visit(key)
        return [*reversed(order)]


def _group_by_state(waiting: dict[StateKey, list[Deal]], deals: Iterable[Deal]) -> None:
    """Add ``deals`` to ``waiting``, which maps keys of states to deals in that state."""
    for deal in deals:
        waiting.setdefault(state_key(deal), []).append(deal)


# The state of a deal

ENDS = {Outcome.THROWN_IN: BiddingStage.THROWN_IN, Outcome.REDEAL: BiddingStage.REDEAL}


def _state_of(deal: Deal) -> BiddingState:
    """Return the state of ``deal``, without its edges."""
    contract = deal.contract
    if deal.result:
        return BiddingState(ENDS[deal.result.outcome])
    sees_hand = bool(deal.observe(deal.turn).cards)
    state = BiddingState(_stage(deal), seat_from_dealer(deal, deal.turn), int(sees_hand))
    if not contract:
        return state
    playing = deal.phase is Phase.PLAYING
    return state._replace(
        turn=NONE if playing else state.turn,
        maker=seat_from_dealer(deal, contract.maker),
        loner=seat_from_dealer(deal, contract.loner),
        lone_defender=seat_from_dealer(deal, contract.lone_defender),
        sitting_out=sum(1 << seat_from_dealer(deal, seat) for seat in SEATS if contract.sitting_out >> seat.index & 1),
        leader=seat_from_dealer(deal, deal.leader) if playing else NONE,
    )


def _stage(deal: Deal) -> BiddingStage:
    """Return the stage of the bidding that ``deal`` has reached; it is ``CONTRACT`` after the bidding."""
    if deal.phase is Phase.CALLING:
        if deal.dealer_is_stuck:
            return BiddingStage.STUCK
        return BiddingStage.FIRST if deal.calling_round == 1 else BiddingStage.SECOND
    if deal.phase is Phase.ASKING:
        assert deal.contract is not None
        assert deal.turn is not None
        return BiddingStage.ALONE if deal.turn.partnership is deal.contract.makers else BiddingStage.DEFENDING
    return BiddingStage.CONTRACT if deal.phase is Phase.PLAYING else BiddingStage[deal.phase.name]


# The edges of a state

Label: TypeAlias = tuple[int, int]
"""A choice without its card, as the fields ``action`` and ``suit`` of its edge."""


def _label(deal: Deal, action: Action) -> Label:
    """Return the choice that ``action`` makes, without its card."""
    if isinstance(action, CallTrump):
        calls = CALLS_ALONE if action.alone else CALLS
        return calls[0].index, RELATIVE_SUIT[up_suit_index(deal)].index(action.suit.index)
    if isinstance(action, Discard):
        return DISCARDS[0].index, NONE
    if isinstance(action, Give):
        return GIVES[0].index, NONE
    return action.index, NONE


def _choices(deal: Deal) -> dict[Label, list[Action]]:
    """Return a dict from each choice of the seat whose turn it is to the legal actions that make it."""
    choices: dict[Label, list[Action]] = {}
    for action in deal.legal_actions:
        choices.setdefault(_label(deal, action), []).append(action)
    return choices


def _card(action: Action) -> Card | None:
    """Return the card that ``action`` discards or gives to the loner, or None if it does neither."""
    return action.card if isinstance(action, Discard | Give) else None


def _edge(label: Label, deals: list[Deal]) -> tuple[BiddingEdge, list[Deal]]:
    """Return the edge for a choice, and deals after that choice.

    ``label`` is the choice without its card. ``deals`` holds the deals before the choice, all of them in one state.
    """
    choices = [_choices(deal).get(label, []) for deal in deals]
    able = [(deal, actions) for deal, actions in zip(deals, choices, strict=True) if actions]
    guard = (NONE, 0, 0)
    chosen = (NONE, 0)
    first_deal, first_actions = able[0]
    if _card(first_actions[0]):
        chosen = _cards_and_keeps([(deal, mask_of(filter(None, map(_card, actions)))) for deal, actions in able])
    elif len(able) < len(deals):
        guard = _guard([(deal, bool(actions)) for deal, actions in zip(deals, choices, strict=True)])
    after_first, _ = first_deal.apply(first_actions[0])
    probes = able[:PROBES_AFTER_TRUMP] if after_first.contract else able
    after = list[Deal]()
    effects = set[Effects]()
    for number, (deal, actions) in enumerate(probes):
        action = actions[number % len(actions)]
        then, _ = deal.apply(action)
        after.append(then)
        effects.add(_effects(deal, _card(action), then))
    _require(len(effects) == 1, f"action {label} moves cards, or makes trump, in two ways")
    return BiddingEdge(*label, *chosen, *guard, *effects.pop(), NONE), after


def _hand(deal: Deal) -> CardMask:
    """Return the hand of the seat whose turn it is."""
    assert deal.turn is not None
    return deal.masks[deal.turn.index]


def _cards_and_keeps(deals: list[tuple[Deal, CardMask]]) -> tuple[int, int]:
    """Return which cards a seat may choose on an edge, as the fields ``cards`` and ``keeps`` of ``BiddingEdge``.

    ``deals`` pairs each deal with the cards that the seat whose turn it is may choose.
    """
    for keeps in (0, 1):
        for kind, masks in enumerate(KIND_MASKS):
            if all(
                choosable == _hand(deal) & masks[up_suit_index(deal)] & ~(deal.upcard.bit if keeps else 0)
                for deal, choosable in deals
            ):
                return kind, keeps
    raise InexpressibleRules("no kind of card in KIND_MASKS equals the cards that may be chosen")


def _guard(deals: list[tuple[Deal, bool]]) -> tuple[int, int, int]:
    """Return the fields ``guard``, ``least`` and ``most`` of an edge.

    ``deals`` pairs each deal with whether the seat whose turn it is may take the edge. The fields name a kind of cards
    and a range. A hand may take the edge exactly if the number of its cards of that kind is in the range.
    """
    for kind, masks in enumerate(KIND_MASKS):
        able_counts = {(_hand(deal) & masks[up_suit_index(deal)]).bit_count() for deal, able in deals if able}
        other_counts = {(_hand(deal) & masks[up_suit_index(deal)]).bit_count() for deal, able in deals if not able}
        if min(able_counts) == max(other_counts) + 1:
            return kind, min(able_counts), len(CARDS)
        if max(able_counts) == min(other_counts) - 1:
            return kind, 0, max(able_counts)
    raise InexpressibleRules("no kind of card in KIND_MASKS separates the hands that may act from the others")


Effects: TypeAlias = tuple[int, int, int, int, int]
"""The fields ``trump``, ``names``, ``upcard``, ``under`` and ``given`` of an edge."""


def _effects(deal: Deal, card: Card | None, after: Deal) -> Effects:
    """Return the effects of the action that turns ``deal`` into ``after``. ``card`` is the action's card, if any."""
    gained = [then & ~now for now, then in zip(deal.masks, after.masks, strict=True)]

    def taker(moved: Card | None) -> int:
        for seat in SEATS:
            if moved and gained[seat.index] & moved.bit:
                return seat_from_dealer(deal, seat)
        return NONE

    trump = NONE
    if after.contract and not deal.contract:
        trump = RELATIVE_SUIT[up_suit_index(deal)].index(after.contract.trump.index)
    under = len(deal.kitty) - len(after.kitty)
    named = after.up_suit.index if after.up_suit and not deal.up_suit else NONE
    upcard_taker = NONE if deal.upcard is card else taker(deal.upcard)
    effects = (trump, named, upcard_taker, under, taker(card))
    _require(after.masks == _hands_after(deal, card, effects), "cards move in a way that an edge cannot express")
    return effects


def _hands_after(deal: Deal, card: Card | None, effects: Effects) -> tuple[CardMask, ...]:
    """Return the hands after an edge with the effects ``effects``, by ``seat.index``."""
    _, _, upcard, under, given = effects
    masks = {seat_from_dealer(deal, seat): deal.masks[seat.index] for seat in SEATS}
    masks[seat_from_dealer(deal, deal.turn)] &= ~card.bit if card else ALL_CARDS
    masks[seat_from_dealer(deal, deal.turn)] |= mask_of(deal.kitty[:under])
    if upcard != NONE:
        masks[upcard] |= deal.upcard.bit
    if given != NONE and card:
        masks[given] |= card.bit
    return tuple(masks[seat_from_dealer(deal, seat)] for seat in SEATS)


def _check_edges(state: BiddingState, edges: list[tuple[BiddingEdge, StateKey]], deals: Iterable[Deal]) -> None:
    """Raise ``InexpressibleRules`` unless ``edges`` also fit ``deals``, which reach their state by another path."""
    for deal in deals:
        allowed = {(edge.action, edge.suit) for edge, _ in edges if _allows(edge, deal)}
        _require(allowed == {*_choices(deal)}, f"what {state.stage.name} allows depends on the calls before it")


def _allows(edge: BiddingEdge, deal: Deal) -> bool:
    """Return whether the seat whose turn it is may take ``edge``."""
    if edge.guard == NONE:
        return True
    return edge.least <= (_hand(deal) & KIND_MASKS[edge.guard][up_suit_index(deal)]).bit_count() <= edge.most


def _require(condition: bool, fault: str) -> None:
    if not condition:
        raise InexpressibleRules(fault)


def probe_deal(rules: Ruleset, hand: ProbeHand, upcard: Card | None = None) -> Deal:
    """Return a deal in which one seat has the hand ``hand``. If ``upcard`` is given, it is the first card turned up."""
    number, seat, cards = hand
    dealer = SEATS[number % len(SEATS)]
    rest = [card for card in rules.cards if card not in cards and card is not upcard]
    rest = rest[number % len(rest) :] + rest[: number % len(rest)]
    upcard = upcard or next(card for card in rest if card is not JOKER)
    rest = [card for card in rest if card is not upcard]
    hands = {SEATS[(dealer.index + seat) % len(SEATS)]: cards}
    others = [seat for seat in SEATS if seat not in hands]
    for order, other in enumerate(others):
        hands[other] = tuple(rest[order :: len(others)][: rules.hand_size])
    used = {card for hand in hands.values() for card in hand}
    kitty = [card for card in rest if card not in used]
    return Deal.start(rules, dealer, arranged_pack(rules, dealer, hands, upcard, kitty))


def probe_hands(rules: Ruleset) -> Iterator[ProbeHand]:
    """Yield test hands: of single suits, of mixed suits, and with many or few low cards."""
    plain = [card for card in rules.cards if card is not JOKER]
    low = [card for card in plain if card.bit & LOW_MASK]
    high = [card for card in plain if not card.bit & LOW_MASK]
    joker = rules.cards[len(plain) :]
    size = rules.hand_size
    number = 0
    for seat in range(len(SEATS)):
        suits = [cards_of(mask_of(plain) & mask) for mask in SUIT_MASK]
        whole = [suit[-size:] for suit in suits]
        mixed = [(suits[i][-1], *suits[i - 1][:2], *suits[i - 2][-2:]) for i in range(len(suits))]
        lows = [(*low[:n], *high[seat : seat + size - n]) for n in range(size + 1)]
        with_joker = [(*low[: size - 1], *joker), (*low[: size - 2], *joker, high[0])] if joker else []
        for cards in (*whole, *mixed, *lows, *with_joker):
            yield number, seat, cards
            number += 1
