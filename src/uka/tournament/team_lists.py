"""Reads a list of teams as people type, paste or export it: one team on each line, often below a heading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from uka.locales import folded
from uka.text.confusable import TakenNames

from .entries import Roster
from .table_rows import MOST_ROWS, TableRow, table_rows
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
"""The usual headings of each column. Columns that are headed by a word of the kind "" are not used."""
SEVERAL = ("players", "fill-ins")
"""The columns that a list may have several times, such as ``player 1`` and ``player 2``."""
TITLES = 20
"""The number of lines at the top of a list in which its heading is looked for."""


class ListedTeams(msgspec.Struct, frozen=True):
    """The teams of a list. ``lines`` are the numbers of their lines, from 1.

    ``unused`` are the titles above the heading, and the headings of columns that hold nothing of a team.
    """

    rosters: tuple[Roster, ...]
    lines: tuple[int, ...]
    unused: tuple[str, ...] = ()


def parse_teams(text: str, home: str = "marae") -> ListedTeams:
    """Return the teams of a list that has one team on each line of text.

    Tabs, semicolons or commas separate the columns. Slashes, bars, ampersands, commas or semicolons separate the names
    of several players in one column. A heading names the columns in any usual words; ``home`` is the tournament's own
    word for a marae. Without a heading, the columns are ``COLUMNS``. Raise ``TournamentRefusal``, with the number of
    the line, if a line is invalid.

    >>> listed = parse_teams("TEAM NAME;Club;Phone\\nKauri;Waahi;021\\nToru;Poohara;")
    >>> listed.rosters[1], listed.lines, listed.unused
    (Roster(name='Toru', marae='Poohara', captain='', players=(), fill_ins=()), (2, 3), ('Phone',))
    >>> parse_teams("Whetu\\tHukanui\\tMere\\tMere / Hemi").rosters[0].players
    ('Mere', 'Hemi')
    """
    rows = [*table_rows(text)]
    if not rows:
        raise TournamentRefusal("there are no teams in the list")
    if len(rows) > MOST_ROWS:
        raise TournamentRefusal(f"the list has more than {MOST_ROWS} lines")
    at = _heading(rows, home)
    if at is None:
        kinds, unused = COLUMNS, ()
    else:
        kinds, unused = _columns(rows[at], home)
        unused = (*[cell for row in rows[:at] for cell in row.filled], *unused)
        rows = [row for row in rows[at + 1 :] if row.cells != rows[at].cells]
    if not rows:
        raise TournamentRefusal("the list has a heading, but no teams below it")
    teams = [*_teams(rows, kinds)]
    return ListedTeams(tuple([roster for _, roster in teams]), tuple([line for line, _ in teams]), unused)


def has_heading(text: str) -> bool:
    """Return whether a list has a heading that names its columns."""
    return _heading(table_rows(text), "marae") is not None


# The heading


def _heading(rows: Sequence[TableRow], home: str) -> int | None:
    """Return the index of the row that names the columns, or None if the list has no heading.

    Above a heading there may be titles, which fill one cell. Such a heading names two columns at least.
    """
    for at, row in enumerate(rows[:TITLES]):
        known = sum(_kind(cell, home) is not None for cell in row.cells)
        if known > min(at, 1):
            return at
        if len(row.filled) > 1:
            return None
    return None


def _kind(cell: str, home: str) -> str | None:
    """Return the column of ``HEADINGS`` that a cell names, or None if it names none."""
    words = _words(cell)
    if not words:
        return "" if cell == "#" else None
    if words in _KINDS:
        return _KINDS[words]
    if words == _words(home):
        return "marae"
    kind = _KINDS.get(words.rstrip("0123456789 "))
    return kind if kind in SEVERAL else None


def _words(cell: str) -> str:
    return folded(re.sub("['’]s\\b", "", cell).replace("_", " "))


_KINDS = {_words(name): kind for kind, names in HEADINGS.items() for name in names}


def _columns(row: TableRow, home: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the kind of each column below a heading, "" for unused ones, and the headings of the unused ones.

    If two headings name the same thing, such as ``team`` and ``name``, the more usual one is used. Raise
    ``TournamentRefusal`` if no column names the teams.
    """
    kinds = [_kind(cell, home) or "" for cell in row.cells]
    for kind in {*kinds} - {"", *SEVERAL}:
        order = [_words(name) for name in HEADINGS[kind]]
        usual = {at: order.index(words) for at, cell in enumerate(row.cells) if (words := _words(cell)) in order}
        best = min((at for at, found in enumerate(kinds) if found == kind), key=lambda at: (usual.get(at, -1), at))
        kinds = ["" if found == kind and at != best else found for at, found in enumerate(kinds)]
    if "team" not in kinds:
        named = ", ".join(row.filled)
        raise TournamentRefusal(
            f"line {row.line} is read as a heading ({named}), and none of its columns is named team: "
            "give the list a heading such as team, marae, captain, players"
        )
    headed = enumerate(zip(kinds, row.cells, strict=True), 1)
    return tuple(kinds), tuple([cell or f"column {at}" for at, (kind, cell) in headed if not kind])


# The teams


def _teams(rows: Sequence[TableRow], kinds: Sequence[str]) -> Iterator[tuple[int, Roster]]:
    """Yield the teams of the rows below the heading, with the numbers of their lines."""
    seen, lines = TakenNames(), dict[str, int]()
    for row in rows:
        if len(row.cells) > len(kinds):
            has = ", ".join(kind for kind in kinds if kind)
            raise TournamentRefusal(f"line {row.line} has {len(row.cells)} columns: there are {len(kinds)}, with {has}")
        cells = {kind: "/".join(group) for kind, group in _by_kind(kinds, row.cells).items()}
        name = cells.get("team", "")
        if not name:
            raise TournamentRefusal(f"line {row.line} has no team's name")
        if (same := seen.like(name)) is not None:
            raise TournamentRefusal(f"line {row.line}: {name} is on the list twice, first on line {lines[same]}")
        seen.add(name)
        lines[name] = row.line
        players, fill_ins = (_people(cells.get(kind, "")) for kind in SEVERAL)
        yield row.line, Roster(name, cells.get("marae", ""), cells.get("captain", ""), players, fill_ins)


def _by_kind(kinds: Sequence[str], cells: Sequence[str]) -> dict[str, list[str]]:
    found = dict[str, list[str]]()
    for kind, cell in zip(kinds, cells, strict=False):
        found.setdefault(kind, []).append(cell)
    return found


def _people(cell: str) -> tuple[str, ...]:
    return tuple([name.strip() for name in re.split(r"[/|&,;\r\n]", cell) if name.strip()])
