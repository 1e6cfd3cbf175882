"""The table of a local game of one person against bots. What happens at the table is written to a record.

A saved game consists only of its record, from which the table is rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    """The table of a local game, and the record of that game.

    The constructor returns the table as it is before the first entry of the record; ``replay`` continues from there.
    The constructor raises ``UkaError`` if the record is not that of a local game.
    """

    def __init__(self, log: Log) -> None:
        about = log.header.about
        if not is_local_game(log):
            raise UkaError(NOT_PLAYED_HERE)
        self.log, self.person, self.seed = log, about["person"], about["seed"]
        self.why_unsaved = ""
        """The reason why the record is no longer written to its file, or "" while it is."""
        self.table = _table_at_start(log, self.person)

    @property
    def seat(self) -> Seat:
        """The person's seat. The draw for first dealer may have changed this seat."""
        return self.log.rules.seats[self.log.players.index(self.person)]

    def replay(self) -> Iterator[TableTransition]:
        """Rebuild the table from its record, and yield its transitions.

        Each transition holds a line of the table's log, the events of that line, and the table after it.
        """
        for entry in _table_entries(self.log):
            self.table, steps = _apply(self.table, entry)
            yield from steps

    def apply(self, *entries: TableEntry) -> tuple[TableTransition, ...]:
        """Apply ``entries`` to the table and write them to the record. Return the transitions of the table.

        If the file of the record cannot be written, set ``why_unsaved``, and keep the record in memory only.
        """
        table, steps = _apply(self.table, *entries)
        for step in steps:
            for entry in _record_entries(step):
                self.append(entry)
        self.table = table
        return steps

    def append(self, entry: RecordEntry) -> None:
        """Append an entry to the record only.

        If the file of the record cannot be written, set ``why_unsaved``, and keep the record in memory only.
        """
        try:
            self.log.append(entry)
        except RecordNotWritten as error:
            self.why_unsaved = str(error)
            self.log.path = None
            self.log.append(entry)


def draw_entries(rules: Ruleset, entry: Drawn) -> Iterator[TableEntry]:
    """Yield the entries of a table's log for the draw for first dealer that ``entry`` of a game record describes."""
    draw = Draw.start(rules, entry.order, entry.captain)
    yield en.DrawStarted(entry.order, entry.captain)
    for place in entry.places:
        assert draw.turn is not None
        yield en.DrawCardTaken(draw.turn, place)
        draw = draw.take(place)
    if draw.dealer is None:
        yield en.DealerNamed(entry.dealer)


def _table_at_start(log: Log, person: str) -> Table:
    """Return the table as its game begins, with the person and the bots in their seats.

    If the header of the record names the first dealer, the game begins without a draw.
    """
    header, rules = log.header, log.rules
    table, _ = people.open_table(rules, PERSON, PERSON, at=0, settings=replace(AT_ONCE, revokes=header.revokes))
    for seat, name in zip(rules.seats, header.players, strict=True):
        table, _ = _apply(table, en.SeatTaken(PERSON, seat) if name == person else en.BotSeated(seat, name))
    table, _ = _apply(table, en.GameBegan(Seat.NORTH))
    table = replace(table, shares=None)  # the packs follow from the seed of the record
    return table if header.dealer is None else replace(table, game=Log(header).state, number=1)


def _apply(table: Table, *entries: TableEntry) -> tuple[Table, tuple[TableTransition, ...]]:
    """Return the table after ``entries``, with the transitions that these cause.

    After the entry that finishes a deal, an entry with the result of the deal is added.
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
    """Return the transition of ``table`` that ``entry`` causes. Its log line has the person as author, and time 0."""
    line = TableLine.after(table.hash, table.seq + 1, 0, PERSON, entry)
    after, events = evolve(table, line)
    return TableTransition(line, events, after)


def _record_entries(step: TableTransition) -> Iterator[RecordEntry]:
    """Yield the entries to append to the record for a transition of the table."""
    entry, draw = step.line.entry, step.table.draw
    if isinstance(entry, Dealt | Acted | BellRecorded | RulingGiven):
        yield entry
    elif isinstance(entry, en.TricksClaimed):
        yield from claim_entries(step.events)
    elif draw is not None and any(isinstance(event, DealerFound) for event in step.events):
        yield drawn(draw)


def _table_entries(log: Log) -> Iterator[TableEntry]:
    """Yield the entries of the table's log for the entries of the record ``log``.

    Raise ``UkaError`` if the record has an entry that does not occur in a local game.
    """
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
    """Return the cards played from a claim of the remaining tricks to the end of the deal.

    ``entries`` are those after the claim. Return an empty tuple if the record ends before the deal does.
    """
    cards = list[Card]()
    for entry in entries:
        match entry:
            case Acted(action=Play(card)):
                cards.append(card)
            case Acted():
                pass
            case Scored():
                return tuple(cards)
            case _:
                return ()
    return ()
