"""The environments of PettingZoo and Gymnasium pass the tests of these projects, and follow the rules."""

from __future__ import annotations

import warnings
from random import Random

import numpy as np
import pytest

from tests.strategies import random_deal
from uka import rulesets
from uka.bots import bot
from uka.core.actions import ACTIONS
from uka.core.errors import IllegalAction, InvalidRuleset
from uka.core.seats import SEATS
from uka.envs.encoding import encode

pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install -e '.[research]'")
gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install -e '.[research]'")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from uka.envs import gymnasium_env, pettingzoo_env  # noqa: E402

RULES = ["uka", "tainui", "british", "north_american"]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_pettingzoos_api_test_passes(rules: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*Observation space for each agent probably should be.*")
        api_test(pettingzoo_env.env(rules), num_cycles=200)
        api_test(pettingzoo_env.raw_env(rules), num_cycles=200)


@pytest.mark.parametrize("rules", RULES)
def test_pettingzoos_seed_test_passes(rules: str) -> None:
    seed_test(lambda: pettingzoo_env.env(rules), num_cycles=200)


def test_an_episode_of_pettingzoo_is_a_deal_by_the_rules() -> None:
    rng = np.random.default_rng(1)
    for seed in range(30):
        deal = random_deal(rulesets.find("ohio"), Random(seed), revokes=False)
        env = pettingzoo_env.raw_env("ohio", render_mode="ansi")
        env.reset(options={"deal": deal})
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, ended, _, _ = env.last()
            totals[agent] += reward
            if ended:
                env.step(None)
                continue
            assert seen is not None
            assert deal.turn is SEATS[int(agent[-1])]
            assert (seen["observation"] == encode(deal.observe(deal.turn))).all()
            action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            for other in env.agents:
                assert (env.observe(other)["action_mask"].sum() > 0) == (other == agent)
            deal, _ = deal.apply(ACTIONS[action])
            env.step(action)
            assert env.render() == str(deal)
        assert env.deal == deal
        north_south, east_west = deal.points
        assert [*totals.values()] == [north_south - east_west, east_west - north_south] * 2


def test_an_illegal_action_ends_an_episode_of_pettingzoo() -> None:
    raw = pettingzoo_env.raw_env("uka")
    raw.reset(seed=1)
    with pytest.raises(IllegalAction, match="no card can be played yet"):
        raw.step(0)
    env = pettingzoo_env.env("uka")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert env.rewards[agent] == pettingzoo_env.ILLEGAL_REWARD
    assert all(env.terminations.values())


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.filterwarnings("ignore:.*")
def test_gymnasiums_check_passes(rules: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make("uka.envs.gymnasium_env:Uka-v1", rules=rules, bots="random").unwrapped)


def test_an_episode_of_gymnasium_is_a_deal_against_bots() -> None:
    env = gymnasium_env.LearnerEnv("tainui", bots=("novice", bot("club"), "random"), seat="west", render_mode="ansi")
    rewards = set[float]()
    for seed in range(60):
        seen, info = env.reset(seed=seed)
        assert info == {}
        ended = False
        while not ended:
            assert env.deal.turn is env.seat
            assert (env.action_masks() == seen["action_mask"]).all()
            assert env.render() == str(env.deal.observe("west"))
            action = env.np_random.choice(np.flatnonzero(seen["action_mask"]))
            seen, reward, ended, truncated, info = env.step(action)
            assert not truncated
            assert reward == 0 or ended
        assert env.deal.over
        assert seen["action_mask"].sum() == 0
        points = env.deal.points
        assert reward == points[1] - points[0]
        rewards.add(reward)
    assert len(rewards) > 3


def test_the_same_seed_gives_the_same_episode_of_gymnasium() -> None:
    found = list[list[bytes]]()
    for _ in range(2):
        env = gymnasium_env.LearnerEnv("uka", bots="random")
        seen, _ = env.reset(seed=5)
        rows, ended = [seen["observation"].tobytes()], False
        while not ended:
            seen, _, ended, _, _ = env.step(np.int64(seen["action_mask"].argmax()))
            rows.append(seen["observation"].tobytes())
        found.append(rows)
    assert found[0] == found[1]


def test_an_illegal_action_ends_an_episode_of_gymnasium_and_says_why() -> None:
    env = gymnasium_env.LearnerEnv("cardgames", bots="club", illegal_reward=-3)
    env.reset(seed=1)
    assert env.step(np.int64(123))[1:] == (-3, True, False, {"illegal": env.deal.why_not(ACTIONS[123])})
    with pytest.raises(InvalidRuleset, match="There is no ruleset"):
        gymnasium_env.LearnerEnv("whist")
