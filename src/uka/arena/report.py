"""The results of a contest, as figures with 95 % intervals; times are separate, since they depend on the machine."""

from __future__ import annotations

import msgspec

from .confidence_intervals import Interval, RatioSums, hit_share
from .contest import Contest, PairResult
from .elo import elo
from .player_faults import FaultCounts


class PlayerReport(msgspec.Struct, frozen=True, kw_only=True):
    """One player over all its meetings.

    ``points_a_deal`` are its side's less the other's; ``games_won`` a share in which a drawn game is half of one, and
    ``deals_won`` of pieces of play in which it made more points, equal ones half: one of the two is counted. The others
    are shares: of all deals made, of those euchred, marches and alone, of these with all tricks. ``elo`` where more
    than two played.
    """

    name: str
    points_a_deal: Interval
    games_won: Interval
    deals_won: Interval
    made: Interval
    euchred: Interval
    marches: Interval
    alone: Interval
    lone_marches: Interval
    choices: int
    faults: FaultCounts
    elo: Interval | None = None


class PairReport(msgspec.Struct, frozen=True, kw_only=True):
    """Two players against each other, from the first one's side."""

    players: tuple[str, str]
    pieces: int
    points_a_deal: Interval
    won: Interval


class ChoiceTimeReport(msgspec.Struct, frozen=True):
    """Seconds that a player's choices took: half of them no longer than ``p50``, 99 of 100 than ``p99``."""

    name: str
    p50: float | None
    p99: float | None


class ContestReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was found. All but ``thinking`` is the same for the same seed, if the players are.

    ``asked`` were to be played in each meeting, ``pieces`` were in all; of a duplicate one both rooms are one piece.
    """

    ruleset: str
    unit: str
    duplicate: bool
    seed: str
    asked: int
    pieces: int
    complete: bool
    games: int
    drawn: int
    deals: int
    players: tuple[PlayerReport, ...]
    meetings: tuple[PairReport, ...]
    thinking: tuple[ChoiceTimeReport, ...]


def report(contest: Contest, asked: int, met: tuple[PairResult, ...]) -> ContestReport:
    """The figures of what was found of every pair."""
    several = len(contest.players) > 2
    ratings = elo(len(contest.players), {m.pair: m.won for m in met}) if several else (None, None)
    totals = [_total(place, met) for place in range(len(contest.players))]
    pieces = sum(m.points.pieces for m in met)
    return ContestReport(
        ruleset=contest.rules.name,
        unit=contest.unit,
        duplicate=contest.duplicate,
        seed=contest.seed,
        asked=asked,
        pieces=pieces,
        complete=pieces == asked * len(met),
        games=sum(m.games for m in met),
        drawn=sum(m.drawn for m in met),
        deals=sum(m.points.n for m in met),
        players=tuple(
            _player(contest, name, total, rating)
            for name, total, rating in zip(contest.players, totals, ratings, strict=True)
        ),
        meetings=tuple(_meeting(contest, m) for m in met),
        thinking=tuple(
            ChoiceTimeReport(name, total.times[0].within(0.5), total.times[0].within(0.99))
            for name, total in zip(contest.players, totals, strict=True)
        ),
    )


def _total(place: int, met: tuple[PairResult, ...]) -> PairResult:
    """All meetings of a player as one, in which it is the first."""
    total = PairResult(pair=(place, place))
    for m in met:
        if place == m.pair[0]:
            total.add(m)
        elif place == m.pair[1]:
            total.add(m.turned())
    return total


def _player(contest: Contest, name: str, total: PairResult, rating: Interval | None) -> PlayerReport:
    tally, games = total.tallies[0], contest.unit == "games"
    return PlayerReport(
        name=name,
        points_a_deal=total.points.mean(),
        games_won=(total.won if games else RatioSums()).share(),
        deals_won=(RatioSums() if games else total.won).share(),
        made=hit_share(tally.made, tally.deals),
        euchred=hit_share(tally.euchred, tally.made),
        marches=hit_share(tally.marches, tally.made),
        alone=hit_share(tally.alone, tally.made),
        lone_marches=hit_share(tally.lone_marches, tally.alone),
        choices=tally.asked,
        faults=tally.faults,
        elo=rating,
    )


def _meeting(contest: Contest, met: PairResult) -> PairReport:
    first, second = (contest.players[place] for place in met.pair)
    return PairReport(
        players=(first, second), pieces=met.points.pieces, points_a_deal=met.points.mean(), won=met.won.share()
    )
