"""The verification of version 1 of fair dealing. Records up to 2026 use version 1; new packs use version 2.

In version 1 the server committed to a secret for each pack. Then each seat contributed 32 bytes, which everyone could
see. Together with the server, the last seat to contribute could choose between packs. So version 2 replaced version 1.
All values are HMAC-SHA-256 digests of a message under a key:

- The key of a deal. Message: "uka deal 1", the number of the pack as 8 bytes, and the contributed bytes, north's first.
  Key: the secret. ``uka.core.shuffle`` shuffles the pack with the result.
- The bytes of a seat that contributed nothing. Message: "uka seat 1", the number of the pack as 8 bytes, and the index
  of the seat as one byte. Key: the secret.
- The cut, if nobody cut by hand: 4 plus the digest modulo the number of possible cuts. Message: "uka cut 1". Key: the
  bytes that the cutter contributed.
- The packets, if the dealer can choose and does not: the digest modulo 2, where 0 is 3-2 and 1 is 2-3. Message: "uka
  way 1". Key: the bytes that the dealer contributed.
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
    """Return the key of a deal from the server's secret and the bytes that the seats contributed, north's first."""
    message = _DEAL + eight(number) + b"".join(sized(part, "what a seat adds") for part in added)
    return mac(sized(secret, "a secret"), message)


def stand_in(secret: bytes, number: int, seat: Seat) -> bytes:
    """Return the bytes for a seat that contributed no bytes. The server's secret determines these bytes."""
    return mac(sized(secret, "a secret"), _SEAT + eight(number) + bytes([seat.index]))


def fair_pack(rules: Ruleset, secret: bytes, number: int, added: Sequence[bytes]) -> tuple[Card, ...]:
    """Return the order of the pack that the secret and the contributed bytes determine for deal ``number``."""
    return shuffled(rules, deal_key(secret, number, added))


def usual_cut(rules: Ruleset, added: bytes) -> int | None:
    """Return the number of cards to cut off the top if nobody cuts by hand.

    Return None if the rules have no cut. ``added`` holds the bytes that the cutter contributed.
    """
    return CUT_LEAST + _choice(added, _CUT, len(rules.cards) - 2 * CUT_LEAST + 1) if rules.cut else None


def usual_packet_pattern(state: GameOrRubber, added: bytes) -> str | None:
    """Return the packet pattern that the next deal uses if the dealer chooses no pattern.

    Return None if the rules fix the pattern. ``added`` holds the bytes that the dealer contributed.
    """
    if state.rules.packets in PACKET_PATTERNS:
        return None
    game = state.game if isinstance(state, Rubber) else state
    return (
        game.dealer_packet_patterns[state.dealer.index]
        or tuple(PACKET_PATTERNS)[_choice(added, _WAY, len(PACKET_PATTERNS))]
    )


def _choice(added: bytes, label: bytes, of: int) -> int:
    return choice(sized(added, "what a seat adds"), label, of)


# The check of a pack in a record


def check(
    rules: Ruleset,
    state: GameOrRubber | None,
    entry: Drawn | Dealt,
    revealed: PackRevealed,
    committed: Mapping[int, str],
    number: int,
) -> None:
    """Raise ``UnfairDeal`` or ``ValueError`` unless a pack follows from the secret and the contributed bytes."""
    require(revealed.number == number, f"the next secret told is that of {revealed.number}: a number was skipped")
    require(number in committed, "there was no commitment")
    require(len(revealed.added) == len(revealed.own) == len(rules.seats), "one part for each seat is needed")
    secret, added = bytes.fromhex(revealed.secret), [bytes.fromhex(part) for part in revealed.added]
    require(commitment(secret) == committed[number], "the secret revealed is not the one committed to")
    fair = fair_pack(rules, secret, number, added)
    same = entry.pack == fair if isinstance(entry, Dealt) else entry.order == without_joker(fair)
    require(same, "the pack doesn't match the secret and what the seats added")
    for seat, part, own in zip(rules.seats, added, revealed.own, strict=True):
        require(
            own or part == stand_in(secret, number, seat),
            f"what stands for {seat.value.title()} doesn't match the secret",
        )
    if isinstance(entry, Dealt) and state is not None:
        _check_cut_and_packets(state, entry, revealed, added)


def _check_cut_and_packets(state: GameOrRubber, entry: Dealt, revealed: PackRevealed, added: list[bytes]) -> None:
    dealer, cutter = state.dealer, state.dealer.right
    cut, pattern = usual_cut(state.rules, added[cutter.index]), usual_packet_pattern(state, added[dealer.index])
    require("cut" in revealed.by_hand or entry.cut == cut, f"the cut doesn't match what {cutter.value.title()} added")
    require(
        "way" in revealed.by_hand or entry.packet_pattern == pattern,
        f"the packets don't match what {dealer.value.title()} added",
    )
