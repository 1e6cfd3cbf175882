"""The score, the contract and the result of a game as lines of text, and a chart of the score."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

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


def progress_line(now: GameScore | None, names: Names) -> str:
    """Return a line of text that tells which deal of which game is being played."""
    if now is None:
        return ""
    deal = f"deal {now.deal}" + (f" of {now.rules.deals}" if now.rules.deals else "")
    if not now.rules.rubber:
        return deal
    ours, theirs = _mine_first(now.won, names)
    return f"rubber {ours}-{theirs} · game {now.game} · {deal}"


def score_lines(now: GameScore | None, names: Names) -> tuple[str, ...]:
    """Return the score as lines of text.

    If the rules use score markers, the lines show them. A side may be "at the bridge", a term of Bicycle's rules.
    """
    if now is None:
        return ()
    target = now.rules.target
    lines = [f"Score, to {target}" if target else "Score"]
    for side in names.sides:
        theirs = names.me is not None and side is not names.me.partnership
        name = "They" if theirs else truncated(names.pair(side, "+"), 10 if names.me else 12)
        count = now.score[side.index]
        drawn = score_markers(now.rules, count)
        name += " " * (10 - cell_len(name))
        if now.rules.cards_played == "on_chip":
            name = f"{chip(names, side)[0]} {name}"
        lines.append(f"{name}{count:>2} {draw_markers(drawn) if drawn else ''}".rstrip())
    if bridge := at_the_bridge(now.rules, now.score):
        lines.append(f"{names.pair(bridge)} at the bridge")
    return tuple(lines)


def contract_lines(seen: Observation | None, names: Names) -> tuple[str, ...]:
    """Return lines for the upcard, the trump and its maker, the seats that play alone, and the tricks so far."""
    if seen is None:
        return ()
    up = f"Turn-up {upcard_words(seen)}"
    made = seen.contract
    if made is None:
        return (up,)
    ours, theirs = names.sides
    by = f"called by {names.name_in_sentence(made.maker)}"
    alone = f", {names.name_in_sentence(made.loner)} alone" if made.loner and made.loner is not made.maker else ""
    alone = ", alone" if made.loner is made.maker else alone
    against = f", {names.name_in_sentence(made.lone_defender)} defending alone" if made.lone_defender else ""
    return (
        up,
        f"Trump {made.trump.symbol} {made.trump}, {by}{alone}{against}",
        f"Tricks: {names.they(ours)} {seen.taken[ours.index]}, {names.they(theirs)} {seen.taken[theirs.index]}",
    )


def _mine_first(pair: Sequence[int], names: Names) -> tuple[int, int]:
    ours, theirs = names.sides
    return pair[ours.index], pair[theirs.index]


def final_lines(now: GameScore, names: Names, record_note: str) -> tuple[str, ...]:
    """Return lines of text that tell how the game or rubber ended and where its record is.

    The lines include a chart of the score.
    """
    head = f"{names.pair(now.winner)} won" if now.winner else "The game is drawn"
    ours, theirs = _mine_first(now.score, names)
    lines = [f"{head}, {max(ours, theirs)} to {min(ours, theirs)}."]
    if now.rules.rubber:
        lines = [f"{head} the rubber, {' to '.join(map(str, sorted(now.won, reverse=True)))} games."]
        if now.points:
            points = " to ".join(map(str, sorted(now.points, reverse=True)))
            lines += [f"Rubber points {points}: won by {now.margin}."]
    if now.bell:
        lines.append("The bell ended it.")
    lines += [record_note] if record_note else []
    return (*lines, "", *chart(now.results, names, now.rules.target)) if now.results else tuple(lines)


def rubber_game_line(now: GameScore, names: Names) -> str:
    """Return the winner of a finished game of a rubber and the rubber points so far.

    Return "" if no game has just ended.
    """
    if not now.rules.rubber or now.game_winner is None:
        return ""
    winner = f"{names.pair(now.game_winner)} won this game"
    if not now.points:
        return f"{winner}."
    ours, theirs = names.sides
    worth = f"{names.they(ours)} {now.points[ours.index]}, {names.they(theirs)} {now.points[theirs.index]}"
    return f"{winner}; rubber points: {worth}."


WIDEST = 32  # the maximum number of columns of a chart; the chart of a longer game leaves out deals


def chart(results: Sequence[DealResult], names: Names, target: int, height: int = 11) -> tuple[str, ...]:
    """Draw the score after each deal as a chart: ● for the reader's side, ○ for the other side, ◉ for both sides.

    ``target`` is the score that wins the game. ``height`` is the maximum number of rows above the row of score 0.

    >>> from uka.core.scoring import Outcome
    >>> from uka.core.seats import Seat
    >>> march = DealResult(Outcome.MARCH, (2, 0), (5, 0), Seat.NORTH)
    >>> euchred = DealResult(Outcome.EUCHRED, (0, 2), (1, 4), Seat.NORTH)
    >>> print("\\n".join(chart([march, euchred], Names(Seat.SOUTH), 2, 2)))
     2 ┤  ● ◉
     1 ┤
     0 ┤◉ ○
       └──────
        ● You+North   ○ East+West
    """
    scores = [(0, 0), *_scores(results, names)]
    stride = -(-len(scores) // WIDEST)
    shown = scores[::stride] if len(scores) % stride == 1 % stride else [*scores[::stride], scores[-1]]
    top = max(target, 1, *(max(pair) for pair in shown))
    step = -(-top // height)
    rows = [
        f"{level:>2} ┤" + " ".join(_mark(a // step * step == level, b // step * step == level) for a, b in shown)
        for level in range(-(-top // step) * step, -1, -step)
    ]
    ours, theirs = (names.pair(side, "+") for side in names.sides)
    legend = f"    ● {ours}   ○ {theirs}"
    return (*(row.rstrip() for row in rows), f"   └{'──' * len(shown)}", legend)


def _scores(results: Sequence[DealResult], names: Names) -> list[tuple[int, int]]:
    pairs = [_mine_first(result.points, names) for result in results]
    ours, theirs = accumulate(pair[0] for pair in pairs), accumulate(pair[1] for pair in pairs)
    return list(zip(ours, theirs, strict=True))


def _mark(ours: bool, theirs: bool) -> str:
    return "◉" if ours and theirs else "●" if ours else "○" if theirs else " "
