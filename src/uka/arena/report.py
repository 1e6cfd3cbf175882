"""The results of a contest as means and rates with 95 % confidence intervals.

Choice times are reported separately, because they depend on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from uka.text.html import html_table

from .confidence_intervals import Interval, RatioSums, hit_share
from .contest import Contest, PairResult
from .elo import elo
from .player_faults import FaultCounts
from .report_text import short_name, time_of, with_bounds

ROWS = (
    ("games won", "games_won", "%"),
    ("deals won", "deals_won", "%"),
    ("points a deal", "points_a_deal", ""),
    ("deals made", "made", "%"),
    ("  of them euchred", "euchred", "%"),
    ("  of them marches", "marches", "%"),
    ("  of them alone", "alone", "%"),
    ("    of those marches", "lone_marches", "%"),
)
"""The rows of a table of results: the title, the field of ``PlayerReport``, and the unit."""


class PlayerReport(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one player over all its meetings. Rates range from 0 to 1.

    ``points_a_deal`` is the mean of the points of the player's side minus those of the other side. ``games_won`` is the
    rate of games won, in which a draw counts as half a win. A contest over deals has ``deals_won`` instead: the rate of
    deals in which the player scored more points than the opponent, in which equal points count as half. ``made`` is the
    rate of deals in which the player's side made trump. ``euchred``, ``marches`` and ``alone`` are rates of those
    deals, and ``lone_marches`` a rate of the deals played alone. ``elo`` is given if there are more than two players.
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
    """The results of two players against each other, from the first player's view."""

    players: tuple[str, str]
    pieces: int
    points_a_deal: Interval
    won: Interval


class ChoiceTimeReport(msgspec.Struct, frozen=True):
    """The median and the 99th percentile of a player's choice times, in seconds."""

    name: str
    p50: float | None
    p99: float | None


class ContestReport(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a contest.

    With deterministic players, the same seed gives the same results, except for the choice times in ``thinking``.
    ``asked`` is the number of deals or games requested for each pair of players. ``pieces`` is the total number of
    deals or games played. In duplicate play, the two rooms together count as one deal or game.
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

    def __str__(self) -> str:
        """Return what was played in one line, and then a line for each player."""
        lines = (
            f"{short_name(each.name)}: {with_bounds(each.points_a_deal, '')} points a deal" for each in self.players
        )
        return "\n".join((self.title, *lines))

    def _repr_html_(self) -> str:
        return html_table(self.title, ("", *(short_name(each.name) for each in self.players)), self.rows())

    @property
    def title(self) -> str:
        """How many deals or games were played, and under which ruleset, as a line of text."""
        each = " a meeting" if len(self.meetings) > 1 else ""
        what = f"{self.asked} {self.unit}{each} of {self.ruleset}"
        ways = ", each played twice with the sides exchanged" if self.duplicate else ""
        played = f": {self.games} games, {self.deals} deals" if self.games else f": {self.deals} deals"
        stopped = "" if self.complete else f", stopped after {self.pieces} of {self.asked * len(self.meetings)}"
        return f"{what}{ways}{stopped}{played}"

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows of a table with a column for each player: what is measured, then a value for each player."""
        for title, field, unit in ROWS:
            intervals: list[Interval] = [getattr(player, field) for player in self.players]
            if field not in ("games_won", "deals_won") or intervals[0].value is not None:
                yield title, *(with_bounds(interval, unit) for interval in intervals)
        if self.drawn:
            yield "games drawn", str(self.drawn)
        if any(player.faults.total for player in self.players):
            yield "faults", *(str(player.faults.total) for player in self.players)
        yield "half of its choices within", *(time_of(thinking.p50) for thinking in self.thinking)
        yield "99 of 100 within", *(time_of(thinking.p99) for thinking in self.thinking)


def report(contest: Contest, asked: int, met: tuple[PairResult, ...]) -> ContestReport:
    """Return the results of a contest. ``met`` holds, for every two players, the sums over their meetings."""
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
    """Return the sum of all meetings of the player with the index ``place``, from that player's view."""
    total = PairResult(pair=(place, place))
    for m in met:
        if place == m.pair[0]:
            total.add(m)
        elif place == m.pair[1]:
            total.add(m.swapped())
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
