"""A row of facts about each deal in which trump was made: who called on which hand, and how it ended."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from typing import Any, get_type_hints

import msgspec

from uka.core.cards import JOKER, Card, Rank, Suit
from uka.core.deal import Deal
from uka.core.errors import UkaError
from uka.core.scoring import TO_DEFENDERS, Outcome
from uka.core.trick import effective_suit


class CallFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about one deal in which trump was made.

    The hand is that on which the maker called, with the upcard if it takes the upcard into its hand.
    """

    place: int
    """The maker's place: 1 on the dealer's left, to 4, the dealer."""
    round: int
    """The calling round: 1 or 2."""
    trump: str
    """The trump suit: c, d, h, s, or n for no trump."""
    call: str
    """Which suit was called: that of the upcard (upcard), the other one of its colour (next), or one of the other
    colour (cross); in the second round none for no trump, and after a joker as the upcard."""
    alone: bool
    """Whether a maker played alone."""
    trumps: int
    """The number of trumps in the hand."""
    benny: bool
    """Whether the hand holds the joker."""
    right: bool
    """Whether the hand holds the right bower."""
    left: bool
    """Whether the hand holds the left bower."""
    ace: bool
    """Whether the hand holds the ace of trumps."""
    aces: int
    """The number of other aces in the hand."""
    ours: int
    """The score of the makers in the game before the deal."""
    theirs: int
    """The score of the defenders in the game before the deal."""
    outcome: str
    """The outcome, such as made, march or euchred."""
    tricks: int
    """The number of tricks that the makers took."""
    points: int
    """The points of the makers in the deal minus those of the defenders."""

    @property
    def marched(self) -> bool:
        """Whether the makers took all tricks."""
        return Outcome(self.outcome) in (Outcome.MARCH, Outcome.LONE_MARCH)

    @property
    def euchred(self) -> bool:
        """Whether the defenders scored for the outcome."""
        return Outcome(self.outcome) in TO_DEFENDERS


def call_facts(deal: Deal, score: tuple[int, ...] = (0, 0)) -> CallFacts | None:
    """Return the facts about a finished deal, or None if nobody made trump. ``score`` is that of the game before it.

    Raise ``InvalidDeal`` if an official gave a ruling in the deal.
    """
    contract, result = deal.contract, deal.result
    if contract is None or result is None:
        return None
    hand = next(_hand_at_call(before, after) for before, after in _pairs(deal) if after.contract)
    trumps = [card for card in hand if effective_suit(card, contract.trump) is contract.trump]
    makers = contract.makers.index
    return CallFacts(
        place=(contract.maker.index - deal.dealer.index - 1) % 4 + 1,
        round=deal.calling_round,
        trump=contract.trump.value,
        call=_kind_of_call(contract.trump, deal.calling_round, deal.upcard),
        alone=contract.loner is not None,
        trumps=len(trumps),
        benny=JOKER in hand,
        right=any(card.rank is Rank.JACK and card.suit is contract.trump for card in trumps),
        left=any(card.rank is Rank.JACK and card.suit is not contract.trump for card in trumps),
        ace=any(card.rank is Rank.ACE for card in trumps),
        aces=sum(card.rank is Rank.ACE for card in hand if card not in trumps),
        ours=score[makers],
        theirs=score[1 - makers],
        outcome=result.outcome.value,
        tricks=result.tricks[makers],
        points=result.points[makers] - result.points[1 - makers],
    )


def _kind_of_call(trump: Suit, round: int, upcard: Card) -> str:
    """Return which suit was called in a round, as ``CallFacts.call`` names it."""
    if round == 1:
        return "upcard"
    if trump is Suit.NO_TRUMP or upcard.suit is None:
        return "none"
    return "next" if trump is upcard.suit.next else "cross"


def _pairs(deal: Deal) -> Iterable[tuple[Deal, Deal]]:
    """Yield the deal before and after each action."""
    for before, seat, action in deal.steps():
        yield before, before.apply(action, seat)[0]


def _hand_at_call(before: Deal, after: Deal) -> tuple[Card, ...]:
    assert after.contract is not None
    maker = after.contract.maker
    held = tuple(before.hand(maker))
    return (*held, after.upcard) if after.picked_up is maker else held


COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
FIELDS = get_type_hints(CallFacts)
VALUES = {
    "trump": ("c", "d", "h", "s", "n"),
    "call": ("upcard", "next", "cross", "none"),
    "outcome": tuple(outcome.value for outcome in Outcome if outcome not in (Outcome.THROWN_IN, Outcome.REDEAL)),
}
"""The values of each fact that is a word."""


def condition(text: str) -> Callable[[CallFacts], bool]:
    """Return a test of facts from a text such as ``alone=true``, ``trumps>=3`` or ``outcome=march``.

    Raise ``UkaError`` if there is no such fact, or if the value is not one of it.

    >>> facts = CallFacts(place=4, round=1, trump="h", call="upcard", alone=True, trumps=3, benny=False,
    ...                   right=True, left=True, ace=True, aces=0, ours=0, theirs=0, outcome="lone_march",
    ...                   tricks=5, points=4)
    >>> condition("trumps>=3")(facts), condition("alone=false")(facts)
    (True, False)
    """
    found = re.fullmatch(r"\s*(\w+)\s*(!=|<=|>=|=|<|>)\s*(\w+)\s*", text)
    if not found:
        raise UkaError(f"{text} is not a condition: write one such as alone=true or trumps>=3")
    name, sign, value = found.groups()
    wanted = _value(check_fact(name), value)
    return lambda facts: COMPARISONS[sign](getattr(facts, name), wanted)


def check_fact(name: str) -> str:
    """Return ``name`` if there is a fact of that name. Otherwise raise ``UkaError``, which lists the facts."""
    if name not in FIELDS:
        *most, last = FIELDS
        raise UkaError(f"there is no fact {name}: the facts are {', '.join(most)} and {last}")
    return name


def _value(name: str, text: str) -> object:
    kind = FIELDS[name]
    if kind is str:
        if text not in VALUES[name]:
            *most, last = VALUES[name]
            raise UkaError(f"{name} is {', '.join(most)} or {last}, not {text}")
        return text
    try:
        return {"true": True, "false": False}[text] if kind is bool else int(text)
    except (KeyError, ValueError):
        allowed = "true or false" if kind is bool else "a whole number"
        raise UkaError(f"{name} is {allowed}, not {text}") from None
