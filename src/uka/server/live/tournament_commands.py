"""What a client of a tournament asks for, as commands of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import SystemRandom
from typing import Any, TypeAlias

from uka.core.cards import Card
from uka.tournament import Entries, Role, Tournament, captain, official, rounds, teams
from uka.wire import orders

TournamentOperation: TypeAlias = Callable[[Tournament], Entries]
TournamentOperationFactory: TypeAlias = Callable[[Tournament, str, Any], Entries]
LINK = 6
"""Bytes of a grant's id; what makes a link hard to guess is its signature."""
SECRET = 32
"""Bytes that a draw is made from."""


def tournament_operation(order: orders.OrderCommand, by: str) -> TournamentOperation:
    """What a tournament is to do for who holds a link."""
    make = COMMANDS[type(order)]
    return lambda t: make(t, by, order)


def fresh_grant() -> str:
    """An id for a link."""
    return secrets.token_hex(LINK)


def fresh_secret() -> str:
    """What a draw is made from."""
    return secrets.token_hex(SECRET)


def give_link(t: Tournament, by: str, order: orders.GiveLink) -> Entries:
    """A link for somebody."""
    return teams.grant(t, by, fresh_grant(), order.role, order.name, table=order.table, team=order.team)


def show_card(t: Tournament, by: str, order: orders.ShowCard) -> Entries:
    """A card for conduct."""
    names = {"player": order.player, "fill_in": order.fill_in}
    return official.card(t, by, order.team, order.colour, order.reason, **names, cheating=order.cheating)


def cut_card(t: Tournament, by: str, order: orders.CutCard) -> Entries:
    """What a captain cuts; at a table of the server it is drawn by lot."""
    cards = [card for card in t.rules.cards if card is not Card.JOKER]
    lots = SystemRandom().sample(cards, len(cards))
    return captain.cut(t, by, order.team, order.card, lots)


def correct(t: Tournament, by: str, order: orders.Correct) -> Entries:
    """A game's points as they should have been."""
    return rounds.correct(t, by, order.round, order.table, order.points, order.reason, insist=order.insist)


COMMANDS: dict[type[Any], TournamentOperationFactory] = {
    orders.Agree: lambda t, by, order: teams.change(t, by, order.settings),
    orders.GiveLink: give_link,
    orders.GiveLinks: lambda t, by, order: teams.grant_all(t, by, Role(order.role), fresh_grant),
    orders.TakeBack: lambda t, by, order: teams.take_back(t, by, order.grant),
    orders.Enter: lambda t, by, order: teams.enter(t, by, order.roster, alike=order.alike),
    orders.Amend: lambda t, by, order: teams.amend(t, by, order.team, order.roster, alike=order.alike),
    orders.Withdraw: lambda t, by, order: teams.withdraw(t, by, order.team, order.reason),
    orders.Rejoin: lambda t, by, order: teams.rejoin(t, by, order.team),
    orders.SetTables: lambda t, by, order: teams.tables(t, by, order.numbers),
    orders.SeatTeams: lambda t, by, order: rounds.seat(t, by, fresh_secret()),
    orders.StartRound: lambda t, by, order: rounds.start(t, by),
    orders.PauseRound: lambda t, by, order: rounds.pause(t, by),
    orders.ResumeRound: lambda t, by, order: rounds.resume(t, by),
    orders.ExtendRound: lambda t, by, order: rounds.extend(t, by, order.ms, order.reason),
    orders.RingBell: lambda t, by, order: rounds.ring(t, by),
    orders.CloseRound: lambda t, by, order: rounds.close(t, by, unsigned=order.unsigned),
    orders.EnterPaper: lambda t, by, order: rounds.paper(t, by, order.table, order.points, insist=order.insist),
    orders.Correct: correct,
    orders.EndTournament: lambda t, by, order: rounds.end(t, by),
    orders.TapIn: lambda t, by, order: official.tap(t, by, order.tap, before_bell=order.before_bell),
    orders.TakeTapBack: lambda t, by, order: official.undo(t, by, order.to, order.reason),
    orders.LetSign: lambda t, by, order: official.sign(t, by, order.table, order.team, order.points),
    orders.CutCards: lambda t, by, order: official.cut(t, by, order.table, order.cards),
    orders.ShowCard: show_card,
    orders.GiveFairPlay: lambda t, by, order: official.fair_play(t, by, order.team, order.points, order.reason),
    orders.FillIn: lambda t, by, order: official.fill(t, by, order.team, order.player, order.fill_in, order.minutes),
    orders.SignResult: lambda t, by, order: captain.confirm(t, by, order.team, order.points),
    orders.SayPoints: lambda t, by, order: captain.claim(t, by, order.team, order.points, insist=order.insist),
    orders.CutCard: cut_card,
    orders.CallToTable: lambda t, by, order: official.call(t, by, order.table, order.reason),
    orders.AnswerCall: lambda t, by, order: official.answer(t, by, order.table, order.at),
}
