"""Maps the commands of a client to operations on a tournament."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import SystemRandom
from typing import Any, TypeAlias

from uka.core.cards import Card
from uka.tournament import Role, Tournament, TournamentEntries
from uka.tournament.commands import captain, level_teams, official, rounds, teams, undo
from uka.tournament.entries import ConductCardShown, LinkGranted, ResultCorrected
from uka.wire import tournament_commands

TournamentOperation: TypeAlias = Callable[[Tournament], TournamentEntries]
TournamentOperationFactory: TypeAlias = Callable[[Tournament, str, Any], TournamentEntries]
GRANT_ID_BYTES = 6
"""The number of bytes of a grant's id. A grant gives the holder of a tournament link a role in the tournament.

The id may be short, since the link also contains a signature, which can't be guessed.
"""
SECRET_BYTES = 32
"""The number of bytes of the secret from which the random pairings of a round are drawn."""


def tournament_operation(command: tournament_commands.LoggedTournamentCommand, by: str) -> TournamentOperation:
    """Return a function from a tournament's state to the log entries that carry out a command.

    ``by`` is the id of the sender's grant: the link that gives the sender a role in the tournament.
    """
    make = COMMANDS[type(command)]
    return lambda t: make(t, by, command)


def new_grant_id() -> str:
    """Return a new random id for a grant, in hexadecimal."""
    return secrets.token_hex(GRANT_ID_BYTES)


def new_pairing_secret() -> str:
    """Return a new secret, in hexadecimal, from which the random pairings of a round are drawn."""
    return secrets.token_hex(SECRET_BYTES)


def grant_link(t: Tournament, by: str, command: tournament_commands.GrantLink) -> TournamentEntries:
    """Return the log entries that grant a new link to an official, captain, player or director."""
    return teams.grant_link(t, by, LinkGranted(new_grant_id(), command.role, command.name, command.table, command.team))


def show_conduct_card(t: Tournament, by: str, command: tournament_commands.ShowConductCard) -> TournamentEntries:
    """Return the log entries that record a conduct card (green, orange or red), shown for misconduct."""
    card = ConductCardShown(command.team, command.colour, command.reason, command.player, command.cheating)
    return official.show_card(t, by, card, fill_in=command.fill_in)


def cut_as_captain(t: Tournament, by: str, command: tournament_commands.CutAsCaptain) -> TournamentEntries:
    """Return the log entries that record which card a captain cuts from the pack after a tied game.

    The team with the higher card moves to the next table. At an online table the server chooses the card at random.
    """
    cards = [card for card in t.rules.cards if card is not Card.JOKER]
    lots = SystemRandom().sample(cards, len(cards))
    return captain.cut_card(t, by, command.team, command.card, lots)


def correct_result(t: Tournament, by: str, command: tournament_commands.CorrectResult) -> TournamentEntries:
    """Return the log entries that correct the points of a game."""
    correction = ResultCorrected(command.round, command.table, command.points, command.reason, loners=command.loners)
    return rounds.correct_result(t, by, correction, insist=command.insist)


COMMANDS: dict[type[Any], TournamentOperationFactory] = {
    tournament_commands.ChangeTournamentSettings: lambda t, by, command: teams.change_settings(t, by, command.settings),
    tournament_commands.GrantLink: grant_link,
    tournament_commands.GrantLinks: lambda t, by, command: teams.grant_links(t, by, Role(command.role), new_grant_id),
    tournament_commands.RevokeLink: lambda t, by, command: teams.revoke_link(t, by, command.grant),
    tournament_commands.EnterTeam: lambda t, by, command: teams.enter(t, by, command.roster, alike=command.alike),
    tournament_commands.AmendTeam: lambda t, by, command: teams.amend(
        t, by, command.team, command.roster, alike=command.alike
    ),
    tournament_commands.WithdrawTeam: lambda t, by, command: teams.withdraw(t, by, command.team, command.reason),
    tournament_commands.RejoinTeam: lambda t, by, command: teams.rejoin(t, by, command.team),
    tournament_commands.SetTables: lambda t, by, command: teams.set_tables(t, by, command.numbers),
    tournament_commands.SeatRound: lambda t, by, command: rounds.seat(t, by, new_pairing_secret()),
    tournament_commands.StartRound: lambda t, by, command: rounds.start(t, by),
    tournament_commands.PauseRound: lambda t, by, command: rounds.pause(t, by),
    tournament_commands.ResumeRound: lambda t, by, command: rounds.resume(t, by),
    tournament_commands.ExtendRound: lambda t, by, command: rounds.extend(t, by, command.ms, command.reason),
    tournament_commands.RingBell: lambda t, by, command: rounds.ring_bell(t, by),
    tournament_commands.CloseRound: lambda t, by, command: rounds.close(t, by, unsigned=command.unsigned),
    tournament_commands.EnterPaperResult: lambda t, by, command: rounds.enter_paper_result(
        t, by, command.table, command.points, loners=command.loners, insist=command.insist
    ),
    tournament_commands.CorrectResult: correct_result,
    tournament_commands.EnterLevelTeamsCut: lambda t, by, command: level_teams.enter_cut_cards(t, by, command.cuts),
    tournament_commands.EndTournament: lambda t, by, command: rounds.end_tournament(t, by, insist=command.insist),
    tournament_commands.EnterTap: lambda t, by, command: official.tap(
        t, by, command.tap, before_bell=command.before_bell
    ),
    tournament_commands.UndoEntry: lambda t, by, command: undo.undo(t, by, command.to, command.reason),
    tournament_commands.SignForCaptain: lambda t, by, command: official.sign_for_captain(
        t, by, command.table, command.team, command.points
    ),
    tournament_commands.EnterDrawnMatchCut: lambda t, by, command: official.enter_cut_cards(
        t, by, command.table, command.cards
    ),
    tournament_commands.ShowConductCard: show_conduct_card,
    tournament_commands.GiveFairPlay: lambda t, by, command: official.give_fair_play(
        t, by, command.team, command.points, command.reason
    ),
    tournament_commands.SubstitutePlayer: lambda t, by, command: official.substitute(
        t, by, command.team, command.player, command.fill_in, command.minutes
    ),
    tournament_commands.SignResult: lambda t, by, command: captain.sign_result(t, by, command.team, command.points),
    tournament_commands.ClaimResult: lambda t, by, command: captain.claim_result(
        t, by, command.team, command.points, insist=command.insist
    ),
    tournament_commands.CutAsCaptain: cut_as_captain,
    tournament_commands.CallForHelp: lambda t, by, command: official.call_for_help(
        t, by, command.table, command.reason
    ),
    tournament_commands.AnswerCall: lambda t, by, command: official.answer_call(t, by, command.table, command.at),
}
