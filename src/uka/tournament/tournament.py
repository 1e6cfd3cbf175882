"""The state of a tournament, rebuilt from its log: links, teams, rounds and their games, conduct.

``evolve`` applies a line of the log, ``commands`` checks what people may do, and ``standings`` ranks the teams.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.rulings import RulingOfficial
from uka.core.seats import Partnership, Seat

from . import entries as en
from .entries import OfficialDecision, Role, Roster, Tap
from .settings import TournamentSettings
from .tally import Points, Tally

ConductMark: TypeAlias = en.ConductCardShown | en.FairPlayGiven | en.PlayerSubstituted


class TournamentRefusal(UkaError):
    """A tournament refuses a command. Nothing has changed."""


class DoubtfulInput(TournamentRefusal):
    """Input is unlikely to be right. The tournament takes it if the author insists. ``about`` says what is doubtful."""

    def __init__(self, why: str, about: Literal["points", "marae"]) -> None:
        super().__init__(why)
        self.about: Literal["points", "marae"] = about


class Grant(msgspec.Struct, frozen=True, gc=False):
    """A link that somebody holds for a role.

    ``recent`` holds the ids of its last messages, each with the number of its line.
    """

    id: str
    role: Role
    name: str
    table: int | None = None
    team: int | None = None
    revoked: bool = False
    recent: tuple[tuple[str, int], ...] = ()


class Team(Roster, frozen=True, kw_only=True):
    """A team. ``missed`` is the number of rounds that were seated before it entered."""

    number: int
    missed: int = 0
    withdrawn: bool = False


class TableRuling(msgspec.Struct, frozen=True, gc=False):
    """A ruling for a live table. ``line`` is the number of its line, ``by`` the role of its author.

    ``answer`` is None until the table answers. It is "" if the table applied the ruling, else the reason why not.
    """

    line: int
    by: RulingOfficial
    decision: OfficialDecision
    answer: str | None = None


class TournamentMatch(msgspec.Struct, frozen=True, gc=False):
    """A game of a round. The first team sits north-south.

    Scored by an official: ``taps`` are the official's taps by line number, ``tally`` the game that follows from them.

    Entered: ``said`` are the points that captains, a paper sheet or a correction give instead. ``claims`` are the
    claims of single captains by team. ``confirmed`` are the teams that have signed. ``cut`` are the cards that both
    captains cut after a draw, ``cuts`` those of single captains by team.

    Played online: ``live`` is the id of the live table, ``counted`` the points there. ``bots`` are the seats where a
    bot filled in, ``sat`` the seats that people hold, and ``rulings`` the rulings for that table.
    """

    table: int
    teams: tuple[int, int]
    tally: Tally
    taps: tuple[tuple[int, Tap], ...] = ()
    said: Points | None = None
    claims: tuple[tuple[int, Points], ...] = ()
    confirmed: tuple[int, ...] = ()
    cut: tuple[Card, Card] | None = None
    live: str = ""
    counted: Points | None = None
    bots: tuple[Seat, ...] = ()
    cuts: tuple[tuple[int, Card], ...] = ()
    rulings: tuple[TableRuling, ...] = ()
    sat: tuple[Seat, ...] = ()

    @property
    def points(self) -> Points:
        """The points so far, by team."""
        return self.said or self.counted or self.tally.points

    @property
    def over(self) -> bool:
        """Whether the game has a result."""
        return self.said is not None or self.tally.over

    @property
    def winner(self) -> int | None:
        """The team that won; None before the end, and for a draw."""
        if self.said is None:
            side = self.tally.winner
            return None if side is None else self.teams[side.index]
        first, second = self.said
        return None if first == second else self.teams[0 if first > second else 1]

    @property
    def drawn(self) -> bool:
        """Whether the game ended in a draw."""
        return self.over and self.winner is None

    @property
    def moves(self) -> int | None:
        """The team that moves on: the winner, or after a draw the team with the higher cut. None until it is known."""
        if self.winner is not None or self.cut is None or not self.over:
            return self.winner
        first, second = (card.rank.index for card in self.cut)
        return None if first == second else self.teams[0 if first > second else 1]

    def side_of(self, team: int) -> Partnership:
        """The partnership that a team plays as."""
        return tuple(Partnership)[self.teams.index(team)]


class TournamentRound(msgspec.Struct, frozen=True, gc=False):
    """A tournament round. ``extra`` are milliseconds added to its clock, including pauses.

    The random choices of its seating follow from ``secret``.
    """

    number: int
    matches: tuple[TournamentMatch, ...]
    byes: tuple[int, ...]
    secret: str = ""
    started: int | None = None
    paused: int | None = None
    extra: int = 0
    rang: bool = False
    closed: bool = False

    def match(self, table: int) -> TournamentMatch | None:
        """The game at a table; None if there is none."""
        for match in self.matches:
            if match.table == table:
                return match
        return None

    def of(self, team: int) -> TournamentMatch | None:
        """The game of a team in this round; None for a bye."""
        for match in self.matches:
            if team in match.teams:
                return match
        return None

    def bell_at(self, settings: TournamentSettings) -> int | None:
        """When the bell rings, in milliseconds since 1970; None while no clock runs."""
        if self.started is None or self.paused is not None or self.rang or self.closed or not settings.clock_ms:
            return None
        return self.started + settings.clock_ms + self.extra


class HelpCall(msgspec.Struct, frozen=True, gc=False):
    """A call for help. A call by the director is for the table's official; any other call is for the director."""

    table: int
    official: bool
    reason: str
    at: int


class Tournament(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The state of a tournament. ``seq``, ``at`` and ``hash`` are the number, time and hash of the last line.

    ``marks`` are conduct cards, fair play and fill-ins, each with its line number and its round. ``calls`` are the
    calls for help that are not answered. ``format`` is the format of the log.
    """

    name: str
    rules: Ruleset
    settings: TournamentSettings
    grants: tuple[Grant, ...] = (Grant(en.DIRECTOR, Role.DIRECTOR, ""),)
    teams: tuple[Team, ...] = ()
    tables: tuple[int, ...] = ()
    rounds: tuple[TournamentRound, ...] = ()
    marks: tuple[tuple[int, int, ConductMark], ...] = ()
    calls: tuple[HelpCall, ...] = ()
    ended: bool = False
    seq: int = 0
    at: int = 0
    hash: str = ""
    format: int = en.FORMAT

    @property
    def round(self) -> TournamentRound | None:
        """The last round that was seated; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def playing(self) -> tuple[Team, ...]:
        """The teams that have not withdrawn."""
        return tuple([team for team in self.teams if not team.withdrawn])

    def team(self, number: int) -> Team:
        """The team with a number. ``TournamentRefusal`` if there is none."""
        for team in self.teams:
            if team.number == number:
                return team
        raise TournamentRefusal(f"there is no team {number}")

    def grant(self, id: str) -> Grant | None:
        """The grant with an id, even if it is revoked; None if there is none."""
        return next((grant for grant in self.grants if grant.id == id), None)

    def applied(self, by: str, id: str) -> int | None:
        """The number of the line of a link's message; None if it was not applied yet."""
        grant = self.grant(by) if id else None
        return next((seq for known, seq in reversed(grant.recent) if known == id), None) if grant else None


def round_of(t: Tournament, number: int | None = None) -> TournamentRound:
    """The last round, or the round with a number. ``TournamentRefusal`` if there is none."""
    if number is None and t.round:
        return t.round
    if number is not None and 0 < number <= len(t.rounds):
        return t.rounds[number - 1]
    raise TournamentRefusal("no round is seated yet" if number is None else f"there is no round {number}")


def match_of(t: Tournament, table: int, number: int | None = None) -> TournamentMatch:
    """The game at a table in the last round, or in another. ``TournamentRefusal`` if there is none."""
    playing = round_of(t, number)
    match = playing.match(table)
    if match is None:
        raise TournamentRefusal(f"nobody plays at table {table} in round {playing.number}")
    return match
