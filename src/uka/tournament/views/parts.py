"""The types of the parts of a tournament's board, in the form in which the server sends them.

``builders`` makes the parts, and ``viewer_boards`` says which viewer sees which parts.
"""

from __future__ import annotations

import msgspec

from uka.core.cards import Card
from uka.core.scoring import Outcome
from uka.core.seats import Partnership, Seat

from ..entries import Colour, Role, Tap, TournamentEntry
from ..settings import TournamentSettings
from ..standings import MaraeStanding, Rematch, Standing
from ..tally import Points
from ..tournament import ConductMark, HelpCall


class BoardPart(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The base class of all parts of the board."""


class TournamentHeader(BoardPart, frozen=True):
    """What does not change from round to round. ``presided`` lists the tables that have an official."""

    name: str
    rules: str
    title: str
    seats: tuple[Seat, ...]
    settings: TournamentSettings
    tables: tuple[int, ...]
    presided: tuple[int, ...]
    ended: bool


class OutcomeWorth(BoardPart, frozen=True):
    """The points for one outcome of a deal under the rules: first the makers', then the defenders'.

    ``tricks`` is the number of tricks that the makers win.
    """

    tricks: int
    alone: bool
    defended_alone: bool
    outcome: Outcome
    points: Points


class ScoringSheet(BoardPart, frozen=True):
    """The facts that a person needs to score by hand under the rules.

    ``revoke`` is the penalty for a revoke. ``played_out`` says that a deal goes on after a revoke. ``thrown_in`` says
    that a deal can be thrown in. ``cards`` are those that captains can cut after a draw.
    """

    worth: tuple[OutcomeWorth, ...]
    revoke: int
    thrown_in: bool
    cards: tuple[Card, ...]
    played_out: bool


class RoundView(BoardPart, frozen=True):
    """A round of the tournament. ``bell_at`` is when the bell ends it, or None while no clock runs.

    ``left`` is the remaining time in milliseconds while the clock is paused.
    """

    number: int
    byes: tuple[int, ...]
    started: int | None
    bell_at: int | None
    left: int | None
    rang: bool
    closed: bool


class TeamView(BoardPart, frozen=True):
    """A team. Only holders of a link see the names of its people."""

    team: int
    name: str
    marae: str
    withdrawn: bool
    captain: str = ""
    players: tuple[str, ...] = ()
    fill_ins: tuple[str, ...] = ()


class TapView(BoardPart, frozen=True):
    """An entry that an official tapped, with its line number, by which it can be undone.

    For a ruling at a live table, ``obeyed`` says whether the table has applied the ruling, and ``refused`` why it could
    not. For all other entries ``obeyed`` is None.
    """

    seq: int
    tap: Tap
    obeyed: bool | None = None
    refused: str = ""


class ClaimView(BoardPart, frozen=True):
    """The points that a team's captain claimed."""

    team: int
    points: Points


class MatchView(BoardPart, frozen=True):
    """A game of a round. ``points`` are by team; the first team sits north-south.

    ``moves`` is the team that moves to another table, and ``to`` is that table if another round follows. ``dealer``
    deals next, and ``misdeals`` counts the dealer's misdeals. ``waits`` says that the official must still enter whether
    an upcard lay on the pack at the bell. ``last_deal`` says that the last deal is being played out. ``revoked`` are
    the partnerships that revoked in the current deal and score nothing in it. ``entered`` says that the points come
    from captains or the director. ``cuts`` are the cards that single captains cut, by team, until both have cut.

    ``live`` is the id of the live table. ``bots`` are the seats where bots filled in, and ``sat`` those where people
    sit. Only viewers who may change ``taps`` and ``claims`` see them.
    """

    table: int
    teams: tuple[int, int]
    points: Points
    over: bool
    winner: int | None
    drawn: bool
    moves: int | None
    to: int | None
    dealer: Seat | None
    misdeals: int
    waits: bool
    last_deal: bool
    forfeit: Partnership | None
    cut: tuple[Card, Card] | None
    confirmed: tuple[int, ...]
    entered: bool
    live: str = ""
    bots: tuple[Seat, ...] = ()
    cuts: tuple[tuple[int, Card], ...] = ()
    sat: tuple[Seat, ...] = ()
    taps: tuple[TapView, ...] = ()
    claims: tuple[ClaimView, ...] = ()
    revoked: tuple[Partnership, ...] = ()


class MarkView(BoardPart, frozen=True):
    """A conduct card, fair-play points or a substitution, with its line number and its round."""

    seq: int
    round: int
    mark: ConductMark


class NextCard(BoardPart, frozen=True):
    """The next conduct card for a player, or for a team if ``player`` is empty, that has had such a card before."""

    team: int
    player: str
    colour: Colour


class GrantView(BoardPart, frozen=True):
    """A grant. ``link`` is the signed link for its holder, and is empty if the grant is revoked."""

    grant: str
    role: Role
    name: str
    table: int | None
    team: int | None
    revoked: bool
    link: str


class TournamentLineView(BoardPart, frozen=True):
    """A line of the log. ``name`` is the name of its author."""

    seq: int
    at: int
    by: str
    name: str
    entry: TournamentEntry


class RoundResult(BoardPart, frozen=True):
    """The result of a closed round for a team: its game (None for a bye) and its clicks, the marks on the captain's
    card.
    """

    round: int
    clicks: int
    match: MatchView | None


class RoundPage(BoardPart, frozen=True):
    """A round and its games."""

    round: RoundView
    matches: tuple[MatchView, ...]


class Board(BoardPart, frozen=True):
    """The board of a tournament, or the parts of it that changed. Parts that are not sent are None.

    ``fresh`` says that ``matches`` are all games of the round. If it is false, they are only the games that changed.
    The parts after ``rematches`` are for holders of a link.
    """

    head: TournamentHeader | None = None
    round: RoundView | None = None
    teams: tuple[TeamView, ...] | None = None
    fresh: bool = False
    matches: tuple[MatchView, ...] | None = None
    standings: tuple[Standing, ...] | None = None
    marae: tuple[MaraeStanding, ...] | None = None
    rematches: tuple[Rematch, ...] | None = None
    calls: tuple[HelpCall, ...] | None = None
    marks: tuple[MarkView, ...] | None = None
    next_cards: tuple[NextCard, ...] | None = None
    results: tuple[RoundResult, ...] | None = None
    grants: tuple[GrantView, ...] | None = None
    lines: tuple[TournamentLineView, ...] | None = None
