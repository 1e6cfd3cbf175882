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
from .keys import CLAIM, HINT, REST, WHY, keyed_actions
from .prompts import card_keys, prompt
from .score import contract_lines, progress_line, rubber_game_line, score_lines


class PausePoint(Enum):
    """A point of a game at which the screen waits until the person continues."""

    START = "start"
    """Before the draw for first dealer."""
    DRAWN = "drawn"
    """After that draw."""
    TRICK = "trick"
    """After a trick."""
    DEAL = "deal"
    """After a deal."""


class ScreenContents(NamedTuple):
    """The contents of the screen at one moment of a game."""

    names: Names
    title: str
    """The title of the ruleset."""
    progress: str
    """Which deal of which game is being played."""
    clock: str
    """The time left, as text."""
    seen: Observation | None
    """What the person knows of the deal, or None before the first deal."""
    last_trick_shown: bool
    """Whether the finished trick still lies on the table."""
    state: tuple[str, ...]
    """The score, the trump and the tricks so far, as lines of text."""
    story: tuple[StoryLine, ...]
    """What has happened, the latest last."""
    prompt: str
    """The sentence under the hand that says what the person must do."""
    notice: str
    """A warning below it, or "" if there is none."""
    keys: tuple[tuple[str, str], ...]
    """The keys that the person can press now, each with its label."""
    card_style: CardStyle
    terminal: tuple[int, int]
    """The width and the height of the terminal."""
    opening: tuple[str, ...] = ()
    """The lines that are shown in place of the table before the first deal."""
    my_choice: bool = False
    """Whether the person must choose an action."""
    has_table_menu: bool = False
    """Whether there is a menu about the people at the table."""


def screen_contents(
    game: TerminalGame,
    pause: PausePoint | None,
    card_style: CardStyle,
    terminal: tuple[int, int],
    *,
    notice: str = "",
    bots_wait: bool = False,
) -> ScreenContents:
    """Return the contents of the screen for a game.

    ``pause`` is the point at which the screen waits, or None. ``bots_wait`` is true if a bot is about to act after a
    delay, which a key ends.
    """
    seen, names, score = game.observation, game.names, game.score
    return ScreenContents(
        names=names,
        title=game.rules.title,
        progress=progress_line(score, names),
        clock=_clock(game),
        seen=seen,
        last_trick_shown=pause is PausePoint.TRICK,
        state=(*score_lines(score, names), *contract_lines(seen, names)),
        story=tuple(game.story),
        prompt=_prompt(game, seen, pause),
        notice=notice or game.notice,
        keys=_keys(game, seen, pause, bots_wait),
        card_style=card_style,
        terminal=terminal,
        opening=game.opening_lines,
        my_choice=game.waiting_for is WaitingFor.PERSON,
        has_table_menu=bool(game.table_menu.text),
    )


def _clock(game: TerminalGame) -> str:
    """Return the time left for the choice and until the bell, as text. Return "" if there is no clock."""
    bell, beside = game.time_left
    parts = [beside] if beside else []
    if bell is not None:
        rung = game.score is not None and game.score.bell
        parts.append("the bell has rung" if rung else f"bell in {bell // 60}:{bell % 60:02}")
    return " · ".join(parts)


def _prompt(game: TerminalGame, seen: Observation | None, pause: PausePoint | None) -> str:
    """Return the sentence that says what the person must do, or what has just ended. It may be empty."""
    names = game.names
    if pause is PausePoint.START:
        return "Press Enter to start."
    if pause is None and game.question_menu.text:
        return game.question_menu.text
    if seen is None or pause is PausePoint.DRAWN:
        return ""
    if pause is PausePoint.TRICK and seen.tricks:
        return f"{names.name(seen.tricks[-1].taker)} took the trick."
    if pause is PausePoint.DEAL and seen.result is not None and game.score is not None:
        result = result_line(seen.result, names, revoked=bool(seen.revoked))
        return f"{result} {rubber_game_line(game.score, names)}".strip()
    return "" if seen.my_turn and game.waiting_for is not WaitingFor.PERSON else prompt(seen, names)


def _keys(
    game: TerminalGame, seen: Observation | None, pause: PausePoint | None, bots_wait: bool
) -> tuple[tuple[str, str], ...]:
    """Return the keys that the person can press now, each with its label."""
    actions = [(choice.key, choice.label) for choice in keyed_actions(seen)] if seen else []
    claims = [(key, label) for key, label in actions if key == CLAIM]  # of a revoke: allowed at any time
    if pause is None and game.question_menu.text:
        return (*((item.key, item.label) for item in game.question_menu.items), *claims)
    if pause is not None:
        why = ((WHY, "why did they do that?"),) if pause is PausePoint.DEAL else ()
        return (("Enter", _what_follows(game, pause)), *why, *claims)
    if game.waiting_for is not WaitingFor.PERSON or seen is None:
        return (("Enter", "hurry"), *claims) if bots_wait else tuple(claims)
    keys = [*card_keys(seen), *actions]
    if not claims_rest.why_not(seen):
        keys.append((REST, "claim the rest"))
    if game.hints_allowed and len(seen.lawful_actions) > 1:
        keys.append((HINT, "hint"))
    return tuple(keys)


def _what_follows(game: TerminalGame, pause: PausePoint) -> str:
    """Return the label of the key that ends a pause."""
    if pause is PausePoint.DEAL:
        over = game.score is not None and game.score.over
        return "see how the game ended" if over else "the next deal"
    return {PausePoint.START: "start", PausePoint.DRAWN: "the first deal"}.get(pause, "continue")
