"""A live table, event-sourced: its state, its views and its game records follow from one log.

- ``entries``: the entries of the log
- ``events``: the events at a table that are not events of the game
- ``settings``: the settings of a table
- ``table``: the state of a table
- ``talk``: who may talk at a table, and who may read a line of its chat
- ``evolution``: the functions that apply a line of the log to the state
- ``stored_snapshot``: the state at the beginning of a game, from which a long log is read
- ``hand_order``: the order of the cards in a hand
- ``personas``: the names, paces and manners of bots
- ``bot_phrases``: the phrases that bots say
- ``beginning``: the entries that begin a game
- ``bot_turns``: when bots choose, and the random seeds of their choices in given deals (fixed before the game)
- ``quick_timers``: the timers of a quick game (strangers who want the same rules) that waits for people
- ``pause_between_deals``: when the pause between two deals ends
- ``timers``: the timers, which change a table without a command
- ``transitions``: the functions that append lines for a command or a timer
- ``commands``: the commands of people and bots
- ``views``: the views, which hold what each viewer may see
- ``game_record``: the record of a finished game
- ``game_replay``: the replay of a game record step by step, for a screen
- ``recorded_players``: who chose for a seat in a game record

The driver of a table, such as the server, stores the current ``Table``. For a command the driver calls ``execute`` and
stores the new lines in one transaction. It sends each viewer a ``line_view`` of every line. At the time
``due(table).at`` the driver calls ``tick``, or ``gameplay.choose`` if a bot must choose. After a restart the driver
calls ``replayed`` with the stored lines.

>>> from uka.core.ruleset import Ruleset
>>> table, lines = people.open_table(Ruleset(), "ana", "Ana", at=0)
>>> table, steps = execute(table, lambda table: people.sit(table, "ana", Seat.SOUTH), at=5, by="ana", id="m1")
>>> table.seat_of("ana"), table.applied_line("ana", "m1"), steps[0].line.entry
(Seat.SOUTH, 1, SeatTaken(player='ana', seat=Seat.SOUTH))
"""

from uka.core.seats import Seat

from .bot_turns import bot_view, choice_seed, may_choose
from .commands import gameplay, people, quick
from .commands.gameplay import StaleVersion
from .entries import Phrase, TableEntries, TableEntry, TableLine, parse
from .evolution import evolve, replayed
from .game_record import record, records
from .settings import NO_PAUSES, GivenDeals, InvalidTableSettings, TableSettings, default_settings
from .table import Table, TableRefusal, TableStage
from .timers import BATCH, DueTimer, due, pending
from .transitions import TableTransition, append_entries, execute, tick
from .views.deal_view import DealView, deal_view
from .views.line_view import TableLineView, line_view
from .views.public_table import PublicTable, public_table
from .views.table_view import Person, TableView, people_of, table_view
from .views.table_views import TableViews

__all__ = [
    "BATCH",
    "NO_PAUSES",
    "DealView",
    "DueTimer",
    "GivenDeals",
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
    "TableViews",
    "append_entries",
    "bot_view",
    "choice_seed",
    "deal_view",
    "default_settings",
    "due",
    "evolve",
    "execute",
    "gameplay",
    "line_view",
    "may_choose",
    "parse",
    "pending",
    "people",
    "people_of",
    "public_table",
    "quick",
    "record",
    "records",
    "replayed",
    "table_view",
    "tick",
]
