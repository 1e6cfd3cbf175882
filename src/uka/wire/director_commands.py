"""The commands that only a director of a tournament may send.

They are about settings, links, teams, rounds, and results on paper.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from uka.tournament import Role, Roster, TournamentSettings
from uka.tournament.commands.plausibility import Alike

from .tournament_command_base import Number, Score, TournamentCommandBase, Words


class ChangeTournamentSettings(TournamentCommandBase, frozen=True, tag="agree"):
    """Replace all settings of the tournament."""

    settings: TournamentSettings


class GrantLink(TournamentCommandBase, frozen=True, tag="give_link"):
    """Give a person a link with a role. An official gets a ``table``; a captain or a player gets a ``team``.

    A director gets neither.
    """

    role: Role
    name: Words
    table: Number | None = None
    team: Number | None = None


class GrantLinks(TournamentCommandBase, frozen=True, tag="give_links"):
    """Give a link with this role to each table (role official) or team (role captain or player) that has none."""

    role: Literal["official", "captain", "player"]


class RevokeLink(TournamentCommandBase, frozen=True, tag="take_back"):
    """Make the link of a grant invalid."""

    grant: Words


class EnterTeam(TournamentCommandBase, frozen=True, tag="enter"):
    """Enter a team. ``alike`` says what to do if the name of its marae (community) is similar to another's.

    ``same`` means that it is the same marae, ``other`` that it is another marae. ``ask`` refuses the command.
    """

    roster: Roster
    alike: Alike = "ask"


class AmendTeam(TournamentCommandBase, frozen=True, tag="amend"):
    """Replace the roster of a team. ``alike`` has the same meaning as in ``EnterTeam``."""

    team: Number
    roster: Roster
    alike: Alike = "ask"


class WithdrawTeam(TournamentCommandBase, frozen=True, tag="withdraw"):
    """Withdraw a team from the tournament."""

    team: Number
    reason: Words = ""


class RejoinTeam(TournamentCommandBase, frozen=True, tag="rejoin"):
    """Let a withdrawn team play again."""

    team: Number


class SetTables(TournamentCommandBase, frozen=True, tag="set_tables"):
    """Set the numbers of the tables in the hall."""

    numbers: Annotated[tuple[Number, ...], Meta(max_length=1_000)]


class SeatRound(TournamentCommandBase, frozen=True, tag="seat_teams"):
    """Assign teams to tables for the next round, or assign them again if that round has not started."""


class StartRound(TournamentCommandBase, frozen=True, tag="start_round"):
    """Start the round, and its clock, at all tables at once."""


class PauseRound(TournamentCommandBase, frozen=True, tag="pause_round"):
    """Stop the clock of the round."""


class ResumeRound(TournamentCommandBase, frozen=True, tag="resume_round"):
    """Start the clock of the round again."""


class ExtendRound(TournamentCommandBase, frozen=True, tag="extend_round"):
    """Make the round longer by ``ms`` milliseconds; a negative number makes the round shorter."""

    ms: Annotated[int, Meta(ge=-3_600_000, le=3_600_000)]
    reason: Words = ""


class RingBell(TournamentCommandBase, frozen=True, tag="ring_bell"):
    """Ring the bell that ends the round, now."""


class CloseRound(TournamentCommandBase, frozen=True, tag="close_round"):
    """Close the round, so that its results count. ``unsigned`` closes the round even if signatures are missing."""

    unsigned: bool = False


class EnterPaperResult(TournamentCommandBase, frozen=True, tag="enter_paper"):
    """Enter the points of a game from a paper sheet. ``insist`` makes the server accept points that seem wrong."""

    table: Number
    points: Score
    insist: bool = False


class CorrectResult(TournamentCommandBase, frozen=True, tag="correct"):
    """Correct the points of a game. ``insist`` makes the server accept points that seem wrong."""

    round: Number
    table: Number
    points: Score
    reason: Words
    insist: bool = False


class EndTournament(TournamentCommandBase, frozen=True, tag="end_tournament"):
    """End the tournament; no further round can be seated."""
