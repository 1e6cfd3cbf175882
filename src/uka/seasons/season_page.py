"""A season as one HTML page, to print and to share. It needs no other file and no script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise

from uka.narration.names import counted
from uka.text.printable import printable

from .honours import Honour, HonourName, honours
from .ratings import RatedMember
from .season import Season
from .season_sheets import rating_rows
from .table import NO_ENCOUNTERS, Encounters, encounters, season_table, trends

TREND_LINES = 8
"""The trends of so many members are drawn, best first."""
HEAD_TO_HEAD_SIZE = 24
"""So many members have a place in the table of head-to-head results, best first."""
WIDTH, HEIGHT, LEFT, RIGHT, FOOT = 720, 260, 34, 150, 22
"""The size of the drawing of trends, and its margins, in pixels."""
COLOURS = ("#1b6b4c", "#b3402a", "#2b5d9b", "#8a6d1a", "#6d3f8f", "#0f7f86", "#a03a6c", "#555555")
"""The colours of the lines, of which all stand out against white paper."""
HONOURS: dict[HonourName, str] = {
    "champion": "Champion",
    "attendance": "Most evenings",
    "games_won": "Most games won",
    "loners": "Most loners",
    "best_evening": "Best evening",
    "evenings_won": "Most evenings won",
}
HEAD = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; color: #1c1c1c }
h1 { margin: 0; font-size: 1.9rem }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem }
.quiet, dt { color: #555 }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; min-width: 50% }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap }
th { font-weight: 600 }
.name { text-align: left }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0 }
dd { margin: 0 }
svg { max-width: 100%; height: auto }
@media print {
  body { margin: 0; max-width: none; font-size: 11px }
  section { break-inside: avoid }
  .wide { overflow: visible }
}
"""


def season_page(season: Season, members: Sequence[RatedMember]) -> str:
    """Return a season as an HTML page: honours, table, evenings, trends, head-to-head results and ratings.

    ``members`` are what ``rated_members`` returns for the season.
    """
    parts = [
        f"<h1>{_text(season.name)}</h1>",
        f'<p class="quiet">{_text(_summary(season))}</p>',
        _section("Honours", _honours(honours(season))),
        _section("Table", _season_table(season)),
        _section("Evenings", _evenings(season)),
        _section("Trends", _trends(season)),
        _section("Head to head", _head_to_head(season)),
        _section("Ratings", _ratings(members)),
    ]
    head = f"{HEAD}<title>{_text(season.name)}</title><style>{STYLE}</style>"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{"".join(parts)}</body></html>\n'


def _summary(season: Season) -> str:
    said = [counted(len(season.events), "evening"), counted(len(season.members), "member")]
    if season.settings.best:
        said.append(f"the best {season.settings.best} evenings count")
    if season.settings.attendance:
        said.append(f"{counted(season.settings.attendance, 'point')} for each evening played")
    return ", ".join(said) + "."


def _honours(earned: Iterable[Honour]) -> str:
    rows = [
        f"<dt>{HONOURS[honour.name]}</dt><dd>{_text(', '.join(honour.members))} ({honour.number})</dd>"
        for honour in earned
    ]
    return f"<dl>{''.join(rows)}</dl>" if rows else ""


def _season_table(season: Season) -> str:
    rows = [
        [
            str(line.place),
            line.member,
            str(line.total),
            str(line.attended),
            f"{line.won} of {line.games}",
            f"{line.points[0]}–{line.points[1]}",
            str(line.loners),
        ]
        for line in season_table(season)
    ]
    return _table(["", "Member", "Total", "Evenings", "Won", "Points", "Loners"], rows)


def _evenings(season: Season) -> str:
    """Return what each evening counted for each member, with nothing where a member was not there."""
    rows = [
        [str(line.place), line.member, *("" if each is None else str(each) for each in line.evenings)]
        for line in season_table(season)
    ]
    return _table(["", "Member", *(event.date[5:] for _, event in season.events)], rows)


def _trends(season: Season) -> str:
    """Return a drawing of the totals of the best members after each evening."""
    if len(season.events) < 2:
        return ""
    totals = trends(season)
    best = [line.member for line in season_table(season)[:TREND_LINES]]
    top = max([max(totals[member]) for member in best] + [1])
    step = (WIDTH - LEFT - RIGHT) / (len(season.events) - 1)

    def at(evening: int, total: int) -> tuple[float, float]:
        return LEFT + step * evening, HEIGHT - FOOT - (HEIGHT - 2 * FOOT) * total / top

    bottom, right = HEIGHT - FOOT, WIDTH - RIGHT
    drawn = [
        f'<path d="M{LEFT} {FOOT}V{bottom}H{right}" fill="none" stroke="#999"/>',
        _label(LEFT - 4, FOOT + 4, str(top), anchor="end"),
        _label(LEFT - 4, bottom, "0", anchor="end"),
        _label(LEFT, HEIGHT - 4, season.events[0][1].date),
        _label(right, HEIGHT - 4, season.events[-1][1].date, anchor="end"),
    ]
    labels = _spread([at(0, totals[member][-1])[1] for member in best])
    for member, colour, label in zip(best, COLOURS, labels, strict=False):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(at, range(len(season.events)), totals[member]))
        drawn.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn.append(_label(right + 8, label + 4, f"{member} {totals[member][-1]}", colour=colour))
    says = f"The totals of the first {len(best)} members after each evening."
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" font-size="12"'
    return f'<svg {size} role="img" aria-label="{says}">{"".join(drawn)}</svg>'


def _label(x: float, y: float, text: str, *, anchor: str = "start", colour: str = "#555") -> str:
    return f'<text x="{x:.0f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{_text(text)}</text>'


def _spread(heights: Sequence[float], least: float = 14) -> list[float]:
    """Return ``heights`` moved apart, so that labels at them do not cover each other. They keep their order."""
    order = sorted(range(len(heights)), key=lambda at: (heights[at], at))
    moved = list(heights)
    for before, after in pairwise(order):
        moved[after] = max(moved[after], moved[before] + least)
    return moved


def _head_to_head(season: Season) -> str:
    best = [line.member for line in season_table(season)[:HEAD_TO_HEAD_SIZE]]
    if len(best) < 2:
        return ""
    met, rows = encounters(season), list[list[str]]()
    for number, one in enumerate(best, 1):
        cells = [_against(met.get((one, other), NO_ENCOUNTERS)) for other in best]
        rows.append([str(number), one, *cells])
    note = '<p class="quiet">Games that the member of the row won and lost against the member of the column.</p>'
    return note + _table(["", "Member", *map(str, range(1, len(best) + 1))], rows)


def _against(met: Encounters) -> str:
    won, _, lost = met.against
    return f"{won}–{lost}" if won or lost else ""


def _ratings(members: Sequence[RatedMember]) -> str:
    rows = rating_rows(members)
    known = bool(rows) and "deal_strength" in rows[0]
    head = ["", "Member", "Points a game", "from, to", "Games"]
    if known:
        head += ["Points a deal, cleaned of cards", "from, to"]
    cells = [
        [
            str(row["place"] or ""),
            row["member"],
            f"{row['strength']:+.2f}",
            f"{row['low']:+.2f}, {row['high']:+.2f}",
            str(row["games"]),
            *([f"{row['deal_strength']:+.3f}", f"{row['deal_low']:+.3f}, {row['deal_high']:+.3f}"] if known else []),
        ]
        for row in rows
    ]
    note = (
        '<p class="quiet">More than an average member, allowing for partners and opponents. The truth lies between '
        "both ends in 95 of 100. Without a number before the name, too few games are played for a rank.</p>"
    )
    return note + _table(head, cells)


def _section(title: str, content: str) -> str:
    """Return a section of the page, or "" if it is empty."""
    return f'<section><h2>{title}</h2><div class="wide">{content}</div></section>' if content else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return an HTML table. Its second column holds names, which are aligned left."""

    def row(tag: str, cells: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=name' if at == 1 else ''}>{_text(cell)}</{tag}>" for at, cell in enumerate(cells)
        )

    body = "".join(f"<tr>{row('td', cells)}</tr>" for cells in rows)
    return f"<table><thead><tr>{row('th', head)}</tr></thead><tbody>{body}</tbody></table>"


def _text(text: str) -> str:
    """Return ``text`` escaped for HTML, without characters that are not displayed."""
    return escape(printable(text))
