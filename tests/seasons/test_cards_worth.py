"""What cards were worth: par repeats, games without all cards have none, and ratings follow from it."""

from __future__ import annotations

from random import Random

import pytest

from uka import rulesets
from uka.bots import bot
from uka.bots.evaluation import ActionEvaluation
from uka.core.observation import Observation
from uka.core.shuffle import shuffled
from uka.records import Dealt, Log
from uka.seasons import append_entries, open_season
from uka.seasons.cards_worth import cards_worth
from uka.seasons.entries import EventAdded, EventGame, EventResult, SeasonSettings
from uka.seasons.ratings import rated_members
from uka.seasons.season_sheets import rating_rows


def played(seed: int, level: str = "casual") -> Log:
    """Return the record of a game that four bots play."""
    rules = rulesets.find("north_american")
    log, rng, player = Log.start(rules, dealer=rules.seats[0]), Random(seed), bot(level)
    while not log.state.over:
        if log.state.turn is None:
            log.append(Dealt(shuffled(rules, f"{seed}/{len(log.entries)}")))
        else:
            log.act(player.choose(log.state.observe(log.state.turn), rng))
    return log


def equal(seen: Observation, rng: Random) -> list[ActionEvaluation]:
    """Give all lawful actions the same value, but for the first, which is one point better."""
    actions = seen.lawful_actions
    return [ActionEvaluation(action, float(at == 0), 0.0, float(at == 0), 0.0) for at, action in enumerate(actions)]


def test_par_depends_on_the_record_only_and_is_no_more_than_deals_can_give() -> None:
    log = played(1)
    found = cards_worth(log, playouts=2)
    assert found is not None
    assert found == cards_worth(Log.parse(log.text), playouts=2)
    assert found.deals == len([entry for entry in log.entries if isinstance(entry, Dealt)])
    assert abs(found.points) <= 4 * found.deals


def test_equal_bots_are_worth_nothing_more_than_their_cards() -> None:
    """Over many games, the points without the worth of the cards have less spread than the points."""
    plain, cleaned = list[float](), list[float]()
    for seed in range(30):
        log = played(seed)  # by other bots than those that make par
        worth = cards_worth(log, playouts=1)
        assert worth
        first, second = log.state.score
        plain.append(first - second)
        cleaned.append(first - second - worth.points)
    assert sum(value * value for value in cleaned) < 0.9 * sum(value * value for value in plain)


def test_a_review_takes_out_all_but_what_choices_lost() -> None:
    log = played(3)
    found = cards_worth(log, "review", evaluate=equal)
    assert found is not None
    first, second = log.state.score
    assert (first - second - found.points) == round(first - second - found.points)


def test_without_all_cards_nothing_is_known() -> None:
    log = Log.start(rulesets.find("uka"))
    assert cards_worth(log) is None


@pytest.mark.parametrize("known", [False, True])
def test_ratings_stand_side_by_side_where_cards_are_known(known: bool) -> None:
    season, _ = open_season("Winter", SeasonSettings(), at=0)
    games = tuple([EventGame((("Ana", "Hemi"), ("Mere", "Tama")), (10, 4), expected=6.0, deals=8)] * 9)
    if not known:
        games = tuple([EventGame(game.sides, game.points) for game in games])
    results = tuple([EventResult(name, 1, 0) for name in ("Ana", "Hemi", "Mere", "Tama")])
    season, _ = append_entries(season, EventAdded("One", "2026-01-01", "1", results, games), at=1)
    rows = {row["member"]: row for row in rating_rows(rated_members(season))}
    assert rows["Ana"]["strength"] > rows["Mere"]["strength"]
    assert ("deal_strength" in rows["Ana"]) == known
    if known:
        assert abs(rows["Ana"]["deal_strength"]) < 0.01
        assert rows["Ana"]["deal_games"] == 9
