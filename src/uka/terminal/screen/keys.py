"""The keys of actions: the key of each legal action, and the action that a key chooses, legal or not."""

from __future__ import annotations

from typing import NamedTuple

from uka.core.actions import (
    CALLS,
    CALLS_ALONE,
    CLAIM_REDEAL,
    GO_ALONE,
    GO_UNDER,
    NAMES,
    ORDER_UP,
    ORDER_UP_ALONE,
    PASS,
    Action,
    CallTrump,
    ClaimRevoke,
    Discard,
    Give,
    OrderUp,
    Play,
)
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.narration.calls import choice_name, phrase
from uka.table.views.facts import sorted_cards


class KeyedAction(NamedTuple):
    """A legal action with its key and its label."""

    key: str
    label: str
    action: Action


ON_CARDS = {
    Phase.PLAYING: Play,
    Phase.DISCARDING: Discard,
    Phase.SHOWING: Discard,
    Phase.GIVING: Give,
}
_ORDERS: dict[str, Action] = {"p": PASS, "o": ORDER_UP, "a": ORDER_UP_ALONE}
_NAMED: dict[str, Action] = {
    key: call
    for plain, alone in zip(CALLS, CALLS_ALONE, strict=True)
    for key, call in ((plain.suit.value, plain), (plain.suit.value.upper(), alone))
}
KEYS: dict[Phase, dict[str, Action]] = {
    Phase.NAMING: {name.suit.value: name for name in NAMES},
    Phase.CLAIMING: {"p": PASS, "r": CLAIM_REDEAL, "u": GO_UNDER},
    Phase.CALLING: _ORDERS | _NAMED,
    Phase.ASKING: {"p": PASS, "a": GO_ALONE},
}
"""The letter of each action that names no card. A suit's capital letter calls that suit as trump and plays alone."""
CLAIM, REST, HINT = "v", "r", "i"
"""The letters that claim a revoke, claim the remaining tricks, and ask for a hint."""


def keyed_actions(seen: Observation) -> tuple[KeyedAction, ...]:
    """Return the legal actions that do not concern a card. Claims of a revoke come last."""
    found = [
        KeyedAction(key, _label(seen, action), action)
        for key, action in KEYS.get(seen.phase, {}).items()
        if seen.my_turn and action in seen.legal_actions
    ]
    return (*found, *_claims(seen))


def _claims(seen: Observation) -> tuple[KeyedAction, ...]:
    claims = [action for action in seen.legal_actions if isinstance(action, ClaimRevoke)]
    return tuple(KeyedAction(CLAIM, f"claim a revoke in trick {claim.trick + 1}", claim) for claim in claims[-1:])


def _label(seen: Observation, action: Action) -> str:
    assert seen.seat is not None
    if isinstance(action, CallTrump) and action.alone and CALLS[action.suit.index] in seen.legal_actions:
        return f"{action.suit.symbol} {seen.rules.words.alone}"
    if action is PASS and seen.phase is Phase.CLAIMING:
        return "keep these cards"
    name, words = choice_name(seen, seen.seat, action), phrase(seen, seen.seat, action)
    return name if name == words else f"{name} (“{words}”)"


def action_of_key(seen: Observation, key: str) -> Action | None:
    """Return the action that a key chooses now, legal or not. Return None for a key without a meaning.

    Digits choose cards of the hand in the order in which they are shown, counted from 1.
    """
    if key == CLAIM:
        return next((choice.action for choice in _claims(seen)), None)
    if key.isdecimal() and seen.phase in ON_CARDS:
        hand = sorted_cards(seen)
        return ON_CARDS[seen.phase](hand[int(key) - 1]) if 1 <= int(key) <= len(hand) else None
    keys = KEYS.get(seen.phase, {})
    return keys.get(key) or keys.get(key.lower())


def plays_alone(action: Action) -> bool:
    """Return whether the player who takes an action plays alone."""
    return action is GO_ALONE or (isinstance(action, OrderUp | CallTrump) and action.alone)


def last_card(seen: Observation) -> Action | None:
    """Return the play of the person's last card if it is the person's turn. Return None otherwise.

    The client can then play the card without asking the person.
    """
    if not seen.my_turn or seen.phase is not Phase.PLAYING or len(seen.cards) != 1:
        return None
    return Play(seen.cards[0])


def only_answer(seen: Observation) -> Action | None:
    """Return a pass if the person is asked for a farmer's hand but does not hold such a hand. Return None otherwise.

    The client then passes without asking the person.
    """
    return PASS if seen.my_turn and seen.phase is Phase.CLAIMING and len(seen.legal_actions) == 1 else None
