"""Environments and batches of deals for research, on NumPy arrays.

``pip install 'uka[research]'`` installs what it needs.

- ``encoding``: what a seat knows of a deal as an array of numbers, and its legal actions as a mask.
- ``spaces``: what the environments share: the space of observations, random deals, and rulesets by name.
- ``pettingzoo_env``: a deal as an environment of PettingZoo, with four agents.
- ``gymnasium_env``: a deal as an environment of Gymnasium, with one learner and three bots.
"""

from uka.extras import require

require("research", "uka.envs", "numpy")

from .encoding import FORMAT, SIZE, action_mask, actions_of, encode, named  # noqa: E402

__all__ = ["FORMAT", "SIZE", "action_mask", "actions_of", "encode", "named"]
