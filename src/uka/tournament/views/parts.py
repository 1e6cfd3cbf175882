"""The parts of a tournament that may be seen, as they are told.

``shown`` makes them, ``board`` says who sees which of them.
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
    """What all parts share."""


class TournamentHeader(BoardPart, frozen=True):
    """What does not change with the rounds. ``presided`` are the tables that have an official."""

    name: str
    rules: str
    title: str
    seats: tuple[Seat, ...]
    settings: TournamentSettings
    tables: tuple[int, ...]
    presided: tuple[int, ...]
    ended: bool


class OutcomeWorth(BoardPart, frozen=True):
    """What a way for a deal to end is worth, by the rules; ``points`` are the makers' and the others'."""

    tricks: int
    alone: bool
    defended_alone: bool
    outcome: Outcome
    points: Points


class ScoringSheet(BoardPart, frozen=True):
    """What is to be had of the rules for scoring by hand; ``played_out``: whether a deal goes on after a revoke."""

    worth: tuple[OutcomeWorth, ...]
    revoke: int
    thrown_in: bool
    cards: tuple[Card, ...]
    played_out: bool


class RoundView(BoardPart, frozen=True):
    """A tournament round. ``bell_at`` is when it rings, None while no clock runs; ``left`` milliseconds in a pause."""

    number: int
    byes: tuple[int, ...]
    started: int | None
    bell_at: int | None
    left: int | None
    rang: bool
    closed: bool


class TeamView(BoardPart, frozen=True):
    """A team; its people are told to those with a link."""

    team: int
    name: str
    marae: str
    withdrawn: bool
    captain: str = ""
    players: tuple[str, ...] = ()
    fill_ins: tuple[str, ...] = ()


class TapView(BoardPart, frozen=True):
    """What an official tapped, and the line that it can be undone by.

    ``obeyed`` says of the final say at a table of the server whether the table has obeyed; it is None for all else.
    ``refused`` says why it could not.
    """

    seq: int
    tap: Tap
    obeyed: bool | None = None
    refused: str = ""


class ClaimView(BoardPart, frozen=True):
    """The points that a captain said."""

    team: int
    points: Points


class MatchView(BoardPart, frozen=True):
    """A game of a round; ``points`` by team, the first of which sits north-south.

    ``moves`` is the team that moves on, ``to`` where, if another round is to come; ``dealer`` deals next, ``misdeals``
    are theirs so far; ``entered`` says that its points do not come from taps, ``live`` which table of the server it is
    played at, ``bots`` where one filled in, and ``sat`` where people sit there; ``cuts`` are those of single captains,
    by team, until both have cut; ``revoked`` are the sides that revoked in the deal on the table, which score nothing
    in it;
    ``waits`` for the official to say what lay on the pack at the bell, ``last_deal`` is played out after it. What
    was tapped and claimed is told to those who may change it.
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
    """A card, points for fair play, or a fill-in: its line, its round, and itself."""

    seq: int
    round: int
    mark: ConductMark


class NextCard(BoardPart, frozen=True):
    """The card for conduct that comes next for a player, or without one for the team, if it is not the first."""

    team: int
    player: str
    colour: Colour


class GrantView(BoardPart, frozen=True):
    """A link that was given to somebody: ``link`` is what they hold."""

    grant: str
    role: Role
    name: str
    table: int | None
    team: int | None
    revoked: bool
    link: str


class TournamentLineView(BoardPart, frozen=True):
    """A line of the log, and who wrote it."""

    seq: int
    at: int
    by: str
    name: str
    entry: TournamentEntry


class RoundResult(BoardPart, frozen=True):
    """What a round that is closed came to for a team: its game, or None for a bye; its clicks."""

    round: int
    clicks: int
    match: MatchView | None


class RoundPage(BoardPart, frozen=True):
    """A round and its games."""

    round: RoundView
    matches: tuple[MatchView, ...]


class Board(BoardPart, frozen=True):
    """What hangs in the hall, or the parts of it that changed.

    ``fresh`` says that ``matches`` are all games of the round; else they are those that changed, by table. The parts
    after ``rematches`` are for those with a link.
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
