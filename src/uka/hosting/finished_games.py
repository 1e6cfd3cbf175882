"""The finished games of a table: the summary and the record of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from uka.records import Dealt, Log, signature
from uka.table import TableLine, parse
from uka.table import records as records_of_log
from uka.table.entries import GameBegan, GameEnded, TableOpened
from uka.wire.http_bodies import RecordSummary

from .errors import Unknown
from .ids import tournament_of

G = TypeVar("G")


class FinishedGame(NamedTuple):
    """The summary and the record of a finished game."""

    summary: RecordSummary
    log: Log


def finished_games(table: str, lines: Iterable[bytes], signing: bytes | None = None) -> tuple[FinishedGame, ...]:
    """Return the finished games in the log of a table. If the private key ``signing`` is given, sign their records."""
    log = parse(lines)
    records = records_of_log(log, _header_fields(table, log[0]))
    if signing is not None:
        for record in records:
            signature.sign(record, signing)
    return tuple(
        FinishedGame(_summary(number, times, record), record)
        for number, (times, record) in enumerate(zip(_game_times(log), records, strict=True))
    )


def game_of_number(games: Sequence[G], number: int) -> G:
    """Return the finished game with the index ``number``. Raise ``Unknown`` if there is none."""
    if not 0 <= number < len(games):
        raise Unknown("there is no record with that number: a game has its record once it is over")
    return games[number]


def _header_fields(table: str, first: TableLine) -> dict[str, str]:
    """Return header fields of a game record: the table's id and, at a tournament's table, the tournament's id."""
    tournament = tournament_of(first.entry.host) if isinstance(first.entry, TableOpened) else None
    return {"gameId": table} | ({"tournament": tournament} if tournament else {})


def _game_times(lines: Iterable[TableLine]) -> Iterator[tuple[int, int]]:
    """Yield the times at which each finished game began and ended, in milliseconds since 1970."""
    began = 0
    for line in lines:
        if isinstance(line.entry, GameBegan):
            began = line.at
        elif isinstance(line.entry, GameEnded):
            yield began, line.at


def _summary(number: int, times: tuple[int, int], record: Log) -> RecordSummary:
    state = record.state
    deals = sum(isinstance(entry, Dealt) for entry in record.entries)
    return RecordSummary(number, record.players, state.score, state.winner, deals, *times)
