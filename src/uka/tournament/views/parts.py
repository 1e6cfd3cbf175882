"""The types of the parts of a tournament's board, in the form in which the server sends them.

``builders`` builds the parts, and ``viewer_boards`` decides which viewer sees which parts.
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
    """The facts about a tournament that do not change from round to round.

    ``presided`` lists the tables that have an official.
    """

    name: str
    rules: str
    title: str
    seats: tuple[Seat, ...]
    settings: TournamentSettings
    tables: tuple[int, ...]
    presided: tuple[int, ...]
    ended: bool


class OutcomeWorth(BoardPart, frozen=True):
    """The points for one outcome of a deal under the rules: first the makers' points, then the defenders' points.

    ``tricks`` is the number of tricks that the makers win.
    """

    tricks: int
    alone: bool
    defended_alone: bool
    outcome: Outcome
    points: Points


class ScoringSheet(BoardPart, frozen=True):
    """The facts about the rules that a person needs to score a game by hand.

    ``revoke`` is the number of penalty points for a revoke. ``played_out`` is true if a deal continues after a revoke.
    ``thrown_in`` is true if a deal can be thrown in. ``cards`` are the cards that captains can cut after a
    drawn match.
    """

    worth: tuple[OutcomeWorth, ...]
    revoke: int
    thrown_in: bool
    cards: tuple[Card, ...]
    played_out: bool


class RoundView(BoardPart, frozen=True):
    """A round of the tournament. ``started`` is a time in milliseconds since 1970.

    ``bell_at`` is the time of the bell in milliseconds since 1970, or None while no clock runs. ``left`` is the
    remaining time in milliseconds while the clock is paused.
    """

    number: int
    byes: tuple[int, ...]
    started: int | None
    bell_at: int | None
    left: int | None
    rang: bool
    closed: bool


class TeamView(BoardPart, frozen=True):
    """A team. Only people with a link see the names of the team's people."""

    team: int
    name: str
    marae: str
    withdrawn: bool
    captain: str = ""
    players: tuple[str, ...] = ()
    fill_ins: tuple[str, ...] = ()


class TapView(BoardPart, frozen=True):
    """An entry that an official tapped. ``seq`` is its line number in the log, by which a command can undo the entry.

    ``obeyed`` is true if a live table has applied the entry as a ruling. ``refused`` gives the reason why the table
    could not apply it. If the entry is not a ruling for a live table, ``obeyed`` is None.
    """

    seq: int
    tap: Tap
    obeyed: bool | None = None
    refused: str = ""


class ClaimView(BoardPart, frozen=True):
    """The points that a team's captain claimed as the result of the match."""

    team: int
    points: Points


class MatchView(BoardPart, frozen=True):
    """A match of a round: one game between two teams.

    ``taps`` and ``claims`` are empty for viewers without a tournament link.
    """

    table: int
    teams: tuple[int, int]
    """The first team sits north-south."""
    points: Points
    """The points of the first team and of the second team."""
    over: bool
    winner: int | None
    drawn: bool
    moves: int | None
    """The team that moves to another table."""
    to: int | None
    """The next table for the winner, or None if no further round follows."""
    dealer: Seat | None
    """The seat that deals next."""
    misdeals: int
    """The number of the dealer's misdeals."""
    waits: bool
    """Whether the official must still enter if an upcard lay on the pack at the bell."""
    last_deal: bool
    """Whether the last deal after the bell is played out now."""
    forfeit: Partnership | None
    """The partnership that lost the game by an official's ruling."""
    cut: tuple[Card, Card] | None
    """After a drawn match: the cards that both captains cut, or None until both have cut."""
    confirmed: tuple[int, ...]
    """The teams whose captains have confirmed the result."""
    entered: bool
    """Whether the points come from captains or from the director."""
    live: str = ""
    """The id of the live table."""
    bots: tuple[Seat, ...] = ()
    """The seats where bots filled in."""
    cuts: tuple[tuple[int, Card], ...] = ()
    """While only one captain has cut: that captain's team and card."""
    sat: tuple[Seat, ...] = ()
    """The seats where people sit."""
    taps: tuple[TapView, ...] = ()
    """The entries that the official tapped."""
    claims: tuple[ClaimView, ...] = ()
    """The results that the captains claimed."""
    revoked: tuple[Partnership, ...] = ()
    """The partnerships that revoked in the current deal and score nothing in it."""


class MarkView(BoardPart, frozen=True):
    """A conduct card, fair-play points or a substitution. ``seq`` is its line number in the log.

    ``round`` is the number of the round in which it was entered.
    """

    seq: int
    round: int
    mark: ConductMark


class NextCard(BoardPart, frozen=True):
    """The next conduct card for a player or a team that has already had a conduct card.

    If ``player`` is empty, the card is for the team.
    """

    team: int
    player: str
    colour: Colour


class GrantView(BoardPart, frozen=True):
    """A grant. ``link`` is the signed link for its holder, or empty if the grant is revoked."""

    grant: str
    role: Role
    name: str
    table: int | None
    team: int | None
    revoked: bool
    link: str


class TournamentLineView(BoardPart, frozen=True):
    """A line of the tournament's log. ``at`` is its time in milliseconds since 1970.

    ``by`` is the id of the author's grant, and ``name`` is the author's name.
    """

    seq: int
    at: int
    by: str
    name: str
    entry: TournamentEntry


class RoundResult(BoardPart, frozen=True):
    """The result of a team in a closed round.

    ``match`` is the team's match, or None for a bye. ``clicks`` are the points for the result, marked on the captain's
    card.
    """

    round: int
    clicks: int
    match: MatchView | None


class RoundPage(BoardPart, frozen=True):
    """A round and its matches."""

    round: RoundView
    matches: tuple[MatchView, ...]


class Board(BoardPart, frozen=True):
    """The board of a tournament, or the parts of the board that changed. Parts that are not sent are None.

    Only people with a tournament link receive ``calls`` and the fields after it. Only a director receives ``grants``
    and the fields after it.
    """

    head: TournamentHeader | None = None
    round: RoundView | None = None
    teams: tuple[TeamView, ...] | None = None
    fresh: bool = False
    """Whether ``matches`` are all matches of the round. If false, they are only the matches that changed."""
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
    level: tuple[tuple[int, ...], ...] | None = None
    """The groups of teams that only a cut or a lot can part."""
