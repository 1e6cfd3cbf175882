"""Maps the commands of a client to operations on a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from uka.bots import bot
from uka.table import Table, TableEntries, TableRefusal, TableSettings
from uka.table.commands import gameplay, people, rules_change
from uka.wire import table_commands

from ..base.chosen_rules import ruleset_with_changes
from ..base.ids import DAY_HOST
from .pack_secrets import PackSecrets

TableOperation: TypeAlias = Callable[[Table], TableEntries]
TableOperationFactory: TypeAlias = Callable[[Table, str, Any], TableEntries]


class CommandedTable(Protocol):
    """The attributes and methods of a live table that the operations on it use."""

    @property
    def packs(self) -> PackSecrets:
        """The maker of the server's secrets for shuffles."""
        ...

    def now(self) -> int:
        """Return the present time of the table's log, in milliseconds since 1970."""
        ...


def table_operation(ask: table_commands.LoggedTableCommand, player: str, live: CommandedTable) -> TableOperation:
    """Return the operation on the table ``live`` that carries out a command.

    ``ask`` is the command, and ``player`` is the id of the person who sent it.
    """
    if isinstance(ask, table_commands.BeginGame):
        return lambda table: begin(table, player, ask, live.packs)
    if isinstance(ask, table_commands.SayPhrase):
        return lambda table: people.say(table, player, ask.phrase, live.now())
    make = COMMANDS[type(ask)]
    return lambda table: make(_with_own_player(table, ask), player, ask)


def _with_own_player(table: Table, ask: table_commands.LoggedTableCommand) -> Table:
    """Return the table; raise ``TableRefusal`` if a bot would take over a person's counted game of a day."""
    if table.host == DAY_HOST and table.playing and isinstance(ask, SUBSTITUTED):
        raise TableRefusal("nobody plays for you in the day's deals: close the page, and go on when you like")
    return table


def begin(table: Table, player: str, ask: table_commands.BeginGame, packs: PackSecrets) -> TableEntries:
    """Return the entries that begin a game, with the server's secrets for its shuffles."""
    return gameplay.begin(table, player, packs.batch(table), ask.captain)


def put_bot(table: Table, player: str, ask: table_commands.SeatBot) -> TableEntries:
    """Return the entries that seat a bot; raise ``UkaError`` if the requested bot level does not exist."""
    if ask.level is not None:
        bot(ask.level)
    return people.bot(table, player, ask.seat, ask.level)


def change(table: Table, player: str, ask: table_commands.ChangeSettings) -> TableEntries:
    """Return the entries that change the settings; raise ``UkaError`` if their bot level does not exist."""
    if ask.settings.deals != table.settings.deals:
        check_deals(ask.settings)
        check_deals(table.settings)
    return people.change(table, player, with_known_bots(ask.settings))


def change_rules(table: Table, player: str, ask: table_commands.ChangeRules) -> TableEntries:
    """Return the entries that change the rules; raise ``InvalidRuleset`` if the new rules are not allowed."""
    return rules_change.change_rules(table, player, ruleset_with_changes(ask.rules, ask.changes))


def check_deals(settings: TableSettings) -> None:
    """Raise ``TableRefusal`` for the deals of a day or of a match: only the server opens tables for these."""
    if settings.given and settings.given.kind != "number":
        raise TableRefusal(f"only the server opens tables for the deals of a {settings.given.kind}")


def with_known_bots(settings: TableSettings) -> TableSettings:
    """Return the settings unchanged; raise ``UkaError`` if their bot level does not exist."""
    bot(settings.bots)
    return settings


SUBSTITUTED = (table_commands.TakeBreak, table_commands.LeaveSeat, table_commands.LeaveTable)
"""Commands after which a bot plays in the seat of the person."""
COMMANDS: dict[type[table_commands.LoggedTableCommand], TableOperationFactory] = {
    table_commands.TakeSeat: lambda table, player, ask: people.sit(table, player, ask.seat),
    table_commands.LeaveSeat: lambda table, player, ask: people.stand(table, player),
    table_commands.LeaveTable: lambda table, player, ask: people.leave(table, player),
    table_commands.TakeBreak: lambda table, player, ask: people.away(table, player),
    table_commands.EndBreak: lambda table, player, ask: people.back(table, player),
    table_commands.SeatBot: put_bot,
    table_commands.RemoveBot: lambda table, player, ask: people.empty(table, player, ask.seat),
    table_commands.SwapSeats: lambda table, player, ask: people.swap(table, player, ask.a, ask.b),
    table_commands.AdmitPlayer: lambda table, player, ask: people.admit(table, player, ask.player),
    table_commands.PauseTable: lambda table, player, ask: people.pause(table, player),
    table_commands.ResumeTable: lambda table, player, ask: people.resume(table, player),
    table_commands.RemovePlayer: lambda table, player, ask: people.remove(table, player, ask.player),
    table_commands.ChangeHost: lambda table, player, ask: people.hand_over(table, player, ask.player),
    table_commands.ChangeSettings: change,
    table_commands.ChangeRules: change_rules,
    table_commands.CommitShares: lambda table, player, ask: gameplay.commit(table, player, ask.commitment),
    table_commands.OpenShare: lambda table, player, ask: gameplay.open_share(table, player, ask.number, ask.share),
    table_commands.TakeDrawCard: lambda table, player, ask: gameplay.take(table, player, ask.place),
    table_commands.NameDealer: lambda table, player, ask: gameplay.name_dealer(table, player, ask.dealer),
    table_commands.CutPack: lambda table, player, ask: gameplay.cut(table, player, ask.cards),
    table_commands.DealCards: lambda table, player, ask: gameplay.deal(table, player, ask.packet_pattern),
    table_commands.DeclareReady: lambda table, player, ask: gameplay.ready(table, player),
    table_commands.SubmitAction: lambda table, player, ask: gameplay.submit(table, player, ask.action, ask.version),
    table_commands.ClaimTricks: lambda table, player, ask: gameplay.claim(table, player, ask.version),
    table_commands.CheckClaim: lambda table, player, ask: gameplay.check_claim(table, player, ask.version),
    table_commands.UndoAction: lambda table, player, ask: gameplay.undo(table, player, ask.version),
}
