"""Dealing that nobody can bend: commit, add, reveal.

Before a game the dealing side makes 32 secret bytes for each deal and tells their commitment: the SHA-256 of
"uka commit 1" and the secret. Before each deal every seat adds 32 bytes of its own. The deal's key is HMAC-SHA-256,
keyed by the secret, of "uka deal 1", the deal's number as 8 bytes, and what the seats added, north first, clockwise;
the pack is shuffled from that key as ``uka.core.shuffle`` says. Number 0 is the draw for the first dealer, deals
count from 1, and no number is left out. Once the secret is told, anyone can check that it fits the commitment and
that the pack follows.

For a seat that adds nothing (a bot, somebody away) stands HMAC-SHA-256, keyed by the secret, of "uka seat 1", the
number and the seat's index as one byte: bound by the commitment too, so that the dealing side has nothing to choose.
It is bound before it knows what the seats add; a seat that adds at random makes the pack random, whoever else is
dishonest, as long as the dealing side keeps the secret from those who add after it.

Where nobody cuts by hand, the cut leaves 4 cards or more in each packet: it lifts 4 plus the HMAC-SHA-256, keyed by
what the cutter added, of "uka cut 1", read big-endian and taken modulo the number of such cuts. Where the packets' way
is free, it is the one that "uka way 1", keyed by what the dealer added, gives modulo 2: 3-2 for 0, 2-3 for 1.

A record holds all this in notes of kind "fair": ``Committed`` when commitments were told, ``Told`` before each pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from uka.core.cards import Card
from uka.core.dealing import CUT_LEAST
from uka.core.errors import UkaError
from uka.core.game import Rubber
from uka.core.ruleset import WAYS, Ruleset
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled

from .log import Dealt, Drawn, Log, Note, State

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZE = 32
KIND = "fair"
_COMMIT, _DEAL, _SEAT, _CUT, _WAY = b"uka commit 1", b"uka deal 1", b"uka seat 1", b"uka cut 1", b"uka way 1"


class UnfairDeal(UkaError):
    """A pack that does not follow from what was committed and added."""


# The construction


def commitment(secret: bytes) -> str:
    """What is told of a secret before the game, in hexadecimal.

    >>> commitment(bytes(32))[:16]
    '1deffc1b36cce323'
    """
    from hashlib import sha256

    return sha256(_COMMIT + _sized(secret, "a secret")).hexdigest()


def deal_key(secret: bytes, number: int, added: Sequence[bytes]) -> bytes:
    """The key of a deal from its secret and what the seats added, north first."""
    message = _DEAL + number.to_bytes(8, "big") + b"".join(_sized(part, "what a seat adds") for part in added)
    return _hmac(_sized(secret, "a secret"), message)


def stand_in(secret: bytes, number: int, seat: Seat) -> bytes:
    """What stands for a seat that adds nothing."""
    return _hmac(_sized(secret, "a secret"), _SEAT + number.to_bytes(8, "big") + bytes([seat.index]))


def fair_pack(rules: Ruleset, secret: bytes, number: int, added: Sequence[bytes]) -> tuple[Card, ...]:
    """The pack order of a deal."""
    return shuffled(rules, deal_key(secret, number, added))


def usual_cut(rules: Ruleset, added: bytes) -> int | None:
    """How many cards are lifted where nobody cuts by hand, from what the cutter added; None without a cut."""
    return CUT_LEAST + _choice(added, _CUT, len(rules.cards) - 2 * CUT_LEAST + 1) if rules.cut else None


def usual_way(state: State, added: bytes) -> str | None:
    """The way of the packets where the dealer does not choose, from what the dealer added; None where it is fixed."""
    if state.rules.packets in WAYS:
        return None
    game = state.game if isinstance(state, Rubber) else state
    return game.ways[state.dealer.index] or tuple(WAYS)[_choice(added, _WAY, len(WAYS))]


def _hmac(key: bytes, message: bytes) -> bytes:
    from hmac import digest

    return digest(key, message, "sha256")


def _choice(added: bytes, label: bytes, of: int) -> int:
    return int.from_bytes(_hmac(_sized(added, "what a seat adds"), label), "big") % of


def _sized(part: bytes, what: str) -> bytes:
    if len(part) != SIZE:
        raise UnfairDeal(f"{what} is {SIZE} bytes, not {len(part)}")
    return part


def without_joker(order: Sequence[Card]) -> tuple[Card, ...]:
    """A pack order for a draw, in which the joker has no part."""
    return tuple(card for card in order if card.suit)


# In a record


class Base(msgspec.Struct, frozen=True, tag_field="fair", forbid_unknown_fields=True):
    """What is told of fair dealing; bytes are in hexadecimal."""


class Committed(Base, frozen=True, tag="committed"):
    """Commitments told, for the numbers from ``first`` on."""

    first: int
    commitments: tuple[str, ...]


class Told(Base, frozen=True, tag="told"):
    """A secret told, and what it was mixed with. ``own`` says for each seat whether it added itself.

    ``by_hand`` says what people chose at the table: "cut", "way".
    """

    number: int
    secret: str
    added: tuple[str, ...]
    own: tuple[bool, ...]
    by_hand: tuple[str, ...] = ()


Fair: TypeAlias = "Committed | Told"
_fair = msgspec.json.Decoder(Committed | Told)


def note(told: Fair) -> Note:
    """The note that keeps it in a record."""
    return Note(msgspec.json.encode(told).decode(), KIND)


class Verdict(msgspec.Struct, frozen=True):
    """Whether a pack was dealt fairly; ``fair`` is None where the record does not say what it came from.

    ``pack`` counts the record's packs, a draw among them, from 0; ``by`` are the seats that added themselves.
    """

    pack: int
    fair: bool | None
    why: str
    by: tuple[Seat, ...] = ()


def verify(log: Log) -> tuple[Verdict, ...]:
    """A verdict on each pack of a record, the draw's first.

    That the commitments were told before the game only those can say who kept them; all the rest is checked.
    """
    return tuple(_verdicts(log))


def _verdicts(log: Log) -> Iterator[Verdict]:
    committed, pack, number = dict[int, str](), 0, -1
    told: Told | None = None
    before: State | None = None
    for entry, _, state in log.replay():
        if isinstance(entry, Note) and entry.kind == KIND:
            found = _read(entry.text)
            if isinstance(found, Committed):
                committed = dict(enumerate(found.commitments, found.first)) | committed  # the first word counts
            told = found if isinstance(found, Told) else told
        elif isinstance(entry, Drawn | Dealt):
            yield _verdict(log.rules, before, entry, pack, told, committed, number + 1)
            number = told.number if told else number + 1
            pack, told = pack + 1, None
        before = state


def _read(text: str) -> Fair | None:
    try:
        return _fair.decode(text)
    except msgspec.DecodeError:
        return None


def _verdict(
    rules: Ruleset,
    state: State | None,
    entry: Drawn | Dealt,
    pack: int,
    told: Told | None,
    committed: dict[int, str],
    number: int,
) -> Verdict:
    if told is None:
        return Verdict(pack, None, "the record does not say what the pack came from")
    try:
        _check(rules, state, entry, told, committed, number)
    except ValueError as error:  # UnfairDeal, or text that is no bytes
        return Verdict(pack, False, str(error))
    return Verdict(pack, True, "", tuple(s for s, own in zip(SEATS, told.own, strict=True) if own))


def _check(
    rules: Ruleset,
    state: State | None,
    entry: Drawn | Dealt,
    told: Told,
    committed: dict[int, str],
    number: int,
) -> None:
    _require(told.number == number, f"the next secret told is that of {told.number}: a number was left out")
    _require(number in committed, "nothing was committed to")
    _require(len(told.added) == len(told.own) == len(rules.seats), "one part for each seat is needed")
    secret, added = bytes.fromhex(told.secret), [bytes.fromhex(part) for part in told.added]
    _require(commitment(secret) == committed[number], "the secret told is not the one that was committed to")
    fair = fair_pack(rules, secret, number, added)
    same = entry.pack == fair if isinstance(entry, Dealt) else entry.order == without_joker(fair)
    _require(same, "the pack does not follow from the secret and what the seats added")
    for seat, part, own in zip(rules.seats, added, told.own, strict=True):
        _require(own or part == stand_in(secret, number, seat), f"what stands for {seat} is not bound by the secret")
    if isinstance(entry, Dealt) and state is not None:
        _check_hands(state, entry, told, added)


def _check_hands(state: State, entry: Dealt, told: Told, added: list[bytes]) -> None:
    dealer, cutter = state.dealer, state.dealer.right
    cut, way = usual_cut(state.rules, added[cutter.index]), usual_way(state, added[dealer.index])
    _require("cut" in told.by_hand or entry.cut == cut, f"the cut does not follow from what {cutter} added")
    _require("way" in told.by_hand or entry.way == way, f"the packets' way does not follow from what {dealer} added")


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise UnfairDeal(why)
