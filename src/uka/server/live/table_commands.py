"""What a client asks for, as commands of a table."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, TypeAlias

from uka.bots import bot
from uka.table import BATCH, Entries, Settings, Table, people, play
from uka.wire import asks

from ..base.clock import now

TableOperation: TypeAlias = Callable[[Table], Entries]
TableOperationFactory: TypeAlias = Callable[[Table, str, Any], Entries]
SECRET = 32  # bytes of one


def table_operation(ask: asks.Command, player: str) -> TableOperation:
    """What a table is to do for a person."""
    make = COMMANDS[type(ask)]
    return lambda table: make(table, player, ask)


def fresh_secrets() -> bytes:
    """A batch of secrets."""
    return secrets.token_bytes(SECRET * BATCH)


def begin(table: Table, player: str, ask: asks.Begin) -> Entries:
    """A game begins, with secrets of its own."""
    return play.begin(table, player, fresh_secrets(), ask.captain)


def put_bot(table: Table, player: str, ask: asks.PutBot) -> Entries:
    """A bot of a level that there is."""
    if ask.level is not None:
        bot(ask.level)
    return people.bot(table, player, ask.seat, ask.level)


def change(table: Table, player: str, ask: asks.Change) -> Entries:
    """Other settings, with bots that there are."""
    return people.change(table, player, with_known_bots(ask.settings))


def with_known_bots(settings: Settings) -> Settings:
    """Settings whose bots there are; else a refusal."""
    bot(settings.bots)
    return settings


COMMANDS: dict[type[asks.Command], TableOperationFactory] = {
    asks.Sit: lambda table, player, ask: people.sit(table, player, ask.seat),
    asks.Stand: lambda table, player, ask: people.stand(table, player),
    asks.Leave: lambda table, player, ask: people.leave(table, player),
    asks.Away: lambda table, player, ask: people.away(table, player),
    asks.Back: lambda table, player, ask: people.back(table, player),
    asks.Say: lambda table, player, ask: people.say(table, player, ask.phrase, now()),
    asks.PutBot: put_bot,
    asks.Empty: lambda table, player, ask: people.empty(table, player, ask.seat),
    asks.Swap: lambda table, player, ask: people.swap(table, player, ask.a, ask.b),
    asks.Admit: lambda table, player, ask: people.admit(table, player, ask.player),
    asks.Pause: lambda table, player, ask: people.pause(table, player),
    asks.Resume: lambda table, player, ask: people.resume(table, player),
    asks.Remove: lambda table, player, ask: people.remove(table, player, ask.player),
    asks.HandOver: lambda table, player, ask: people.hand_over(table, player, ask.player),
    asks.Change: change,
    asks.Begin: begin,
    asks.Commit: lambda table, player, ask: play.commit(table, player, ask.commitment),
    asks.OpenShare: lambda table, player, ask: play.open_share(table, player, ask.number, ask.share),
    asks.Take: lambda table, player, ask: play.take(table, player, ask.place),
    asks.NameDealer: lambda table, player, ask: play.name_dealer(table, player, ask.dealer),
    asks.Cut: lambda table, player, ask: play.cut(table, player, ask.cards),
    asks.DealCards: lambda table, player, ask: play.deal(table, player, ask.way),
    asks.Ready: lambda table, player, ask: play.ready(table, player),
    asks.Act: lambda table, player, ask: play.submit(table, player, ask.action, ask.version),
    asks.Claim: lambda table, player, ask: play.claim(table, player, ask.version),
    asks.Undo: lambda table, player, ask: play.undo(table, player, ask.version),
}
