"""The commands that only a director of a tournament may send: settings, links, teams, rounds and results on paper."""

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
    """Give a person a link: an official for a table, a captain or a player for a team, a director for neither."""

    role: Role
    name: Words
    table: Number | None = None
    team: Number | None = None


class GrantLinks(TournamentCommandBase, frozen=True, tag="give_links"):
    """Give a link to each table or team that has none."""

    role: Literal["official", "captain", "player"]


class RevokeLink(TournamentCommandBase, frozen=True, tag="take_back"):
    """Make a link invalid."""

    grant: Words


class EnterTeam(TournamentCommandBase, frozen=True, tag="enter"):
    """Enter a team. ``alike`` says whether a marae whose name is similar to another's is the same marae."""

    roster: Roster
    alike: Alike = "ask"


class AmendTeam(TournamentCommandBase, frozen=True, tag="amend"):
    """Replace the roster of a team. ``alike`` is as in ``EnterTeam``."""

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
    """Seat the next round, or seat a round again that has not started."""


class StartRound(TournamentCommandBase, frozen=True, tag="start_round"):
    """Start the round at all tables at once."""


class PauseRound(TournamentCommandBase, frozen=True, tag="pause_round"):
    """Stop the clock of the round."""


class ResumeRound(TournamentCommandBase, frozen=True, tag="resume_round"):
    """Start the clock of the round again."""


class ExtendRound(TournamentCommandBase, frozen=True, tag="extend_round"):
    """Add milliseconds to the round; a negative number takes them away."""

    ms: Annotated[int, Meta(ge=-3_600_000, le=3_600_000)]
    reason: Words = ""


class RingBell(TournamentCommandBase, frozen=True, tag="ring_bell"):
    """Ring the bell now."""


class CloseRound(TournamentCommandBase, frozen=True, tag="close_round"):
    """Close the round, so that its results count. ``unsigned``: close it though signatures are missing."""

    unsigned: bool = False


class EnterPaperResult(TournamentCommandBase, frozen=True, tag="enter_paper"):
    """Enter the points of a game from a paper sheet. ``insist``: accept points that seem wrong."""

    table: Number
    points: Score
    insist: bool = False


class CorrectResult(TournamentCommandBase, frozen=True, tag="correct"):
    """Correct the points of a game. ``insist``: accept points that seem wrong."""

    round: Number
    table: Number
    points: Score
    reason: Words
    insist: bool = False


class EndTournament(TournamentCommandBase, frozen=True, tag="end_tournament"):
    """End the tournament."""
