"""Builds the parts of a tournament's board from the state of the tournament.

The board is what a viewer may see of the tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import msgspec

from uka.core import reported_results
from uka.core.cards import Card
from uka.core.ruleset import Ruleset

from .. import standings
from ..commands.official import next_card
from ..entries import ConductCardShown, Tap, TournamentLine
from ..tournament import Grant, Team, Tournament, TournamentMatch, TournamentRound
from .parts import (
    ClaimView,
    GrantView,
    MarkView,
    MatchView,
    NextCard,
    OutcomeWorth,
    RoundPage,
    RoundResult,
    RoundView,
    ScoringSheet,
    TapView,
    TeamView,
    TournamentHeader,
    TournamentLineView,
)

Sign = Callable[[str], str]
"""A function that takes the id of a grant and returns the signed link of the grant."""


def head(t: Tournament) -> TournamentHeader:
    """Return the part of the board that does not change from round to round."""
    presided = {g.table for g in t.grants if g.table is not None and not g.revoked}
    rules = t.rules
    return TournamentHeader(
        t.name, rules.name, rules.title, rules.seats, t.settings, t.tables, tuple(sorted(presided)), bool(t.ended)
    )


def sheet(rules: Ruleset) -> ScoringSheet:
    """Return the facts about the rules that a person needs to score a game by hand.

    >>> from uka import ruleset
    >>> [worth.points for worth in sheet(ruleset("tainui")).worth if not worth.alone]
    [(0, 2), (0, 2), (0, 2), (1, 0), (1, 0), (2, 0)]
    """
    worth = [
        OutcomeWorth(tricks, end.alone, end.defended_alone, end.outcome, end.points)
        for end in reported_results.outcome_values(rules)
        for tricks in end.tricks
    ]
    cards = tuple([card for card in rules.cards if card is not Card.JOKER])
    throws = rules.nobody_calls in ("throw_in", "throw_in_same")
    return ScoringSheet(tuple(worth), rules.revoke_penalty, throws, cards, rules.revoke_then == "played_out")


def round_view(t: Tournament, playing: TournamentRound) -> RoundView:
    """Return the view of a round and its clock."""
    bell_at = playing.bell_at(t.settings) if playing.paused is None else None
    left = None
    if playing.paused is not None and playing.started is not None and not playing.rang:
        left = playing.started + t.settings.clock_ms + playing.extra - playing.paused
    return RoundView(playing.number, playing.byes, playing.started, bell_at, left, playing.rang, playing.closed)


def team_view(team: Team, *, people: bool) -> TeamView:
    """Return the view of a team. If ``people`` is true, the view includes the names of the team's people."""
    public = TeamView(team.number, team.name, team.marae, team.withdrawn)
    if not people:
        return public
    return msgspec.structs.replace(public, captain=team.captain, players=team.players, fill_ins=team.fill_ins)


def goes_on(t: Tournament) -> bool:
    """Return whether another round may follow the last seated round."""
    return not t.ended and not 0 < t.settings.rounds <= len(t.rounds)


def match_view(t: Tournament, match: TournamentMatch, playing: TournamentRound, *, whole: bool) -> MatchView:
    """Return the view of a match. If ``whole`` is true, the view includes what officials and captains entered."""
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
        onward if goes_on(t) and t.settings.movement == "tainui" else None,
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
        match.cuts,
        match.sat,
        tuple([_tap_view(match, seq, tap) for seq, tap in match.taps]) if whole else (),
        tuple([ClaimView(team, points) for team, points in match.claims]) if whole else (),
        tally.revoked,
    )


def _tap_view(match: TournamentMatch, seq: int, tap: Tap) -> TapView:
    ruling = next((ruling for ruling in match.rulings if ruling.line == seq), None)
    if ruling is None or not match.live:
        return TapView(seq, tap)
    return TapView(seq, tap, ruling.answer == "", ruling.answer or "")


def round_page(t: Tournament, playing: TournamentRound) -> RoundPage:
    """Return a round and its matches as anybody may see them."""
    return RoundPage(
        round_view(t, playing), tuple([match_view(t, match, playing, whole=False) for match in playing.matches])
    )


def next_cards(t: Tournament, marks: Iterable[MarkView]) -> tuple[NextCard, ...]:
    """Return the next conduct card for each team and each player with a conduct card among ``marks``."""
    had = {
        (mark.team, mark.player): None for mark in (view.mark for view in marks) if isinstance(mark, ConductCardShown)
    }
    return tuple([NextCard(team, player, next_card(t, team, player)) for team, player in had])


def mark_views(t: Tournament, teams: Collection[int] | None = None) -> tuple[MarkView, ...]:
    """Return the conduct cards, fair-play points and substitutions of ``teams``.

    If ``teams`` is None, return those of all teams.
    """
    return tuple([MarkView(*mark) for mark in t.marks if teams is None or mark[2].team in teams])


def grant_view(grant: Grant, sign: Sign) -> GrantView:
    """Return the view of a grant with its signed link. For a revoked grant, the link is empty."""
    link = "" if grant.revoked else sign(grant.id)
    return GrantView(grant.id, grant.role, grant.name, grant.table, grant.team, grant.revoked, link)


def results(t: Tournament, team: int) -> tuple[RoundResult, ...]:
    """Return the results of a team in all closed rounds in which the team played or had a bye."""
    closed = list[RoundResult]()
    for playing in t.rounds:
        match = playing.of(team)
        if not playing.closed or not (match or team in playing.byes):
            continue
        clicks = standings.clicks_of(match, team, t.settings) if match else t.settings.bye
        closed.append(RoundResult(playing.number, clicks, match and match_view(t, match, playing, whole=False)))
    return tuple(closed)


def line_view(t: Tournament, line: TournamentLine) -> TournamentLineView:
    """Return the view of a log line with the name of its author."""
    giver = t.grant(line.by)
    return TournamentLineView(line.seq, line.at, line.by, giver.name if giver else "", line.entry)
