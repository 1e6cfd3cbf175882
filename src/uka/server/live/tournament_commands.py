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
LINK = 6
"""The length of a grant's id in bytes. A grant gives the holder of a tournament link a role in the tournament.

The id may be short, since the link also contains a signature, which can't be guessed.
"""
SECRET = 32
"""The length, in bytes, of the secret from which the random pairings of a round are drawn."""


def tournament_operation(order: tournament_commands.LoggedTournamentCommand, by: str) -> TournamentOperation:
    """Return the operation on a tournament that carries out a command. ``by`` is the id of the client's grant."""
    make = COMMANDS[type(order)]
    return lambda t: make(t, by, order)


def fresh_grant() -> str:
    """Return a new random id for a grant, in hexadecimal."""
    return secrets.token_hex(LINK)


def fresh_secret() -> str:
    """Return a new secret, in hexadecimal, from which the random pairings of a round are drawn."""
    return secrets.token_hex(SECRET)


def give_link(t: Tournament, by: str, order: tournament_commands.GrantLink) -> TournamentEntries:
    """Return the entries that grant a link to an official, captain, player or director."""
    return teams.grant(t, by, LinkGranted(fresh_grant(), order.role, order.name, order.table, order.team))


def show_card(t: Tournament, by: str, order: tournament_commands.ShowConductCard) -> TournamentEntries:
    """Return the entries that show a conduct card (green, orange or red) for misconduct."""
    card = ConductCardShown(order.team, order.colour, order.reason, order.player, order.cheating)
    return official.card(t, by, card, fill_in=order.fill_in)


def cut_card(t: Tournament, by: str, order: tournament_commands.CutAsCaptain) -> TournamentEntries:
    """Return the entries for a captain who cuts a card from the pack after a tied game.

    The team with the higher card moves to the next table. At an online table the server chooses the card at random.
    """
    cards = [card for card in t.rules.cards if card is not Card.JOKER]
    lots = SystemRandom().sample(cards, len(cards))
    return captain.cut(t, by, order.team, order.card, lots)


def correct(t: Tournament, by: str, order: tournament_commands.CorrectResult) -> TournamentEntries:
    """Return the entries that correct the points of a game."""
    correction = ResultCorrected(order.round, order.table, order.points, order.reason)
    return rounds.correct(t, by, correction, insist=order.insist)


COMMANDS: dict[type[Any], TournamentOperationFactory] = {
    tournament_commands.ChangeTournamentSettings: lambda t, by, order: teams.change(t, by, order.settings),
    tournament_commands.GrantLink: give_link,
    tournament_commands.GrantLinks: lambda t, by, order: teams.grant_all(t, by, Role(order.role), fresh_grant),
    tournament_commands.RevokeLink: lambda t, by, order: teams.take_back(t, by, order.grant),
    tournament_commands.EnterTeam: lambda t, by, order: teams.enter(t, by, order.roster, alike=order.alike),
    tournament_commands.AmendTeam: lambda t, by, order: teams.amend(t, by, order.team, order.roster, alike=order.alike),
    tournament_commands.WithdrawTeam: lambda t, by, order: teams.withdraw(t, by, order.team, order.reason),
    tournament_commands.RejoinTeam: lambda t, by, order: teams.rejoin(t, by, order.team),
    tournament_commands.SetTables: lambda t, by, order: teams.tables(t, by, order.numbers),
    tournament_commands.SeatRound: lambda t, by, order: rounds.seat(t, by, fresh_secret()),
    tournament_commands.StartRound: lambda t, by, order: rounds.start(t, by),
    tournament_commands.PauseRound: lambda t, by, order: rounds.pause(t, by),
    tournament_commands.ResumeRound: lambda t, by, order: rounds.resume(t, by),
    tournament_commands.ExtendRound: lambda t, by, order: rounds.extend(t, by, order.ms, order.reason),
    tournament_commands.RingBell: lambda t, by, order: rounds.ring(t, by),
    tournament_commands.CloseRound: lambda t, by, order: rounds.close(t, by, unsigned=order.unsigned),
    tournament_commands.EnterPaperResult: lambda t, by, order: rounds.paper(
        t, by, order.table, order.points, insist=order.insist
    ),
    tournament_commands.CorrectResult: correct,
    tournament_commands.EnterStandingsCut: lambda t, by, order: level_teams.cut(t, by, order.cuts),
    tournament_commands.EndTournament: lambda t, by, order: rounds.end(t, by, insist=order.insist),
    tournament_commands.EnterTap: lambda t, by, order: official.tap(t, by, order.tap, before_bell=order.before_bell),
    tournament_commands.UndoEntry: lambda t, by, order: undo.undo(t, by, order.to, order.reason),
    tournament_commands.SignForCaptain: lambda t, by, order: official.sign(
        t, by, order.table, order.team, order.points
    ),
    tournament_commands.EnterTieBreakCut: lambda t, by, order: official.cut(t, by, order.table, order.cards),
    tournament_commands.ShowConductCard: show_card,
    tournament_commands.GiveFairPlay: lambda t, by, order: official.fair_play(
        t, by, order.team, order.points, order.reason
    ),
    tournament_commands.SubstitutePlayer: lambda t, by, order: official.fill(
        t, by, order.team, order.player, order.fill_in, order.minutes
    ),
    tournament_commands.SignResult: lambda t, by, order: captain.confirm(t, by, order.team, order.points),
    tournament_commands.ClaimResult: lambda t, by, order: captain.claim(
        t, by, order.team, order.points, insist=order.insist
    ),
    tournament_commands.CutAsCaptain: cut_card,
    tournament_commands.CallForHelp: lambda t, by, order: official.call(t, by, order.table, order.reason),
    tournament_commands.AnswerCall: lambda t, by, order: official.answer(t, by, order.table, order.at),
}
