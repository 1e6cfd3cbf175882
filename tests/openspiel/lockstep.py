"""One random hand played in OpenSpiel's euchre and in ours at once; any difference is a ``Mismatch``.

OpenSpiel's actions are numbers. Cards are ``rank * 4 + suit``, nine low, suits in our order; 24 passes, 25 to 28 name
trump, 29 goes alone and 30 does not. Its history begins with the dealer, twenty cards dealt one at a time from the
dealer clockwise, and the turn-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Protocol

from uka import (
    SEATS,
    SUITS,
    Action,
    CallTrump,
    Card,
    Deal,
    Discard,
    GoAlone,
    Observation,
    OrderUp,
    Pass,
    Phase,
    Play,
    Rank,
    Ruleset,
    Seat,
)


class State(Protocol):
    """What is used of OpenSpiel's states, which are untyped: it is an optional extra."""

    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def current_player(self) -> int: ...
    def legal_actions(self) -> list[int]: ...
    def apply_action(self, action: int) -> None: ...
    def history(self) -> list[int]: ...
    def returns(self) -> list[float]: ...


class Game(Protocol):
    """OpenSpiel's euchre, as ``pyspiel.load_game`` gives it."""

    def new_initial_state(self) -> State: ...


RANKS = [rank for rank in Rank if Rank.NINE.index <= rank.index <= Rank.ACE.index]
CARDS = [Card(rank.value + suit.value) for rank in RANKS for suit in SUITS]
CARD_IDS = {card: i for i, card in enumerate(CARDS)}
PASS, ALONE, WITH_PARTNER = 24, 29, 30
TRUMPS = {suit: 25 + suit.index for suit in SUITS}
# A pass as likely as any call would seldom reach the second round, let alone a stuck dealer.
SHARES_OF_PASSES = (0.3, 0.9)


class Mismatch(AssertionError):
    """OpenSpiel and Uka differ on a hand."""


def play(game: Game, rules: Ruleset, seed: int) -> Deal:
    """Play the random hand of a seed in both, and give our finished deal; ``Mismatch`` says where they part."""
    rng = Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    deal = dealt_as(state, rules)
    passing = rng.choice(SHARES_OF_PASSES)
    try:
        while not state.is_terminal():
            deal = ask_defenders(deal, state, rng) if defender_asked(deal) else step(deal, state, rng, passing)
        compare("over", True, deal.over)
        compare("returns", state.returns(), returns(deal))
    except Mismatch as difference:
        raise Mismatch(f"seed {seed}, {rules.name}, OpenSpiel's history {state.history()}: {difference}") from None
    return deal


def mismatches(game: Game, rules: Ruleset, seeds: Iterable[int]) -> Iterator[str]:
    """What differs, hand by hand, among the hands of some seeds."""
    for seed in seeds:
        try:
            play(game, rules, seed)
        except Mismatch as difference:
            yield str(difference)


def dealt_as(state: State, rules: Ruleset) -> Deal:
    """Our deal of the cards that OpenSpiel dealt."""
    first, *ids = state.history()
    dealer = SEATS[first]
    hands: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
    for place, card in enumerate(ids[:20]):
        hands[SEATS[(first + place) % 4]].append(CARDS[card])
    return Deal.arranged(rules, dealer=dealer, hands=hands, upcard=CARDS[ids[20]])


def step(deal: Deal, state: State, rng: Random, passing: float) -> Deal:
    """One choice, the same in both, after who chooses and between what was compared."""
    actions = compared(deal, state)
    others = [number for number in actions if number != PASS]
    chosen = PASS if PASS in actions and rng.random() < passing else rng.choice(others)
    state.apply_action(chosen)
    return deal.apply(actions[chosen])[0]


def compared(deal: Deal, state: State) -> dict[int, Action]:
    """Our legal actions by OpenSpiel's numbers, in its order, once they are seen to be the same."""
    compare("turn", SEATS[state.current_player()], deal.turn)
    actions = sorted((action_id(deal, action), action) for action in deal.legal_actions)
    compare("legal actions", state.legal_actions(), [number for number, _ in actions])
    return dict(actions)


def defender_asked(deal: Deal) -> bool:
    """Whether we ask a defender about defending alone."""
    contract = deal.contract
    return deal.phase is Phase.ASKING and contract is not None and deal.turn in contract.defenders.seats


def ask_defenders(deal: Deal, state: State, rng: Random) -> Deal:
    """Both defenders' answers, given to each side in its own order.

    OpenSpiel asks from the dealer's left and we ask from the maker's left, but only one defender can be alone in
    either, so the answers mean the same: a defender whom OpenSpiel does not reach, since the other took it, declines.
    """
    assert deal.contract is not None
    answers = dict.fromkeys(deal.contract.defenders.seats, WITH_PARTNER)
    unasked = set(answers)
    while state.legal_actions() == [ALONE, WITH_PARTNER]:
        seat = SEATS[state.current_player()]
        compare(f"{seat} is a defender to be asked", True, seat in unasked)
        unasked.remove(seat)
        answers[seat] = rng.choice((ALONE, WITH_PARTNER))
        state.apply_action(answers[seat])
    if ALONE not in answers.values():
        compare("defenders not asked", set[Seat](), unasked)
    while defender_asked(deal):
        assert deal.turn is not None
        actions = {action_id(deal, action): action for action in deal.legal_actions}
        compare("legal actions", {ALONE, WITH_PARTNER}, set(actions))
        deal, _ = deal.apply(actions[answers[deal.turn]])
    return deal


def action_id(deal: Deal | Observation, action: Action) -> int:
    """OpenSpiel's number of an action of ours; ``Mismatch`` if it has none."""
    match action:
        case Play(card) | Discard(card):
            return CARD_IDS[card]
        case Pass():
            return WITH_PARTNER if deal.phase is Phase.ASKING else PASS
        case GoAlone():
            return ALONE
        case OrderUp(alone=False) if deal.up_suit:
            return TRUMPS[deal.up_suit]
        case CallTrump(suit, alone=False):
            return TRUMPS[suit]
        case _:
            raise Mismatch(f"OpenSpiel has no {action}")


def returns(deal: Deal) -> list[float]:
    """What OpenSpiel pays each seat: its side's points less the other side's."""
    assert deal.result is not None
    points = deal.result.points
    return [points[side.index] - points[side.other.index] for side in (seat.partnership for seat in SEATS)]


def compare(what: str, theirs: object, ours: object) -> None:
    if theirs != ours:
        raise Mismatch(f"{what}: OpenSpiel {theirs}, Uka {ours}")
