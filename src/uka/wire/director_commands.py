"""The commands that only a director of a tournament may send.

They concern the settings, links, teams and rounds of the tournament, and results from paper sheets.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from uka.core.cards import Card
from uka.tournament import Role, Roster, TournamentSettings
from uka.tournament.commands.plausibility import Alike

from .tournament_command_base import Number, Score, TournamentCommandBase, Words


class ChangeTournamentSettings(TournamentCommandBase, frozen=True):
    """Replace all settings of the tournament."""

    settings: TournamentSettings


class GrantLink(TournamentCommandBase, frozen=True):
    """Give the person ``name`` a link for a role.

    A link for an official needs ``table``. A link for a captain or a player needs ``team``. A link for a director has
    neither.
    """

    role: Role
    name: Words
    table: Number | None = None
    team: Number | None = None


class GrantLinks(TournamentCommandBase, frozen=True):
    """Give a link for ``role`` to each table or team that has no such link.

    Links for officials go to tables. Links for captains and players go to teams.
    """

    role: Literal["official", "captain", "player"]


class RevokeLink(TournamentCommandBase, frozen=True):
    """Make the link with the grant id ``grant`` invalid."""

    grant: Words


class EnterTeam(TournamentCommandBase, frozen=True):
    """Enter a team.

    ``alike`` decides what happens if the team's marae (community) has a name similar to another marae's name. If it is
    ``same``, the server treats both names as one marae. If it is ``other``, the server treats them as two marae. If it
    is ``ask``, the server refuses the command.
    """

    roster: Roster
    alike: Alike = "ask"


class AmendTeam(TournamentCommandBase, frozen=True):
    """Replace the roster of a team. ``alike`` has the same meaning as in ``EnterTeam``."""

    team: Number
    roster: Roster
    alike: Alike = "ask"


class WithdrawTeam(TournamentCommandBase, frozen=True):
    """Withdraw a team from the tournament."""

    team: Number
    reason: Words = ""


class RejoinTeam(TournamentCommandBase, frozen=True):
    """Let a withdrawn team play again."""

    team: Number


class SetTables(TournamentCommandBase, frozen=True):
    """Set the numbers of the tables in use."""

    numbers: Annotated[tuple[Number, ...], Meta(max_length=1_000)]


class SeatRound(TournamentCommandBase, frozen=True):
    """Assign the teams to tables for the next round. If a seated round has not started, assign its teams again."""


class StartRound(TournamentCommandBase, frozen=True):
    """Start the round and its clock at all tables at once."""


class PauseRound(TournamentCommandBase, frozen=True):
    """Stop the clock of the round."""


class ResumeRound(TournamentCommandBase, frozen=True):
    """Start the clock of the round again after a pause."""


class ExtendRound(TournamentCommandBase, frozen=True):
    """Make the round longer by ``ms`` milliseconds. A negative number makes the round shorter."""

    ms: Annotated[int, Meta(ge=-3_600_000, le=3_600_000)]
    reason: Words = ""


class RingBell(TournamentCommandBase, frozen=True):
    """Ring the bell now, before the time of the round is up."""


class CloseRound(TournamentCommandBase, frozen=True):
    """Close the round, so that its results count.

    If ``unsigned`` is true, the round closes even if captains have not signed their results.
    """

    unsigned: bool = False


class EnterPaperResult(TournamentCommandBase, frozen=True):
    """Enter the points of a game from a paper sheet.

    If ``insist`` is true, the server accepts points that seem wrong.
    """

    table: Number
    points: Score
    insist: bool = False


class CorrectResult(TournamentCommandBase, frozen=True):
    """Correct the points of a game. If ``insist`` is true, the server accepts points that seem wrong."""

    round: Number
    table: Number
    points: Score
    reason: Words
    insist: bool = False


class EnterLevelTeamsCut(TournamentCommandBase, frozen=True):
    """Enter the cards that the captains of level teams cut, to part these teams in the standings.

    ``cuts`` holds the number of each team of one group of level teams, with the card of its captain. The highest card
    ranks first. Teams whose cards have the same rank stay level, and cut again.
    """

    cuts: Annotated[tuple[tuple[Number, Card], ...], Meta(max_length=1_000)]


class EndTournament(TournamentCommandBase, frozen=True):
    """End the tournament. After that, no further round can be seated.

    If ``insist`` is true, the server accepts that a seated or planned round is not played.
    """

    insist: bool = False
