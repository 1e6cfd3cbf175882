"""A tournament in the manner of the Tainui Games. One log determines its state, its views and its printed sheets.

- ``entries``: the entries of the log
- ``pairing``: a match of a new round, as the log holds it
- ``settings``: the settings of a tournament
- ``tournament``: the state of a tournament
- ``tally``: the state of a game that an official scores
- ``evolve``: applies a line of the log to the state
- ``round_clock``: appends lines to the log, for a command or for the bell that ends a round
- ``commands``: the commands that a person's link permits
- ``movements``: who sits where in each round, as pure functions
- ``movement``: the movement that the settings choose, and the facts that it needs
- ``scores``: what entries count in a round, and their scores
- ``standings``: ranks teams and marae
- ``views``: what each viewer may see
- ``setting_values``: the settings as people write them
- ``result_sheet``: reads the results of a round from the text of a sheet
- ``csv_rows``: the rows of CSV text that is typed, pasted or exported
- ``team_lists``: the teams of a list that people type, paste or export
- ``list_files``: the file of a list of teams or of results, CSV or an Excel workbook, as text
- ``spreadsheets``: results and standings as rows, for CSV, paper and terminals
- ``paper``: printed sheets
- ``simulation``: whole tournaments played by bots
- ``source_rules``: the rules of the Tainui Games, each with the code that implements it

No module here reads a clock: callers pass the time as an argument.

>>> from uka import ruleset
>>> from uka.tournament import Roster, rounds, teams
>>> day, line = teams.open_tournament("Uka at the marae", ruleset("tainui"), at=0)
>>> for name in ("Kauri", "Toru", "Whetu", "Awa"):
...     day, lines = execute(day, lambda t: teams.enter(t, "director", Roster(name)), at=0, by="director")
>>> day, lines = execute(day, lambda t: teams.set_tables(t, "director", (1, 2)), at=0, by="director")
>>> day, lines = execute(day, lambda t: rounds.seat(t, "director", "a secret"), at=0, by="director")
>>> [(match.table, match.teams) for match in day.round.matches]
[(1, (1, 4)), (2, (2, 3))]
"""

from . import standings
from .commands import captain, official, rounds, teams
from .entries import DIRECTOR, LinkGranted, Role, Roster, TournamentEntries, TournamentEntry, TournamentLine
from .evolve import evolve, replayed
from .movements import CannotSeat
from .round_clock import append_entries, due, execute, tick
from .settings import InvalidTournamentSettings, TournamentSettings
from .standings import MaraeStanding, Standing
from .tournament import DoubtfulInput, Grant, Team, Tournament, TournamentMatch, TournamentRefusal, TournamentRound

__all__ = [
    "DIRECTOR",
    "CannotSeat",
    "DoubtfulInput",
    "Grant",
    "InvalidTournamentSettings",
    "LinkGranted",
    "MaraeStanding",
    "Role",
    "Roster",
    "Standing",
    "Team",
    "Tournament",
    "TournamentEntries",
    "TournamentEntry",
    "TournamentLine",
    "TournamentMatch",
    "TournamentRefusal",
    "TournamentRound",
    "TournamentSettings",
    "append_entries",
    "captain",
    "due",
    "evolve",
    "execute",
    "official",
    "replayed",
    "rounds",
    "standings",
    "teams",
    "tick",
]
