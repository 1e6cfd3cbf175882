"""The score, the contract and the result of a game as lines of text, and a chart of the score."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import ceil

from rich.cells import cell_len

from uka.core.game import at_the_bridge
from uka.core.observation import Observation
from uka.core.score_markers import score_markers
from uka.core.scoring import DealResult
from uka.narration.names import Names
from uka.table.views.facts import upcard_words

from ..games.interface import GameScore
from ..width import truncated
from .cards import chip, draw_markers


def progress_line(score: GameScore | None, names: Names) -> str:
    """Return a line of text that says which deal of which game is being played."""
    if score is None:
        return ""
    deal = f"deal {score.deal} of {score.rules.deals}" if score.rules.deals else f"deal {score.deal}"
    if not score.rules.rubber:
        return deal
    ours, theirs = _mine_first(score.won, names)
    return f"rubber {ours}-{theirs} · game {score.game} · {deal}"


def score_lines(score: GameScore | None, names: Names) -> tuple[str, ...]:
    """Return the score as lines of text.

    If the rules let players keep the score with two low cards, the lines show these cards. If the rules have the
    bridge, a line says which side is "at the bridge", with 4 of 5 points against 2 or fewer.
    """
    if score is None:
        return ()
    target = score.rules.target
    lines = [f"Score, to {target}" if target else "Score"]
    for side in names.sides:
        theirs = names.me is not None and side is not names.me.partnership
        name = "They" if theirs else truncated(names.pair(side, "+"), 10 if names.me else 12)
        name += " " * (10 - cell_len(name))
        if score.rules.cards_played == "on_chip":
            symbol, _style = chip(names, side)
            name = f"{symbol} {name}"
        points = score.score[side.index]
        markers = score_markers(score.rules, points)
        drawing = f" {draw_markers(markers)}" if markers else ""
        lines.append(f"{name}{points:>2}{drawing}")
    if bridge := at_the_bridge(score.rules, score.score):
        lines.append(f"{names.pair(bridge)} at the bridge")
    return tuple(lines)


def contract_lines(seen: Observation | None, names: Names) -> tuple[str, ...]:
    """Return lines of text for the upcard, the trump and its maker, who plays alone, and the tricks of each side."""
    if seen is None:
        return ()
    up = f"Turn-up {upcard_words(seen)}"
    made = seen.contract
    if made is None:
        return (up,)
    ours, theirs = names.sides
    by = f"called by {names.name_in_sentence(made.maker)}"
    alone = f", {names.name_in_sentence(made.loner)} alone" if made.loner else ""
    if made.loner is made.maker:
        alone = ", alone"
    against = f", {names.name_in_sentence(made.lone_defender)} defending alone" if made.lone_defender else ""
    return (
        up,
        f"Trump {made.trump.symbol} {made.trump}, {by}{alone}{against}",
        f"Tricks: {names.they(ours)} {seen.taken[ours.index]}, {names.they(theirs)} {seen.taken[theirs.index]}",
    )


def _mine_first(pair: Sequence[int], names: Names) -> tuple[int, int]:
    """Return the numbers of the two partnerships in ``pair``, that of the reader's side first."""
    ours, theirs = names.sides
    return pair[ours.index], pair[theirs.index]


def final_lines(score: GameScore, names: Names, note: str) -> tuple[str, ...]:
    """Return lines of text that say how a game or a rubber ended, then ``note``, then a chart of the score."""
    head = f"{names.pair(score.winner)} won" if score.winner else "The game is drawn"
    lines = list[str]()
    if score.rules.rubber:
        lines.append(f"{head} the rubber, {_higher_first(score.won)} games.")
        if score.points:
            lines.append(f"Rubber points {_higher_first(score.points)}: won by {score.margin}.")
    else:
        lines.append(f"{head}, {_higher_first(score.score)}.")
    if score.bell:
        lines.append("The bell ended it.")
    if note:
        lines.append(note)
    if score.results:
        lines += score_chart(score.results, names, score.rules.target)
    return tuple(lines)


def _higher_first(pair: Sequence[int]) -> str:
    """Return two numbers as text, the higher one first, such as "10 to 7"."""
    return f"{max(pair)} to {min(pair)}"


def rubber_game_line(score: GameScore, names: Names) -> str:
    """Return a sentence about the winner of the game of a rubber that has just ended, and the rubber points so far.

    Return "" if no game has just ended, or if no rubber is played.
    """
    if not score.rules.rubber or score.game_winner is None:
        return ""
    winner = f"{names.pair(score.game_winner)} won this game"
    if not score.points:
        return f"{winner}."
    ours, theirs = names.sides
    worth = f"{names.they(ours)} {score.points[ours.index]}, {names.they(theirs)} {score.points[theirs.index]}"
    return f"{winner}; rubber points: {worth}."


WIDEST = 32
"""The maximum number of scores in a chart. The chart of a longer game leaves out deals."""


def score_chart(results: Sequence[DealResult], names: Names, target: int, height: int = 11) -> tuple[str, ...]:
    """Return a chart of the score after each deal: ● for the reader's side, ○ for the other side, ◉ for both sides.

    ``target`` is the score that wins the game, or 0 if no score does. The chart has at most ``height`` rows above the
    row of score 0.

    >>> from uka.core.scoring import Outcome
    >>> from uka.core.seats import Seat
    >>> march = DealResult(Outcome.MARCH, (2, 0), (5, 0), Seat.NORTH)
    >>> euchred = DealResult(Outcome.EUCHRED, (0, 2), (1, 4), Seat.NORTH)
    >>> print("\\n".join(score_chart([march, euchred], Names(Seat.SOUTH), 2, 2)))
     2 ┤  ● ◉
     1 ┤
     0 ┤◉ ○
       └──────
        ● You+North   ○ East+West
    """
    scores = [(0, 0), *_scores(results, names)]
    stride = ceil(len(scores) / WIDEST)
    shown = scores[::stride]
    if (len(scores) - 1) % stride:
        shown.append(scores[-1])  # the final score is always shown
    top = max(target, 1, *(max(pair) for pair in shown))
    step = ceil(top / height)
    rows = list[str]()
    for level in reversed(range(ceil(top / step) + 1)):
        symbols = " ".join(_symbol(ours // step == level, theirs // step == level) for ours, theirs in shown)
        rows.append(f"{level * step:>2} ┤{symbols}".rstrip())
    ours_name, theirs_name = (names.pair(side, "+") for side in names.sides)
    legend = f"    ● {ours_name}   ○ {theirs_name}"
    return (*rows, f"   └{'──' * len(shown)}", legend)


def _scores(results: Sequence[DealResult], names: Names) -> list[tuple[int, int]]:
    """Return the score after each deal, the reader's side first."""
    pairs = [_mine_first(result.points, names) for result in results]
    ours, theirs = accumulate(pair[0] for pair in pairs), accumulate(pair[1] for pair in pairs)
    return list(zip(ours, theirs, strict=True))


def _symbol(ours: bool, theirs: bool) -> str:
    """Return the character for a place in the chart. ``ours`` and ``theirs`` say whose score is there."""
    return "◉" if ours and theirs else "●" if ours else "○" if theirs else " "
