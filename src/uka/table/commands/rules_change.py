"""The host's command to choose other rules before the first game of a table."""

from __future__ import annotations

from msgspec.structs import replace

from uka.core.ruleset import Ruleset

from .. import entries as en
from ..entries import TableEntries
from ..settings import TableSettings, default_settings
from ..table import Table, TableRefusal, TableStage


def change_rules(table: Table, player: str, rules: Ruleset) -> TableEntries:
    """The host chooses other rules before the first game.

    The rules determine the default time for each move. If the table uses the default of the present rules, it changes
    to the default of the new rules. If the host has set a different time, this time stays.
    """
    if player != table.host:
        raise TableRefusal("only the host can do that")
    if table.stage is not TableStage.SEATING:
        raise TableRefusal("the rules of a table are chosen before its first game")
    if table.settings.reserved:
        raise TableRefusal("the tournament of this table sets its rules")
    if (given := table.settings.given) and given.kind != "number":
        raise TableRefusal(f"the deals of a {given.kind} belong to rules, which can't be changed")
    if rules.seats != table.rules.seats:
        raise TableRefusal(f"these rules aren't for {len(table.chairs)} players")
    usual, now = _move_clock(default_settings(table.rules)), _move_clock(table.settings)
    move_ms, bank_ms = new = _move_clock(default_settings(rules)) if now == usual else now
    settings = replace(table.settings, move_ms=move_ms, bank_ms=bank_ms)
    return (en.RulesChanged(rules), en.SettingsChanged(settings)) if new != now else (en.RulesChanged(rules),)


def _move_clock(settings: TableSettings) -> tuple[int, int]:
    return settings.move_ms, settings.bank_ms
