"""Who chose for a seat in a game record: a person, or a bot of some level."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from uka.bots import names as bot_levels
from uka.core.seats import Seat
from uka.records import Dealt, Drawn, Log, Note, replayed_draw

from .game_record import SEAT_NOTE, SeatNote
from .game_replay import SHOWN_ENTRIES
from .personas import level_of


class RecordedPlayer(NamedTuple):
    """Who has a seat at one step of a deal."""

    name: str
    away: bool
    """Whether the person is absent, so that a bot plays for the person."""
    level: str | None
    """The level of the bot, or None if a person has the seat."""


def player_at(log: Log, seat: Seat, deal: int, step: int) -> RecordedPlayer:
    """Return who had ``seat`` at one step of a deal of a game record. Both numbers are counted from 0."""
    players = (player for number, at, player in _players(log, seat) if (number, at) >= (deal, step))
    return next(players, _player(log, log.players[seat.index]))


def had_bots_only(log: Log, seat: Seat, deal: int) -> bool:
    """Return whether bots alone had ``seat`` in all of a deal of a game record, from 0."""
    return all(player.level for number, _, player in _players(log, seat) if number == deal)


def _players(log: Log, seat: Seat) -> Iterator[tuple[int, int, RecordedPlayer]]:
    """Yield who had ``seat`` at each step: the number of the deal, that of the step, and the player."""
    names = [*log.header.players]
    away = [False] * len(names)
    deal = step = -1
    for entry in log.entries:
        if isinstance(entry, Drawn):
            seated = {to: number for number, to in enumerate(replayed_draw(log.rules, entry).seating)}
            order = [seated[each] for each in log.rules.seats]
            names, away = [names[number] for number in order], [away[number] for number in order]
        elif (note := _seat_note(entry)) is not None:
            names[note.seat.index], away[note.seat.index] = note.name, note.away
        if isinstance(entry, Dealt):
            deal, step = deal + 1, -1
        if isinstance(entry, SHOWN_ENTRIES):
            step += 1
        if deal >= 0:
            yield deal, step, _player(log, names[seat.index], away=away[seat.index])


def _player(log: Log, name: str, *, away: bool = False) -> RecordedPlayer:
    """Return who is called ``name``. In a game on a terminal, and in one between bots, a bot is called by its level."""
    about, plain = log.header.about, None
    if "person" in about:
        plain = name if name != about["person"] else None
    elif "gameId" not in about and name in bot_levels():
        plain = name
    return RecordedPlayer(name, away, level_of(name) or plain)


def _seat_note(entry: object) -> SeatNote | None:
    """Return the note about a seat that ``entry`` holds, or None."""
    if not isinstance(entry, Note) or entry.kind != SEAT_NOTE:
        return None
    try:
        return msgspec.json.decode(entry.text, type=SeatNote)
    except (msgspec.DecodeError, RecursionError):  # the record may come from an untrusted source
        return None
