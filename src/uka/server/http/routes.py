"""The list of all HTTP and WebSocket routes of the API."""

from __future__ import annotations

from . import (
    coaching,
    days,
    health,
    identity,
    lessons,
    puzzles,
    quick_games,
    records,
    rulesets,
    tables,
    tournaments,
    transfers,
)

ROUTES = (
    *identity.ROUTES,
    *transfers.ROUTES,
    tables.lobby,
    tables.open_table,
    tables.show_table,
    tables.join_table,
    tables.invite,
    tables.socket_of,
    *quick_games.ROUTES,
    records.all_records,
    records.one_record,
    records.replay_of,
    records.replay,
    records.key,
    records.verify,
    *coaching.ROUTES,
    *days.ROUTES,
    *puzzles.ROUTES,
    *tournaments.ROUTES,
    *lessons.ROUTES,
    rulesets.all_rulesets,
    rulesets.ruleset_schema,
    rulesets.one_ruleset,
    rulesets.check_ruleset,
    health.server_page,
    health.is_live,
    health.is_ready,
    health.all_metrics,
)
