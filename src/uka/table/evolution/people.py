"""Handlers of log entries about people, seats, pauses, the host, the settings and the rules."""

from __future__ import annotations

from msgspec.structs import replace

from uka.core.seats import Seat

from .. import entries as en
from ..entries import TableLine
from ..table import PHRASES, Chair, Pause, Table, TableMember, TableRefusal, TableStage, free_persona, with_chair
from .handlers import Handler, without_events


def _settings_changed(table: Table, line: TableLine, entry: en.SettingsChanged) -> Table:
    return replace(table, settings=entry.settings)


def _rules_changed(table: Table, line: TableLine, entry: en.RulesChanged) -> Table:
    if table.stage is not TableStage.SEATING or entry.rules.seats != table.rules.seats:
        raise TableRefusal("the rules cannot change now")
    return replace(table, rules=entry.rules)


def _player_joined(table: Table, line: TableLine, entry: en.PlayerJoined) -> Table:
    return replace(table, members=(*table.members, TableMember(entry.player, entry.name, avatar=entry.avatar)))


def _player_left(table: Table, line: TableLine, entry: en.PlayerLeft | en.PlayerRemoved) -> Table:
    table = vacated(table, entry.player)
    return replace(table, members=tuple(member for member in table.members if member.player != entry.player))


def _player_removed(table: Table, line: TableLine, entry: en.PlayerRemoved) -> Table:
    return replace(_player_left(table, line, entry), removed=(*table.removed, entry.player))


def _phrase_said(table: Table, line: TableLine, entry: en.PhraseSaid) -> Table:
    if entry.player.startswith(en.BOT_SPEAKER):
        seat = Seat(entry.player.removeprefix(en.BOT_SPEAKER))
        return with_chair(table, seat, replace(table.chair(seat), spoke=table.number))
    members = tuple(
        replace(member, spoke=(*member.spoke, line.at)[-PHRASES:]) if member.player == entry.player else member
        for member in table.members
    )
    return replace(table, members=members)


def _host_changed(table: Table, line: TableLine, entry: en.HostChanged) -> Table:
    return replace(table, host=entry.player)


def vacated(table: Table, player: str) -> Table:
    """Return the table after the person ``player`` gives up the seat and the booking that the person has, if any.

    During a game a bot takes over the seat.
    """
    if booked := table.booked(player):
        table = with_chair(table, booked, replace(table.chair(booked), booked=None))
    seat = table.seat_of(player)
    if seat is None:
        return table
    shares = table.shares.vacate(seat) if table.shares else None
    table = replace(table, past=(), shares=shares)
    bot = table.settings.bots if table.playing else None
    successor = Chair(
        bot=bot,
        bank=table.chair(seat).bank,
        left=shares is not None and seat in (shares.awaited or ()),
        persona=free_persona(table) if bot else None,
    )
    return with_chair(table, seat, successor)


def _seat_taken(table: Table, line: TableLine, entry: en.SeatTaken | en.PlayerAdmitted) -> Table:
    table = replace(vacated(table, entry.player), past=())
    chair = table.chair(entry.seat)
    table = with_chair(table, entry.seat, replace(chair, player=entry.player, bot=None, booked=None, persona=None))
    return replace(table, knew=(*table.knew, (entry.player, entry.seat))) if table.in_deal else table


def _seat_booked(table: Table, line: TableLine, entry: en.SeatBooked) -> Table:
    table = vacated(table, entry.player)
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), booked=entry.player))


def _seat_vacated(table: Table, line: TableLine, entry: en.SeatVacated) -> Table:
    return vacated(table, entry.player)


def _bot_seated(table: Table, line: TableLine, entry: en.BotSeated) -> Table:
    chair = table.chair(entry.seat)
    return with_chair(table, entry.seat, replace(chair, bot=entry.level, persona=chair.persona or free_persona(table)))


def _bot_removed(table: Table, line: TableLine, entry: en.BotRemoved) -> Table:
    return with_chair(table, entry.seat, Chair())


def _seats_swapped(table: Table, line: TableLine, entry: en.SeatsSwapped) -> Table:
    a, b = table.chair(entry.a), table.chair(entry.b)
    return with_chair(with_chair(table, entry.a, b), entry.b, a)


def _connection_lost(table: Table, line: TableLine, entry: en.ConnectionLost) -> Table:
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), lost=line.at))


def _player_went_away(table: Table, line: TableLine, entry: en.PlayerWentAway) -> Table:
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), away=True))


def _player_came_back(table: Table, line: TableLine, entry: en.PlayerCameBack) -> Table:
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), away=False, lost=None))


def _table_paused(table: Table, line: TableLine, entry: en.TablePaused) -> Table:
    return replace(table, paused=Pause(table.paused.at if table.paused else line.at, entry.why))


def _table_resumed(table: Table, line: TableLine, entry: en.TableResumed) -> Table:
    if table.paused is None:
        raise TableRefusal("the table is not paused")
    paused_ms = max(line.at - table.paused.at, 0)
    return replace(
        table,
        paused=None,
        resumed_by=line.by,
        since=table.since + paused_ms,
        closed_at=table.closed_at + paused_ms,
        bell_at=None if table.bell_at is None else table.bell_at + paused_ms,
        chairs=tuple(
            chair if chair.lost is None else replace(chair, lost=min(chair.lost + paused_ms, line.at))
            for chair in table.chairs
        ),
    )


PEOPLE: dict[type, Handler] = {
    en.SettingsChanged: without_events(_settings_changed),
    en.RulesChanged: without_events(_rules_changed),
    en.PhraseSaid: without_events(_phrase_said),
    en.PlayerJoined: without_events(_player_joined),
    en.PlayerLeft: without_events(_player_left),
    en.PlayerRemoved: without_events(_player_removed),
    en.HostChanged: without_events(_host_changed),
    en.SeatTaken: without_events(_seat_taken),
    en.SeatBooked: without_events(_seat_booked),
    en.PlayerAdmitted: without_events(_seat_taken),
    en.SeatVacated: without_events(_seat_vacated),
    en.BotSeated: without_events(_bot_seated),
    en.BotRemoved: without_events(_bot_removed),
    en.SeatsSwapped: without_events(_seats_swapped),
    en.ConnectionLost: without_events(_connection_lost),
    en.PlayerWentAway: without_events(_player_went_away),
    en.PlayerCameBack: without_events(_player_came_back),
    en.TablePaused: without_events(_table_paused),
    en.TableResumed: without_events(_table_resumed),
}
"""The handler of each type of entry about people."""
