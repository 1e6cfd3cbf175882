"""Compares ratings of a simulated season with the strengths that its players have.

40 players with known strengths meet on 30 evenings of progressive euchre; each comes to four evenings of five
(``tests/seasons/evenings.py``). A game's points are the strengths of its sides, the worth of its cards and other luck.

    python -m bench.season_ratings            the season several times, as a table
    python -m bench.season_ratings --deals    how much luck remains in games of bots, by par and by review

If openskill is installed, its ratings are compared too.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable, Iterator
from math import log, sqrt
from random import Random
from statistics import NormalDist, fmean, pstdev
from typing import Any, NamedTuple

from cyclopts import App

from tests.seasons.evenings import DEALS, evening, strengths
from uka import rulesets
from uka.bots import bot
from uka.core.shuffle import shuffled
from uka.records import Dealt, Log
from uka.seasons import Season, SeasonSettings, add_event, append_entries, open_season, season_table
from uka.seasons.cards_worth import cards_worth
from uka.seasons.entries import EventGame
from uka.seasons.ratings import MemberRating, ratings

PLAYERS, EVENINGS, SEASONS = 40, (5, 10, 30), 6
LEAST = 0.5 / 1_000
"""The smallest probability of a result that a prediction may state."""
SPREADS = (25 / 6, 25 / 12, 1.0)
"""The spreads of openskill's games (``beta``) to try: the first is its default."""
Values = dict[str, float]


class SeasonFigures(NamedTuple):
    """What a season shows after some evenings."""

    correlation: Values
    """For each measure of strength, the rank correlation with the truth."""
    held: dict[str, list[bool]]
    """For each rating, whether each player's interval holds the true strength."""
    loss: dict[str, list[float]]
    """For each rating, the logarithmic loss of its predictions for the games of the next evening."""


def compare(seasons: int = SEASONS) -> dict[int, SeasonFigures]:
    """Return the figures after each number of evenings, over several seasons."""
    found: dict[int, list[SeasonFigures]] = {evenings: [] for evenings in EVENINGS}
    for seed in range(seasons):
        for evenings, figures in _season(seed):
            found[evenings].append(figures)
    return {evenings: _joined(figures) for evenings, figures in found.items()}


def _season(seed: int) -> Iterator[tuple[int, SeasonFigures]]:
    """Play a season, and yield its figures after each number of evenings."""
    rng = Random(seed)
    truth = strengths(PLAYERS, rng)
    season, _ = open_season("Simulated", SeasonSettings(), at=0)
    for number in range(EVENINGS[-1] + 1):
        event = evening(truth, rng, number=number)
        if number in EVENINGS:
            yield number, _figures(season, truth, event.games)
        season, _ = append_entries(season, add_event(season, event), at=number)


def _figures(season: Season, truth: Values, following: Iterable[EventGame]) -> SeasonFigures:
    plain, cleaned = ratings(season), ratings(season, cleaned=True)
    centre = fmean(truth[rating.member] for rating in plain)
    table = season_table(season)
    measures: dict[str, Values] = {
        "games won": {line.member: line.won / line.games for line in table},
        "points a game": {line.member: (line.points[0] - line.points[1]) / line.games for line in table},
        "rating": {rating.member: rating.strength for rating in plain},
        "rating cleaned of cards": {rating.member: rating.strength for rating in cleaned},
    }
    following = list(following)
    loss = {"rating": _losses(season, measures["rating"], following)}
    for spread in SPREADS if importlib.util.find_spec("openskill") else ():
        name = f"openskill, beta {spread:.2f}"
        measures[name], loss[name] = _openskill(season, following, spread)
    return SeasonFigures(
        {name: rank_correlation(truth, values) for name, values in measures.items()},
        {"rating": _held(plain, truth, centre, 1), "rating cleaned of cards": _held(cleaned, truth, centre, DEALS)},
        loss,
    )


def _held(found: Iterable[MemberRating], truth: Values, centre: float, units: int) -> list[bool]:
    """Return for each player whether the interval holds the truth, which is ``units`` times as large as the rating."""
    return [rating.low <= (truth[rating.member] - centre) / units <= rating.high for rating in found]


def _losses(season: Season, strength: Values, games: Iterable[EventGame]) -> list[float]:
    """Return the logarithmic loss of each prediction of who wins a game. Drawn games are left out."""

    def expected(game: EventGame) -> float:
        one, other = (sum(strength.get(name, 0.0) for name in side) for side in game.sides)
        return one - other

    past = [game for _, event in season.events for game in event.games]
    luck = NormalDist(0, pstdev(game.points[0] - game.points[1] - expected(game) for game in past))
    return list(_log_losses((luck.cdf(expected(game)), game) for game in games))


def _log_losses(predicted: Iterable[tuple[float, EventGame]]) -> Iterator[float]:
    """Yield the logarithmic loss of each probability that the first side wins."""
    for probability, game in predicted:
        if game.points[0] != game.points[1]:
            right = probability if game.points[0] > game.points[1] else 1 - probability
            yield -log(max(right, LEAST))


def _openskill(season: Season, following: Iterable[EventGame], spread: float) -> tuple[Values, list[float]]:
    """Return the ratings of openskill's Plackett-Luce model, and the losses of its predictions."""
    model: Any = importlib.import_module("openskill.models").PlackettLuce(beta=spread)
    known: dict[str, Any] = {member: model.rating() for member in season.members}
    for _, event in season.events:
        for game in event.games:
            teams = [[known[name] for name in side] for side in game.sides]
            for side, rated in zip(game.sides, model.rate(teams, scores=list(game.points)), strict=True):
                known |= dict(zip(side, rated, strict=True))
    new = model.rating()
    predicted = [
        (model.predict_win([[known.get(name, new) for name in side] for side in game.sides])[0], game)
        for game in following
    ]
    return {name: rating.mu for name, rating in known.items()}, list(_log_losses(predicted))


def rank_correlation(one: Values, other: Values) -> float:
    """Return Spearman's rank correlation of two values of the same players."""
    names = sorted(other)
    first, second = ([sorted(names, key=each.__getitem__).index(name) for name in names] for each in (one, other))
    squares = sum((a - b) ** 2 for a, b in zip(first, second, strict=True))
    return 1 - 6 * squares / (len(names) * (len(names) ** 2 - 1))


def _joined(figures: list[SeasonFigures]) -> SeasonFigures:
    """Return the figures of several seasons as one: mean correlations, and all intervals and losses."""
    first = figures[0]
    return SeasonFigures(
        {name: fmean(each.correlation[name] for each in figures) for name in first.correlation},
        {name: [held for each in figures for held in each.held[name]] for name in first.held},
        {name: [loss for each in figures for loss in each.loss[name]] for name in first.loss},
    )


def luck_of_deals(games: int = 80, level: str = "casual", reviews: int = 0) -> Values:
    """Return the spread of the points of games between equal bots: as scored, without par, and without the review.

    Equal players have no skill to show, so all of the spread is luck. They are of another ``level`` than the bots that
    make par, which would play the same cards again. ``reviews`` is the number of games to review.
    """
    scored, by_par, by_review = list[float](), list[float](), list[float]()
    for seed in range(games):
        record = bot_game(seed, level)
        first, second = record.state.score
        margin, worth = first - second, cards_worth(record)
        assert worth is not None
        scored.append(margin)
        by_par.append(margin - worth.points)
        if seed < reviews:
            reviewed = cards_worth(record, "review")
            assert reviewed is not None
            by_review.append(margin - reviewed.points)
    spreads = {"points": scored, "without par": by_par, "without the review": by_review}
    return {name: sqrt(fmean(value * value for value in values)) for name, values in spreads.items() if values}


def bot_game(seed: int, level: str) -> Log:
    """Return the record of a game that four bots of one level play."""
    rules = rulesets.find("north_american")
    record, rng, player = Log.start(rules, dealer=rules.seats[seed % 4]), Random(seed), bot(level)
    while not record.state.over:
        turn = record.state.turn
        if turn is None:
            record.append(Dealt(shuffled(rules, f"{seed}/{len(record.entries)}")))
        else:
            record.act(player.choose(record.state.observe(turn), rng))
    return record


def rows(found: dict[int, SeasonFigures]) -> list[dict[str, str]]:
    """Return the figures as rows, one for each measure."""
    table = list[dict[str, str]]()
    for name in found[EVENINGS[0]].correlation:
        row = {"measure": name}
        for evenings in EVENINGS:
            row[f"correlation after {evenings}"] = f"{found[evenings].correlation[name]:.3f}"
        for evenings in EVENINGS:
            held = found[evenings].held.get(name)
            row[f"intervals held after {evenings}"] = f"{100 * fmean(held):.0f} %" if held else ""
        loss = found[EVENINGS[-1]].loss.get(name)
        row["log loss"] = f"{fmean(loss):.3f}" if loss else ""
        table.append(row)
    return table


app = App()


@app.default
def main(*, seasons: int = SEASONS, deals: bool = False, games: int = 80, reviews: int = 4) -> None:
    """Print the comparison, or the luck that remains in games of bots."""
    if deals:
        print(luck_of_deals(games, reviews=reviews))
        return
    table = rows(compare(seasons))
    lines = [[*table[0]], *([*row.values()] for row in table)]
    for line in lines:
        print("| " + " | ".join(line) + " |")


if __name__ == "__main__":
    app()
