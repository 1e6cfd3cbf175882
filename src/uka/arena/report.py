"""The results of a contest as means and rates with 95 % confidence intervals.

The times of choices are reported apart from the other results, because they depend on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from uka.text.html import html_table

from .confidence_intervals import Interval, RatioSums, hit_share
from .contest import Contest, PairResult
from .elo import elo
from .player_faults import FaultCounts
from .report_text import duration_text, interval_text, short_name

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
    """The results of one player against all others. A rate is from 0 to 1."""

    name: str
    points_a_deal: Interval
    """The mean, over all deals, of the points of the player's side minus those of the other side."""
    games_won: Interval
    """The rate of games won, in a contest over games. A draw counts as half a win."""
    deals_won: Interval
    """The rate of deals in which the player scored more than its opponent, in a contest over deals.

    Equal points count as half a win. In duplicate play, the points in both rooms are added.
    """
    made: Interval
    """The rate of deals in which the player's side made trump."""
    euchred: Interval
    """The rate, among the deals that ``made`` counts, of those in which the player's side was euchred."""
    marches: Interval
    """The rate, among the deals that ``made`` counts, of those in which the player's side took all the tricks."""
    alone: Interval
    """The rate, among the deals that ``made`` counts, of those in which the player's side played alone."""
    lone_marches: Interval
    """The rate, among the deals played alone, of those in which the player's side took all the tricks."""
    choices: int
    """The number of choices that the player was asked for."""
    faults: FaultCounts
    elo: Interval | None = None
    """The Elo rating, if there are more than two players."""


class PairReport(msgspec.Struct, frozen=True, kw_only=True):
    """The results of two players against each other, from the first player's view."""

    players: tuple[str, str]
    """The names of the two players."""
    pieces: int
    """The number of deals or games played. In duplicate play, both rooms together count as one."""
    points_a_deal: Interval
    """The mean, over all deals, of the first player's points minus the second player's points."""
    won: Interval
    """The rate of games or deals that the first player won. A draw counts as half a win."""


class ChoiceTimeReport(msgspec.Struct, frozen=True):
    """How long a player took for its choices, in seconds. A time is None if the player made no choice."""

    name: str
    p50: float | None
    """The median of the times."""
    p99: float | None
    """The time that 99 of 100 choices did not exceed."""


class ContestReport(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a contest.

    With deterministic players, the same seed gives the same results, except for the times in ``thinking``.
    """

    ruleset: str
    """The name of the ruleset."""
    unit: str
    """What was played: "deals" or "games"."""
    duplicate: bool
    """Whether each deal or game was played twice, with the sides exchanged. Both together count as one."""
    seed: str
    asked: int
    """The number of deals or games requested for each pair of players."""
    pieces: int
    """The number of deals or games played by all pairs together."""
    complete: bool
    """Whether all that was requested was played."""
    games: int
    """The number of games, with both rooms of duplicate play; 0 in a contest over deals."""
    drawn: int
    """The number of games that nobody won."""
    deals: int
    """The number of deals, with both rooms of duplicate play."""
    players: tuple[PlayerReport, ...]
    meetings: tuple[PairReport, ...]
    """The results of every two players against each other."""
    thinking: tuple[ChoiceTimeReport, ...]
    """How long each player took for its choices."""

    def __str__(self) -> str:
        """Return a line that says what was played, and then a line for each player."""
        lines = (
            f"{short_name(each.name)}: {interval_text(each.points_a_deal, '')} points a deal" for each in self.players
        )
        return "\n".join((self.title, *lines))

    def _repr_html_(self) -> str:
        return html_table(self.title, ("", *(short_name(each.name) for each in self.players)), self.rows())

    @property
    def title(self) -> str:
        """A line that says how many deals or games were played, and under which ruleset."""
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
                yield title, *(interval_text(interval, unit) for interval in intervals)
        if self.drawn:
            yield "games drawn", str(self.drawn)
        if any(player.faults.total for player in self.players):
            yield "faults", *(str(player.faults.total) for player in self.players)
        yield "half of its choices within", *(duration_text(thinking.p50) for thinking in self.thinking)
        yield "99 of 100 within", *(duration_text(thinking.p99) for thinking in self.thinking)


def report(contest: Contest, units_per_pair: int, results: tuple[PairResult, ...]) -> ContestReport:
    """Return the results of a contest as means and rates.

    ``units_per_pair`` is the number of deals or games that each pair of players was to play. ``results`` holds, for
    every two players, the sums of their results against each other.
    """
    count = len(contest.players)
    ratings = elo(count, {result.pair: result.won for result in results}) if count > 2 else (None, None)
    totals = [_player_total(index, results) for index in range(count)]
    pieces = sum(result.points.pieces for result in results)
    return ContestReport(
        ruleset=contest.rules.name,
        unit=contest.unit,
        duplicate=contest.duplicate,
        seed=contest.seed,
        asked=units_per_pair,
        pieces=pieces,
        complete=pieces == units_per_pair * len(results),
        games=sum(result.games for result in results),
        drawn=sum(result.drawn for result in results),
        deals=sum(result.points.n for result in results),
        players=tuple(
            _player_report(contest, name, total, rating)
            for name, total, rating in zip(contest.players, totals, ratings, strict=True)
        ),
        meetings=tuple(_pair_report(contest, result) for result in results),
        thinking=tuple(
            ChoiceTimeReport(name, total.times[0].quantile(0.5), total.times[0].quantile(0.99))
            for name, total in zip(contest.players, totals, strict=True)
        ),
    )


def _player_total(index: int, results: tuple[PairResult, ...]) -> PairResult:
    """Return the sum of all results of the player with the index ``index``, from that player's view."""
    total = PairResult(pair=(index, index))
    for result in results:
        first, second = result.pair
        if index == first:
            total.add(result)
        elif index == second:
            total.add(result.swapped())
    return total


def _player_report(contest: Contest, name: str, total: PairResult, rating: Interval | None) -> PlayerReport:
    tally, _ = total.tallies
    won, nothing = total.won.share(), RatioSums().share()
    return PlayerReport(
        name=name,
        points_a_deal=total.points.mean(),
        games_won=won if contest.unit == "games" else nothing,
        deals_won=won if contest.unit == "deals" else nothing,
        made=hit_share(tally.made, tally.deals),
        euchred=hit_share(tally.euchred, tally.made),
        marches=hit_share(tally.marches, tally.made),
        alone=hit_share(tally.alone, tally.made),
        lone_marches=hit_share(tally.lone_marches, tally.alone),
        choices=tally.asked,
        faults=tally.faults,
        elo=rating,
    )


def _pair_report(contest: Contest, result: PairResult) -> PairReport:
    first, second = result.pair
    return PairReport(
        players=(contest.players[first], contest.players[second]),
        pieces=result.points.pieces,
        points_a_deal=result.points.mean(),
        won=result.won.share(),
    )
