"""The keys for actions in the deal: which key chooses a legal action, and which action a key chooses, legal or not."""

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
    """A legal action, with the key that chooses it and the label that the screen shows beside that key."""

    key: str
    label: str
    action: Action


ON_CARDS = {
    Phase.PLAYING: Play,
    Phase.DISCARDING: Discard,
    Phase.SHOWING: Discard,
    Phase.GIVING: Give,
}
"""The type of the action on a card in each phase in which the person chooses a card."""
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
"""For each phase, the action that each letter chooses. A suit's capital letter calls that suit and plays alone."""
CLAIM, REST, HINT, WHY = "v", "r", "i", "y"
"""The letters that claim a revoke, claim the remaining tricks, ask for a hint, and ask why others chose so."""


def keyed_actions(seen: Observation) -> tuple[KeyedAction, ...]:
    """Return the legal actions that do not choose a card, with their keys. A claim of a revoke comes last."""
    found = [
        KeyedAction(key, _label(seen, action), action)
        for key, action in KEYS.get(seen.phase, {}).items()
        if seen.my_turn and action in seen.legal_actions
    ]
    claim = _latest_revoke_claim(seen)
    if claim is not None:
        found.append(KeyedAction(CLAIM, f"claim a revoke in trick {claim.trick + 1}", claim))
    return tuple(found)


def _latest_revoke_claim(seen: Observation) -> ClaimRevoke | None:
    """Return the claim of a revoke in the latest trick for which a claim is legal, or None if none is legal."""
    claims = [action for action in seen.legal_actions if isinstance(action, ClaimRevoke)]
    return claims[-1] if claims else None


def _label(seen: Observation, action: Action) -> str:
    """Return the label of ``action``: its name, and the words that a player says at the table if they differ."""
    assert seen.seat is not None
    if isinstance(action, CallTrump) and action.alone and CALLS[action.suit.index] in seen.legal_actions:
        return f"{action.suit.symbol} {seen.rules.words.alone}"
    if action is PASS and seen.phase is Phase.CLAIMING:
        return "keep these cards"
    name, words = choice_name(seen, seen.seat, action), phrase(seen, seen.seat, action)
    return name if name == words else f"{name} (“{words}”)"


def action_of_key(seen: Observation, key: str) -> Action | None:
    """Return the action that ``key`` chooses now, legal or not. Return None if ``key`` chooses none.

    Digits choose cards of the hand in the order in which the screen shows the cards, counted from 1.
    """
    if key == CLAIM:
        return _latest_revoke_claim(seen)
    if key.isdecimal() and seen.phase in ON_CARDS:
        hand = sorted_cards(seen)
        return ON_CARDS[seen.phase](hand[int(key) - 1]) if 1 <= int(key) <= len(hand) else None
    keys = KEYS.get(seen.phase, {})
    return keys.get(key) or keys.get(key.lower())


def is_alone(action: Action) -> bool:
    """Return whether ``action`` means that its player goes alone, so that the partner sits out the deal."""
    return action is GO_ALONE or (isinstance(action, OrderUp | CallTrump) and action.alone)


def play_of_last_card(seen: Observation) -> Action | None:
    """Return the play of the person's last card, which the client can make without asking.

    Return None if it is not the person's turn to play, or if the person holds more than one card.
    """
    if not seen.my_turn or seen.phase is not Phase.PLAYING or len(seen.cards) != 1:
        return None
    return Play(seen.cards[0])


def forced_pass(seen: Observation) -> Action | None:
    """Return a pass if the person is asked for a farmer's hand, a hand of low cards, but does not hold one.

    The client makes that pass without asking. Return None in all other situations.
    """
    return PASS if seen.my_turn and seen.phase is Phase.CLAIMING and len(seen.legal_actions) == 1 else None
