"""A game through a server: shows one update after another, and sends the person's commands."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from uka.client.table_mirror import AppliedUpdate
from uka.coach import ChoiceExplanation, DealReview, MadeChoice, RatedAction
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
from .menus import ServerCall, break_items, dealing_menu, seat_items, seating_menu
from .people import PAUSES, join_command, people_lines, waiting_room
from .shown_table import ShownTable

if TYPE_CHECKING:
    from uka.client import TableSession

INVISIBLE_EVENTS = (ServerCommitted, PackSecretOpened)
"""The types of the events of a fair shuffle that change nothing on the screen."""
LOST = "Connection lost. Reconnecting…"


class RemoteGame(ShownTable):
    """A game at a server's table. ``listen`` receives updates, and ``step`` shows the next one.

    ``server`` is the URL at which this person reaches the server, and ``shared`` the URL to give to others.
    """

    def __init__(self, session: TableSession, server: str, shared: str = "") -> None:
        super().__init__(session.whole)
        self.session, self.server, self.shared = session, server, shared or server
        self._news = deque[AppliedUpdate]()
        """The updates that the screen has not shown yet."""
        self._commands = asyncio.Queue[tuple[ServerCall, bool]]()
        """The commands to send, each with whether the person chose it and waits for it."""
        self._sending = False
        """Whether the person waits for a command."""
        self._due = 0
        """The version of the table that the last command has made. Its update may still be on the way."""
        self._refused = ""
        """The sentence that says why the last command was refused."""

    # The state of the game

    @property
    def waiting_for(self) -> WaitingFor:
        """The next step or choice that the game waits for."""
        scene = self.scene
        if self._news:
            return WaitingFor.NEWS
        if self._sending or self._received_version < self._due or scene.paused or self._away:
            return WaitingFor.OTHERS
        if scene.stage is TableStage.OVER:
            return WaitingFor.OVER
        my_turn = scene.stage is TableStage.PLAYING and self._seen is not None and self._seen.my_turn
        return WaitingFor.PERSON if my_turn else WaitingFor.OTHERS

    @property
    def question_menu(self) -> Menu:
        """The question to the person that is not about the deal. The menu is empty if there is no such question."""
        scene = self.scene
        if scene.stage is TableStage.SEATING:
            return seating_menu(self.whole, self.session, self._request)
        if scene.paused:
            return Menu(PAUSES[scene.paused], tuple(item for item in self._break_items if item.key == "p"))
        if self._away:
            items = tuple(item for item in self._break_items if item.key == "a")
            return Menu("You are absent, and a bot plays for you.", items)
        if scene.stage is TableStage.SHUFFLING:
            return Menu(self._shuffling_text())
        return dealing_menu(self.whole, self.session, self._request)

    @property
    def table_menu(self) -> Menu:
        """The people at the table, the command with which others join, and the choices that are always available."""
        items = host_items(self.whole, self.session, self._request)
        if self.scene.stage is TableStage.SEATING:  # only a host has choices here
            return Menu("\n".join(people_lines(self.whole)), items) if items else Menu()
        lines = (*people_lines(self.whole), "", "Friends join this table with:")
        lines += join_command(self.shared, self.whole.table, self.whole.invitation)
        seats = seat_items(self.whole, self.session, self._request)
        return Menu("\n".join(lines), (*self._break_items, *seats, *items))

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
        scene = self.scene
        bell = self._seconds_until(scene.deadlines.bell)
        turn = self._seconds_until(scene.deadlines.turn)
        next_deal = self._seconds_until(scene.deadlines.rest)
        if bell is None and self._clock_stands:
            bell = self.rules.clock * 60
        beside = ""
        if scene.stage is TableStage.SHUFFLING and scene.last and next_deal:
            beside = f"next deal in {next_deal} s"
        elif turn is not None and scene.settings.move_ms and self._person_turn:
            beside = f"{turn} s to choose"
        return TimeLeft(bell, beside)

    @property
    def notice(self) -> str:
        """A warning that the server cheated, the connection is lost, or a command was refused. It is usually empty."""
        if self.session.cheated:
            return f"This server isn't dealing fairly: {self.session.cheated}."
        return self._refused if self.session.connected else LOST

    @property
    def backlog(self) -> int:
        """The number of updates that the screen has not shown yet."""
        return len(self._news)

    @property
    def next_game_label(self) -> str:
        """The label of the choice to begin another game. It is empty unless the person is the host."""
        return "a new game" if self.whole.player == self.scene.host else ""

    @property
    def game_over_note(self) -> str:
        """A sentence that says who may begin another game. It is empty for the host, who has a key for that."""
        return "" if self.next_game_label else "The host can start another game."

    @property
    def farewell(self) -> str:
        """The text to print when the person leaves: the command that joins the table again."""
        command = join_command(self.server, self.whole.table, self.whole.invitation, invocation())
        return "\n".join(("You left the table. Rejoin it with:", *command))

    @property
    def _away(self) -> bool:
        me = self.names.me
        return me is not None and self.scene.seats[me.index].away

    @property
    def _break_items(self) -> tuple[MenuItem, ...]:
        return break_items(self.whole, self.session, self._request)

    @property
    def _received_version(self) -> int:
        """The version of the table after the last update that was received, shown or not."""
        return self._news[-1].version if self._news else self.scene.version

    @property
    def _person_turn(self) -> bool:
        """Whether it is the turn of a person who is not absent, so that a time limit applies."""
        turn = self._seen.turn if self._seen else None
        if turn is None:
            return False
        view = self.scene.seats[turn.index]
        return view.player is not None and not view.away

    @property
    def _clock_stands(self) -> bool:
        """Whether a bell will end the game, but the game has not begun or is paused."""
        if not (self.rules.clock and self.scene.settings.clock):
            return False
        return self.scene.stage is TableStage.SEATING or self.scene.paused is not None

    def _seconds_until(self, at: int | None) -> int | None:
        """Return the seconds until ``at``, a time of the server in milliseconds, or 0 if it has passed."""
        return None if at is None else max(round((at - self.session.now) / 1000), 0)

    def _shuffling_text(self) -> str:
        """Return the sentence that is shown between two deals: who is not ready yet, or that cards are shuffled."""
        present = [view for view in self.scene.seats if view.player and not view.away and not view.lost]
        others = [view for view in present if view.player != self.whole.player]
        not_ready = [self.names.name_in_sentence(view.seat) for view in others if not view.ready]
        if self.scene.last and not_ready:
            return f"Waiting for {' and '.join(not_ready)}…"
        return "Shuffling the cards…"

    # What the person does

    def step(self) -> tuple[GameOrTableEvent, ...]:
        """Show the next update, if there is one. Return its events that belong to the game."""
        self._refused = ""
        return self._show_update(self._news.popleft()) if self._news else ()

    def act(self, action: Action) -> tuple[GameOrTableEvent, ...]:
        """Send the person's action.

        Raise ``IllegalAction`` if the table, as the screen shows it, does not allow the action.
        """
        seen = self._seen
        why = seen.why_not(action) if seen else "no cards are dealt yet"
        if why:
            raise IllegalAction(why)
        version = None if isinstance(action, ClaimRevoke) else self.scene.version
        return self._request(lambda: self.session.act(action, version))

    def claim(self) -> tuple[GameOrTableEvent, ...]:
        """Send the person's claim of the remaining tricks.

        Raise ``IllegalAction`` if another seat might still win a trick.
        """
        seen, version = self._seen, self.scene.version
        why = claims.why_not(seen) if seen else "no cards are dealt yet"
        if why:
            raise IllegalAction(why)
        return self._request(lambda: self.session.claim(version))

    @property
    def hints_allowed(self) -> bool:
        """Whether the server gives hints at this table."""
        return self.names.me is not None and self.scene.hints is self.names.me

    async def hint(self) -> tuple[RatedAction, ...]:
        """Fetch the person's choices with their expected values from the server, the best first."""
        return (await self.session.client.hint(self.whole.table)).choices

    async def why(self, made: MadeChoice) -> ChoiceExplanation:
        """Fetch why a bot made the choice ``made`` in the deal that ended last."""
        seen = self._seen
        if seen is None:
            raise IllegalAction("no deal is over yet")
        return await self.session.client.why(self.whole.table, seen.number, made)

    async def review(self) -> AsyncIterator[tuple[DealReview, int]]:
        """Yield the server's review of each deal of the last game.

        Each review comes with the number of deals in the game.
        """
        client, table = self.session.client, self.whole.table
        if games := await client.records(table):
            for deal in range(games[-1].deals):
                yield await client.review(table, games[-1].number, self.names.view_seat, deal), games[-1].deals

    def ready_for_next_deal(self) -> None:
        """Report to the server that the person is ready for the next deal."""
        me = self.names.me
        waiting = self.scene.stage is TableStage.SHUFFLING and me is not None and not self.scene.seats[me.index].ready
        if waiting and not self._news:
            self._commands.put_nowait((self.session.ready, False))

    def begin(self) -> None:
        """Ask the server to begin a game. ``listen`` sends the command and receives the updates."""
        self._request(self.session.begin)

    def next_game(self) -> RemoteGame:
        """Begin another game at the same table."""
        self.begin()
        return self

    def advance_clock(self, seconds: float) -> tuple[GameOrTableEvent, ...]:
        """Do nothing, because the server counts the time."""
        return ()

    def leave(self) -> None:
        """Do nothing, because the module ``online`` leaves the table when the session ends."""

    def _request(self, call: ServerCall) -> tuple[GameOrTableEvent, ...]:
        """Queue a command that the person chose, unless another one is being sent. Return no events."""
        if not self._sending:
            self._sending = True
            self._refused = ""
            self._commands.put_nowait((call, True))
        return ()

    # Updates

    async def listen(self, woken: Callable[[], None]) -> None:
        """Receive updates and send the person's commands until the connection ends permanently."""
        sender = asyncio.create_task(self._send(woken))
        try:
            async for update in self.session:
                self.receive(update)
                woken()
        finally:
            sender.cancel()
            with suppress(asyncio.CancelledError):
                await sender

    async def _send(self, woken: Callable[[], None]) -> None:
        """Send queued commands one after the other, for ever. Call ``woken`` after each."""
        while True:
            call, persons_choice = await self._commands.get()
            try:
                version = await call()
                self._due = max(self._due, version)
            except UkaError as error:
                if persons_choice:
                    self._refused = f"No: {error}."
            if persons_choice:
                self._sending = False
            woken()

    def receive(self, update: AppliedUpdate) -> None:
        """Queue an update until the screen shows it.

        A snapshot is shown at once. So is an update without visible events, if no earlier update is queued.
        """
        if update.since is None:
            if update.version != self._received_version:
                self._news.clear()
                self._show_snapshot(update.table)
        elif update.version > self._received_version:
            self._news.append(update)
            if len(self._news) == 1 and _is_invisible(update):
                self._show_update(self._news.popleft())


def _is_invisible(update: AppliedUpdate) -> bool:
    """Return whether an update contains no event that the person should see."""
    return all(isinstance(event, INVISIBLE_EVENTS) for line in update.lines for event in line.events)
