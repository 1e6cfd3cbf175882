"""``uka tournament``: runs a tournament whose event log is one file."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import App, Parameter
from rich.console import Console
from rich.table import Table

from uka.core.errors import UkaError
from uka.extras import require
from uka.records import Log, RecordedMatch
from uka.records.files import FORMS
from uka.store import SqliteStore
from uka.tournament import (
    DIRECTOR,
    DoubtfulInput,
    Roster,
    Tournament,
    TournamentEntries,
    TournamentLine,
    execute,
    replayed,
    standings,
)
from uka.tournament.commands import rounds, teams
from uka.tournament.commands.plausibility import Alike
from uka.tournament.paper import Sheet, Size, printed
from uka.tournament.spreadsheets import parse_teams, result_rows, standing_rows, to_csv

from ..options import TAINUI, RulesOptions, UsageError, WholeNumber
from .tournament_simulation import round_settings, simulate

app = App(
    name="tournament",
    help="Run a tournament from a file, or simulate tournaments with bots.",
    help_format="plaintext",
)
File = Annotated[str, Parameter(help="The tournament's file.")]
Json = Annotated[bool, Parameter(negative="", help="Print JSON.")]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class EventOptions:
    """The options of a new tournament: its name, its teams and tables, and the movement of its rounds."""

    name: Annotated[str, Parameter(help="The name of the tournament.")] = "A day of Uka"
    list: Annotated[str | None, Parameter(help="A CSV file of teams: team, marae, captain, players.")] = None
    tables: Annotated[WholeNumber | None, Parameter(help="Number of tables; without it, one for two teams.")] = None
    minutes: Annotated[WholeNumber, Parameter(help="Length of a round; 0 means no bell.")] = 12
    round_robin: Annotated[bool, Parameter(negative="", help="Each team plays each other team once.")] = False
    alike: Annotated[
        Literal["ask", "same", "other"], Parameter(help="Marae with similar names: ask, the same marae, or others.")
    ] = "ask"

    def check(self) -> None:
        """Raise ``UsageError`` if the number of tables is out of range."""
        if self.tables is not None and not 0 <= self.tables <= 1_000:
            raise UsageError(f"--tables must be 0 to 1000, not {self.tables}")


EVENT = EventOptions()


@app.command
def new(file: File, option: RulesOptions = TAINUI, event: EventOptions = EVENT, *, json: Json = False) -> None:
    """Create the file of a tournament, with its teams."""
    event.check()
    path, settings = Path(file), round_settings(event.minutes, round_robin=event.round_robin)
    t, line = teams.opened(event.name, option.ruleset, settings, at=_now())
    lines, now = [line], _now()

    def do(entries: TournamentEntries) -> None:
        nonlocal t
        t, more = execute(t, lambda _: entries, at=now, by=DIRECTOR)
        lines.extend(more)

    if event.list:
        do(_entered(t, parse_teams(_read(Path(event.list))), event.alike))
    stand = event.tables if event.tables is not None else len(t.teams) // 2
    if stand:
        do(teams.tables(t, DIRECTOR, range(1, stand + 1)))
    _write(path, lines, new=True)
    _say({"event": t.name, "teams": len(t.teams), "tables": len(t.tables)}, json)


def _entered(t: Tournament, rosters: Iterable[Roster], alike: Alike) -> TournamentEntries:
    """Return the log entries that enter teams in the tournament.

    ``alike`` says whether similar names stand for the same marae ("same") or for different marae ("other"). If
    ``alike`` is "ask", raise ``UsageError`` if the names of two marae are similar.
    """
    try:
        return teams.enter_all(t, DIRECTOR, rosters, alike=alike)
    except DoubtfulInput as doubt:
        raise UsageError(f"{doubt} Answer with --alike same or --alike other") from None


@app.command
def draw(file: File, *, json: Json = False) -> None:
    """Assign the teams to tables for the next round.

    The first round is drawn at random, each later round from the results of the round before it.
    """
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
    file: File,
    *,
    marae: Annotated[bool, Parameter(negative="", help="Rank marae, not teams.")] = False,
    json: Json = False,
) -> None:
    """Print the standings after all closed rounds."""
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
    what: Annotated[Literal["results", "standings"], Parameter(help="The rows to print.")] = "results",
    form: Annotated[Literal["csv", "json", "emn"], Parameter(help="The format; EMN holds whole games.")] = "csv",
    store: Annotated[
        str | None, Parameter(help="For EMN: the store of the server, which holds the cards.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Print results or standings for other programs, or the games of an online tournament as EMN."""
    t = _load(Path(file))
    if form == "emn":
        print(_emn(t, store), end="")
        return
    rows = result_rows(t) if what == "results" else standing_rows(t)
    _print(rows) if json or form == "json" else print(to_csv(rows), end="")


def _emn(t: Tournament, store: str | None) -> str:
    """Return the games of the event that were played at live tables, in the exchange format EMN.

    Raise ``UkaError`` if there are no such games, or if ``store`` is None.
    """
    tables = [match.live for playing in t.rounds for match in playing.matches if match.live]
    if not tables:
        raise UkaError("EMN holds the cards of games, but no game of this tournament was played at an online table")
    if store is None:
        raise UsageError("EMN holds the cards of games: give the store of their server with --store")
    if not Path(store).is_file():
        raise UkaError(f"there is no store {store}")
    played = asyncio.run(_games(Path(store), tables))
    return FORMS[".emn"](RecordedMatch(tuple(played), {"title": t.name}))


async def _games(path: Path, tables: Iterable[str]) -> list[Log]:
    require("serve", "reading a server's store")
    from uka.server.workers.record_archive import finished_games

    async with await SqliteStore.open(path) as store:
        return [game.log for table in tables for game in finished_games(table, await store.read(table))]


@app.command(name="print")
def sheet(
    file: File,
    what: Annotated[Sheet, Parameter(help="The kind of sheet.")],
    *,
    to: Annotated[str | None, Parameter(help="The file to write; without it, WHAT.pdf.", show_default=False)] = None,
    paper: Annotated[Size, Parameter(help="The size of the paper.")] = "a4",
    date: Annotated[str, Parameter(help="The date on certificates.", show_default=False)] = "",
    macrons: Annotated[bool, Parameter(negative="", help="Write Māori with macrons, not double vowels.")] = False,
) -> None:
    """Write a sheet as PDF.

    The kinds are table numbers, captains' cards, score sheets, movement, results, certificates and spoken calls.
    """
    made = printed(_load(Path(file)), what, paper, date=date, spelling=not macrons)
    path = Path(to or f"{what}.pdf")
    try:
        path.write_bytes(made)
    except OSError as error:
        raise UkaError(f"{path} cannot be written: {error.strerror}") from None
    print(f"{path} is ready to print.")


app.command(simulate)


# The file of the tournament


def _load(path: Path) -> Tournament:
    return replayed(TournamentLine.parse_all(_read(path).splitlines()))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UkaError(f"{path} is not UTF-8 text") from None
    except OSError as error:
        raise UkaError(f"{path} cannot be read: {error.strerror}") from None


def _write(path: Path, lines: Any, *, new: bool = False) -> None:
    text = "".join(f"{line.text.decode()}\n" for line in lines)
    try:
        with path.open("x" if new else "a", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UkaError(f"{path} already exists: give the name of a new file") from None
    except OSError as error:
        raise UkaError(f"{path} cannot be written: {error.strerror}") from None


def _now() -> int:
    return time.time_ns() // 1_000_000


# Output


def _table(title: str, rows: list[dict[str, Any]]) -> Table:
    table = Table(box=None, title=title, title_justify="left")
    for name in rows[0] if rows else ():
        table.add_column(name.replace("_", " "), no_wrap=True)
    for row in rows:
        table.add_row(*("" if value is None else str(value) for value in row.values()))
    return table


def _short(row: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a row in the standings that fit on a terminal."""
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
