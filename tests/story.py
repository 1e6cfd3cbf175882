"""Deals and games told as text, for golden files: one line for the calls, one for each trick, one for the score."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

from uka import (
    Action,
    CallTrump,
    ClaimRedeal,
    ClaimRevoke,
    Deal,
    DealResult,
    Discard,
    Event,
    Give,
    GoAlone,
    GoUnder,
    NameSuit,
    OrderUp,
    Pass,
    Play,
    Seat,
)
from uka.core import events as ev

T = TypeVar("T")


def chosen(history: Sequence[object], options: Sequence[T]) -> T:
    """One of some options, by a hash of all that went before: the same on every machine, for ever."""
    digest = hashlib.sha256(" ".join(map(str, history)).encode()).digest()
    return options[int.from_bytes(digest[:8], "big") % len(options)]


def step(deal: Deal, history: list[object]) -> tuple[Action, Seat | None]:
    """What a seat does at its turn, by `chosen`: it passes half the time, and is alone a quarter of the time."""
    options = [action for action in deal.legal_actions if not isinstance(action, ClaimRevoke)]
    together = [action for action in options if not getattr(action, "alone", False)]
    if Pass() in options and chosen([*history, "pass"], range(2)):
        options = [Pass()]
    elif together and chosen([*history, "alone"], range(4)):
        options = together
    action = chosen(history, options)
    history.append(action.index)
    return action, deal.turn


def words(action: Action) -> str:
    """An action in a few words."""
    match action:
        case Play(card) | Discard(card) | Give(card):
            return str(card)
        case OrderUp(alone):
            return "orders up" + ", alone" * alone
        case CallTrump(suit, alone):
            return f"calls {suit}" + ", alone" * alone
        case NameSuit(suit):
            return f"names {suit}"
        case ClaimRevoke(trick):
            return f"claims a revoke in trick {trick + 1}"
        case Pass():
            return "passes"
        case GoAlone():
            return "goes alone"
        case ClaimRedeal():
            return "claims a redeal"
        case GoUnder():
            return "goes under"


def told(events: Iterable[Event]) -> list[str]:
    """Events as lines."""
    lines, open_line = list[str](), list[str]()

    def close(end: str = "") -> None:
        if open_line:
            lines.append(", ".join(open_line) + end)
            open_line.clear()

    for event in events:
        match event:
            case ev.CardPlayed(seat, card):
                open_line.append(f"{seat} {card}")
            case ev.TrickTaken(seat, _):
                close(f": {seat} takes it")
            case ev.Passed(seat, _):
                open_line.append(f"{seat} passes")
            case _:
                close()
                lines.append(_line(event))
    close()
    return lines


def _line(event: Event) -> str:
    match event:
        case ev.HandDealt(seat, count, cards):
            return f"{seat} is dealt {' '.join(map(str, cards)) if cards else f'{count} cards not looked at yet'}"
        case ev.UpcardTurned(card):
            return f"{card} is turned up"
        case ev.SuitNamed(seat, suit):
            return f"{seat} names {suit} for the joker"
        case ev.RedealClaimed(seat, cards):
            return f"{seat} shows {' '.join(map(str, cards))} and claims a redeal"
        case ev.WentUnder(seat):
            return f"{seat} goes under"
        case ev.CardShown(seat, card):
            return f"{seat} shows {card}"
        case ev.KittyTaken(seat, cards):
            return f"{seat} takes {' '.join(map(str, cards or ()))} from the kitty"
        case ev.TurnedDown(card):
            return f"{card} is turned down"
        case ev.TrumpMade(seat, suit, ordered, alone):
            return f"{seat} {'orders up' if ordered else 'calls'} {suit}{', alone' * alone}"
        case ev.PickedUp(seat, card):
            return f"{seat} picks up {card}"
        case ev.Buried(card):
            return f"{card} is buried"
        case ev.Discarded(seat, card):
            return f"{seat} lays away {card}"
        case ev.CardGiven(seat, card):
            return f"{seat} passes {card} to the loner"
        case ev.WentAlone(seat, defending):
            return f"{seat} {'defends' if defending else 'plays'} alone"
        case ev.RevokeRefuted(seat, trick):
            return f"{seat} claims a revoke in trick {trick + 1}: there was none"
        case ev.RevokeProven(seat, trick, offender, card):
            return f"{seat} claims a revoke in trick {trick + 1}: {offender} played {card}"
        case ev.DealScored(result):
            return ended(result)
        case ev.Misdealt(dealer, lost):
            return f"{dealer} misdeals" + " and loses the deal" * lost
        case ev.BellRang(play_on):
            return "the bell rings" + ", the deal is played out" * play_on
        case ev.GameOver(winner, score):
            return f"game over: {winner or 'nobody'} wins, {score[0]}-{score[1]}"
        case _:
            raise AssertionError(event)


def ended(result: DealResult) -> str:
    """How a deal ended: tricks and points, north-south first."""
    tricks, points = ("-".join(map(str, pair)) for pair in (result.tricks, result.points))
    return f"{result.outcome}: tricks {tricks}, points {points}"
