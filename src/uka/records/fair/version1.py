"""Version 1 of fair dealing, in which records up to 2026 were made: commit, add, reveal. It is only verified now.

The server committed to a secret for each pack, then each seat added 32 bytes in the open. Whoever added last could
choose among packs together with the server, so version 2 replaced it.

The key of a deal is HMAC-SHA-256, keyed by the secret, of "uka deal 1", the pack's number as 8 bytes, and what the
seats added, north first; the pack is shuffled from that key as ``uka.core.shuffle`` says. For a seat that added nothing
stands HMAC-SHA-256, keyed by the secret, of "uka seat 1", the number, and the seat's index as one byte. Where nobody
cut by hand, the cut is 4 plus the HMAC-SHA-256, keyed by what the cutter added, of "uka cut 1", modulo the number of
possible cuts; the packets where they are free are "uka way 1", keyed by what the dealer added, modulo 2: 3-2 for 0,
2-3 for 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from uka.core.cards import Card
from uka.core.dealing import CUT_LEAST
from uka.core.rubber import GameOrRubber, Rubber
from uka.core.ruleset import PACKET_PATTERNS, Ruleset
from uka.core.seats import Seat
from uka.core.shuffle import shuffled

from ..entries import Dealt, Drawn
from .construction import choice, commitment, eight, mac, require, sized, without_joker
from .notes import PackRevealed

_DEAL, _SEAT, _CUT, _WAY = b"uka deal 1", b"uka seat 1", b"uka cut 1", b"uka way 1"


# The construction


def deal_key(secret: bytes, number: int, added: Sequence[bytes]) -> bytes:
    """The key of a deal from its secret and what the seats added, north first."""
    message = _DEAL + eight(number) + b"".join(sized(part, "what a seat adds") for part in added)
    return mac(sized(secret, "a secret"), message)


def stand_in(secret: bytes, number: int, seat: Seat) -> bytes:
    """What stands for a seat that adds nothing."""
    return mac(sized(secret, "a secret"), _SEAT + eight(number) + bytes([seat.index]))


def fair_pack(rules: Ruleset, secret: bytes, number: int, added: Sequence[bytes]) -> tuple[Card, ...]:
    """The pack order of a deal."""
    return shuffled(rules, deal_key(secret, number, added))


def usual_cut(rules: Ruleset, added: bytes) -> int | None:
    """How many cards are lifted where nobody cuts by hand, from what the cutter added; None without a cut."""
    return CUT_LEAST + _choice(added, _CUT, len(rules.cards) - 2 * CUT_LEAST + 1) if rules.cut else None


def usual_packet_pattern(state: GameOrRubber, added: bytes) -> str | None:
    """The way of the packets where the dealer does not choose, from what the dealer added; None where it is fixed."""
    if state.rules.packets in PACKET_PATTERNS:
        return None
    game = state.game if isinstance(state, Rubber) else state
    return (
        game.dealer_packet_patterns[state.dealer.index]
        or tuple(PACKET_PATTERNS)[_choice(added, _WAY, len(PACKET_PATTERNS))]
    )


def _choice(added: bytes, label: bytes, of: int) -> int:
    return choice(sized(added, "what a seat adds"), label, of)


# In a record


def check(
    rules: Ruleset,
    state: GameOrRubber | None,
    entry: Drawn | Dealt,
    told: PackRevealed,
    committed: Mapping[int, str],
    number: int,
) -> None:
    """``UnfairDeal`` or ``ValueError`` unless a pack follows from what a record tells of it."""
    require(told.number == number, f"the next secret told is that of {told.number}: a number was left out")
    require(number in committed, "nothing was committed to")
    require(len(told.added) == len(told.own) == len(rules.seats), "one part for each seat is needed")
    secret, added = bytes.fromhex(told.secret), [bytes.fromhex(part) for part in told.added]
    require(commitment(secret) == committed[number], "the secret told is not the one that was committed to")
    fair = fair_pack(rules, secret, number, added)
    same = entry.pack == fair if isinstance(entry, Dealt) else entry.order == without_joker(fair)
    require(same, "the pack does not follow from the secret and what the seats added")
    for seat, part, own in zip(rules.seats, added, told.own, strict=True):
        require(own or part == stand_in(secret, number, seat), f"what stands for {seat} is not bound by the secret")
    if isinstance(entry, Dealt) and state is not None:
        _check_hands(state, entry, told, added)


def _check_hands(state: GameOrRubber, entry: Dealt, told: PackRevealed, added: list[bytes]) -> None:
    dealer, cutter = state.dealer, state.dealer.right
    cut, pattern = usual_cut(state.rules, added[cutter.index]), usual_packet_pattern(state, added[dealer.index])
    require("cut" in told.by_hand or entry.cut == cut, f"the cut does not follow from what {cutter} added")
    require(
        "way" in told.by_hand or entry.packet_pattern == pattern,
        f"the packets' way does not follow from what {dealer} added",
    )
