"""``uka tournament``: an event kept in one file, and events that bots play."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import App, Parameter
from rich.console import Console
from rich.table import Table

from uka.core.errors import UkaError
from uka.records import Log, RecordedMatch
from uka.records.files import FORMS
from uka.server.workers.record_archive import finished_games
from uka.store import SqliteStore
from uka.tournament import (
    DIRECTOR,
    DoubtfulInput,
    Roster,
    Tournament,
    TournamentEntries,
    TournamentLine,
    TournamentSettings,
    execute,
    replayed,
    standings,
)
from uka.tournament.commands import rounds, teams
from uka.tournament.commands.plausibility import Alike
from uka.tournament.paper import Sheet, Size, printed
from uka.tournament.settings import MINUTE
from uka.tournament.spreadsheets import parse_teams, result_rows, standing_rows, to_csv

from ..options import TAINUI, RulesOptions, UsageError, WholeNumber
from .tournament_simulation import simulate

app = App(
    name="tournament",
    help="Run an event from a file, or let bots play whole events.",
    help_format="plaintext",
)
File = Annotated[str, Parameter(help="The event's file.")]
Json = Annotated[bool, Parameter(negative="", help="Print JSON.")]


@app.command
def new(
    file: File,
    option: RulesOptions = TAINUI,
    *,
    name: Annotated[str, Parameter(help="What it is called.")] = "A day of Uka",
    list: Annotated[str | None, Parameter(help="Teams: CSV, a line each: team, marae, captain, players.")] = None,
    tables: Annotated[WholeNumber | None, Parameter(help="How many stand; none said: one for every two teams.")] = None,
    minutes: Annotated[WholeNumber, Parameter(help="Of a round; 0: no bell.")] = 12,
    round_robin: Annotated[bool, Parameter(negative="", help="Everyone meets everyone once.")] = False,
    alike: Annotated[
        Literal["ask", "same", "other"], Parameter(help="Marae that are written alike: ask, one marae, or two.")
    ] = "ask",
    json: Json = False,
) -> None:
    """Begin an event, with its teams."""
    path = Path(file)
    settings = TournamentSettings(clock_ms=minutes * MINUTE, movement="round_robin" if round_robin else "tainui")
    t, line = teams.opened(name, option.ruleset, settings, at=_now())
    lines, now = [line], _now()

    def do(entries: TournamentEntries) -> None:
        nonlocal t
        t, more = execute(t, lambda _: entries, at=now, by=DIRECTOR)
        lines.extend(more)

    if list:
        do(_entered(t, parse_teams(_read(Path(list))), alike))
    stand = tables if tables is not None else len(t.teams) // 2
    if stand:
        do(teams.tables(t, DIRECTOR, range(1, stand + 1)))
    _write(path, lines, new=True)
    _say({"event": t.name, "teams": len(t.teams), "tables": len(t.tables)}, json)


def _entered(t: Tournament, rosters: Iterable[Roster], alike: Alike) -> TournamentEntries:
    """The teams of a list; a doubt says which option settles it."""
    try:
        return teams.enter_all(t, DIRECTOR, rosters, alike=alike)
    except DoubtfulInput as doubt:
        raise UsageError(f"{doubt} Say so with --alike same, or with --alike other") from None


@app.command
def draw(file: File, *, json: Json = False) -> None:
    """Seat the next round: the first by a draw, the others by how the last one ended."""
    path = Path(file)
    t = _load(path)
    t, lines = execute(t, lambda t: rounds.seat(t, DIRECTOR, secrets.token_hex(16)), at=_now(), by=DIRECTOR)
    _write(path, lines)
    assert t.round
    names = {team.number: team.name for team in t.teams}
    seats = [
        {"table": m.table, "north_south": names[m.teams[0]], "east_west": names[m.teams[1]]} for m in t.round.matches
    ]
    if json:
        _print({"round": t.round.number, "tables": seats, "byes": [names[team] for team in t.round.byes]})
        return
    console = Console(highlight=False)
    console.print(_table(f"Round {t.round.number}", seats))
    for team in t.round.byes:
        console.print(f"{names[team]} sits out.")


@app.command(name="standings")
def standing(
    file: File, *, marae: Annotated[bool, Parameter(negative="", help="Of marae.")] = False, json: Json = False
) -> None:
    """Who stands where after the rounds that are closed."""
    t = _load(Path(file))
    rows = [msgspec.to_builtins(line) for line in standings.of_marae(t)] if marae else standing_rows(t)
    if json:
        _print(rows)
    else:
        Console(highlight=False).print(_table(t.name, rows if marae else [_short(row) for row in rows]))


@app.command
def export(
    file: File,
    *,
    what: Annotated[Literal["results", "standings"], Parameter(help="Of the games, or of the teams.")] = "results",
    form: Annotated[Literal["csv", "json", "emn"], Parameter(help="How it is written; EMN is the games.")] = "csv",
    store: Annotated[
        str | None, Parameter(help="For EMN: the server's store, which has the games' cards.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Print an event's results or standings for other programs, or the games of an online event as EMN."""
    t = _load(Path(file))
    if form == "emn":
        print(_emn(t, store), end="")
        return
    rows = result_rows(t) if what == "results" else standing_rows(t)
    _print(rows) if json or form == "json" else print(to_csv(rows), end="")


def _emn(t: Tournament, store: str | None) -> str:
    """The games that were played at tables of a server, from its store."""
    tables = [match.live for playing in t.rounds for match in playing.matches if match.live]
    if not tables:
        raise UkaError("EMN holds the cards of games: none of this event was played at a table of a server")
    if store is None:
        raise UsageError("EMN holds the cards of games: say with --store which server's store has them")
    if not Path(store).is_file():
        raise UkaError(f"there is no store {store}")
    played = asyncio.run(_games(Path(store), tables))
    return FORMS[".emn"](RecordedMatch(tuple(played), {"title": t.name}))


async def _games(path: Path, tables: Iterable[str]) -> list[Log]:
    async with await SqliteStore.open(path) as store:
        return [game.log for table in tables for game in finished_games(table, await store.read(table))]


@app.command(name="print")
def sheet(
    file: File,
    what: Annotated[Sheet, Parameter(help="Table numbers, captains' cards, score sheets, who goes where...")],
    *,
    to: Annotated[str | None, Parameter(help="The PDF; none said: WHAT.pdf.", show_default=False)] = None,
    paper: Annotated[Size, Parameter(help="Its size.")] = "a4",
    date: Annotated[str, Parameter(help="On certificates.", show_default=False)] = "",
    macrons: Annotated[bool, Parameter(negative="", help="Māori words with macrons, not vowels doubled.")] = False,
) -> None:
    """Set a sheet as PDF: numbers, cards, scores, movement, results, certificates, calls."""
    made = printed(_load(Path(file)), what, paper, date=date, spelling=not macrons)
    path = Path(to or f"{what}.pdf")
    try:
        path.write_bytes(made)
    except OSError as error:
        raise UkaError(f"{path} can't be written: {error.strerror}") from None
    print(f"{path} is ready to print.")


app.command(simulate)


# The file


def _load(path: Path) -> Tournament:
    return replayed(TournamentLine.parse_all(_read(path).splitlines()))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UkaError(f"{path} is no text in UTF-8") from None
    except OSError as error:
        raise UkaError(f"{path} can't be read: {error.strerror}") from None


def _write(path: Path, lines: Any, *, new: bool = False) -> None:
    text = "".join(f"{line.text.decode()}\n" for line in lines)
    try:
        with path.open("x" if new else "a", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UkaError(f"{path} is there already: give another name") from None
    except OSError as error:
        raise UkaError(f"{path} can't be written: {error.strerror}") from None


def _now() -> int:
    return time.time_ns() // 1_000_000


# On the screen


def _table(title: str, rows: list[dict[str, Any]]) -> Table:
    table = Table(box=None, title=title, title_justify="left")
    for name in rows[0] if rows else ():
        table.add_column(name.replace("_", " "), no_wrap=True)
    for row in rows:
        table.add_row(*("" if value is None else str(value) for value in row.values()))
    return table


def _short(row: dict[str, Any]) -> dict[str, Any]:
    """A team's line, narrow enough for a terminal."""
    return {
        "": row["place"],
        "team": row["team"],
        "marae": row["marae"],
        "clicks": row["clicks"],
        "w d l": f"{row['won']} {row['drawn']} {row['lost']}",
        "byes": row["byes"],
        "points": f"{row['points_for']}–{row['points_against']}",
        "fair": row["fair_play"],
        "by": row["parted_by"],
    }


def _say(facts: dict[str, Any], json: bool) -> None:
    _print(facts) if json else print(
        ", ".join(f"{value} {name}" if name != "event" else f"{value}" for name, value in facts.items())
    )


def _print(value: object) -> None:
    print(msgspec.json.encode(value).decode())
