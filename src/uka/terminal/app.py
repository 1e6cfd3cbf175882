"""The terminal client: shows a session, sends it the person's choices, and keeps the pace of the others."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.events import DealScored, Event, TrickTaken
from uka.core.observation import Observation
from uka.records import CannotKeep

from .choices import CLAIM, ON_CARDS, formality, last_card, meant
from .options import Options
from .score import final
from .session import Session, Waits
from .sheets import OptionsSheet, Sheet, help_lines, trick_lines
from .view import Stop, View, picture
from .widgets import Footer, HandOfCards, Header, Keys, Painted, Panel, Pressed, Prompt, Table, TooSmall, card_size

LEAST = (80, 24)
WIDE = 100
GO_ON = ("enter", "space", " ")


class Client(App[None]):
    """One person's game on a terminal."""

    TITLE = "Uka"
    CSS_PATH = "client.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", show=False, priority=True, system=True),
        Binding("ctrl+q", "leave", show=False, priority=True, system=True),
    ]

    def __init__(self, session: Session, options: Options | None = None) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.session = session
        self.options = options or Options()
        self.stops: list[Stop] = [] if session.begun else [Stop.START]
        self.notice = ""
        self.fault = ""
        self._left = False  # keys and resizes may still come while the screen is taken down
        self._timer: Timer | None = None
        self._ticked = time.monotonic()
        if session.begun and session.state.deal and session.state.deal.over and not session.state.over:
            self.stops.append(Stop.DEAL)

    def compose(self) -> ComposeResult:
        """The parts of the screen, top to bottom."""
        yield Header(id="header")
        with Horizontal(id="middle"):
            with Vertical(id="felt"):
                yield Table(id="table")
                yield HandOfCards(id="hand")
            yield Panel(id="panel")
        yield Prompt(id="prompt")
        yield Keys(id="keys")
        yield Footer(id="footer")
        yield TooSmall(id="small")

    def on_mount(self) -> None:
        """Start the clock and the game."""
        if self.session.clock:
            self.set_interval(1, self._tick)
        self._fit()
        self.proceed()

    def on_resize(self) -> None:
        """Fit the parts to the terminal, once Textual knows its size; in too small a one the game waits."""
        self.call_later(self._refit)

    def _refit(self) -> None:
        if not self._left:
            self._fit()
            self.proceed()

    @property
    def too_small(self) -> bool:
        """Whether the terminal has less than 80 columns or 24 rows."""
        return self.size.width < LEAST[0] or self.size.height < LEAST[1]

    def _fit(self) -> None:
        base = self.screen_stack[0]
        base.set_class(self.too_small, "small")
        base.set_class(self.size.width >= WIDE, "wide")
        base.query_one("#hand").styles.height = card_size(*self.size).height + 1

    # The pace of the game

    def proceed(self) -> None:
        """Let the others do what is theirs, until the person is asked or something is to be looked at."""
        self._cancel()
        if self._left:
            return
        while not (self._left or self._pausing()):
            delay = self._delay()
            if delay:
                self._timer = self.set_timer(delay, self._hurry)
                break
            self._step()
        self.show()
        if self.session.waits is Waits.OVER and not self.stops and not self.too_small:
            self._over()

    def _pausing(self) -> bool:
        if self.too_small or len(self.screen_stack) > 1:
            return True
        if self.stops:
            if self.stops[0] is Stop.TRICK and self.options.trick_stays:
                self._timer = self.set_timer(self.options.trick_stays, self._go_on)
            return True
        if self.session.waits is Waits.PERSON:
            return self._self_played() is None
        return self.session.waits in (Waits.OVER, Waits.DEALER)

    def _self_played(self) -> Action | None:
        seen = self.session.observation
        if seen is None:
            return None
        return formality(seen) or (last_card(seen) if self.options.last_card_plays else None)

    def _delay(self) -> float:
        played = self.session.waits in (Waits.BOT, Waits.PERSON)
        return self.options.bot_delay if played else 0

    def _step(self) -> None:
        if self.session.waits is Waits.PERSON:
            action = self._self_played()
            assert action is not None
            with self._keeping():
                self._after(self.session.act(action))
        else:
            drawing = self.session.waits is Waits.DRAW
            with self._keeping():
                self._after(self.session.step())
            if drawing and self.session.begun:
                self.stops.append(Stop.DRAWN)

    def _hurry(self) -> None:
        self._cancel()
        if not self._pausing():
            self._step()
        self.proceed()

    @contextmanager
    def _keeping(self) -> Generator[None]:
        """While something is put into the record: a record that cannot be written ends the sitting in a sentence."""
        try:
            yield
        except CannotKeep as error:
            self.fault = str(error)
            self.action_leave()

    def _after(self, happened: tuple[Event, ...]) -> None:
        self.notice = ""
        if any(isinstance(event, TrickTaken) for event in happened) and self.options.trick_stays != 0:
            self.stops.append(Stop.TRICK)
        if any(isinstance(event, DealScored) for event in happened) and Stop.DEAL not in self.stops:
            self.stops.append(Stop.DEAL)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        session, now = self.session, time.monotonic()
        elapsed, self._ticked = now - self._ticked, now
        if self._left or not session.clock or not session.begun or session.state.over or not session.state.deal:
            return
        session.seconds += elapsed
        if session.seconds >= session.clock and not session.game.bell:
            self.bell()
            with self._keeping():
                self._after(session.ring())
            self.notice = "The bell! " + ("This deal is played out." if session.state.in_deal else "")
            self.proceed()
        else:
            self.screen_stack[0].query_one(Header).show(self.look())

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        """Every key that no page takes."""
        event.stop()
        self.press(event.character if event.character and event.is_printable else event.key)

    def on_pressed(self, event: Pressed) -> None:
        """A click: the key painted there, or going on."""
        if event.key or self.stops:
            self.press(event.key or "enter")

    def press(self, key: str) -> None:
        """Do what a key means now; a key that means nothing says nothing."""
        key = key if len(key) == 1 else key.lower()
        if self._left:
            return
        if key == "q":
            self.action_leave()
        elif self.too_small or len(self.screen_stack) > 1:
            return
        elif key in self._pages():
            self._pages()[key]()
        elif self.stops and key in GO_ON:
            self._go_on()
        elif self.stops[:1] == [Stop.TRICK] and self.session.waits is Waits.PERSON:
            self.stops.pop(0)
            self._choose(key)
        elif self._timer is not None and key in GO_ON:
            self._hurry()
        else:
            self._choose(key)

    def _go_on(self) -> None:
        if self.stops:
            self.stops.pop(0)
        self.notice = ""
        self.proceed()

    def _choose(self, key: str) -> None:
        if self.session.waits is Waits.DEALER:
            self._name_dealer(key)
        seen = self.session.observation
        if seen is None or (self.stops and key != CLAIM):
            return
        action = self._only(seen) if key in GO_ON else meant(seen, key)
        if action is None:
            self.notice = self._hint(seen, key)
            self.show()
            return
        try:
            with self._keeping():
                self._after(self.session.act(action))
        except UkaError as error:
            self.notice = f"No: {error}."
            self.show()
            return
        self.proceed()

    def _only(self, seen: Observation) -> Action | None:
        return seen.legal_actions[0] if seen.my_turn and len(seen.legal_actions) == 1 else None

    def _hint(self, seen: Observation, key: str) -> str:
        if not seen.my_turn or len(key) > 1:
            return self.notice
        if seen.phase in ON_CARDS:
            return "Press the number under a card, or click it."
        return "Press one of the letters in brackets, or click it."

    def _name_dealer(self, key: str) -> None:
        named = {"1": self.session.seat, "2": self.session.seat.partner}.get(key)
        if named is not None:
            with self._keeping():
                self._after(self.session.name_dealer(named))
            self.stops.append(Stop.DRAWN)
            self.proceed()

    # Pages

    def _pages(self) -> dict[str, Callable[[], None]]:
        return {"?": self._help, "l": self._last_trick, "w": self._told, "x": self._options}

    def _sheet(self, sheet: Sheet) -> None:
        self._cancel()
        self.push_screen(sheet, lambda _: self.proceed())

    def _text(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(self.options.look.text, lines))

    def _help(self) -> None:
        self._sheet(Sheet("Help", lambda: self._text(help_lines(self.session.rules)), "↑ ↓ scroll · any key closes"))

    def _told(self) -> None:
        lines = self._text(tuple(line.text for line in self.session.story)) or ("Nothing yet.",)
        self._sheet(Sheet("What happened, the latest first", lambda: lines[::-1], "↑ ↓ scroll · any key closes"))

    def _last_trick(self) -> None:
        self._sheet(
            Sheet("The last trick", lambda: self._text(trick_lines(self.session.observation)), "any key closes")
        )

    def _options(self) -> None:
        self._sheet(OptionsSheet(lambda: self.options.lines, self._change))

    def _change(self, number: int) -> bool:
        changed = self.options.changed(number)
        self.options = changed or self.options
        return changed is not None

    def _over(self) -> None:
        if len(self.screen_stack) > 1:
            return
        sheet = Sheet("The game is over", lambda: self._text(final(self.session)), "[n] a new game   [q] quit", "nq")
        self.push_screen(sheet, self._after_game)

    def _after_game(self, key: str | None) -> None:
        if key != "n":
            self.action_leave()
            return
        self.session = self.session.again()
        self.stops = [Stop.START]
        self.notice = ""
        self.proceed()

    def action_leave(self) -> None:
        """Keep the record and go."""
        self._cancel()
        self._left = True
        self.exit()

    # The picture

    def show(self) -> None:
        """Paint what the session is now."""
        view = self.look()
        for part in self.screen_stack[0].query(Painted):
            part.show(view)

    def look(self) -> View:
        """The picture of the session as it is now."""
        stop = self.stops[0] if self.stops else None
        terminal = (self.size.width, self.size.height)
        hurry = self._timer is not None
        return picture(self.session, stop, self.options.look, terminal, notice=self.notice, hurry=hurry)


def play(session: Session, options: Options | None = None) -> None:
    """Play a session on this terminal until it is over or left; then say where its record is."""
    client = Client(session, options)
    try:
        client.run()
    finally:
        with suppress(CannotKeep):
            client.session.leave()
    if client.fault:
        raise CannotKeep(client.fault)
    print(farewell(client.session))


def farewell(session: Session) -> str:
    """What to say when the game is left: the result, or where it is kept."""
    kept = session.log.path
    if session.begun and session.state.over:
        return f"The game is over.{f' Its record is {kept}' if kept else ''}"
    return f"The game is kept. Go on with: uka play --resume {kept}" if kept else "The game was not kept."
