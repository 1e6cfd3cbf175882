"""A person's game against bots: one log, who sits where, and what it waits for. No screen, no clock of its own."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import count
from os import PathLike
from pathlib import Path
from typing import Protocol, TypeAlias

from uka import coach
from uka.coach import DealReview, RatedAction
from uka.core.actions import Action, Play
from uka.core.cards import Card
from uka.core.draw import Draw
from uka.core.errors import IllegalAction, InvalidDeal, UkaError
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat, clockwise
from uka.core.shuffle import shuffle, shuffled
from uka.narration.draws import draw_lines
from uka.narration.names import Names
from uka.narration.story import PLAYED_OUT, StoryLine, claim_line, deal_heading, story_lines
from uka.records.draws import drawn, redrawn
from uka.records.entries import Acted, BellRecorded, Dealt, Drawn, Note, RecordEntry
from uka.records.log import Log, RecordStep
from uka.solver import claims
from uka.table.commands.gameplay import NOT_ALL
from uka.table.events import Event, RestClaimed
from uka.table.game_record import claim_entries, claim_of
from uka.table.views.facts import arranged

from .interface import GameScore, Menu, TimeLeft, WaitingFor, dealer_menu

CLOCK_NOTE = "clock stopped at "


class SeatPlayer(Protocol):
    """Who plays a seat: what ``uka.bots`` gives."""

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """One of the observation's legal actions."""
        ...


BotFactory: TypeAlias = Callable[[str], SeatPlayer]


class LocalGame:
    """A game as one person plays it: ``step`` does what is not theirs to do, ``act`` what is.

    Everything chosen by chance comes from a seed kept in the log, one stream for each draw, deal and choice, so that
    a session read from its log goes on exactly as it would have gone.
    """

    def __init__(self, log: Log, hire: BotFactory | None = None) -> None:
        about = log.header.about
        if "person" not in about or "seed" not in about:
            raise UkaError("this record is not of a game that one person plays here, so it cannot be gone on with")
        self.log = log
        self.hire = hire or _hire
        self.seed = about["seed"]
        self.draw: Draw | None = None
        self.story: list[StoryLine] = []
        self.seconds = 0.0
        self.dealt = 0
        self._claimed = False
        self._bots = {name: self.hire(name) for name in log.players if name != about["person"]}
        self._sit()
        self._recall()

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        *,
        seat: Seat = Seat.SOUTH,
        bots: Sequence[str] = ("club",),
        seed: str | int | None = None,
        record: str | PathLike[str] | None = None,
        revokes: bool = False,
        clock: bool = True,
        person: str = "you",
        hire: BotFactory | None = None,
    ) -> LocalGame:
        """A new game. ``bots`` are one name for all three, or three, clockwise from the person's left.

        ``record`` is a new file that every entry goes to at once. ``clock``: whether the rules' bell is to ring.
        """
        if len(bots) not in (1, len(rules.seats) - 1):
            raise UkaError(f"name one bot for all seats, or {len(rules.seats) - 1} clockwise from your left")
        names = dict(zip(clockwise(seat.left), (*(tuple(bots) * 3)[:3], person), strict=True))
        log = Log.start(
            rules,
            players=tuple(names[s] for s in rules.seats),
            revokes=revokes,
            about={"person": person, "seed": str(seed if seed is not None else secrets.token_hex(8))}
            | ({} if clock else {"clock": "off"}),
            path=record,
        )
        return cls(log, hire)

    @classmethod
    def resume(cls, path: str | PathLike[str], hire: BotFactory | None = None) -> LocalGame:
        """A session as its log left it. ``InvalidRecord`` for a file that holds none."""
        return cls(Log.read(path, resume=True), hire)

    def next_game(self) -> LocalGame:
        """Another game with the same rules, bots and seat, under a new seed, recorded beside this one."""
        about, players = self.log.header.about, self.log.header.players
        seat = self.rules.seats[players.index(about["person"])]
        return LocalGame.start(
            self.rules,
            seat=seat,
            bots=tuple(players[s.index] for s in clockwise(seat.left)[:-1]),
            record=new_record(self.log.path.parent) if self.log.path else None,
            revokes=self.log.header.revokes,
            clock=about.get("clock") != "off",
            person=about["person"],
            hire=self.hire,
        )

    # What it is now

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self.log.rules

    @property
    def dealer_known(self) -> bool:
        """Whether the first dealer is known."""
        return self.log.header.dealer is not None or any(isinstance(entry, Drawn) for entry in self.log.entries[:2])

    @property
    def state(self) -> Game | Rubber:
        """The game or the rubber; ``IllegalAction`` before the draw."""
        return self.log.state

    @property
    def game(self) -> Game:
        """The game in progress, or the last of a rubber."""
        return self.state.game if isinstance(self.state, Rubber) else self.state

    @property
    def observation(self) -> Observation | None:
        """What the person may know; None before the first deal."""
        return self.state.observe(self.seat) if self.dealer_known and self.state.deal else None

    @property
    def names(self) -> Names:
        """What the seats are called."""
        return Names(self.seat)

    @property
    def score(self) -> GameScore | None:
        """How the game stands; None before the draw."""
        if not self.dealer_known:
            return None
        state, game = self.state, self.game
        now = GameScore(
            rules=self.rules,
            score=state.score,
            deal=len(game.results) + (state.in_deal or not game.results),
            results=game.results,
            bell=game.bell,
            over=state.over,
            winner=state.winner,
        )
        if not isinstance(state, Rubber):
            return now
        return now._replace(
            game=len(state.games), game_winner=game.winner, won=state.won, points=state.points, margin=state.margin
        )

    @property
    def time_left(self) -> TimeLeft:
        """Seconds until the bell, where one is to ring."""
        return TimeLeft(max(self.clock - int(self.seconds), 0) if self.clock else None)

    @property
    def menu(self) -> Menu:
        """Who deals first, when the person's side may say."""
        if self.waiting_for is not WaitingFor.DEALER:
            return Menu()
        return dealer_menu(self.names, self.name_dealer)

    @property
    def opening_lines(self) -> tuple[str, ...]:
        """The draw, or a welcome."""
        if self.draw is not None:
            return ("The draw", "", *draw_lines(self.rules, self.draw, Names(self.drew)))
        return welcome(self.rules, self.names)

    table_menu = Menu()
    notice = ""
    backlog = 0
    next_game_label = "a new game"

    @property
    def record_note(self) -> str:
        """Where the record is."""
        return f"Record: {self.log.path}" if self.log.path else ""

    @property
    def farewell(self) -> str:
        """What to say when the game is left: the result, or where it is kept."""
        kept = self.log.path
        if self.dealer_known and self.state.over:
            return f"The game is over.{f' Its record is {kept}' if kept else ''}"
        return f"The game is kept. Go on with: uka play --resume {kept}" if kept else "The game was not kept."

    @property
    def clock(self) -> int:
        """Seconds until the bell, from the first deal; 0 where none is to ring."""
        return 0 if self.log.header.about.get("clock") == "off" else self.rules.clock * 60

    @property
    def waiting_for(self) -> WaitingFor:
        """What the session waits for."""
        if not self.dealer_known:
            named = self.draw is not None and self.draw.namer is self.seat.partnership
            return WaitingFor.DEALER if named else WaitingFor.DRAW
        if self.state.over:
            return WaitingFor.OVER
        if not self.state.in_deal:
            return WaitingFor.DEAL
        return WaitingFor.PERSON if self.state.turn is self.seat else WaitingFor.BOT

    def player(self, seat: Seat) -> str:
        """The name of who sits in a seat."""
        return self.log.players[seat.index]

    # What can be done

    def step(self) -> tuple[Event, ...]:
        """Draw for the dealer, deal, or let the bot whose turn it is choose; what happened, as the person sees it."""
        match self.waiting_for:
            case WaitingFor.DRAW:
                return self._draw()
            case WaitingFor.DEAL:
                return self._append(self._next_deal())
            case WaitingFor.BOT:
                return self._append(self._bots_choice())
            case _:
                raise IllegalAction("it is the person's turn, or the game is over")

    def act(self, action: Action) -> tuple[Event, ...]:
        """The person's choice. ``IllegalAction`` says why it may not be."""
        return self._append(Acted(self.seat, action))

    def claim(self) -> tuple[Event, ...]:
        """The person claims the rest, which is played out at once. ``UkaError`` if it is not theirs for certain."""
        seen, deal = self.observation, self.state.deal
        if seen is None or deal is None:
            raise IllegalAction("nothing is dealt yet")
        cards = claims.rest(deal) if seen.my_turn else claims.why_not(seen)
        if cards is None or isinstance(cards, str):
            raise UkaError(cards or NOT_ALL)
        happened: tuple[Event, ...] = (RestClaimed(self.seat, arranged(seen)),)
        for entry in claim_entries(happened):
            self._append(entry)
        for card in cards:
            happened += self._append(self._played(card))
        return happened

    @property
    def hints_allowed(self) -> bool:
        """Whether no time is counted."""
        return not self.clock

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

    def _played(self, card: Card) -> Acted:
        assert self.state.turn is not None
        return Acted(self.state.turn, Play(card))

    def name_dealer(self, seat: Seat) -> tuple[Event, ...]:
        """The person's side cut the higher card and names its dealer."""
        if self.draw is None:
            raise IllegalAction("no dealer is to be named now")
        self.draw = self.draw.name_dealer(seat)
        return self._seated(drawn(self.draw))

    def ring(self) -> tuple[Event, ...]:
        """The clock ran out."""
        return self._append(BellRecorded(round(self.seconds, 1)))

    def tick(self, elapsed: float) -> tuple[Event, ...]:
        """So many seconds of the game went by; when they are up the bell rings."""
        if not self.clock or not self.dealer_known or self.state.over or not self.state.deal:
            return ()
        self.seconds += elapsed
        return self.ring() if self.seconds >= self.clock and not self.game.bell else ()

    def ready_for_next_deal(self) -> None:
        """Nobody else waits for the next deal."""

    async def listen(self, woken: Callable[[], None]) -> None:
        """Nothing happens elsewhere."""

    def leave(self) -> None:
        """Keep the time that was played, so that the clock goes on from there."""
        if self.clock and self.dealer_known and not self.state.over and self.seconds:
            self.log.append(Note(f"{CLOCK_NOTE}{self.seconds:.1f}"))

    # How it is done

    def _sit(self) -> None:
        person = self.log.header.about["person"]
        self.seat = self.rules.seats[self.log.players.index(person)]
        self.drew = self.rules.seats[self.log.header.players.index(person)]

    def _recall(self) -> None:
        before: Observation | None = None
        for step in self.log.replay():
            self._tell(step, before)
            state = step.state
            before = state.observe(self.seat) if state and state.deal else None
            if isinstance(step.entry, Note) and step.entry.text.startswith(CLOCK_NOTE):
                self.seconds = float(step.entry.text.removeprefix(CLOCK_NOTE))

    def _append(self, entry: RecordEntry) -> tuple[Event, ...]:
        before = self.observation
        events = self.log.append(entry)
        self._tell(RecordStep(entry, events, self.state), before)
        return tuple(event.seen_by(self.seat) for event in events)

    def _tell(self, step: RecordStep, before: Observation | None) -> None:
        if isinstance(step.entry, Drawn):
            self.draw = redrawn(self.rules, step.entry)
        if isinstance(step.entry, Dealt) and step.state and step.state.deal:
            self.dealt += 1
            self.story.append(deal_heading(self.dealt, step.state.deal.dealer, self.names))
            self._claimed = False
        if claimed := claim_of(step.entry):
            self.story.append(claim_line(claimed.seat, claimed.cards, self.names))
            self._claimed = True
        events = (event.seen_by(self.seat) for event in step.events)
        self.story += story_lines(
            (e for e in events if not (self._claimed and isinstance(e, PLAYED_OUT))), before, self.names
        )

    def _draw(self) -> tuple[Event, ...]:
        self.draw = self._cards_drawn()
        if self.draw.namer is self.seat.partnership:
            return ()
        self.draw = self.draw.finish()
        return self._seated(drawn(self.draw))

    def _cards_drawn(self) -> Draw:
        for attempt in count():
            draw = Draw.start(self.rules, shuffle(self.rules.cards, f"{self.seed}/draw/{attempt}"))
            try:
                while draw.waiting:
                    draw = draw.take()
            except InvalidDeal:  # ties used the pack up
                continue
            return draw
        raise AssertionError

    def _seated(self, entry: Drawn) -> tuple[Event, ...]:
        events = self._append(entry)
        self._sit()
        return events

    def _next_deal(self) -> Dealt:
        number = sum(isinstance(entry, Dealt) for entry in self.log.entries)
        rules, place = self.rules, f"{self.seed}/deal/{number}"
        rng = random.Random(place)
        pack = shuffled(rules, place)
        cut = rng.randrange(4, len(pack) - 3) if rules.cut else None
        way = self.state.kept_packet_pattern or (
            rng.choice(rules.packet_patterns) if len(rules.packet_patterns) > 1 else None
        )
        return Dealt(pack, cut, way)

    def _bots_choice(self) -> Acted:
        seat = self.state.turn
        assert seat is not None
        rng = random.Random(f"{self.seed}/choice/{len(self.log.entries)}")
        return Acted(seat, self._bots[self.player(seat)].choose(self.state.observe(seat), rng))


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


def _hire(name: str) -> SeatPlayer:
    from uka.bots import bot

    return bot(name)


def new_record(folder: Path | None = None) -> Path:
    """A file that is not there yet, for a game that begins now; the folder is the user's own unless given."""
    import os
    from datetime import datetime

    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "uka"
    folder = folder or home
    stem = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = (folder / f"{stem}{suffix}.uka" for suffix in ("", *(f"-{i}" for i in range(2, 1000))))
    return next(path for path in names if not path.exists())
