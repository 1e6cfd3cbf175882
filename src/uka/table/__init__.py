"""A live table, pure: one log of what went in, and the table, the screens and the record that follow from it.

Who drives it keeps a ``Table`` and does, one thing at a time:

- for a person: ``execute`` with a command of ``people`` or ``play``, which checks and gives entries; the lines of the
  steps are stored together, then each viewer is told each step as ``line_view``;
- for the clock: at ``due(table).at``, ``tick``, or a bot's choice by ``play.choose``;
- after a restart: ``Table.replay`` of the stored lines.

>>> from uka.core.ruleset import Ruleset
>>> table, lines = people.opened(Ruleset(), "ana", "Ana", at=0)
>>> table, steps = execute(table, lambda table: people.sit(table, "ana", Seat.SOUTH), at=5, by="ana", id="m1")
>>> table.seat_of("ana"), table.applied("ana", "m1"), steps[0].line.entry
(Seat.SOUTH, 1, SeatTaken(player='ana', seat=Seat.SOUTH))
"""

from uka.core.seats import Seat

from .commands import gameplay, people
from .commands.gameplay import StaleVersion
from .entries import Phrase, TableEntries, TableEntry, TableLine, parse
from .game_record import record, records
from .settings import InvalidTableSettings, TableSettings, default_settings
from .table import Table, TableRefusal, TableStage, TableTransition, evolve
from .timers import BATCH, DueTimer, append_entries, due, execute, pending, tick
from .views.encoder import DealEncoder
from .views.projection import (
    DealView,
    Person,
    PublicTable,
    TableLineView,
    TableView,
    deal_view,
    line_view,
    public_table,
    table_view,
)

__all__ = [
    "BATCH",
    "DealEncoder",
    "DealView",
    "DueTimer",
    "InvalidTableSettings",
    "Person",
    "Phrase",
    "PublicTable",
    "Seat",
    "StaleVersion",
    "Table",
    "TableEntries",
    "TableEntry",
    "TableLine",
    "TableLineView",
    "TableRefusal",
    "TableSettings",
    "TableStage",
    "TableTransition",
    "TableView",
    "append_entries",
    "deal_view",
    "default_settings",
    "due",
    "evolve",
    "execute",
    "gameplay",
    "line_view",
    "parse",
    "pending",
    "people",
    "public_table",
    "record",
    "records",
    "table_view",
    "tick",
]
