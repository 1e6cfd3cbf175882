"""Rounds drawn as text: a line for each round, a column for each table."""

from __future__ import annotations

from collections.abc import Sequence

from .knockout import Bracket
from .seating import PlayedRound, PlayedTable, SeatedTable, Seating, Sides


def rounds_drawing(rounds: Sequence[Seating | PlayedRound]) -> str:
    """Return rounds as text. ``>`` and ``<`` point from the side that won to the side that lost.

    >>> print(rounds_drawing([Seating((SeatedTable(1, ((1, 4), (2, 3))),), byes=(5,))]))
             table 1    out
    round 1  1 4 – 2 3  5
    """
    numbers = sorted({table.table for each in rounds for table in each.tables})
    rows = [["", *(f"table {number}" for number in numbers), "out"]]
    for number, each in enumerate(rounds, 1):
        at = {table.table: _told(table) for table in each.tables}
        rows.append([f"round {number}", *(at.get(table, "") for table in numbers), " ".join(map(str, each.byes))])
    if not any(row[-1] for row in rows[1:]):
        rows = [row[:-1] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _told(table: SeatedTable | PlayedTable) -> str:
    winner = table.winner if isinstance(table, PlayedTable) else None
    return sides_text(table.sides, "–" if winner is None else "><"[winner])


def sides_text(sides: Sides, sign: str) -> str:
    """Return both sides of a table with a sign between them.

    >>> sides_text(((1, 4), (2, 3)), "–")
    '1 4 – 2 3'
    """
    return f" {sign} ".join(" ".join(map(str, side)) for side in sides)


def bracket_drawing(levels: Sequence[Bracket]) -> str:
    """Return a bracket as text. ``levels`` are its places in each round; the last one is the champion.

    >>> print(bracket_drawing([(1, 4, 2, 3), (1, 2), (2,)]))
    1 ─┐
       ├─ 1 ─┐
    4 ─┘     │
             ├─ 2
    2 ─┐     │
       ├─ 2 ─┘
    3 ─┘
    """
    height = 2 * len(levels[0]) - 1
    width = max(len(str(team)) for level in levels for team in level)
    lines = [""] * height
    for depth, level in enumerate(levels):
        centres = [(2 << depth) * place + (1 << depth) - 1 for place in range(len(level))]
        named = dict(zip(centres, level, strict=True))
        last = depth == len(levels) - 1
        for line in range(height):
            team = f"{named[line] or '·'}".rjust(width) if line in named else " " * width
            lines[line] += ("─ " if depth and line in named else "  " if depth else "") + team
            if not last:
                lines[line] += _corner(line, centres)
    return "\n".join(line.rstrip() for line in lines)


def _corner(line: int, centres: Sequence[int]) -> str:
    """Return what joins the two places of a match to the place of its winner, on one line of text."""
    for upper, lower in zip(centres[::2], centres[1::2], strict=True):
        if upper <= line <= lower:
            middle = (upper + lower) // 2
            return {upper: " ─┐", lower: " ─┘", middle: "  ├"}.get(line, "  │")
    return "   "
