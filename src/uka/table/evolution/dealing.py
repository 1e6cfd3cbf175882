"""Handlers of the entries before a deal: the shuffle's secrets and shares, the draw for first dealer, cut, packets."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from uka.core.draw import Draw
from uka.core.rubber import begin
from uka.records.fair import ServerCommitted, Shares, commitment

from .. import entries as en
from ..entries import TableLine
from ..events import CardDrawn, DealerFound, GameOrTableEvent, PackSpread
from ..table import Table, TableRefusal, TableStage, shares_of
from .handlers import Evolution, Handler, silent


def _began(table: Table, line: TableLine, entry: en.GameBegan) -> Table:
    rings = table.rules.clock and table.settings.clock
    return replace(
        waiting(table, line.at),
        chairs=tuple(replace(c, bank=table.settings.bank_ms, ready=False, spoke=-1) for c in table.chairs),
        captain=entry.captain,
        number=0,
        secrets=(),
        commitments=(),
        secrets_opened=0,
        shares=Shares.start(len(table.chairs)),
        draw=None,
        game=None,
        scored=None,
        knew=(),
        past=(),
        bell_at=line.at + table.rules.clock * 60_000 if rings else None,
    )


def waiting(table: Table, at: int) -> Table:
    """Return the table in the stage SHUFFLING, in which the players contribute to the shuffle of the next pack.

    The stage begins at the time ``at``, in milliseconds since 1970.
    """
    return replace(table, stage=TableStage.SHUFFLING, since=at)


def _sealed(table: Table, line: TableLine, entry: en.SecretsCommitted) -> Evolution:
    if entry.first != len(table.secrets):
        raise TableRefusal(f"the next secret is that of pack {len(table.secrets)}, not {entry.first}")
    commitments = tuple(commitment(bytes.fromhex(secret)) for secret in entry.secrets)
    table = replace(table, secrets=table.secrets + entry.secrets, commitments=table.commitments + commitments)
    return table, (ServerCommitted(entry.first, commitments),)


def _share_committed(table: Table, line: TableLine, entry: en.ShareCommitted) -> Table:
    return replace(table, shares=shares_of(table).commit(entry.seat, entry.first, entry.commitment))


def _share_opened(table: Table, line: TableLine, entry: en.ShareOpened) -> Table:
    return replace(table, shares=shares_of(table).open(entry.number, entry.seat, entry.share))


def _shares_withheld(table: Table, line: TableLine, entry: en.SharesWithheld) -> Table:
    shares = shares_of(table).withhold(entry.number, entry.seats)
    return replace(table, shares=shares, number=shares.number, closed_at=line.at)


def use_pack(table: Table) -> Table:
    """Return the table after the next pack is dealt or used in a draw. All contributions to the shuffle are reset."""
    chairs = tuple(replace(chair, left=False, ready=False) for chair in table.chairs)
    return replace(table, number=table.number + 1, chairs=chairs, shares=_shares_used(table))


def _shares_used(table: Table) -> Shares | None:
    """Return the shares, the players' random inputs to the shuffles, after a pack is dealt or used in a draw.

    A player who left while their share was awaited contributes nothing to later packs.
    """
    shares = table.shares.use() if table.shares else None
    for seat, chair in zip(table.rules.seats, table.chairs, strict=True):
        if shares is not None and chair.left:
            shares = shares.vacate(seat)
    return shares


def _spread(table: Table, line: TableLine, entry: en.DrawStarted) -> Evolution:
    draw = Draw.start(table.rules, entry.order, entry.captain)
    after, events = _drawn(replace(use_pack(table), stage=TableStage.DRAWING), line, draw, draw.shown)
    return after, (PackSpread(table.number), *events)


def _took(table: Table, line: TableLine, entry: en.DrawCardTaken) -> Evolution:
    draw = _drawing(table)
    if entry.seat is not draw.turn:
        raise TableRefusal(f"it is {draw.turn}'s turn to draw, not {entry.seat}'s")
    after = draw.take(entry.place)
    return _drawn(table, line, after, after.shown[len(draw.shown) :])


def _named(table: Table, line: TableLine, entry: en.DealerNamed) -> Evolution:
    return _drawn(table, line, _drawing(table).name_dealer(entry.dealer), ())


def _drawing(table: Table) -> Draw:
    if table.draw is None or table.stage is not TableStage.DRAWING:
        raise TableRefusal("nothing is drawn now")
    return table.draw


def _drawn(table: Table, line: TableLine, draw: Draw, shown: tuple[Any, ...]) -> Evolution:
    events: tuple[GameOrTableEvent, ...] = tuple(CardDrawn(seat, card) for seat, card in shown)
    table = replace(table, draw=draw, since=line.at)
    if draw.dealer is None:
        return table, events
    moved = {draw.seating[i]: chair for i, chair in enumerate(table.chairs)}
    table = replace(
        waiting(table, line.at + table.settings.draw_ms),
        chairs=tuple(moved[seat] for seat in table.rules.seats),
        shares=table.shares.reseat(draw.seating) if table.shares else None,
        game=begin(table.rules, draw.dealer, revokes=table.settings.revokes),
    )
    return table, (*events, DealerFound(draw.dealer, draw.seating))


def _shuffled(table: Table, line: TableLine, entry: en.CommitmentsClosed) -> Table:
    table = replace(table, shares=shares_of(table).close(entry.number, entry.by), closed_at=line.at)
    if not table.settings.by_hand or table.game is None:
        return table
    return replace(table, stage=TableStage.CUTTING if table.rules.cut else TableStage.DEALING, since=line.at)


def _cut(table: Table, line: TableLine, entry: en.PackCut) -> Table:
    return replace(table, stage=TableStage.DEALING, since=line.at, shares=shares_of(table).cut_pack(entry.cards))


def _packet_pattern_chosen(table: Table, line: TableLine, entry: en.PacketPatternChosen) -> Table:
    """Apply the dealer's choice of a packet pattern.

    Next the seats reveal their shares, their random inputs to the shuffle. Then the cards are dealt.
    """
    shares = shares_of(table).choose_packet_pattern(entry.packet_pattern)
    return replace(table, stage=TableStage.SHUFFLING, closed_at=line.at, shares=shares)


DEALING: dict[type, Handler] = {
    en.GameBegan: silent(_began),
    en.SecretsCommitted: _sealed,
    en.ShareCommitted: silent(_share_committed),
    en.ShareOpened: silent(_share_opened),
    en.SharesWithheld: silent(_shares_withheld),
    en.DrawStarted: _spread,
    en.DrawCardTaken: _took,
    en.DealerNamed: _named,
    en.CommitmentsClosed: silent(_shuffled),
    en.PackCut: silent(_cut),
    en.PacketPatternChosen: silent(_packet_pattern_chosen),
}
"""The handler of each type of entry before a deal."""
