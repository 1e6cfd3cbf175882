"""Fair dealing: a protocol that makes sure, and proves, that nobody chooses the order of a pack.

See ``docs/fairness.md``.

- ``construction``: the cryptography: commitments, the players' shares of the randomness, and the key of a pack.
- ``notes``: the entries of the protocol, which records hold as notes.
- ``shares``: the state of the players' shares, and the steps of the protocol.
- ``version1``: the verification of packs of the first version of the protocol.
- ``verdict``: the verification of all packs of a record.
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
