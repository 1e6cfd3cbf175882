"""A table as its log has made it: people, seats, the game, secrets, times. ``evolve`` applies a line.

Nothing here reads a clock or makes a secret: both come in lines. What a person may do is checked in ``people`` and
``play``; what happens by itself is told by ``clock``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from uka.core import events as ev
from uka.core.actions import ClaimRevoke, Play
from uka.core.cards import cards_of
from uka.core.draw import Draw
from uka.core.errors import UkaError
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.rubber import Rubber, begin
from uka.core.ruleset import Ruleset
from uka.core.rulings import ForfeitRuling
from uka.core.scoring import DealResult
from uka.core.seats import Seat
from uka.records import Acted, BellRecorded, Dealt, InvalidRecord, RulingGiven, Scored
from uka.records.fair import Shares, commitment

from . import entries as en
from .entries import FORMAT, TableLine
from .events import (
    CardDrawn,
    CommitmentsPublished,
    DealerFound,
    Event,
    PackDealt,
    PackSpread,
    RestClaimed,
    SecretPublished,
)
from .settings import TableSettings
from .views.facts import laid

GameState: TypeAlias = Game | Rubber
Evolution: TypeAlias = "tuple[Table, tuple[Event, ...]]"
RECENT = 256
"""Messages of each person at a table that are known again, more than several sockets of theirs send in one burst."""
PHRASES, PHRASES_MS = 3, 10_000
"""How many phrases a person may say in how long."""


class TableRefusal(UkaError):
    """Something that a table does not allow; nothing was changed."""


class TableStage(Enum):
    """What a table waits for."""

    SEATING = "seating"
    SHUFFLING = "shuffling"
    DRAWING = "drawing"
    CUTTING = "cutting"
    DEALING = "dealing"
    PLAYING = "playing"
    OVER = "over"

    __hash__ = object.__hash__  # Enum's own is Python, and slow

    def __str__(self) -> str:
        return self.value


class TableMember(msgspec.Struct, frozen=True, gc=False):
    """A person at the table, seated or not.

    ``recent`` are their last messages: id, and the line that it led to; ``spoke`` is when they last said something.
    """

    player: str
    name: str
    recent: tuple[tuple[str, int], ...] = ()
    spoke: tuple[int, ...] = ()


class Chair(msgspec.Struct, frozen=True, gc=False):
    """A seat: whose it is, or which bot's.

    ``bank`` is what is left of the person's time beyond each move's. ``booked`` is who takes it from the bot when the
    deal is over. ``left`` says that somebody left it while their share was awaited: their chain ends with that pack.
    """

    player: str | None = None
    bot: str | None = None
    away: bool = False
    lost: int | None = None
    bank: int = 0
    ready: bool = False
    added: str | None = None
    own: bool = False
    booked: str | None = None
    left: bool = False

    @property
    def here(self) -> bool:
        """Whether a person plays it whose connection is not lost."""
        return self.manned and self.lost is None

    @property
    def manned(self) -> bool:
        """Whether a person plays it, now."""
        return self.player is not None and not self.away


class UndoPoint(NamedTuple):
    """The game before a choice that can be taken back; ``seq`` is the number of the choice's line."""

    seq: int
    game: GameState


class Table(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A table. ``seq`` is the number of its last line, ``hash`` its hash; ``moved`` that of the last one that changed
    the game.

    ``since`` is when what the table waits for began to count; ``number`` is the next pack's (the draw's is the first),
    ``secrets`` are by number, those before ``told`` are known to all. ``shares`` are those of the packs (None in a
    game dealt by version 1), and ``closed_at`` is when the commitments to those of the next pack were closed.
    ``obeyed`` is the last line of a tournament's log that the table obeyed: rulings come in the order of their lines.
    ``knew`` says who has seen which hand of this deal, ``past`` what may be taken back of it by one who plays with bots
    alone. Stages: SEATING, then SHUFFLING before each pack, DRAWING, CUTTING and DEALING where people do it by hand,
    PLAYING, and OVER, from which a new game can begin.
    """

    rules: Ruleset
    settings: TableSettings
    host: str
    chairs: tuple[Chair, ...]
    members: tuple[TableMember, ...]
    removed: tuple[str, ...] = ()
    seq: int = 0
    hash: str = ""
    at: int = 0
    moved: int = 0
    stage: TableStage = TableStage.SEATING
    since: int = 0
    paused: int | None = None
    captain: Seat = Seat.NORTH
    number: int = 0
    secrets: tuple[str, ...] = ()
    commitments: tuple[str, ...] = ()
    told: int = 0
    shares: Shares | None = None
    closed_at: int = 0
    draw: Draw | None = None
    game: GameState | None = None
    cut: en.PackCut | None = None
    scored: DealResult | None = None
    bell_at: int | None = None
    obeyed: int = 0
    knew: tuple[tuple[str, Seat], ...] = ()
    past: tuple[UndoPoint, ...] = ()

    @property
    def playing(self) -> bool:
        """Whether a game is in progress."""
        return self.stage not in (TableStage.SEATING, TableStage.OVER)

    @property
    def turn(self) -> Seat | None:
        """The seat that the deal waits for."""
        return self.game.turn if self.game and self.stage is TableStage.PLAYING else None

    @property
    def in_deal(self) -> bool:
        """Whether a deal is in progress."""
        return self.playing and self.game is not None and self.game.in_deal

    @property
    def quiet(self) -> bool:
        """Whether nothing but the calls may be said now, by the rules."""
        return self.in_deal and not self.rules.words.other_talk

    @property
    def alone(self) -> Seat | None:
        """The seat of the only person who plays; None if there are others, or none."""
        seated = [seat for seat in self.rules.seats if self.chair(seat).player is not None]
        return seated[0] if len(seated) == 1 else None

    @property
    def rested(self) -> int:
        """When the pause between deals is over at the latest."""
        by_hand = self.settings.by_hand and self.shares is not None and self.shares.closed  # cut and dealt after it
        return self.since + (self.settings.rest_ms if self.scored and not by_hand else 0)

    def chair(self, seat: Seat) -> Chair:
        """What is at a seat."""
        return self.chairs[seat.index]

    def seat_of(self, player: str) -> Seat | None:
        """Where a person sits."""
        for at, chair in enumerate(self.chairs):
            if chair.player == player:
                return self.rules.seats[at]
        return None

    def booked(self, player: str) -> Seat | None:
        """Which seat a person takes when the deal is over."""
        for at, chair in enumerate(self.chairs):
            if chair.booked == player:
                return self.rules.seats[at]
        return None

    def viewer(self, player: str) -> Seat | None:
        """From which seat a person sees the deal; None as a spectator.

        Who took a seat after a deal is over has not seen its cards, and does not see them now.
        """
        seat = self.seat_of(player)
        done = self.playing and self.game is not None and not self.game.in_deal
        return None if done and (player, seat) not in self.knew else seat

    def member(self, player: str) -> TableMember | None:
        """A person at the table."""
        for member in self.members:
            if member.player == player:
                return member
        return None

    def observe(self, seat: Seat | None) -> Observation | None:
        """What a seat may know of the deal, a spectator for None; None before the first."""
        return self.game.observe(seat) if self.game and self.game.deal else None

    def applied(self, player: str, id: str) -> int | None:
        """The line that a message of a person led to, if it was applied before."""
        member = self.member(player) if id else None
        for known, seq in reversed(member.recent) if member else ():
            if known == id:
                return seq
        return None

    @classmethod
    def replay(cls, lines: Iterable[TableLine]) -> Table:
        """The table that a log makes. ``InvalidRecord`` if it can't be."""
        table: Table | None = None
        for line in lines:
            table, _ = evolve(table, line)
        if table is None:
            raise InvalidRecord("the log holds no line")
        return table


class TableTransition(NamedTuple):
    """A line, what happened by it, and the table after it."""

    line: TableLine
    events: tuple[Event, ...]
    table: Table


def evolve(table: Table | None, line: TableLine) -> Evolution:
    """The table after a line, and what happened. ``InvalidRecord`` for a line that cannot follow."""
    if line.seq != (table.seq + 1 if table else 0):
        raise InvalidRecord(f"line {line.seq} can't follow line {table.seq if table else 'none'}")
    if table is None:
        return _opened(line), ()
    if isinstance(line.entry, en.TableOpened):
        raise InvalidRecord(f"line {line.seq}: the table is open")
    try:
        changed, events = EVOLVE[type(line.entry)](table, line, line.entry)
    except ValueError as error:  # a refusal, or text that is no bytes
        raise InvalidRecord(f"line {line.seq}: {error}") from None
    moved = line.seq if isinstance(line.entry, MOVES) else table.moved
    changed = replace(changed, seq=line.seq, hash=line.hash, at=max(line.at, table.at), moved=moved)
    return _remember(changed, line) if line.id else changed, events


def _remember(table: Table, line: TableLine) -> Table:
    last = line.id, line.seq
    members = [replace(m, recent=(*m.recent[1 - RECENT :], last)) if m.player == line.by else m for m in table.members]
    return replace(table, members=tuple(members))


def _opened(line: TableLine) -> Table:
    entry = line.entry
    if not isinstance(entry, en.TableOpened):
        raise InvalidRecord("a table's log begins with its opening")
    if not 1 <= entry.format <= FORMAT:
        raise InvalidRecord(f"the log has format {entry.format}; this Uka reads 1 to {FORMAT}")
    return Table(
        rules=entry.rules,
        settings=entry.settings,
        host=entry.host,
        chairs=(Chair(),) * len(entry.rules.seats),
        members=(TableMember(entry.host, entry.name),),
        at=line.at,
        hash=line.hash,
    )


# What each entry does

MOVES = (
    en.GameBegan,
    en.DrawStarted,
    en.DrawCardTaken,
    en.DealerNamed,
    en.CommitmentsClosed,
    en.PackCut,
    en.PacketPatternChosen,
    Dealt,
    Acted,
    en.TricksClaimed,
    en.ActionUndone,
    BellRecorded,
    RulingGiven,
    en.GameEnded,
)
"""What changes the game, so that an action chosen before it is stale."""


def with_chair(table: Table, seat: Seat, chair: Chair) -> Table:
    """The table with another chair at a seat."""
    chairs = list(table.chairs)
    chairs[seat.index] = chair
    return replace(table, chairs=tuple(chairs))


def _quiet(change: Callable[[Table, TableLine, Any], Table]) -> Callable[[Table, TableLine, Any], Evolution]:
    """An entry that is an event by itself."""
    return lambda table, line, entry: (change(table, line, entry), ())


def _changed(table: Table, line: TableLine, entry: en.SettingsChanged) -> Table:
    return replace(table, settings=entry.settings)


def _joined(table: Table, line: TableLine, entry: en.PlayerJoined) -> Table:
    return replace(table, members=(*table.members, TableMember(entry.player, entry.name)))


def _left(table: Table, line: TableLine, entry: en.PlayerLeft | en.PlayerRemoved) -> Table:
    table = vacated(table, entry.player)
    return replace(table, members=tuple(m for m in table.members if m.player != entry.player))


def _removed(table: Table, line: TableLine, entry: en.PlayerRemoved) -> Table:
    return replace(_left(table, line, entry), removed=(*table.removed, entry.player))


def _said(table: Table, line: TableLine, entry: en.PhraseSaid) -> Table:
    members = tuple(
        replace(m, spoke=(*m.spoke[1 - PHRASES :], line.at)) if m.player == entry.player else m for m in table.members
    )
    return replace(table, members=members)


def _hosted(table: Table, line: TableLine, entry: en.HostChanged) -> Table:
    return replace(table, host=entry.player)


def vacated(table: Table, player: str) -> Table:
    """The table with a person's seat given up, in a game to a bot, and with what they had booked."""
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
    return with_chair(table, seat, Chair(bot=bot, bank=chair.bank, added=chair.added, own=chair.own, left=left))


def _sat(table: Table, line: TableLine, entry: en.SeatTaken | en.PlayerAdmitted) -> Table:
    table = replace(vacated(table, entry.player), past=())
    chair = table.chair(entry.seat)
    table = with_chair(table, entry.seat, replace(chair, player=entry.player, bot=None, booked=None))
    return replace(table, knew=(*table.knew, (entry.player, entry.seat))) if table.in_deal else table


def _booked(table: Table, line: TableLine, entry: en.SeatBooked) -> Table:
    table = vacated(table, entry.player)
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), booked=entry.player))


def _stood(table: Table, line: TableLine, entry: en.SeatVacated) -> Table:
    return vacated(table, entry.player)


def _bot_sat(table: Table, line: TableLine, entry: en.BotSeated) -> Table:
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), bot=entry.level))


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
    return replace(table, paused=line.at)


def _resumed(table: Table, line: TableLine, entry: en.TableResumed) -> Table:
    if table.paused is None:
        raise TableRefusal("the table is not paused")
    stood = max(line.at - table.paused, 0)
    return replace(
        table,
        paused=None,
        since=table.since + stood,
        closed_at=table.closed_at + stood,
        bell_at=None if table.bell_at is None else table.bell_at + stood,
        chairs=tuple(c if c.lost is None else replace(c, lost=min(c.lost + stood, line.at)) for c in table.chairs),
    )


def _began(table: Table, line: TableLine, entry: en.GameBegan) -> Table:
    rings = table.rules.clock and table.settings.clock
    return replace(
        _waiting(table, line.at),
        chairs=tuple(replace(c, bank=table.settings.bank_ms, added=None, ready=False) for c in table.chairs),
        captain=entry.captain,
        number=0,
        secrets=(),
        commitments=(),
        told=0,
        shares=Shares.start(len(table.chairs)) if entry.dealing > 1 else None,
        draw=None,
        game=None,
        scored=None,
        knew=(),
        past=(),
        bell_at=line.at + table.rules.clock * 60_000 if rings else None,
    )


def _waiting(table: Table, at: int) -> Table:
    """The table waiting for what the seats add to the next pack."""
    return replace(table, stage=TableStage.SHUFFLING, since=at)


def _sealed(table: Table, line: TableLine, entry: en.SecretsCommitted) -> Evolution:
    if entry.first != len(table.secrets):
        raise TableRefusal(f"the next secret is that of pack {len(table.secrets)}, not {entry.first}")
    told = tuple(commitment(bytes.fromhex(secret)) for secret in entry.secrets)
    table = replace(table, secrets=table.secrets + entry.secrets, commitments=table.commitments + told)
    return table, (CommitmentsPublished(entry.first, told),)


def shares_of(table: Table) -> Shares:
    """The shares of the game; ``TableRefusal`` in a game of version 1 of fair dealing, and before a game."""
    if table.shares is None:
        raise TableRefusal("no shares are awaited: no game is played, or it was begun by an earlier version of Uka")
    return table.shares


def _share_committed(table: Table, line: TableLine, entry: en.ShareCommitted) -> Table:
    return replace(table, shares=shares_of(table).commit(entry.seat, entry.first, entry.commitment))


def _share_opened(table: Table, line: TableLine, entry: en.ShareOpened) -> Table:
    return replace(table, shares=shares_of(table).open(entry.number, entry.seat, entry.share))


def _shares_withheld(table: Table, line: TableLine, entry: en.SharesWithheld) -> Table:
    shares = shares_of(table).withhold(entry.number, entry.seats)
    return replace(table, shares=shares, number=shares.number, closed_at=line.at)


def _added(table: Table, line: TableLine, entry: en.EntropyAdded) -> Table:
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), added=entry.value, own=entry.own))


def _used(table: Table) -> Table:
    """The table with the next pack's number counted up, and nothing added to it yet."""
    chairs = tuple(replace(chair, added=None, own=False, left=False, ready=False) for chair in table.chairs)
    return replace(table, number=table.number + 1, chairs=chairs, cut=None, shares=_shares_used(table))


def _shares_used(table: Table) -> Shares | None:
    """The shares after a pack is made, without the chains of those who left while it was."""
    shares = table.shares.use() if table.shares else None
    for seat, chair in zip(table.rules.seats, table.chairs, strict=True):
        if shares is not None and chair.left:
            shares = shares.vacate(seat)
    return shares


def _spread(table: Table, line: TableLine, entry: en.DrawStarted) -> Evolution:
    draw = Draw.start(table.rules, entry.order, entry.captain)
    after, events = _drawn(replace(_used(table), stage=TableStage.DRAWING), line, draw, draw.shown)
    return after, (PackSpread(table.number), *events)


def _took(table: Table, line: TableLine, entry: en.DrawCardTaken) -> Evolution:
    draw = _drawing(table)
    if entry.seat is not draw.turn:
        raise TableRefusal(f"it is {draw.turn}'s turn to draw, not {entry.seat}'s")
    after = draw.take(entry.place)
    return _drawn(table, line, after, after.shown[len(draw.shown) :])


def _named(table: Table, line: TableLine, entry: en.DealerNamed) -> Evolution:
    return _drawn(table, line, _drawing(table).name_dealer(entry.dealer), ())


def _drawing(table: Table) -> Draw:
    if table.draw is None or table.stage is not TableStage.DRAWING:
        raise TableRefusal("nothing is drawn now")
    return table.draw


def _drawn(table: Table, line: TableLine, draw: Draw, shown: tuple[Any, ...]) -> Evolution:
    events: tuple[Event, ...] = tuple(CardDrawn(seat, card) for seat, card in shown)
    table = replace(table, draw=draw, since=line.at)
    if draw.dealer is None:
        return table, events
    moved = {draw.seating[i]: chair for i, chair in enumerate(table.chairs)}
    table = replace(
        _waiting(table, line.at + table.settings.draw_ms),
        chairs=tuple(moved[seat] for seat in table.rules.seats),
        shares=table.shares.reseat(draw.seating) if table.shares else None,
        game=begin(table.rules, draw.dealer, revokes=table.settings.revokes),
    )
    return table, (*events, DealerFound(draw.dealer, draw.seating))


def _shuffled(table: Table, line: TableLine, entry: en.CommitmentsClosed) -> Table:
    if table.shares is not None:
        table = replace(table, shares=table.shares.close(entry.number, entry.by), closed_at=line.at)
        if not table.settings.by_hand or table.game is None:
            return table
    return replace(table, stage=TableStage.CUTTING if table.rules.cut else TableStage.DEALING, since=line.at)


def _cut(table: Table, line: TableLine, entry: en.PackCut) -> Table:
    if table.shares is not None and entry.own:
        table = replace(table, shares=table.shares.cut_by_hand(entry.cards))
    return replace(table, stage=TableStage.DEALING, since=line.at, cut=entry)


def _packets_chosen(table: Table, line: TableLine, entry: en.PacketPatternChosen) -> Table:
    """The shares are opened now, and the cards dealt."""
    shares = shares_of(table)
    shares = shares if entry.way is None else shares.choose_packets(entry.way)
    return replace(table, stage=TableStage.SHUFFLING, closed_at=line.at, shares=shares)


def state_of(table: Table) -> GameState:
    """The game; ``TableRefusal`` before it has a first dealer."""
    if table.game is None:
        raise TableRefusal("no game is played yet")
    return table.game


def _dealt(table: Table, line: TableLine, entry: Dealt) -> Evolution:
    before = state_of(table)
    game, events = before.start_deal(entry.pack, cut=entry.cut, packet_pattern=entry.packet_pattern)
    seated = tuple((c.player, s) for s, c in zip(table.rules.seats, table.chairs, strict=True) if c.player)
    dealt = PackDealt(table.number, game.dealer, entry.cut, entry.packet_pattern, before.next_game)
    since = line.at + table.settings.deal_ms
    table = replace(_used(table), stage=TableStage.PLAYING, game=game, scored=None, since=since, knew=seated, past=())
    return table, (dealt, *events)


def _acted(table: Table, line: TableLine, entry: Acted) -> Evolution:
    timed = not isinstance(entry.action, ClaimRevoke)  # a claim takes no turn, so it stops no clock
    return _chosen(table, line, entry.seat, (entry,), timed=timed)


def _claimed(table: Table, line: TableLine, entry: en.TricksClaimed) -> Evolution:
    """The rest is played out at once."""
    deal = state_of(table).deal
    if deal is None or table.turn is not entry.seat:
        raise TableRefusal(f"it is not {entry.seat}'s turn to claim the rest")
    hand = laid(cards_of(deal.masks[entry.seat.index]), deal.trump)
    table, events = _chosen(table, line, entry.seat, map(Play, entry.cards), timed=True)
    lost = any(isinstance(e, ev.TrickTaken) and e.seat.partnership is not entry.seat.partnership for e in events)
    if lost or table.turn is not None:
        raise TableRefusal(f"{entry.seat} does not take all the rest")
    return table, (RestClaimed(entry.seat, hand), *events)


def _chosen(table: Table, line: TableLine, seat: Seat, actions: Iterable[Acted | Play], *, timed: bool) -> Evolution:
    """The table after a choice of a seat, and what follows from it at once."""
    if timed and table.turn is seat:
        table = _banked(table, line, seat)
    game = before = state_of(table)
    events: tuple[Event, ...] = ()
    for chosen in actions:
        game, more = game.apply(chosen.action, chosen.seat) if isinstance(chosen, Acted) else game.apply(chosen)
        events += more
    own = timed and line.by == table.chair(seat).player and table.alone is seat
    table = replace(table, game=game, past=(*table.past, UndoPoint(line.seq, before)) if own else table.past)
    if table.stage is TableStage.PLAYING and not game.in_deal:
        return _waiting(table, line.at), events
    shown = table.settings.trick_ms if any(isinstance(event, ev.TrickTaken) for event in events) else 0
    return replace(table, since=line.at + shown) if timed else table, events


def _undone(table: Table, line: TableLine, entry: en.ActionUndone) -> Table:
    """The game as it was, but for a bell that has rung since."""
    if not table.past or table.past[-1].seq != entry.to or table.alone is not entry.seat:
        raise TableRefusal("there is nothing to take back")
    game, now = table.past[-1].game, state_of(table)
    if isinstance(game, Game) and isinstance(now, Game) and now.bell and not game.bell:
        game, _ = game.ring_bell()
    chairs = tuple(replace(chair, ready=False) for chair in table.chairs)
    return replace(
        table, game=game, stage=TableStage.PLAYING, scored=None, since=line.at, past=table.past[:-1], chairs=chairs
    )


def _banked(table: Table, line: TableLine, seat: Seat) -> Table:
    """The table with the time that a person took beyond the move's own taken from their bank."""
    chair, settings = table.chair(seat), table.settings
    if not settings.move_ms:
        return table
    over = max(line.at - table.since - settings.move_ms, 0)
    return with_chair(table, seat, replace(chair, bank=max(chair.bank - over, 0))) if over else table


def _rang(table: Table, line: TableLine, entry: BellRecorded) -> Evolution:
    game, events = state_of(table).ring_bell()
    return replace(table, game=game, bell_at=None), events


def _ruled(table: Table, line: TableLine, entry: RulingGiven) -> Evolution:
    """A ruling obeyed, in a game or before it; the side that is ejected loses its seats, and no bot takes them."""
    if entry.line is not None and entry.line <= table.obeyed:
        raise TableRefusal(f"the ruling of line {entry.line} was obeyed before")
    before = table.game or begin(table.rules, table.captain, revokes=table.settings.revokes)
    game, events = before.rule(entry.ruling)
    if table.game is None and not game.over:
        raise TableRefusal("no game is played yet")
    obeyed = table.obeyed if entry.line is None else entry.line
    table = replace(table, game=game, obeyed=obeyed, past=())
    if isinstance(entry.ruling, ForfeitRuling) and entry.ruling.ejected:
        for seat in entry.ruling.side.seats:
            table = with_chair(table, seat, Chair())
    void = table.stage is TableStage.PLAYING and not game.in_deal
    return (_waiting(table, line.at) if void or game.over else table), events


def _scored(table: Table, line: TableLine, entry: Scored) -> Table:
    deal = state_of(table).deal
    result = deal.result if deal else None
    if result != entry.result:
        raise InvalidRecord(f"the log says {entry.result}, the rules say {result}")
    return replace(table, scored=result)


def _ready(table: Table, line: TableLine, entry: en.SeatReady) -> Table:
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), ready=True))


def _ended(table: Table, line: TableLine, entry: en.GameEnded) -> Table:
    return replace(table, stage=TableStage.OVER, since=line.at, bell_at=None, knew=())


def _revealed(table: Table, line: TableLine, entry: en.SecretsRevealed) -> Evolution:
    if not entry.first == table.told < entry.to <= len(table.secrets):
        raise TableRefusal(f"the secrets to be told next begin with that of pack {table.told}")
    told = tuple(SecretPublished(n, table.secrets[n]) for n in range(entry.first, entry.to))
    return replace(table, told=entry.to), told


EVOLVE: dict[type[Any], Callable[[Table, TableLine, Any], Evolution]] = {
    en.SettingsChanged: _quiet(_changed),
    en.PhraseSaid: _quiet(_said),
    en.PlayerJoined: _quiet(_joined),
    en.PlayerLeft: _quiet(_left),
    en.PlayerRemoved: _quiet(_removed),
    en.HostChanged: _quiet(_hosted),
    en.SeatTaken: _quiet(_sat),
    en.SeatBooked: _quiet(_booked),
    en.PlayerAdmitted: _quiet(_sat),
    en.SeatVacated: _quiet(_stood),
    en.BotSeated: _quiet(_bot_sat),
    en.BotRemoved: _quiet(_emptied),
    en.SeatsSwapped: _quiet(_swapped),
    en.ConnectionLost: _quiet(_lost),
    en.PlayerWentAway: _quiet(_away),
    en.PlayerCameBack: _quiet(_back),
    en.TablePaused: _quiet(_paused),
    en.TableResumed: _quiet(_resumed),
    en.GameBegan: _quiet(_began),
    en.SecretsCommitted: _sealed,
    en.ShareCommitted: _quiet(_share_committed),
    en.ShareOpened: _quiet(_share_opened),
    en.SharesWithheld: _quiet(_shares_withheld),
    en.EntropyAdded: _quiet(_added),
    en.DrawStarted: _spread,
    en.DrawCardTaken: _took,
    en.DealerNamed: _named,
    en.CommitmentsClosed: _quiet(_shuffled),
    en.PackCut: _quiet(_cut),
    en.PacketPatternChosen: _quiet(_packets_chosen),
    Dealt: _dealt,
    Acted: _acted,
    en.TricksClaimed: _claimed,
    en.ActionUndone: _quiet(_undone),
    BellRecorded: _rang,
    RulingGiven: _ruled,
    Scored: _quiet(_scored),
    en.SeatReady: _quiet(_ready),
    en.GameEnded: _quiet(_ended),
    en.SecretsRevealed: _revealed,
}
