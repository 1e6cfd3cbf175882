"""A second, naive judge for tests: who took each trick and what a deal scored, from its events alone.

It shares nothing with `uka.core` but the shape of events and the figures of a ruleset: cards are text here, and the
best card of a trick is the one that comes first in a string of cards written out from the highest down.
"""

from collections.abc import Iterable
from typing import NamedTuple

from uka import Event, Ruleset
from uka.core import events as ev

AROUND = ["north", "east", "south", "west"]
COLOURS = {"c": "s", "s": "c", "d": "h", "h": "d", "n": ""}
PLAIN = "A K Q J T 9 8 7"


class Verdict(NamedTuple):
    """The seats that took the tricks in turn, tricks by side, points by side; north-south first."""

    takers: list[str]
    tricks: tuple[int, int]
    points: tuple[int, int]


def judge(events: Iterable[Event], rules: Ruleset) -> Verdict:
    """What a finished deal came to."""
    maker, trump, alone = "", "", set[str]()
    table: list[tuple[str, str]] = []
    offended = list[str]()
    for event in events:
        match event:
            case ev.TrumpMade():
                maker, trump = event.seat.value, event.suit.value
                alone |= {maker} if event.alone else set()
            case ev.WentAlone():
                alone.add(event.seat.value)
            case ev.CardPlayed():
                table.append((event.seat.value, event.card.value))
            case ev.RevokeProven():
                offended.append(side(event.offender.value))
            case _:
                pass
    takers = [best(trick, trump) for trick in in_tricks(table, 4 - len(alone))]
    tricks = tuple(sum(side(seat) == each for seat in takers) for each in ("ns", "ew"))
    paid = worth(rules, maker, alone, [side(seat) for seat in takers]) if maker else ("ns", 0)
    if offended and (rules.revoke_then == "ends_deal" or paid[0] in offended):
        paid = ("ns", 0)
    fined = {each: rules.revoke_penalty * offended.count(other(each)) for each in ("ns", "ew")}
    points = tuple((paid[1] if paid[0] == each else 0) + fined[each] for each in ("ns", "ew"))
    return Verdict(takers, (tricks[0], tricks[1]), (points[0], points[1]))


def in_tricks(table: list[tuple[str, str]], size: int) -> list[list[tuple[str, str]]]:
    """The cards played, in complete tricks."""
    return [table[i : i + size] for i in range(0, len(table) - size + 1, size)]


def best(trick: list[tuple[str, str]], trump: str) -> str:
    """Who played the card that comes first from the highest trump down to the lowest card of the suit led."""
    led = trick[0][1]
    led_suit = trump if led in bowers(trump) else led[1]
    order = [*bowers(trump), *suited(trump), *suited(led_suit)]
    return sorted((order.index(card) if card in order else 99, seat) for seat, card in trick)[0][1]


def bowers(trump: str) -> list[str]:
    """The joker, the right and the left bower; none at no trump."""
    return ["B", "J" + trump, "J" + COLOURS[trump]] if trump != "n" else []


def suited(suit: str) -> list[str]:
    """The cards printed with a suit, highest first."""
    return [rank + suit for rank in PLAIN.split()]


def side(seat: str) -> str:
    """The side of a seat."""
    return "ns" if AROUND.index(seat) % 2 == 0 else "ew"


def other(of: str) -> str:
    """The other side."""
    return {"ns": "ew", "ew": "ns"}[of]


def worth(rules: Ruleset, maker: str, alone: set[str], sides: list[str]) -> tuple[str, int]:
    """Which side is paid for a deal that was played out, and how much."""
    makers, figures = side(maker), rules.scoring
    won = sides.count(makers)
    loner = makers in {side(seat) for seat in alone}
    lone_defender = other(makers) in {side(seat) for seat in alone}
    failed = won < 3 or (loner and rules.lone_must_march and won != 5)
    if not failed and loner:
        return makers, figures.lone_march if won == 5 else figures.lone_made
    if not failed:
        return makers, figures.march if won == 5 else figures.made
    if lone_defender:
        return other(makers), figures.defended_alone
    return other(makers), figures.lone_euchred if loner else figures.euchred
