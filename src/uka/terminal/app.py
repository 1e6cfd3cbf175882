"""The Textual application that shows a game and passes the person's choices to it."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.records import RecordNotWritten
from uka.solver import claims
from uka.text.printable import printable

from .games.interface import TerminalGame, WaitingFor
from .paged_app import PagedApp
from .screen.contents import PausePoint, ScreenContents, screen_contents
from .screen.keys import CLAIM, HINT, ON_CARDS, REST, action_of_key, plays_alone
from .screen.options import TerminalOptions
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

WIDE = 100
GO_ON = ("enter", "space", " ")


class TerminalApp(PagedApp):
    """The application that shows one person's game on a terminal."""

    TITLE = "Uka"
    CSS_PATH = "client.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", show=False, priority=True, system=True),
        Binding("ctrl+q", "leave", show=False, priority=True, system=True),
    ]

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen, from top to bottom."""
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
        """Start the timer that counts the game's time, and start the game."""
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
        """Fit the widgets to the size of the terminal. If the terminal is too small, the game pauses."""
        self.call_later(self._refit)

    def _refit(self) -> None:
        if not self._left:
            self._fit()
            self.proceed()

    def _fit(self) -> None:
        base = self.screen_stack[0]
        base.set_class(self.too_small, "small")
        base.set_class(self.size.width >= WIDE, "wide")
        base.query_one("#hand").styles.height = card_size(*self.size).height + 1

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        """Handle a key that no dialog handles."""
        event.stop()
        self.press(event.character if event.character and event.is_printable else event.key)

    def on_key_clicked(self, event: KeyClicked) -> None:
        """Handle a click. A click on a key on the screen presses that key. Any other click continues the game."""
        if event.key or self.pauses:
            self.press(event.key or "enter")

    def press(self, key: str) -> None:
        """Perform the action that a key has in the current state of the game. Ignore a key without a meaning."""
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
        if plays_alone(action) and action in seen.legal_actions and len(seen.legal_actions) > 1:
            self._confirm_alone(action)
            return
        self._try(lambda: self.game.act(action))

    def _only(self, seen: Observation) -> Action | None:
        return seen.legal_actions[0] if seen.my_turn and len(seen.legal_actions) == 1 else None

    def _how(self, seen: Observation, key: str) -> str:
        if not seen.my_turn or len(key) > 1:
            return self.notice
        if seen.phase in ON_CARDS:
            return "Press the number under a card, or click it."
        return "Press one of the letters in brackets, or click it."

    # Drawing

    def show(self) -> None:
        """Paint the current state of the game."""
        view = self.look()
        for part in self.screen_stack[0].query(CanvasWidget):
            part.show(view)

    def look(self) -> ScreenContents:
        """Return the contents of the screen for the current state of the game."""
        pause = self.pauses[0] if self.pauses else None
        terminal = (self.size.width, self.size.height)
        hurry = self._timer is not None
        return screen_contents(self.game, pause, self.options.look, terminal, notice=self.notice, hurry=hurry)


def play(game: TerminalGame, options: TerminalOptions | None = None) -> None:
    """Play a game on this terminal until the person leaves. Then print where the game's record is saved.

    If an error ended the game, raise that error.
    """
    client = TerminalApp(game, options)
    try:
        client.run()
    finally:
        with suppress(RecordNotWritten):
            client.game.leave()
    if client.fault:
        raise client.fault
    print(printable(client.game.farewell))
