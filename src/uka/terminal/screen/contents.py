"""Everything that the screen shows at one moment. It contains no card that the person may not see."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from uka.core.observation import Observation
from uka.narration.names import Names
from uka.narration.results import result_line
from uka.narration.story import StoryLine
from uka.solver import claims as claims_rest

from ..games.interface import TerminalGame, WaitingFor
from .cards import CardStyle
from .keys import CLAIM, HINT, REST, keyed_actions
from .prompts import card_keys, prompt
from .score import contract_lines, progress_line, rubber_game_line, score_lines


class PausePoint(Enum):
    """A point at which the screen waits until the person continues."""

    START = "start"
    DRAWN = "drawn"
    TRICK = "trick"
    DEAL = "deal"


class ScreenContents(NamedTuple):
    """The contents of the screen at one moment of a game.

    Before the first deal ``seen`` is None, and the lines ``opening`` are shown. If ``showing`` is true, the finished
    trick still lies on the table. ``says`` and ``notice`` are the lines of text under the hand. ``keys`` holds keys
    with their labels. If ``mine`` is true, the person must choose. If ``has_table_menu`` is true, there is a menu about
    the people at the table.
    """

    names: Names
    title: str
    progress: str
    clock: str
    seen: Observation | None
    showing: bool
    state: tuple[str, ...]
    story: tuple[StoryLine, ...]
    says: str
    notice: str
    keys: tuple[tuple[str, str], ...]
    look: CardStyle
    terminal: tuple[int, int]
    opening: tuple[str, ...] = ()
    mine: bool = False
    has_table_menu: bool = False


def screen_contents(
    game: TerminalGame,
    pause: PausePoint | None,
    look: CardStyle,
    terminal: tuple[int, int],
    *,
    notice: str = "",
    hurry: bool = False,
) -> ScreenContents:
    """Return the contents of the screen for a game.

    ``pause`` is the point at which the screen waits, or None. If ``hurry`` is true, a key makes the bots act sooner.
    """
    seen, names, now = game.observation, game.names, game.score
    return ScreenContents(
        names=names,
        title=game.rules.title,
        progress=progress_line(now, names),
        clock=clock(game),
        seen=seen,
        showing=pause is PausePoint.TRICK,
        state=(*score_lines(now, names), *contract_lines(seen, names)),
        story=tuple(game.story),
        says=_says(game, seen, pause),
        notice=notice or game.notice,
        keys=_keys(game, seen, pause, hurry),
        look=look,
        terminal=terminal,
        opening=game.opening_lines,
        mine=game.waiting_for is WaitingFor.PERSON,
        has_table_menu=bool(game.table_menu.text),
    )


def clock(game: TerminalGame) -> str:
    """Return the time left for the choice and until the bell, as text. Return "" if there is no clock."""
    bell, beside = game.time_left
    parts = [beside] if beside else []
    if bell is not None:
        rung = game.score is not None and game.score.bell
        parts.append("the bell has rung" if rung else f"bell in {bell // 60}:{bell % 60:02}")
    return " · ".join(parts)


def _says(game: TerminalGame, seen: Observation | None, pause: PausePoint | None) -> str:
    names = game.names
    if pause is PausePoint.START:
        return "Press Enter to start."
    if pause is None and game.menu.text:
        return game.menu.text
    if seen is None or pause is PausePoint.DRAWN:
        return ""
    if pause is PausePoint.TRICK and seen.tricks:
        return f"{names.name(seen.tricks[-1].taker)} took the trick."
    if pause is PausePoint.DEAL and seen.result is not None and game.score is not None:
        result = result_line(seen.result, names, revoked=bool(seen.revoked))
        return f"{result} {rubber_game_line(game.score, names)}".strip()
    return "" if seen.my_turn and game.waiting_for is not WaitingFor.PERSON else prompt(seen, names)


def _keys(
    game: TerminalGame, seen: Observation | None, pause: PausePoint | None, hurry: bool
) -> tuple[tuple[str, str], ...]:
    offered = tuple((offer.key, offer.label) for offer in game.menu.items)
    open_ = tuple((choice.key, choice.label) for choice in keyed_actions(seen)) if seen else ()
    claims = tuple(pair for pair in open_ if pair[0] == CLAIM)
    if pause is None and game.menu.text:
        return (*offered, *claims)
    if pause is not None:
        return (("Enter", _onward(game, pause)), *claims)
    if game.waiting_for is not WaitingFor.PERSON or seen is None:
        return (("Enter", "hurry"), *claims) if hurry else claims
    rest = () if claims_rest.why_not(seen) else ((REST, "claim the rest"),)
    worth = game.hints_allowed and len(seen.lawful_actions) > 1
    return (*card_keys(seen), *open_, *rest, *(((HINT, "hint"),) if worth else ()))


def _onward(game: TerminalGame, pause: PausePoint) -> str:
    if pause is PausePoint.DEAL:
        over = game.score is not None and game.score.over
        return "see how the game ended" if over else "the next deal"
    return {PausePoint.START: "start", PausePoint.DRAWN: "the first deal"}.get(pause, "continue")
