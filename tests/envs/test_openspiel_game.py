"""A deal as a game of OpenSpiel passes OpenSpiel's own tests, and its search plays it."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from uka.core.actions import ACTIONS
from uka.core.seats import SEATS

try:
    import pyspiel

    from uka.envs import openspiel_game
except ImportError:
    if os.environ.get("CI"):
        raise
    pytest.skip("OpenSpiel is not installed: pip install -e '.[openspiel]'", allow_module_level=True)

RULES = ["uka", "tainui", "british", "ohio"]


def begun(rules: str, seed: int) -> Any:
    """Return a state after the choices of chance."""
    rng = np.random.default_rng(seed)
    state = pyspiel.load_game("python_uka", {"rules": rules}).new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choice(outcomes, p=chances))
    return state


@pytest.mark.parametrize("rules", RULES)
def test_openspiels_generic_test_passes(rules: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game("python_uka", {"rules": rules})
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)
    capfd.readouterr()


@pytest.mark.parametrize("rules", RULES)
def test_a_playthrough_follows_the_rules(rules: str) -> None:
    rng = np.random.default_rng(3)
    for seed in range(10):
        state = begun(rules, seed)
        deal = state.deal
        while not state.is_terminal():
            assert state.current_player() == deal.turn.index
            assert state.legal_actions() == [action.index for action in deal.legal_actions]
            action = int(rng.choice(state.legal_actions()))
            copied = state.clone()
            state.apply_action(action)
            assert copied.deal == deal
            deal, _ = deal.apply(ACTIONS[action])
            assert state.deal == deal
        north_south, east_west = deal.points
        assert state.returns() == [north_south - east_west, east_west - north_south] * 2


@pytest.mark.parametrize("rules", RULES)
def test_a_resampled_state_looks_the_same_to_the_player(rules: str) -> None:
    rng = np.random.default_rng(4)
    differing = 0
    for seed in range(5):
        state = begun(rules, seed)
        while not state.is_terminal():
            player = state.current_player()
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            differing += other.deal.masks != state.deal.masks
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert differing > 50


def test_openspiels_search_plays_it() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state = begun("tainui", 1)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 20, random_state=np.random.RandomState(2))
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert state.is_terminal()


def test_the_tensor_is_the_encoded_observation() -> None:
    state = begun("uka", 2)
    player = state.current_player()
    expected = openspiel_game.encode(state.deal.observe(SEATS[player]))
    assert np.array_equal(np.array(state.information_state_tensor(player)), expected)
    assert np.array_equal(np.array(state.observation_tensor(player)), expected)
