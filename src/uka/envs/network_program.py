"""Plays as the network of a file, as a program of the arena: ``cmd:python -m uka.envs.network_program policy.npz``."""

from __future__ import annotations

import sys

from uka.arena.bot_program import run_bot
from uka.core.errors import UkaError

from .policy_network import PolicyNetwork


def main(*words: str) -> None:
    """Answer the arena's requests as the network in the file that the only argument names."""
    if len(words) != 1:
        sys.exit("usage: python -m uka.envs.network_program POLICY.npz")
    try:
        network = PolicyNetwork.load(words[0])
    except UkaError as error:
        sys.exit(str(error))
    run_bot(network)


if __name__ == "__main__":
    main(*sys.argv[1:])
