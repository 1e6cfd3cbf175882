"""The rounds of a tournament in a file: ``uka tournament draw``, ``result`` and ``end``.

A round starts with its first result, and is closed with its last.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console

from uka.core.cards import Card, parse_cards
from uka.tournament import DIRECTOR, DoubtfulInput, Tournament, TournamentMatch, TournamentRefusal, TournamentRound
from uka.tournament.commands import official, rounds
from uka.tournament.entries import ResultCorrected
from uka.tournament.spreadsheets import standing_rows
from uka.tournament.tournament import match_of, round_of

from ..options import UsageError, WholeNumber
from ..tournament_file import TournamentFile
from ..tournament_tables import standings_table, table_of

File = Annotated[str, Parameter(help="The tournament's file.")]
Json = Annotated[bool, Parameter(negative="", help="Print JSON.")]


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
        _print({"round": seated.number, "tables": seats, "byes": [names[team] for team in seated.byes]})
        return
    console = Console(highlight=False)
    console.print(table_of(f"Round {seated.number}", seats))
    for team in seated.byes:
        console.print(f"{names[team]} sits out.")


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ResultOptions:
    """What is entered beside the points of a match: the cut after a draw, and that unusual input is meant."""

    cut: Annotated[
        str | None,
        Parameter(help="After a draw: the captains' cards, north-south's first: Kd,9s.", show_default=False),
    ] = None
    round: Annotated[
        WholeNumber | None, Parameter(help="The round; without it, the last one drawn.", show_default=False)
    ] = None
    change: Annotated[bool, Parameter(negative="", help="Replace the result that the match has.")] = False
    sure: Annotated[bool, Parameter(negative="", help="Enter points that the rules can hardly lead to.")] = False

    @property
    def cards(self) -> tuple[Card, Card] | None:
        """The cards of ``cut``, or None without it. Raise ``UsageError`` unless it names two cards."""
        if self.cut is None:
            return None
        try:
            first, second = parse_cards(self.cut)
        except ValueError:
            raise UsageError(f"--cut {self.cut} is not understood: give two cards, such as Kd,9s") from None
        return first, second


RESULT = ResultOptions()


def result(
    file: File,
    table: Annotated[WholeNumber, Parameter(help="The number of the table.")],
    north_south: Annotated[WholeNumber, Parameter(help="Points of the team that is drawn first.")],
    east_west: Annotated[WholeNumber, Parameter(help="Points of the other team.")],
    option: ResultOptions = RESULT,
    *,
    json: Json = False,
) -> None:
    """Enter the points of a match.

    The last result of a round closes the round: its results count in the standings, and the next round can be drawn.
    """
    event, points = TournamentFile.read(file), (north_south, east_west)
    cards, number = option.cards, round_of(event.tournament, option.round).number
    match = match_of(event.tournament, table, number)
    if option.change or not match.over or match.points != points:
        _enter(event, match, number, points, option)
    if cards and number < len(event.tournament.rounds):
        raise UsageError("--cut is for the last round that was drawn: a cut decides who moves on")
    if cards:
        event.do(lambda t: official.cut(t, DIRECTOR, table, cards))
    playing = round_of(event.tournament, number)
    if not playing.closed and not _missing(playing):
        event.do(lambda t: rounds.close(t, DIRECTOR, unsigned=True))
    event.save()
    _tell(event.tournament, number, table, json=json)


def end(file: File, *, json: Json = False) -> None:
    """End the tournament, and print the final standings."""
    event = TournamentFile.read(file)
    if event.tournament.round and event.tournament.round.started is not None:
        _finish(event)
    event.do(lambda t: rounds.end(t, DIRECTOR))
    event.save()
    t = event.tournament
    _print(standing_rows(t)) if json else Console(highlight=False).print(standings_table(t))


def _enter(
    event: TournamentFile, match: TournamentMatch, number: int, points: tuple[int, int], option: ResultOptions
) -> None:
    """Enter points of a match: as its result, or as a correction if its round is closed."""
    if match.over and not option.change:
        has = " to ".join(map(str, match.points))
        raise UsageError(f"table {match.table} has the result {has} in round {number}: replace it with --change")
    playing = round_of(event.tournament, number)
    if playing.started is None:
        _start(event)
    corrected = ResultCorrected(playing.number, match.table, points, "entered wrongly")
    enter = (
        partial(rounds.correct, by=DIRECTOR, correction=corrected, insist=option.sure)
        if playing.closed
        else partial(rounds.paper, by=DIRECTOR, table=match.table, points=points, insist=option.sure)
    )
    try:
        event.do(enter)
    except DoubtfulInput as doubt:
        raise UsageError(f"{doubt}: if the points are right, enter them with --sure") from None


def _start(event: TournamentFile) -> None:
    """Start the round and ring its bell: who enters results has played, and kept the time without this program."""
    event.do(lambda t: rounds.start(t, DIRECTOR))
    if event.tournament.settings.clock_ms:
        event.do(lambda t: rounds.ring(t, DIRECTOR))


def _finish(event: TournamentFile, *, again: bool = False) -> None:
    """Close the round in progress. Raise ``TournamentRefusal`` if a result is missing.

    A round without any result may be drawn again.
    """
    playing = event.tournament.round
    if playing is None or playing.closed or (again and playing.started is None):
        return
    if playing.started is None:
        raise TournamentRefusal(
            f"round {playing.number} has no results yet: enter them with uka tournament result, or draw it --again"
        )
    if missing := _missing(playing):
        raise TournamentRefusal(f"round {playing.number} is not finished: {missing}")
    event.do(lambda t: rounds.close(t, DIRECTOR, unsigned=True))


def _missing(playing: TournamentRound) -> str:
    """Return what must be entered before a round can be closed. Return "" if nothing is missing."""
    unplayed = [str(match.table) for match in playing.matches if not match.over]
    uncut = [str(match.table) for match in playing.matches if match.over and match.moves is None]
    parts = [f"no result at table {', '.join(unplayed)}"] if unplayed else []
    parts += [f"a draw without a cut at table {', '.join(uncut)}"] if uncut else []
    return "; ".join(parts)


def _tell(t: Tournament, number: int, table: int, *, json: bool) -> None:
    """Print a match with its points, and what its round still needs."""
    playing, match, names = round_of(t, number), match_of(t, table, number), _names(t)
    first, second = (names[team] for team in match.teams)
    if json:
        facts: dict[str, Any] = {"round": number, "table": table, "north_south": first, "east_west": second}
        _print({**facts, "points": match.points, "closed": playing.closed, "missing": _missing(playing)})
        return
    print(f"Round {number}, table {table}: {first} {match.points[0]}, {second} {match.points[1]}.")
    if match.drawn and match.moves is None and playing is t.round:
        why = "The cards have the same rank: the captains cut again" if match.cut else "A draw: the captains cut"
        print(f"{why}, and the higher card moves on. Repeat the command with their cards: --cut Kd,9s")
    print(f"Round {number} is " + ("closed." if playing.closed else f"not finished: {_missing(playing)}."))


def _names(t: Tournament) -> dict[int, str]:
    return {team.number: team.name for team in t.teams}


def _print(value: object) -> None:
    print(msgspec.json.encode(value).decode())
