"""Text, classes, cards and suits in place of seats, cards and actions: what is accepted, and what is refused how."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from uka import (
    ACTIONS,
    Card,
    Deal,
    Draw,
    Game,
    IllegalAction,
    InvalidDeal,
    OrderUp,
    OutOfTurn,
    Partnership,
    Pass,
    Play,
    Rubber,
    Seat,
    Suit,
    UnknownSeat,
)
from uka.core.action_text import action_of, action_text
from uka.core.actions import Action, CallTrump, ClaimRedeal, Discard, Give, GoAlone, GoUnder, NameSuit
from uka.core.cards import Hand, card_of, parse_suit
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import seat_of
from uka.core.shuffle import shuffled

RULES = Ruleset()
HANDS = {
    "north": ["9c", "Tc", "Jc", "Qc", "Kc"],
    "E": "9d Td Jd Qd Kd",
    "South": (Card.H9, "Th", "Jh", "Qh", "Kh"),
    "west": Hand.parse("9s Ts Js Qs Ks"),
}
WRONG: Any = SimpleNamespace(name="tainui", pack=[3], hands=HANDS | {"E": [9]})


def start() -> Deal:
    return Deal.start(RULES, dealer="south", pack=shuffled(RULES, seed=7))


@pytest.mark.parametrize("action", ACTIONS, ids=action_text)
def test_each_action_is_read_from_its_text(action: Action):
    for phase in Phase:
        assert action_of(action_text(action), phase) == action
        assert action_of(action, phase) is action


@pytest.mark.parametrize(
    ("value", "phase", "action"),
    [
        ("PASS", Phase.CALLING, Pass()),
        ("order_up", Phase.CALLING, OrderUp()),
        (" order  up alone ", Phase.CALLING, OrderUp(alone=True)),
        (OrderUp, Phase.CALLING, OrderUp()),
        (GoAlone, Phase.ASKING, GoAlone()),
        (ClaimRedeal, Phase.CLAIMING, ClaimRedeal()),
        (GoUnder, Phase.CLAIMING, GoUnder()),
        ("hearts", Phase.CALLING, CallTrump(Suit.HEARTS)),
        ("♥ alone", Phase.CALLING, CallTrump(Suit.HEARTS, alone=True)),
        ("no trump", Phase.CALLING, CallTrump(Suit.NO_TRUMP)),
        (Suit.CLUBS, Phase.CALLING, CallTrump(Suit.CLUBS)),
        (Suit.CLUBS, Phase.NAMING, NameSuit(Suit.CLUBS)),
        ("h", Phase.NAMING, NameSuit(Suit.HEARTS)),
        ("Jd", Phase.PLAYING, Play(Card.JD)),
        (Card.JD, Phase.PLAYING, Play(Card.JD)),
        ("10♦", Phase.DISCARDING, Discard(Card.TD)),
        ("7c", Phase.SHOWING, Discard(Card.C7)),
        ("b", Phase.GIVING, Give(Card.JOKER)),
        ("discard 9c", Phase.PLAYING, Discard(Card.C9)),
    ],
)
def test_obvious_values_are_accepted(value: Any, phase: Phase, action: Action):
    assert action_of(value, phase) == action


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("frobnicate", "'frobnicate' is not an action: write one such as 'pass'"),
        ("play", "'play' is not an action"),
        ("play Zd", "'play Zd' is not an action"),
        ("claim revoke x", "'claim revoke x' is not an action"),
        ("call stars", "'call stars' is not an action"),
        (Play, "Play is a kind of action and needs a card"),
        (CallTrump, "CallTrump is a kind of action and needs a suit"),
        (3, "3 is not an action"),
        (int, "<class 'int'> is not an action"),
        (None, "None is not an action"),
    ],
)
def test_anything_else_is_refused_with_a_sentence(value: Any, sentence: str):
    with pytest.raises(IllegalAction) as refusal:
        start().apply(value)
    assert str(refusal.value).startswith(sentence)


def test_a_deal_takes_text():
    deal = start()
    assert deal == Deal.start(RULES, Seat.SOUTH, " ".join(map(str, shuffled(RULES, seed=7))))
    assert deal == Deal.start(RULES, "S", [str(card) for card in shuffled(RULES, seed=7)])
    assert deal.apply("pass") == deal.apply(Pass()) == deal.apply(Pass) == deal.apply("pass", "west")
    assert deal.legal_actions_of("west") == deal.legal_actions_of(Seat.WEST) != deal.legal_actions_of("east") == ()
    assert deal.observe("east") == deal.observe(Seat.EAST)
    assert deal.hand("east") == deal.hand(Seat.EAST) == deal.hands[Seat.EAST]
    assert deal.why_not("order up") is None
    assert deal.why_not("order up", "east") == deal.observe("east").why_not("order up")
    with pytest.raises(OutOfTurn, match="it's West's turn, not East's"):
        deal.apply("pass", "east")
    with pytest.raises(IllegalAction, match="no card can be played yet"):
        deal.apply("Jd")


def test_hands_are_lists_of_text():
    deal = Deal.arranged(RULES, dealer="north", hands=HANDS, upcard="Ac")
    assert str(deal.hand("east")) == "9d Td Jd Qd Kd"


def test_a_game_takes_text():
    game, _ = Game.start(RULES, dealer="south").start_deal(" ".join(map(str, shuffled(RULES, seed=7))))
    assert game.apply("pass", "w") == game.apply(Pass())
    assert game.observe("west") == game.observe(Seat.WEST)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: Deal.start(WRONG.name, "south", []),
            "'tainui' is not a ruleset: write one such as uka.ruleset('tainui')",
        ),
        (lambda: Game.start(WRONG.name, "south"), "'tainui' is not a ruleset"),
        (
            lambda: Deal.start(RULES, "south", WRONG.pack),
            "the pack: 3 is not a card: write one such as Card.JD",
        ),
        (lambda: Deal.start(RULES, dealer="south"), "a deal needs a pack: give the cards in their order, such as uka."),
        (lambda: Deal.start(RULES, "south", "9c Zd"), "the pack: 'Zd' is not a card"),
        (
            lambda: Deal.arranged(RULES, dealer="n", hands=WRONG.hands, upcard="Ac"),
            "east's hand: 9 is not a card",
        ),
    ],
)
def test_a_wrong_value_is_refused_with_a_sentence(call: Any, sentence: str):
    with pytest.raises(InvalidDeal) as refusal:
        call()
    assert str(refusal.value).startswith(sentence)


TURNED = Deal.start(RULES, "south", shuffled(RULES, seed=7))
BEGUN = Game.start(RULES, "south").start_deal(shuffled(RULES, seed=7))[0]
WITH_SEAT: dict[str, Callable[[Any], object]] = {
    "Deal.start": lambda seat: Deal.start(RULES, seat, shuffled(RULES, seed=7)),
    "Deal.arranged": lambda seat: Deal.arranged(RULES, dealer=seat, hands={}, upcard="Ac"),
    "Deal.arranged's hands": lambda seat: Deal.arranged(RULES, dealer="n", hands={seat: "9c"}, upcard="Ac"),
    "Deal.hand": TURNED.hand,
    "Deal.legal_actions_of": TURNED.legal_actions_of,
    "Deal.why_not": lambda seat: TURNED.why_not("pass", seat),
    "Deal.apply": lambda seat: TURNED.apply("pass", seat),
    "Deal.observe": TURNED.observe,
    "Game.start": lambda seat: Game.start(RULES, seat),
    "Game.legal_actions_of": Game.start(RULES, "south").legal_actions_of,
    "Game.apply": lambda seat: BEGUN.apply("pass", seat),
    "Game.observe": BEGUN.observe,
    "Rubber.start": lambda seat: Rubber.start(RULES, seat),
    "Rubber.legal_actions_of": Rubber.start(RULES, "south").legal_actions_of,
    "Draw.start": lambda seat: Draw.start(RULES, shuffled(RULES, seed=7), seat),
    "Draw.name_dealer": lambda seat: Draw.start(RULES, shuffled(RULES, seed=7)).name_dealer(seat),
    "seat_of": seat_of,
}


@pytest.mark.parametrize("seat", ["sout", "", 2, 0, (), Partnership.EAST_WEST])
@pytest.mark.parametrize("call", WITH_SEAT.values(), ids=WITH_SEAT)
def test_what_is_no_seat_is_refused_everywhere_by_the_same_error(call: Callable[[Any], object], seat: Any):
    with pytest.raises(UnknownSeat) as refusal:
        call(seat)
    assert str(refusal.value) == f"{seat!r} is not a seat: write north, east, south or west"


@pytest.mark.parametrize("name", ["Deal.start", "Deal.hand", "Game.start", "Rubber.start", "Draw.start", "seat_of"])
def test_none_is_no_seat_where_a_seat_is_needed(name: str):
    with pytest.raises(UnknownSeat, match=r"^None is not a seat"):
        WITH_SEAT[name](None)


def test_values_stay_what_they_are():
    assert seat_of(Seat.WEST) is Seat.WEST
    assert card_of(Card.JD) is card_of("jd") is Card.JD
    with pytest.raises(ValueError, match="'stars' is not a suit"):
        parse_suit("stars")
