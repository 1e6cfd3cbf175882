"""A game over a server: what came in is shown one thing after another, and the person's wishes are sent.

The table shown is always one that the server told, and never newer than what was shown of it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from uka.client.table_mirror import StateUpdate, after
from uka.coach import DealReview, RatedAction
from uka.core.actions import Action, ClaimRevoke
from uka.core.errors import IllegalAction, UkaError
from uka.core.events import DealScored, GameOver
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult
from uka.core.seats import SEATS, Partnership, Seat
from uka.narration.draws import DrawSummary, draw_lines
from uka.narration.names import Names
from uka.narration.story import PLAYED_OUT, StoryLine, claim_line, deal_heading, story_lines
from uka.solver import claims
from uka.table import PublicTable, TableStage
from uka.table.entries import GameBegan
from uka.table.events import (
    CardDrawn,
    CommitmentsPublished,
    DealerFound,
    Event,
    PackDealt,
    PackSpread,
    RestClaimed,
    SecretPublished,
)
from uka.wire.table_updates import TableDelta, TableSnapshot

from .host_menu import host_items
from .interface import GameScore, Menu, MenuItem, TimeLeft, WaitingFor
from .menus import break_items, dealing_menu, seat_items, seating_menu
from .people import join_command, names_of, people_lines, person_event, waiting_room

if TYPE_CHECKING:
    from uka.client import TableSession

QUIET = (CommitmentsPublished, SecretPublished)
LOST = "The connection is lost; trying again."


class RemoteGame:
    """A person's place at a table on a server: ``attend`` hears the server, ``step`` shows the next thing heard."""

    def __init__(self, at: TableSession, server: str) -> None:
        self.at, self.server = at, server
        self.whole: TableSnapshot = at.whole
        self.story: list[StoryLine] = []
        self.draw: tuple[DrawSummary, Names] | None = None
        self._news = deque[TableDelta]()
        self._wishes = asyncio.Queue[tuple[Callable[[], Awaitable[int]], bool]]()
        self._wishing = False
        self._due = 0
        self._seen: Observation | None = None
        self._results: tuple[DealResult, ...] = ()
        self._ended: GameOver | None = None
        self._refused = ""
        self._see(self.whole)

    # What it is now

    @property
    def rules(self) -> Ruleset:
        """The rules of the table."""
        return self.whole.rules

    @property
    def scene(self) -> PublicTable:
        """All that is shown of the table but the cards."""
        return self.whole.scene

    @property
    def observation(self) -> Observation | None:
        """What the person may know."""
        return self._seen

    @property
    def score(self) -> GameScore | None:
        """How the game stands; None before the first dealer is known."""
        scene, seen = self.scene, self._seen
        if scene.dealer is None:
            return None
        over = self._ended is not None
        return GameScore(
            rules=self.rules,
            score=scene.score,
            deal=seen.number + 1 if seen else 1,
            results=self._results if _sum(self._results) == scene.score else (),
            bell=seen is not None and seen.bell,
            over=scene.stage is TableStage.OVER,
            winner=scene.winner,
            game=sum(scene.games_won) + (not over),
            game_winner=self._ended.winner if self._ended else None,
            won=scene.games_won or (0, 0),
        )

    @property
    def waiting_for(self) -> WaitingFor:
        """What is waited for."""
        scene = self.scene
        if self._news:
            return WaitingFor.NEWS
        if self._wishing or self._known < self._due or scene.paused or self._away:
            return WaitingFor.OTHERS
        if scene.stage is TableStage.OVER:
            return WaitingFor.OVER
        mine = scene.stage is TableStage.PLAYING and self._seen is not None and self._seen.my_turn
        return WaitingFor.PERSON if mine else WaitingFor.OTHERS

    @property
    def menu(self) -> Menu:
        """What is asked beside the deal's own choices."""
        scene = self.scene
        if scene.stage is TableStage.SEATING:
            return seating_menu(self.whole, self.at, self._wish)
        if scene.paused:
            return Menu("The table is paused.", tuple(o for o in self._breaks if o.key == "p"))
        if self._away:
            return Menu("You are away, and a bot plays for you.", tuple(o for o in self._breaks if o.key == "a"))
        if scene.stage is TableStage.SHUFFLING:
            return Menu(self._resting())
        return dealing_menu(self.whole, self.at, self._wish)

    @property
    def table_menu(self) -> Menu:
        """Who is here, how others come in, and what one may do about it."""
        items = host_items(self.whole, self.at, self._wish)
        if self.scene.stage is TableStage.SEATING:  # the rest is on the screen already
            return Menu("\n".join(people_lines(self.whole)), items) if items else Menu()
        lines = (*people_lines(self.whole), "", "A friend comes to this table with:")
        lines += join_command(self.server, self.whole.table, self.whole.invitation)
        return Menu("\n".join(lines), (*self._breaks, *seat_items(self.whole, self.at, self._wish), *items))

    @property
    def opening_lines(self) -> tuple[str, ...]:
        """The waiting room, or the draw."""
        if self.scene.stage is TableStage.SEATING:
            return waiting_room(self.whole, self.server)
        if self.draw is None:
            return (self.rules.title, "", "The cards are shuffled …")
        draw, names = self.draw
        return ("The draw", "", *draw_lines(self.rules, draw, names))

    @property
    def time_left(self) -> TimeLeft:
        """The bell, the move and the rest, by the server's clock."""
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
        """Why a wish was refused, that the connection is lost, or that the server cheated."""
        if self.at.cheated:
            return f"This server does not deal fairly: {self.at.cheated}."
        return self._refused if self.at.connected else LOST

    @property
    def backlog(self) -> int:
        """How much was heard and is not shown yet."""
        return len(self._news)

    @property
    def next_game_label(self) -> str:
        """The host begins the next game."""
        return "a new game" if self.whole.player == self.scene.host else ""

    @property
    def record_note(self) -> str:
        """Who goes on from here."""
        return "" if self.next_game_label else "The host may begin another game."

    @property
    def farewell(self) -> str:
        """How to come back."""
        return "\n".join(
            ("You left the table. Come back with:", *join_command(self.server, self.whole.table, self.whole.invitation))
        )

    @property
    def _away(self) -> bool:
        me = self.names.me
        return me is not None and self.scene.seats[me.index].away

    @property
    def _breaks(self) -> tuple[MenuItem, ...]:
        return break_items(self.whole, self.at, self._wish)

    @property
    def _known(self) -> int:
        return self._news[-1].scene.version if self._news else self.scene.version

    @property
    def _manned_turn(self) -> bool:
        turn = self._seen.turn if self._seen else None
        return turn is not None and (view := self.scene.seats[turn.index]).player is not None and not view.away

    @property
    def _bell_to_come(self) -> bool:
        rings = self.rules.clock and self.scene.settings.clock
        return bool(rings) and (self.scene.stage is TableStage.SEATING or self.scene.paused)

    def _left(self, at: int | None) -> int | None:
        return None if at is None else max(round((at - self.at.now) / 1000), 0)

    def _resting(self) -> str:
        there = [view for view in self.scene.seats if view.player and not view.away and not view.lost]
        slow = [self.names.inside(view.seat) for view in there if not view.ready and view.player != self.whole.player]
        if self.scene.last and slow:
            return f"Waiting for {' and '.join(slow)} …"
        return "The cards are shuffled …"

    # What can be done

    def step(self) -> tuple[Event, ...]:
        """Show the next thing that was heard; what happened by it in the game."""
        self._refused = ""
        return self._show(self._news.popleft()) if self._news else ()

    def act(self, action: Action) -> tuple[Event, ...]:
        """Send the person's choice. ``IllegalAction`` if the table as shown does not allow it."""
        seen = self._seen
        why = seen.why_not(action) if seen else "nothing is dealt yet"
        if why:
            raise IllegalAction(why)
        version = None if isinstance(action, ClaimRevoke) else self.scene.version
        return self._wish(lambda: self.at.act(action, version))

    def claim(self) -> tuple[Event, ...]:
        """Send the person's claim of the rest, as they see the table."""
        seen, version = self._seen, self.scene.version
        why = claims.why_not(seen) if seen else "nothing is dealt yet"
        if why:
            raise IllegalAction(why)
        return self._wish(lambda: self.at.claim(version))

    @property
    def hints_allowed(self) -> bool:
        """Whether the server gives hints at this table."""
        return self.names.me is not None and self.scene.hints is self.names.me

    async def hint(self) -> tuple[RatedAction, ...]:
        """What each of the person's choices is worth now, by the server."""
        return (await self.at.client.hint(self.whole.table)).choices

    async def review(self) -> AsyncIterator[tuple[DealReview, int]]:
        """The deals of the last game as its seat was played, one by one, by the server; and how many there are."""
        client, table = self.at.client, self.whole.table
        if games := await client.records(table):
            for deal in range(games[-1].deals):
                yield await client.review(table, games[-1].number, self.names.view, deal), games[-1].deals

    def ready_for_next_deal(self) -> None:
        """Tell the others that they need not wait for the next deal."""
        me = self.names.me
        waiting = self.scene.stage is TableStage.SHUFFLING and me is not None and not self.scene.seats[me.index].ready
        if waiting and not self._news:
            self._wishes.put_nowait((self.at.ready, False))

    def begin(self) -> None:
        """Wish for a game, which begins once the server is heard, so that nothing of it is missed."""
        self._wish(self.at.begin)

    def next_game(self) -> RemoteGame:
        """Another game at the same table."""
        self.begin()
        return self

    def tick(self, elapsed: float) -> tuple[Event, ...]:
        """The server counts the time."""
        return ()

    def leave(self) -> None:
        """What is to be said on leaving is said by who keeps the connection."""

    def _wish(self, what: Callable[[], Awaitable[int]]) -> tuple[Event, ...]:
        if not self._wishing:
            self._wishing, self._refused = True, ""
            self._wishes.put_nowait((what, True))
        return ()

    # What is heard

    async def listen(self, woken: Callable[[], None]) -> None:
        """Hear the server and send it the person's wishes, until the connection ends for good."""
        wishes = asyncio.create_task(self._send(woken))
        try:
            async for heard in self.at:
                self.hear(heard)
                woken()
        finally:
            wishes.cancel()
            with suppress(asyncio.CancelledError):
                await wishes

    async def _send(self, woken: Callable[[], None]) -> None:
        while True:
            what, matters = await self._wishes.get()
            try:
                version = await what()
                self._due = max(self._due, version)
            except UkaError as refused:
                if matters:
                    self._refused = f"No: {refused}."
            self._wishing = self._wishing and not matters
            woken()

    def hear(self, heard: StateUpdate) -> None:
        """Take the table as it is told, or keep news of it to be shown; what nobody need look at is shown at once."""
        if isinstance(heard, TableSnapshot):
            if heard.scene.version != self._known:
                self._news.clear()
                self._see(heard)
        elif heard.scene.version > self._known:
            self._news.append(heard)
            if len(self._news) == 1 and _quiet(heard):
                self._show(self._news.popleft())

    def _see(self, whole: TableSnapshot) -> None:
        self.whole, self.names = whole, names_of(whole)
        self._seen = whole.deal.known(whole.rules) if whole.deal else None
        draw = whole.scene.draw
        if draw is None:
            self.draw = None
        elif draw.dealer is None:
            self.draw = DrawSummary(draw.shown, draw.namer, None, SEATS), self.names

    def _show(self, news: TableDelta) -> tuple[Event, ...]:
        before, seen, names = self.whole, self._seen, self.names
        self._see(after(before, news))
        happened = list[Event]()
        for line in news.lines:
            if isinstance(line.entry, GameBegan):
                self._results, self._ended, self.draw = (), None, None
                self.story.append(StoryLine("— A new game"))
            if said := person_event(line.entry, before, self.whole):
                self.story.append(StoryLine(said))
            out = any(isinstance(event, RestClaimed) for event in line.events)
            for event in line.events:
                match event:
                    case CardDrawn() | CommitmentsPublished() | PackSpread() | SecretPublished():
                        pass
                    case DealerFound(dealer, seating):
                        self._dealer_found(dealer, seating, names)
                    case PackDealt(number, dealer):
                        self.story.append(deal_heading(number, dealer, self.names))
                        self._results, self._ended = () if self._ended else self._results, None
                    case RestClaimed(seat, cards):
                        happened.append(event)
                        self.story.append(claim_line(seat, cards, self.names))
                    case _:
                        self._count(event, seen)
                        happened.append(event)
                        self.story += (
                            () if out and isinstance(event, PLAYED_OUT) else story_lines((event,), seen, self.names)
                        )
        return tuple(happened)

    def _dealer_found(self, dealer: Seat, seating: tuple[Seat, ...], names: Names) -> None:
        draw = self.scene.draw
        if draw is not None:
            self.draw = DrawSummary(draw.shown, draw.namer, dealer, seating), names

    def _count(self, event: Event, before: Observation | None) -> None:
        """Keep the score of each deal: a proven revoke takes the place of the score before it."""
        match event:
            case DealScored(result):
                again = before is not None and before.over
                self._results = (*self._results[: len(self._results) - again], result)
            case GameOver():
                self._ended = event
            case _:
                pass


def _quiet(news: TableDelta) -> bool:
    """Whether news change nothing that is to be looked at in its turn."""
    return all(isinstance(event, QUIET) for line in news.lines for event in line.events)


def _sum(results: Sequence[DealResult]) -> tuple[int, ...]:
    return tuple(sum(result.points[side.index] for result in results) for side in Partnership)
