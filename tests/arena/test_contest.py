"""Contests: results depend only on the seed, equal players are equal, and counts agree with the deals."""

from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from random import Random

import msgspec
import pytest

import uka
from tests.arena import programs
from uka import Observation, Outcome
from uka.arena import ChunkStore, Contest, ContestReport, PairResult, report, run_contest, workers
from uka.arena.contest import deal_results, room_sides
from uka.arena.match_play import play_deal, play_game
from uka.arena.player_faults import FaultCounts, fallback
from uka.bots import bot
from uka.core.errors import UkaError
from uka.core.game import Game
from uka.core.rubber import Rubber

RULESETS = ("tainui", "uka", "bicycle", "knock", "cardgames", "british")


def hold(contest: Contest, pieces: int, executor: Executor | None = None) -> ContestReport:
    with ThreadPoolExecutor(1) as threads:
        *_, met = run_contest(contest, pieces, executor or threads)
    return report(contest, pieces, met)


def untimed(found: ContestReport) -> ContestReport:
    return msgspec.structs.replace(found, thinking=())


def contest(*players: str, rules: str = "cardgames", unit: str = "deals", duplicate: bool = True) -> Contest:
    of = {"unit": unit, "duplicate": duplicate, "players": players, "rules": uka.ruleset(rules)}
    return Contest(**of)  # type: ignore[arg-type]


@pytest.mark.daily(4)
@pytest.mark.parametrize("unit", ["deals", "games"])
@pytest.mark.parametrize("rules", RULESETS)
def test_in_duplicate_play_a_bot_is_its_own_equal(rules: str, unit: str) -> None:
    """The club bot is deterministic, so the same packs end alike in both rooms."""
    found = hold(contest("club", "club", rules=rules, unit=unit), 12)
    first, second = found.players
    assert first.points_a_deal.value == 0 == first.points_a_deal.low
    assert msgspec.structs.replace(first, points_a_deal=second.points_a_deal) == second
    assert found.games == (24 if unit == "games" else 0)


@pytest.mark.daily(2)
@pytest.mark.parametrize("unit", ["deals", "games"])
@pytest.mark.parametrize("duplicate", [True, False])
def test_results_are_the_same_on_any_executor(unit: str, duplicate: bool) -> None:
    three = contest("club", "novice", "random", unit=unit, duplicate=duplicate)
    pieces = 25 if unit == "deals" else 5
    with ThreadPoolExecutor(3) as threads, workers(2) as processes:
        found = [hold(three, pieces, executor) for executor in (None, threads, processes)]
    assert untimed(found[0]) == untimed(found[1]) == untimed(found[2])
    assert found[0].complete
    assert found[0].pieces == 3 * pieces


def test_a_stopped_contest_continues(tmp_path: Path) -> None:
    two, path = contest("club", "novice"), tmp_path / "state"
    with ThreadPoolExecutor(1) as executor:
        steps = run_contest(two, 60, executor, ChunkStore[PairResult].open(path, two, PairResult))
        some = next(steps)
        steps.close()
        so_far = report(two, 60, some)
        assert not so_far.complete
        assert so_far.pieces == 10
        *_, met = run_contest(two, 60, executor, ChunkStore[PairResult].open(path, two, PairResult))
    assert untimed(report(two, 60, met)) == untimed(hold(two, 60))


def test_counts_agree_with_the_deals_played() -> None:
    """The test plays the deals of a contest again one by one, and counts them itself."""
    rules, players = uka.ruleset("tainui"), [bot("club"), bot("novice")]
    points, made, euchred, deals = [0, 0], [0, 0], [0, 0], 0
    for number in range(20):
        for room in (0, 1):
            seats = {seat: players[i].choose for i, side in enumerate(room_sides(rules, room)) for seat in side.seats}
            game = play_deal(rules, seats, f"0/{number // 10}/{number % 10}")
            result = game.results[-1]
            deals += 1
            for i, side in enumerate(room_sides(rules, room)):
                points[i] += result.points[side.index]
                made[i] += result.makers is side
                euchred[i] += result.makers is side and result.outcome in (Outcome.EUCHRED, Outcome.LONE_EUCHRED)
    found = hold(contest("club", "novice", rules="tainui"), 20)
    assert found.deals == deals == 40
    for i, player in enumerate(found.players):
        assert player.points_a_deal.value == (points[i] - points[1 - i]) / deals
        assert player.made.value == made[i] / deals
        assert player.euchred.value == euchred[i] / made[i]


def test_a_redeal_is_followed_by_another_deal() -> None:
    rules = uka.ruleset("cardgames", {"pack": 32, "farmers_hand": "no_face"})

    def claims(seen: Observation, rng: Random) -> uka.Action:
        return seen.lawful_actions[-1]

    games = [play_deal(rules, dict.fromkeys(rules.seats, claims), str(seed)) for seed in range(200)]
    again = [game for game in games if len(game.results) > 1]
    assert again
    for game in games:
        assert [r.outcome is Outcome.REDEAL for r in game.results] == [True] * (len(game.results) - 1) + [False]
        assert game.finished == 1


def test_rubbers_are_played_if_the_rules_say_so() -> None:
    rules = uka.ruleset("bicycle", {"rubber": True})
    state = play_game(rules, dict.fromkeys(rules.seats, bot("club").choose), "a")
    assert isinstance(state, Rubber)
    assert state.over
    assert len(deal_results(state)) == sum(len(game.results) for game in state.games)
    assert not isinstance(play_game(uka.ruleset("uka"), dict.fromkeys(rules.seats, bot("club").choose), "a"), Rubber)


def test_better_players_are_rated_higher() -> None:
    found = hold(contest("random", "novice", "club"), 60)
    ratings = [player.elo.value for player in found.players if player.elo and player.elo.value is not None]
    assert ratings == sorted(ratings)
    assert len(ratings) == 3
    assert len(found.meetings) == 3
    worst = found.players[0].points_a_deal
    assert worst.high is not None
    assert worst.high < 0


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    ("command", "kinds"),
    [
        (programs.CRASHES, {"crashed", "given_up"}),
        (programs.UNLAWFUL, {"illegal"}),
        (programs.GARBLED, {"garbled", "given_up"}),
        (programs.SILENT, {"late", "given_up"}),
        (programs.WAYWARD, set[str]()),
    ],
)
def test_a_failing_program_is_replaced_and_its_faults_are_counted(command: str, kinds: set[str]) -> None:
    seconds = 0.2 if command == programs.SILENT else 5.0
    against = Contest(
        rules=uka.ruleset("cardgames"), players=("club", f"cmd:{command}"), duplicate=True, seconds=seconds
    )
    found = hold(against, 2)
    faults = found.players[1].faults
    counts = msgspec.to_builtins(faults)
    assert bool(counts.pop("first")) is bool(kinds)
    assert {name for name, count in counts.items() if count} == kinds
    assert faults.total == (found.players[1].choices if kinds - {"illegal"} else faults.total)
    assert found.players[0].faults == FaultCounts()
    assert found.deals == 4


def test_the_fallback_is_the_lawful_action_with_the_lowest_index() -> None:
    game, _ = Game.start(uka.ruleset("uka"), uka.Seat.SOUTH).start_deal(uka.shuffled(uka.ruleset("uka"), 1))
    while (turn := game.turn) is not None:
        action = fallback(game.observe(turn))
        assert action.index == min(other.index for other in game.legal_actions)
        game, _ = game.apply(action)


def test_a_program_that_draws_randomness_only_from_the_seed_is_reproducible() -> None:
    two = contest("novice", f"cmd:{programs.EXAMPLE}")
    assert untimed(hold(two, 10)) == untimed(hold(two, 10))


def test_the_example_is_better_than_chance() -> None:
    points = hold(contest(f"cmd:{programs.EXAMPLE}", "random"), 60).players[0].points_a_deal
    assert points.low is not None
    assert points.low > 0.3


@pytest.mark.parametrize(
    ("players", "told"),
    [(("club",), "two players or more"), (("club", "nobody"), "nobody"), (("club", "cmd:"), "no command")],
)
def test_an_invalid_contest_is_refused(players: tuple[str, ...], told: str) -> None:
    with pytest.raises(UkaError, match=told):
        contest(*players)
