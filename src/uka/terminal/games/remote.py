"""A game through a server. The game shows one update after another, and sends the person's commands."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from uka.client.table_mirror import AppliedUpdate
from uka.coach import DealReview, RatedAction
from uka.core.actions import Action, ClaimRevoke
from uka.core.errors import IllegalAction, UkaError
from uka.invocation import invocation
from uka.narration.draws import draw_lines
from uka.records.fair import ServerCommitted
from uka.solver import claims
from uka.table import TableStage
from uka.table.events import GameOrTableEvent, PackSecretOpened

from .host_menu import host_items
from .interface import Menu, MenuItem, TimeLeft, WaitingFor
from .menus import break_items, dealing_menu, seat_items, seating_menu
from .people import PAUSES, join_command, people_lines, waiting_room
from .shown_table import ShownTable

if TYPE_CHECKING:
    from uka.client import TableSession

QUIET = (ServerCommitted, PackSecretOpened)
LOST = "Connection lost. Reconnecting…"


class RemoteGame(ShownTable):
    """A game at a server's table. ``listen`` receives updates, and ``step`` shows the next one.

    ``server`` is the URL by which this person reaches the server, and ``shared`` the one by which others do.
    """

    def __init__(self, at: TableSession, server: str, shared: str = "") -> None:
        super().__init__(at.whole)
        self.at, self.server, self.shared = at, server, shared or server
        self._news = deque[AppliedUpdate]()
        self._commands = asyncio.Queue[tuple[Callable[[], Awaitable[int]], bool]]()
        self._sending = False
        self._due = 0
        self._refused = ""

    # The state of the game

    @property
    def waiting_for(self) -> WaitingFor:
        """The next step or choice that the game waits for."""
        scene = self.scene
        if self._news:
            return WaitingFor.NEWS
        if self._sending or self._known < self._due or scene.paused or self._away:
            return WaitingFor.OTHERS
        if scene.stage is TableStage.OVER:
            return WaitingFor.OVER
        mine = scene.stage is TableStage.PLAYING and self._seen is not None and self._seen.my_turn
        return WaitingFor.PERSON if mine else WaitingFor.OTHERS

    @property
    def menu(self) -> Menu:
        """The question to the person that is not about the deal. The menu is empty if there is no such question."""
        scene = self.scene
        if scene.stage is TableStage.SEATING:
            return seating_menu(self.whole, self.at, self._request)
        if scene.paused:
            return Menu(PAUSES[scene.paused], tuple(o for o in self._breaks if o.key == "p"))
        if self._away:
            return Menu("You are absent, and a bot plays for you.", tuple(o for o in self._breaks if o.key == "a"))
        if scene.stage is TableStage.SHUFFLING:
            return Menu(self._resting())
        return dealing_menu(self.whole, self.at, self._request)

    @property
    def table_menu(self) -> Menu:
        """The people at the table, the command with which others join, and the choices that are always available."""
        items = host_items(self.whole, self.at, self._request)
        if self.scene.stage is TableStage.SEATING:  # only a host has choices here
            return Menu("\n".join(people_lines(self.whole)), items) if items else Menu()
        lines = (*people_lines(self.whole), "", "Friends join this table with:")
        lines += join_command(self.shared, self.whole.table, self.whole.invitation)
        return Menu("\n".join(lines), (*self._breaks, *seat_items(self.whole, self.at, self._request), *items))

    @property
    def opening_lines(self) -> tuple[str, ...]:
        """The lines shown before the first deal: the people at the table, or the draw for first dealer."""
        if self.scene.stage is TableStage.SEATING:
            return waiting_room(self.whole, self.shared)
        if self.draw is None:
            return (self.rules.title, "", "Shuffling the cards…")
        draw, names = self.draw
        return ("The draw", "", *draw_lines(self.rules, draw, names))

    @property
    def time_left(self) -> TimeLeft:
        """The time left in the game, for the current choice, and until the next deal, by the server's clock."""
        deadlines, scene = self.scene.deadlines, self.scene
        bell, turn, rest = (self._left(at) for at in (deadlines.bell, deadlines.turn, deadlines.rest))
        beside = ""
        if scene.stage is TableStage.SHUFFLING and scene.last and rest:
            beside = f"next deal in {rest} s"
        elif turn is not None and scene.settings.move_ms and self._manned_turn:
            beside = f"{turn} s to choose"
        return TimeLeft(self.rules.clock * 60 if bell is None and self._bell_to_come else bell, beside)

    @property
    def notice(self) -> str:
        """A warning to the person: the server cheated, the connection is lost, or a command was refused."""
        if self.at.cheated:
            return f"This server isn't dealing fairly: {self.at.cheated}."
        return self._refused if self.at.connected else LOST

    @property
    def backlog(self) -> int:
        """The number of updates that the screen has not shown yet."""
        return len(self._news)

    @property
    def next_game_label(self) -> str:
        """The label of the choice to begin another game. It is empty unless the person is the host."""
        return "a new game" if self.whole.player == self.scene.host else ""

    @property
    def closing_note(self) -> str:
        """A sentence that tells who may begin another game.

        The sentence is empty for the host, who sees a key for a new game instead.
        """
        return "" if self.next_game_label else "The host can start another game."

    @property
    def farewell(self) -> str:
        """The text to print when the person leaves: the command with which the person can join the table again."""
        command = join_command(self.server, self.whole.table, self.whole.invitation, invocation())
        return "\n".join(("You left the table. Rejoin it with:", *command))

    @property
    def _away(self) -> bool:
        me = self.names.me
        return me is not None and self.scene.seats[me.index].away

    @property
    def _breaks(self) -> tuple[MenuItem, ...]:
        return break_items(self.whole, self.at, self._request)

    @property
    def _known(self) -> int:
        return self._news[-1].version if self._news else self.scene.version

    @property
    def _manned_turn(self) -> bool:
        turn = self._seen.turn if self._seen else None
        return turn is not None and (view := self.scene.seats[turn.index]).player is not None and not view.away

    @property
    def _bell_to_come(self) -> bool:
        rings = self.rules.clock and self.scene.settings.clock
        return bool(rings) and (self.scene.stage is TableStage.SEATING or self.scene.paused is not None)

    def _left(self, at: int | None) -> int | None:
        return None if at is None else max(round((at - self.at.now) / 1000), 0)

    def _resting(self) -> str:
        there = [view for view in self.scene.seats if view.player and not view.away and not view.lost]
        slow = [self.names.inside(view.seat) for view in there if not view.ready and view.player != self.whole.player]
        if self.scene.last and slow:
            return f"Waiting for {' and '.join(slow)}…"
        return "Shuffling the cards…"

    # What the person does

    def step(self) -> tuple[GameOrTableEvent, ...]:
        """Show the next update. Return its events that belong to the game."""
        self._refused = ""
        return self._show(self._news.popleft()) if self._news else ()

    def act(self, action: Action) -> tuple[GameOrTableEvent, ...]:
        """Send the person's action.

        Raise ``IllegalAction`` if the table, as the screen shows it, does not allow the action.
        """
        seen = self._seen
        why = seen.why_not(action) if seen else "no cards are dealt yet"
        if why:
            raise IllegalAction(why)
        version = None if isinstance(action, ClaimRevoke) else self.scene.version
        return self._request(lambda: self.at.act(action, version))

    def claim(self) -> tuple[GameOrTableEvent, ...]:
        """Send the person's claim of the remaining tricks.

        Raise ``IllegalAction`` if another seat might still win a trick.
        """
        seen, version = self._seen, self.scene.version
        why = claims.why_not(seen) if seen else "no cards are dealt yet"
        if why:
            raise IllegalAction(why)
        return self._request(lambda: self.at.claim(version))

    @property
    def hints_allowed(self) -> bool:
        """Whether the server gives hints at this table."""
        return self.names.me is not None and self.scene.hints is self.names.me

    async def hint(self) -> tuple[RatedAction, ...]:
        """Fetch the person's choices with their values from the server, the best first."""
        return (await self.at.client.hint(self.whole.table)).choices

    async def review(self) -> AsyncIterator[tuple[DealReview, int]]:
        """Yield the server's review of each deal of the last game.

        Each review comes with the number of deals in the game.
        """
        client, table = self.at.client, self.whole.table
        if games := await client.records(table):
            for deal in range(games[-1].deals):
                yield await client.review(table, games[-1].number, self.names.view, deal), games[-1].deals

    def ready_for_next_deal(self) -> None:
        """Report to the server that the person is ready for the next deal."""
        me = self.names.me
        waiting = self.scene.stage is TableStage.SHUFFLING and me is not None and not self.scene.seats[me.index].ready
        if waiting and not self._news:
            self._commands.put_nowait((self.at.ready, False))

    def begin(self) -> None:
        """Begin a game as soon as ``listen`` receives updates. The person then sees the whole game."""
        self._request(self.at.begin)

    def next_game(self) -> RemoteGame:
        """Begin another game at the same table."""
        self.begin()
        return self

    def tick(self, elapsed: float) -> tuple[GameOrTableEvent, ...]:
        """Do nothing, because the server counts the time."""
        return ()

    def leave(self) -> None:
        """Do nothing, because the module ``online`` leaves the table when the session ends."""

    def _request(self, what: Callable[[], Awaitable[int]]) -> tuple[GameOrTableEvent, ...]:
        if not self._sending:
            self._sending, self._refused = True, ""
            self._commands.put_nowait((what, True))
        return ()

    # Updates

    async def listen(self, woken: Callable[[], None]) -> None:
        """Receive updates and send the person's commands until the connection ends permanently."""
        sender = asyncio.create_task(self._send(woken))
        try:
            async for heard in self.at:
                self.hear(heard)
                woken()
        finally:
            sender.cancel()
            with suppress(asyncio.CancelledError):
                await sender

    async def _send(self, woken: Callable[[], None]) -> None:
        while True:
            what, matters = await self._commands.get()
            try:
                version = await what()
                self._due = max(self._due, version)
            except UkaError as refused:
                if matters:
                    self._refused = f"No: {refused}."
            self._sending = self._sending and not matters
            woken()

    def hear(self, heard: AppliedUpdate) -> None:
        """Show a snapshot at once, or queue an update until the screen shows it.

        An update without visible changes is shown at once.
        """
        if heard.since is None:
            if heard.version != self._known:
                self._news.clear()
                self._see(heard.table)
        elif heard.version > self._known:
            self._news.append(heard)
            if len(self._news) == 1 and _quiet(heard):
                self._show(self._news.popleft())


def _quiet(update: AppliedUpdate) -> bool:
    """Return true if an update contains nothing that the person should see."""
    return all(isinstance(event, QUIET) for line in update.lines for event in line.events)
