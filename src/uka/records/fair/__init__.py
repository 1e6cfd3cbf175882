"""Fair dealing: a pack that nobody can choose, and the proof of it. ``docs/fairness.md`` specifies it.

``construction`` has the functions, ``shares`` the protocol, ``notes`` what a record keeps of it, ``verdict`` the check
of a record; ``first`` checks packs of version 1.
"""

from . import first
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
    Closed,
    Committed,
    CutByHand,
    Fair,
    PacketsChosen,
    Reseated,
    SecretOpened,
    ShareCommitted,
    ShareOpened,
    SharesWithheld,
    Step,
    Told,
    fair_note,
    note,
)
from .shares import Link, Shares
from .verdict import Receipt, Verdict, check_seen, step, verify

__all__ = [
    "CHAIN",
    "KIND",
    "SIZE",
    "Closed",
    "Committed",
    "CutByHand",
    "Fair",
    "Link",
    "PacketsChosen",
    "Receipt",
    "Reseated",
    "SecretOpened",
    "ShareCommitted",
    "ShareOpened",
    "Shares",
    "SharesWithheld",
    "Step",
    "Told",
    "UnfairDeal",
    "Verdict",
    "chain",
    "check_seen",
    "commitment",
    "deal_key",
    "fair_note",
    "first",
    "key_cut",
    "key_packets",
    "link",
    "next_packets",
    "note",
    "require",
    "stand_in",
    "step",
    "verify",
    "without_joker",
]
