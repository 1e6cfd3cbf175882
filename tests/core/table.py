"""Deals with known hands, for tests. South deals and West is the first to call."""

from __future__ import annotations

from collections.abc import Iterable

from uka.core.actions import ACTIONS, CALLS, Action, CallTrump, Discard, Give, NameSuit, OrderUp, Pass, Play
from uka.core.cards import Card, Suit, parse_card, parse_cards
from uka.core.deal import CardsOrText, Deal
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat

NORTH, EAST, SOUTH, WEST = SEATS

HANDS = {WEST: "9c Tc Jc 9d Td", NORTH: "Ad 9h Th Qh Kh", EAST: "Qc Kc Ac Qd Kd", SOUTH: "9s Ts Qs Ks As"}
"""West has the right bower of clubs and four low cards of two suits.

North has hearts, East high clubs and diamonds, and South spades.
"""
UPCARD = "Jh"
KITTY = "Ah Js Jd"


def rules(**changes: object) -> Ruleset:
    """Return the rules of the common American game with changes.

    Two underscores stand for a dot: ``scoring__march``.
    """
    return Ruleset().changed({key.replace("__", "."): value for key, value in changes.items()})


def table(
    ruleset: Ruleset | None = None,
    *,
    hands: dict[Seat, CardsOrText] | None = None,
    upcard: str = UPCARD,
    kitty: CardsOrText | None = None,
    dealer: Seat = SOUTH,
    revokes: bool = False,
) -> Deal:
    """Return a deal by South of ``HANDS`` or of other hands."""
    ruleset = ruleset or rules()
    return Deal.arranged(
        ruleset, dealer=dealer, hands=HANDS | (hands or {}), upcard=upcard, kitty=kitty, revokes=revokes
    )


def read(word: str) -> Action:
    """Parse an action from a short text.

    The texts are ``pass``, ``up``, ``up!`` (alone), ``hearts``, ``hearts!``, ``-Jd`` (discard), ``>Jd`` (pass to the
    loner), ``=hearts`` (the benny's suit), ``alone``, ``redeal``, ``under``, ``claim1``, or a card to play.
    """
    plain, alone = word.rstrip("!"), word.endswith("!")
    suits = {str(suit).replace(" ", "_"): suit for suit in Suit}
    named = {"pass": Pass(), "up": OrderUp(alone), "alone": ACTIONS[116], "redeal": ACTIONS[117], "under": ACTIONS[118]}
    if plain in named:
        return named[plain]
    if plain in suits:
        return CallTrump(suits[plain], alone)
    if plain.startswith("claim"):
        return ACTIONS[119 + int(plain[5:]) - 1]
    kinds = {"-": Discard, ">": Give}
    if plain[0] == "=":
        return NameSuit(suits[plain[1:]])
    return kinds[plain[0]](parse_card(plain[1:])) if plain[0] in kinds else Play(parse_card(plain))


def do(deal: Deal, words: str) -> Deal:
    """Apply actions written as in ``read``, each by the seat whose turn it is or by a named seat: ``north:claim1``.

    Return the deal.
    """
    for word in words.split():
        seat, _, action = word.rpartition(":")
        deal, _ = deal.apply(read(action), Seat(seat) if seat else None)
    return deal


def may(deal: Deal, word: str, seat: Seat | None = None) -> bool:
    """Whether an action is legal, by default for the seat whose turn it is.

    Assert that ``apply`` and ``legal_actions`` agree.
    """
    action = read(word)
    try:
        deal.apply(action, seat)
    except UkaError:
        assert action not in deal.legal_actions_of(seat)
        return False
    assert action in deal.legal_actions_of(seat)
    assert deal.why_not(action, seat) is None
    return True


def why(deal: Deal, word: str, seat: Seat | None = None) -> str:
    """Return why an action is refused. Assert that the deal and the seat's observation give the same sentence."""
    reason = deal.why_not(read(word), seat)
    assert reason is not None
    if asked := seat or deal.turn:
        assert deal.observe(asked).why_not(read(word)) == reason
    return reason


def plays(deal: Deal) -> str:
    """Return the cards that the seat whose turn it is may play, as text."""
    return " ".join(str(action.card) for action in deal.legal_actions if isinstance(action, Play))


def cards(text: str) -> tuple[Card, ...]:
    """Parse cards in the order written."""
    return parse_cards(text)


def first_lawful(deal: Deal) -> Deal:
    """Play a deal to its end. Each seat takes its first legal action."""
    while not deal.over:
        deal, _ = deal.apply(deal.legal_actions[0])
    return deal


def suits_named(actions: Iterable[Action]) -> str:
    """Return the suits that the actions name without going alone."""
    return " ".join(str(call.suit) for call in actions if call in CALLS and isinstance(call, CallTrump))
