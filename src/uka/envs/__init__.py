"""Environments and batches of deals for research, on NumPy arrays.

``pip install 'uka[research]'`` installs what it needs.

- ``encoding``: what a seat knows of a deal as an array of numbers, and its legal actions as a mask.
- ``batches``: many deals at once: random deals, exact tricks, values of leads, layouts of hidden cards, rollouts.
- ``dataset``: data sets of solved deals, or of choices with the strongest bot's evaluations, in files.
- ``vector``: thousands of deals that are stepped at once in compiled code.
- ``relative_suits``: the same arrays with suits relative to trump, for learners.
- ``policy_network``: a trained network that plays, on NumPy alone.
- ``learned_response``: a network that learns how to exploit a bot.
- ``network_program``: such a network as a program of the arena.
- ``spaces``: what the environments share: the space of observations, random deals, and rulesets by name.
- ``images``: a deal as an image.
- ``pettingzoo_env``: a deal as an environment of PettingZoo, with four agents.
- ``gymnasium_env``: a deal as an environment of Gymnasium, with one learner and three bots.
- ``openspiel_game``: a deal as a game of OpenSpiel.

>>> import numpy as np
>>> import uka
>>> deals = VectorDeals(uka.ruleset("tainui"), 1_000, seed=7)
>>> points = np.zeros(2, int)
>>> for _ in range(50):
...     deals.step(deals.random_actions(seed=1))
...     points += deals.points.sum(axis=0, dtype=int)
>>> points.min() > 0
np.True_
"""

from uka.extras import require

require("research", "uka.envs", "numpy")

from .batches import DealBatch, random_deals  # noqa: E402
from .encoding import FORMAT, SIZE, action_mask, actions_of, encode, named  # noqa: E402
from .policy_network import PolicyNetwork  # noqa: E402
from .vector import VectorBuffers, VectorDeals  # noqa: E402

__all__ = [
    "FORMAT",
    "SIZE",
    "DealBatch",
    "PolicyNetwork",
    "VectorBuffers",
    "VectorDeals",
    "action_mask",
    "actions_of",
    "encode",
    "named",
    "random_deals",
]
