"""Fair dealing: packs that nobody can choose, and the proof of it. ``docs/fairness.md`` specifies it.

- ``construction``: commitments, chains of shares, and the key of a pack.
- ``notes``: what a record says of fair dealing.
- ``shares``: the protocol of the shares, step by step.
- ``version1``: the check of packs of version 1.
- ``verdict``: the check of a record.
"""

from . import version1
from .construction import (
    CHAIN,
    SIZE,
    UnfairDeal,
    chain,
    commitment,
    deal_key,
    key_cut,
    key_packets,
    link,
    next_packets,
    require,
    stand_in,
    without_joker,
)
from .notes import (
    KIND,
    CutByHand,
    FairDealingEntry,
    PacketsChosenByHand,
    PackRevealed,
    Reseated,
    SecretOpened,
    ServerCommitted,
    ShareCommitmentsClosed,
    ShareCommitted,
    ShareOpened,
    ShareStep,
    SharesWithheld,
    fair_note,
    note,
)
from .shares import ChainLink, Shares
from .verdict import Receipt, Verdict, apply_step, check_seen, verify

__all__ = [
    "CHAIN",
    "KIND",
    "SIZE",
    "ChainLink",
    "CutByHand",
    "FairDealingEntry",
    "PackRevealed",
    "PacketsChosenByHand",
    "Receipt",
    "Reseated",
    "SecretOpened",
    "ServerCommitted",
    "ShareCommitmentsClosed",
    "ShareCommitted",
    "ShareOpened",
    "ShareStep",
    "Shares",
    "SharesWithheld",
    "UnfairDeal",
    "Verdict",
    "apply_step",
    "chain",
    "check_seen",
    "commitment",
    "deal_key",
    "fair_note",
    "key_cut",
    "key_packets",
    "link",
    "next_packets",
    "note",
    "require",
    "stand_in",
    "verify",
    "version1",
    "without_joker",
]
