"""The typed face of the compiled kernels (``src/kernels``), which know tables and bits and no rule.

- ``double_dummy``: the double-dummy solver.
- ``automaton``, ``automaton_builder``, ``probe_deals``: the bidding phase as an automaton, built by walking the rules.
- ``bidding``: deals from the turn-up to the first lead.
- ``bidding_policy``: average strategies of the bidding, their training (CFR), and what they say of sampled worlds.
- ``evidence``: what the plays and calls of a deal prove; ``hidden_cards``: what a seat can infer from that.
- ``determinization``: sampled worlds, importance-weighted and resampled.
- ``cardplay``: how likely the cards played were in a world.
- ``rollouts``: whole deals by random choice or by the rollout policy.
"""

from .double_dummy import DoubleDummySolver, PackedPosition, PositionBatch, TrickDistribution, packed_position

__all__ = ["DoubleDummySolver", "PackedPosition", "PositionBatch", "TrickDistribution", "packed_position"]
