"""A typed Python interface to the compiled kernels in ``src/kernels``. Kernels receive rules as tables of integers.

- ``compiled``: the compiled module, loaded when it is first used.
- ``double_dummy``: the double-dummy solver.
- ``automaton``: the types of the bidding automaton.
- ``automaton_builder``: builds the bidding automaton of a ruleset by exploring its rules.
- ``bidding``: the phase of a deal from the upcard to the first lead.
- ``bidding_policy``: average strategies of the bidding, their training (CFR), and their use on sampled worlds.
- ``evidence``: what the plays and calls of a deal prove about hidden cards.
- ``hidden_cards``: the possible locations of hidden cards, inferred from that evidence.
- ``determinization``: sampled worlds, and their resampling by importance weights.
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
