"""A deal as an environment of Gymnasium: one learner, and three bots in the other seats.

An episode is one deal, with a random dealer. Deals that end before the learner is asked anything are dealt again. The
reward, at the end, is the points of the learner's side minus those of the other side. Observations and actions are as
in ``uka.envs.pettingzoo_env``. An illegal action ends the episode with the reward ``illegal_reward``, and the key
``illegal`` of the info says why it was illegal.

Importing this module registers the environment, so that one line makes it. The part before the colon is imported.

>>> import gymnasium
>>> env = gymnasium.make("uka.envs.gymnasium_env:Uka-v1", rules="tainui", bots="novice")
>>> observation, info = env.reset(seed=7)
>>> over = False
>>> while not over:
...     action = observation["action_mask"].argmax()
...     observation, reward, over, _, info = env.step(action)
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from uka.bots import Bot, bot
from uka.core.actions import ACTIONS
from uka.core.deal import Deal
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat, clockwise, seat_of
from uka.rulesets import DEFAULT_RULESET

from .encoding import FORMAT
from .spaces import Image, MaskedObservation, deal_space, dealt, gain, masked_observation, rendered, ruleset_of

BotOrName: TypeAlias = Bot | str


class LearnerEnv(gymnasium.Env[MaskedObservation, np.int64]):
    """A deal under ``rules``, which is a ruleset or the name of one.

    ``bots`` are the players on the learner's left, across and on its right, by their names or as ``Bot``; a single one
    plays all three seats. ``seat`` is the learner's seat. ``render_mode`` is ``ansi`` for text, or ``rgb_array``.
    """

    metadata: ClassVar[dict[str, Any]] = {  # pyright: ignore[reportIncompatibleVariableOverride]
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Ruleset | str = DEFAULT_RULESET,
        bots: BotOrName | tuple[BotOrName, BotOrName, BotOrName] = "club",
        seat: Seat | str = "south",
        illegal_reward: float = -10.0,
        render_mode: str | None = None,
    ) -> None:
        self.rules = ruleset_of(rules)
        self.seat = seat_of(seat)
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self.observation_space = deal_space()
        self.action_space = spaces.Discrete(len(ACTIONS))
        players = bots if isinstance(bots, tuple) else (bots,) * 3
        _, *others = clockwise(self.seat)
        self._bots = {
            other: bot(player) if isinstance(player, str) else player
            for other, player in zip(others, players, strict=True)
        }

    @property
    def deal(self) -> Deal:
        """The deal as it is now."""
        return self._deal

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[MaskedObservation, dict[str, Any]]:
        """Deal anew, and let the bots act until it is the learner's turn."""
        super().reset(seed=seed, options=options)
        self._rng = Random(int(self.np_random.integers(2**63)))
        self._deal = self._followed(dealt(self.rules, self.np_random))
        while self._deal.over:
            self._deal = self._followed(dealt(self.rules, self.np_random))
        return self._observation(), {}

    def step(self, action: np.int64) -> tuple[MaskedObservation, float, bool, bool, dict[str, Any]]:
        """Make an action of the learner, and let the bots act until it is the learner's turn again."""
        chosen = ACTIONS[int(action)]
        if (why := self._deal.why_not(chosen)) is not None:
            return self._observation(), self.illegal_reward, True, False, {"illegal": why}
        self._deal = self._followed(self._deal.apply(chosen)[0])
        return self._observation(), float(gain(self._deal, self.seat)), self._deal.over, False, {}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, for learners that ask the environment, such as MaskablePPO."""
        return self._observation()["action_mask"].astype(np.bool_)

    def render(self) -> str | Image | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return what the learner sees as text or as an image, by the render mode."""
        return rendered(self._deal.observe(self.seat), self.render_mode)

    def _observation(self) -> MaskedObservation:
        return masked_observation(self._deal, self.seat)

    def _followed(self, deal: Deal) -> Deal:
        """Return the deal after the actions of the bots until it is over or the learner's turn."""
        while deal.turn is not None and deal.turn is not self.seat:
            seen = deal.observe(deal.turn)
            deal, _ = deal.apply(self._bots[deal.turn].choose(seen, self._rng))
        return deal


gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
    id=f"Uka-v{FORMAT}", entry_point="uka.envs.gymnasium_env:LearnerEnv"
)
