"""The next pack of a table: the entries that use it, in both versions of fair dealing."""

from __future__ import annotations

from uka.core.cards import Card
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.records import Dealt
from uka.records.fair import deal_key, key_cut, next_packets, without_joker
from uka.records.fair import version1 as first

from . import entries as en
from .entries import TableEntry
from .table import Table, shares_of, state_of


def next_pack(table: Table) -> TableEntry:
    """Return the entry that uses the next pack, either for the draw for first dealer or for a deal."""
    if table.game is not None:
        return dealt(table)
    return en.DrawStarted(without_joker(shuffled(table.rules, _key(table))), table.captain)


def _key(table: Table) -> bytes:
    secret = bytes.fromhex(table.secrets[table.number])
    return deal_key(secret, table.number, shares_of(table).values(secret))


def dealt(table: Table) -> Dealt:
    """Return the entry that deals the next pack.

    If no player chose the cut or the packet pattern, it follows from the key that shuffles the pack.
    """
    game, shares, key = state_of(table), shares_of(table), _key(table)
    cut = key_cut(table.rules, key) if shares.cut is None else shares.cut
    return Dealt(shuffled(table.rules, key), cut, shares.packets or next_packets(game, key))


# Version 1 of fair dealing: players no longer contribute to its shuffles.


def stands_in(table: Table, seat: Seat) -> en.EntropyAdded:
    """Return the entry that adds a random value for a seat whose player adds none."""
    secret = bytes.fromhex(table.secrets[table.number])
    return en.EntropyAdded(table.number, seat, first.stand_in(secret, table.number, seat).hex(), own=False)


def next_pack_first(table: Table) -> TableEntry:
    """Return the entry that uses the next pack in version 1 of fair dealing."""
    if not table.number:
        return en.DrawStarted(without_joker(_pack_first(table)), table.captain)
    return en.CommitmentsClosed(table.number) if table.settings.by_hand else dealt_first(table)


def _pack_first(table: Table) -> tuple[Card, ...]:
    secret = bytes.fromhex(table.secrets[table.number])
    return first.fair_pack(table.rules, secret, table.number, [_added(table, seat) for seat in table.rules.seats])


def _added(table: Table, seat: Seat) -> bytes:
    return bytes.fromhex(table.chair(seat).added or "")


def dealt_first(table: Table, packet_pattern: str | None = None) -> Dealt:
    """Return the entry that deals the next pack in version 1 of fair dealing, in ``packet_pattern`` if it is given."""
    game = state_of(table)
    cut = table.cut.cards if table.cut else first.usual_cut(table.rules, _added(table, game.dealer.right))
    usual = first.usual_packet_pattern(game, _added(table, game.dealer))
    return Dealt(_pack_first(table), cut, packet_pattern or usual)


def usual_cut_first(table: Table, seat: Seat) -> int:
    """Return the number of cards that a seat cuts off in version 1 of fair dealing if nobody chooses it."""
    return first.usual_cut(table.rules, _added(table, seat)) or 0
