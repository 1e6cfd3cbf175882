"""The host of one person's tables and tournaments, in the page's own process. A storage keeps the logs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from weakref import WeakValueDictionary

import msgspec

from uka.core.ruleset import Ruleset
from uka.hosting.display_names import clean_name, guest_name
from uka.hosting.errors import Unknown
from uka.hosting.finished_games import FinishedGame, finished_games
from uka.hosting.ids import TABLE_ID_LENGTH, TOURNAMENT_ID_LENGTH, is_id, new_id
from uka.hosting.pack_secrets import PackSecrets
from uka.hosting.table_commands import FirstOperation
from uka.hosting.table_opening import first_operations, new_table
from uka.hosting.tournament_links import TournamentLinks
from uka.hosting.tournament_logs import tournament_taken_over
from uka.records import Log
from uka.records.fair import PublishedDays
from uka.table import TableSettings, execute, parse
from uka.table.commands import people
from uka.table.game_record import record_so_far
from uka.tournament import Tournament, TournamentLine
from uka.tournament import replayed as replayed_tournament
from uka.tournament.commands import teams
from uka.wire.http_bodies import Guest, NewTable, NewTournament, RenameRequest

from .days import PastDays
from .storage import Storage, keeping
from .table import HostedTable
from .tournament import HostedTournament, check_in_the_hall

GUEST = "guest"
"""The key under which the storage keeps who the person is. An empty value stands for nobody."""
ME = "me"
"""The id of the person: nobody else comes to these tables."""
SECOND = "second"
"""The id of a second person who plays on the same device: the two pass it to each other."""
NOT_HERE = "there is no such {} here: a {} of a server is not kept on this device"


class OfflineHost:
    """The tables and tournaments of one person.

    ``root`` is a secret from which the links of tournaments follow; ``now`` returns the time in milliseconds.
    ``published`` has the seeds of past days' deals, if they are known.
    """

    def __init__(
        self, storage: Storage, root: bytes, now: Callable[[], int], published: PublishedDays | None = None
    ) -> None:
        self._storage, self._now = storage, now
        self.packs = PackSecrets(root, published)
        self.days = PastDays(self, published)
        self.links = TournamentLinks(root)
        self._tables = WeakValueDictionary[str, HostedTable]()
        """The tables that a page, a timer or a change still needs. The others are read again when somebody asks."""
        self._tournaments = dict[str, HostedTournament]()
        """The tournaments that were opened or found since the process began."""
        self._finished: tuple[str, int, tuple[FinishedGame, ...]] = ("", -1, ())
        """The finished games of the table that was asked for last: its id, its version then, and the games."""

    def now(self) -> int:
        """Return the present time in milliseconds since 1970."""
        return self._now()

    @property
    def today(self) -> date:
        """The present day in UTC, where days begin and end for everyone."""
        return datetime.fromtimestamp(self.now() / 1_000, UTC).date()

    async def append(self, log: str, first: int, lines: Sequence[bytes]) -> None:
        """Store lines of a log, of which the first has the number ``first``.

        Raise ``NotKept`` if they cannot be kept; nothing is stored then.
        """
        with keeping():
            await self._storage.append(log, first, lines)

    async def lines(self, log: str) -> list[bytes]:
        """Return the lines of a log, or no lines if there is no such log."""
        return await self._storage.read(log)

    async def logs(self) -> list[str]:
        """Return the ids of all tables and tournaments that are kept."""
        return await self._storage.logs()

    def release(self, log: str, why: str) -> None:
        """Forget the state of a table or tournament, which is read again, and ask its pages to connect again."""
        for kept in (self._tables.pop(log, None), self._tournaments.pop(log, None)):
            if kept is not None:
                kept.close()
                kept.tell(why)

    def close(self) -> None:
        """Stop the clocks and the bots of all tables, and the bells of all tournaments."""
        self.days.close()
        for kept in (*self._tables.values(), *self._tournaments.values()):
            kept.close()

    # The person

    async def guest(self) -> Guest | None:
        """Return the person who uses the page, or None if they have not said a name yet."""
        stored = await self._storage.get(GUEST)
        return msgspec.json.decode(stored, type=Guest) if stored else None

    async def rename(self, wanted: RenameRequest) -> Guest:
        """Give the person a name and an emblem. Raise ``InvalidName`` if nobody may have that name."""
        before = await self.guest()
        name = clean_name(wanted.name) if wanted.name else before.name if before else guest_name()
        guest = Guest(ME, name, wanted.avatar or (before.avatar if before else None))
        await self.remember(guest)
        return guest

    async def remember(self, guest: Guest | None) -> None:
        """Keep who the person is, or forget it."""
        with keeping():
            await self._storage.put(GUEST, msgspec.json.encode(guest) if guest else b"")

    # The tables

    async def open(self, guest: Guest, wanted: NewTable) -> HostedTable:
        """Open a table. Raise ``UkaError`` if its rules or settings are not allowed: then nothing is opened."""
        rules, settings = new_table(wanted)
        return await self.open_table(guest, rules, settings, first_operations(wanted, guest.player, self.packs))

    async def open_table(
        self, guest: Guest, rules: Ruleset, settings: TableSettings, operations: Iterable[FirstOperation]
    ) -> HostedTable:
        """Open a table, and carry out the first operations on it. If one is refused, nothing is opened."""
        id, at = new_id(TABLE_ID_LENGTH), self.now()
        avatar = guest.avatar or ""
        table, lines = people.open_table(rules, guest.player, guest.name, at=at, settings=settings, avatar=avatar)
        texts = [line.text for line in lines]
        for operation, by in operations:
            table, steps = execute(table, operation, at=at, by=by)
            texts += [step.line.text for step in steps]
        await self.append(id, 0, texts)
        self._tables[id] = live = HostedTable(id, table, self)
        return live

    async def find(self, id: str) -> HostedTable:
        """Return the table with this id. Raise ``Unknown`` if this host has none."""
        if (live := self._tables.get(id)) is not None:
            return live
        lines = await self.lines(id) if is_id(id, TABLE_ID_LENGTH) else []
        if (live := self._tables.get(id)) is not None:  # another request has found it meanwhile
            return live
        if not lines:
            raise Unknown(NOT_HERE.format("table", "table"))
        self._tables[id] = live = HostedTable.from_log(id, lines, self)
        return live

    async def finished_games(self, live: HostedTable) -> tuple[FinishedGame, ...]:
        """Return the finished games of a table. Their records are not signed, since no server dealt."""
        id, seq, games = self._finished
        if (id, seq) != (live.id, live.table.seq):
            seq = live.table.seq
            games = finished_games(live.id, await self.lines(live.id))
            self._finished = live.id, seq, games
        return games

    async def game_so_far(self, live: HostedTable) -> Log | None:
        """Return the record of the game that goes on at a table, up to its last finished deal, or None."""
        return record_so_far(parse(await self.lines(live.id)))

    # The tournaments

    async def open_tournament(self, wanted: NewTournament, rules: Ruleset) -> HostedTournament:
        """Open a tournament. Raise ``UkaError`` if its name or settings are not allowed: then nothing is opened."""
        check_in_the_hall(wanted.settings)
        tournament, line = teams.open_tournament(wanted.name, rules, wanted.settings, at=self.now())
        return await self._begin(tournament, (line,))

    async def take_over(self, lines: Sequence[TournamentLine]) -> HostedTournament:
        """Continue a tournament that another host has begun, from all lines of its log."""
        tournament = tournament_taken_over(lines)
        check_in_the_hall(tournament.settings)
        return await self._begin(tournament, lines)

    async def _begin(self, tournament: Tournament, lines: Sequence[TournamentLine]) -> HostedTournament:
        id = new_id(TOURNAMENT_ID_LENGTH)
        await self.append(id, 0, [line.text for line in lines])
        self._tournaments[id] = live = HostedTournament(id, tournament, lines, self, self.links)
        return live

    async def find_tournament(self, id: str) -> HostedTournament:
        """Return the tournament with this id. Raise ``Unknown`` if this host has none."""
        if (live := self._tournaments.get(id)) is not None:
            return live
        texts = await self.lines(id) if is_id(id, TOURNAMENT_ID_LENGTH) else []
        if id not in self._tournaments:  # else another request has found it meanwhile
            if not texts:
                raise Unknown(NOT_HERE.format("tournament", "tournament"))
            lines = TournamentLine.parse_all(texts)
            self._tournaments[id] = HostedTournament(id, replayed_tournament(lines), lines, self, self.links)
        return self._tournaments[id]
