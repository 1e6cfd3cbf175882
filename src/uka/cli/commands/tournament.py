"""``uka tournament``: runs a tournament whose event log is one file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter
from msgspec.structs import replace

from uka.core.errors import UkaError
from uka.extras import require
from uka.invocation import invocation
from uka.narration.names import counted
from uka.records import Log, RecordedMatch
from uka.records.files import TEXT_FORMATS
from uka.store import SqliteStore
from uka.tournament import (
    DIRECTOR,
    DoubtfulInput,
    Tournament,
    TournamentEntries,
)
from uka.tournament.commands import teams
from uka.tournament.commands.plausibility import Alike
from uka.tournament.list_files import text_of_list
from uka.tournament.paper import Sheet, Size, sheet_pdf
from uka.tournament.settings import Movement
from uka.tournament.spreadsheets import (
    event_workbook,
    for_people,
    marae_rows,
    result_rows,
    standing_rows,
    to_csv,
    with_home_column,
)
from uka.tournament.team_lists import ListedTeams, has_heading, parse_teams

from ..options import TOURNAMENT_RULES, TournamentRulesOptions, UsageError, WholeNumber, errors_naming
from ..printing import printable_console, say, say_json
from ..tournament_file import TournamentFile, now_ms, read_bytes, write_bytes, write_workbook
from ..tournament_options import File, Json, TeamName
from ..tournament_tables import standings_table, table_of
from . import tournament_conduct as conduct
from . import tournament_log as log
from . import tournament_rounds as rounds
from . import tournament_scoring as scoring
from .tournament_settings import settings, tie
from .tournament_simulation import new_tournament_settings, simulate

app = App(
    name="tournament",
    help="Run a tournament from a file, or simulate tournaments with bots.",
    help_format="markdown",
)


AlikeOption = Annotated[
    Literal["ask", "same", "other"], Parameter(help="Marae with similar names: ask, the same marae, or others.")
]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class EventOptions:
    """The options of a new tournament: its name, who enters, its tables, the length of a round, and who meets whom."""

    name: Annotated[str, Parameter(help="The name of the tournament.")] = "A day of Uka"
    list: Annotated[str | None, Parameter(help="A CSV or .xlsx file of teams or players: name, marae, ...")] = None
    home: Annotated[str, Parameter(help="What a team plays for: marae, club, pub, table, ...")] = "marae"
    tables: Annotated[WholeNumber | None, Parameter(help="Number of tables; without it, enough for all.")] = None
    minutes: Annotated[WholeNumber, Parameter(help="Length of a round; 0 means no bell.")] = 12
    movement: Annotated[Movement, Parameter(help="Who sits where in each round.")] = "tainui"
    players: Annotated[
        bool, Parameter(negative="", help="Players enter, and change partners; progressive and rotation imply it.")
    ] = False
    alike: AlikeOption = "ask"


EVENT = EventOptions()


@app.command
def new(
    file: File,
    option: TournamentRulesOptions = TOURNAMENT_RULES,
    event_options: EventOptions = EVENT,
    *,
    json: Json = False,
) -> None:
    """Create the file of a tournament, with its teams."""
    settings = replace(
        new_tournament_settings(event_options.minutes, event_options.movement, players=event_options.players),
        home=event_options.home,
    )
    event = TournamentFile(
        Path(file), *teams.open_tournament(event_options.name, option.ruleset, settings, at=now_ms())
    )
    unused: tuple[str, ...] = ()
    if event_options.list:
        with errors_naming(event_options.list):
            listed = parse_teams(
                text_of_list(read_bytes(Path(event_options.list)), has_heading), settings.home, settings.entrants
            )
            unused = listed.unused
            event.apply_as_director(lambda t: _enter_teams(t, listed, event_options.alike))
    _set_tables(event, _enough_tables(event.tournament) if event_options.tables is None else event_options.tables)
    event.save(new=True)
    _print_summary(event, json, unused)


@app.command
def enter(
    file: File,
    team: Annotated[str, Parameter(help="The team or player as in a list: team, marae, captain, players.")],
    *,
    tables: Annotated[WholeNumber | None, Parameter(help="Number of tables from now on.", show_default=False)] = None,
    alike: AlikeOption = "ask",
    json: Json = False,
) -> None:
    """Enter a team or a player who comes late. It plays from the next round on that is drawn."""
    event = TournamentFile.read(file)
    listed = _parse_teams(event, team)
    event.apply_as_director(lambda t: _enter_teams(t, listed, alike))
    if tables is not None:
        _set_tables(event, tables)
    event.save()
    _print_summary(event, json)


@app.command
def tables(
    file: File,
    count: Annotated[WholeNumber, Parameter(help="Number of tables; they are numbered from 1.")],
    *,
    json: Json = False,
) -> None:
    """Set the number of tables from the next round on that is drawn."""
    event = TournamentFile.read(file)
    if not 1 <= count <= teams.MOST_TABLES:
        raise UsageError(f"COUNT must be 1 to {teams.MOST_TABLES}, not {count}")
    _set_tables(event, count)
    event.save()
    _print_summary(event, json)


@app.command
def withdraw(file: File, team: TeamName, *, json: Json = False) -> None:
    """Withdraw a team. It forfeits its match if that has no result; its earlier results stand."""
    event = TournamentFile.read(file)
    number = event.team(team).number
    event.apply_as_director(lambda t: teams.withdraw(t, DIRECTOR, number))
    event.save()
    _print_summary(event, json)


@app.command
def rejoin(file: File, team: TeamName, *, json: Json = False) -> None:
    """Let a team that has withdrawn play again, from the next round on that is drawn."""
    event = TournamentFile.read(file)
    number = event.team(team).number
    event.apply_as_director(lambda t: teams.rejoin(t, DIRECTOR, number))
    event.save()
    _print_summary(event, json)


@app.command
def amend(
    file: File,
    team: TeamName,
    names: Annotated[str, Parameter(help="The names as in a list: team, marae, captain, players.")],
    *,
    alike: AlikeOption = "ask",
    json: Json = False,
) -> None:
    """Change the names of a team and its people. Its results stay."""
    event = TournamentFile.read(file)
    rosters = _parse_teams(event, names).rosters
    if len(rosters) != 1:
        raise UsageError("give the names of one team: team, marae, captain, players")
    number = event.team(team).number
    event.apply_as_director(
        lambda t: _usage_error_if_alike(lambda: teams.amend(t, DIRECTOR, number, rosters[0], alike=alike))
    )
    event.save()
    _print_summary(event, json)


def _parse_teams(event: TournamentFile, text: str) -> ListedTeams:
    """Return the teams or players that ``text`` lists for a tournament."""
    settings = event.tournament.settings
    return parse_teams(text, settings.home, settings.entrants)


def _set_tables(event: TournamentFile, count: int) -> None:
    """Set the tables to those from 1 to ``count``, or leave them as they are if ``count`` is 0."""
    if not 0 <= count <= teams.MOST_TABLES:
        raise UsageError(f"--tables must be 0 to {teams.MOST_TABLES}, not {count}")
    if count:
        event.apply_as_director(lambda t: teams.set_tables(t, DIRECTOR, range(1, count + 1)))


def _enter_teams(t: Tournament, listed: ListedTeams, alike: Alike) -> TournamentEntries:
    """Return the log entries that enter the teams of a list in the tournament.

    ``alike`` says whether similar names stand for the same marae (community), "same", or for different ones, "other".
    If it is "ask", raise ``UsageError`` if the names of two marae are similar.
    """
    return _usage_error_if_alike(lambda: teams.enter_list(t, DIRECTOR, listed, alike=alike))


def _usage_error_if_alike(command: Callable[[], TournamentEntries]) -> TournamentEntries:
    """Run ``command`` and return its log entries.

    Raise ``UsageError`` if the command cannot tell whether two similar names mean one marae (community).
    """
    try:
        return command()
    except DoubtfulInput as doubt:
        raise UsageError(f"{doubt} Answer with --alike same or --alike other") from None


app.command(rounds.draw)
app.command(rounds.result)
app.command(rounds.results)
app.command(rounds.cut)
app.command(scoring.dealer)
app.command(scoring.deal)
app.command(scoring.thrown_in)
app.command(scoring.revoke)
app.command(scoring.misdeal)
app.command(scoring.bell)
app.command(scoring.ruling)
app.command(scoring.forfeit)
app.command(conduct.fair_play)
app.command(conduct.card)
app.command(conduct.fill_in)
app.command(log.log)
app.command(log.undo)
app.command(settings)
app.command(tie)
app.command(rounds.end)


@app.command
def standings(
    file: File,
    *,
    marae: Annotated[
        bool, Parameter(name=("--marae", "--home"), negative="", help="Rank marae, clubs or what teams play for.")
    ] = False,
    json: Json = False,
) -> None:
    """Print the standings after all closed rounds."""
    t = TournamentFile.read(file).tournament
    if json:
        say_json(marae_rows(t) if marae else standing_rows(t))
    else:
        printable_console().print(table_of(t.name, with_home_column(t, marae_rows(t))) if marae else standings_table(t))


@app.command
def export(
    file: File,
    *,
    what: Annotated[Literal["results", "standings"], Parameter(help="The rows to print.")] = "results",
    form: Annotated[Literal["csv", "json", "emn"], Parameter(help="The format; EMN holds whole games.")] = "csv",
    store: Annotated[
        str | None, Parameter(help="For EMN: the store of the server, which holds the cards.", show_default=False)
    ] = None,
    to: Annotated[
        str | None,
        Parameter(help="A .xlsx file for standings and results; without it, the rows are printed.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """Print results or standings, write both to a workbook, or print the games of an online tournament as EMN."""
    t = TournamentFile.read(file).tournament
    if to is not None:
        write_workbook(Path(to), event_workbook(t))
        say(f"{to} is written.")
        return
    if form == "emn":
        say(_emn(t, store), end="")
        return
    rows = result_rows(t) if what == "results" else standing_rows(t)
    say_json(rows) if json or form == "json" else say(to_csv(for_people(t, rows)), end="")


def _emn(t: Tournament, store: str | None) -> str:
    """Return the games of the tournament that were played at online tables, in the exchange format EMN.

    ``store`` is the store of the server of these tables. Raise ``UkaError`` if there are no such games, or no store.
    """
    tables = [match.live for each in t.rounds for match in each.matches if match.live]
    if not tables:
        raise UkaError("EMN holds the cards of games, but no game of this tournament was played at an online table")
    if store is None:
        raise UsageError("EMN holds the cards of games: give the store of their server with --store")
    if not Path(store).is_file():
        raise UkaError(f"there is no store {store}")
    with errors_naming(store):
        played = asyncio.run(_finished_games(Path(store), tables))
    return TEXT_FORMATS[".emn"](RecordedMatch(tuple(played), {"title": t.name}))


async def _finished_games(path: Path, tables: Iterable[str]) -> list[Log]:
    """Return the records of the finished games in the store ``path`` at the tables with the ids ``tables``."""
    require("serve", "reading a server's store")
    from uka.hosting.finished_games import finished_games

    async with await SqliteStore.open(path) as store:
        return [game.log for table in tables for game in finished_games(table, await store.read(table))]


@app.command(name="print")
def print_sheet(
    file: File,
    what: Annotated[Sheet, Parameter(help="The kind of sheet.")],
    *,
    to: Annotated[str | None, Parameter(help="The file to write; without it, WHAT.pdf.", show_default=False)] = None,
    paper: Annotated[Size, Parameter(help="The size of the paper.")] = "a4",
    date: Annotated[str, Parameter(help="The date on certificates.", show_default=False)] = "",
    macrons: Annotated[bool, Parameter(negative="", help="Write Māori with macrons, not double vowels.")] = False,
) -> None:
    """Write a sheet as PDF.

    The kinds are table numbers, cards that stand on tables, cards of captains or players, name badges, schedules, score
    sheets, games of the round, movement, wall chart, results, certificates and spoken calls.
    """
    pdf = sheet_pdf(TournamentFile.read(file).tournament, what, paper, date=date, doubled_vowels=not macrons)
    path = Path(to or f"{what}.pdf")
    write_bytes(path, pdf)
    say(f"{path} is ready to print.")


app.command(simulate)


# Output


def _print_summary(event: TournamentFile, json: bool, unused: Iterable[str] = ()) -> None:
    """Print the name of a tournament, the numbers of its teams and tables, and how many teams sit out each round.

    ``unused`` holds the parts of a list of teams that were not used: the texts above the column headings, and the
    headings of the unused columns.
    """
    t = event.tournament
    sitting_out = _sitting_out(t)
    if json:
        counts = {"teams": len(t.active_teams), "tables": len(t.tables), "sit_out": sitting_out}
        say_json({"event": t.name, **counts, "unused": [*unused]})
        return
    if unused:
        say(f"Not used of the list: {', '.join(unused)}.")
    entered = counted(len(t.active_teams), "team" if t.side == 1 else "player")
    say(f"{t.name}, {entered}, {counted(len(t.tables), 'table')}")
    if sitting_out:
        say(_sitting_out_sentences(event, sitting_out))


def _enough_tables(t: Tournament) -> int:
    """Return the number of tables at which as many play as can: two teams or four players at each."""
    return len(t.active_teams) // (2 * t.side)


def _sitting_out(t: Tournament) -> int:
    """Return how many sit out each round. It is 0 if one table cannot be filled, and in a knockout."""
    if not _enough_tables(t) or t.settings.movement == "knockout":
        return 0
    return len(t.active_teams) - 2 * t.side * min(_enough_tables(t), len(t.tables))


def _sitting_out_sentences(event: TournamentFile, count: int) -> str:
    """Return a sentence that says how many teams or players, ``count``, sit out each round.

    If more tables would let more of them play, add a sentence that says so.
    """
    t = event.tournament
    noun = "team" if t.side == 1 else "player"
    who = f"1 {noun} sits out, one that has" if count == 1 else f"{count} {noun}s sit out, those that have"
    sentence = f"Each round {who} sat out least."
    enough = _enough_tables(t)
    if len(t.tables) >= enough:
        return sentence
    left = len(t.active_teams) - 2 * t.side * enough
    rest = f"only {left} {'does' if left == 1 else 'do'}" if left else "all play"
    command = invocation("tournament", "tables", str(event.path), str(enough))
    return f"{sentence} With {counted(enough, 'table')} {rest}: {command}"
