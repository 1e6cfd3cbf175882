"""What the screen shows, put together from a session: no card that the person may not see is in it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from uka.core.observation import Observation
from uka.core.seats import Seat

from .choices import CLAIM, choices
from .drawing import Look
from .prompts import how, prompt
from .score import contract, progress, standing, won_a_game
from .session import Session, Waits
from .story import Line, tell_draw
from .words import ending, seat_name


class Stop(Enum):
    """What stays on the screen until the person goes on."""

    START = "start"
    DRAWN = "drawn"
    TRICK = "trick"
    DEAL = "deal"


class View(NamedTuple):
    """One picture of the game.

    ``seen`` is None before the first deal, when ``opening`` is shown. ``showing``: the finished trick still lies on
    the table. ``says`` and ``notice`` are the lines under the hand, ``keys`` what may be pressed, each with its label.
    """

    me: Seat
    title: str
    progress: str
    clock: str
    seen: Observation | None
    showing: bool
    state: tuple[str, ...]
    story: tuple[Line, ...]
    says: str
    notice: str
    keys: tuple[tuple[str, str], ...]
    look: Look
    terminal: tuple[int, int]
    opening: tuple[str, ...] = ()


def picture(
    session: Session, stop: Stop | None, look: Look, terminal: tuple[int, int], *, notice: str = "", hurry: bool = False
) -> View:
    """A session as it is now, stopped somewhere or not; ``hurry``: whether a key would hurry the others."""
    seen = session.observation
    return View(
        me=session.seat,
        title=session.rules.title,
        progress=progress(session),
        clock=clock(session),
        seen=seen,
        showing=stop is Stop.TRICK,
        state=(*standing(session), *contract(seen)),
        story=tuple(session.story),
        says=_says(session, seen, stop),
        notice=notice,
        keys=_keys(session, seen, stop, hurry),
        look=look,
        terminal=terminal,
        opening=_opening(session),
    )


def clock(session: Session) -> str:
    """The time left until the bell; empty where none is to ring."""
    if not session.clock:
        return ""
    if session.begun and session.game.bell:
        return "the bell has rung"
    left = max(session.clock - int(session.seconds), 0)
    return f"bell in {left // 60}:{left % 60:02}"


def _says(session: Session, seen: Observation | None, stop: Stop | None) -> str:
    if stop is Stop.START:
        return "Press Enter to begin."
    if session.waits is Waits.DEALER:
        return "Your side names the dealer: who deals first, you or your partner?"
    if seen is None or stop is Stop.DRAWN:
        return ""
    if stop is Stop.TRICK:
        return f"{seat_name(seen.tricks[-1].taker, session.seat)} took the trick."
    if stop is Stop.DEAL and seen.result is not None:
        return f"{ending(seen.result, session.seat)} {won_a_game(session)}".strip()
    return prompt(seen)


def _keys(session: Session, seen: Observation | None, stop: Stop | None, hurry: bool) -> tuple[tuple[str, str], ...]:
    if session.waits is Waits.DEALER and stop is None:
        return (("1", "I deal"), ("2", f"{seat_name(session.seat.partner, session.seat)} deals"))
    open_ = tuple((choice.key, choice.label) for choice in choices(seen)) if seen else ()
    claims = tuple(pair for pair in open_ if pair[0] == CLAIM)
    if stop is not None:
        return (("Enter", _onward(session, stop)), *claims)
    if seen is None or not seen.my_turn:
        return (("Enter", "hurry"), *claims) if hurry else claims
    return (*how(seen), *open_)


def _onward(session: Session, stop: Stop) -> str:
    if stop is Stop.DEAL:
        return "see how the game ended" if session.waits is Waits.OVER else "the next deal"
    return {Stop.START: "begin", Stop.DRAWN: "the first deal"}.get(stop, "go on")


def _opening(session: Session) -> tuple[str, ...]:
    me, rules = session.seat, session.rules
    if session.draw is not None:
        return ("The draw", "", *tell_draw(session.draw, me))
    aim = f"first to {rules.target} points" if rules.target else "ahead at the end"
    return (
        f"Welcome to {rules.title}",
        "",
        f"You sit {str(me).capitalize()}; {seat_name(me.partner, me)} is your partner. The side that is {aim} wins.",
        "Make trump, take three of the five tricks, and follow the suit led.",
        "",
        "The line under your cards always says what is asked of you, and which keys answer. "
        "Press ? for the rules at any time.",
    )
