"""The next pack of a table: the entries that use it."""

from __future__ import annotations

from uka.core.shuffle import shuffled
from uka.records import Dealt
from uka.records.fair import deal_key, key_cut, next_packets, without_joker

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
