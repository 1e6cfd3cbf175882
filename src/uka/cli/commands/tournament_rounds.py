"""The rounds of a tournament in a file: ``uka tournament draw``, ``result``, ``results``, ``cut`` and ``end``.

A round starts with its first result, and is closed with its last.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.invocation import invocation
from uka.tournament import DIRECTOR, DoubtfulInput, Tournament, TournamentMatch, TournamentRefusal
from uka.tournament.commands import official, rounds
from uka.tournament.entries import ResultCorrected
from uka.tournament.list_files import text_of_list
from uka.tournament.result_sheet import SheetResult, has_heading, parse_results
from uka.tournament.spreadsheets import standing_rows
from uka.tournament.tournament import match_of, round_of

from ..options import UsageError, WholeNumber, naming
from ..printing import printable_console, say, say_json
from ..tournament_file import TournamentFile, missing, read_bytes
from ..tournament_options import File, Json, Sure, Table, two_cards
from ..tournament_tables import standings_table, table_of


def draw(
    file: File,
    *,
    again: Annotated[bool, Parameter(negative="", help="Draw a round anew that has no result yet.")] = False,
    json: Json = False,
) -> None:
    """Assign the teams to tables for the next round.

    The first round is drawn at random, each later round from the results of the round before it.
    """
    event = TournamentFile.read(file)
    _finish(event, again=again)
    event.do(lambda t: rounds.seat(t, DIRECTOR, secrets.token_hex(16)))
    event.save()
    seated, names = round_of(event.tournament), _names(event.tournament)
    seats = [
        {"table": m.table, "north_south": names[m.teams[0]], "east_west": names[m.teams[1]]} for m in seated.matches
    ]
    if json:
        say_json({"round": seated.number, "tables": seats, "byes": [names[team] for team in seated.byes]})
        return
    console = printable_console()
    console.print(table_of(f"Round {seated.number}", seats))
    for team in seated.byes:
        console.print(f"{names[team]} sits out.")


# Results


Round = Annotated[WholeNumber | None, Parameter(help="The round; without it, the last one drawn.", show_default=False)]
Change = Annotated[bool, Parameter(negative="", help="Replace the result that a match has.")]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ResultOptions:
    """What is entered beside the points of a match: the cut after a draw, and that unusual input is meant."""

    cut: Annotated[
        str | None,
        Parameter(help="After a draw: the captains' cards, north-south's first: Kd,9s.", show_default=False),
    ] = None
    round: Round = None
    change: Change = False
    sure: Sure = False


RESULT = ResultOptions()


def result(
    file: File,
    table: Table,
    north_south: Annotated[WholeNumber, Parameter(help="Points of the team that is drawn first.")],
    east_west: Annotated[WholeNumber, Parameter(help="Points of the other team.")],
    option: ResultOptions = RESULT,
    *,
    json: Json = False,
) -> None:
    """Enter the points of a match.

    The last result of a round closes the round: its results count in the standings, and the next round can be drawn.
    """
    event = TournamentFile.read(file)
    cards = None if option.cut is None else two_cards(option.cut, "--cut")
    number = round_of(event.tournament, option.round).number
    _enter(event, number, table, (north_south, east_west), cards, change=option.change, sure=option.sure)
    event.close_round()
    event.save()
    _tell(event, number, table, json=json)


def results(
    file: File,
    sheet: Annotated[str, Parameter(help="A CSV or .xlsx file: table, both points and, after a draw, both cut cards.")],
    *,
    number: Annotated[
        WholeNumber | None,
        Parameter(name="--round", help="The round; without it, the last one drawn.", show_default=False),
    ] = None,
    change: Change = False,
    sure: Sure = False,
    json: Json = False,
) -> None:
    """Enter the results of a round from a sheet: all of them, or none if a line is wrong.

    A line holds the table, the points of the team that is drawn first, and those of the other. After a draw the two cut
    cards follow. A first line may name the columns: `table`, `first_points`, `second_points` and `cut`; also `round`,
    `first` and `second`, as in `export`.
    """
    event = TournamentFile.read(file)
    playing = round_of(event.tournament, number)
    with naming(sheet):
        text = text_of_list(read_bytes(Path(sheet)), has_heading)
        rows, faults = parse_results(text, playing.number)
    for row in rows:
        try:
            _check_teams(event.tournament, playing.number, row)
            _enter(event, playing.number, row.table, row.points, row.cards, change=change, sure=sure)
        except UkaError as error:
            faults.append((row.line, str(error)))
    if faults:
        said = [f"line {line}: {why}" for line, why in sorted(faults)]
        raise UsageError(f"nothing is entered, because {sheet} is not right:", *said)
    if not rows:
        raise UsageError(f"{sheet} has no result of round {playing.number}")
    event.close_round()
    event.save()
    for row in [] if json else rows:
        say(_score(event.tournament, playing.number, row.table))
    _tell_round(event.tournament, playing.number, json=json, entered=[row.table for row in rows])


def cut(
    file: File,
    table: Table,
    cards: Annotated[str, Parameter(help="The captains' cards, north-south's first: Kd,9s.")],
    *,
    json: Json = False,
) -> None:
    """Enter the cards that the captains cut after a drawn match. The team with the higher card moves on."""
    event = TournamentFile.read(file)
    pair, number = two_cards(cards, "CARDS"), round_of(event.tournament).number
    event.do(lambda t: official.enter_cut_cards(t, DIRECTOR, table, pair))
    event.close_round()
    event.save()
    _tell(event, number, table, json=json)


def _enter(
    event: TournamentFile,
    number: int,
    table: int,
    points: tuple[int, int],
    cards: tuple[Card, Card] | None,
    *,
    change: bool,
    sure: bool,
) -> None:
    """Enter a result, and the captains' cut after a draw. Enter nothing that is entered already."""
    match = match_of(event.tournament, table, number)
    if change or not match.over or match.points != points:
        _enter_points(event, match, number, points, change=change, sure=sure)
    if cards and number < len(event.tournament.rounds):
        raise UsageError("--cut is for the last round that was drawn: a cut decides who moves on")
    if cards and match_of(event.tournament, table, number).cut != cards:
        event.do(lambda t: official.enter_cut_cards(t, DIRECTOR, table, cards))


def _enter_points(
    event: TournamentFile, match: TournamentMatch, number: int, points: tuple[int, int], *, change: bool, sure: bool
) -> None:
    """Enter points of a match: as its result, or as a correction if its round is closed."""
    if match.over and not change:
        has = " to ".join(map(str, match.points))
        raise UsageError(f"table {match.table} has the result {has} in round {number}: replace it with --change")
    playing = round_of(event.tournament, number)
    if number == len(event.tournament.rounds):
        event.begin_round()
    corrected = ResultCorrected(playing.number, match.table, points, "entered wrongly")
    enter = (
        partial(rounds.correct_result, by=DIRECTOR, correction=corrected, insist=sure)
        if playing.closed
        else partial(rounds.enter_paper_result, by=DIRECTOR, table=match.table, points=points, insist=sure)
    )
    try:
        event.do(enter)
    except DoubtfulInput as doubt:
        raise UsageError(f"{doubt}: if the points are right, enter them with --sure") from None


def _check_teams(t: Tournament, number: int, row: SheetResult) -> None:
    """Raise ``UsageError`` if a line of a sheet names teams that do not sit so at its table."""
    seated = tuple([_names(t)[team] for team in match_of(t, row.table, number).teams])
    for named, sits in zip(row.teams, seated, strict=True):
        if named and named.casefold() != sits.casefold():
            raise UsageError(f"at table {row.table} sit {' and '.join(seated)}, in this order, not {named}")


# The end


def end(
    file: File,
    *,
    sure: Annotated[bool, Parameter(negative="", help="End it though a round is not played.")] = False,
    json: Json = False,
) -> None:
    """End the tournament, and print the final standings."""
    event = TournamentFile.read(file)
    if event.tournament.round and event.tournament.round.started is not None:
        _finish(event)
    try:
        event.do(lambda t: rounds.end_tournament(t, DIRECTOR, insist=sure))
    except DoubtfulInput as doubt:
        raise UsageError(f"{doubt}: end the tournament all the same with --sure") from None
    event.save()
    t = event.tournament
    if json:
        say_json(standing_rows(t))
        return
    printable_console().print(standings_table(t))
    say(f"The tournament is ended. This takes it back: {invocation('tournament', 'undo', file, str(t.ended))}")


def _finish(event: TournamentFile, *, again: bool = False) -> None:
    """Close the round in progress. Raise ``TournamentRefusal`` if a result is missing.

    A round without any result may be drawn again.
    """
    playing = event.tournament.round
    if playing is None or playing.closed or (again and playing.started is None):
        return
    if playing.started is None:
        command = invocation("tournament", "result", str(event.path))
        raise TournamentRefusal(
            f"round {playing.number} has no results yet: enter them with {command}, or draw it --again"
        )
    if not event.close_round():
        raise TournamentRefusal(f"round {playing.number} is not finished: {missing(playing)}")


# Output


def _tell(event: TournamentFile, number: int, table: int, *, json: bool) -> None:
    """Print a match with its points, and what its round still needs."""
    t = event.tournament
    playing, match, names = round_of(t, number), match_of(t, table, number), _names(t)
    first, second = (names[team] for team in match.teams)
    if json:
        facts: dict[str, Any] = {"round": number, "table": table, "north_south": first, "east_west": second}
        say_json({**facts, "points": match.points, "closed": playing.closed, "missing": missing(playing)})
        return
    say(_score(t, number, table))
    if match.drawn and match.moves is None and playing is t.round:
        why = "The cards have the same rank: the captains cut again" if match.cut else "A draw: the captains cut"
        command = invocation("tournament", "cut", str(event.path), str(table), "Kd,9s")
        say(f"{why}, and the higher card moves on. Enter their cards: {command}")
    _tell_round(t, number)


def _tell_round(t: Tournament, number: int, *, json: bool = False, entered: list[int] | None = None) -> None:
    """Print whether a round is closed, and what it still needs. ``entered`` are the tables of its new results."""
    playing = round_of(t, number)
    if json:
        say_json({"round": number, "entered": entered, "closed": playing.closed, "missing": missing(playing)})
        return
    say(f"Round {number} is " + ("closed." if playing.closed else f"not finished: {missing(playing)}."))


def _score(t: Tournament, number: int, table: int) -> str:
    match, names = match_of(t, table, number), _names(t)
    first, second = (f"{names[team]} {points}" for team, points in zip(match.teams, match.points, strict=True))
    return f"Round {number}, table {table}: {first}, {second}."


def _names(t: Tournament) -> dict[int, str]:
    return {team.number: team.name for team in t.teams}
