"""Runs the online tables of tournaments.

Opens the tables of a round, begins and pauses their games, ends them at the bell, and records their points in the
tournament's log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.hosting.ids import TOURNAMENT_HOST
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

from ..base.options import ServerOptions
from .quotas import Quotas
from .table import LiveTable
from .table_registry import TableRegistry
from .tournament import LiveTournament

TABLE_AFFECTING_ENTRIES = frozenset(
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
STAND_IN_LEVEL = "novice"
"""The level of the bot that plays for an absent player until the player or a substitute arrives."""


class TournamentTables:
    """Opens and runs the online tables of a server's tournaments, and records results in the tournaments' logs."""

    def __init__(
        self,
        tables: TableRegistry,
        quotas: Quotas,
        options: ServerOptions,
        followers: dict[str, Callable[[LiveTable], None]],
    ) -> None:
        self._tables, self._quotas, self._options, self._followers = tables, quotas, options, followers
        self._followed: dict[str, set[str]] = {}
        """By tournament id, the ids of the tables that have a callback in ``_followers`` for that tournament."""

    def on_new_lines(self, live_tournament: LiveTournament, lines: Iterable[TournamentLine] | None) -> None:
        """Open, begin, pause or end the online tables of a tournament, as new lines of its log require.

        ``lines`` are these lines. If ``lines`` is None, the tournament was just loaded.
        """
        t = live_tournament.tournament
        if (
            live_tournament.closed
            or not live_tournament.driving
            or not t.settings.online
            or t.round is None
            or t.round.closed
        ):
            self._unfollow(live_tournament)
            return
        kinds = {type(line.entry) for line in lines} if lines is not None else {en.RoundSeated, en.RoundStarted}
        if en.RoundSeated in kinds:
            self._unfollow(live_tournament)
            if any(not match.live for match in t.round.matches):
                live_tournament.spawn(self._open_tables(live_tournament, t.round.number, {}))
        for line in lines or ():
            if isinstance(line.entry, en.LinkRevoked):
                self._unseat_team_of(live_tournament, line.entry.grant)
        if lines is None or kinds & TABLE_AFFECTING_ENTRIES:
            for match in t.round.matches:
                if match.live:
                    self._followers[match.live] = lambda live: self._on_table_change(live_tournament, live)
                    self._followed.setdefault(live_tournament.id, set()).add(match.live)
                    live_tournament.spawn(self._advance(live_tournament, match.live))

    def _unseat_team_of(self, live_tournament: LiveTournament, revoked: str) -> None:
        """After a link of a team is revoked, make all players of the team leave their table.

        ``revoked`` is the id of the link's grant. The server doesn't know which of the players came with that link. A
        player who has another link of the team can take the seat and its hand again.
        """
        grant, playing = live_tournament.tournament.grant(revoked), live_tournament.tournament.round
        if grant is None or grant.team is None or playing is None:
            return
        match = playing.of(grant.team)
        if match is not None and match.live:
            live_tournament.spawn(self._empty_seats(live_tournament, match.live, match.side_of(grant.team).seats))

    async def _empty_seats(self, live_tournament: LiveTournament, live_id: str, seats: Sequence[Seat]) -> None:
        """Make the people in ``seats`` leave the table with the id ``live_id``."""
        try:
            live = await self._tables.find(live_id)
            players = [live.table.chair(seat).player for seat in seats]
            for player in players:
                if player is not None:
                    await live.do(lambda table, player=player: people.leave(table, player), player)
        except StoreUnavailable:
            live_tournament.retry(lambda: self._empty_seats(live_tournament, live_id, seats))
        except UkaError:  # the person has left meanwhile
            pass

    def _unfollow(self, live_tournament: LiveTournament) -> None:
        """Stop watching the changes of a tournament's tables."""
        for live in self._followed.pop(live_tournament.id, ()):
            del self._followers[live]

    async def enter(
        self, live_tournament: LiveTournament, by: str, guest: Guest, table_number: int, seat: Seat | None
    ) -> None:
        """Let a guest take ``seat`` at a tournament's table, or come as a spectator if ``seat`` is None.

        ``by`` is the id of the grant that the guest's link belongs to.
        """
        match = live_tables.require_admission(live_tournament.tournament, by, table_number, seat)
        live = await self._tables.find(match.live)
        if seat is not None:
            await _vacate_if_absent(live, seat, guest.player)
        if live.table.member(guest.player) is None:
            most, avatar = self._options.members, guest.avatar or ""
            await live.do(lambda table: people.join(table, guest.player, guest.name, most, avatar), guest.player)
        if seat is not None and live.table.seat_of(guest.player) is not seat:
            await live.do(lambda table: people.give_seat(table, table.host, guest.player, seat), live.table.host)
        await self._advance(live_tournament, match.live)

    async def fill_with_bot(
        self, live_tournament: LiveTournament, by: str, table_number: int, seat: Seat, id: str
    ) -> int:
        """Put a bot at an empty seat of a tournament's table, and return the tournament's new version.

        ``by`` is the sender's grant, and ``id`` is the id of the sender's message. If an earlier command with this id
        was carried out only in part, complete it.
        """
        t = live_tournament.tournament
        if (done := t.applied_line(by, id)) is not None:
            return done
        live_tables.seat_bot(t, by, table_number, seat)  # raises the error, if the command is not allowed
        live = await self._tables.find(match_of(t, table_number).live)
        if live.table.chair(seat).bot != t.settings.bots:
            await live.do(lambda table: people.seat_bot(table, table.host, seat, t.settings.bots), live.table.host)
        version = await live_tournament.do(lambda t: live_tables.seat_bot(t, by, table_number, seat), by, id)
        await self._advance(live_tournament, live.id)
        return version

    async def check_tap(self, live_tournament: LiveTournament, tapped: en.Tap) -> None:
        """Raise an error if ``tapped`` is an official's decision about a deal that the online table would refuse.

        Do nothing if ``tapped`` is anything else, or if no game is in progress at an online table.
        """
        playing = live_tournament.tournament.round
        match = playing.match(tapped.table) if playing else None
        if match is None or not match.live or match.over or not isinstance(tapped, en.OfficialDecision):
            return
        live = await self._tables.find(match.live)
        gameplay.apply_ruling(live.table, RulingGiven(live_tables.ruling_of("official", tapped)))

    # Tables

    async def _open_tables(self, live_tournament: LiveTournament, round_number: int, tables: dict[int, str]) -> None:
        """Open an online table for each game of round ``round_number`` that has none.

        ``tables`` is a dict from table number to the id of the table opened for it; this method adds to it.
        """
        t = live_tournament.tournament
        settings = replace(
            default_settings(t.rules), reserved=True, undo=False, clock=False, bots=t.settings.bots or STAND_IN_LEVEL
        )
        host = Guest(f"{TOURNAMENT_HOST}{live_tournament.id}", " ".join(t.name[:MOST_LETTERS].split()))
        matches = t.round.matches if t.round else ()
        try:
            for match in matches:
                if not match.live and match.table not in tables:
                    if not self._quotas.try_opening_tournament_table(live_tournament.requester, live_tournament.id):
                        live_tournament.retry(lambda: self._open_tables(live_tournament, round_number, tables))
                        break
                    tables[match.table] = (await self._tables.open(t.rules, host, settings)).id
        except StoreUnavailable:
            live_tournament.retry(lambda: self._open_tables(live_tournament, round_number, tables))
            return
        await _try_command(live_tournament, lambda t: live_tables.assign_live_tables(t, round_number, tables))

    async def _advance(self, live_tournament: LiveTournament, live_id: str) -> None:
        """Do everything that a table needs now: carry out rulings, begin, pause or end its game, and record points."""
        try:
            live = await self._tables.find(live_id)
        except StoreUnavailable:
            live_tournament.retry(lambda: self._advance(live_tournament, live_id))
            return
        except UkaError:
            return
        try:
            playing, match = (
                live_tournament.tournament.round,
                live_tables.match_at_live_table(live_tournament.tournament, live_id),
            )
            if playing is None or match is None:
                return
            for ruling in match.rulings:
                if ruling.answer is None:
                    await self._apply_ruling(live_tournament, live, ruling)
            if playing.started is not None and not playing.rang and not match.over and _can_begin(live):
                await live.do(
                    lambda table: gameplay.begin_game(table, table.host, live.packs.batch(table)), live.table.host
                )
            if playing.rang and _awaits_bell(live):
                await live.do(gameplay.ring_bell, live.table.host)
            await _apply_round_pause(live, playing)
        except StoreUnavailable:
            live_tournament.retry(lambda: self._advance(live_tournament, live_id))
            return
        except UkaError:  # the table refuses, since it has changed meanwhile
            pass
        self._record_points_and_seats(live_tournament, live)

    async def _apply_ruling(self, live_tournament: LiveTournament, live: LiveTable, ruling: TableRuling) -> None:
        """Apply an official's ruling to a table, and record in the tournament's log whether the table accepts it.

        The table applies each ruling only once.
        """
        entry = RulingGiven(live_tables.ruling_of(ruling.by, ruling.decision), ruling.line)
        refusal = ""
        try:
            await live.do(lambda table: gameplay.apply_ruling(table, entry), live.table.host)
        except StoreUnavailable:
            raise
        except UkaError as error:
            refusal = str(error)
        await _try_command(
            live_tournament, lambda t: live_tables.record_ruling_answer(t, live.id, ruling.line, refusal)
        )

    def _on_table_change(self, live_tournament: LiveTournament, live: LiveTable) -> None:
        """React to a change of an online table: record its points and seats; resume it if paused after the bell."""
        playing = live_tournament.tournament.round
        if playing is not None and playing.rang and live.table.paused is not None:
            live_tournament.spawn(self._advance(live_tournament, live.id))
        self._record_points_and_seats(live_tournament, live)

    def _record_points_and_seats(self, live_tournament: LiveTournament, live: LiveTable) -> None:
        """Write the points and the occupied seats of a table into the tournament's log, if they have changed."""

        def points_entries(t: Tournament) -> en.TournamentEntries:  # each retry reads the points again
            game = live.table.game
            if game is None:
                return ()
            points = game.score[0], game.score[1]
            return live_tables.record_points(t, live.id, points, over=live.table.stage is TableStage.OVER)

        if points_entries(live_tournament.tournament):
            live_tournament.spawn(_try_command(live_tournament, points_entries))
        self._record_seats(live_tournament, live)

    def _record_seats(self, live_tournament: LiveTournament, live: LiveTable) -> None:
        """Write the list of a table's occupied seats into the tournament's log, if the list has changed.

        Write nothing if the log has at least half of ``lines_a_tournament`` lines.
        """

        def seats_entries(t: Tournament) -> en.TournamentEntries:
            table = live.table
            return live_tables.record_seats(
                t, live.id, tuple([seat for seat in t.rules.seats if table.chair(seat).player is not None])
            )

        spare = self._options.lines_a_tournament // 2  # players who sit down and stand up must not fill the log
        if live_tournament.tournament.seq < spare and seats_entries(live_tournament.tournament):
            live_tournament.spawn(_try_command(live_tournament, seats_entries))


def _can_begin(live: LiveTable) -> bool:
    """Return whether a game can begin: every seat of the table is taken, and no game has begun."""
    table = live.table
    return table.stage is TableStage.SEATING and all(chair.player or chair.bot for chair in table.chairs)


async def _apply_round_pause(live: LiveTable, playing: TournamentRound) -> None:
    """Pause the game at a table while the round ``playing`` is paused, and resume the game afterwards.

    After the bell, resume the game even if everybody has disconnected. A table with a full log stays paused.
    """
    if live.table.paused is None:
        if playing.paused is not None and live.table.playing:
            await live.do(lambda table: people.pause(table, table.host, "round"), live.table.host)
    elif not people.log_is_full(live.table) and (playing.rang or (playing.paused is None and not live.resting)):
        await live.do(lambda table: people.resume(table, table.host), live.table.host)


async def _vacate_if_absent(live: LiveTable, seat: Seat, player: str) -> None:
    """Free a seat if its player is absent, so that ``player`` can take the seat.

    ``player`` may be the same person on another device, or a substitute.
    """
    chair = live.table.chair(seat)
    gone = chair.player
    if gone is not None and gone != player and (chair.away or chair.lost is not None):
        stand_or_leave = people.stand if chair.lost is None else people.leave
        await live.do(lambda table: stand_or_leave(table, gone), gone)


def _awaits_bell(live: LiveTable) -> bool:
    """Return whether a game is in progress at a table whose log does not say yet that the bell has rung."""
    game = live.table.game
    return live.table.playing and game is not None and not getattr(game, "bell", False)


async def _try_command(live_tournament: LiveTournament, command: Callable[[Tournament], en.TournamentEntries]) -> None:
    """Carry out a command of the server. Ignore a refusal; retry while the store is unavailable."""
    try:
        await live_tournament.do(command, CLOCK)
    except StoreUnavailable:
        live_tournament.retry(lambda: _try_command(live_tournament, command))
    except UkaError:
        pass
