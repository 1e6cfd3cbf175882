"""Actions as text, such as ``order up alone`` or ``play Jd``, and the other values that stand for an action."""

from __future__ import annotations

from typing import TypeAlias, cast

from .actions import (
    CLAIM_REDEAL,
    GO_ALONE,
    GO_UNDER,
    ORDER_UP,
    ORDER_UP_ALONE,
    PASS,
    Action,
    ActionBase,
    CallTrump,
    ClaimRevoke,
    Discard,
    Give,
    NameSuit,
    Play,
)
from .cards import Card, Suit, parse_card, parse_suit
from .errors import IllegalAction
from .public_deal import Phase

FIXED_TEXTS: dict[str, Action] = {
    "pass": PASS,
    "order up": ORDER_UP,
    "order up alone": ORDER_UP_ALONE,
    "go alone": GO_ALONE,
    "claim redeal": CLAIM_REDEAL,
    "go under": GO_UNDER,
}
"""A dict from text to action, of the actions that have no card, suit or trick."""
VERBS: dict[str, type[Play | Discard | Give]] = {"play": Play, "discard": Discard, "give": Give}
"""A dict from the first word of an action's text to the kind of action, which has a card."""
CARD_ACTIONS: dict[Phase, type[Play | Discard | Give]] = {
    Phase.SHOWING: Discard,
    Phase.DISCARDING: Discard,
    Phase.GIVING: Give,
}
"""A dict from a phase to the kind of action that a card alone means in it. In other phases a card means a play."""
REVOKE = "claim revoke "
ActionOrText: TypeAlias = Action | type[ActionBase] | Card | Suit | str
"""The types of values that stand for an action, such as ``OrderUp()``, ``OrderUp``, ``Card.JD`` or ``"pass"``."""
EXAMPLES = "such as 'pass', 'order up alone', 'call hearts', 'play Jd', or Play(Card.JD)"


def action_text(action: Action) -> str:
    """Return ``action`` as text, which ``action_of`` reads.

    >>> from .actions import ACTIONS
    >>> [action_text(ACTIONS[index]) for index in (12, 101, 104, 119)]
    ['play Jd', 'order up alone', 'call hearts', 'claim revoke 0']
    """
    match action:
        case Play(card) | Discard(card) | Give(card):
            return f"{type(action).__name__.lower()} {card}"
        case CallTrump(suit, alone):
            return f"call {suit} alone" if alone else f"call {suit}"
        case NameSuit(suit):
            return f"name {suit}"
        case ClaimRevoke(trick):
            return f"{REVOKE}{trick}"
        case _:
            return next(text for text, other in FIXED_TEXTS.items() if other == action)


def action_of(value: object, phase: Phase) -> Action:
    """Return the action that ``value`` stands for in the phase ``phase`` of a deal.

    ``value`` may be an action, its text, a class of actions without fields, a card or a suit. A card is played,
    discarded or given, and a suit is called or named, as ``phase`` requires. Raise ``IllegalAction`` if ``value``
    stands for no action.

    >>> action_of("Jd", Phase.PLAYING), action_of("hearts alone", Phase.CALLING)
    (Play(card=Card.JD), CallTrump(suit=<Suit.HEARTS: 'h'>, alone=True))
    """
    if isinstance(value, ActionBase):
        return cast(Action, value)
    if isinstance(value, type) and issubclass(value, ActionBase):
        return _without_fields(value)
    if isinstance(value, Card):
        return CARD_ACTIONS.get(phase, Play)(value)
    if isinstance(value, Suit):
        return NameSuit(value) if phase is Phase.NAMING else CallTrump(value)
    if isinstance(value, str):
        return _parsed(value, phase)
    raise IllegalAction(f"{value!r} is not an action: write one {EXAMPLES}")


def _without_fields(kind: type[ActionBase]) -> Action:
    try:
        return cast(Action, kind())
    except TypeError:
        needs = kind.__struct_fields__[0]
        raise IllegalAction(f"{kind.__name__} is a kind of action and needs a {needs}: write one {EXAMPLES}") from None


def _parsed(text: str, phase: Phase) -> Action:
    plain = " ".join(text.replace("_", " ").lower().split())
    if plain in FIXED_TEXTS:
        return FIXED_TEXTS[plain]
    try:
        return _card_or_suit_action(plain, phase)
    except ValueError:
        raise IllegalAction(f"{text!r} is not an action: write one {EXAMPLES}") from None


def _card_or_suit_action(plain: str, phase: Phase) -> Action:
    verb, _, rest = plain.partition(" ")
    if verb in VERBS:
        return VERBS[verb](parse_card(rest))
    if verb == "name":
        return NameSuit(parse_suit(rest))
    if verb == "call":
        return CallTrump(parse_suit(rest.removesuffix(" alone")), rest.endswith(" alone"))
    if plain.startswith(REVOKE):
        return ClaimRevoke(int(plain.removeprefix(REVOKE)))
    return _without_verb(plain, phase)


def _without_verb(plain: str, phase: Phase) -> Action:
    try:
        return action_of(parse_card(plain), phase)
    except ValueError:
        alone = plain.endswith(" alone")
        suit = parse_suit(plain.removesuffix(" alone"))
        return CallTrump(suit, alone) if alone else action_of(suit, phase)
