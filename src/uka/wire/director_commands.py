"""The commands that only a director of a tournament may send over its WebSocket.

These commands concern the settings, links, teams and rounds of the tournament, and results on paper.
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
    """Give a person a link: a secret address that lets its holder act in the tournament in a role."""

    role: Role
    name: Words
    """The name of the person."""
    table: Number | None = None
    """The number of the table, for an official's link only."""
    team: Number | None = None
    """The number of the team, for a captain's or a player's link only."""


class GrantLinks(TournamentCommandBase, frozen=True):
    """Make a link for ``role`` for each table or team that has no such link yet.

    A link is a secret address that lets its holder act in a role. Links of officials are for tables; links of captains
    and players are for teams.
    """

    role: Literal["official", "captain", "player"]


class RevokeLink(TournamentCommandBase, frozen=True):
    """Make a link invalid, so that its holder can no longer act in the tournament. ``grant`` is the id of the link."""

    grant: Words


class EnterTeam(TournamentCommandBase, frozen=True):
    """Enter a team in the tournament."""

    roster: Roster
    alike: Alike = "ask"
    """What happens if the team's marae (community) has a name similar to that of another marae.

    "same": the server treats both names as one marae. "other": it treats the names as two marae. "ask": it refuses the
    command.
    """


class AmendTeam(TournamentCommandBase, frozen=True):
    """Replace the roster of a team: its name, its players and its marae (community)."""

    team: Number
    roster: Roster
    alike: Alike = "ask"
    """What happens if the marae has a name similar to that of another marae: as in ``EnterTeam``."""


class WithdrawTeam(TournamentCommandBase, frozen=True):
    """Withdraw a team from the tournament."""

    team: Number
    reason: Words = ""


class RejoinTeam(TournamentCommandBase, frozen=True):
    """Let a team that was withdrawn play again."""

    team: Number


class SetTables(TournamentCommandBase, frozen=True):
    """Set which tables the tournament uses. ``numbers`` are their numbers."""

    numbers: Annotated[tuple[Number, ...], Meta(max_length=1_000)]


class SeatRound(TournamentCommandBase, frozen=True):
    """Assign the teams to tables for the next round. If the teams of a round are assigned already, assign them anew."""


class StartRound(TournamentCommandBase, frozen=True):
    """Start the round whose teams have been assigned to tables, and its clock, at all tables at once."""


class PauseRound(TournamentCommandBase, frozen=True):
    """Pause the round in progress, which stops its clock."""


class ResumeRound(TournamentCommandBase, frozen=True):
    """End the pause of the round, which starts its clock again."""


class ExtendRound(TournamentCommandBase, frozen=True):
    """Make the round in progress longer by ``ms`` milliseconds, or shorter if ``ms`` is negative."""

    ms: Annotated[int, Meta(ge=-3_600_000, le=3_600_000)]
    reason: Words = ""


class RingBell(TournamentCommandBase, frozen=True):
    """Ring the bell that ends the round now, before the time of the round is up."""


class CloseRound(TournamentCommandBase, frozen=True):
    """Close the round in progress, so that its results count in the standings."""

    unsigned: bool = False
    """Whether the round is closed even if captains have not signed results."""


class EnterPaperResult(TournamentCommandBase, frozen=True):
    """Enter the points of a game at ``table`` from a paper sheet."""

    table: Number
    points: Score
    insist: bool = False
    """Whether the server accepts points that seem wrong."""
    loners: Score | None = None
    """The deals that each side won with all tricks alone, if the sheet says so."""


class CorrectResult(TournamentCommandBase, frozen=True):
    """Correct the points of the game that was played in ``round`` at ``table``."""

    round: Number
    table: Number
    points: Score
    """The right points."""
    reason: Words
    insist: bool = False
    """Whether the server accepts points that seem wrong."""
    loners: Score | None = None
    """The right loners of each side; None if they stay as they were."""


class EnterLevelTeamsCut(TournamentCommandBase, frozen=True):
    """Enter the cards that captains have cut because their teams are level in the standings.

    The team with the highest card ranks first. Teams whose cards have the same rank stay level, and their captains cut
    again.
    """

    cuts: Annotated[tuple[tuple[Number, Card], ...], Meta(max_length=1_000)]
    """For each team of one group of level teams, the number of the team and the card of its captain."""


class EndTournament(TournamentCommandBase, frozen=True):
    """End the tournament. After that, no further round can be played."""

    insist: bool = False
    """Whether the tournament ends even if a round is planned, or its teams are assigned, and it was not played."""
