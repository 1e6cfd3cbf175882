"""Maps the commands of a client to operations on a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from uka.bots import bot
from uka.table import Table, TableEntries, TableRefusal, TableSettings
from uka.table.commands import gameplay, people
from uka.wire import table_commands

from ..base.chosen_rules import ruleset_with_changes
from ..base.ids import DAY_HOST
from .pack_secrets import PackSecrets

TableOperation: TypeAlias = Callable[[Table], TableEntries]
FirstOperation: TypeAlias = tuple[TableOperation, str]
"""An operation on a new table, with its author: the id of a guest, or the server's name as a host."""
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


def table_operation(command: table_commands.LoggedTableCommand, player: str, live: CommandedTable) -> TableOperation:
    """Return the operation on the table ``live`` that carries out a command.

    ``command`` is the command, and ``player`` is the id of the person who sent it.
    """
    if isinstance(command, table_commands.BeginGame):
        return lambda table: begin(table, player, command, live.packs)
    if isinstance(command, table_commands.SayPhrase):
        return lambda table: people.say(table, player, command.phrase, live.now())
    make = COMMANDS[type(command)]
    return lambda table: make(_with_own_player(table, command), player, command)


def _with_own_player(table: Table, command: table_commands.LoggedTableCommand) -> Table:
    """Return the table; raise ``TableRefusal`` if a bot would take over a person's counted game of a day."""
    if table.host == DAY_HOST and table.playing and isinstance(command, SUBSTITUTED):
        raise TableRefusal("nobody plays for you in the day's deals: close the page, and go on when you like")
    return table


def begin(table: Table, player: str, command: table_commands.BeginGame, packs: PackSecrets) -> TableEntries:
    """Return the entries that begin a game, with the server's secrets for its shuffles."""
    return gameplay.begin_game(table, player, packs.batch(table), command.captain)


def put_bot(table: Table, player: str, command: table_commands.SeatBot) -> TableEntries:
    """Return the entries that seat a bot; raise ``UkaError`` if the requested bot level does not exist."""
    if command.level is not None:
        bot(command.level)
    return people.seat_bot(table, player, command.seat, command.level)


def change(table: Table, player: str, command: table_commands.ChangeSettings) -> TableEntries:
    """Return the entries that change the settings; raise ``UkaError`` if their bot level does not exist."""
    if command.settings.deals != table.settings.deals:
        check_deals(command.settings)
        check_deals(table.settings)
    return people.change_settings(table, player, with_known_bots(command.settings))


def change_rules(table: Table, player: str, command: table_commands.ChangeRules) -> TableEntries:
    """Return the entries that change the rules; raise ``InvalidRuleset`` if the new rules are not allowed."""
    return people.change_rules(table, player, ruleset_with_changes(command.rules, command.changes))


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
    table_commands.TakeSeat: lambda table, player, command: people.sit(table, player, command.seat),
    table_commands.LeaveSeat: lambda table, player, command: people.stand(table, player),
    table_commands.LeaveTable: lambda table, player, command: people.leave(table, player),
    table_commands.TakeBreak: lambda table, player, command: people.take_break(table, player),
    table_commands.EndBreak: lambda table, player, command: people.end_break(table, player),
    table_commands.SeatBot: put_bot,
    table_commands.RemoveBot: lambda table, player, command: people.remove_bot(table, player, command.seat),
    table_commands.SwapSeats: lambda table, player, command: people.swap_seats(table, player, command.a, command.b),
    table_commands.AdmitPlayer: lambda table, player, command: people.admit(table, player, command.player),
    table_commands.PauseTable: lambda table, player, command: people.pause(table, player),
    table_commands.ResumeTable: lambda table, player, command: people.resume(table, player),
    table_commands.RemovePlayer: lambda table, player, command: people.remove_player(table, player, command.player),
    table_commands.ChangeHost: lambda table, player, command: people.hand_over(table, player, command.player),
    table_commands.ChangeSettings: change,
    table_commands.ChangeRules: change_rules,
    table_commands.CommitShares: lambda table, player, command: gameplay.commit_shares(
        table, player, command.commitment
    ),
    table_commands.OpenShare: lambda table, player, command: gameplay.open_share(
        table, player, command.number, command.share
    ),
    table_commands.TakeDrawCard: lambda table, player, command: gameplay.take_draw_card(table, player, command.place),
    table_commands.NameDealer: lambda table, player, command: gameplay.name_dealer(table, player, command.dealer),
    table_commands.CutPack: lambda table, player, command: gameplay.cut_pack(table, player, command.cards),
    table_commands.DealCards: lambda table, player, command: gameplay.deal_cards(table, player, command.packet_pattern),
    table_commands.DeclareReady: lambda table, player, command: gameplay.declare_ready(table, player),
    table_commands.SubmitAction: lambda table, player, command: gameplay.submit_action(
        table, player, command.action, command.version
    ),
    table_commands.ClaimTricks: lambda table, player, command: gameplay.claim_tricks(table, player, command.version),
    table_commands.CheckClaim: lambda table, player, command: gameplay.check_claim(table, player, command.version),
    table_commands.UndoAction: lambda table, player, command: gameplay.undo_action(table, player, command.version),
}
