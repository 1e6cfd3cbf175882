"""A local game of one person against bots. The game reads no clock: see ``LocalGame.advance_clock``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import count
from os import PathLike
from random import Random

from uka import coach
from uka.coach import ChoiceExplanation, DealReview, MadeChoice, RatedAction
from uka.core.actions import Action
from uka.core.draw import Draw
from uka.core.errors import IllegalAction, InvalidDeal, UkaError
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.core.shuffle import shuffle, shuffled
from uka.invocation import invocation
from uka.narration.draws import draw_lines
from uka.narration.names import Names
from uka.narration.story import PLAYED_OUT, StoryLine, claim_line, deal_heading, story_lines
from uka.records import BellRecorded, Dealt, Log, Note, drawn
from uka.table import TableEntry, TableTransition, gameplay, line_view
from uka.table import entries as en
from uka.table.events import GameOrTableEvent, PackDealt, RestClaimed, TableEvent
from uka.table.recorded_players import player_at

from .interface import GameScore, Menu, TimeLeft, WaitingFor, dealer_menu, game_score
from .local_setup import BotFactory, LocalOptions, check_own_format, new_bot, new_log_or_unsaved, next_options
from .local_table import PERSON, LocalTable, draw_entries


def seeded_draw(rules: Ruleset, seed: str) -> Draw:
    """Return a draw for first dealer in which all seats have drawn. The order of the cards follows from ``seed``.

    If ties use up the pack, the pack is shuffled again.
    """
    for attempt in count():
        draw = Draw.start(rules, shuffle(rules.cards, f"{seed}/draw/{attempt}"))
        try:
            while draw.waiting:
                draw = draw.take()
        except InvalidDeal:
            continue
        return draw
    raise AssertionError


def seeded_deal(rules: Ruleset, seed: str, kept_pattern: str | None) -> Dealt:
    """Return the entry of a deal: a shuffled pack, where it is cut, and the packet pattern, such as 3-2.

    ``seed`` determines all three. But if ``kept_pattern`` is not None, the dealer must repeat that packet pattern.
    """
    rng = Random(seed)
    pack = shuffled(rules, seed)
    cut = rng.randrange(4, len(pack) - 3) if rules.cut else None
    pattern = kept_pattern
    if pattern is None and len(rules.packet_patterns) > 1:
        pattern = rng.choice(rules.packet_patterns)
    return Dealt(pack, cut, pattern)


CLOCK_NOTE = "clock stopped at "
"""The beginning of the note with the seconds played, which is written when the person leaves a game with a clock."""
NOT_SAVED = "The game goes on, but is not saved: {why}."
"""The notice of a game whose record cannot be written. It disappears with the person's next choice."""


class LocalGame:
    """A game of one person against bots on this machine.

    ``step`` performs draws for dealer, deals and bots' choices, and ``act`` performs the person's choices. All random
    numbers follow from a seed in the record. Each draw, deal and choice has its own random stream, so a resumed game
    continues exactly as it would have continued without a break.
    """

    next_game_label = "a new game"
    table_menu = Menu()
    notice = ""
    """A warning that the game is not saved. It disappears with the person's next choice."""
    backlog = 0

    def __init__(self, log: Log, make_bot: BotFactory | None = None) -> None:
        self._local_table = LocalTable(log)
        self.log, self.seed = log, self._local_table.seed
        self.make_bot = make_bot or new_bot
        self.story: list[StoryLine] = []
        self.seconds = _seconds_played(log)
        """The seconds of play so far."""
        self._warned_unsaved = False
        self._bots = {name: self.make_bot(name) for name in log.players if name != self._local_table.person}
        before: Observation | None = None
        for step in self._local_table.replay():
            self._add_to_story(step, before)
            before = step.table.observe(self.seat)

    @classmethod
    def start(
        cls, rules: Ruleset, options: LocalOptions | None = None, make_bot: BotFactory | None = None
    ) -> LocalGame:
        """Start a new game. ``make_bot`` returns a bot for a name, by default one of ``uka.bots``.

        Raise ``UkaError`` if the number of bots is wrong, or ``OSError`` if a game that must be recorded cannot be.
        """
        log, why_unsaved = new_log_or_unsaved(rules, options or LocalOptions())
        game = cls(log, make_bot)
        if why_unsaved:
            game.notice = NOT_SAVED.format(why=why_unsaved)
        return game

    @classmethod
    def resume(cls, path: str | PathLike[str], make_bot: BotFactory | None = None) -> LocalGame:
        """Continue a game from its record. Raise ``UkaError`` if the file ``path`` does not contain a local game."""
        check_own_format(path)
        try:
            return cls(Log.read(path, resume=True), make_bot)
        except OSError as error:  # the record ends within a line, and cannot be written to remove that line
            game = cls(Log.read(path), make_bot)
            game.notice = NOT_SAVED.format(why=f"{path} cannot be written: {error.strerror}")
            return game

    def next_game(self) -> LocalGame:
        """Start another game with the same settings, a new seed, and a new record in the same folder."""
        return LocalGame.start(self.rules, next_options(self.log, self.seat_at_start), self.make_bot)

    # The state of the game

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self.log.rules

    @property
    def seat(self) -> Seat:
        """The person's seat."""
        return self._local_table.seat

    @property
    def seat_at_start(self) -> Seat:
        """The person's seat before the draw for first dealer, which can change the seats."""
        return self.rules.seats[self.log.header.players.index(self._local_table.person)]

    @property
    def names(self) -> Names:
        """The names of the seats."""
        return Names(self.seat)

    @property
    def draw(self) -> Draw | None:
        """The draw for first dealer, or None if it has not happened yet."""
        return self._local_table.table.draw

    @property
    def dealer_known(self) -> bool:
        """Whether the first dealer has been determined."""
        return self._local_table.table.game is not None

    @property
    def state(self) -> Game | Rubber:
        """The game or the rubber. Raises ``IllegalAction`` if the draw for first dealer has not happened yet."""
        if self._local_table.table.game is None:
            raise IllegalAction("nobody has drawn for the first deal yet")
        return self._local_table.table.game

    @property
    def game(self) -> Game:
        """The current game, or the last game of a rubber."""
        return self.state.game if isinstance(self.state, Rubber) else self.state

    @property
    def observation(self) -> Observation | None:
        """What the person may see of the deal, or None before the first deal."""
        return self._local_table.table.observe(self.seat)

    @property
    def score(self) -> GameScore | None:
        """The score, or None before the draw for first dealer."""
        return game_score(self.rules, self.state) if self.dealer_known else None

    @property
    def bell_seconds(self) -> int:
        """The seconds of play after which the bell ends the game, or 0 if there is no bell."""
        return 0 if self.log.header.about.get("clock") == "off" else self.rules.clock * 60

    @property
    def time_left(self) -> TimeLeft:
        """The time left until the bell that ends the game. Its ``bell`` is None in a game without a clock."""
        return TimeLeft(max(self.bell_seconds - int(self.seconds), 0) if self.bell_seconds else None)

    @property
    def hints_allowed(self) -> bool:
        """Whether hints are allowed. They are allowed only in games without a clock."""
        return not self.bell_seconds

    @property
    def waiting_for(self) -> WaitingFor:
        """The next step or choice that the game waits for."""
        if not self.dealer_known:
            named = self.draw is not None and self.draw.namer is self.seat.partnership
            return WaitingFor.DEALER if named else WaitingFor.DRAW
        if self.state.over:
            return WaitingFor.OVER
        if not self.state.in_deal:
            return WaitingFor.DEAL
        return WaitingFor.PERSON if self.state.turn is self.seat else WaitingFor.BOT

    @property
    def question_menu(self) -> Menu:
        """The menu for naming the first dealer. It is empty unless the person's side drew the high card."""
        return dealer_menu(self.names, self.name_dealer) if self.waiting_for is WaitingFor.DEALER else Menu()

    @property
    def opening_lines(self) -> tuple[str, ...]:
        """The lines that report the draw for first dealer, or a welcome if the draw has not happened yet."""
        if self.draw is not None:
            return ("The draw", "", *draw_lines(self.rules, self.draw, Names(self.seat_at_start)))
        return welcome(self.rules, self.names)

    @property
    def game_over_note(self) -> str:
        """A line that says where the game's record is saved, or "" if it is not saved."""
        return f"Record: {self.log.path}" if self.log.path else ""

    @property
    def farewell(self) -> str:
        """The text to print when the person leaves. It says that the game is over, or how to resume the game."""
        path = self.log.path
        if self.dealer_known and self.state.over:
            return f"The game is over. Its record is {path}" if path else "The game is over."
        if path is None:
            return "The game was not saved."
        return f"The game is saved. Resume it with: {invocation('play', '--resume', str(path))}"

    def player(self, seat: Seat) -> str:
        """Return the name of the player in a seat."""
        return self.log.players[seat.index]

    # Steps and choices

    def step(self) -> tuple[GameOrTableEvent, ...]:
        """Draw for first dealer, deal, or make the bot's choice, whichever comes next.

        Return the events that the person sees.

        Raise ``IllegalAction`` if it is the person's turn, or if the game is over.
        """
        match self.waiting_for:
            case WaitingFor.DRAW:
                return self._apply(*self._draw_entries())
            case WaitingFor.DEAL:
                return self._apply(self._next_deal())
            case WaitingFor.BOT:
                return self._apply(*self._bot_entries())
            case _:
                raise IllegalAction("it is the person's turn, or the game is over")

    def act(self, action: Action) -> tuple[GameOrTableEvent, ...]:
        """Apply the person's action. If the action breaks a rule, raise ``IllegalAction``, which names the rule."""
        self.notice = ""
        table = self._local_table.table
        return self._apply(*gameplay.submit_action(table, PERSON, action, table.seq))

    def claim(self) -> tuple[GameOrTableEvent, ...]:
        """Claim the remaining tricks, which are then played out at once.

        Raise ``UkaError`` if another seat might still win a trick.
        """
        table = self._local_table.table
        return self._apply(*gameplay.claim_tricks(table, PERSON, table.seq))

    def name_dealer(self, seat: Seat) -> tuple[GameOrTableEvent, ...]:
        """Name the first dealer, after the person's side has drawn the high card.

        Raise ``IllegalAction`` if no dealer is to be named, or if ``seat`` belongs to the other side.
        """
        if self.draw is None:
            raise IllegalAction("it's not the time to name the dealer")
        self.draw.name_dealer(seat)  # checks that the seat may be named
        return self._apply(en.DealerNamed(seat))

    def ring(self) -> tuple[GameOrTableEvent, ...]:
        """Ring the bell that ends the game. Raise ``UkaError`` if it has rung, or if the game is over or untimed."""
        gameplay.ring_bell(self._local_table.table)
        return self._apply(BellRecorded(round(self.seconds, 1)))

    def advance_clock(self, seconds: float) -> tuple[GameOrTableEvent, ...]:
        """Add ``seconds`` of play, and ring the bell if the time is up. Return the visible events.

        Between two deals the clock stands still, because the next deal waits for the person.
        """
        if not self.bell_seconds or not self.dealer_known or self.state.over or not self.state.in_deal:
            return ()
        self.seconds += seconds
        return self.ring() if self.seconds >= self.bell_seconds and not self.game.bell else ()

    async def hint(self) -> tuple[RatedAction, ...]:
        """Return the person's choices with their expected values, the best first.

        Raise ``UkaError`` in a game with a clock, or before the first deal.
        """
        if not self.hints_allowed:
            raise UkaError("no hints in a timed game: play with --no-clock")
        if self.observation is None:
            raise IllegalAction("no cards are dealt yet")
        return await asyncio.to_thread(coach.hint, self.observation)

    async def why(self, made: MadeChoice) -> ChoiceExplanation:
        """Return why a bot made the choice ``made`` in the deal that ended last.

        Raise ``UkaError`` if no deal is over yet, or if the choice was not made in it.
        """
        deal = coach.deal_count(self.log) - 1 - self.state.in_deal
        if deal < 0:
            raise UkaError("no deal is over yet")
        step, seat = coach.step_of(self.log, deal, made)
        level = player_at(self.log, seat, deal, step).level
        return await asyncio.to_thread(coach.why, self.log, deal, step, level)

    async def review(self) -> AsyncIterator[tuple[DealReview, int]]:
        """Yield the review of each deal of the game. Each review comes with the number of deals in the game."""
        for deal in range(coach.deal_count(self.log)):
            yield await asyncio.to_thread(coach.review, self.log, self.seat, deal), coach.deal_count(self.log)

    def ready_for_next_deal(self) -> None:
        """Do nothing, because no other person waits for the next deal."""

    async def listen(self, woken: Callable[[], None]) -> None:
        """Do nothing, because a local game receives no updates."""

    def leave(self) -> None:
        """Write the time played into the record of an unfinished game with a clock.

        When the game is resumed, its clock continues from that time.
        """
        if self.bell_seconds and self.dealer_known and not self.state.over and self.seconds:
            self._local_table.append(Note(f"{CLOCK_NOTE}{self.seconds:.1f}"))

    # Making entries

    def _apply(self, *entries: TableEntry) -> tuple[GameOrTableEvent, ...]:
        """Apply entries to the table and write them to the record. Return the events that the person sees."""
        before = self.observation
        steps = self._local_table.apply(*entries)
        if self._local_table.why_unsaved and not self._warned_unsaved:
            self.notice = NOT_SAVED.format(why=self._local_table.why_unsaved)
            self._warned_unsaved = True
        visible = list[GameOrTableEvent]()
        for step in steps:
            visible += self._add_to_story(step, before)
            before = step.table.observe(self.seat)
        return tuple(visible)

    def _add_to_story(self, step: TableTransition, before: Observation | None) -> tuple[GameOrTableEvent, ...]:
        """Return the events of ``step`` that the person sees, and add lines of text about these events to the story.

        ``before`` is what the person knew before ``step``.
        """
        events = line_view(step, self.seat).events
        self.story += table_story(events, before, self.names)
        return events

    def _draw_entries(self) -> tuple[TableEntry, ...]:
        """Return the entries of the draw for first dealer.

        ``DealerNamed`` is missing if the person may name the dealer.
        """
        draw = seeded_draw(self.rules, self.seed)
        if draw.namer is not self.seat.partnership:
            return tuple(draw_entries(self.rules, drawn(draw.finish())))
        entries = draw_entries(self.rules, drawn(draw.name_dealer(self.seat)))
        return tuple(entry for entry in entries if not isinstance(entry, en.DealerNamed))

    def _next_deal(self) -> Dealt:
        """Return the entry of the next deal."""
        number = sum(isinstance(entry, Dealt) for entry in self.log.entries)
        return seeded_deal(self.rules, f"{self.seed}/deal/{number}", self.state.kept_packet_pattern)

    def _bot_entries(self) -> tuple[TableEntry, ...]:
        """Return the entries of the choice of the bot whose turn it is."""
        table = self._local_table.table
        seat = self.state.turn
        assert seat is not None
        rng = Random(f"{self.seed}/choice/{len(self.log.entries)}")
        action = self._bots[self.player(seat)].choose(self.state.observe(seat), rng)
        return gameplay.choose(table, seat, action, table.seq, table.at)


def _seconds_played(log: Log) -> float:
    """Return the seconds of play according to the last note about the clock in a record, or 0 without such a note."""
    notes = [entry.text for entry in log.entries if isinstance(entry, Note) and entry.text.startswith(CLOCK_NOTE)]
    return float(notes[-1].removeprefix(CLOCK_NOTE)) if notes else 0.0


def table_story(events: Iterable[GameOrTableEvent], before: Observation | None, names: Names) -> tuple[StoryLine, ...]:
    """Return lines of text for the events of one log entry. ``before`` is the reader's observation before the entry.

    Cards that are played out after a claim of the remaining tricks get no lines.
    """
    lines = list[StoryLine]()
    all_events = tuple(events)
    for event in all_events:
        match event:
            case PackDealt(number, dealer):
                lines.append(deal_heading(number, dealer, names))
            case RestClaimed(seat, cards):
                lines.append(claim_line(seat, cards, names))
            case _:
                pass
    claimed = any(isinstance(event, RestClaimed) for event in all_events)
    of_game = [event for event in all_events if not isinstance(event, TableEvent)]
    shown = (event for event in of_game if not (claimed and isinstance(event, PLAYED_OUT)))
    return (*lines, *story_lines(shown, before, names))


def welcome(rules: Ruleset, names: Names) -> tuple[str, ...]:
    """Return the lines of text that are shown before a local game: the person's seat and partner, and the aim."""
    aim = f"first side to {rules.target} points" if rules.target else "side ahead at the end"
    me = names.view_seat
    return (
        f"Welcome to {rules.title}",
        "",
        f"You sit {str(me).capitalize()}; {names.name(me.partner)} is your partner. The {aim} wins.",
        "Make trump, take three of the five tricks, and follow suit.",
        "",
        "The line under your cards tells you what to do, and which keys do it. Press ? for the rules at any time.",
    )
