"""The terminal client: shows a game, sends it the person's choices, and keeps the pace of the others."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import ClassVar, TypeAlias

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.events import BellRang, DealScored, OfficialRuled, TrickTaken
from uka.core.observation import Observation
from uka.narration.story import claim_line, ruling_line
from uka.records import RecordNotWritten
from uka.solver import claims
from uka.table.events import Event, RestClaimed

from .games.interface import Menu, TerminalGame, WaitingFor
from .screen.advice import ReviewProgress, hint_lines
from .screen.contents import PausePoint, ScreenContents, screen_contents
from .screen.dialogs import MenuDialog, OptionsDialog, TextDialog, help_lines, key_lines, trick_lines
from .screen.keys import CLAIM, HINT, ON_CARDS, REST, action_of_key, last_card, only_answer
from .screen.options import TerminalOptions
from .screen.score import final_lines
from .screen.widgets import (
    CanvasWidget,
    FooterWidget,
    HandWidget,
    HeaderWidget,
    KeyClicked,
    KeysWidget,
    PanelWidget,
    PromptWidget,
    TableWidget,
    TooSmallWidget,
    card_size,
)

LEAST = (80, 24)
WIDE = 100
GO_ON = ("enter", "space", " ")
DRAWN_STAYS = 4.0
"""Seconds that a draw stays once others have gone on."""
HASTE = 4
"""Happenings not shown yet, from which on nothing stays and nobody takes their time."""
CLAIMING = (
    "You show your hand and take every trick that is left, if from what you can",
    "see they are yours whatever the others hold.",
    "",
    "If that is not certain, nothing is shown, and you play on.",
)
Doing: TypeAlias = Callable[[], tuple[Event, ...]]


class TerminalApp(App[None]):
    """One person's game on a terminal."""

    TITLE = "Uka"
    CSS_PATH = "client.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", show=False, priority=True, system=True),
        Binding("ctrl+q", "leave", show=False, priority=True, system=True),
    ]

    def __init__(self, game: TerminalGame, options: TerminalOptions | None = None) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.game = game
        self.options = options or TerminalOptions()
        self.pauses: list[PausePoint] = [PausePoint.START] if game.waiting_for is WaitingFor.DRAW else []
        self.notice = ""
        self.fault: UkaError | None = None
        self._left = False  # keys and resizes may still come while the screen is taken down
        self._timer: Timer | None = None
        self._ticked = self._stepped = time.monotonic()
        seen, now = game.observation, game.score
        if seen and seen.over and now and not now.over:
            self.pauses.append(PausePoint.DEAL)

    def compose(self) -> ComposeResult:
        """The parts of the screen, top to bottom."""
        yield HeaderWidget(id="header")
        with Horizontal(id="middle"):
            with Vertical(id="felt"):
                yield TableWidget(id="table")
                yield HandWidget(id="hand")
            yield PanelWidget(id="panel")
        yield PromptWidget(id="prompt")
        yield KeysWidget(id="keys")
        yield FooterWidget(id="footer")
        yield TooSmallWidget(id="small")

    def on_mount(self) -> None:
        """Start the clock and the game."""
        self.set_interval(1, self._tick)
        self.run_worker(self._attend())
        self._fit()
        self.proceed()

    async def _attend(self) -> None:
        try:
            await self.game.listen(self._woken)
        except UkaError as error:
            self.fault = error
            self.action_leave()

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
            if delay > 0:
                self._timer = self.set_timer(delay, self._hurry)
                break
            self._step()
        self.show()
        if self.game.waiting_for is WaitingFor.OVER and not self.pauses and not self.too_small:
            self._over()

    def _woken(self) -> None:
        """Something happened elsewhere; what is shown now keeps its time."""
        if isinstance(self.screen, TextDialog):
            if self.screen.passes and self.game.waiting_for is not WaitingFor.OVER:
                self.screen.close("")
            elif self.screen.is_mounted:
                self.screen.renew()
        if self._timer is None:
            self.proceed()
        elif not self._left:
            self.show()

    def _pausing(self) -> bool:
        if self.too_small or len(self.screen_stack) > 1:
            return True
        if self.pauses:
            stays = self._stays(self.pauses[0])
            if stays is not None:
                self._timer = self.set_timer(stays, self._go_on)
            return True
        if self.game.waiting_for is WaitingFor.PERSON:
            return self._self_played() is None
        return self.game.waiting_for in (WaitingFor.OVER, WaitingFor.DEALER, WaitingFor.OTHERS)

    def _stays(self, pause: PausePoint) -> float | None:
        """Seconds until a pause ends by itself; None: it ends with a key."""
        if pause is PausePoint.TRICK:
            stays = self.options.trick_stays
            return 0.1 if stays and self.game.backlog > HASTE else stays
        if not (self.game.backlog or self.game.menu.items):
            return None
        return DRAWN_STAYS if pause is PausePoint.DRAWN else 0.1

    def _self_played(self) -> Action | None:
        seen = self.game.observation
        if seen is None:
            return None
        return only_answer(seen) or (last_card(seen) if self.options.last_card_plays else None)

    def _delay(self) -> float:
        if self.game.waiting_for is WaitingFor.NEWS:
            passed = time.monotonic() - self._stepped
            return 0 if self.game.backlog > HASTE else self.options.bot_delay - passed
        return self.options.bot_delay if self.game.waiting_for in (WaitingFor.BOT, WaitingFor.PERSON) else 0

    def _step(self) -> None:
        self._stepped = time.monotonic()
        if self.game.waiting_for is WaitingFor.PERSON:
            action = self._self_played()
            assert action is not None
            self._do(lambda: self.game.act(action))
        else:
            self._do(self.game.step)

    def _hurry(self) -> None:
        self._cancel()
        if not self._pausing():
            self._step()
        self.proceed()

    def _do(self, what: Doing) -> None:
        """Let something happen, and pause at what is to be looked at."""
        undrawn = self.game.score is None
        with self._keeping():
            self._after(what())
        if undrawn and self.game.score is not None:
            self._pause_at(PausePoint.DRAWN)

    @contextmanager
    def _keeping(self) -> Generator[None]:
        """While something is put into the record: a record that cannot be written ends the game in a sentence."""
        try:
            yield
        except RecordNotWritten as error:
            self.fault = error
            self.action_leave()

    def _after(self, happened: tuple[Event, ...]) -> None:
        self.notice = ""
        for event in happened:
            match event:
                case TrickTaken() if self.options.trick_stays != 0:
                    self._pause_at(PausePoint.TRICK)
                case DealScored():
                    self._pause_at(PausePoint.DEAL)
                case RestClaimed(seat, cards):
                    self.notice = claim_line(seat, cards, self.game.names).text
                case BellRang(play_on):
                    self.bell()
                    self.notice = "The bell! " + ("This deal is played out." if play_on else "")
                case OfficialRuled():
                    self.notice = ruling_line(event, self.game.names).text
                case _:
                    pass

    def _pause_at(self, pause: PausePoint) -> None:
        if pause not in self.pauses:
            self.pauses.append(pause)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        now = time.monotonic()
        elapsed, self._ticked = now - self._ticked, now
        if self._left:
            return
        happened = tuple[Event, ...]()
        with self._keeping():
            happened = self.game.tick(elapsed)
        if happened:
            self._after(happened)
            self.proceed()
        else:
            self.show()

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        """Every key that no page takes."""
        event.stop()
        self.press(event.character if event.character and event.is_printable else event.key)

    def on_key_clicked(self, event: KeyClicked) -> None:
        """A click: the key painted there, or going on."""
        if event.key or self.pauses:
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
        elif self.pauses and key in GO_ON:
            self._go_on()
        elif self.pauses[:1] == [PausePoint.TRICK] and self.game.waiting_for is WaitingFor.PERSON:
            self.pauses.pop(0)
            self._choose(key)
        elif self._timer is not None and key in GO_ON:
            self._hurry()
        else:
            self._choose(key)

    def _go_on(self) -> None:
        if self.pauses and self.pauses.pop(0) is PausePoint.DEAL:
            self.game.ready_for_next_deal()
        self.notice = ""
        self.proceed()

    def _choose(self, key: str) -> None:
        item = next((item for item in self.game.menu.items if item.key == key), None)
        if item is not None and not self.pauses:
            self._try(item.run)
            return
        seen = self.game.observation
        if seen is None or (self.pauses and key != CLAIM):
            return
        if key.lower() == REST and self.game.waiting_for is WaitingFor.PERSON and not claims.why_not(seen):
            self._claim()
            return
        if key.lower() == HINT and self.game.waiting_for is WaitingFor.PERSON:
            self._hint()
            return
        action = self._only(seen) if key in GO_ON else action_of_key(seen, key)
        if action is None:
            self.notice = self._how(seen, key)
            self.show()
            return
        self._try(lambda: self.game.act(action))

    def _try(self, what: Doing) -> None:
        """Do what the person wants, or say why it may not be."""
        try:
            self._do(what)
        except UkaError as error:
            self.notice = f"No: {error}."
            self.show()
            return
        self.proceed()

    def _claim(self) -> None:
        """Ask whether the rest is to be claimed."""
        self._cancel()
        keys = key_lines(("y", "claim the rest"), ("n", "play on"))
        self.push_screen(TextDialog("Claim the rest", lambda: CLAIMING, keys, "yn"), self._claimed)

    def _claimed(self, key: str | None) -> None:
        if key == "y":
            self._try(self.game.claim)
        else:
            self.proceed()

    def _hint(self) -> None:
        """Show what each choice is worth, once that is known."""
        lines = ["Thinking …"]
        sheet = TextDialog("Hint, best first", lambda: self._text(tuple(lines)), "any key closes")
        self._sheet(sheet)
        self.run_worker(self._think(sheet, lines))

    async def _think(self, sheet: TextDialog, lines: list[str]) -> None:
        try:
            lines[:] = hint_lines(await self.game.hint())
        except UkaError as error:
            lines[:] = [f"No: {error}."]
        self._renew(sheet)

    def _renew(self, sheet: TextDialog) -> None:
        if sheet.is_mounted and not sheet.closed:
            sheet.renew()

    def _only(self, seen: Observation) -> Action | None:
        return seen.legal_actions[0] if seen.my_turn and len(seen.legal_actions) == 1 else None

    def _how(self, seen: Observation, key: str) -> str:
        if not seen.my_turn or len(key) > 1:
            return self.notice
        if seen.phase in ON_CARDS:
            return "Press the number under a card, or click it."
        return "Press one of the letters in brackets, or click it."

    # Pages

    def _pages(self) -> dict[str, Callable[[], None]]:
        pages = {"?": self._help, "l": self._last_trick, "w": self._told, "x": self._options}
        return pages | ({"t": self._errands} if self.game.table_menu.text else {})

    def _sheet(self, sheet: TextDialog) -> None:
        self._cancel()
        self.push_screen(sheet, lambda _: self.proceed())

    def _text(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(self.options.look.text, lines))

    def _help(self) -> None:
        self._sheet(TextDialog("Help", lambda: self._text(help_lines(self.game.rules)), "↑ ↓ scroll · any key closes"))

    def _told(self) -> None:
        lines = self._text(tuple(line.text for line in self.game.story)) or ("Nothing yet.",)
        self._sheet(TextDialog("What happened, the latest first", lambda: lines[::-1], "↑ ↓ scroll · any key closes"))

    def _last_trick(self) -> None:
        lines = self._text(trick_lines(self.game.observation, self.game.names))
        self._sheet(TextDialog("The last trick", lambda: lines, "any key closes"))

    def _options(self) -> None:
        self._sheet(OptionsDialog(lambda: self.options.lines, self._change))

    def _change(self, number: int) -> bool:
        changed = self.options.changed(number)
        self.options = changed or self.options
        return changed is not None

    def _errands(self) -> None:
        self._ask(lambda: self.game.table_menu)

    def _ask(self, asks: Callable[[], Menu]) -> None:
        self._cancel()
        page = MenuDialog(asks)
        self.push_screen(page, lambda key: self._run(page.menu, key))

    def _run(self, menu: Menu, key: str | None) -> None:
        item = next((item for item in menu.items if item.key == key), None)
        if item is None:
            self.proceed()
        elif submenu := item.submenu:
            self._ask(lambda: submenu)
        else:
            self._try(item.run)

    def _over(self) -> None:
        game, now = self.game, self.game.score
        if len(self.screen_stack) > 1 or now is None:
            return
        keys = (
            ("n", game.next_game_label),
            ("r", "review"),
            ("t", "the table" if game.table_menu.text else ""),
            ("q", "quit"),
        )
        offers = tuple((key, label) for key, label in keys if label)
        lines = self._text(final_lines(now, game.names, game.record_note))
        accepted = "".join(key for key, _ in offers)
        sheet = TextDialog("The game is over", lambda: lines, key_lines(*offers), accepted, passes=True)
        self.push_screen(sheet, self._after_game)

    def _after_game(self, key: str | None) -> None:
        if key == "q":
            self.action_leave()
            return
        if key in ("t", "r"):
            (self._errands if key == "t" else self._review)()
            return
        if key == "n":
            self.game = self.game.next_game()
        self.pauses = [PausePoint.START] if self.game.waiting_for is WaitingFor.DRAW else []
        self.notice = ""
        self.proceed()

    def _review(self) -> None:
        """Look the game over, deal by deal; closing the page pauses it."""
        reviewing = ReviewProgress()
        sheet = TextDialog(
            "Review, the worst first", lambda: self._text(reviewing.lines), "↑ ↓ scroll · any key closes"
        )
        self._sheet(sheet)
        self.run_worker(self._look_over(sheet, reviewing))

    async def _look_over(self, sheet: TextDialog, reviewing: ReviewProgress) -> None:
        try:
            async for found, total in self.game.review():
                reviewing.found.append(found)
                reviewing.total = total
                self._renew(sheet)
                if sheet.closed:
                    return
        except UkaError as error:
            reviewing.fault = f"No: {error}."
            self._renew(sheet)

    def action_leave(self) -> None:
        """Keep the record and go."""
        self._cancel()
        self._left = True
        self.exit()

    # The picture

    def show(self) -> None:
        """Paint what the game is now."""
        view = self.look()
        for part in self.screen_stack[0].query(CanvasWidget):
            part.show(view)

    def look(self) -> ScreenContents:
        """The picture of the game as it is now."""
        pause = self.pauses[0] if self.pauses else None
        terminal = (self.size.width, self.size.height)
        hurry = self._timer is not None
        return screen_contents(self.game, pause, self.options.look, terminal, notice=self.notice, hurry=hurry)


def play(game: TerminalGame, options: TerminalOptions | None = None) -> None:
    """Play a game on this terminal until it is over or left; then say where its record is."""
    client = TerminalApp(game, options)
    try:
        client.run()
    finally:
        with suppress(RecordNotWritten):
            client.game.leave()
    if client.fault:
        raise client.fault
    print(client.game.farewell)
