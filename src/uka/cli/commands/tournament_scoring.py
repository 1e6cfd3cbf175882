"""Scores a tournament's game deal by deal: ``uka tournament dealer``, ``deal``, ``revoke``, ``misdeal`` and others.

A game that is scored so needs no ``uka tournament result``. A result replaces what was entered deal by deal.
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
from uka.tournament.movement import waits_for_cut
from uka.tournament.tournament import match_of

from ..options import UsageError, WholeNumber
from ..printing import say
from ..tournament_file import TournamentFile
from ..tournament_options import File, Json, Reason, Table, TeamName, values_of_teams
from ..tournament_words import save_and_say, who_cuts


def dealer(
    file: File,
    table: Table,
    seat: Annotated[Literal["north", "east", "south", "west"], Parameter(help="Who deals first.")],
    *,
    json: Json = False,
) -> None:
    """Enter who deals first. The team that is drawn first sits north and south."""
    _enter_tap(TournamentFile.read(file), FirstDealerSet(table, Seat(seat)), json=json)


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
    table, side = _table_and_side(event, makers)
    _enter_tap(event, DealPlayed(table, side, tricks, alone, defended_alone), json=json)


def thrown_in(file: File, table: Table, *, json: Json = False) -> None:
    """Enter a deal in which nobody called."""
    _enter_tap(TournamentFile.read(file), DealThrownIn(table), json=json)


def revoke(file: File, team: TeamName, *, json: Json = False) -> None:
    """Enter a revoke (renege) of a team in the present deal. Enter the tricks of that deal afterwards."""
    event = TournamentFile.read(file)
    _enter_tap(event, RevokeFound(*_table_and_side(event, team)), json=json)


def misdeal(file: File, table: Table, *, json: Json = False) -> None:
    """Enter a misdeal. The cards are dealt again; a second misdeal in a row loses the deal."""
    _enter_tap(TournamentFile.read(file), DealMisdealt(table), json=json)


def bell(
    file: File,
    table: Table,
    turn_up: Annotated[Literal["yes", "no"], Parameter(help="Whether a turn-up lay on the pack.")],
    *,
    json: Json = False,
) -> None:
    """Enter whether a turn-up lay when the bell rang. If so, that deal is played out; if not, the game is over."""
    _enter_tap(TournamentFile.read(file), UpcardAtBell(table, turn_up == "yes"), json=json)


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
    match = match_of(event.tournament, table)
    awarded = [0, 0]
    for name, value in given.items():
        own_table, side = _table_and_side(event, name)
        if own_table != match.table:
            raise UsageError(f"{name} plays at table {own_table}, not at table {table}")
        if not value.removeprefix("-").removeprefix("+").isdecimal():
            raise UsageError(f"--points {points} is not understood: '{value}' is not a number of points")
        awarded[side.index] = int(value)
    _enter_tap(event, OfficialRulingGiven(table, reason, (awarded[0], awarded[1]), deal_again), json=json)


def forfeit(file: File, team: TeamName, reason: Reason, *, json: Json = False) -> None:
    """Let a team lose its game, at any score."""
    event = TournamentFile.read(file)
    table, side = _table_and_side(event, team)
    _enter_tap(event, GameForfeited(table, side, reason), json=json)


def _table_and_side(event: TournamentFile, name: str) -> tuple[int, Partnership]:
    """Return the table at which the team named ``name`` plays in the last round, and the side that it plays there."""
    team = event.team(name)
    match = event.match_of(team)
    return match.table, match.side_of(team.number)


def _enter_tap(event: TournamentFile, tapped: Tap, *, json: bool) -> None:
    """Enter ``tapped``, an official's entry at a table, such as a revoke. Save the tournament, and print the score.

    The entry counts as made before the bell, unless it says what happened at the bell.
    """
    match_of(event.tournament, tapped.table)  # refuses a table without a match before the round is started
    event.start_round_and_ring()
    event.apply_as_director(lambda t: official.tap(t, DIRECTOR, tapped, before_bell=True))
    event.close_round_if_complete()
    save_and_say(event, json=json)
    if not json:
        say(_score_sentences(event, match_of(event.tournament, tapped.table)))


def _score_sentences(event: TournamentFile, match: TournamentMatch) -> str:
    """Return the points of a match as text, and what comes next: a deal, a cut of the captains, or nothing more."""
    names = [event.tournament.side_name(side) for side in match.sides]
    points = ", ".join(f"{name} {count}" for name, count in zip(names, match.points, strict=True))
    if waits_for_cut(event.tournament, match):
        command = invocation("tournament", "cut", str(event.path), str(match.table), "Kd,9s")
        return f"{points}. A draw: {who_cuts(event.tournament)}: {command}"
    if match.over:
        return f"{points}. The game is over."
    dealer = match.tally.dealer
    return f"{points}. {dealer.value.title()} deals." if dealer else f"{points}."
