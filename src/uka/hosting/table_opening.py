"""What a new table is like, and what happens first at it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from uka.core.ruleset import Ruleset
from uka.table import TableSettings, default_settings, gameplay, people
from uka.wire.http_bodies import NewTable

from .chosen_rules import ruleset_with_changes
from .errors import InvalidRequest
from .pack_secrets import PackSecrets
from .table_commands import FirstOperation, check_bot_level, check_deals


def new_table(wanted: NewTable) -> tuple[Ruleset, TableSettings]:
    """Return the rules and the settings of a new table as somebody wants it.

    Raise ``InvalidRuleset`` if the rules are not allowed, ``InvalidRequest`` if they have no such seat, and another
    ``UkaError`` if the settings are not allowed.
    """
    rules = ruleset_with_changes(wanted.rules, wanted.changes)
    settings = wanted.settings or default_settings(rules)
    check_deals(settings)
    if wanted.public:
        settings = replace(settings, public=True)
    if wanted.bots is not None:
        settings = replace(settings, bots=wanted.bots)
    if wanted.seat is not None and wanted.seat not in rules.seats:
        raise InvalidRequest(f"these rules have no seat {wanted.seat}")
    check_bot_level(settings)
    return rules, settings


def first_operations(wanted: NewTable, player: str, packs: PackSecrets) -> Iterator[FirstOperation]:
    """Yield the first operations of ``player`` on a new table: to sit down and begin the game, if that is wanted."""
    seat = wanted.seat
    if seat is not None:
        yield (lambda table: people.sit(table, player, seat)), player
    if wanted.begin:
        yield (lambda table: gameplay.begin_game(table, player, packs.batch(table))), player
