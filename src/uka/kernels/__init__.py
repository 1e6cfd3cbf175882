"""A typed Python interface to the compiled kernels in ``src/kernels``, which get the rules as tables of integers.

A *world* here is a layout of the hidden cards that fits what a seat knows (a determinization).

- ``compiled``: the compiled module, loaded when it is first used.
- ``webassembly``: the same for a browser.
- ``double_dummy``: the double-dummy solver.
- ``automaton``: the types of the bidding automaton, which expresses the bidding in integers.
- ``automaton_builder``: a builder of the bidding automaton of a ruleset, which explores its rules.
- ``bidding``: the bidding in compiled code, which is all of a deal before the first lead.
- ``bidding_policy``: policies of bidding, their training by self-play (CFR), and their use on sampled worlds.
- ``evidence``: what the plays and calls of a deal prove about hidden cards.
- ``hidden_cards``: the possible locations of hidden cards, inferred from that evidence.
- ``determinization``: sampling of worlds, and resampling by importance weights.
- ``cardplay``: a model of how likely the cards played so far are in a sampled world.
- ``rollouts``: deals played to their end at random or by the rollout policy.
"""

from uka.core.play_tables import PlayTables, play_tables

from .double_dummy import DoubleDummySolver, PackedPosition, PositionBatch, TrickDistribution, packed_position

__all__ = [
    "DoubleDummySolver",
    "PackedPosition",
    "PlayTables",
    "PositionBatch",
    "TrickDistribution",
    "packed_position",
    "play_tables",
]
