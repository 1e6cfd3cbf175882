"""A learned best response finds what a bot does badly, and plays as the bot where it finds nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest

from tests.strategies import random_deal
from uka import rulesets
from uka.arena import Chunk, Contest
from uka.arena.contest import OBJECT, ChunkWork
from uka.arena.exploitability import LEARNED_EXPLOITER, Exploitation, run_exploitation
from uka.core.actions import ACTIONS, Action
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.envs import SIZE, PolicyNetwork
from uka.envs.learned_response import (
    DeviationSamples,
    LearnedGains,
    SampleArrays,
    learn_response,
    least_gain,
    sample_chunk,
)

RULES = rulesets.find("north_american")
RECKLESS = f"{OBJECT}reckless"


class Reckless:
    """A bot that always makes trump alone, whatever it holds."""

    name = "reckless"

    def choose(self, observation: Observation, rng: Random) -> Action:
        return observation.lawful_actions[-1]


def work(player: str) -> ChunkWork:
    contest = Contest(rules=RULES, players=(LEARNED_EXPLOITER, player), duplicate=True, seed="t")
    return ChunkWork(contest, objects={RECKLESS: Reckless()})


def rows_of(name: str, deals: int) -> tuple[DeviationSamples, SampleArrays]:
    samples = sample_chunk(work(name), name, Chunk(0, "s", deals))
    return samples, SampleArrays.of([samples])


@pytest.mark.parametrize("name", ["random", "novice", RECKLESS])
def test_samples_are_other_legal_actions_and_repeat(name: str) -> None:
    samples, rows = rows_of(name, 5)
    assert samples == sample_chunk(work(name), name, Chunk(0, "s", 5))
    assert len(rows.gains) == len(rows.own) == len(rows.other) == len(rows.observations) > 10
    assert (rows.own != rows.other).all()
    assert np.abs(rows.gains).max() <= 8
    assert set(rows.gains.tolist()) != {0}


def network(gain_of_action: dict[int, float]) -> PolicyNetwork:
    weights, biases = np.zeros((len(ACTIONS), SIZE)), np.zeros(len(ACTIONS))
    for action, gain in gain_of_action.items():
        biases[action] = gain
    return PolicyNetwork([(weights, biases)])


def test_an_action_is_taken_only_if_it_gains_enough() -> None:
    deal = random_deal(RULES, Random(1), revokes=False)
    assert deal.turn is not None
    seen = deal.observe(deal.turn)
    own, *others = seen.lawful_actions
    gains = network({others[-1].index: 0.4})
    found = LearnedGains(gains, 0.3)(seen, own, others, Random(1))
    assert found is not None
    assert (found.action, found.gain) == (others[-1], pytest.approx(0.4))
    assert LearnedGains(gains, 0.5)(seen, own, others, Random(1)) is None


def test_predictions_are_relied_on_only_where_they_hold() -> None:
    size = 2_000
    other = np.arange(size) % 2 + 1
    true = np.where(other == 1, 1.0, -1.0) + np.random.default_rng(1).normal(size=size)
    rows = SampleArrays(np.zeros((size, SIZE), np.uint8), np.zeros(size, np.int64), other, true.astype(np.float32))
    assert least_gain(network({1: 0.4, 2: -0.4}), rows) <= 0.3
    assert least_gain(network({1: -0.4, 2: 0.4}), rows) == float("inf")
    assert least_gain(network({1: 0.4, 2: 0.15}), rows) == 0.2


def test_too_few_deals_are_refused() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install -e '.[learn]'")
    with ThreadPoolExecutor(1) as executor, pytest.raises(UkaError, match="from 100 deals or more"):
        learn_response(work("random"), "random", 99, executor)


@pytest.mark.slow
def test_a_bad_bot_is_exploited_by_what_was_learned() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install -e '.[learn]'")
    about = Exploitation(contest=work(RECKLESS).contest, learned=True)
    done = list[int]()
    with ThreadPoolExecutor(1) as executor:
        learned = learn_response(work(RECKLESS), RECKLESS, 400, executor, done.append)
        objects = {RECKLESS: Reckless()}
        *_, result = run_exploitation(about, 30, executor, objects=objects, learned=learned)
    assert done[-1] == 400
    assert learned.least < float("inf")
    gain = result.found.points.mean()
    assert gain.low is not None
    assert gain.low > 0
    assert sum(kind.deviations for kind in result.kinds.values()) > 20
