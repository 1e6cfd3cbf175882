"""The boards of days: the results of all who play one day's deals under one ruleset, kept as logs in the store.

A board also has par, the points that four bots make with the same deals. Bot workers compute it in the background.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, timedelta
from typing import TypeAlias

import msgspec

from uka import days, rulesets
from uka.core.ruleset import Ruleset
from uka.days import BoardEntry, ComputedGame, DayBoard, ParComputed, day_rules
from uka.hosting.day_tables import deals_setting
from uka.hosting.pack_secrets import PackSecrets
from uka.store import Conflict, NoSuchTable, Store, StoreUnavailable
from uka.table import GivenDeals

from ..base.clock import ServerClock
from ..base.logs import log
from ..base.requester import UNKNOWN_REQUESTER, Requester
from ..workers.bots import BotWorkers

HOUR = 3_600_000
GRACE = HOUR
"""Milliseconds after the end of a day for which a game begun on it may go on. Then the day's seed is published."""
MOST_BOARDS = 64
"""The maximum number of boards kept in memory, and of boards whose par is computed at the same time."""
MOST_AN_ADDRESS = 2
"""The maximum number of boards whose par is computed at the same time and charged to one address."""
TRIES = 5
"""The number of attempts to get one choice from a bot before the computation of par is given up."""
RETRY_DELAY = 2.0
"""Seconds between two attempts to get a choice from a bot."""
PREPARE_INTERVAL = 60.0
"""Seconds between two searches for a board whose par can be computed before anybody plays."""
AHEAD = HOUR
"""Milliseconds before midnight (UTC) at which the boards of the next day are prepared."""
BoardName: TypeAlias = tuple[date, str]
READER = msgspec.json.Decoder(BoardEntry)


class DayBoards:
    """The boards of all days: each lists the results of all who play one day's deals under one ruleset.

    Every argument ``rules`` is a ruleset that ``day_rules`` returned.
    """

    def __init__(self, store: Store, packs: PackSecrets, bots: BotWorkers, clock: ServerClock) -> None:
        self._store, self._packs, self._bots, self._clock = store, packs, bots, clock
        self._boards = OrderedDict[BoardName, DayBoard]()
        self._computing = dict[BoardName, asyncio.Task[None]]()
        self._payers = dict[BoardName, Requester]()
        """Who is charged for the par of each board that is being computed."""

    async def read(self, day: date, rules: Ruleset) -> DayBoard:
        """Return the board of a day and a ruleset, with all entries in the store. It is empty if nobody has played."""
        name = _board_name(day, rules)
        board = self._boards.setdefault(name, DayBoard())
        self._boards.move_to_end(name)
        while len(self._boards) > MOST_BOARDS:
            self._boards.popitem(last=False)
        await self._read_on(name, board)
        return board

    async def add(self, day: date, board: DayBoard, rules: Ruleset, *entries: BoardEntry) -> None:
        """Append ``entries`` to the log of ``board``, after all entries that other processes have appended before."""
        name = _board_name(day, rules)
        while True:
            since = board.seq
            try:
                await self._store.append(_log_name(name), since, list(map(msgspec.json.encode, entries)))
            except Conflict:
                await self._read_on(name, board)
                continue
            _extend(board, since, entries)
            return

    async def _read_on(self, name: BoardName, board: DayBoard) -> None:
        since = board.seq
        with suppress(NoSuchTable):
            _extend(board, since, map(READER.decode, await self._store.read(_log_name(name), since)))

    # Par

    def request_par(self, day: date, rules: Ruleset, board: DayBoard, payer: Requester) -> None:
        """Compute par of a board (the points that bots make with its deals) in the background. Charge ``payer`` for it.

        The work has the low priority of tables without people, so it delays no game. Do nothing if par is known or
        being computed. Do nothing either if the server computes par of too many boards, in total or for the address of
        ``payer``: par is requested again when it is to be shown.
        """
        name = _board_name(day, rules)
        if not board.par and name not in self._computing and self._may_compute(payer):
            task = asyncio.get_running_loop().create_task(self._compute_par(day, rules, payer))
            self._computing[name], self._payers[name] = task, payer
            task.add_done_callback(lambda _: self._forget_computing(name))

    def _may_compute(self, payer: Requester) -> bool:
        own = sum(payer.address == other.address for other in self._payers.values())
        return len(self._computing) < MOST_BOARDS and own < MOST_AN_ADDRESS

    def _forget_computing(self, name: BoardName) -> None:
        del self._computing[name], self._payers[name]

    async def prepare_forever(self) -> None:
        """Compute par (the points that bots make) of the day's boards before anybody plays. Run until cancelled.

        Work only while the bots are idle, and only for shipped rulesets that somebody played the day before. From an
        hour before midnight (UTC) on, compute par of the next day's boards too.
        """
        while True:
            await asyncio.sleep(PREPARE_INTERVAL)
            try:
                await self.prepare()
            except StoreUnavailable:
                pass
            except Exception:  # the loop continues, since the next attempt may succeed
                log.exception("par could not be computed ahead")

    async def prepare(self) -> None:
        """Request par (the points that bots make) of one board that should have it and has none.

        Do nothing while bots have other work.
        """
        if self._bots.waiting or self._computing:
            return
        present = self._clock.today
        coming = [present] if self._clock.now() < end_of(present) - AHEAD else [present, present + timedelta(1)]
        for day in coming:
            for rules in map(day_rules, map(rulesets.find, rulesets.names())):
                before = await self.read(day - timedelta(1), rules)
                board = await self.read(day, rules)
                if before.begun and not board.par:
                    self.request_par(day, rules, board, UNKNOWN_REQUESTER)
                    return

    async def _compute_par(self, day: date, rules: Ruleset, payer: Requester) -> None:
        try:
            points = await self._par(day, rules, payer)
            board = await self.read(day, rules)
            if points and not board.par:
                await self.add(day, board, rules, ParComputed(points))
        except StoreUnavailable:  # whoever wants to see par requests it again
            pass
        except Exception:
            log.exception("par of a board could not be computed", day=str(day), rules=rules.name)

    async def _par(self, day: date, rules: Ruleset, payer: Requester) -> tuple[int, ...]:
        """Return par of a board: the points that bots make in each deal. Return () if the bots fail to choose."""
        deals = deals_setting(day)
        game, tries = ComputedGame(rules, deals, self._packs.seed(GivenDeals("day", str(day)), rules)), TRIES
        while tries and (choice := game.next_choice()):
            seen, seed = choice
            action = await self._bots.choose(days.LEVEL, seen, payer, people=False, seed=seed)
            if action is None:
                tries -= 1
                await asyncio.sleep(RETRY_DELAY)
            else:
                game.choose(action)
                tries = TRIES
        return days.points_of(game.table) if tries else ()

    def close(self) -> None:
        """Cancel the computations of par."""
        for task in self._computing.values():
            task.cancel()


def end_of(day: date) -> int:
    """Return the end of a day in milliseconds since 1970."""
    return (day.toordinal() + 1 - date(1970, 1, 1).toordinal()) * 24 * HOUR


def deals_are_secret(day: date, now: int) -> bool:
    """Return whether the deals of ``day`` are secret at the time ``now``.

    They are secret until an hour after the day ends. A game that ends later does not count for the day's results.
    """
    return now < end_of(day) + GRACE


def _extend(board: DayBoard, since: int, entries: Iterable[BoardEntry]) -> None:
    """Add ``entries`` to ``board``, except those that it already has. ``since`` is the first entry's number."""
    for number, entry in enumerate(entries, since):
        if number == board.seq:
            board.add(entry)


def _board_name(day: date, rules: Ruleset) -> BoardName:
    return day, days.board_key(rules)


def _log_name(name: BoardName) -> str:
    """Return the name of a board's log in the store. No table has such a name."""
    return f"day/{name[0]}/{name[1]}"
