"""Runs the online tables of tournaments.

This module opens the tables of a round, begins their games, rings the bell that ends the round, and records points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.records import RulingGiven
from uka.store import StoreUnavailable
from uka.table import TableStage, default_settings
from uka.table.commands import gameplay, people
from uka.tournament import Tournament, TournamentLine
from uka.tournament import entries as en
from uka.tournament.commands import live_tables
from uka.tournament.entries import CLOCK
from uka.tournament.tournament import TableRuling, TournamentRound, match_of
from uka.wire.http_bodies import Guest

from ..base.ids import TOURNAMENT_HOST
from ..base.options import ServerOptions
from .quotas import Quotas
from .table import LiveTable
from .table_registry import TableRegistry
from .tournament import LiveTournament

GOES_ON = frozenset(
    (
        en.LiveTableAssigned,
        en.RoundStarted,
        en.RoundBellRang,
        en.RoundPaused,
        en.RoundResumed,
        en.EntryUndone,
        *en.OfficialDecision.__args__,
    )
)
"""The kinds of log entries of a tournament after which its online tables may need an update."""
MOST_LETTERS = 32
"""The maximum length of a host's name, in characters. The host of a tournament's table has the tournament's name."""
MODEST = "novice"
"""The level of the bot that plays for an absent player until the player or a substitute arrives."""


class TournamentTables:
    """Connects the live tournaments of a server to their online tables."""

    def __init__(
        self,
        tables: TableRegistry,
        quotas: Quotas,
        options: ServerOptions,
        followers: dict[str, Callable[[LiveTable], None]],
    ) -> None:
        self._tables, self._quotas, self._options, self._followers = tables, quotas, options, followers
        self._followed: dict[str, set[str]] = {}
        """The ids of the tables whose changes are watched, by tournament id."""

    def follow(self, event: LiveTournament, lines: Iterable[TournamentLine] | None) -> None:
        """Update the online tables after new lines of a tournament's log.

        ``lines`` is None if the tournament was just loaded.
        """
        t = event.tournament
        if event.closed or not event.driving or not t.settings.online or t.round is None or t.round.closed:
            self._unfollow(event)
            return
        kinds = {type(line.entry) for line in lines} if lines is not None else {en.RoundSeated, en.RoundStarted}
        if en.RoundSeated in kinds:
            self._unfollow(event)
            if any(not match.live for match in t.round.matches):
                event.spawn(self._open(event, t.round.number, {}))
        for line in lines or () if en.LinkRevoked in kinds else ():
            if isinstance(line.entry, en.LinkRevoked):
                self._turn_out(event, line.entry.grant)
        if lines is None or kinds & GOES_ON:
            for match in t.round.matches:
                if match.live:
                    self._followers[match.live] = lambda live: self._on_table_change(event, live)
                    self._followed.setdefault(event.id, set()).add(match.live)
                    event.spawn(self._advance(event, match.live))

    def _turn_out(self, event: LiveTournament, revoked: str) -> None:
        """Let the people leave who sit for the team of a revoked link: one of them may have come with that link.

        Nobody knows who did. Who has another link of the team gets the seat back, with its hand.
        """
        t, held = event.tournament, event.tournament.grant(revoked)
        match = t.round.of(held.team) if t.round and held and held.team is not None else None
        if held is not None and held.team is not None and match is not None and match.live:
            event.spawn(self._empty(event, match.live, match.side_of(held.team).seats))

    async def _empty(self, event: LiveTournament, live_id: str, seats: Sequence[Seat]) -> None:
        try:
            live = await self._tables.find(live_id)
            for player in filter(None, [live.table.chair(seat).player for seat in seats]):
                await live.do(lambda table, player=player: people.leave(table, player), player)
        except StoreUnavailable:
            event.retry(lambda: self._empty(event, live_id, seats))
        except UkaError:  # the person has left meanwhile
            pass

    def _unfollow(self, event: LiveTournament) -> None:
        """Stop watching the changes of a tournament's tables."""
        for live in self._followed.pop(event.id, ()):
            del self._followers[live]

    async def enter(self, event: LiveTournament, by: str, guest: Guest, table: int, seat: Seat | None) -> None:
        """Let a guest join a tournament's table at the given seat, or as a spectator if ``seat`` is None.

        ``by`` is the id of the grant that the guest's link belongs to.
        """
        match = live_tables.may_come(event.tournament, by, table, seat)
        live = await self._tables.find(match.live)
        if seat is not None:
            await _vacate(live, seat, guest.player)
        if live.table.member(guest.player) is None:
            most = self._options.members
            await live.do(
                lambda table: people.join(table, guest.player, guest.name, most, guest.avatar or ""), guest.player
            )
        if seat is not None and live.table.seat_of(guest.player) is not seat:
            await live.do(lambda table: people.place(table, table.host, guest.player, seat), live.table.host)
        await self._advance(event, match.live)

    async def fill_with_bot(self, event: LiveTournament, by: str, table: int, seat: Seat, id: str) -> int:
        """Seat a bot at an empty seat of a tournament's table, and return the number that ``LiveTournament.do`` returns.

        If an earlier command with the same ``id`` was carried out only in part, complete that command.
        """
        t = event.tournament
        if (done := t.applied(by, id)) is not None:
            return done
        live_tables.bot(t, by, table, seat)
        live = await self._tables.find(match_of(t, table).live)
        if live.table.chair(seat).bot != t.settings.bots:
            await live.do(lambda table: people.bot(table, table.host, seat, t.settings.bots), live.table.host)
        version = await event.do(lambda t: live_tables.bot(t, by, table, seat), by, id)
        await self._advance(event, live.id)
        return version

    async def check(self, event: LiveTournament, by: str, tapped: en.Tap) -> None:
        """Check a decision that an official enters: if the online table would refuse it, raise the table's error."""
        playing = event.tournament.round
        match = playing.match(tapped.table) if playing else None
        if match is None or not match.live or match.over or not isinstance(tapped, en.OfficialDecision):
            return
        live = await self._tables.find(match.live)
        gameplay.rule(live.table, RulingGiven(live_tables.ruling_of("official", tapped)))

    # Tables

    async def _open(self, event: LiveTournament, number: int, tables: dict[int, str]) -> None:
        """Open an online table for each game of the round, unless the game has a table already.

        ``tables`` contains the ids of the tables opened so far, by table number.
        """
        t = event.tournament
        settings = replace(
            default_settings(t.rules), reserved=True, undo=False, clock=False, bots=t.settings.bots or MODEST
        )
        host = Guest(f"{TOURNAMENT_HOST}{event.id}", " ".join(t.name[:MOST_LETTERS].split()))
        matches = t.round.matches if t.round else ()
        try:
            for match in matches:
                if not match.live and match.table not in tables:
                    if not self._quotas.table_of_tournament(event.requester, event.id):
                        event.retry(lambda: self._open(event, number, tables))
                        break
                    tables[match.table] = (await self._tables.open(t.rules, host, settings)).id
        except StoreUnavailable:
            event.retry(lambda: self._open(event, number, tables))
            return
        await _try_command(event, lambda t: live_tables.place(t, number, tables))

    async def _advance(self, event: LiveTournament, live_id: str) -> None:
        """Do everything that a table needs now: carry out rulings, begin, pause or end its game, and record points."""
        try:
            live = await self._tables.find(live_id)
        except StoreUnavailable:
            event.retry(lambda: self._advance(event, live_id))
            return
        except UkaError:
            return
        try:
            playing, match = event.tournament.round, live_tables.of_live(event.tournament, live_id)
            if playing is None or match is None:
                return
            for ruling in match.rulings:
                if ruling.answer is None:
                    await self._carry_out(event, live, ruling)
            if playing.started is not None and not playing.rang and not match.over and _ready(live):
                await live.do(lambda table: gameplay.begin(table, table.host, live.packs.batch(table)), live.table.host)
            if playing.rang and _awaits_bell(live):
                await live.do(gameplay.ring, live.table.host)
            await _follow_pause(live, playing)
        except StoreUnavailable:
            event.retry(lambda: self._advance(event, live_id))
            return
        except UkaError:  # the table refuses, since it has changed meanwhile
            pass
        self._record_points(event, live)

    async def _carry_out(self, event: LiveTournament, live: LiveTable, ruling: TableRuling) -> None:
        """Apply an official's ruling to a table, and record in the tournament's log whether the table accepts it.

        The table applies each ruling only once.
        """
        entry = RulingGiven(live_tables.ruling_of(ruling.by, ruling.decision), ruling.line)
        why = ""
        try:
            await live.do(lambda table: gameplay.rule(table, entry), live.table.host)
        except StoreUnavailable:
            raise
        except UkaError as error:
            why = str(error)
        await _try_command(event, lambda t: live_tables.obeyed(t, live.id, ruling.line, why))

    def _on_table_change(self, event: LiveTournament, live: LiveTable) -> None:
        """Record the points after a change of a table. If the table is paused after the bell, resume its game."""
        playing = event.tournament.round
        if playing is not None and playing.rang and live.table.paused is not None:
            event.spawn(self._advance(event, live.id))
        self._record_points(event, live)

    def _record_points(self, event: LiveTournament, live: LiveTable) -> None:
        """Write the points of a table into the tournament's log, if the points have changed."""

        def count(t: Tournament) -> en.TournamentEntries:  # each retry reads the points again
            game = live.table.game
            if game is None:
                return ()
            points = game.score[0], game.score[1]
            return live_tables.count(t, live.id, points, over=live.table.stage is TableStage.OVER)

        if count(event.tournament):
            event.spawn(_try_command(event, count))
        self._record_seats(event, live)

    def _record_seats(self, event: LiveTournament, live: LiveTable) -> None:
        """Write the list of a table's occupied seats into the tournament's log, if the list has changed.

        Write nothing if the log has at least half of ``lines_a_tournament`` lines.
        """

        def sit(t: Tournament) -> en.TournamentEntries:
            table = live.table
            return live_tables.sit(
                t, live.id, tuple([seat for seat in t.rules.seats if table.chair(seat).player is not None])
            )

        spare = self._options.lines_a_tournament // 2  # players who sit down and stand up must not fill the log
        if event.tournament.seq < spare and sit(event.tournament):
            event.spawn(_try_command(event, sit))


def _ready(live: LiveTable) -> bool:
    """Return whether a game can begin: every seat of the table is taken, and no game has begun."""
    table = live.table
    return table.stage is TableStage.SEATING and all(chair.player or chair.bot for chair in table.chairs)


async def _follow_pause(live: LiveTable, playing: TournamentRound) -> None:
    """Pause a table while its round is paused, and resume it afterwards.

    After the bell, resume the table even if everybody has disconnected. A table with a full log stays paused.
    """
    if live.table.paused is None:
        if playing.paused is not None and live.table.playing:
            await live.do(lambda table: people.pause(table, table.host, "round"), live.table.host)
    elif not people.stopped(live.table) and (playing.rang or (playing.paused is None and not live.resting)):
        await live.do(lambda table: people.resume(table, table.host), live.table.host)


async def _vacate(live: LiveTable, seat: Seat, player: str) -> None:
    """Free a seat if its player is absent, so that ``player`` can take the seat.

    ``player`` may be the same person on another device, or a substitute.
    """
    chair = live.table.chair(seat)
    gone = chair.player
    if gone is not None and gone != player and (chair.away or chair.lost is not None):
        goes = people.stand if chair.lost is None else people.leave
        await live.do(lambda table: goes(table, gone), gone)


def _awaits_bell(live: LiveTable) -> bool:
    game = live.table.game
    return live.table.playing and game is not None and not getattr(game, "bell", False)


async def _try_command(event: LiveTournament, command: Callable[[Tournament], en.TournamentEntries]) -> None:
    try:
        await event.do(command, CLOCK)
    except StoreUnavailable:
        event.retry(lambda: _try_command(event, command))
    except UkaError:
        pass
