"""Handlers of the log entries before a deal: about the shuffle, the draw for first dealer, the cut and the packets."""

from __future__ import annotations

from msgspec.structs import replace

from uka.core.draw import Draw, DrawnCard
from uka.core.rubber import begin
from uka.records.fair import ServerCommitted, Shares, commitment

from .. import entries as en
from ..entries import TableLine
from ..events import CardDrawn, DealerFound, GameOrTableEvent, PackSpread
from ..table import Table, TableRefusal, TableStage, shares_of
from .handlers import Evolution, Handler, without_events


def _game_began(table: Table, line: TableLine, entry: en.GameBegan) -> Table:
    rings = table.rules.clock and table.settings.clock
    return replace(
        to_shuffling(table, line.at),
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
        dealt=(),
        knew=(),
        past=(),
        bell_at=line.at + table.rules.clock * 60_000 if rings else None,
    )


def to_shuffling(table: Table, at: int) -> Table:
    """Return ``table`` in the stage SHUFFLING, in which the players contribute to the shuffle of the next pack.

    The stage begins at the time ``at``, in milliseconds since 1970.
    """
    return replace(table, stage=TableStage.SHUFFLING, since=at)


def _secrets_committed(table: Table, line: TableLine, entry: en.SecretsCommitted) -> Evolution:
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
    """Return ``table`` after its next pack is used for a deal or a draw. The pack after that is then the next one."""
    chairs = tuple(replace(chair, left=False, ready=False) for chair in table.chairs)
    return replace(table, number=table.number + 1, chairs=chairs, shares=_shares_after_pack(table))


def _shares_after_pack(table: Table) -> Shares | None:
    """Return the shares (players' random inputs to the shuffles) after the next pack is used for a deal or a draw.

    A player who left while the table waited for that player's share contributes nothing to later packs.
    """
    shares = table.shares.use() if table.shares else None
    for seat, chair in zip(table.rules.seats, table.chairs, strict=True):
        if shares is not None and chair.left:
            shares = shares.vacate(seat)
    return shares


def _draw_started(table: Table, line: TableLine, entry: en.DrawStarted) -> Evolution:
    draw = Draw.start(table.rules, entry.order, entry.captain)
    drawing = replace(use_pack(table), stage=TableStage.DRAWING)
    after, events = _apply_draw(drawing, line, draw, draw.shown)
    return after, (PackSpread(table.number), *events)


def _draw_card_taken(table: Table, line: TableLine, entry: en.DrawCardTaken) -> Evolution:
    before = _draw_of(table)
    if entry.seat is not before.turn:
        raise TableRefusal(f"it is {before.turn}'s turn to draw, not {entry.seat}'s")
    after = before.take(entry.place)
    return _apply_draw(table, line, after, after.shown[len(before.shown) :])


def _dealer_named(table: Table, line: TableLine, entry: en.DealerNamed) -> Evolution:
    return _apply_draw(table, line, _draw_of(table).name_dealer(entry.dealer), ())


def _draw_of(table: Table) -> Draw:
    if table.draw is None or table.stage is not TableStage.DRAWING:
        raise TableRefusal("nothing is drawn now")
    return table.draw


def _apply_draw(table: Table, line: TableLine, draw: Draw, shown: tuple[DrawnCard, ...]) -> Evolution:
    """Make ``draw`` the new state of the table's draw for first dealer. ``shown`` holds the newly drawn cards.

    If the draw has found the first dealer, people move to their new seats, and the game begins.
    """
    events: tuple[GameOrTableEvent, ...] = tuple(CardDrawn(seat, card) for seat, card in shown)
    table = replace(table, draw=draw, since=line.at)
    if draw.dealer is None:
        return table, events
    moved = {draw.seating[i]: chair for i, chair in enumerate(table.chairs)}
    table = replace(
        to_shuffling(table, line.at + table.settings.draw_ms),
        chairs=tuple(moved[seat] for seat in table.rules.seats),
        shares=table.shares.reseat(draw.seating) if table.shares else None,
        game=begin(table.rules, draw.dealer, revokes=table.settings.revokes),
    )
    return table, (*events, DealerFound(draw.dealer, draw.seating))


def _commitments_closed(table: Table, line: TableLine, entry: en.CommitmentsClosed) -> Table:
    table = replace(table, shares=shares_of(table).close_commitments(entry.number, entry.by), closed_at=line.at)
    if not table.settings.by_hand or table.game is None:
        return table
    return replace(table, stage=TableStage.CUTTING if table.rules.cut else TableStage.DEALING, since=line.at)


def _pack_cut(table: Table, line: TableLine, entry: en.PackCut) -> Table:
    return replace(table, stage=TableStage.DEALING, since=line.at, shares=shares_of(table).cut_pack(entry.cards))


def _packet_pattern_chosen(table: Table, line: TableLine, entry: en.PacketPatternChosen) -> Table:
    """Apply the dealer's choice of a packet pattern: how many cards each seat gets at a time.

    Next the seats open their shares, the random inputs to the shuffle. Then the cards are dealt.
    """
    shares = shares_of(table).choose_packet_pattern(entry.packet_pattern)
    return replace(table, stage=TableStage.SHUFFLING, closed_at=line.at, shares=shares)


DEALING: dict[type, Handler] = {
    en.GameBegan: without_events(_game_began),
    en.SecretsCommitted: _secrets_committed,
    en.ShareCommitted: without_events(_share_committed),
    en.ShareOpened: without_events(_share_opened),
    en.SharesWithheld: without_events(_shares_withheld),
    en.DrawStarted: _draw_started,
    en.DrawCardTaken: _draw_card_taken,
    en.DealerNamed: _dealer_named,
    en.CommitmentsClosed: without_events(_commitments_closed),
    en.PackCut: without_events(_pack_cut),
    en.PacketPatternChosen: without_events(_packet_pattern_chosen),
}
"""The handler of each type of log entry before a deal."""
