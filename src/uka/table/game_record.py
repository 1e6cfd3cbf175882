"""Makes the records of finished games from a table's log.

The notes in a record prove that the packs were shuffled fairly, and say who played which seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import TypeAlias

import msgspec

from uka.core.actions import Play
from uka.core.errors import IllegalAction
from uka.core.events import CardPlayed
from uka.core.seats import Seat
from uka.records import Acted, BellRecorded, Dealt, Drawn, Log, Note, RulingGiven, drawn, fair
from uka.records.summary import CLAIMED

from . import entries as en
from .entries import TableLine
from .events import GameOrTableEvent, RestClaimed
from .evolution import evolve
from .personas import bot_name
from .table import Table, TableRefusal
from .transitions import TableTransition

TableRecordEntry: TypeAlias = Note | Drawn | Dealt | Acted | BellRecorded | RulingGiven
"""The entries that a table writes into a game record."""
NumberedEntries: TypeAlias = list[tuple[int, TableRecordEntry]]
"""Entries of a game record, each as (number of the line in the table's log from which it is made, entry)."""
SEAT_NOTE = "seat"
"""The ``kind`` of a note whose text is a ``SeatNote`` as JSON."""
UNDONE_NOTE = "undone"
"""The ``kind`` of a note whose text is an ``UndoneNote`` as JSON."""


class SeatNote(msgspec.Struct, frozen=True):
    """A note that says who plays a seat from this point of the record on."""

    seat: Seat
    name: str
    """The name of the person or bot that has the seat."""
    away: bool = False
    """Whether the person is absent, so that a bot plays for the person."""


class UndoneNote(msgspec.Struct, frozen=True):
    """A note that says that a seat took back a choice.

    ``actions`` holds the actions that no longer count: that choice and the actions after it, in order.
    """

    seat: Seat
    actions: tuple[Acted, ...]


def claim_entries(events: Iterable[GameOrTableEvent]) -> Iterator[Note | Acted]:
    """Yield the record's entries for a claim of the rest of the tricks: a note, then one ``Acted`` for each card.

    ``events`` are the events of the claim. The note has the kind ``CLAIMED``, and its text is the event ``RestClaimed``
    as JSON.
    """
    for event in events:
        if isinstance(event, RestClaimed):
            yield Note(msgspec.json.encode(event).decode(), CLAIMED)
        elif isinstance(event, CardPlayed):
            yield Acted(event.seat, Play(event.card))


def claim_of(entry: object) -> RestClaimed | None:
    """Return the claim of the rest of the tricks that ``entry`` holds, or None if ``entry`` is no note of a claim."""
    if not isinstance(entry, Note) or entry.kind != CLAIMED:
        return None
    try:
        return msgspec.json.decode(entry.text, type=RestClaimed)
    except (msgspec.DecodeError, RecursionError):  # the record may come from an untrusted source
        return None


def records(lines: Iterable[TableLine], about: Mapping[str, str] | None = None) -> tuple[Log, ...]:
    """Return the records of the finished games in a table's log, in order. ``lines`` are all lines of the log.

    A game that was forfeited before its first dealer was known has no record. ``about`` holds facts about the table for
    the header of each record. If ``about`` is given, the header also holds the number of the game, from 0, and the
    times when the game began and ended.
    """
    logs, game = list[Log](), list[tuple[Table, TableTransition]]()
    table: Table | None = None
    for line in lines:
        before = table
        table, events = evolve(before, line)
        if isinstance(line.entry, en.GameBegan):
            game = []
        if before is not None:
            game.append((before, TableTransition(line, events, table)))
        if isinstance(line.entry, en.GameEnded) and table.draw is not None and table.draw.dealer is not None:
            logs.append(_record(game, about and {**about, "game": str(len(logs)), **_times(game)}))
    return tuple(logs)


def record(lines: Iterable[TableLine], about: Mapping[str, str] | None = None) -> Log:
    """Return the record of the last finished game. Raise ``TableRefusal`` if no game is finished.

    ``lines`` are all lines of a table's log. ``about`` holds facts about the table for the header of the record. If it
    is given, the header also holds the number of the game, from 0, and the times when the game began and ended.
    """
    logs = records(lines, about)
    if not logs:
        raise TableRefusal("there is no record until a game is over")
    return logs[-1]


def record_so_far(lines: Iterable[TableLine]) -> Log | None:
    """Return the record of the game that goes on, up to the end of its last finished deal.

    ``lines`` are all lines of a table's log. Return None if no game goes on, or if none of its deals is finished. Where
    revokes can be claimed, a deal is finished only when the next one begins.
    """
    game = list[tuple[Table, TableTransition]]()
    table: Table | None = None
    for line in lines:
        before = table
        table, events = evolve(before, line)
        if isinstance(line.entry, en.GameBegan | en.GameEnded):
            game = []
        if before is not None and not isinstance(line.entry, en.GameEnded):
            game.append((before, TableTransition(line, events, table)))
    if table is None or not table.playing or table.game is None or not game:
        return None
    log, entries = _entries(game, None)
    packs = [number for number, entry in enumerate(entries) if isinstance(entry, Dealt)]
    if packs and (table.in_deal or table.settings.revokes):
        entries = entries[: packs.pop()]
    if not packs:
        return None
    for entry in entries:
        log.append(entry)
    return log


def _record(game: list[tuple[Table, TableTransition]], about: Mapping[str, str] | None) -> Log:
    log, entries = _entries(game, about)
    for entry in entries:
        log.append(entry)
    if not log.state.over:
        raise IllegalAction("the record does not end as the game did")
    return log


def _entries(
    game: list[tuple[Table, TableTransition]], about: Mapping[str, str] | None
) -> tuple[Log, list[TableRecordEntry]]:
    """Return an empty record of a game, and the entries that it will hold. ``game`` holds the lines of the game."""
    first, last = game[0][1].table, game[-1][1].table
    names = tuple(_name(first, i) for i in range(len(first.chairs)))
    log = Log.start(first.rules, players=names, revokes=first.settings.revokes, about=about)
    numbered: NumberedEntries = []
    for before, step in game:
        if isinstance(step.line.entry, en.ActionUndone):
            numbered = _without_undone(numbered, step.line.entry)
        numbered += ((step.line.seq, entry) for entry in _record_entries(before, step, last))
    return log, [entry for _, entry in numbered]


def _times(game: list[tuple[Table, TableTransition]]) -> dict[str, str]:
    (_, first), (_, last) = game[0], game[-1]
    return {"began": _iso_time(first.line.at), "ended": _iso_time(last.line.at)}


def _iso_time(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1_000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _without_undone(numbered: NumberedEntries, undone: en.ActionUndone) -> NumberedEntries:
    """Return the entries with one note in place of the actions that ``undone`` took back."""
    gone = tuple(entry for seq, entry in numbered if isinstance(entry, Acted) and seq >= undone.to)
    note = Note(msgspec.json.encode(UndoneNote(undone.seat, gone)).decode(), UNDONE_NOTE)
    before = [(seq, entry) for seq, entry in numbered if seq < undone.to]
    after = [(seq, entry) for seq, entry in numbered if seq >= undone.to and not _is_choice(entry)]
    return [*before, (undone.to, note), *after]


def _is_choice(entry: TableRecordEntry) -> bool:
    return isinstance(entry, Acted) or (isinstance(entry, Note) and entry.kind == CLAIMED)


def _name(table: Table, index: int) -> str:
    chair = table.chairs[index]
    member = table.member(chair.player) if chair.player else None
    return player_name(member and member.name, chair.bot, chair.persona)


def player_name(name: str | None, bot: str | None, persona: str | None = None) -> str:
    """Return the name that a game record gives the player of a seat.

    It is ``name``, the name of the person, or the name and level of the bot if ``name`` is None.
    """
    return bot_name(bot, persona) if name is None else name


def _record_entries(before: Table, step: TableTransition, last: Table) -> Iterator[TableRecordEntry]:
    """Yield the record's entries for one line of the log. ``last`` is the table at the end of the game."""
    entry, table = step.line.entry, step.table
    match entry:
        case en.SecretsCommitted():
            yield from (fair.note_of(event) for event in step.events if isinstance(event, fair.ServerCommitted))
        case en.DrawStarted():
            yield _pack_note(before, last)
        case Dealt():
            yield _pack_note(before, last)
            yield entry
        case en.TricksClaimed():
            yield from claim_entries(step.events)
        case Acted() | BellRecorded() | RulingGiven():
            yield entry
        case en.DrawCardTaken() | en.DealerNamed():
            pass
        case _:
            if isinstance(entry, fair.ShareStep):
                yield fair.note_of(entry)
            yield from _seat_notes(before, table)
    if table.draw and table.draw.dealer and not (before.draw and before.draw.dealer):
        yield drawn(table.draw)
        if table.draw.seating != table.rules.seats:
            yield fair.note_of(fair.Reseated(table.draw.seating))


def _pack_note(before: Table, last: Table) -> Note:
    """Return a note with the server's secret for the shuffle of the pack that a draw or a deal uses.

    ``before`` is the table before the draw or the deal, and ``last`` the table at the end of the game.
    """
    secret = last.secrets[before.number]
    if before.game is None:
        return fair.note_of(fair.SecretOpened(before.number, secret))
    game = before.game.next_game or msgspec.UNSET
    return fair.note_of(fair.SecretOpened(before.number, secret, before.game.dealer, game))


def _seat_notes(before: Table, after: Table) -> Iterator[Note]:
    """Yield a note for each seat whose player is not the same in the states ``before`` and ``after``."""
    if not before.playing:
        return
    for seat in after.rules.seats:
        was = SeatNote(seat, _name(before, seat.index), before.chair(seat).away)
        now = SeatNote(seat, _name(after, seat.index), after.chair(seat).away)
        if now != was:
            yield Note(msgspec.json.encode(now).decode(), SEAT_NOTE)
