"""``uka season``: several events of a club and the table that they make, in one file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date as day
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

from uka.core.errors import UkaError
from uka.narration.names import counted
from uka.seasons import SeasonSettings, add_event, event_added, match_name, season_table
from uka.seasons import undo as undo_entry
from uka.seasons.cards_worth import CardsWorth, WorthMethod, cards_worth
from uka.seasons.entries import EventAdded, NameMatched
from uka.seasons.event_results import MatchPlace, records_of_matches
from uka.seasons.ratings import rated_members
from uka.seasons.season_page import season_page
from uka.seasons.season_sheets import rating_rows, table_rows, workbook
from uka.seasons.table import head_to_head
from uka.tournament import Tournament
from uka.tournament.spreadsheets import to_csv

from ..measure import progress_bar
from ..options import UsageError, WholeNumber
from ..printing import printable_console, say, say_json
from ..record_files import read_record
from ..season_file import SeasonFile
from ..tournament_file import TournamentFile, write_bytes, write_workbook
from ..tournament_options import Json
from ..tournament_tables import table_of

app = App(name="season", help="Join the events of a club to a season.", help_format="markdown")

File = Annotated[str, Parameter(help="The season's file.")]
NO_EVENTS = "the season has no events yet: uka season add adds one"


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class CardsOptions:
    """The options that say what the cards of an event were worth."""

    games: Annotated[
        str | None,
        Parameter(help="The games of its online tables, as EMN: `tournament export --form emn`.", show_default=False),
    ] = None
    by: Annotated[
        WorthMethod, Parameter(help="What the cards were worth: by equal bots that play them, or by a review (slow).")
    ] = "par"


CARDS = CardsOptions()


def _worths(t: Tournament, option: CardsOptions) -> dict[MatchPlace, CardsWorth]:
    """Return what the cards of the matches of a tournament were worth, as far as their games are known."""
    if option.games is None:
        return {}
    records = records_of_matches(t, read_record(option.games).games)
    if not records:
        raise UsageError(f"{option.games} has no game of {t.name}")
    with progress_bar(hidden=False) as bar:
        found = {place: cards_worth(log, option.by) for place, log in bar.track(records.items(), description="games")}
    return {place: worth for place, worth in found.items() if worth is not None}


@app.command
def new(
    file: File,
    *,
    name: Annotated[str, Parameter(help="The name of the season.")] = "A season",
    best: Annotated[WholeNumber, Parameter(help="How many of the best evenings count; 0: all.")] = 0,
    counts: Annotated[
        Literal["score", "place"], Parameter(help="What an evening counts: its score, or points for its place.")
    ] = "score",
    attendance: Annotated[WholeNumber, Parameter(help="Points for each evening that a member played.")] = 0,
) -> None:
    """Create the file of a season."""
    settings = SeasonSettings(best=best, counts=counts, attendance=attendance)
    SeasonFile.create(file, name, settings)
    say(f"{name} is open.")


@app.command
def add(
    file: File,
    event: Annotated[str, Parameter(help="The file of a tournament.")],
    *,
    date: Annotated[str, Parameter(help="The day of the event, such as 2026-11-29.")],
    cards: CardsOptions = CARDS,
) -> None:
    """Add the results of an event: of all rounds that are closed.

    `--games` adds the games of its online tables, so that ratings can be cleaned of cards.
    """
    try:
        day.fromisoformat(date)
    except ValueError:
        raise UsageError(f"--date {date} is not a day, such as 2026-11-29") from None
    tournament = TournamentFile.read(event).tournament
    season = SeasonFile.read(file)
    results = event_added(tournament, date, _worths(tournament, cards))
    before = season.season.names
    season.append(add_event(season.season, results))
    say(f"{results.name} is added, with {len(results.results)} names.")
    if cards.games:
        known = sum(game.expected is not None for game in results.games)
        say(f"The cards of {known} of {counted(len(results.games), 'game')} are known.")
    if fresh := sorted(result.name for result in results.results if before and result.name not in before):
        say(f"New in this season: {', '.join(fresh)}. If one of them is a member already, match the two names.")


@app.command
def match(
    file: File,
    name: Annotated[str, Parameter(help="A name as some event has it.")],
    member: Annotated[str, Parameter(help="The member that the name means.")],
) -> None:
    """Say that two names mean one member."""
    season = SeasonFile.read(file)
    season.append(match_name(season.season, name, member))
    say(f"{name} is {season.season.member(member)}.")


@app.command
def undo(
    file: File, line: Annotated[WholeNumber, Parameter(help="The number of the line, as `log` prints it.")]
) -> None:
    """Take out an event, or a match of names. The log keeps the line, and gets another one."""
    season = SeasonFile.read(file)
    season.append(undo_entry(season.season, line))
    say(f"Line {line} is undone.")


@app.command
def log(file: File) -> None:
    """Print the events and the matched names that count, each with the number of its line."""
    season = SeasonFile.read(file).season
    entries: list[tuple[int, EventAdded | NameMatched]] = [*season.events, *season.matches]
    if not entries:
        say("The season has no events yet.")
    for seq, entry in sorted(entries, key=lambda each: each[0]):
        said = f"{entry.date} {entry.name}" if isinstance(entry, EventAdded) else f"{entry.name} is {entry.member}"
        say(f"{seq:>4}  {said}")


@app.command
def table(file: File, *, json: Json = False) -> None:
    """Print the table of the season."""
    season = SeasonFile.read(file).season
    if json:
        say_json(table_rows(season))
        return
    rows: list[dict[str, Any]] = [
        {
            "": line.place,
            "member": line.member,
            "total": line.total,
            "evenings": line.attended,
            "dropped": line.dropped,
            "won": f"{line.won} of {line.games}",
            "points": f"{line.points[0]}–{line.points[1]}",
            "loners": line.loners,
        }
        for line in season_table(season)
    ]
    printable_console().print(table_of(season.name, rows))


@app.command
def ratings(file: File, *, json: Json = False) -> None:
    """Print how strong members are: points a game more than an average member, with 95 % intervals.

    Where the cards of games are known, points a deal, cleaned of cards, stand beside them. Nobody has a rank before the
    games say enough.
    """
    rows = rating_rows(rated_members(SeasonFile.read(file).season))
    if json:
        say_json(rows)
        return
    printable_console().print(table_of("Points a game", [_shown(row) for row in rows]))


@app.command
def page(
    file: File,
    *,
    to: Annotated[str, Parameter(help="The file to write.")] = "season.html",
) -> None:
    """Write the season as a web page, to print and to share: honours, table, trends, head to head and ratings."""
    season = SeasonFile.read(file).season
    if not season.events:
        raise UkaError(NO_EVENTS)
    write_bytes(Path(to), season_page(season, rated_members(season)).encode())
    say(f"{to} is written.")


@app.command
def between(
    file: File,
    one: Annotated[str, Parameter(help="A member.")],
    other: Annotated[str, Parameter(help="Another member.")],
) -> None:
    """Print how two members did against each other, and as partners."""
    season = SeasonFile.read(file).season
    for member in (one, other):
        if member not in season.members:
            raise UsageError(f"there is no member named {member}")
    against, together = head_to_head(season, one, other)
    for where, (won, drawn, lost) in (("against", against), ("with", together)):
        say(f"{one} {where} {other}: {won} won, {drawn} drawn, {lost} lost")


@app.command
def export(
    file: File,
    *,
    to: Annotated[str | None, Parameter(help="A .xlsx file; without it, CSV is printed.", show_default=False)] = None,
) -> None:
    """Print the table as CSV, or write it to a workbook."""
    season = SeasonFile.read(file).season
    if not season.events:
        raise UkaError(NO_EVENTS)
    if to is None:
        say(to_csv(table_rows(season)), end="")
        return
    write_workbook(Path(to), workbook(season))
    say(f"{to} is written.")


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of the ratings for the terminal: an interval in one cell, and nothing where there is none."""
    shown: dict[str, Any] = {"": row["place"] or "", "member": row["member"], "games": row["games"]}
    shown |= {"strength": f"{row['strength']:+.2f}", "from, to": _interval(row["low"], row["high"])}
    if "deal_strength" in row:
        known = row["deal_games"] > 0
        shown["a deal, cleaned of cards"] = f"{row['deal_strength']:+.3f}" if known else ""
        shown["from, to "] = _interval(row["deal_low"], row["deal_high"]) if known else ""
    return shown


def _interval(low: float, high: float) -> str:
    return f"{low:+.2f}, {high:+.2f}"
