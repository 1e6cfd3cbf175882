"""Handlers of entries about people, seats, pauses, the host, the settings and the rules."""

from __future__ import annotations

from msgspec.structs import replace

from uka.core.seats import Seat

from .. import entries as en
from ..entries import TableLine
from ..table import PHRASES, Chair, Pause, Table, TableMember, TableRefusal, TableStage, free_persona, with_chair
from .handlers import Handler, silent


def _changed(table: Table, line: TableLine, entry: en.SettingsChanged) -> Table:
    return replace(table, settings=entry.settings)


def _rules_changed(table: Table, line: TableLine, entry: en.RulesChanged) -> Table:
    if table.stage is not TableStage.SEATING or entry.rules.seats != table.rules.seats:
        raise TableRefusal("the rules cannot change now")
    return replace(table, rules=entry.rules)


def _joined(table: Table, line: TableLine, entry: en.PlayerJoined) -> Table:
    return replace(table, members=(*table.members, TableMember(entry.player, entry.name, avatar=entry.avatar)))


def _left(table: Table, line: TableLine, entry: en.PlayerLeft | en.PlayerRemoved) -> Table:
    table = vacated(table, entry.player)
    return replace(table, members=tuple(m for m in table.members if m.player != entry.player))


def _removed(table: Table, line: TableLine, entry: en.PlayerRemoved) -> Table:
    return replace(_left(table, line, entry), removed=(*table.removed, entry.player))


def _said(table: Table, line: TableLine, entry: en.PhraseSaid) -> Table:
    if entry.player.startswith(en.BOT_SPEAKER):
        seat = Seat(entry.player.removeprefix(en.BOT_SPEAKER))
        return with_chair(table, seat, replace(table.chair(seat), spoke=table.number))
    members = tuple(
        replace(m, spoke=(*m.spoke[1 - PHRASES :], line.at)) if m.player == entry.player else m for m in table.members
    )
    return replace(table, members=members)


def _hosted(table: Table, line: TableLine, entry: en.HostChanged) -> Table:
    return replace(table, host=entry.player)


def vacated(table: Table, player: str) -> Table:
    """Return the table after a person gives up their seat and booking. During a game a bot takes over the seat."""
    if booked := table.booked(player):
        table = with_chair(table, booked, replace(table.chair(booked), booked=None))
    seat = table.seat_of(player)
    if seat is None:
        return table
    chair = table.chair(seat)
    bot = table.settings.bots if table.playing else None
    shares = table.shares.vacate(seat) if table.shares else None
    table = replace(table, past=(), shares=shares)
    left = shares is not None and seat in (shares.awaited or ())
    successor = Chair(bot=bot, bank=chair.bank, left=left)
    return with_chair(table, seat, replace(successor, persona=free_persona(table) if bot else None))


def _sat(table: Table, line: TableLine, entry: en.SeatTaken | en.PlayerAdmitted) -> Table:
    table = replace(vacated(table, entry.player), past=())
    chair = table.chair(entry.seat)
    table = with_chair(table, entry.seat, replace(chair, player=entry.player, bot=None, booked=None, persona=None))
    return replace(table, knew=(*table.knew, (entry.player, entry.seat))) if table.in_deal else table


def _booked(table: Table, line: TableLine, entry: en.SeatBooked) -> Table:
    table = vacated(table, entry.player)
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), booked=entry.player))


def _stood(table: Table, line: TableLine, entry: en.SeatVacated) -> Table:
    return vacated(table, entry.player)


def _bot_sat(table: Table, line: TableLine, entry: en.BotSeated) -> Table:
    chair = table.chair(entry.seat)
    return with_chair(table, entry.seat, replace(chair, bot=entry.level, persona=chair.persona or free_persona(table)))


def _emptied(table: Table, line: TableLine, entry: en.BotRemoved) -> Table:
    return with_chair(table, entry.seat, Chair())


def _swapped(table: Table, line: TableLine, entry: en.SeatsSwapped) -> Table:
    a, b = table.chair(entry.a), table.chair(entry.b)
    return with_chair(with_chair(table, entry.a, b), entry.b, a)


def _lost(table: Table, line: TableLine, entry: en.ConnectionLost) -> Table:
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), lost=line.at))


def _away(table: Table, line: TableLine, entry: en.PlayerWentAway) -> Table:
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), away=True))


def _back(table: Table, line: TableLine, entry: en.PlayerCameBack) -> Table:
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), away=False, lost=None))


def _paused(table: Table, line: TableLine, entry: en.TablePaused) -> Table:
    return replace(table, paused=Pause(table.paused.at if table.paused else line.at, entry.why))


def _resumed(table: Table, line: TableLine, entry: en.TableResumed) -> Table:
    if table.paused is None:
        raise TableRefusal("the table is not paused")
    stood = max(line.at - table.paused.at, 0)
    return replace(
        table,
        paused=None,
        since=table.since + stood,
        closed_at=table.closed_at + stood,
        bell_at=None if table.bell_at is None else table.bell_at + stood,
        chairs=tuple(c if c.lost is None else replace(c, lost=min(c.lost + stood, line.at)) for c in table.chairs),
    )


PEOPLE: dict[type, Handler] = {
    en.SettingsChanged: silent(_changed),
    en.RulesChanged: silent(_rules_changed),
    en.PhraseSaid: silent(_said),
    en.PlayerJoined: silent(_joined),
    en.PlayerLeft: silent(_left),
    en.PlayerRemoved: silent(_removed),
    en.HostChanged: silent(_hosted),
    en.SeatTaken: silent(_sat),
    en.SeatBooked: silent(_booked),
    en.PlayerAdmitted: silent(_sat),
    en.SeatVacated: silent(_stood),
    en.BotSeated: silent(_bot_sat),
    en.BotRemoved: silent(_emptied),
    en.SeatsSwapped: silent(_swapped),
    en.ConnectionLost: silent(_lost),
    en.PlayerWentAway: silent(_away),
    en.PlayerCameBack: silent(_back),
    en.TablePaused: silent(_paused),
    en.TableResumed: silent(_resumed),
}
"""The handler of each type of entry about people."""
