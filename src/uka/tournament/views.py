"""The parts of a tournament that may be seen, as they are told.

``board`` says who sees which of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import msgspec

from uka.core import byhand
from uka.core.cards import Card
from uka.core.errors import IllegalAction
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome
from uka.core.seats import Partnership, Seat

from . import standings
from .entries import Carded, Colour, Entry, Line, Role, Tap
from .official import next_card
from .settings import Settings
from .standings import MaraeStanding, Rematch, Standing
from .tally import Points
from .tournament import Grant, Mark, Match, Round, Team, Tournament, Wanted

Sign = Callable[[str], str]
"""The link of a grant, as it is given to somebody."""


class View(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What all parts share."""


class Head(View, frozen=True):
    """What does not change with the rounds. ``presided`` are the tables that have an official."""

    name: str
    rules: str
    title: str
    seats: tuple[Seat, ...]
    settings: Settings
    tables: tuple[int, ...]
    presided: tuple[int, ...]
    ended: bool


class Worth(View, frozen=True):
    """What a way for a deal to end is worth, by the rules; ``points`` are the makers' and the others'."""

    tricks: int
    alone: bool
    defended_alone: bool
    outcome: Outcome
    points: Points


class Sheet(View, frozen=True):
    """What is to be had of the rules for scoring by hand."""

    worth: tuple[Worth, ...]
    revoke: int
    thrown_in: bool
    cards: tuple[Card, ...]


class RoundView(View, frozen=True):
    """A tournament round. ``bell_at`` is when it rings, None while no clock runs; ``left`` milliseconds in a pause."""

    number: int
    byes: tuple[int, ...]
    started: int | None
    bell_at: int | None
    left: int | None
    rang: bool
    closed: bool


class TeamView(View, frozen=True):
    """A team; its people are told to those with a link."""

    team: int
    name: str
    marae: str
    withdrawn: bool
    captain: str = ""
    players: tuple[str, ...] = ()
    fill_ins: tuple[str, ...] = ()


class TapView(View, frozen=True):
    """What an official tapped, and the line that it can be undone by."""

    seq: int
    tap: Tap


class ClaimView(View, frozen=True):
    """The points that a captain said."""

    team: int
    points: Points


class MatchView(View, frozen=True):
    """A game of a round; ``points`` by team, the first of which sits north-south.

    ``moves`` is the team that moves on, ``to`` where; ``dealer`` deals next, ``misdeals`` are theirs so far;
    ``entered`` says that its points do not come from taps, ``live`` which table of the server it is played at,
    and ``bots`` where one filled in;
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
    taps: tuple[TapView, ...] = ()
    claims: tuple[ClaimView, ...] = ()


class MarkView(View, frozen=True):
    """A card, points for fair play, or a fill-in: its line, its round, and itself."""

    seq: int
    round: int
    mark: Mark


class NextCard(View, frozen=True):
    """The card for conduct that comes next for a player, or without one for the team, if it is not the first."""

    team: int
    player: str
    colour: Colour


class GrantView(View, frozen=True):
    """A link that was given to somebody: ``link`` is what they hold."""

    grant: str
    role: Role
    name: str
    table: int | None
    team: int | None
    revoked: bool
    link: str


class LineView(View, frozen=True):
    """A line of the log, and who wrote it."""

    seq: int
    at: int
    by: str
    name: str
    entry: Entry


class Result(View, frozen=True):
    """What a round that is closed came to for a team: its game, or None for a bye; its clicks."""

    round: int
    clicks: int
    match: MatchView | None


class RoundPage(View, frozen=True):
    """A round and its games."""

    round: RoundView
    matches: tuple[MatchView, ...]


class Board(View, frozen=True):
    """What hangs in the hall, or the parts of it that changed.

    ``fresh`` says that ``matches`` are all games of the round; else they are those that changed, by table. The parts
    after ``rematches`` are for those with a link.
    """

    head: Head | None = None
    round: RoundView | None = None
    teams: tuple[TeamView, ...] | None = None
    fresh: bool = False
    matches: tuple[MatchView, ...] | None = None
    standings: tuple[Standing, ...] | None = None
    marae: tuple[MaraeStanding, ...] | None = None
    rematches: tuple[Rematch, ...] | None = None
    calls: tuple[Wanted, ...] | None = None
    marks: tuple[MarkView, ...] | None = None
    next_cards: tuple[NextCard, ...] | None = None
    results: tuple[Result, ...] | None = None
    grants: tuple[GrantView, ...] | None = None
    lines: tuple[LineView, ...] | None = None


# Parts


def head(t: Tournament) -> Head:
    """What does not change with the rounds."""
    presided = {g.table for g in t.grants if g.table is not None and not g.revoked}
    rules = t.rules
    return Head(t.name, rules.name, rules.title, rules.seats, t.settings, t.tables, tuple(sorted(presided)), t.ended)


def sheet(rules: Ruleset) -> Sheet:
    """What each end of a deal is worth.

    >>> from uka import ruleset
    >>> [worth.points for worth in sheet(ruleset("tainui")).worth if not worth.alone]
    [(0, 2), (0, 2), (0, 2), (1, 0), (1, 0), (2, 0)]
    """
    worth = list[Worth]()
    for alone in (False, True):
        for defended in (False, True):
            for tricks in range(rules.hand_size + 1):
                try:
                    result = byhand.made(rules, Partnership.NORTH_SOUTH, tricks, alone=alone, defended_alone=defended)
                except IllegalAction:
                    continue
                first, second = result.points
                worth.append(Worth(tricks, alone, defended, result.outcome, (first, second)))
    cards = tuple([card for card in rules.cards if card is not Card.JOKER])
    throws = rules.nobody_calls in ("throw_in", "throw_in_same")
    return Sheet(tuple(worth), rules.revoke_penalty, throws, cards)


def round_view(t: Tournament, playing: Round) -> RoundView:
    """A round and its clock."""
    whole = playing.bell_at(t.settings) if playing.paused is None else None
    left = None
    if playing.paused is not None and playing.started is not None and not playing.rang:
        left = playing.started + t.settings.clock_ms + playing.extra - playing.paused
    return RoundView(playing.number, playing.byes, playing.started, whole, left, playing.rang, playing.closed)


def team_view(team: Team, *, people: bool) -> TeamView:
    """A team, with its people or without."""
    bare = TeamView(team.number, team.name, team.marae, team.withdrawn)
    if not people:
        return bare
    return msgspec.structs.replace(bare, captain=team.captain, players=team.players, fill_ins=team.fill_ins)


def match_view(t: Tournament, match: Match, playing: Round, *, whole: bool) -> MatchView:
    """A game; ``whole`` with what was tapped and claimed."""
    tally, moves = match.tally, match.moves
    onward = next((table for table in t.tables if table > match.table), t.tables[0] if t.tables else None)
    return MatchView(
        match.table,
        match.teams,
        match.points,
        match.over,
        match.winner,
        match.drawn,
        moves,
        onward if t.settings.movement == "tainui" else None,
        tally.dealer,
        tally.game.misdeals,
        playing.rang and not tally.rung and not match.over and not match.live,
        tally.last_deal and not match.over,
        tally.forfeit,
        match.cut,
        match.confirmed,
        match.said is not None,
        match.live,
        match.bots,
        tuple([TapView(seq, tap) for seq, tap in match.taps]) if whole else (),
        tuple([ClaimView(team, points) for team, points in match.claims]) if whole else (),
    )


def round_page(t: Tournament, playing: Round) -> RoundPage:
    """A round as anybody may see it."""
    return RoundPage(
        round_view(t, playing), tuple([match_view(t, match, playing, whole=False) for match in playing.matches])
    )


def next_cards(t: Tournament, marks: Iterable[MarkView]) -> tuple[NextCard, ...]:
    """The cards that come next for those who had one."""
    had = {(mark.team, mark.player): None for mark in (view.mark for view in marks) if isinstance(mark, Carded)}
    return tuple([NextCard(team, player, next_card(t, team, player)) for team, player in had])


def mark_views(t: Tournament, teams: Collection[int] | None = None) -> tuple[MarkView, ...]:
    """Conduct, fair play and fill-ins, of some teams or of all."""
    return tuple([MarkView(*mark) for mark in t.marks if teams is None or mark[2].team in teams])


def grant_view(grant: Grant, sign: Sign) -> GrantView:
    """A link that was given; one that was taken back is not told."""
    link = "" if grant.revoked else sign(grant.id)
    return GrantView(grant.id, grant.role, grant.name, grant.table, grant.team, grant.revoked, link)


def results(t: Tournament, team: int) -> tuple[Result, ...]:
    """What the rounds that are closed came to for a team that was there."""
    found = list[Result]()
    for playing in t.rounds:
        match = playing.of(team)
        if not playing.closed or not (match or team in playing.byes):
            continue
        clicks = standings.clicks_of(match, team, t.settings) if match else t.settings.bye
        found.append(Result(playing.number, clicks, match and match_view(t, match, playing, whole=False)))
    return tuple(found)


def line_view(t: Tournament, line: Line) -> LineView:
    """A line of the log."""
    giver = t.grant(line.by)
    return LineView(line.seq, line.at, line.by, giver.name if giver else "", line.entry)
