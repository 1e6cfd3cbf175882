"""What clients choose of the deals of a day, and the tables at which people play them for practice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from typing import Any

import msgspec

from uka import days
from uka.core.ruleset import Ruleset
from uka.table import TableSettings
from uka.table.commands import gameplay, people

from .chosen_rules import ruleset_with_changes
from .errors import InvalidRequest
from .pack_secrets import PackSecrets
from .table_commands import FirstOperation

PACES = ("answer_ms", "draw_ms", "deal_ms", "trick_ms", "rest_ms")
"""The settings that a person chooses for the deals of a day: how long bots and finished deals and tricks take."""
USUAL_PACE = TableSettings()


def date_of(text: str) -> date:
    """Return the day that a client names. Raise ``InvalidRequest`` if the text is no date such as 2026-11-24."""
    with suppress(ValueError):
        found = date.fromisoformat(text)
        if str(found) == text:  # fromisoformat also accepts other forms, such as 20261124
            return found
    raise InvalidRequest("a day is a date such as 2026-11-24")


def ruleset_with_text(name: str, changes: str) -> Ruleset:
    """Return a shipped ruleset with a client's changes, which are the text of a JSON object.

    Raise ``InvalidRequest`` if the text is no JSON object, and ``InvalidRuleset`` if the changes are not allowed.
    """
    try:
        found = msgspec.json.decode(changes, type=dict[str, Any])
    except RecursionError:
        raise InvalidRequest("changes are a JSON object: this one is nested too deeply") from None
    except msgspec.MsgspecError as error:
        raise InvalidRequest(f"changes are a JSON object: {error}") from None
    return ruleset_with_changes(name, found)


def chosen_pace(settings: TableSettings | None) -> TableSettings:
    """Return the default settings of a table, but with the pauses of ``settings``, such as the pause after a trick.

    If ``settings`` is None, return the default settings. ``PACES`` lists the settings for pauses.
    """
    if settings is None:
        return USUAL_PACE
    return msgspec.structs.replace(USUAL_PACE, **{name: getattr(settings, name) for name in PACES})


def deals_setting(day: date) -> str:
    """Return the value of the setting ``deals`` of a table that plays the deals of ``day``."""
    return f"day:{day}"


def practice_settings(day: date, pace: TableSettings, bots: str | None = None) -> TableSettings:
    """Return the settings of a table at which somebody plays the deals of ``day`` for practice.

    The settings for pauses are those of ``pace``. The bots are of the level ``bots``, or as in counted games.
    """
    return msgspec.structs.replace(pace, deals=deals_setting(day), bots=bots or days.LEVEL)


def practice_operations(player: str, packs: PackSecrets) -> Iterator[FirstOperation]:
    """Yield the first operations of ``player`` at such a table, whose game begins when a client shows it."""
    yield (lambda table: people.sit(table, player, days.SEAT)), player
    yield (lambda table: people.record_disconnection(table, player)), player  # as for a counted game
    yield (lambda table: gameplay.begin_game(table, player, packs.batch(table))), player
