"""A season: several events, and the table that they make. One log determines its state.

- ``entries``: the entries of the log
- ``cards_worth``: what the cards of a recorded game were worth, by par or by review
- ``event_results``: the results of an event, read from its tournament
- ``season``: the state of a season, rebuilt from its log
- ``commands``: what the organiser does: add an event, match two names, undo
- ``table``: who leads, who came, and how members did against each other
- ``ratings``: how strong members are, in points a game or cleaned of cards in points a deal, with intervals
- ``honours``: who has led, come, won and gone alone most
- ``season_sheets``: the table and the ratings as rows, for CSV and workbooks
- ``season_page``: a season as an HTML page, to print and to share

No module here reads a clock: callers pass the time as an argument.
"""

from .commands import add_event, append_entries, match_name, open_season, undo
from .entries import SeasonEntry, SeasonLine, SeasonSettings
from .event_results import event_added
from .season import Season, SeasonRefusal, replayed
from .table import SeasonStanding, season_table

__all__ = [
    "Season",
    "SeasonEntry",
    "SeasonLine",
    "SeasonRefusal",
    "SeasonSettings",
    "SeasonStanding",
    "add_event",
    "append_entries",
    "event_added",
    "match_name",
    "open_season",
    "replayed",
    "season_table",
    "undo",
]
