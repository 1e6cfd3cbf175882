"""``uka equity``: the chance of winning the game from each score."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich import box
from rich.table import Table
from rich.text import Text

from uka.bots.equity import Equity
from uka.bots.payoffs import model_equity
from uka.core.ruleset import Ruleset
from uka.models import Model, nearest

from .. import charts
from ..charts import ChanceTable, percent
from ..options import RULES, RulesOptions
from ..printing import PrintableConsole, printable_console, say_json

WIDEST = 15
"""The maximum number of columns of a table. Wider tables would not fit on a terminal."""
WHAT = "games won, in percent"
LEAD = 8
"""The maximum lead, in points, in a table with a row for each lead.

Such a table is for games that end after a number of deals or at a bell.
"""


class EquityReport(msgspec.Struct, frozen=True):
    """The winning chances under a ruleset, the model that gives them, and notes for the reader.

    ``trained`` is true if the model was trained for exactly this ruleset.
    """

    rules: str
    model: str
    trained: bool
    sheets: tuple[ChanceTable, ...]
    notes: tuple[str, ...]


def equity(
    option: RulesOptions = RULES,
    *,
    json: Annotated[bool, Parameter(negative="", help="Print one JSON object.")] = False,
    draw: Annotated[
        str | None, Parameter(help="Write a chart to a file: .png, .svg, .html or .json.", show_default=False)
    ] = None,
) -> None:
    """Print the chance of winning the game from each score, if our side deals next and if their side does.

    The chances are derived from the results of deals that the strongest bots played.
    """
    rules = option.ruleset
    found = equity_report(rules)
    if draw is not None:
        charts.draw(found.sheets, f"{rules.title}: {WHAT}", found.notes, Path(draw))
    if json:
        say_json(found)
    else:
        _print(printable_console(), rules, found)


def equity_report(rules: Ruleset) -> EquityReport:
    """Return the winning chances under a ruleset."""
    model, exact = nearest(rules)
    equity = model_equity(rules, model)
    sheets = (*_by_score(rules, equity), *_by_lead(rules, equity))
    return EquityReport(rules.name, model.rules.name, exact, sheets, tuple(_notes(rules, model, exact)))


def _by_score(rules: Ruleset, equity: Equity) -> Iterator[ChanceTable]:
    """Yield two tables with the chance of winning from each score: if our side deals next, and if their side does.

    Yield nothing unless a target score ends the game.
    """
    if rules.target and not rules.deals:
        scores = tuple(range(max(0, rules.target - WIDEST), rules.target))
        yield from _sheets("our score", "their score", scores, scores, equity.winning)


def _by_lead(rules: Ruleset, equity: Equity) -> Iterator[ChanceTable]:
    """Yield two tables with the chance of winning for each lead and each number of remaining deals.

    The first table applies if our side deals next, the second if their side does. Yield nothing unless a number of
    deals or a bell ends the game.
    """
    if rules.deals or rules.clock:
        leads, left = range(LEAD, -LEAD - 1, -1), range(1, min(rules.deals or WIDEST, WIDEST) + 1)
        yield from _sheets("our lead", "deals left", tuple(leads), tuple(left), equity.winning_by_lead)


def _sheets(
    down: str, across: str, rows: tuple[int, ...], columns: tuple[int, ...], chance: Callable[..., float]
) -> Iterator[ChanceTable]:
    for dealing in (True, False):
        chances = tuple(tuple(chance(row, column, dealing=dealing) for column in columns) for row in rows)
        yield ChanceTable(dealing, down, across, rows, columns, chances)


def _notes(rules: Ruleset, model: Model, exact: bool) -> Iterator[str]:
    yield f"Both sides are equally strong. From {sum(model.ends)} deals of bots that played for the best at each score."
    if not exact:
        yield f"{rules.title} has no model of its own: deals end as under {model.rules.title}, the nearest ruleset."
    if rules.target > WIDEST and not rules.deals:
        yield f"Only the last {WIDEST} scores before the target are shown."
    if rules.target and rules.deals:
        yield f"The tables by lead ignore that {rules.target} points end the game sooner."
    if rules.clock and not rules.deals:
        yield "Nobody knows how many deals the bell leaves: by lead, it rings after the number shown; by score, never."
    if rules.deals or rules.clock:
        yield "A drawn game counts as half won."
    if rules.rubber:
        yield "These are the chances of a game of the rubber, not of the rubber."


def _print(console: PrintableConsole, rules: Ruleset, found: EquityReport) -> None:
    console.print_line(f"{rules.title}: {WHAT}\n")
    for sheet in found.sheets:
        console.print(_table(sheet))
    for note in found.notes:
        console.print_line(note, "dim")


def _table(sheet: ChanceTable) -> Table:
    title = f"{sheet.title}: {sheet.down} down, {sheet.across} across"
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), title=title, title_justify="left")
    for name in ("", *map(str, sheet.columns)):
        table.add_column(name, justify="right", min_width=3, no_wrap=True)
    for row, chances in zip(sheet.rows, sheet.chances, strict=True):
        table.add_row(str(row), *(Text(percent(chance), "bold" if chance > 0.5 else "dim") for chance in chances))
    return table
