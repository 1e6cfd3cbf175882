"""The rounds of a tournament in a file: ``uka tournament draw``, ``result``, ``results``, ``cut`` and ``end``.

The first result that is entered starts a round, and the last one closes it.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from uka.core.errors import UkaError
from uka.invocation import invocation
from uka.tournament import DIRECTOR, DoubtfulInput, Tournament, TournamentMatch, TournamentRefusal
from uka.tournament.commands import official, rounds
from uka.tournament.entries import ResultCorrected
from uka.tournament.list_files import text_of_list
from uka.tournament.movement import waits_for_cut
from uka.tournament.result_sheet import SheetResult, has_heading, parse_results
from uka.tournament.spreadsheets import standing_rows
from uka.tournament.tournament import match_of, round_of

from ..options import UsageError, WholeNumber, errors_naming
from ..printing import printable_console, say, say_json
from ..tournament_file import TournamentFile, missing_results, read_bytes
from ..tournament_options import File, Json, Sure, Table, parse_two_cards
from ..tournament_tables import standings_table, table_of
from ..tournament_words import who_cuts


def draw(
    file: File,
    *,
    again: Annotated[bool, Parameter(negative="", help="Draw a round anew that has no result yet.")] = False,
    json: Json = False,
) -> None:
    """Assign the teams or players to tables for the next round, as the movement says.

    The first round is drawn at random, each later round from the rounds before it.
    """
    event = TournamentFile.read(file)
    _close_last_round(event, again=again)
    event.apply_as_director(lambda t: rounds.seat(t, DIRECTOR, secrets.token_hex(16)))
    event.save()
    drawn = round_of(event.tournament)
    seats = list[dict[str, Any]]()
    for match in drawn.matches:
        seats.append({"table": match.table, **_side_names(event.tournament, match)})
    byes = [event.tournament.team(team).name for team in drawn.byes]
    if json:
        say_json({"round": drawn.number, "tables": seats, "byes": byes})
        return
    console = printable_console()
    console.print(table_of(f"Round {drawn.number}", seats))
    for name in byes:
        console.print(f"{name} sits out.")


# Results


Round = Annotated[WholeNumber | None, Parameter(help="The round; without it, the last one drawn.", show_default=False)]
Change = Annotated[bool, Parameter(negative="", help="Replace the result that a match has.")]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ResultOptions:
    """The options of a result: its round, cut and loners, and whether unusual input is meant."""

    cut: Annotated[
        str | None,
        Parameter(help="After a draw: the captains' cards, north-south's first: Kd,9s.", show_default=False),
    ] = None
    loners: Annotated[
        tuple[WholeNumber, WholeNumber] | None,
        Parameter(help="The loners of both sides, north-south's first: 1 0.", show_default=False),
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
    cards = None if option.cut is None else parse_two_cards(option.cut, "--cut")
    number = round_of(event.tournament, option.round).number
    wanted = SheetResult(0, table, (north_south, east_west), cards, loners=option.loners)
    _enter(event, number, wanted, change=option.change, sure=option.sure)
    event.close_round_if_complete()
    event.save()
    _print_match(event, number, table, json=json)


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
    cards follow. A first line may name the columns: `table`, `first_points`, `second_points` and `cut`; also
    `first_loners` and `second_loners`, and `round`, `first` and `second`, as in `export`.
    """
    event = TournamentFile.read(file)
    playing = round_of(event.tournament, number)
    with errors_naming(sheet):
        text = text_of_list(read_bytes(Path(sheet)), has_heading)
        rows, faults = parse_results(text, playing.number)
    for row in rows:
        try:
            _check_teams(event.tournament, playing.number, row)
            _enter(event, playing.number, row, change=change, sure=sure)
        except UkaError as error:
            faults.append((row.line, str(error)))
    if faults:
        said = [f"line {line}: {why}" for line, why in sorted(faults)]
        raise UsageError(f"nothing is entered, because {sheet} is not right:", *said)
    if not rows:
        raise UsageError(f"{sheet} has no result of round {playing.number}")
    event.close_round_if_complete()
    event.save()
    for row in [] if json else rows:
        say(_score_line(event.tournament, playing.number, row.table))
    _print_round(event.tournament, playing.number, json=json, entered=[row.table for row in rows])


def cut(
    file: File,
    table: Table,
    cards: Annotated[str, Parameter(help="The captains' cards, north-south's first: Kd,9s.")],
    *,
    json: Json = False,
) -> None:
    """Enter the cards that the captains cut after a drawn match. The team with the higher card moves on."""
    event = TournamentFile.read(file)
    pair, number = parse_two_cards(cards, "CARDS"), round_of(event.tournament).number
    event.apply_as_director(lambda t: official.enter_cut_cards(t, DIRECTOR, table, pair))
    event.close_round_if_complete()
    event.save()
    _print_match(event, number, table, json=json)


def _enter(event: TournamentFile, number: int, result: SheetResult, *, change: bool, sure: bool) -> None:
    """Enter the result of a match in round ``number``: its points, its loners and the captains' cut, if given.

    Points, loners and cards that are entered already are not entered again. ``change`` replaces the result of a match,
    and ``sure`` allows points that the rules can hardly lead to.
    """
    table, cards = result.table, result.cards
    match = match_of(event.tournament, table, number)
    entered = match.over and match.points == result.points and result.loners in (None, match.loners)
    if change or not entered:
        _enter_points(event, match, number, result, change=change, sure=sure)
    if cards and number < len(event.tournament.rounds):
        raise UsageError("--cut is for the last round that was drawn: a cut decides who moves on")
    if cards and match_of(event.tournament, table, number).cut != cards:
        event.apply_as_director(lambda t: official.enter_cut_cards(t, DIRECTOR, table, cards))


def _enter_points(
    event: TournamentFile, match: TournamentMatch, number: int, result: SheetResult, *, change: bool, sure: bool
) -> None:
    """Enter the points and the loners of a match, as its result, or as a correction if its round is closed.

    Raise ``UsageError`` if the match has a result and ``change`` is false, or if the result is doubtful under the rules
    and ``sure`` is false.
    """
    if match.over and not change:
        old = " to ".join(map(str, match.points))
        raise UsageError(f"table {match.table} has the result {old} in round {number}: replace it with --change")
    playing = round_of(event.tournament, number)
    if number == len(event.tournament.rounds):
        event.start_round_and_ring()
    table, points, loners = match.table, result.points, result.loners
    if playing.closed:
        correction = ResultCorrected(playing.number, table, points, "entered wrongly", loners=loners)
        enter = partial(rounds.correct_result, by=DIRECTOR, correction=correction, insist=sure)
    else:
        enter = partial(rounds.enter_paper_result, by=DIRECTOR, table=table, points=points, loners=loners, insist=sure)
    try:
        event.apply_as_director(enter)
    except DoubtfulInput as doubt:
        raise UsageError(f"{doubt}: if the result is right, enter it with --sure") from None


def _check_teams(t: Tournament, number: int, row: SheetResult) -> None:
    """Raise ``UsageError`` unless the teams that ``row`` names sit at its table in round ``number``, in this order.

    A row need not name teams.
    """
    seated = [*_side_names(t, match_of(t, row.table, number)).values()]
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
        _close_last_round(event)
    try:
        event.apply_as_director(lambda t: rounds.end_tournament(t, DIRECTOR, insist=sure))
    except DoubtfulInput as doubt:
        raise UsageError(f"{doubt}: end the tournament all the same with --sure") from None
    event.save()
    t = event.tournament
    if json:
        say_json(standing_rows(t))
        return
    printable_console().print(standings_table(t))
    say(f"The tournament is ended. This takes it back: {invocation('tournament', 'undo', file, str(t.ended))}")


def _close_last_round(event: TournamentFile, *, again: bool = False) -> None:
    """Close the last round. Raise ``TournamentRefusal`` if a result is missing.

    If ``again`` is true, leave a round without any result as it is, because it will be drawn again.
    """
    playing = event.tournament.round
    if playing is None or playing.closed or (again and playing.started is None):
        return
    if playing.started is None:
        command = invocation("tournament", "result", str(event.path))
        raise TournamentRefusal(
            f"round {playing.number} has no results yet: enter them with {command}, or draw it --again"
        )
    if not event.close_round_if_complete():
        raise TournamentRefusal(f"round {playing.number} is not finished: {missing_results(event.tournament, playing)}")


# Output


def _print_match(event: TournamentFile, number: int, table: int, *, json: bool) -> None:
    """Print the match at ``table`` in round ``number`` with its points, and what that round still needs."""
    t = event.tournament
    playing, match = round_of(t, number), match_of(t, table, number)
    if json:
        seats = {"table": table, **_side_names(t, match)}
        needs = {"closed": playing.closed, "missing": missing_results(t, playing)}
        say_json({"round": number, **seats, "points": match.points, **needs})
        return
    say(_score_line(t, number, table))
    if waits_for_cut(t, match) and playing is t.round:
        why = f"The cards have the same rank: {who_cuts(t)} again" if match.cut else f"A draw: {who_cuts(t)}"
        command = invocation("tournament", "cut", str(event.path), str(table), "Kd,9s")
        say(f"{why}, and the higher card moves on. Enter their cards: {command}")
    _print_round(t, number)


def _print_round(t: Tournament, number: int, *, json: bool = False, entered: list[int] | None = None) -> None:
    """Print whether round ``number`` is closed, and what it still needs.

    ``entered``, which is printed in JSON only, lists the tables whose results were just entered.
    """
    playing = round_of(t, number)
    if json:
        say_json(
            {"round": number, "entered": entered, "closed": playing.closed, "missing": missing_results(t, playing)}
        )
        return
    if playing.closed:
        say(f"Round {number} is closed.")
    else:
        say(f"Round {number} is not finished: {missing_results(t, playing)}.")


def _score_line(t: Tournament, number: int, table: int) -> str:
    """Return a line with the two teams at ``table`` in round ``number`` and their points."""
    match = match_of(t, table, number)
    names = _side_names(t, match).values()
    first, second = (f"{name} {points}" for name, points in zip(names, match.points, strict=True))
    return f"Round {number}, table {table}: {first}, {second}."


def _side_names(t: Tournament, match: TournamentMatch) -> dict[str, str]:
    """Return the names of the two sides of a match."""
    return {"north_south": t.side_name(match.sides[0]), "east_west": t.side_name(match.sides[1])}
