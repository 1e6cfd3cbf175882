"""What a fair pack is made of: commitments, shares and the key of a deal. ``docs/fairness.md`` specifies it.

The server commits to one secret for each pack before the game. Each person commits to a *chain* of shares: the
commitment is the last link, each share is the preimage of the link before it, and one share is opened for each pack.
The key of a pack is made of the server's secret and one share for each seat; the pack's order, its cut and its packets
all follow from the key. A seat that has no share gets a stand-in, which the server's secret fixes.
"""

from __future__ import annotations

from collections.abc import Sequence

from uka.core.cards import Card
from uka.core.dealing import CUT_LEAST
from uka.core.errors import UkaError
from uka.core.rubber import GameOrRubber
from uka.core.ruleset import PACKET_PATTERNS, Ruleset
from uka.core.seats import Seat

SIZE = 32
"""Bytes of a secret and of a share."""
CHAIN = 256
"""Shares of one chain."""
_COMMIT, _LINK = b"uka commit 1", b"uka link 2"
_DEAL, _STAND_IN, _CUT, _PACKETS = b"uka deal 2", b"uka stand-in 2", b"uka cut 2", b"uka packets 2"


class UnfairDeal(UkaError):
    """A pack that does not follow from the commitments and the shares."""


def commitment(secret: bytes) -> str:
    """The server's commitment to the secret of a pack, in hexadecimal.

    >>> commitment(bytes(32))[:16]
    '1deffc1b36cce323'
    """
    return _sha256(_COMMIT + sized(secret, "a secret")).hex()


def link(share: bytes) -> bytes:
    """The link of a chain before a share: the share of the pack before, or the commitment.

    >>> link(bytes(32)).hex()[:16]
    '63b8cde07eeadf78'
    """
    return _sha256(_LINK + sized(share, "a share"))


def chain(root: bytes, length: int = CHAIN) -> tuple[bytes, ...]:
    """The links that lead to a root: the commitment first, then ``length`` shares in the order they are opened.

    >>> commitment, *shares = chain(bytes(32), 3)
    >>> link(shares[0]) == commitment, link(shares[2]) == shares[1], shares[2] == bytes(32)
    (True, True, True)
    """
    links = [sized(root, "a root")]
    while len(links) <= length:
        links.append(link(links[-1]))
    return tuple(reversed(links))


def stand_in(secret: bytes, number: int, seat: Seat) -> bytes:
    """The share of a seat that has none of its own."""
    return mac(sized(secret, "a secret"), _STAND_IN + eight(number) + bytes([seat.index]))


def deal_key(secret: bytes, number: int, shares: Sequence[bytes]) -> bytes:
    """The key of a pack from its secret and the seats' shares, north first."""
    parts = b"".join(sized(share, "a share") for share in shares)
    return mac(sized(secret, "a secret"), _DEAL + eight(number) + parts)


def key_cut(rules: Ruleset, key: bytes) -> int | None:
    """How many cards the key cuts off; None under rules without a cut."""
    return CUT_LEAST + choice(key, _CUT, len(rules.cards) - 2 * CUT_LEAST + 1) if rules.cut else None


def key_packets(rules: Ruleset, key: bytes) -> str | None:
    """The packets that the key deals in; None where the rules fix them."""
    return (
        None
        if rules.packets in PACKET_PATTERNS
        else tuple(PACKET_PATTERNS)[choice(key, _PACKETS, len(PACKET_PATTERNS))]
    )


def next_packets(state: GameOrRubber, key: bytes) -> str | None:
    """The packets of the next deal where nobody chooses them: those the dealer keeps to, or those of the key."""
    return state.kept_packet_pattern or key_packets(state.rules, key)


def without_joker(order: Sequence[Card]) -> tuple[Card, ...]:
    """A pack order for a draw, in which the joker has no part."""
    return tuple(card for card in order if card.suit)


def sized(part: bytes, what: str) -> bytes:
    """The bytes, if they are 32; else ``UnfairDeal``."""
    require(len(part) == SIZE, f"{what} is {SIZE} bytes, not {len(part)}")
    return part


def require(holds: bool, why: str) -> None:
    """``UnfairDeal`` unless something holds."""
    if not holds:
        raise UnfairDeal(why)


def choice(key: bytes, label: bytes, of: int) -> int:
    """A number below ``of`` that a key chooses."""
    return int.from_bytes(mac(key, label), "big") % of


def eight(number: int) -> bytes:
    """A number as 8 bytes, the highest first."""
    return number.to_bytes(8, "big")


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256."""
    from hmac import digest  # loads OpenSSL, which `import uka` can do without

    return digest(key, message, "sha256")


def _sha256(message: bytes) -> bytes:
    from hashlib import sha256

    return sha256(message).digest()
