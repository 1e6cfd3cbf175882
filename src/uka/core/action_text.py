"""Actions as text, such as ``order up alone`` or ``play Jd``, and what a caller may write in place of an action."""

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

FIXED: dict[str, Action] = {
    "pass": PASS,
    "order up": ORDER_UP,
    "order up alone": ORDER_UP_ALONE,
    "go alone": GO_ALONE,
    "claim redeal": CLAIM_REDEAL,
    "go under": GO_UNDER,
}
OF_CARD: dict[str, type[Play | Discard | Give]] = {"play": Play, "discard": Discard, "give": Give}
CARD_ACTIONS: dict[Phase, type[Play | Discard | Give]] = {
    Phase.SHOWING: Discard,
    Phase.DISCARDING: Discard,
    Phase.GIVING: Give,
}
"""The kind of action that a bare card means in a phase. In the other phases it is a play."""
REVOKE = "claim revoke "
ActionOrText: TypeAlias = Action | type[ActionBase] | Card | Suit | str
"""What a caller may write where an action is meant."""
EXAMPLES = "such as 'pass', 'order up alone', 'call hearts', 'play Jd', or Play(Card.JD)"


def action_text(action: Action) -> str:
    """Return an action as text that ``action_of`` reads.

    >>> from .actions import ACTIONS
    >>> [action_text(ACTIONS[index]) for index in (12, 101, 104, 119)]
    ['play Jd', 'order up alone', 'call hearts', 'claim revoke 0']
    """
    match action:
        case Play(card) | Discard(card) | Give(card):
            return f"{type(action).__name__.lower()} {card}"
        case CallTrump(suit, alone):
            return f"call {suit}{' alone' * alone}"
        case NameSuit(suit):
            return f"name {suit}"
        case ClaimRevoke(trick):
            return f"{REVOKE}{trick}"
        case _:
            return next(text for text, other in FIXED.items() if other == action)


def action_of(value: object, phase: Phase) -> Action:
    """Return the action that a value means: an action, its text, a class of actions without fields, a card or a suit.

    ``phase`` decides whether a bare card is played, discarded or given, and whether a bare suit is called or named.
    Raise ``IllegalAction`` if the value is none of these.

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
    if plain in FIXED:
        return FIXED[plain]
    try:
        return _of_card_or_suit(plain, phase)
    except ValueError:
        raise IllegalAction(f"{text!r} is not an action: write one {EXAMPLES}") from None


def _of_card_or_suit(plain: str, phase: Phase) -> Action:
    verb, _, rest = plain.partition(" ")
    if verb in OF_CARD:
        return OF_CARD[verb](parse_card(rest))
    if verb == "name":
        return NameSuit(parse_suit(rest))
    if verb == "call":
        return CallTrump(parse_suit(rest.removesuffix(" alone")), rest.endswith(" alone"))
    if plain.startswith(REVOKE):
        return ClaimRevoke(int(plain.removeprefix(REVOKE)))
    return _bare(plain, phase)


def _bare(plain: str, phase: Phase) -> Action:
    try:
        return action_of(parse_card(plain), phase)
    except ValueError:
        alone = plain.endswith(" alone")
        suit = parse_suit(plain.removesuffix(" alone"))
        return CallTrump(suit, alone) if alone else action_of(suit, phase)
