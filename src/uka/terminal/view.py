"""What the screen shows, put together from a game: no card that the person may not see is in it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from uka.core.observation import Observation
from uka.solver import claims as claims_rest

from .choices import CLAIM, HINT, REST, choices
from .drawing import Look
from .prompts import how, prompt
from .score import contract, progress, score, won_a_game
from .sitting import Sitting, Waits
from .story import Line
from .words import Names, ending


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
    ``mine``: the person is to choose; ``errands``: whether there is a page of the table.
    """

    names: Names
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
    mine: bool = False
    errands: bool = False


def picture(
    sitting: Sitting, stop: Stop | None, look: Look, terminal: tuple[int, int], *, notice: str = "", hurry: bool = False
) -> View:
    """A game as it is now, stopped somewhere or not; ``hurry``: whether a key would hurry the others."""
    seen, names, now = sitting.observation, sitting.names, sitting.standing
    return View(
        names=names,
        title=sitting.rules.title,
        progress=progress(now, names),
        clock=clock(sitting),
        seen=seen,
        showing=stop is Stop.TRICK,
        state=(*score(now, names), *contract(seen, names)),
        story=tuple(sitting.story),
        says=_says(sitting, seen, stop),
        notice=notice or sitting.notice,
        keys=_keys(sitting, seen, stop, hurry),
        look=look,
        terminal=terminal,
        opening=sitting.opening,
        mine=sitting.waits is Waits.PERSON,
        errands=bool(sitting.errands.says),
    )


def clock(sitting: Sitting) -> str:
    """The time left for the move and until the bell; empty where none is counted."""
    bell, beside = sitting.clocks
    parts = [beside] if beside else []
    if bell is not None:
        rung = sitting.standing is not None and sitting.standing.bell
        parts.append("the bell has rung" if rung else f"bell in {bell // 60}:{bell % 60:02}")
    return " · ".join(parts)


def _says(sitting: Sitting, seen: Observation | None, stop: Stop | None) -> str:
    names = sitting.names
    if stop is Stop.START:
        return "Press Enter to begin."
    if stop is None and sitting.asked.says:
        return sitting.asked.says
    if seen is None or stop is Stop.DRAWN:
        return ""
    if stop is Stop.TRICK and seen.tricks:
        return f"{names.name(seen.tricks[-1].taker)} took the trick."
    if stop is Stop.DEAL and seen.result is not None and sitting.standing is not None:
        told = ending(seen.result, names, revoked=bool(seen.revoked))
        return f"{told} {won_a_game(sitting.standing, names)}".strip()
    return "" if seen.my_turn and sitting.waits is not Waits.PERSON else prompt(seen, names)


def _keys(sitting: Sitting, seen: Observation | None, stop: Stop | None, hurry: bool) -> tuple[tuple[str, str], ...]:
    offered = tuple((offer.key, offer.label) for offer in sitting.asked.offers)
    open_ = tuple((choice.key, choice.label) for choice in choices(seen)) if seen else ()
    claims = tuple(pair for pair in open_ if pair[0] == CLAIM)
    if stop is None and sitting.asked.says:
        return (*offered, *claims)
    if stop is not None:
        return (("Enter", _onward(sitting, stop)), *claims)
    if sitting.waits is not Waits.PERSON or seen is None:
        return (("Enter", "hurry"), *claims) if hurry else claims
    rest = () if claims_rest.why_not(seen) else ((REST, "claim the rest"),)
    worth = sitting.practises and len(seen.lawful_actions) > 1
    return (*how(seen), *open_, *rest, *(((HINT, "hint"),) if worth else ()))


def _onward(sitting: Sitting, stop: Stop) -> str:
    if stop is Stop.DEAL:
        over = sitting.standing is not None and sitting.standing.over
        return "see how the game ended" if over else "the next deal"
    return {Stop.START: "begin", Stop.DRAWN: "the first deal"}.get(stop, "go on")
