"""From the turn-up to the first lead as a small automaton of plain integers, made by walking the rules.

Probe deals go through ``uka.core`` together. Where they stand alike they are in one state; what their hands let them do
there becomes the state's edges, each with a guard that tells those who may from those who may not, and with what it
moves. Kernels run the automaton and know no rule. A step of the rules that it could not say raises ``Unsaid``.

Seats are counted clockwise from the dealer, 0 to 3. Suits are counted from the turn-up's: 0 its own, 1 the other of
its colour, 2 and 3 the others, the lower index first, 4 no trump; so all four turn-ups make one automaton, and a benny
turned up, which the rules treat otherwise, has states of its own in it.

>>> import uka
>>> made = automaton(uka.ruleset("cardgames"))
>>> first = made.states[made.start]
>>> first.stage, first.turn, [edge.action for edge in first.edges]
(<Stage.FIRST: 3>, 1, [99, 100, 101])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from uka.core.actions import CALLS, CALLS_ALONE, DISCARDS, GIVES, Action, CallTrump, Discard, Give
from uka.core.cards import CARDS, JOKER, LOW_MASK, SUIT_MASK, SUITS, Card, cards_of, mask_of
from uka.core.deal import Deal
from uka.core.dealing import arranged_pack
from uka.core.public import Phase, PublicDeal
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome
from uka.core.seats import SEATS, Seat

NONE = -1
NO_SUIT = 4
"""The row of ``RELATIVE`` and ``MASKS`` for a benny turned up whose suit is not named yet."""
EVERY = (1 << len(CARDS)) - 1
RELATIVE = (
    *((s.index, s.next.index, *(o.index for o in SUITS if o not in (s, s.next)), 4) for s in SUITS),
    (*range(5),),
)
"""``RELATIVE[up][suit]``: the index of a suit counted from the turn-up's."""
MASKS = (
    (EVERY,) * 5,
    (LOW_MASK,) * 5,
    (EVERY & ~LOW_MASK,) * 5,
    (EVERY & ~LOW_MASK & ~JOKER.bit,) * 5,
    *(tuple(SUIT_MASK[RELATIVE[up][suit]] for up in range(5)) for suit in range(4)),
)
"""``MASKS[kind][up]``: the cards that guards count and choices are made among: all, low ones, those above with and
without the joker, the printed cards of each suit counted from the turn-up's."""
PHASES = (*Phase,)
FEW = 8
"""Probes that go on after trump is made, when no hand matters any more but for the card chosen."""


class Stage(IntEnum):
    """What is decided in a state; the last three are ends."""

    NAMING = 0
    CLAIMING = 1
    SHOWING = 2
    FIRST = 3
    SECOND = 4
    STUCK = 5
    DISCARDING = 6
    ALONE = 7
    DEFENDING = 8
    GIVING = 9
    CONTRACT = 10
    THROWN_IN = 11
    REDEAL = 12


class Unsaid(Exception):
    """The rules do what this automaton has no words for."""


class Edge(NamedTuple):
    """One choice, or one for each card of a kind. ``NONE`` where there is nothing of a sort."""

    action: int
    """The index in ``core.actions``; the first of its suits or cards where ``suit`` or the card is added."""
    suit: int
    cards: int
    """The kind of ``MASKS`` that the card is chosen from, held by the seat in turn."""
    keeps: int
    """1 where the turn-up may not be chosen."""
    guard: int
    """The kind of ``MASKS`` of which the seat in turn must hold ``least`` to ``most``."""
    least: int
    most: int
    trump: int
    names: int
    """The index of the suit that a benny stands for from now on."""
    upcard: int
    """Who takes the turn-up."""
    under: int
    """Cards under the turn-up that the seat in turn takes."""
    given: int
    """Who takes the card chosen; ``NONE``: it is laid away."""
    next: int


class State(NamedTuple):
    """Where a deal stands, and what was agreed. An end has no turn and no edges; a contract has a leader."""

    stage: Stage
    turn: int = NONE
    sees: int = 1
    """0 where the seat in turn may not look at its hand."""
    maker: int = NONE
    loner: int = NONE
    lone_defender: int = NONE
    sitting: int = 0
    leader: int = NONE
    edges: tuple[Edge, ...] = ()


Key: TypeAlias = tuple[Phase, *tuple[object, ...]]


class Automaton(NamedTuple):
    """States in an order in which every edge goes up.

    ``benny`` is where a deal with the benny turned up starts, ``NONE`` where that cannot be; ``next_up``: the card
    under it is turned up in its stead.
    """

    states: tuple[State, ...]
    start: int
    benny: int
    next_up: bool
    keys: dict[Key, int]

    def state(self, deal: PublicDeal) -> int:
        """Where a deal stands, of which only the open side is asked; in play, its contract. ``KeyError`` if nowhere."""
        return self.keys[_key(deal)]


@lru_cache(maxsize=64)
def automaton(rules: Ruleset) -> Automaton:
    """The automaton of a ruleset; ``Unsaid`` if the rules do what it cannot say."""
    plain = [_probe(rules, held) for held in _leanings(rules)]
    benny = [_probe(rules, held, JOKER) for held in _leanings(rules) if JOKER not in held[2]] if rules.joker else []
    turned = [deal for deal in benny if deal.upcard is JOKER]
    walk = _Walk()
    walk.go([deal for deal in benny if deal.upcard is not JOKER] + plain)
    walk.go(turned)
    order = walk.upwards()
    place = {key: at for at, key in enumerate(order)}
    edges = {key: tuple(_to(edge, place[goal]) for edge, goal in walk.edges[key]) for key in order}
    states = tuple(walk.states[key]._replace(edges=edges[key]) for key in order)
    start = place[_key(plain[0])]
    return Automaton(states, start, place[_key(turned[0])] if turned else NONE, len(turned) < len(benny), place)


class _Walk:
    """The states found, and the edges from each with the keys of where they go."""

    def __init__(self) -> None:
        self.states: dict[Key, State] = {}
        self.edges: dict[Key, list[tuple[Edge, Key]]] = {}

    def go(self, deals: list[Deal]) -> None:
        """Walk from where some deals stand, phase by phase: of a state's edges all that come to it have a say."""
        waiting: dict[Key, list[Deal]] = {}
        _gather(waiting, deals)
        while waiting:
            key = min(waiting, key=lambda key: PHASES.index(key[0]))
            here = waiting.pop(key)
            state = self._state(key, here)
            if key in self.edges:
                _check(state, self.edges[key], here[:FEW] if state.turn != NONE else ())
                continue
            self.edges[key] = []
            for label in sorted({label for deal in here for label in _choices(deal)} if state.turn != NONE else ()):
                edge, after = _edge(label, here)
                goals = {_key(deal) for deal in after}
                _demand(len(goals) == 1, "one choice leads to two states")
                self.edges[key].append((edge, goals.pop()))
                _gather(waiting, after)

    def _state(self, key: Key, deals: list[Deal]) -> State:
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
        waiting.setdefault(_key(deal), []).append(deal)


def _to(edge: Edge, place: int) -> Edge:
    return edge._replace(next=place)


# What a deal is to the automaton


def _counted(deal: PublicDeal, seat: Seat | None) -> int:
    return (seat.index - deal.dealer.index) % len(SEATS) if seat else NONE


def _up(deal: PublicDeal) -> int:
    return deal.up_suit.index if deal.up_suit else NO_SUIT


def _key(deal: PublicDeal) -> Key:
    """All of the open side of a deal that its further course may depend on; that it is all, the walk finds out."""
    contract = deal.contract
    if deal.result:
        return (Phase.OVER, deal.result.outcome)
    turn, declined = _counted(deal, deal.turn), tuple(_counted(deal, seat) for seat in deal.declined)
    if not contract:
        asked = (len(deal.calls), declined if deal.phase is Phase.CLAIMING else len(deal.shown))
        return (deal.phase, turn, deal.up_suit is None, deal.upcard is JOKER, *asked)
    who = tuple(_counted(deal, seat) for seat in (contract.maker, contract.loner, contract.lone_defender))
    if deal.phase is Phase.PLAYING:
        return (deal.phase, *who)
    return (deal.phase, *who, turn, _counted(deal, deal.picked_up), deal.given, declined)


def _state(deal: Deal) -> State:
    contract = deal.contract
    if deal.result:
        return State({Outcome.THROWN_IN: Stage.THROWN_IN, Outcome.REDEAL: Stage.REDEAL}[deal.result.outcome])
    state = State(_stage(deal), _counted(deal, deal.turn), int(bool(deal.observe(deal.turn).cards)))
    if not contract:
        return state
    playing = deal.phase is Phase.PLAYING
    return state._replace(
        turn=NONE if playing else state.turn,
        maker=_counted(deal, contract.maker),
        loner=_counted(deal, contract.loner),
        lone_defender=_counted(deal, contract.lone_defender),
        sitting=sum(1 << _counted(deal, seat) for seat in SEATS if contract.sitting >> seat.index & 1),
        leader=_counted(deal, deal.leader) if playing else NONE,
    )


def _stage(deal: Deal) -> Stage:
    if deal.phase is Phase.CALLING:
        return Stage.STUCK if deal.stuck else Stage(Stage.FIRST + deal.calling_round - 1)
    if deal.phase is Phase.ASKING:
        assert deal.contract is not None
        assert deal.turn is not None
        return Stage.ALONE if deal.turn.partnership is deal.contract.makers else Stage.DEFENDING
    return Stage.CONTRACT if deal.phase is Phase.PLAYING else Stage[deal.phase.name]


# What may be chosen

Label: TypeAlias = tuple[int, int]
"""An action without its card: its index and its suit as an edge says them."""


def _label(deal: Deal, action: Action) -> Label:
    if isinstance(action, CallTrump):
        return (CALLS_ALONE if action.alone else CALLS)[0].index, RELATIVE[_up(deal)].index(action.suit.index)
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


def _edge(label: Label, deals: list[Deal]) -> tuple[Edge, list[Deal]]:
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
    taken = [(deal, actions[at % len(actions)]) for at, (deal, actions) in enumerate(able[: FEW if made else None])]
    after = [deal.apply(action)[0] for deal, action in taken]
    moved = {_moved(deal, _card(action), then) for (deal, action), then in zip(taken, after, strict=True)}
    _demand(len(moved) == 1, f"action {label} moves cards, or makes trump, in two ways")
    return Edge(*label, *chosen, *guard, *moved.pop(), NONE), after


def _held(deal: Deal) -> int:
    assert deal.turn is not None
    return deal.masks[deal.turn.index]


def _chosen(deals: list[tuple[Deal, int]]) -> tuple[int, int]:
    for keeps in (0, 1):
        for kind, masks in enumerate(MASKS):
            if all(may == _held(d) & masks[_up(d)] & ~(keeps * d.upcard.bit) for d, may in deals):
                return kind, keeps
    raise Unsaid("the cards that may be chosen are of no kind that kernels know")


def _guard(deals: list[tuple[Deal, bool]]) -> tuple[int, int, int]:
    """The kind of card, and how many of it, that tell those who may from those who may not, with no count between."""
    for kind, masks in enumerate(MASKS):
        may = {(_held(deal) & masks[_up(deal)]).bit_count() for deal, able in deals if able}
        not_ = {(_held(deal) & masks[_up(deal)]).bit_count() for deal, able in deals if not able}
        if min(may) == max(not_) + 1:
            return kind, min(may), len(CARDS)
        if max(may) == min(not_) - 1:
            return kind, 0, max(may)
    raise Unsaid("no kind of card that kernels know tells who may do a thing from who may not")


def _moved(deal: Deal, card: Card | None, after: Deal) -> tuple[int, int, int, int, int]:
    """The trump made, the suit named, and who took the turn-up, how many from under it, and the card chosen."""
    gained = [then & ~now for now, then in zip(deal.masks, after.masks, strict=True)]

    def taker(it: Card | None) -> int:
        return next((_counted(deal, seat) for seat in SEATS if it and gained[seat.index] & it.bit), NONE)

    trump = NONE
    if after.contract and not deal.contract:
        trump = RELATIVE[_up(deal)].index(after.contract.trump.index)
    under = len(deal.kitty) - len(after.kitty)
    named = after.up_suit.index if after.up_suit and not deal.up_suit else NONE
    moved = trump, named, taker(deal.upcard) if deal.upcard is not card else NONE, under, taker(card)
    _demand(after.masks == _hands(deal, card, moved), "cards go another way than kernels know")
    return moved


def _hands(deal: Deal, card: Card | None, moved: tuple[int, int, int, int, int]) -> tuple[int, ...]:
    """The hands of a deal after a move."""
    _, _, upcard, under, given = moved
    masks = {_counted(deal, seat): deal.masks[seat.index] for seat in SEATS}
    masks[_counted(deal, deal.turn)] &= ~card.bit if card else EVERY
    masks[_counted(deal, deal.turn)] |= mask_of(deal.kitty[:under])
    if upcard != NONE:
        masks[upcard] |= deal.upcard.bit
    if given != NONE and card:
        masks[given] |= card.bit
    return tuple(masks[_counted(deal, seat)] for seat in SEATS)


def _check(state: State, edges: list[tuple[Edge, Key]], deals: Iterable[Deal]) -> None:
    """That deals which came to a state by another way may do what those did of which its edges were made."""
    for deal in deals:
        said = {(edge.action, edge.suit) for edge, _ in edges if _allows(edge, deal)}
        _demand(said == {*_choices(deal)}, f"what {state.stage.name} allows depends on how it was come to")


def _allows(edge: Edge, deal: Deal) -> bool:
    if edge.guard == NONE:
        return True
    return edge.least <= (_held(deal) & MASKS[edge.guard][_up(deal)]).bit_count() <= edge.most


def _demand(kept: bool, otherwise: str) -> None:
    if not kept:
        raise Unsaid(otherwise)


# The probes


def _probe(rules: Ruleset, held: tuple[int, int, tuple[Card, ...]], upcard: Card | None = None) -> Deal:
    """A deal in which a seat, counted from the dealer, holds some cards, and the others what is left."""
    number, seat, cards = held
    dealer = SEATS[number % len(SEATS)]
    rest = [card for card in rules.cards if card not in cards and card is not upcard]
    rest = rest[number % len(rest) :] + rest[: number % len(rest)]
    upcard = upcard or next(card for card in rest if card is not JOKER)
    rest = [card for card in rest if card is not upcard]
    hands = {SEATS[(dealer.index + seat) % len(SEATS)]: cards}
    for at, other in enumerate(s for s in SEATS if s not in hands):
        hands[other] = tuple(rest[at :: len(SEATS) - 1][: rules.hand_size])
    used = {card for hand in hands.values() for card in hand}
    kitty = [card for card in rest if card not in used]
    return Deal.start(rules, dealer, arranged_pack(rules, dealer, hands, upcard, kitty))


def _leanings(rules: Ruleset) -> Iterator[tuple[int, int, tuple[Card, ...]]]:
    """Numbered hands for every seat: all of one suit, none of it but one, and of many low cards and few."""
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
