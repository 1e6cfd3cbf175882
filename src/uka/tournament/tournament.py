"""The state of a tournament, rebuilt from its log: links, teams, rounds, matches and conduct.

The module ``evolve`` applies a line of the log to the state, ``commands`` checks what people may do, and ``standings``
ranks the teams.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.rulings import RulingOfficial
from uka.core.scoring import Outcome
from uka.core.seats import Partnership, Seat
from uka.records.applied_message_ids import AppliedMessageIds

from . import entries as en
from .entries import OfficialDecision, Role, Roster, Tap
from .movements.seating import MatchKind, Side, Sides
from .settings import TournamentSettings
from .tally import Loners, Points, Tally

Doubtful: TypeAlias = Literal["points", "marae", "end"]
"""The kinds of doubtful input: points, the name of a marae (community), and the end of the tournament."""
ConductMark: TypeAlias = en.ConductCardShown | en.FairPlayGiven | en.PlayerSubstituted
"""The entries about the conduct of a team and its players."""


EUCHRES = (Outcome.EUCHRED, Outcome.LONE_EUCHRED, Outcome.DEFENDED_ALONE)
"""The outcomes of deals that the defenders win."""


class TournamentRefusal(UkaError):
    """Raised when a tournament refuses a command. The tournament stays unchanged."""


class DoubtfulInput(TournamentRefusal):
    """Raised for input that is probably wrong, unless its author insists on it. ``about`` is the kind of the input."""

    def __init__(self, why: str, about: Doubtful) -> None:
        super().__init__(why)
        self.about: Doubtful = about


class Grant(msgspec.Struct, frozen=True, gc=False):
    """A link that gives its holder a role in the tournament."""

    id: str
    role: Role
    name: str
    """The name of the holder, such as a person, a team or "Official of table 3"."""
    table: int | None = None
    """The table of an official; None for every other role."""
    team: int | None = None
    """The number of the team of a captain or a player; None for every other role."""
    revoked: bool = False
    applied_ids: AppliedMessageIds = AppliedMessageIds()
    """The ids of the holder's last messages. A message that is sent twice is recognised by its id."""


class Team(Roster, frozen=True, kw_only=True):
    """A team of the tournament: its number, the names on its roster, and whether it has withdrawn."""

    number: int
    missed: int = 0
    """The number of rounds that were seated before the team entered."""
    withdrawn: bool = False


class TableRuling(msgspec.Struct, frozen=True, gc=False):
    """A ruling of an official or the director that a live table (a table of the server) must apply."""

    line: int
    """The number of the log line that holds the ruling."""
    by: RulingOfficial
    """The role of the person who made the ruling."""
    decision: OfficialDecision
    answer: str | None = None
    """None until the table answers; then the reason why it could not apply the ruling, or "" if it did."""


class TournamentMatch(msgspec.Struct, frozen=True, gc=False):
    """A match of a round: one game between two sides at a table. A side is a team, or two players.

    Its first entry stands for a side in results, claims, signatures and cuts.
    """

    table: int
    sides: Sides
    """The numbers of the entries: north-south, then east-west."""

    # A match that an official scores
    tally: Tally
    """The state of the game by the official's entries."""
    taps: tuple[tuple[int, Tap], ...] = ()
    """The official's entries, each with the number of its log line."""

    # A match with an entered result
    said: Points | None = None
    """The points of both teams, as captains, the director or a live table reported them at the end of the game."""
    said_loners: Loners | None = None
    """The loners of both teams, as the director reported them with the points; None if nobody did."""
    claims: tuple[tuple[int, Points], ...] = ()
    """The teams whose captains have entered a result, each with the points that its captain entered."""
    confirmed: tuple[int, ...] = ()
    """The teams whose captains have signed the result."""
    cut: tuple[Card, Card] | None = None
    """After a drawn match: the card that the first team's captain cut, and that of the second team's captain."""
    cuts: tuple[tuple[int, Card], ...] = ()
    """While only one captain has cut a card: that captain's team and the card."""

    # A match that is played online
    live: str = ""
    """The id of the live table; empty for a match in the hall."""
    counted: Points | None = None
    """The last score of the game at the live table."""
    bots: tuple[Seat, ...] = ()
    """The seats in which a bot plays for a missing player."""
    sat: tuple[Seat, ...] = ()
    """The seats in which people sit."""
    rulings: tuple[TableRuling, ...] = ()
    """The rulings that the live table must apply or has answered."""

    kind: MatchKind = ""
    """What a match of a knockout is played for; empty for a main match and in every other movement."""
    loners_decide: bool = False
    """Whether the side with more loners moves on after a draw. Else, and if it has no more, the sides cut."""
    corrected: bool = False
    """Whether the director has corrected the result."""
    earlier: tuple[int, TournamentMatch] | None = None
    """The number of the log line of the last result, correction or cut, and the match as it was before that line."""

    @property
    def teams(self) -> tuple[int, int]:
        """The first entry of each side: the two teams, or the two players who stand for their sides."""
        return self.sides[0][0], self.sides[1][0]

    @property
    def entries(self) -> tuple[int, ...]:
        """All entries that play the match."""
        return (*self.sides[0], *self.sides[1])

    @property
    def points(self) -> Points:
        """The current or final points of the first team and of the second team."""
        return self.said or self.counted or self.tally.points

    @property
    def over(self) -> bool:
        """Whether the match has a result."""
        return self.said is not None or self.tally.over

    @property
    def winner(self) -> int | None:
        """The first entry of the side that won, or None if the match is not over or is a draw."""
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
    def moving_team(self) -> int | None:
        """The first entry of the side that moves to the next table, or None until that is decided.

        The winner moves. After a drawn match, the side with more loners moves if the settings say so, else the side
        that cut the higher card.
        """
        if self.winner is not None or not self.over:
            return self.winner
        first, second = self.loners if self.loners_decide else (0, 0)
        if first == second and self.cut is not None:
            first, second = (card.rank.index for card in self.cut)
        return None if first == second else self.teams[0 if first > second else 1]

    @property
    def loners(self) -> tuple[int, int]:
        """How many deals each side has won with all tricks alone, as reported with the result, else by the deals."""
        if self.said_loners is not None:
            return self.said_loners
        alone = [deal.makers for deal in self.tally.game.results if deal.outcome is Outcome.LONE_MARCH]
        return alone.count(Partnership.NORTH_SOUTH), alone.count(Partnership.EAST_WEST)

    @property
    def euchres(self) -> tuple[int, int]:
        """How many deals each side has won as defenders, as far as an official has entered the deals."""
        failed = [deal.makers for deal in self.tally.game.results if deal.outcome in EUCHRES]
        return failed.count(Partnership.EAST_WEST), failed.count(Partnership.NORTH_SOUTH)

    def side_of(self, entry: int) -> Partnership:
        """Return where ``entry`` sits in this match: north-south or east-west."""
        return tuple(Partnership)[entry not in self.sides[0]]

    def first_of_side(self, entry: int) -> int:
        """Return the entry that stands for the side of ``entry``."""
        return self.teams[self.side_of(entry).index]

    def won_by(self, entry: int) -> bool:
        """Return whether the side of ``entry`` won."""
        return self.first_of_side(entry) == self.winner


class TournamentRound(msgspec.Struct, frozen=True, gc=False):
    """A round of the tournament: its matches, and the state of its clock."""

    number: int
    """The number of the round, from 1."""
    matches: tuple[TournamentMatch, ...]
    byes: tuple[int, ...]
    """The numbers of the teams that do not play in this round."""
    secret: str = ""
    """The random text that determined the random choices of the seating."""
    started: int | None = None
    """The time of the start, in milliseconds since 1970."""
    paused: int | None = None
    """The time at which the clock was stopped, in milliseconds since 1970, or None while it is not stopped."""
    extra: int = 0
    """The time added to the length of the round in milliseconds, pauses included."""
    rang: bool = False
    """Whether the bell has rung."""
    closed: bool = False
    """Whether the results of the round count."""

    def match(self, table: int) -> TournamentMatch | None:
        """Return the match at table ``table`` in this round, or None if nobody plays there."""
        for match in self.matches:
            if match.table == table:
                return match
        return None

    def of(self, team: int) -> TournamentMatch | None:
        """Return the match of ``team`` in this round, or None if the team does not play."""
        for match in self.matches:
            if team in match.entries:
                return match
        return None

    def bell_at(self, settings: TournamentSettings) -> int | None:
        """Return the time at which the bell rings, in milliseconds since 1970. Return None while no clock runs."""
        if self.started is None or self.paused is not None or self.rang or self.closed or not settings.clock_ms:
            return None
        return self.started + settings.clock_ms + self.extra


class HelpCall(msgspec.Struct, frozen=True, gc=False):
    """A request to come to a table and help, which nobody has answered yet."""

    table: int
    official: bool
    """True if the director asks for the table's official, false if somebody asks for the director."""
    reason: str
    at: int
    """The time of the request, in milliseconds since 1970."""


class Tournament(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The state of a tournament after the last line of its log."""

    name: str
    rules: Ruleset
    settings: TournamentSettings
    grants: tuple[Grant, ...] = (Grant(en.DIRECTOR, Role.DIRECTOR, ""),)
    """All links that were granted, those that are revoked included."""
    teams: tuple[Team, ...] = ()
    tables: tuple[int, ...] = ()
    """The numbers of the tables that are used, in the order in which winners move."""
    rounds: tuple[TournamentRound, ...] = ()
    marks: tuple[tuple[int, int, ConductMark], ...] = ()
    """Conduct cards, fair-play points and substitutions, each after its line number and its round number."""
    cuts: tuple[tuple[int, tuple[tuple[int, Card], ...]], ...] = ()
    """Each time that captains of level teams cut: the number of the log line, and each team with its card."""
    calls: tuple[HelpCall, ...] = ()
    """The requests for help that nobody has answered."""
    ended: int | None = None
    """The number of the log line that ended the tournament, or None."""
    seq: int = 0
    """The number of the last line."""
    at: int = 0
    """The time of the last line, in milliseconds since 1970."""
    hash: str = ""
    """The hash of the last line."""

    @property
    def round(self) -> TournamentRound | None:
        """The last seated round, or None before the first round is seated."""
        return self.rounds[-1] if self.rounds else None

    @property
    def side(self) -> Literal[1, 2]:
        """The number of entries on each side of a match: one team, or two players."""
        return 2 if self.settings.entrants == "players" else 1

    @property
    def counts_fair_play(self) -> bool:
        """Whether fair-play points decide anything: a tie, a prize, or the rank of a marae."""
        return self.settings.counts_fair_play or any(team.marae for team in self.teams)

    @property
    def active_teams(self) -> tuple[Team, ...]:
        """The teams that have not withdrawn."""
        return tuple([team for team in self.teams if not team.withdrawn])

    def team(self, number: int) -> Team:
        """Return the team with the number ``number``. Raise ``TournamentRefusal`` if there is none."""
        for team in self.teams:
            if team.number == number:
                return team
        raise TournamentRefusal(f"there is no team {number}")

    def side_name(self, side: Side) -> str:
        """Return the name of the team, or the names of the players, on one side of a match."""
        return " & ".join(self.team(entry).name for entry in side)

    def unsigned(self, match: TournamentMatch) -> tuple[int, ...]:
        """Return the teams whose captains have yet to sign the result of ``match``; players do not sign.

        Both captains sign a game that an official has tapped. Any other one is signed by those with a captain's link,
        and on paper by the rest.
        """
        if self.side > 1 or not match.over:
            return ()
        linked = {grant.team for grant in self.grants if grant.role is Role.CAPTAIN and not grant.revoked}
        asked = match.teams if match.taps else tuple([team for team in match.teams if team in linked])
        return tuple([team for team in asked if team not in match.confirmed])

    def grant(self, id: str) -> Grant | None:
        """Return the grant with the id ``id``, even if it is revoked, or None if there is none."""
        return next((grant for grant in self.grants if grant.id == id), None)

    @property
    def plays_online(self) -> bool:
        """Whether a match of the open round is played, or going to be played, at an online table."""
        playing = self.round
        if playing is None or playing.closed or not self.settings.online:
            return False
        return not all(match.over for match in playing.matches)

    def applied_line(self, by: str, id: str) -> int | None:
        """Return the number of the log line that the message with the id ``id`` caused, or None if it is new.

        ``by`` is the id of the sender's grant.
        """
        grant = self.grant(by) if id else None
        return grant.applied_ids.line_of(id) if grant else None


def round_of(t: Tournament, number: int | None = None) -> TournamentRound:
    """Return the round with the number ``number``, or the last round if ``number`` is None.

    Raise ``TournamentRefusal`` if there is no such round.
    """
    if number is None and t.round:
        return t.round
    if number is not None and 0 < number <= len(t.rounds):
        return t.rounds[number - 1]
    raise TournamentRefusal("no round is seated yet" if number is None else f"there is no round {number}")


def match_of(t: Tournament, table: int, number: int | None = None) -> TournamentMatch:
    """Return the match at table ``table`` in the round with the number ``number``, or in the last round if it is None.

    Raise ``TournamentRefusal`` if nobody plays at the table in that round.
    """
    playing = round_of(t, number)
    match = playing.match(table)
    if match is None:
        raise TournamentRefusal(f"nobody plays at table {table} in round {playing.number}")
    return match
