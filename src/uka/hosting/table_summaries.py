"""Makes the summaries of tables that the lobby and other lists of tables show."""

from __future__ import annotations

from uka.core.seats import Seat
from uka.table import Table, TableStage
from uka.wire.http_bodies import SeatSummary, TableSummary


def table_summary(id: str, table: Table) -> TableSummary:
    """Return the summary of the table ``id`` for lists of tables: its rules, seats, score and stage."""
    host = table.member(table.acting_host)
    return TableSummary(
        table=id,
        rules=table.rules.name,
        title=table.rules.title,
        host=host.name if host else "",
        public=table.settings.public,
        stage=table.stage,
        paused=table.paused.why if table.paused else None,
        seats=tuple(_seat_summary(table, seat) for seat in table.rules.seats),
        watching=sum(table.seat_of(member.player) is None for member in table.members),
        score=table.game.score if table.game else (),
        locked=table.settings.locked,
        begins=table.quick_at if table.quick and table.stage is TableStage.SEATING else None,
    )


def _seat_summary(table: Table, seat: Seat) -> SeatSummary:
    chair = table.chair(seat)
    member = table.member(chair.player) if chair.player else None
    name = member.name if member else None
    avatar = (member.avatar or None) if member else None
    return SeatSummary(seat, name, chair.bot, chair.persona, avatar)
