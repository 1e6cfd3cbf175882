"""What an official enters at a table: ``uka tournament dealer``, ``deal``, ``revoke``, ``misdeal`` and others.

A game that is scored deal by deal needs no ``result``. A result replaces what was entered deal by deal.
"""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from uka.core.seats import Partnership, Seat
from uka.invocation import invocation
from uka.tournament import DIRECTOR, TournamentMatch
from uka.tournament.commands import official
from uka.tournament.entries import (
    DealMisdealt,
    DealPlayed,
    DealThrownIn,
    FirstDealerSet,
    GameForfeited,
    OfficialRulingGiven,
    RevokeFound,
    Tap,
    UpcardAtBell,
)
from uka.tournament.tournament import match_of

from ..options import UsageError, WholeNumber
from ..printing import say
from ..tournament_file import TournamentFile
from ..tournament_options import File, Json, Reason, Table, TeamName, values_of_teams
from ..tournament_words import say_lines


def dealer(
    file: File,
    table: Table,
    seat: Annotated[Literal["north", "east", "south", "west"], Parameter(help="Who deals first.")],
    *,
    json: Json = False,
) -> None:
    """Enter who deals first. The team that is drawn first sits north and south."""
    _tap(TournamentFile.read(file), FirstDealerSet(table, Seat(seat)), json=json)


def deal(
    file: File,
    makers: Annotated[str, Parameter(help="The name of the team that made trump.")],
    tricks: Annotated[WholeNumber, Parameter(help="How many tricks it took.")],
    *,
    alone: Annotated[bool, Parameter(negative="", help="A maker went alone.")] = False,
    defended_alone: Annotated[bool, Parameter(negative="", help="A defender played alone.")] = False,
    json: Json = False,
) -> None:
    """Enter a deal that was played out."""
    event = TournamentFile.read(file)
    table, side = _seated(event, makers)
    _tap(event, DealPlayed(table, side, tricks, alone, defended_alone), json=json)


def thrown_in(file: File, table: Table, *, json: Json = False) -> None:
    """Enter a deal in which nobody called."""
    _tap(TournamentFile.read(file), DealThrownIn(table), json=json)


def revoke(file: File, team: TeamName, *, json: Json = False) -> None:
    """Enter a revoke (renege) of a team in the present deal. Enter the tricks of that deal afterwards."""
    event = TournamentFile.read(file)
    _tap(event, RevokeFound(*_seated(event, team)), json=json)


def misdeal(file: File, table: Table, *, json: Json = False) -> None:
    """Enter a misdeal. The cards are dealt again; a second misdeal in a row loses the deal."""
    _tap(TournamentFile.read(file), DealMisdealt(table), json=json)


def bell(
    file: File,
    table: Table,
    turn_up: Annotated[Literal["yes", "no"], Parameter(help="Whether a turn-up lay on the pack.")],
    *,
    json: Json = False,
) -> None:
    """Enter whether a turn-up lay when the bell rang. If so, that deal is played out; if not, the game is over."""
    _tap(TournamentFile.read(file), UpcardAtBell(table, turn_up == "yes"), json=json)


def ruling(
    file: File,
    table: Table,
    reason: Reason,
    *,
    points: Annotated[
        str | None, Parameter(help="What teams get, or lose: Kauri=2,Toru=-1.", show_default=False)
    ] = None,
    deal_again: Annotated[bool, Parameter(negative="", help="The present deal is dealt again.")] = False,
    json: Json = False,
) -> None:
    """Enter a ruling of the official: points for a team, a new deal, or words alone."""
    event = TournamentFile.read(file)
    given = {} if points is None else values_of_teams(points, "--points", "Kauri=2,Toru=-1")
    match, awarded = match_of(event.tournament, table), [0, 0]
    for name, value in given.items():
        at, side = _seated(event, name)
        if at != match.table:
            raise UsageError(f"{name} plays at table {at}, not at table {table}")
        if not value.removeprefix("-").removeprefix("+").isdecimal():
            raise UsageError(f"--points {points} is not understood: '{value}' is not a number of points")
        awarded[side.index] = int(value)
    _tap(event, OfficialRulingGiven(table, reason, (awarded[0], awarded[1]), deal_again), json=json)


def forfeit(file: File, team: TeamName, reason: Reason, *, json: Json = False) -> None:
    """Let a team lose its game, at any score."""
    event = TournamentFile.read(file)
    table, side = _seated(event, team)
    _tap(event, GameForfeited(table, side, reason), json=json)


def _seated(event: TournamentFile, name: str) -> tuple[int, Partnership]:
    """Return the table at which a team plays now, and its side."""
    team = event.team(name)
    match = event.match_of(team)
    return match.table, match.side_of(team.number)


def _tap(event: TournamentFile, tapped: Tap, *, json: bool) -> None:
    """Enter a tap as the table's official would. What is entered without ``bell`` happened before the bell."""
    match_of(event.tournament, tapped.table)
    event.begin_round()
    event.do(lambda t: official.tap(t, DIRECTOR, tapped, before_bell=True))
    event.close_round()
    lines = event.new_lines
    event.save()
    say_lines(event.tournament, lines, json=json)
    if not json:
        say(_state(event, match_of(event.tournament, tapped.table)))


def _state(event: TournamentFile, match: TournamentMatch) -> str:
    """Return the points of a match, and whether it is over."""
    names = [event.tournament.team(team).name for team in match.teams]
    points = ", ".join(f"{name} {count}" for name, count in zip(names, match.points, strict=True))
    if match.drawn and match.moves is None:
        command = invocation("tournament", "cut", str(event.path), str(match.table), "Kd,9s")
        return f"{points}. A draw: the captains cut: {command}"
    if match.over:
        return f"{points}. The game is over."
    return f"{points}. {match.tally.dealer.value.title()} deals." if match.tally.dealer else f"{points}."
