"""Maps the commands of a client to operations on a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from uka.bots import check_playable
from uka.table import Table, TableEntries, TableRefusal, TableSettings
from uka.table.commands import gameplay, people
from uka.wire import table_commands

from .chosen_rules import ruleset_with_changes
from .ids import DAY_HOST
from .pack_secrets import PackSecrets

TableOperation: TypeAlias = Callable[[Table], TableEntries]
FirstOperation: TypeAlias = tuple[TableOperation, str]
"""An operation on a new table, and the id of its author: a guest, or the host id of the server itself."""
TableOperationFactory: TypeAlias = Callable[[Table, str, Any], TableEntries]


class CommandedTable(Protocol):
    """The attributes and methods of a live table that the operations on it use."""

    @property
    def packs(self) -> PackSecrets:
        """The object that makes the server's secret inputs to the shuffles of packs."""
        ...

    def now(self) -> int:
        """Return the present time of the table's log, in milliseconds since 1970."""
        ...


def table_operation(command: table_commands.LoggedTableCommand, player: str, live: CommandedTable) -> TableOperation:
    """Return a function from the state of the table ``live`` to the log entries that carry out ``command``.

    ``player`` is the id of the person who sent the command.
    """
    if isinstance(command, table_commands.BeginGame):
        return lambda table: begin(table, player, command, live.packs)
    if isinstance(command, table_commands.SayPhrase):
        return lambda table: people.say(table, player, command.phrase, live.now())
    make_entries = COMMANDS[type(command)]

    def operation(table: Table) -> TableEntries:
        _check_plays_alone(table, command)
        return make_entries(table, player, command)

    return operation


def _check_plays_alone(table: Table, command: table_commands.LoggedTableCommand) -> None:
    """Raise ``TableRefusal`` if ``command`` would let a bot play on for a person in a counted game.

    A counted game is a person's first game with the deals of a day, whose result goes onto the board of that day.
    """
    if table.host == DAY_HOST and table.playing and isinstance(command, SUBSTITUTING_COMMANDS):
        raise TableRefusal("nobody plays for you in the day's deals: close the page, and go on when you like")


def begin(table: Table, player: str, command: table_commands.BeginGame, packs: PackSecrets) -> TableEntries:
    """Return the log entries that begin a game. ``packs`` makes the server's secret inputs to the shuffles."""
    return gameplay.begin_game(table, player, packs.batch(table), command.captain)


def seat_bot(table: Table, player: str, command: table_commands.SeatBot) -> TableEntries:
    """Return the log entries that seat a bot; raise ``UkaError`` if no bot of that level plays here."""
    if command.level is not None:
        check_playable(command.level)
    return people.seat_bot(table, player, command.seat, command.level)


def change_settings(table: Table, player: str, command: table_commands.ChangeSettings) -> TableEntries:
    """Return the log entries that change the settings of a table.

    Raise ``UkaError`` if no bot of the level ``command.settings.bots`` plays here. Raise ``TableRefusal`` if the deals
    would change, and the old or the new ones are those of a day or of a match, which several tables play.
    """
    if command.settings.deals != table.settings.deals:
        check_deals(command.settings)
        check_deals(table.settings)
    check_bot_level(command.settings)
    return people.change_settings(table, player, command.settings)


def change_rules(table: Table, player: str, command: table_commands.ChangeRules) -> TableEntries:
    """Return the log entries that change the rules; raise ``InvalidRuleset`` if the new rules are not allowed."""
    return people.change_rules(table, player, ruleset_with_changes(command.rules, command.changes))


def check_deals(settings: TableSettings) -> None:
    """Raise ``TableRefusal`` if ``settings`` fix the deals to those of a day or of a match.

    Several tables play such deals, and only the server itself opens tables for them.
    """
    if settings.given and settings.given.kind != "number":
        raise TableRefusal(f"only the server opens tables for the deals of a {settings.given.kind}")


def check_bot_level(settings: TableSettings) -> None:
    """Raise ``UkaError`` if no bot of the level ``settings.bots`` plays here."""
    check_playable(settings.bots)


SUBSTITUTING_COMMANDS = (table_commands.TakeBreak, table_commands.LeaveSeat, table_commands.LeaveTable)
"""Commands after which a bot plays in the seat of the person."""
COMMANDS: dict[type[table_commands.LoggedTableCommand], TableOperationFactory] = {
    table_commands.TakeSeat: lambda table, player, command: people.sit(table, player, command.seat),
    table_commands.LeaveSeat: lambda table, player, command: people.stand(table, player),
    table_commands.LeaveTable: lambda table, player, command: people.leave(table, player),
    table_commands.TakeBreak: lambda table, player, command: people.take_break(table, player),
    table_commands.EndBreak: lambda table, player, command: people.end_break(table, player),
    table_commands.SeatBot: seat_bot,
    table_commands.RemoveBot: lambda table, player, command: people.remove_bot(table, player, command.seat),
    table_commands.SwapSeats: lambda table, player, command: people.swap_seats(table, player, command.a, command.b),
    table_commands.AdmitPlayer: lambda table, player, command: people.admit(table, player, command.player),
    table_commands.PauseTable: lambda table, player, command: people.pause(table, player),
    table_commands.ResumeTable: lambda table, player, command: people.resume(table, player),
    table_commands.RemovePlayer: lambda table, player, command: people.remove_player(table, player, command.player),
    table_commands.ChangeHost: lambda table, player, command: people.change_host(table, player, command.player),
    table_commands.ChangeSettings: change_settings,
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
