"""A game of one person against bots on this machine: a local table, and who chooses at it. No clock of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from os import PathLike
from random import Random

from uka import coach
from uka.coach import DealReview, RatedAction
from uka.core.actions import Action
from uka.core.draw import Draw
from uka.core.errors import IllegalAction, UkaError
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.narration.draws import draw_lines
from uka.narration.names import Names
from uka.narration.story import StoryLine
from uka.records import BellRecorded, Dealt, Log, Note, drawn
from uka.table import TableEntry, TableTransition, gameplay, line_view
from uka.table import entries as en
from uka.table.events import Event

from .chance import seeded_deal, seeded_draw
from .interface import GameScore, Menu, TimeLeft, WaitingFor, dealer_menu, game_score
from .local_setup import BotFactory, LocalOptions, hire_bot, new_log, next_options
from .local_table import PERSON, LocalTable, draw_entries
from .story import table_story

CLOCK_NOTE = "clock stopped at "


class LocalGame:
    """A game as one person plays it: ``step`` does what is not theirs to do, ``act`` what is.

    Everything chosen by chance comes from a seed in the record, one stream for each draw, deal and choice, so that a
    game that is read from its record goes on exactly as it would have gone.
    """

    next_game_label = "a new game"
    table_menu = Menu()
    notice = ""
    backlog = 0

    def __init__(self, log: Log, hire: BotFactory | None = None) -> None:
        self._at = LocalTable(log)
        self.log, self.seed = log, self._at.seed
        self.hire = hire or hire_bot
        self.story: list[StoryLine] = []
        self.seconds = _seconds_played(log)
        self._bots = {name: self.hire(name) for name in log.players if name != self._at.person}
        before: Observation | None = None
        for step in self._at.replay():
            self._tell(step, before)
            before = step.table.observe(self.seat)

    @classmethod
    def start(cls, rules: Ruleset, options: LocalOptions | None = None, hire: BotFactory | None = None) -> LocalGame:
        """A new game. ``UkaError`` if the bots are not one name or one a seat."""
        return cls(new_log(rules, options or LocalOptions()), hire)

    @classmethod
    def resume(cls, path: str | PathLike[str], hire: BotFactory | None = None) -> LocalGame:
        """A game as its record left it. ``InvalidRecord`` for a file that holds none."""
        return cls(Log.read(path, resume=True), hire)

    def next_game(self) -> LocalGame:
        """Another game with the same rules, bots and seat, under a new seed, recorded beside this one."""
        return LocalGame.start(self.rules, next_options(self.log, self.seat_at_start), self.hire)

    # The state of the game

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self.log.rules

    @property
    def seat(self) -> Seat:
        """Where the person sits."""
        return self._at.seat

    @property
    def seat_at_start(self) -> Seat:
        """Where the person sat before the draw."""
        return self.rules.seats[self.log.header.players.index(self._at.person)]

    @property
    def names(self) -> Names:
        """What the seats are called."""
        return Names(self.seat)

    @property
    def draw(self) -> Draw | None:
        """The draw for the first dealer, as far as it has come."""
        return self._at.table.draw

    @property
    def dealer_known(self) -> bool:
        """Whether the first dealer is known."""
        return self._at.table.game is not None

    @property
    def state(self) -> Game | Rubber:
        """The game or the rubber; ``IllegalAction`` before the draw."""
        if self._at.table.game is None:
            raise IllegalAction("the first dealer is not drawn yet")
        return self._at.table.game

    @property
    def game(self) -> Game:
        """The game in progress, or the last of a rubber."""
        return self.state.game if isinstance(self.state, Rubber) else self.state

    @property
    def observation(self) -> Observation | None:
        """What the person may know; None before the first deal."""
        return self._at.table.observe(self.seat)

    @property
    def score(self) -> GameScore | None:
        """How the game stands; None before the draw."""
        return game_score(self.rules, self.state) if self.dealer_known else None

    @property
    def clock(self) -> int:
        """Seconds until the bell, from the first deal; 0 where none is to ring."""
        return 0 if self.log.header.about.get("clock") == "off" else self.rules.clock * 60

    @property
    def time_left(self) -> TimeLeft:
        """Seconds until the bell, where one is to ring."""
        return TimeLeft(max(self.clock - int(self.seconds), 0) if self.clock else None)

    @property
    def hints_allowed(self) -> bool:
        """Whether no time is counted."""
        return not self.clock

    @property
    def waiting_for(self) -> WaitingFor:
        """What the game waits for."""
        if not self.dealer_known:
            named = self.draw is not None and self.draw.namer is self.seat.partnership
            return WaitingFor.DEALER if named else WaitingFor.DRAW
        if self.state.over:
            return WaitingFor.OVER
        if not self.state.in_deal:
            return WaitingFor.DEAL
        return WaitingFor.PERSON if self.state.turn is self.seat else WaitingFor.BOT

    @property
    def menu(self) -> Menu:
        """Who deals first, where the person's side may say."""
        return dealer_menu(self.names, self.name_dealer) if self.waiting_for is WaitingFor.DEALER else Menu()

    @property
    def opening_lines(self) -> tuple[str, ...]:
        """The draw, or a welcome."""
        if self.draw is not None:
            return ("The draw", "", *draw_lines(self.rules, self.draw, Names(self.seat_at_start)))
        return welcome(self.rules, self.names)

    @property
    def record_note(self) -> str:
        """Where the record is."""
        return f"Record: {self.log.path}" if self.log.path else ""

    @property
    def farewell(self) -> str:
        """What to say when the game is left: the result, or where the record is."""
        path = self.log.path
        if self.dealer_known and self.state.over:
            return f"The game is over.{f' Its record is {path}' if path else ''}"
        return f"The game is kept. Go on with: uka play --resume {path}" if path else "The game was not kept."

    def player(self, seat: Seat) -> str:
        """The name of who sits in a seat."""
        return self.log.players[seat.index]

    # What can be done

    def step(self) -> tuple[Event, ...]:
        """Draw for the dealer, deal, or let the bot whose turn it is choose; what happened, as the person sees it."""
        match self.waiting_for:
            case WaitingFor.DRAW:
                return self._put(*self._drawn())
            case WaitingFor.DEAL:
                return self._put(self._next_deal())
            case WaitingFor.BOT:
                return self._put(*self._bots_choice())
            case _:
                raise IllegalAction("it is the person's turn, or the game is over")

    def act(self, action: Action) -> tuple[Event, ...]:
        """The person's choice. ``IllegalAction`` says why it may not be."""
        table = self._at.table
        return self._put(*gameplay.submit(table, PERSON, action, table.seq))

    def claim(self) -> tuple[Event, ...]:
        """The person claims the rest, which is played out at once. ``UkaError`` if it is not theirs for certain."""
        table = self._at.table
        return self._put(*gameplay.claim(table, PERSON, table.seq))

    def name_dealer(self, seat: Seat) -> tuple[Event, ...]:
        """The person's side cut the higher card and names its dealer."""
        if self.draw is None:
            raise IllegalAction("no dealer is to be named now")
        self.draw.name_dealer(seat)
        return self._put(en.DealerNamed(seat))

    def ring(self) -> tuple[Event, ...]:
        """The clock ran out."""
        gameplay.ring(self._at.table)
        return self._put(BellRecorded(round(self.seconds, 1)))

    def tick(self, elapsed: float) -> tuple[Event, ...]:
        """Count so many seconds of play; when the time is up the bell rings."""
        if not self.clock or not self.dealer_known or self.state.over or not self.state.deal:
            return ()
        self.seconds += elapsed
        return self.ring() if self.seconds >= self.clock and not self.game.bell else ()

    async def hint(self) -> tuple[RatedAction, ...]:
        """What each of the person's choices is worth now, best first; not where time is counted."""
        if not self.hints_allowed:
            raise UkaError("there are no hints where time is counted: play with --no-clock")
        if self.observation is None:
            raise IllegalAction("nothing is dealt yet")
        return await asyncio.to_thread(coach.hint, self.observation)

    async def review(self) -> AsyncIterator[tuple[DealReview, int]]:
        """The deals of the game as the person played them, one by one; and how many there are."""
        for deal in range(coach.deal_count(self.log)):
            yield await asyncio.to_thread(coach.review, self.log, self.seat, deal), coach.deal_count(self.log)

    def ready_for_next_deal(self) -> None:
        """Do nothing: nobody else waits for the next deal."""

    async def listen(self, changed: Callable[[], None]) -> None:
        """Do nothing: nothing happens elsewhere."""

    def leave(self) -> None:
        """Write down the time that was played, so that the clock goes on from there."""
        if self.clock and self.dealer_known and not self.state.over and self.seconds:
            self.log.append(Note(f"{CLOCK_NOTE}{self.seconds:.1f}"))

    # How it is done

    def _put(self, *entries: TableEntry) -> tuple[Event, ...]:
        before, seen = self.observation, list[Event]()
        for step in self._at.put(*entries):
            seen += self._tell(step, before)
            before = step.table.observe(self.seat)
        return tuple(seen)

    def _tell(self, step: TableTransition, before: Observation | None) -> tuple[Event, ...]:
        events = line_view(step, self.seat).events
        self.story += table_story(events, before, self.names)
        return events

    def _drawn(self) -> tuple[TableEntry, ...]:
        """A draw, without its end where the person's side is to name the dealer."""
        draw = seeded_draw(self.rules, self.seed)
        if draw.namer is not self.seat.partnership:
            return tuple(draw_entries(self.rules, drawn(draw.finish())))
        entries = tuple(draw_entries(self.rules, drawn(draw.name_dealer(self.seat))))
        return entries[:-1]

    def _next_deal(self) -> Dealt:
        number = sum(isinstance(entry, Dealt) for entry in self.log.entries)
        return seeded_deal(self.rules, f"{self.seed}/deal/{number}", self.state.kept_packet_pattern)

    def _bots_choice(self) -> tuple[TableEntry, ...]:
        table = self._at.table
        seat = self.state.turn
        assert seat is not None
        rng = Random(f"{self.seed}/choice/{len(self.log.entries)}")
        action = self._bots[self.player(seat)].choose(self.state.observe(seat), rng)
        return gameplay.choose(table, seat, action, table.seq, table.at)


def _seconds_played(log: Log) -> float:
    notes = [entry.text for entry in log.entries if isinstance(entry, Note) and entry.text.startswith(CLOCK_NOTE)]
    return float(notes[-1].removeprefix(CLOCK_NOTE)) if notes else 0.0


def welcome(rules: Ruleset, names: Names) -> tuple[str, ...]:
    """What is told before a game."""
    aim = f"first to {rules.target} points" if rules.target else "ahead at the end"
    me = names.view
    return (
        f"Welcome to {rules.title}",
        "",
        f"You sit {str(me).capitalize()}; {names.name(me.partner)} is your partner. The side that is {aim} wins.",
        "Make trump, take three of the five tricks, and follow the suit led.",
        "",
        "The line under your cards always says what is asked of you, and which keys answer. "
        "Press ? for the rules at any time.",
    )
