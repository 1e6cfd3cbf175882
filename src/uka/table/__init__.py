"""A live table, pure: one log of what went in, and the table, the screens and the record that follow from it.

Who drives it keeps a ``Table`` and does, one thing at a time:

- for a person: ``act`` with a command of ``people`` or ``play``, which checks and gives entries; the lines of the
  steps are stored together, then each viewer is told each step as ``shown``;
- for the clock: at ``due(table).at``, ``tick``, or a bot's choice by ``play.choose``;
- after a restart: ``Table.replay`` of the stored lines.

>>> from uka.core.ruleset import Ruleset
>>> table, lines = people.opened(Ruleset(), "ana", "Ana", at=0)
>>> table, steps = act(table, lambda table: people.sit(table, "ana", Seat.SOUTH), at=5, by="ana", id="m1")
>>> table.seat_of("ana"), table.applied("ana", "m1"), steps[0].line.entry
(Seat.SOUTH, 1, Sat(player='ana', seat=Seat.SOUTH))
"""

from uka.core.seats import Seat

from .commands import gameplay, people
from .commands.gameplay import Stale
from .entries import Entries, Entry, Line, Phrase, parse
from .game_record import record, records
from .settings import InvalidSetting, Settings, usual
from .table import Refused, Stage, Step, Table, evolve
from .timers import BATCH, Due, act, due, pending, put, tick
from .views.encoder import Showing
from .views.projection import DealView, Person, Scene, Shown, View, deal_view, scene, shown, view

__all__ = [
    "BATCH",
    "DealView",
    "Due",
    "Entries",
    "Entry",
    "InvalidSetting",
    "Line",
    "Person",
    "Phrase",
    "Refused",
    "Scene",
    "Seat",
    "Settings",
    "Showing",
    "Shown",
    "Stage",
    "Stale",
    "Step",
    "Table",
    "View",
    "act",
    "deal_view",
    "due",
    "evolve",
    "gameplay",
    "parse",
    "pending",
    "people",
    "put",
    "record",
    "records",
    "scene",
    "shown",
    "tick",
    "usual",
    "view",
]
