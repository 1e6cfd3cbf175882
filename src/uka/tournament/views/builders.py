"""Makes the parts of a tournament's board from the state of the tournament.

The board is what a viewer may see of the tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import msgspec

from uka.core import reported_results
from uka.core.cards import Card
from uka.core.ruleset import Ruleset

from ..commands.official import next_conduct_card
from ..entries import ConductCardShown, Tap, TournamentLine
from ..movement import sit_outs_follow, table_moves, waits_for_cut
from ..scores import bye_score, clicks_of, counts_as_bye
from ..tournament import Grant, Team, Tournament, TournamentMatch, TournamentRound
from .parts import (
    ClaimView,
    ConductMarkView,
    GrantWithLink,
    MatchView,
    NextConductCard,
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

SignLink = Callable[[str], str]
"""A function that takes the id of a grant and returns the signed link of the grant."""


def tournament_header(t: Tournament) -> TournamentHeader:
    """Return the facts about the tournament that do not change from round to round, such as its name and settings."""
    presided = {grant.table for grant in t.grants if grant.table is not None and not grant.revoked}
    rules = t.rules
    return TournamentHeader(
        t.name, rules.name, rules.title, rules.seats, t.settings, t.tables, tuple(sorted(presided)), bool(t.ended)
    )


def scoring_sheet(rules: Ruleset) -> ScoringSheet:
    """Return what a person must know about ``rules`` to score a game by hand, such as the points for each outcome.

    >>> from uka import ruleset
    >>> [worth.points for worth in scoring_sheet(ruleset("tainui")).worth if not worth.alone]
    [(0, 2), (0, 2), (0, 2), (1, 0), (1, 0), (2, 0)]
    """
    worth = [
        OutcomeWorth(tricks, end.alone, end.defended_alone, end.outcome, end.points)
        for end in reported_results.outcome_values(rules)
        for tricks in end.tricks
    ]
    cards = tuple([card for card in rules.cards if card is not Card.JOKER])
    return ScoringSheet(
        worth=tuple(worth),
        revoke=rules.revoke_penalty,
        thrown_in=rules.nobody_calls in ("throw_in", "throw_in_same"),
        cards=cards,
        played_out=rules.revoke_then == "played_out",
    )


def round_view(t: Tournament, playing: TournamentRound) -> RoundView:
    """Return the round ``playing`` and the state of its clock, as anybody may see them."""
    left = None
    if playing.paused is not None and playing.started is not None and not playing.rang:
        left = playing.started + t.settings.clock_ms + playing.extra - playing.paused
    return RoundView(
        playing.number,
        playing.byes,
        playing.started,
        playing.bell_at(t.settings),
        left,
        playing.rang,
        playing.closed,
        another_round_may_follow(t) and sit_outs_follow(t),
    )


def team_view(team: Team, *, people: bool) -> TeamView:
    """Return a team as a viewer may see it. If ``people`` is true, the viewer sees the names of its people too."""
    public = TeamView(team.number, team.name, team.marae, team.withdrawn)
    if not people:
        return public
    return msgspec.structs.replace(public, captain=team.captain, players=team.players, fill_ins=team.fill_ins)


def another_round_may_follow(t: Tournament) -> bool:
    """Return whether a further round may follow the last seated round, by the settings and the state of ``t``."""
    return not t.ended and not 0 < t.settings.rounds <= len(t.rounds)


def match_view(t: Tournament, match: TournamentMatch, playing: TournamentRound, *, whole: bool) -> MatchView:
    """Return a match of the round ``playing`` as a viewer may see it.

    If ``whole`` is true, the viewer sees what officials and captains have entered too.
    """
    tally = match.tally
    moves = table_moves(t, playing).get(match.table) if another_round_may_follow(t) else None
    return MatchView(
        match.table,
        match.teams,
        match.points,
        match.over,
        match.winner,
        match.drawn,
        match.moving_team,
        moves.winners if moves else None,
        tally.dealer,
        tally.game.misdeals,
        playing.rang and not tally.bell_entered and not match.over and not match.live,
        tally.last_deal and not match.over,
        tally.forfeit,
        match.cut,
        match.confirmed,
        match.said is not None,
        match.live,
        match.bots,
        match.cuts,
        match.sat,
        tuple([_tap_with_answer(match, seq, tap) for seq, tap in match.taps]) if whole else (),
        tuple([ClaimView(team, points) for team, points in match.claims]) if whole else (),
        tally.revoked,
        tuple([partner for side in match.sides for partner in side[1:]]),
        match.kind,
        waits_for_cut(t, match),
        moves.losers if moves else None,
        match.loners,
        t.unsigned(match),
        match.corrected,
    )


def _tap_with_answer(match: TournamentMatch, seq: int, tap: Tap) -> TapView:
    """Return ``tap``, an official's entry in the log line ``seq``, as a viewer sees it.

    If ``tap`` is a ruling for a live table (a table of the server), the table's answer is included.
    """
    ruling = next((ruling for ruling in match.rulings if ruling.line == seq), None)
    if ruling is None or not match.live:
        return TapView(seq, tap)
    return TapView(seq, tap, ruling.answer == "", ruling.answer or "")


def round_page(t: Tournament, playing: TournamentRound) -> RoundPage:
    """Return the round ``playing`` and its matches as anybody may see them."""
    return RoundPage(
        round_view(t, playing), tuple([match_view(t, match, playing, whole=False) for match in playing.matches])
    )


def next_cards(t: Tournament, marks: Iterable[ConductMarkView]) -> tuple[NextConductCard, ...]:
    """Return the next conduct card for each team and each player with a conduct card among ``marks``."""
    cards = [view.mark for view in marks if isinstance(view.mark, ConductCardShown)]
    receivers = dict.fromkeys((card.team, card.player) for card in cards)
    return tuple([NextConductCard(team, player, next_conduct_card(t, team, player)) for team, player in receivers])


def conduct_mark_views(t: Tournament, teams: Collection[int] | None = None) -> tuple[ConductMarkView, ...]:
    """Return the conduct cards, fair-play points and substitutions of ``teams``, or of all teams if it is None."""
    return tuple(
        [ConductMarkView(seq, number, mark) for seq, number, mark in t.marks if teams is None or mark.team in teams]
    )


def grant_with_link(grant: Grant, sign: SignLink) -> GrantWithLink:
    """Return a grant with its signed link, which is empty if the grant is revoked.

    ``sign`` returns the link for the id of a grant.
    """
    link = "" if grant.revoked else sign(grant.id)
    return GrantWithLink(grant.id, grant.role, grant.name, grant.table, grant.team, grant.revoked, link)


def round_results(t: Tournament, team: int) -> tuple[RoundResult, ...]:
    """Return the results of ``team`` in the closed rounds in which it played, and in those that count as a bye."""
    results = list[RoundResult]()
    entered = next((each for each in t.teams if each.number == team), None)
    rounds = [playing for playing in t.rounds if playing.closed]
    bye = bye_score(t.settings, [clicks_of(match, team, t.settings) for each in rounds if (match := each.of(team))])
    for playing in rounds:
        if match := playing.of(team):
            clicks = clicks_of(match, team, t.settings)
            results.append(RoundResult(playing.number, clicks, match_view(t, match, playing, whole=False)))
        elif entered and counts_as_bye(t.settings, entered, playing):
            results.append(RoundResult(playing.number, bye, None))
    return tuple(results)


def line_view(t: Tournament, line: TournamentLine) -> TournamentLineView:
    """Return a line of the tournament's log with the name of its author, for the director."""
    giver = t.grant(line.by)
    return TournamentLineView(line.seq, line.at, line.by, giver.name if giver else "", line.entry)
