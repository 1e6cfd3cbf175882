"""Reads a list of teams that people type, paste or export as text: one team on each line, often below a heading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from uka.locales import folded
from uka.text.confusable import TakenNames

from .csv_rows import MOST_ROWS, CsvRow, csv_rows
from .entries import Roster
from .settings import Entrants
from .tournament import TournamentRefusal

COLUMNS = ("team", "marae", "captain", "players", "fill-ins")
"""The columns of a list without a heading, in this order."""
HEADINGS = {
    "team": (
        *("team", "teams", "team name", "team names", "name of team", "name of the team"),
        *("name", "names", "squad", "pair"),
    ),
    "marae": (
        *("marae", "club", "clubs", "club name", "name of club", "pub", "iwi", "hapū", "home", "home club", "branch"),
        *("community", "town", "hall", "association", "organisation", "organization", "school", "company", "from"),
    ),
    "captain": ("captain", "captains", "captain name", "team captain", "name of captain", "skipper", "kaihautū"),
    "players": ("player", "players", "player name", "player names", "members", "team members", "partner"),
    "fill-ins": ("fill in", "fill ins", "fillin", "fillins", "sub", "subs", "substitute", "substitutes", "reserves"),
    "": (
        *("phone", "phone number", "telephone", "tel", "mobile", "mobile number", "cell", "contact", "email", "e mail"),
        *("address", "number", "no", "note", "notes", "comment", "comments", "paid", "fee", "date", "timestamp"),
    ),
}
"""The usual headings of each column. The headings under "" are of columns that are not used, such as ``phone``."""
SEVERAL = ("players", "fill-ins")
"""The columns that a list may have several of, such as ``player 1`` and ``player 2``."""
TITLES = 20
"""The number of rows at the top of a list among which its heading is searched."""


class ListedTeams(msgspec.Struct, frozen=True):
    """The teams that were read from a list."""

    rosters: tuple[Roster, ...]
    """The names of each team and its people."""
    lines: tuple[int, ...]
    """For each roster, the number of its line in the list, from 1."""
    unused: tuple[str, ...] = ()
    """The texts above the heading, and the headings of the columns that are not used."""


def parse_teams(text: str, home: str = "marae", entrants: Entrants = "teams") -> ListedTeams:
    """Return the teams of the list in ``text``, which has one team on each line, or one player if players enter.

    Tabs, semicolons or commas separate the columns. Slashes, bars, ampersands, commas or semicolons separate the names
    of several players in one column. A heading names the columns in any usual words; ``home`` is the tournament's own
    word for a marae (community). Without a heading, the columns are ``COLUMNS``; a player has the first two. Raise
    ``TournamentRefusal``, with the number of the line, if a line is invalid.

    >>> listed = parse_teams("TEAM NAME;Club;Phone\\nKauri;Waahi;021\\nToru;Poohara;")
    >>> listed.rosters[1], listed.lines, listed.unused
    (Roster(name='Toru', marae='Poohara', captain='', players=(), fill_ins=()), (2, 3), ('Phone',))
    >>> parse_teams("Whetu\\tHukanui\\tMere\\tMere / Hemi").rosters[0].players
    ('Mere', 'Hemi')
    >>> [roster.name for roster in parse_teams("Player\\nAna\\nHemi", entrants="players").rosters]
    ['Ana', 'Hemi']
    """
    rows = csv_rows(text)
    if not rows:
        raise TournamentRefusal(f"there are no {entrants} in the list")
    if len(rows) > MOST_ROWS:
        raise TournamentRefusal(f"the list has more than {MOST_ROWS} lines")
    at = _heading_index(rows, home)
    if at is None:
        return _listed_teams(rows, COLUMNS if entrants == "teams" else COLUMNS[:2], (), entrants)
    heading = rows[at]
    columns, unused = _columns_of_heading(heading, home, entrants)
    titles = [cell for row in rows[:at] for cell in row.filled]
    below = [row for row in rows[at + 1 :] if row.cells != heading.cells]
    if not below:
        raise TournamentRefusal(f"the list has a heading, but no {entrants} below it")
    return _listed_teams(below, columns, (*titles, *unused), entrants)


def _listed_teams(
    rows: Sequence[CsvRow], columns: Sequence[str], unused: tuple[str, ...], entrants: Entrants
) -> ListedTeams:
    """Return the teams of ``rows``, which stand below the heading. ``columns`` says what each column holds."""
    teams = [*_teams(rows, columns, entrants)]
    return ListedTeams(tuple([roster for _, roster in teams]), tuple([line for line, _ in teams]), unused)


def has_heading(text: str) -> bool:
    """Return whether the list in ``text`` has a heading that names its columns."""
    return _heading_index(csv_rows(text), "marae") is not None


# The heading


def _heading_index(rows: Sequence[CsvRow], home: str) -> int | None:
    """Return the index of the row that names the columns, or None if the list has no heading.

    Above the heading there may be rows with a title, which fill only one cell. A heading below a title must name two
    columns at least.
    """
    for at, row in enumerate(rows[:TITLES]):
        named = [cell for cell in row.cells if _column(cell, home) is not None]
        if len(named) >= (1 if at == 0 else 2):
            return at
        if len(row.filled) > 1:
            return None
    return None


def _column(cell: str, home: str) -> str | None:
    """Return the column that a cell of a heading names, a key of ``HEADINGS``, or None if the cell names none."""
    words = _comparable_heading(cell)
    if not words:
        return "" if cell == "#" else None
    if words in _COLUMN_OF:
        return _COLUMN_OF[words]
    if words == _comparable_heading(home):
        return "marae"
    column = _COLUMN_OF.get(words.rstrip("0123456789 "))
    return column if column in SEVERAL else None


def _comparable_heading(cell: str) -> str:
    """Return a heading in the form for comparison: without capitals, accents, doubled vowels, "'s" and underscores."""
    return folded(re.sub("['’]s\\b", "", cell).replace("_", " "))


_COLUMN_OF = {_comparable_heading(name): column for column, names in HEADINGS.items() for name in names}


def _columns_of_heading(heading: CsvRow, home: str, entrants: Entrants) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what each column below ``heading`` holds, and the headings of the columns that are not used.

    A column that is not used is "". If two headings name the same thing, such as ``team`` and ``name``, the more usual
    one is used. If players enter, a column of players names them. Raise ``TournamentRefusal`` if no column has names.
    """
    columns = [_column(cell, home) or "" for cell in heading.cells]
    of_players = entrants == "players"
    if of_players:
        columns = ["team" if column == "players" else column for column in columns]
    for column in {*columns} - {"", *SEVERAL}:
        order = [_comparable_heading(name) for name in HEADINGS[column]]
        usual = {
            at: order.index(words)
            for at, cell in enumerate(heading.cells)
            if (words := _comparable_heading(cell)) in order
        }
        rivals = [at for at, found in enumerate(columns) if found == column]
        best = min(rivals, key=lambda at: (usual.get(at, -1), at))
        columns = ["" if at in rivals and at != best else found for at, found in enumerate(columns)]
    if "team" not in columns:
        named = ", ".join(heading.filled)
        raise TournamentRefusal(
            f"line {heading.line} is read as a heading ({named}), and none of its columns is named {entrants[:-1]}: "
            f"give the list a heading such as {'player, marae' if of_players else 'team, marae, captain, players'}"
        )
    headed = enumerate(zip(columns, heading.cells, strict=True), 1)
    return tuple(columns), tuple([cell or f"column {number}" for number, (column, cell) in headed if not column])


# The teams


def _teams(rows: Sequence[CsvRow], columns: Sequence[str], entrants: Entrants) -> Iterator[tuple[int, Roster]]:
    """Yield for each of ``rows`` the number of its line and the team in it. ``columns`` says what each column holds."""
    seen = TakenNames()
    line_of = dict[str, int]()
    for row in rows:
        if len(row.cells) > len(columns):
            used = ", ".join(entrants[:-1] if column == "team" else column for column in columns if column)
            raise TournamentRefusal(
                f"line {row.line} has {len(row.cells)} columns: there are {len(columns)}, with {used}"
            )
        cells = _by_column(columns, row.cells)
        name = cells.get("team", "")
        if not name:
            raise TournamentRefusal(f"line {row.line} has no {entrants[:-1]}'s name")
        if (same := seen.like(name)) is not None:
            raise TournamentRefusal(
                f"line {row.line}: {name} is on the list twice, first on line {line_of[same]}"
                f"; give one of them a second name or a letter: {name} B"
            )
        seen.add(name)
        line_of[name] = row.line
        yield (
            row.line,
            Roster(
                name,
                marae=cells.get("marae", ""),
                captain=cells.get("captain", ""),
                players=_people(cells.get("players", "")),
                fill_ins=_people(cells.get("fill-ins", "")),
            ),
        )


def _by_column(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Return a dict from column to cell. The cells of several columns of one kind are joined by slashes."""
    by_column = dict[str, list[str]]()
    for column, cell in zip(columns, cells, strict=False):
        by_column.setdefault(column, []).append(cell)
    return {column: "/".join(of_column) for column, of_column in by_column.items()}


def _people(cell: str) -> tuple[str, ...]:
    """Return the names of people in a cell, which a slash, a bar, an ampersand, a comma or a semicolon separates."""
    return tuple([name.strip() for name in re.split(r"[/|&,;\r\n]", cell) if name.strip()])
