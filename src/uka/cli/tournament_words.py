"""Describes the lines of a tournament's log in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import asdict

from uka.core.cards import Card
from uka.core.seats import Partnership
from uka.narration.names import card_name, counted
from uka.tournament import Tournament, TournamentEntry, TournamentLine
from uka.tournament import entries as en
from uka.tournament.entries import Tap
from uka.tournament.tournament import ConductMark

from .printing import say, say_json
from .tournament_file import TournamentFile


def save_and_say(event: TournamentFile, *, json: bool) -> None:
    """Save a tournament, and print the lines that were added to its log, in words or as JSON."""
    lines = event.new_lines
    event.save()
    say_lines(event.tournament, lines, json=json)


def say_lines(t: Tournament, lines: Iterable[TournamentLine], *, json: bool) -> None:
    """Print ``lines`` of the log in words, or as JSON if ``json`` is true. ``t`` is the tournament after the lines."""
    if json:
        say_json({"lines": [msgspec.Raw(line.text) for line in lines]})
        return
    for line in lines:
        say(line_text(t, line))


def who_cuts(t: Tournament) -> str:
    """Return who cuts after a drawn match, as the beginning of a sentence: captains, or players who have none."""
    return "one of each side cuts" if t.settings.entrants == "players" else "the captains cut"


def line_text(t: Tournament, line: TournamentLine) -> str:
    """Return the number of a line, which ``uka tournament undo`` takes, and its entry in words.

    ``t`` is the tournament after the line.
    """
    return f"{line.seq:>4}  {entry_text(t, line.entry)}"


def entry_text(t: Tournament, entry: TournamentEntry) -> str:
    """Return what an entry of the log says, in words. ``t`` is the tournament after the entry."""
    if isinstance(entry, Tap):
        return f"Table {entry.table}: {_tap_text(t, entry)}"
    if isinstance(entry, ConductMark):
        return _conduct_text(t, entry)
    return _result_text(t, entry) or _round_text(entry) or _other_text(t, entry)


def _tap_text(t: Tournament, tap: Tap) -> str:
    """Return what an official entered about a deal or a game, in words."""
    match tap:
        case en.FirstDealerSet(_, seat):
            return f"{seat.value.title()} deals first"
        case en.DealPlayed(table, makers, tricks, alone, defended):
            how = ", alone" if alone else ""
            against = ", against a lone defender" if defended else ""
            return f"{_team_name(t, table, makers)} made trump and took {counted(tricks, 'trick')}{how}{against}"
        case en.RevokeFound(table, offenders):
            return f"{_team_name(t, table, offenders)} revoked"
        case en.DealMisdealt():
            return "a misdeal"
        case en.DealThrownIn():
            return "the deal was thrown in"
        case en.UpcardAtBell(_, lay):
            return "a turn-up lay at the bell" if lay else "no turn-up lay at the bell"
        case en.OfficialRulingGiven(table, reason, points, redeal):
            given = [f"{_team_name(t, table, side)} {n:+}" for side, n in zip(Partnership, points, strict=True) if n]
            return "; ".join([f"ruling: {reason}", *given, *(["the deal is dealt again"] if redeal else [])])
        case en.GameForfeited(table, side, reason):
            return f"{_team_name(t, table, side)} forfeits: {reason}"


def _conduct_text(t: Tournament, mark: ConductMark) -> str:
    """Return a sentence about a card for conduct, about fair-play points or about a player who fills in."""
    team = t.team(mark.team).name
    match mark:
        case en.ConductCardShown(_, colour, reason, player, cheating):
            who = f"{player} of {team}" if player else team
            offence = " for cheating" if cheating else ""
            return f"{who}: {colour} card{offence}: {reason}"
        case en.FairPlayGiven(_, points, reason):
            return _with_reason(f"{team}: {counted(points, 'fair-play point')}", reason)
        case en.PlayerSubstituted(_, player, fill_in, minutes):
            duration = f", {counted(minutes, 'minute')}" if minutes else ""
            return f"{team}: {fill_in} fills in for {player}{duration}"


def _result_text(t: Tournament, entry: TournamentEntry) -> str:
    """Return a sentence about a result or a cut of the captains, or "" for any other entry."""
    match entry:
        case en.PaperResultEntered(table, points, loners=loners):
            return f"Table {table}: {_points_text(t, table, points)}{_loners_text(loners)}"
        case en.ResultCorrected(number, table, points, reason, loners=loners):
            corrected = f"{_points_text(t, table, points, number)}{_loners_text(loners)}"
            return f"Round {number}, table {table}: corrected to {corrected}: {reason}"
        case en.ResultSigned(table, team):
            return f"Table {table}: {t.team(team).name} signs"
        case en.ResultClaimed(table, team, points):
            return f"Table {table}: {t.team(team).name} claims {_points_text(t, table, points)}"
        case en.DrawnMatchCut(table, cards):
            sides = [
                f"{_team_name(t, table, side)} {card_name(card)}" for side, card in zip(Partnership, cards, strict=True)
            ]
            return f"Table {table}: the captains cut {', '.join(sides)}"
        case en.CaptainCut(table, team, card):
            return f"Table {table}: {t.team(team).name} cuts {card_name(card)}"
        case en.LevelTeamsCut(cuts):
            return f"The captains of level teams cut: {_cuts_text(t, cuts)}"
        case _:
            return ""


def _round_text(entry: TournamentEntry) -> str:
    """Return a sentence about a round or its clock, or "" for any other entry."""
    match entry:
        case en.RoundSeated(number):
            return f"Round {number} is drawn"
        case en.RoundStarted():
            return "The round starts"
        case en.RoundPaused():
            return "The clock stops"
        case en.RoundResumed():
            return "The clock goes on"
        case en.RoundExtended(ms, reason):
            return _with_reason(f"The round is {ms / 60_000:+g} minutes longer", reason)
        case en.RoundBellRang():
            return "The bell rings"
        case en.RoundClosed():
            return "The round is closed"
        case _:
            return ""


def _other_text(t: Tournament, entry: TournamentEntry) -> str:
    """Return a sentence about the tournament as a whole, its teams or its tables, or about an undone line."""
    match entry:
        case en.TournamentOpened(_, name):
            return f"{name} is opened"
        case en.TournamentSettingsChanged():
            return "The settings are changed"
        case en.TournamentEnded():
            return "The tournament is ended"
        case en.TeamEntered(_, roster):
            return f"{roster.name} enters"
        case en.TeamAmended(number, roster):
            return f"Team {number} is now {roster.name}"
        case en.TeamWithdrew(team, reason):
            return _with_reason(f"{t.team(team).name} withdraws", reason)
        case en.TeamRejoined(team):
            return f"{t.team(team).name} is back"
        case en.TablesSet(numbers):
            return f"The tables are {', '.join(map(str, numbers))}"
        case en.EntryUndone(to, reason):
            return _with_reason(f"Line {to} is undone", reason)
        case _:
            return _name_and_fields(entry)


def _name_and_fields(entry: TournamentEntry) -> str:
    """Return the name and the fields of an entry for which there is no sentence, because only a server writes it."""
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(entry).__name__).strip()
    fields = ", ".join(
        f"{field.replace('_', ' ')} {value}" for field, value in asdict(entry).items() if value not in (None, "")
    )
    return f"{name.capitalize()}: {fields}" if fields else name.capitalize()


def _team_name(t: Tournament, table: int, side: Partnership, number: int | None = None) -> str:
    """Return the name of the team that plays as ``side`` at ``table``, in round ``number`` or else in the last round.

    If there is no such match, return the name of the side.
    """
    if not t.rounds:
        return str(side)
    match = t.rounds[(number or len(t.rounds)) - 1].match(table)
    return t.side_name(match.sides[side.index]) if match else str(side)


def _points_text(t: Tournament, table: int, points: tuple[int, int], number: int | None = None) -> str:
    """Return the names of the two teams at ``table``, each with its points."""
    sides = zip(Partnership, points, strict=True)
    return ", ".join(f"{_team_name(t, table, side, number)} {count}" for side, count in sides)


def _loners_text(loners: tuple[int, int] | None) -> str:
    """Return the loners of both sides, to append to their points, or "" if they are not known."""
    return f"; loners: {loners[0]} and {loners[1]}" if loners is not None else ""


def _cuts_text(t: Tournament, cuts: tuple[tuple[int, Card], ...]) -> str:
    """Return the names of teams, each with the card that its captain cut."""
    return ", ".join(f"{t.team(team).name} {card_name(card)}" for team, card in cuts)


def _with_reason(sentence: str, reason: str) -> str:
    return f"{sentence}: {reason}" if reason else sentence
