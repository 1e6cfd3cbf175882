"""The state of a tournament, rebuilt from its log: links, teams, rounds, matches and conduct.

``evolve`` applies a line of the log, ``commands`` decides what people may do, and ``standings`` ranks the teams.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.rulings import RulingOfficial
from uka.core.seats import Partnership, Seat
from uka.records.applied_message_ids import AppliedMessageIds

from . import entries as en
from .entries import OfficialDecision, Role, Roster, Tap
from .settings import TournamentSettings
from .tally import Points, Tally

Doubtful: TypeAlias = Literal["points", "marae", "end"]
ConductMark: TypeAlias = en.ConductCardShown | en.FairPlayGiven | en.PlayerSubstituted


class TournamentRefusal(UkaError):
    """Raised when a tournament refuses a command. The tournament stays unchanged."""


class DoubtfulInput(TournamentRefusal):
    """Raised for input that is probably wrong, unless its author insists on it.

    ``about`` is the kind of the input: points, the name of a marae, or the end of the tournament.
    """

    def __init__(self, why: str, about: Doubtful) -> None:
        super().__init__(why)
        self.about: Doubtful = about


class Grant(msgspec.Struct, frozen=True, gc=False):
    """A link that gives its holder a role in the tournament.

    ``applied_ids`` holds the ids of the holder's last applied messages.
    """

    id: str
    role: Role
    name: str
    table: int | None = None
    team: int | None = None
    revoked: bool = False
    applied_ids: AppliedMessageIds = AppliedMessageIds()


class Team(Roster, frozen=True, kw_only=True):
    """A team of the tournament. ``missed`` is the number of rounds that were seated before the team entered."""

    number: int
    missed: int = 0
    withdrawn: bool = False


class TableRuling(msgspec.Struct, frozen=True, gc=False):
    """An official's ruling for a live table.

    ``line`` is the number of the log line with the ruling. ``by`` is the role of the ruling's author. ``answer`` is
    None until the table answers. It is "" if the table applied the ruling. Otherwise it gives the reason why the table
    could not apply it.
    """

    line: int
    by: RulingOfficial
    decision: OfficialDecision
    answer: str | None = None


class TournamentMatch(msgspec.Struct, frozen=True, gc=False):
    """A match of a round: one game between two teams. The first team sits north-south."""

    table: int
    teams: tuple[int, int]

    # A match that an official scores
    tally: Tally
    """The score from the official's entries."""
    taps: tuple[tuple[int, Tap], ...] = ()
    """The official's entries, each with its line number."""

    # A match with an entered result
    said: Points | None = None
    """The points that captains, a paper sheet or a correction give."""
    claims: tuple[tuple[int, Points], ...] = ()
    """The teams whose captains claim a result, each with these points."""
    confirmed: tuple[int, ...] = ()
    """The teams that have signed."""
    cut: tuple[Card, Card] | None = None
    """The cards that both captains cut after a drawn match."""
    cuts: tuple[tuple[int, Card], ...] = ()
    """The team and the card of the captain who has cut, while the other one has not."""

    # A match that is played online
    live: str = ""
    """The id of the live table."""
    counted: Points | None = None
    """The points at the live table."""
    bots: tuple[Seat, ...] = ()
    """The seats where a bot filled in."""
    sat: tuple[Seat, ...] = ()
    """The seats where people sit."""
    rulings: tuple[TableRuling, ...] = ()
    """The officials' rulings for the live table."""

    earlier: tuple[int, TournamentMatch] | None = None
    """The match before its last result, correction or cut was entered, with the number of that log line."""

    @property
    def points(self) -> Points:
        """The current points of the first team and of the second team."""
        return self.said or self.counted or self.tally.points

    @property
    def over(self) -> bool:
        """Whether the match has a result."""
        return self.said is not None or self.tally.over

    @property
    def winner(self) -> int | None:
        """The team that won, or None if the match is not over or is a draw."""
        if self.said is None:
            side = self.tally.winner
            return None if side is None else self.teams[side.index]
        first, second = self.said
        return None if first == second else self.teams[0 if first > second else 1]

    @property
    def drawn(self) -> bool:
        """Whether the match ended in a draw."""
        return self.over and self.winner is None

    @property
    def moves(self) -> int | None:
        """The team that moves to the next table, or None until that is decided.

        This is the winner or, after a drawn match, the team that cut the higher card.
        """
        if self.winner is not None or self.cut is None or not self.over:
            return self.winner
        first, second = (card.rank.index for card in self.cut)
        return None if first == second else self.teams[0 if first > second else 1]

    def side_of(self, team: int) -> Partnership:
        """Return the partnership (north-south or east-west) of a team in this match."""
        return tuple(Partnership)[self.teams.index(team)]


class TournamentRound(msgspec.Struct, frozen=True, gc=False):
    """A round of the tournament. ``started`` and ``paused`` are times in milliseconds since 1970.

    ``extra`` is the time added to the clock in milliseconds, including pauses. ``secret`` determined the random choices
    of the seating.
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
        """Return the match at a table, or None if nobody plays there."""
        for match in self.matches:
            if match.table == table:
                return match
        return None

    def of(self, team: int) -> TournamentMatch | None:
        """Return the match of a team in this round, or None if the team does not play."""
        for match in self.matches:
            if team in match.teams:
                return match
        return None

    def bell_at(self, settings: TournamentSettings) -> int | None:
        """Return the time at which the bell rings, in milliseconds since 1970. Return None while no clock runs."""
        if self.started is None or self.paused is not None or self.rang or self.closed or not settings.clock_ms:
            return None
        return self.started + settings.clock_ms + self.extra


class HelpCall(msgspec.Struct, frozen=True, gc=False):
    """A request for help at a table. ``at`` is its time in milliseconds since 1970.

    If ``official`` is true, the director requests the table's official. Otherwise somebody requests the director.
    """

    table: int
    official: bool
    reason: str
    at: int


class Tournament(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The state of a tournament.

    ``seq``, ``at`` and ``hash`` are the number, the time (milliseconds since 1970) and the hash of the log's last line.
    ``marks`` lists conduct cards, fair-play points and substitutions, each with its line number and round number.
    ``cuts`` lists the cards that captains cut for the standings, each cut with its line number. ``calls`` are the
    requests for help that nobody has answered. ``ended`` is the number of the line that ended the tournament, or None.
    ``format`` is the version of the log's format.
    """

    name: str
    rules: Ruleset
    settings: TournamentSettings
    grants: tuple[Grant, ...] = (Grant(en.DIRECTOR, Role.DIRECTOR, ""),)
    teams: tuple[Team, ...] = ()
    tables: tuple[int, ...] = ()
    rounds: tuple[TournamentRound, ...] = ()
    marks: tuple[tuple[int, int, ConductMark], ...] = ()
    cuts: tuple[tuple[int, tuple[tuple[int, Card], ...]], ...] = ()
    calls: tuple[HelpCall, ...] = ()
    ended: int | None = None
    seq: int = 0
    at: int = 0
    hash: str = ""

    @property
    def round(self) -> TournamentRound | None:
        """The last seated round, or None before the first round is seated."""
        return self.rounds[-1] if self.rounds else None

    @property
    def playing(self) -> tuple[Team, ...]:
        """The teams that have not withdrawn."""
        return tuple([team for team in self.teams if not team.withdrawn])

    def team(self, number: int) -> Team:
        """Return the team with a number. Raise ``TournamentRefusal`` if there is no such team."""
        for team in self.teams:
            if team.number == number:
                return team
        raise TournamentRefusal(f"there is no team {number}")

    def grant(self, id: str) -> Grant | None:
        """Return the grant with an id, even if it is revoked. Return None if there is no such grant."""
        return next((grant for grant in self.grants if grant.id == id), None)

    @property
    def plays_online(self) -> bool:
        """Whether a match of the open round is played, or going to be played, at an online table."""
        now = self.round
        return self.settings.online and now is not None and not now.closed and not all(m.over for m in now.matches)

    def applied(self, by: str, id: str) -> int | None:
        """Return the number of the log line that a message caused, or None if the message is new.

        ``by`` is the id of the sender's grant, and ``id`` is the id of the message.
        """
        grant = self.grant(by) if id else None
        return grant.applied_ids.line_of(id) if grant else None


def round_of(t: Tournament, number: int | None = None) -> TournamentRound:
    """Return the last round, or the round ``number``. Raise ``TournamentRefusal`` if there is no such round."""
    if number is None and t.round:
        return t.round
    if number is not None and 0 < number <= len(t.rounds):
        return t.rounds[number - 1]
    raise TournamentRefusal("no round is seated yet" if number is None else f"there is no round {number}")


def match_of(t: Tournament, table: int, number: int | None = None) -> TournamentMatch:
    """Return the match at a table, in the last round or in round ``number``.

    Raise ``TournamentRefusal`` if nobody plays at the table in that round.
    """
    playing = round_of(t, number)
    match = playing.match(table)
    if match is None:
        raise TournamentRefusal(f"nobody plays at table {table} in round {playing.number}")
    return match
