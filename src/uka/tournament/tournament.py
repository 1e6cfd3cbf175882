"""A tournament as its log has made it: links, teams, rounds and their games, conduct.

``evolve`` makes it, line by line; what one may do is checked in ``teams``, ``rounds``, ``official`` and ``captain``;
``standings`` says what it all comes to.
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
    """Something that the tournament does not allow; nothing was changed."""


class DoubtfulInput(TournamentRefusal):
    """Something unlikely, which is done if whoever asked for it insists; ``about`` says what is doubted."""

    def __init__(self, why: str, about: Literal["points", "marae"]) -> None:
        super().__init__(why)
        self.about: Literal["points", "marae"] = about


class Grant(msgspec.Struct, frozen=True, gc=False):
    """A link that somebody was given. ``recent`` are its last messages: id, and the line that it led to."""

    id: str
    role: Role
    name: str
    table: int | None = None
    team: int | None = None
    revoked: bool = False
    recent: tuple[tuple[str, int], ...] = ()


class Team(Roster, frozen=True, kw_only=True):
    """A team. ``missed`` are the rounds that were seated before it entered."""

    number: int
    missed: int = 0
    withdrawn: bool = False


class TableRuling(msgspec.Struct, frozen=True, gc=False):
    """The final say on a game at a table of the server, by the line that holds it, and ``by`` whom it is.

    ``answer`` is None until the table has obeyed, "" once it has, and else why it could not.
    """

    line: int
    by: RulingOfficial
    decision: OfficialDecision
    answer: str | None = None


class TournamentMatch(msgspec.Struct, frozen=True, gc=False):
    """A game of a round: the first team sits north-south.

    ``taps`` are what the official tapped, by line; ``said`` the points that captains, paper or a correction say
    instead; ``claims`` those that single captains said, ``confirmed`` the teams that signed, ``cut`` what was cut for;
    ``cuts`` what single captains cut, by team; ``live`` is the table of the server where it is played, ``counted`` its
    points there, ``bots`` those who filled in, ``sat`` the seats that people have there, ``rulings`` what that table is
    to obey.
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
        """By team, as they stand."""
        return self.said or self.counted or self.tally.points

    @property
    def over(self) -> bool:
        """Whether it has a result."""
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
        """Whether it ended equal."""
        return self.over and self.winner is None

    @property
    def moves(self) -> int | None:
        """The team that moves on: the winner, or after a draw whoever cut the higher card; None while that is open."""
        if self.winner is not None or self.cut is None or not self.over:
            return self.winner
        first, second = (card.rank.index for card in self.cut)
        return None if first == second else self.teams[0 if first > second else 1]

    def side_of(self, team: int) -> Partnership:
        """Where a team sits."""
        return tuple(Partnership)[self.teams.index(team)]


class TournamentRound(msgspec.Struct, frozen=True, gc=False):
    """A tournament round. ``extra`` are milliseconds added to its clock, by pauses too; ``secret`` made its draw."""

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
        """The game at a table."""
        for match in self.matches:
            if match.table == table:
                return match
        return None

    def of(self, team: int) -> TournamentMatch | None:
        """The game of a team."""
        for match in self.matches:
            if team in match.teams:
                return match
        return None

    def bell_at(self, settings: TournamentSettings) -> int | None:
        """When the bell rings; None without a clock, before the start, in a pause and once it has rung."""
        if self.started is None or self.paused is not None or self.rang or self.closed or not settings.clock_ms:
            return None
        return self.started + settings.clock_ms + self.extra


class HelpCall(msgspec.Struct, frozen=True, gc=False):
    """Who is wanted at a table: its official, called by the director, or else the director."""

    table: int
    official: bool
    reason: str
    at: int


class Tournament(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A tournament. ``seq`` is the number of its last line, ``at`` its time, ``hash`` its hash.

    ``marks`` are conduct, fair play and fill-ins: by line, with the round that they were made in; ``format`` is the
    log's.
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
        """The last round that was seated."""
        return self.rounds[-1] if self.rounds else None

    @property
    def playing(self) -> tuple[Team, ...]:
        """The teams that have not withdrawn."""
        return tuple([team for team in self.teams if not team.withdrawn])

    def team(self, number: int) -> Team:
        """A team; ``TournamentRefusal`` if there is none of that number."""
        for team in self.teams:
            if team.number == number:
                return team
        raise TournamentRefusal(f"there is no team {number}")

    def grant(self, id: str) -> Grant | None:
        """A link, taken back or not."""
        return next((grant for grant in self.grants if grant.id == id), None)

    def applied(self, by: str, id: str) -> int | None:
        """The line that a message of a link led to, if it was applied before."""
        grant = self.grant(by) if id else None
        return next((seq for known, seq in reversed(grant.recent) if known == id), None) if grant else None


def round_of(t: Tournament, number: int | None = None) -> TournamentRound:
    """The round that is played, or another by number; ``TournamentRefusal`` if there is none."""
    if number is None and t.round:
        return t.round
    if number is not None and 0 < number <= len(t.rounds):
        return t.rounds[number - 1]
    raise TournamentRefusal("no round is seated yet" if number is None else f"there is no round {number}")


def match_of(t: Tournament, table: int, number: int | None = None) -> TournamentMatch:
    """The game at a table in a round; ``TournamentRefusal`` if there is none."""
    playing = round_of(t, number)
    match = playing.match(table)
    if match is None:
        raise TournamentRefusal(f"nobody plays at table {table} in round {playing.number}")
    return match
