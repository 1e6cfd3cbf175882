"""The one log: every input of a game in order, as JSON lines. Events and scores follow from it, and are checked.

The first line is the header: the format's version, the ruleset in full, who sits where. Each further line is one
entry: a draw, a pack dealt, an action, a misdeal, the bell, a note. After each deal stands what it came to, so that a
rule mended later that would change an old game is noticed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast

import msgspec

from uka.core.actions import Action, Play
from uka.core.cards import Card
from uka.core.draw import Draw
from uka.core.errors import IllegalAction, UkaError
from uka.core.events import Event
from uka.core.game import Game, Rubber, begin
from uka.core.ruleset import Ruleset, from_dict
from uka.core.rulings import Ruling
from uka.core.scoring import DealResult
from uka.core.seats import Seat

if TYPE_CHECKING:
    from os import PathLike

FORMAT = 2
"""2: the final say of whoever presides. A record is begun in the oldest format that has all that it holds."""
State: TypeAlias = Game | Rubber


class CannotKeep(UkaError):
    """The file of a log cannot be written; the entry was not played."""


class InvalidRecord(UkaError):
    """A record that cannot be read or that breaks the rules; ``game``, ``deal`` and ``trick`` count from 0.

    ``faults`` are all the faults of a deal that has several, the first among them.
    """

    def __init__(
        self,
        why: str,
        *,
        deal: int | None = None,
        trick: int | None = None,
        seat: Seat | None = None,
        card: Card | None = None,
        line: int | None = None,
        game: int | None = None,
        faults: tuple[InvalidRecord, ...] = (),
    ) -> None:
        self.why, self.deal, self.trick, self.seat, self.card, self.line = why, deal, trick, seat, card, line
        self.game, self.faults = game, faults
        place = (
            f"game {game}" if game is not None else "",
            f"line {line}" if line is not None else "",
            f"deal {deal}" if deal is not None else "",
            f"trick {trick + 1} of 5" if trick is not None else "",
            str(seat or ""),
            str(card or ""),
        )
        where = ", ".join(part for part in place if part)
        super().__init__(f"{where}: {why}" if where else why)

    def placed(self, *, game: int) -> InvalidRecord:
        """The same, in a game of a match."""
        place = {"deal": self.deal, "trick": self.trick, "line": self.line, "game": game}
        return InvalidRecord(self.why, **place, seat=self.seat, card=self.card, faults=self.faults)


class Header(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The first line of a log. ``rules`` is the ruleset in full; ``dealer`` is None where a draw finds the first."""

    log: Literal["uka"]
    format: int
    rules: dict[str, Any]
    players: tuple[str, ...]
    dealer: Seat | None = None
    score: tuple[int, ...] | None = None
    revokes: bool = False
    about: dict[str, str] = {}


class Base(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="entry", forbid_unknown_fields=True):
    """What all entries share."""


class Drawn(Base, frozen=True, tag="drawn"):
    """The draw for the first dealer: the pack's order, the places taken, and the dealer named or found."""

    order: tuple[Card, ...]
    captain: Seat
    dealer: Seat
    places: tuple[int, ...] = ()


class Dealt(Base, frozen=True, tag="dealt"):
    """A pack dealt, its first card first. ``unknown`` are cards whose place the record does not know: they stand
    where they are only so that the deal can be replayed, and are never shown. ``dealer`` is set where the deal did
    not pass on as the rules say."""

    pack: tuple[Card, ...]
    cut: int | None = None
    way: str | None = None
    unknown: tuple[Card, ...] = ()
    dealer: Seat | None = None


class Acted(Base, frozen=True, tag="acted"):
    """A seat's choice."""

    seat: Seat
    action: Action


class Misdealt(Base, frozen=True, tag="misdealt"):
    """The dealer misdealt; ``late`` if it was found after a card was played, by the count of a hand or an official."""

    late: bool = False


class BellRang(Base, frozen=True, tag="bell"):
    """The bell rang, so many seconds after the start where that is known."""

    seconds: float | None = None


class RulingGiven(Base, frozen=True, tag="ruling"):
    """The final say of whoever presides; ``line`` is that of the tournament's log that it obeys, if there is one."""

    ruling: Ruling
    line: int | None = None


class Note(Base, frozen=True, tag="note"):
    """A remark on what stands before it; it changes nothing. A ``kind`` marks what is kept for a program, as JSON."""

    text: str
    kind: str = ""


class Scored(Base, frozen=True, tag="scored"):
    """What the deal came to: derived, kept to be checked."""

    result: DealResult


Entry: TypeAlias = Drawn | Dealt | Acted | Misdealt | BellRang | RulingGiven | Note | Scored


class Step(NamedTuple):
    """One entry replayed: what happened, and the state after it."""

    entry: Entry
    events: tuple[Event, ...]
    state: State | None


_entries = msgspec.json.Decoder(Entry)
_header = msgspec.json.Decoder(Header)
_encode = msgspec.json.Encoder().encode


class Log:
    """A game and everything that was put into it; ``append`` plays an entry and keeps it.

    With a ``path`` every line is in the file before ``append`` returns.

    >>> from uka.core.shuffle import shuffled
    >>> log = Log.start(Ruleset(), dealer=Seat.SOUTH, players=("Ana", "Ben", "Caro", "Dan"))
    >>> events = log.append(Dealt(shuffled(log.rules, seed=7)))
    >>> log.state.turn
    Seat.WEST
    >>> Log.parse(log.text).state == log.state
    True
    """

    def __init__(self, header: Header, *, path: str | PathLike[str] | None = None) -> None:
        self.header = header
        self.rules: Ruleset = from_dict(header.rules)
        self.entries: list[Entry] = []
        self.path = Path(path) if path is not None else None
        self._lines = [_encode(header).decode()]
        self._state: State | None = None
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
        revokes: bool = False,
        score: tuple[int, ...] | None = None,
        about: Mapping[str, str] | None = None,
        path: str | PathLike[str] | None = None,
        rulings: bool = False,
    ) -> Log:
        """A log before its first deal; without a dealer, a ``Drawn`` entry comes first. ``path`` must be a new file.

        ``rulings``: whether it may hold the final say of whoever presides.
        """
        header = Header(
            log="uka",
            format=2 if rulings else 1,
            rules=cast(dict[str, Any], msgspec.to_builtins(rules)),
            players=players or tuple(map(str, rules.seats)),
            dealer=dealer,
            score=score,
            revokes=revokes,
            about=dict(about or {}),
        )
        log = cls(header, path=path)
        if log.path is not None:
            log.path.parent.mkdir(parents=True, exist_ok=True)
            with log.path.open("x", encoding="utf-8") as file:
                file.write(log.text)
        return log

    @property
    def state(self) -> State:
        """The game, or the rubber, as it stands. ``IllegalAction`` before the draw."""
        if self._state is None:
            raise IllegalAction("the first dealer is not drawn yet")
        return self._state

    @property
    def text(self) -> str:
        """The whole log, one JSON object a line; the same log is the same text, byte for byte."""
        return "".join(line + "\n" for line in self._lines)

    def append(self, entry: Entry) -> tuple[Event, ...]:
        """Play an entry and keep it; a finished deal is scored in a line of its own. A refusal changes nothing."""
        if isinstance(entry, Scored):
            raise IllegalAction("what a deal came to is derived, not told")
        before = self._state, self.players, self._result
        events = self._play(entry)
        scored = self._result is not None and self._result is not before[2]
        kept = (entry, Scored(self._result)) if scored and self._result else (entry,)
        lines = [_encode(one).decode() for one in kept]
        try:
            self._save(lines)
        except OSError as error:
            self._state, self.players, _ = before
            raise CannotKeep(f"the game cannot be kept in {self.path}: {error.strerror}") from None
        self.entries += kept
        self._lines += lines
        return events

    def deal(self, pack: tuple[Card, ...], cut: int | None = None, way: str | None = None) -> tuple[Event, ...]:
        """Append a ``Dealt``."""
        return self.append(Dealt(pack, cut, way))

    def act(self, action: Action, seat: Seat | None = None) -> tuple[Event, ...]:
        """Append an ``Acted``, of the seat whose turn it is if none is given."""
        actor = seat or self.state.turn
        if actor is None:
            raise IllegalAction("the deal is over: nothing more can be chosen in it")
        return self.append(Acted(actor, action))

    def replay(self) -> Iterator[Step]:
        """Every entry played again from the start, with what happened and the state after it."""
        again = Log(self.header)
        for entry in self.entries:
            events = () if isinstance(entry, Scored) else again.append(entry)
            yield Step(entry, events, again._state)

    def write(self, path: str | PathLike[str]) -> None:
        """Write the whole log to a file."""
        Path(path).write_bytes(self.text.encode())

    @classmethod
    def read(cls, path: str | PathLike[str], *, resume: bool = False) -> Log:
        """Read a log, checking every entry against the rules; with ``resume`` it goes on in the same file.

        A last line that was cut off in the middle of writing is left out.
        """
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise InvalidRecord(f"{path} cannot be read: {error.strerror}") from None
        log = cls.parse(data)
        if resume:
            log.path = Path(path)
            if log.text.encode() != data:
                fresh = log.path.with_name(f"{log.path.name}.new")
                log.write(fresh)
                fresh.replace(log.path)
        return log

    @classmethod
    def parse(cls, data: str | bytes) -> Log:
        """Read a log from its text. ``InvalidRecord`` names the line, and the deal, trick and seat where it can."""
        text = data if isinstance(data, str) else _text(data)
        lines = text.removesuffix("\n").split("\n")  # not splitlines: a note may hold U+2028
        whole = lines if text.endswith("\n") else lines[:-1]
        if not lines or not (whole or _is_json(lines[0])):
            raise InvalidRecord("the file holds no record", line=1)
        log = cls(_read_header(lines[0]))
        for number, line in enumerate(whole[1:], 2):
            log._read_line(line, number)
        return log

    def _read_line(self, line: str, number: int) -> None:
        try:
            entry = _entries.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise InvalidRecord(f"this is no entry of a log: {error}", line=number) from None
        scored = len(self._lines) == number  # a line ahead: the deal just ended, and its score comes next
        if scored and entry == self.entries[-1]:
            return
        if scored or isinstance(entry, Scored):
            raise InvalidRecord(self._disagreement(scored, entry), line=number, deal=self._deal_number)
        try:
            self.append(entry)
        except UkaError as error:
            raise self._located(str(error), entry, number) from None

    def _disagreement(self, scored: bool, entry: Entry) -> str:
        mine = self.entries[-1] if scored else None
        if not isinstance(mine, Scored):
            return "a deal is scored here that has not ended"
        told = f"says {_told(entry.result)}" if isinstance(entry, Scored) else "does not say what the deal came to"
        return f"the record {told}, the rules say {_told(mine.result)}"

    def _located(self, why: str, entry: Entry, line: int) -> InvalidRecord:
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

    def _save(self, lines: list[str]) -> None:
        if self.path is None:
            return
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        try:
            size = os.fstat(file).st_size
            try:
                _write_all(file, "".join(line + "\n" for line in lines).encode())
            except OSError:
                with suppress(OSError):
                    os.ftruncate(file, size)  # half a line would spoil those after it
                raise
        finally:
            os.close(file)

    def _begin(self, dealer: Seat) -> None:
        state = begin(self.rules, dealer, revokes=self.header.revokes)
        if self.header.score is not None and isinstance(state, Game):
            state = msgspec.structs.replace(state, score=self.header.score)
        self._state = state

    def _play(self, entry: Entry) -> tuple[Event, ...]:
        match entry:
            case Drawn():
                self._draw(entry)
                return ()
            case Dealt():
                before = self.state if entry.dealer is None else _dealt_by(self.state, entry.dealer)
                self._state, events = before.start_deal(entry.pack, cut=entry.cut, way=entry.way)
            case Acted():
                self._state, events = self.state.apply(entry.action, entry.seat)
            case Misdealt():
                self._state, events = self.state.misdeal(late=entry.late)
            case BellRang():
                self._state, events = self.state.ring_bell()
            case RulingGiven():
                if self.header.format < 2:
                    raise IllegalAction("a record of format 1 holds no ruling")
                self._state, events = self.state.rule(entry.ruling)
            case _:
                return ()
        return events

    def _draw(self, entry: Drawn) -> None:
        if self._state is not None:
            raise IllegalAction("the first dealer is known: nothing more is drawn")
        draw = redrawn(self.rules, entry)
        if draw.dealer is not entry.dealer:
            raise IllegalAction(f"the draw makes {draw.dealer} the first dealer, not {entry.dealer}")
        seated = {draw.seating[i]: name for i, name in enumerate(self.header.players)}
        self.players = tuple(seated[seat] for seat in self.rules.seats)
        self._begin(entry.dealer)


def _write_all(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]


def redrawn(rules: Ruleset, entry: Drawn) -> Draw:
    """The draw that an entry tells, made again."""
    draw = Draw.start(rules, entry.order, entry.captain)
    for place in entry.places:
        draw = draw.take(place)
    return draw.name_dealer(entry.dealer) if draw.namer is not None else draw


def drawn(draw: Draw) -> Drawn:
    """The entry for a finished draw. ``IllegalAction`` if it is not finished."""
    if draw.dealer is None:
        raise IllegalAction("the draw is not finished")
    left, places = list(draw.pack), list[int]()
    for _, card in draw.shown if draw.rules.draw in ("high_cut", "low_card") else ():
        places.append(left.index(card))
        left.remove(card)
    return Drawn(draw.pack, draw.captain, draw.dealer, tuple(places))


def _dealt_by(state: State, dealer: Seat) -> State:
    if isinstance(state, Game):
        return msgspec.structs.replace(state, dealer=dealer, misdeals=0)
    game = msgspec.structs.replace(state.game, dealer=dealer, misdeals=0)
    return msgspec.structs.replace(state, games=(*state.games[:-1], game))


def _read_header(line: str) -> Header:
    try:
        header = _header.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise InvalidRecord("this is not the header of an Uka record", line=1) from None
    if not 1 <= header.format <= FORMAT:
        raise InvalidRecord(f"the record has format {header.format}; this Uka reads 1 to {FORMAT}", line=1)
    try:
        rules = from_dict(header.rules)
    except UkaError as error:
        raise InvalidRecord(str(error), line=1) from None
    if len(header.players) != len(rules.seats):
        raise InvalidRecord("the record must name one player a seat", line=1)
    if header.score is not None and (len(header.score) != len(rules.partnerships) or min(header.score) < 0):
        raise InvalidRecord("the score must be one number a partnership, none below 0", line=1)
    return header


def _text(data: bytes) -> str:
    """The text of a file; a last line cut off within a character ends before it."""
    head, end, tail = data.rpartition(b"\n")
    try:
        return (head + end).decode() + tail.decode("utf-8", "ignore")
    except UnicodeDecodeError as error:
        raise InvalidRecord("this is not text", line=head[: error.start].count(b"\n") + 1) from None


def _is_json(line: str) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def _told(result: DealResult) -> str:
    points = " to ".join(map(str, result.points))
    return f"{result.outcome}, {points}"
