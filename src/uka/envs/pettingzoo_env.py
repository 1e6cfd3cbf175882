"""A deal as an environment of PettingZoo: four agents, of which one acts at a time (AEC).

The agents ``player_0`` to ``player_3`` are north, east, south and west. An episode is one deal with a random dealer. An
observation is a dict: ``observation`` is the array that ``uka.envs.encoding`` describes, and ``action_mask`` has a 1
for each action in ``uka.ACTIONS`` that the agent may choose. It is all 0 while another agent acts. When the deal ends,
each agent is rewarded with the points of its side minus those of the other side.

>>> from uka.envs import pettingzoo_env
>>> env = pettingzoo_env.env(rules="tainui")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, _ = env.last()
...     over = termination or truncation
...     env.step(None if over else observation["action_mask"].argmax())
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]
from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs]

from uka.core.actions import ACTIONS
from uka.core.deal import Deal
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.rulesets import DEFAULT_RULESET

from .encoding import FORMAT
from .spaces import Image, MaskedObservation, deal_space, dealt, gain, masked_observation, rendered, ruleset_of

ILLEGAL_REWARD = -10
"""The reward of an agent whose illegal action ends the episode."""


def env(rules: Ruleset | str = DEFAULT_RULESET, render_mode: str | None = None) -> AECEnv[str, MaskedObservation, Any]:
    """Return the environment in PettingZoo's usual wrappers.

    An illegal action ends the episode, and gives its agent the reward ``ILLEGAL_REWARD``.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(rules, render_mode), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv[str, MaskedObservation, Any]):
    """A deal under ``rules``, which is a ruleset or the name of one.

    ``step`` raises ``IllegalAction`` for an illegal action.
    """

    metadata: ClassVar[dict[str, Any]] = {  # pyright: ignore[reportIncompatibleVariableOverride]
        "name": f"uka_deal_v{FORMAT}",
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(self, rules: Ruleset | str = DEFAULT_RULESET, render_mode: str | None = None) -> None:
        super().__init__()
        self.rules = ruleset_of(rules)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat.index}" for seat in SEATS]
        self.agents = self.possible_agents[:]
        self.observation_spaces = {agent: deal_space() for agent in self.possible_agents}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(len(ACTIONS)) for agent in self.possible_agents
        }
        self._rng = np.random.default_rng()

    @property
    def deal(self) -> Deal:
        """The deal as it is now."""
        return self._deal

    def observation_space(self, agent: str) -> spaces.Space[MaskedObservation]:
        """Return the space of an agent's observations, which is the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions: the indexes in ``uka.ACTIONS``."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew. ``options`` may hold a ``uka.Deal`` under the key ``deal``, which is then played."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._deal = (options or {}).get("deal") or dealt(self.rules, self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> MaskedObservation:
        """Return what an agent knows, and its legal actions."""
        return masked_observation(self._deal, SEATS[self.possible_agents.index(agent)])

    def step(self, action: int | None) -> None:
        """Make an action of the agent whose turn it is. Pass None for an agent whose episode has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        assert action is not None
        self._deal, _ = self._deal.apply(ACTIONS[action])
        if self._deal.over:
            for each, seat in zip(self.possible_agents, SEATS, strict=True):
                self.rewards[each] = gain(self._deal, seat)
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def render(self) -> str | Image | None:
        """Return the deal with all hands as text or as an image, by the render mode."""
        return rendered(self._deal, self.render_mode)

    def close(self) -> None:
        """Do nothing, since there is nothing to close."""

    def _select(self) -> None:
        """Select the agent whose turn it is, or the first agent if the deal is over."""
        self.agent_selection = self.possible_agents[self._deal.turn.index if self._deal.turn else 0]
