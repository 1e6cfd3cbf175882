"""The cryptography of fair dealing: commitments, shares, and the key of a pack. ``docs/fairness.md`` specifies it.

A share is the random value that one player contributes to the order of a pack. Before the game, the server commits to
one secret for each pack: it publishes a hash of the secret. Each player commits to a hash chain of shares, one for each
pack: the hash of a share is the share of the previous pack, and the hash of the first share is the commitment. For each
pack, each player opens one share: the player's program sends it to everybody.

The key of a pack is computed from the server's secret and one share of each seat. The key determines the order of the
pack, the cut, and the packet pattern of the deal (how many cards each seat gets at a time, such as 3-2). For a seat
without a share, a value computed from the server's secret takes the share's place.
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
"""The length in bytes of the server's secret for a pack, and of a player's random share."""
CHAIN = 256
"""The number of random shares in the hash chain to which a player commits."""
_COMMIT, _LINK = b"uka commit 1", b"uka link 1"
_DEAL, _STAND_IN, _CUT, _PACKETS = b"uka deal 1", b"uka stand-in 1", b"uka cut 1", b"uka packets 1"


class UnfairDeal(UkaError):
    """Raised if a step or a pack breaks the rules of the fair dealing protocol."""


def commitment(secret: bytes) -> str:
    """Return the hash, in hexadecimal, that the server publishes to commit to ``secret``, its secret for a pack.

    >>> commitment(bytes(32))[:16]
    '1deffc1b36cce323'
    """
    return sha256_of(_COMMIT + checked_size(secret, "a secret")).hex()


def share_hash(share: bytes) -> bytes:
    """Return the hash of ``share``, a player's random value for one pack.

    The hash is the value before ``share`` in the player's hash chain: the player's share of the previous pack or, for
    the first share, the player's commitment.

    >>> share_hash(bytes(32)).hex()[:16]
    '1e72b234d28cdb17'
    """
    return sha256_of(_LINK + checked_size(share, "a share"))


def chain(root: bytes, length: int = CHAIN) -> tuple[bytes, ...]:
    """Return a player's hash chain: the commitment, then ``length`` random shares in the order of use.

    ``root`` is the last share, which is drawn at random. The other shares are computed from it.

    >>> commitment, *shares = chain(bytes(32), 3)
    >>> share_hash(shares[0]) == commitment, share_hash(shares[2]) == shares[1], shares[2] == bytes(32)
    (True, True, True)
    """
    links = [checked_size(root, "a root")]
    while len(links) <= length:
        links.append(share_hash(links[-1]))
    return tuple(reversed(links))


def stand_in(secret: bytes, number: int, seat: Seat) -> bytes:
    """Return the value that takes the place of a missing random share, computed from the server's ``secret``.

    ``number`` is the number of the pack, and ``seat`` the seat without a share.
    """
    return mac(checked_size(secret, "a secret"), _STAND_IN + eight_bytes(number) + bytes([seat.index]))


def deal_key(secret: bytes, number: int, shares: Sequence[bytes]) -> bytes:
    """Return the key that determines the order of the pack with the number ``number``, its cut and its packet pattern.

    ``secret`` is the server's secret for the pack. ``shares`` holds the random share of each seat, north's first.
    """
    parts = b"".join(checked_size(share, "a share") for share in shares)
    return mac(checked_size(secret, "a secret"), _DEAL + eight_bytes(number) + parts)


def key_cut(rules: Ruleset, key: bytes) -> int | None:
    """Return the number of cards to cut off the top of a pack, computed from the pack's ``key``.

    Return None if the rules have no cut.
    """
    if not rules.cut:
        return None
    return CUT_LEAST + choice(key, _CUT, len(rules.cards) - 2 * CUT_LEAST + 1)


def key_packet_pattern(rules: Ruleset, key: bytes) -> str | None:
    """Return the packet pattern (how many cards each seat gets at a time, such as "3-2") that a pack's ``key`` gives.

    Return None if the rules allow only one pattern.
    """
    if rules.packets in PACKET_PATTERNS:
        return None
    return tuple(PACKET_PATTERNS)[choice(key, _PACKETS, len(PACKET_PATTERNS))]


def next_packet_pattern(state: GameOrRubber, key: bytes) -> str | None:
    """Return the packet pattern, such as "3-2", of the next deal of a game if the dealer chooses none.

    If the rules make the dealer repeat an earlier pattern, return that pattern. Otherwise the ``key`` of the pack
    determines it. Return None if the rules allow only one pattern.
    """
    return state.kept_packet_pattern or key_packet_pattern(state.rules, key)


def without_joker(order: Sequence[Card]) -> tuple[Card, ...]:
    """Return ``order``, a shuffled pack, without the joker. The draw for the first dealer uses no joker."""
    return tuple(card for card in order if card.suit)


def checked_size(part: bytes, what: str) -> bytes:
    """Return ``part`` unchanged. Raise ``UnfairDeal`` unless it is 32 bytes long.

    ``what`` is what the error message calls the value, such as "a secret".
    """
    require(len(part) == SIZE, f"{what} is {SIZE} bytes, not {len(part)}")
    return part


def require(holds: bool, why: str) -> None:
    """Raise ``UnfairDeal`` with the message ``why`` unless ``holds`` is true."""
    if not holds:
        raise UnfairDeal(why)


def choice(key: bytes, label: bytes, count: int) -> int:
    """Return a number from 0 to ``count`` - 1, computed from the HMAC of ``label`` under ``key``."""
    return int.from_bytes(mac(key, label), "big") % count


def eight_bytes(number: int) -> bytes:
    """Return ``number`` as 8 bytes, big-endian."""
    return number.to_bytes(8, "big")


def mac(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA-256 of ``message`` under ``key``, 32 bytes long."""
    from hmac import digest  # a late import: hmac loads OpenSSL, which would slow down `import uka`

    return digest(key, message, "sha256")


def sha256_of(message: bytes) -> bytes:
    """Return the SHA-256 of ``message``, 32 bytes long."""
    from hashlib import sha256  # a late import, as in ``mac``

    return sha256(message).digest()
