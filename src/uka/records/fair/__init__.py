"""Fair dealing: a protocol that makes sure, and proves, that nobody chooses the order of a shuffled pack.

``docs/fairness.md`` describes it.

- ``construction``: the cryptography: commitments, the players' shares of the randomness, and the key of a pack.
- ``given``: secrets that follow from a number or a day, so that several tables can play the same deals.
- ``notes``: the entries of the protocol, which game records hold as notes.
- ``shares``: the state of the players' random shares, and the steps of the protocol.
- ``verdict``: the verification of all packs of a game record.
"""

from .construction import (
    CHAIN,
    SIZE,
    UnfairDeal,
    chain,
    commitment,
    deal_key,
    key_cut,
    key_packet_pattern,
    next_packet_pattern,
    require,
    share_hash,
    stand_in,
    without_joker,
)
from .given import (
    FIRST_DAY,
    DayChain,
    PublishedDays,
    board_seed,
    bot_seed,
    day_before,
    derived_seed,
    is_seed_of,
    numbered_seed,
    secrets_from_seed,
)
from .notes import (
    KIND,
    CommitmentsClosed,
    FairDealingEntry,
    PackCut,
    PacketPatternChosen,
    Reseated,
    SecretOpened,
    ServerCommitted,
    ShareCommitted,
    ShareOpened,
    ShareStep,
    SharesWithheld,
    fair_entry_of,
    note_of,
)
from .shares import ChainLink, Shares
from .verdict import Receipt, Verdict, apply_step, check_seen, verify

__all__ = [
    "CHAIN",
    "FIRST_DAY",
    "KIND",
    "SIZE",
    "ChainLink",
    "CommitmentsClosed",
    "DayChain",
    "FairDealingEntry",
    "PackCut",
    "PacketPatternChosen",
    "PublishedDays",
    "Receipt",
    "Reseated",
    "SecretOpened",
    "ServerCommitted",
    "ShareCommitted",
    "ShareOpened",
    "ShareStep",
    "Shares",
    "SharesWithheld",
    "UnfairDeal",
    "Verdict",
    "apply_step",
    "board_seed",
    "bot_seed",
    "chain",
    "check_seen",
    "commitment",
    "day_before",
    "deal_key",
    "derived_seed",
    "fair_entry_of",
    "is_seed_of",
    "key_cut",
    "key_packet_pattern",
    "next_packet_pattern",
    "note_of",
    "numbered_seed",
    "require",
    "secrets_from_seed",
    "share_hash",
    "stand_in",
    "verify",
    "without_joker",
]
