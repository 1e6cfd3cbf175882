"""The log of one game: all its entries in order, as one JSON object per line.

The first line is the header: the version of the format, the ruleset in full, and the players. Each further line is one
entry: a draw, a pack dealt, an action, a misdeal, the bell that ends a timed round, a ruling or a note. A replay of the
entries gives the events and the scores. After each deal the log also holds the result of the deal. A reader compares it
with the result that the replay gives. So a change of Uka's code that changes the result of an old game is detected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack, cast

import msgspec

from uka.core.action_text import ActionOrText, action_of
from uka.core.actions import Play
from uka.core.cards import Card
from uka.core.errors import IllegalAction, UkaError
from uka.core.events import Event
from uka.core.game import Game
from uka.core.malformed import why_malformed
from uka.core.rubber import GameOrRubber, begin
from uka.core.ruleset import Ruleset, from_dict
from uka.core.scoring import DealResult
from uka.core.seats import Seat, seat_of

from .draws import replayed_draw
from .entries import (
    FORMAT,
    Acted,
    BellRecorded,
    Dealt,
    Drawn,
    MisdealRecorded,
    Note,
    RecordEntry,
    RecordHeader,
    RulingGiven,
    Scored,
)
from .errors import InvalidRecord, RecordNotWritten
from .lines import check_displayed
from .log_text import append_lines, check_texts, read_header, split_lines

if TYPE_CHECKING:
    from os import PathLike


class LogOptions(TypedDict, total=False):
    """Options of ``Log.start``. Each option sets the field of the same name in the ``RecordHeader``."""

    revokes: bool
    """Whether a player can revoke: play a card of another suit although they could follow suit."""
    score: tuple[int, ...] | None
    """The score at the start of the game by partnership, or None for 0 to 0."""
    about: Mapping[str, str] | None
    """Facts about the game: a dict from a name, such as ``title``, to a text."""


class RecordStep(NamedTuple):
    """One step of the replay of a log: an entry, the events that it caused, and the state of the game after it."""

    entry: RecordEntry
    events: tuple[Event, ...]
    state: GameOrRubber | None
    """The game or rubber after the entry, or None while the first dealer is not drawn."""


_entries = msgspec.json.Decoder(RecordEntry)
_encode = msgspec.json.Encoder().encode


class Log:
    """The log of one game or rubber, with the state that the entries lead to.

    ``append`` applies an entry to the game, and adds the entry to the log. If the log has a ``path``, ``append``
    returns only after the entry is in that file.

    >>> from uka.core.shuffle import shuffled
    >>> log = Log.start(Ruleset(), dealer=Seat.SOUTH, players=("Ana", "Ben", "Caro", "Dan"))
    >>> events = log.append(Dealt(shuffled(log.rules, seed=7)))
    >>> log.state.turn
    Seat.WEST
    >>> Log.parse(log.text).state == log.state
    True
    """

    def __init__(self, header: RecordHeader, *, path: str | PathLike[str] | None = None) -> None:
        check_texts(header)
        self.header = header
        self.rules: Ruleset = from_dict(header.rules)
        self.entries: list[RecordEntry] = []
        self.path = Path(path) if path is not None else None
        self._lines = [_encode(header).decode()]
        self._state: GameOrRubber | None = None
        self.players = header.players
        if header.dealer is not None:
            self._begin(header.dealer)

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        *,
        dealer: Seat | None = None,
        players: tuple[str, ...] = (),
        path: str | PathLike[str] | None = None,
        **options: Unpack[LogOptions],
    ) -> Log:
        """Return the log of a new game, before its first deal.

        ``dealer`` is the first dealer; if it is None, the first entry must be a ``Drawn``, which gives the dealer.
        ``players`` holds the names by seat, and by default the names of the seats. If ``path`` is given, the log is
        written to that file. Raise ``FileExistsError`` if the file exists.
        """
        header = RecordHeader(
            log="uka",
            format=FORMAT,
            rules=cast(dict[str, Any], msgspec.to_builtins(rules)),
            players=players or tuple(map(str, rules.seats)),
            dealer=dealer,
            score=options.get("score"),
            revokes=options.get("revokes", False),
            about=dict(options.get("about") or {}),
        )
        log = cls(header, path=path)
        if log.path is not None:
            log.path.parent.mkdir(parents=True, exist_ok=True)
            with log.path.open("x", encoding="utf-8") as file:
                file.write(log.text)
        return log

    @property
    def state(self) -> GameOrRubber:
        """The current state of the game or rubber. Raise ``IllegalAction`` if the first dealer is not drawn yet."""
        if self._state is None:
            raise IllegalAction("the first dealer has not been drawn yet")
        return self._state

    @property
    def text(self) -> str:
        """The whole log, one JSON object per line. Equal logs have the same text, byte for byte."""
        return "".join(line + "\n" for line in self._lines)

    def append(self, entry: RecordEntry) -> tuple[Event, ...]:
        """Apply ``entry`` to the game, add it to the log, and return the events that it causes.

        If ``entry`` ends a deal, the log also gets a ``Scored`` entry. Raise ``IllegalAction`` if the rules forbid
        ``entry``. Raise ``InvalidRecord`` if a text of ``entry``, such as a remark, has a character that is not
        displayed. Raise ``RecordNotWritten`` if the file cannot be written. After an exception the log is unchanged.
        """
        if isinstance(entry, Scored):
            raise IllegalAction("the result of a deal is computed: it cannot be appended")
        line = _encode(entry).decode()
        check_displayed(line, "the record")
        if isinstance(entry, Note) and entry.kind:
            check_displayed(entry.text, "the record")  # it is JSON, in which other texts are escaped once more
        state_before, players_before, result_before = self._state, self.players, self._result
        events = self._apply(entry)
        entries: list[RecordEntry] = [entry]
        lines = [line]
        result = self._result
        if result is not None and result is not result_before:
            scored = Scored(result)
            entries.append(scored)
            lines.append(_encode(scored).decode())
        try:
            if self.path is not None:
                append_lines(self.path, lines)
        except OSError as error:
            self._state, self.players = state_before, players_before
            raise RecordNotWritten(f"the game cannot be kept in {self.path}: {error.strerror}") from None
        self.entries += entries
        self._lines += lines
        return events

    def deal(
        self, pack: tuple[Card, ...], cut: int | None = None, packet_pattern: str | None = None
    ) -> tuple[Event, ...]:
        """Deal ``pack``, top card first: append a ``Dealt`` entry. Return the events of the deal.

        ``cut`` is the number of cards that are cut off the top. ``packet_pattern`` says how many cards each seat gets
        at a time, such as "3-2".
        """
        return self.append(Dealt(pack, cut, packet_pattern))

    def act(self, action: ActionOrText, seat: Seat | str | None = None) -> tuple[Event, ...]:
        """Let ``seat`` act: append an ``Acted`` entry. Return the events that the action causes.

        ``seat`` is by default the seat whose turn it is. ``action`` may be an ``Action`` or its text, such as "pass" or
        "Jd". Raise ``IllegalAction`` if the action is not legal.
        """
        deal = self.state.deal
        actor = self.state.turn if seat is None else seat
        if actor is None or deal is None:
            raise IllegalAction("the deal is over")
        return self.append(Acted(seat_of(actor), action_of(action, deal.phase)))

    def replay(self) -> Iterator[RecordStep]:
        """Replay the log from its start. Yield, for each entry, the events that it caused and the state after it."""
        again = Log(self.header)
        for entry in self.entries:
            events = () if isinstance(entry, Scored) else again.append(entry)
            yield RecordStep(entry, events, again._state)

    def write(self, path: str | PathLike[str]) -> None:
        """Write the whole log to the file at ``path``. An existing file is replaced."""
        Path(path).write_bytes(self.text.encode())

    @classmethod
    def read(cls, path: str | PathLike[str], *, resume: bool = False) -> Log:
        """Read the log in the file at ``path``, and check every entry against the rules.

        An incomplete last line, left by an interrupted write, is dropped. If ``resume`` is true, ``append`` writes new
        entries to the file. Raise ``InvalidRecord`` if the log is invalid.
        """
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise InvalidRecord(f"{path} cannot be read: {error.strerror}") from None
        try:
            log = cls.parse(data)
        except InvalidRecord as error:
            raise error.with_location(file=str(path)) from None
        if resume:
            log.path = Path(path)
            if log.text.encode() != data:
                fresh = log.path.with_name(f"{log.path.name}.new")
                log.write(fresh)
                fresh.replace(log.path)
        return log

    @classmethod
    def parse(cls, data: str | bytes) -> Log:
        """Parse ``data``, the text of a log, and check every entry against the rules.

        Raise ``InvalidRecord`` if the log is invalid. The exception names the line, and the deal, the trick and the
        seat if they are known.
        """
        header, *lines = split_lines(data)
        log = cls(read_header(header))
        for number, line in enumerate(lines, 2):
            log._read_line(line, number)
        return log

    def _read_line(self, line: str, number: int) -> None:
        try:
            entry = _entries.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            why = why_malformed(error, RecordEntry)
            raise InvalidRecord(f"this is not an entry of a log: {why}", line=number) from None
        # After an entry that ends a deal, the next line is the deal's result.
        result_expected = len(self._lines) == number
        if result_expected and entry == self.entries[-1]:
            return
        if result_expected or isinstance(entry, Scored):
            raise InvalidRecord(self._disagreement(result_expected, entry), line=number, deal=self._deal_number)
        try:
            self.append(entry)
        except UkaError as error:
            raise self._invalid_entry(str(error), entry, number) from None

    def _disagreement(self, result_expected: bool, entry: RecordEntry) -> str:
        """Return a sentence that says how the record and the rules differ about a result at ``entry``."""
        computed = self.entries[-1] if result_expected else None
        if not isinstance(computed, Scored):
            return "a deal is scored here that has not ended"
        recorded = f"says {_result_text(entry.result)}" if isinstance(entry, Scored) else "does not say the result"
        return f"the record {recorded}, the rules say {_result_text(computed.result)}"

    def _invalid_entry(self, why: str, entry: RecordEntry, line: int) -> InvalidRecord:
        deal = self._state.deal if self._state else None
        if not isinstance(entry, Acted) or deal is None:
            return InvalidRecord(why, line=line, deal=self._deal_number)
        card = entry.action.card if isinstance(entry.action, Play) else None
        trick = len(deal.tricks) if card else None
        return InvalidRecord(why, line=line, deal=self._deal_number, trick=trick, seat=entry.seat, card=card)

    @property
    def _deal_number(self) -> int | None:
        dealt = sum(isinstance(entry, Dealt) for entry in self.entries)
        return dealt - 1 if dealt else None

    @property
    def _result(self) -> DealResult | None:
        return self._state.deal.result if self._state and self._state.deal else None

    def _begin(self, dealer: Seat) -> None:
        state = begin(self.rules, dealer, revokes=self.header.revokes)
        if self.header.score is not None and isinstance(state, Game):
            state = msgspec.structs.replace(state, score=self.header.score)
        self._state = state

    def _apply(self, entry: RecordEntry) -> tuple[Event, ...]:
        match entry:
            case Drawn():
                self._draw(entry)
                return ()
            case Dealt():
                before = self.state if entry.dealer is None else _with_dealer(self.state, entry.dealer)
                self._state, events = before.start_deal(entry.pack, cut=entry.cut, packet_pattern=entry.packet_pattern)
            case Acted():
                self._state, events = self.state.apply(entry.action, entry.seat)
            case MisdealRecorded():
                self._state, events = self.state.misdeal(late=entry.late)
            case BellRecorded():
                self._state, events = self.state.ring_bell()
            case RulingGiven():
                self._state, events = self.state.rule(entry.ruling)
            case _:
                return ()
        return events

    def _draw(self, entry: Drawn) -> None:
        if self._state is not None:
            raise IllegalAction("the first dealer is known: nothing more is drawn")
        draw = replayed_draw(self.rules, entry)
        if draw.dealer is not entry.dealer:
            raise IllegalAction(f"the draw makes {draw.dealer} the first dealer, not {entry.dealer}")
        seated = {draw.seating[i]: name for i, name in enumerate(self.header.players)}
        self.players = tuple(seated[seat] for seat in self.rules.seats)
        self._begin(entry.dealer)


def _with_dealer(state: GameOrRubber, dealer: Seat) -> GameOrRubber:
    if isinstance(state, Game):
        return msgspec.structs.replace(state, dealer=dealer, misdeals=0)
    game = msgspec.structs.replace(state.game, dealer=dealer, misdeals=0)
    return msgspec.structs.replace(state, games=(*state.games[:-1], game))


def _result_text(result: DealResult) -> str:
    points = " to ".join(map(str, result.points))
    return f"{result.outcome}, {points}"
