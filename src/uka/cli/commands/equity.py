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

from ..charts import WinningChanceTable, percent, write_chart
from ..options import RULES, RulesOptions
from ..printing import PrintableConsole, printable_console, say_json

WIDEST = 15
"""The maximum number of columns of a table, so that it fits on a terminal."""
UNIT = "games won, in percent"
"""What the numbers in the tables are."""
LEAD = 8
"""The greatest lead, in points, for which a table has a row, if the game ends after a number of deals or at a bell."""


class EquityReport(msgspec.Struct, frozen=True):
    """The chances of winning a game under a ruleset, from each score or lead before a deal."""

    rules: str
    """The name of the ruleset."""
    model: str
    """The name of the ruleset for which the model that gives the chances was trained."""
    trained: bool
    """Whether the model was trained for exactly the ruleset ``rules``."""
    sheets: tuple[WinningChanceTable, ...]
    """Tables in pairs: the first is for when our side deals next, the second for when the other side does."""
    notes: tuple[str, ...]
    """Sentences that say from what the chances are computed, and what they leave out."""


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
        write_chart(found.sheets, f"{rules.title}: {UNIT}", found.notes, Path(draw))
    if json:
        say_json(found)
    else:
        _print(printable_console(), rules, found)


def equity_report(rules: Ruleset) -> EquityReport:
    """Return the chances of winning a game under a ruleset, with notes about how they are computed."""
    model, exact = nearest(rules)
    equity = model_equity(rules, model)
    sheets = (*_by_score(rules, equity), *_by_lead(rules, equity))
    return EquityReport(rules.name, model.rules.name, exact, sheets, tuple(_notes(rules, model, exact)))


def _by_score(rules: Ruleset, equity: Equity) -> Iterator[WinningChanceTable]:
    """Yield two tables with the chance of winning from each score: if our side deals next, and if the other side does.

    Yield nothing unless a target score ends the game.
    """
    if rules.target and not rules.deals:
        scores = tuple(range(max(0, rules.target - WIDEST), rules.target))
        yield from _two_tables("our score", "their score", scores, scores, equity.winning)


def _by_lead(rules: Ruleset, equity: Equity) -> Iterator[WinningChanceTable]:
    """Yield two tables with the chance of winning for each lead and each number of remaining deals.

    The first table is for when our side deals next, the second for when the other side does. Yield nothing unless a
    number of deals or a bell ends the game.
    """
    if rules.deals or rules.clock:
        leads = tuple(range(LEAD, -LEAD - 1, -1))
        deals_left = tuple(range(1, min(rules.deals or WIDEST, WIDEST) + 1))
        yield from _two_tables("our lead", "deals left", leads, deals_left, equity.winning_by_lead)


def _two_tables(
    down: str, across: str, rows: tuple[int, ...], columns: tuple[int, ...], chance: Callable[..., float]
) -> Iterator[WinningChanceTable]:
    """Yield a table for when our side deals next, and one for when the other side does.

    ``chance`` returns the chance in one cell. It takes the values of ``rows`` and ``columns`` for that cell, and the
    keyword ``dealing``, which is true if our side deals next.
    """
    for dealing in (True, False):
        chances = tuple(tuple(chance(row, column, dealing=dealing) for column in columns) for row in rows)
        yield WinningChanceTable(dealing, down, across, rows, columns, chances)


def _notes(rules: Ruleset, model: Model, exact: bool) -> Iterator[str]:
    """Yield sentences that say from what the chances are computed, and what they leave out.

    ``exact`` is true if ``model`` was trained for exactly these rules.
    """
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
    console.print_line(f"{rules.title}: {UNIT}\n")
    for table in found.sheets:
        console.print(_rich_table(table))
    for note in found.notes:
        console.print_line(note, "dim")


def _rich_table(table: WinningChanceTable) -> Table:
    """Return ``table`` for a terminal. Chances of more than one half are bold."""
    title = f"{table.title}: {table.down} down, {table.across} across"
    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), title=title, title_justify="left")
    for name in ("", *map(str, table.columns)):
        drawn.add_column(name, justify="right", min_width=3, no_wrap=True)
    for row, chances in zip(table.rows, table.chances, strict=True):
        drawn.add_row(str(row), *(Text(percent(chance), "bold" if chance > 0.5 else "dim") for chance in chances))
    return drawn
