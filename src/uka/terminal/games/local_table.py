"""The table of a local game with one person and bots. Each entry of the table is also written to a record.

A saved game consists only of its record. The table is rebuilt from that record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec.structs import replace

from uka.core.actions import Play
from uka.core.cards import Card
from uka.core.draw import Draw
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.records import (
    Acted,
    BellRecorded,
    Dealt,
    Drawn,
    Log,
    MisdealRecorded,
    Note,
    RecordNotWritten,
    RulingGiven,
    Scored,
    drawn,
)
from uka.records.entries import RecordEntry
from uka.table import Table, TableEntry, TableLine, TableSettings, TableTransition, evolve, people
from uka.table import entries as en
from uka.table.events import DealerFound
from uka.table.game_record import claim_entries, claim_of

from .local_setup import NOT_PLAYED_HERE, is_local_game

PERSON = "person"
"""The player id of the person at the table."""
AT_ONCE = TableSettings(answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=0, hand_ms=0, undo=False)
"""Table settings without delays, because the screen itself pauses between steps."""


class LocalTable:
    """A table and its record. The constructor raises ``UkaError`` if the record is not the record of a local game."""

    def __init__(self, log: Log) -> None:
        about = log.header.about
        if not is_local_game(log):
            raise UkaError(NOT_PLAYED_HERE)
        self.log, self.person, self.seed = log, about["person"], about["seed"]
        self.why_unsaved = ""
        self.table = _opened(log, self.person)

    @property
    def seat(self) -> Seat:
        """The person's seat. The draw for first dealer may have changed this seat."""
        return self.log.rules.seats[self.log.players.index(self.person)]

    def replay(self) -> Iterator[TableTransition]:
        """Rebuild the table from its record, and yield each transition of the table."""
        for entry in _table_entries(self.log):
            self.table, steps = _put(self.table, entry)
            yield from steps

    def put(self, *entries: TableEntry) -> tuple[TableTransition, ...]:
        """Write entries to the record and apply them to the table.

        If the file cannot be written, the record goes on without it, and ``why_unsaved`` tells the reason.
        """
        table, steps = _put(self.table, *entries)
        for step in steps:
            for entry in _record_entries(step):
                self.append(entry)
        self.table = table
        return steps

    def append(self, entry: RecordEntry) -> None:
        """Append an entry to the record, which goes on without its file if the file cannot be written."""
        try:
            self.log.append(entry)
        except RecordNotWritten as error:
            self.why_unsaved, self.log.path = str(error), None
            self.log.append(entry)


def draw_entries(rules: Ruleset, entry: Drawn) -> Iterator[TableEntry]:
    """Yield the table's entries for a completed draw for first dealer."""
    draw = Draw.start(rules, entry.order, entry.captain)
    yield en.DrawStarted(entry.order, entry.captain)
    for place in entry.places:
        assert draw.turn is not None
        yield en.DrawCardTaken(draw.turn, place)
        draw = draw.take(place)
    if draw.dealer is None:
        yield en.DealerNamed(entry.dealer)


def _opened(log: Log, person: str) -> Table:
    """Return the table at the beginning of its game. If the record names the first dealer, there is no draw."""
    header, rules = log.header, log.rules
    table, _ = people.open_table(rules, PERSON, PERSON, at=0, settings=replace(AT_ONCE, revokes=header.revokes))
    for seat, name in zip(rules.seats, header.players, strict=True):
        table, _ = _put(table, en.SeatTaken(PERSON, seat) if name == person else en.BotSeated(seat, name))
    table, _ = _put(table, en.GameBegan(Seat.NORTH))
    table = replace(table, shares=None)  # the packs follow from the seed of the record
    return table if header.dealer is None else replace(table, game=Log(header).state, number=1)


def _put(table: Table, *entries: TableEntry) -> tuple[Table, tuple[TableTransition, ...]]:
    """Return the table after some entries, with the transitions that the entries cause.

    When a deal is finished, a separate entry for its result is added.
    """
    steps = list[TableTransition]()
    for entry in entries:
        steps.append(_step(table, entry))
        table = steps[-1].table
        deal = table.game.deal if table.game else None
        if deal is not None and deal.result is not None and deal.result != table.scored:
            steps.append(_step(table, Scored(deal.result)))
            table = steps[-1].table
    return table, tuple(steps)


def _step(table: Table, entry: TableEntry) -> TableTransition:
    line = TableLine.after(table.hash, table.seq + 1, 0, PERSON, entry)
    after, events = evolve(table, line)
    return TableTransition(line, events, after)


def _record_entries(step: TableTransition) -> Iterator[RecordEntry]:
    """Yield the entries that a transition of the table adds to the record."""
    entry, draw = step.line.entry, step.table.draw
    if isinstance(entry, Dealt | Acted | BellRecorded | RulingGiven):
        yield entry
    elif isinstance(entry, en.TricksClaimed):
        yield from claim_entries(step.events)
    elif draw is not None and any(isinstance(event, DealerFound) for event in step.events):
        yield drawn(draw)


def _table_entries(log: Log) -> Iterator[TableEntry]:
    """Yield the table's entries that correspond to the entries of a record."""
    entries = list(log.entries)
    while entries:
        match entry := entries.pop(0):
            case Drawn():
                yield from draw_entries(log.rules, entry)
            case Dealt() | Acted() | BellRecorded() | RulingGiven():
                yield entry
            case Note() if (claim := claim_of(entry)) and (cards := _played_out(entries)):
                del entries[: len(cards)]
                yield en.TricksClaimed(claim.seat, cards)
            case MisdealRecorded():
                raise UkaError(NOT_PLAYED_HERE)
            case _:
                pass  # other notes do not change the table, and the table computes the results itself


def _played_out(entries: Sequence[RecordEntry]) -> tuple[Card, ...]:
    """Return the cards played from a claim to the end of the deal.

    Return nothing if the record ends before the deal does.
    """
    acted = list(takewhile(lambda entry: isinstance(entry, Acted), entries))
    ended = len(acted) < len(entries) and isinstance(entries[len(acted)], Scored)
    actions = [entry.action for entry in acted if isinstance(entry, Acted)]
    return tuple(action.card for action in actions if isinstance(action, Play)) if ended else ()
