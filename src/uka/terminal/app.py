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

from .dialog_app import DialogApp
from .games.interface import TerminalGame, WaitingFor
from .screen.contents import PausePoint, ScreenContents, screen_contents
from .screen.keys import CLAIM, HINT, ON_CARDS, REST, action_of_key, is_alone
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
"""The number of columns from which on the style sheet uses the layout for wide terminals."""
GO_ON_KEYS = ("enter", "space", " ")
"""The keys that end a pause, hurry the bots, or take the only legal action."""


class TerminalApp(DialogApp):
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
        """Start the timer that counts the game's time, receive the server's updates, and start the game."""
        self.set_interval(1, self._tick)
        self.run_worker(self._listen())
        self._fit_widgets()
        self.proceed()

    async def _listen(self) -> None:
        """Receive the server's updates. If the connection ends with an error, keep the error, and close the client."""
        try:
            await self.game.listen(self._on_server_update)
        except UkaError as error:
            self.fault = error
            self.action_leave()

    def on_resize(self) -> None:
        """Fit the widgets to the new size of the terminal. If the terminal is too small, the game pauses."""
        self.call_later(self._continue_in_new_size)

    def _continue_in_new_size(self) -> None:
        if not self._left:
            self._fit_widgets()
            self.proceed()

    def _fit_widgets(self) -> None:
        """Choose the layout, and the height of the hand, for the size of the terminal."""
        base = self.screen_stack[0]
        base.set_class(self.too_small, "small")
        base.set_class(self.size.width >= WIDE, "wide")
        base.query_one("#hand").styles.height = card_size(*self.size).height + 1

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        """Handle a key that was pressed while no dialog is open."""
        event.stop()
        self.press(event.character if event.character and event.is_printable else event.key)

    def on_key_clicked(self, event: KeyClicked) -> None:
        """Press the key that the person clicked. A click where the screen shows no key ends a pause of the screen."""
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
        elif key in self._dialog_keys():
            self._dialog_keys()[key]()
        elif self.pauses and key in GO_ON_KEYS:
            self._end_pause()
        elif self.pauses and self.pauses[0] is PausePoint.TRICK and self.game.waiting_for is WaitingFor.PERSON:
            self.pauses.pop(0)  # the person plays the next card without waiting for the end of the pause
            self._choose(key)
        elif self._timer is not None and key in GO_ON_KEYS:
            self._step_now()
        else:
            self._choose(key)

    def _choose(self, key: str) -> None:
        """Do what ``key`` stands for: choose an item of the menu, claim the tricks, open the hint, or act in the deal.

        If ``key`` stands for nothing, show which keys to press.
        """
        item = next((item for item in self.game.question_menu.items if item.key == key), None)
        if item is not None and not self.pauses:
            self._try(item.run)
            return
        seen = self.game.observation
        if seen is None or (self.pauses and key != CLAIM):
            return
        persons_turn = self.game.waiting_for is WaitingFor.PERSON
        if persons_turn and key.lower() == REST and not claims.why_not(seen):
            self._confirm_claim()
        elif persons_turn and key.lower() == HINT:
            self._open_hint()
        else:
            self._choose_action(seen, key)

    def _choose_action(self, seen: Observation, key: str) -> None:
        """Perform the action in the deal that ``key`` stands for, or show which keys to press if it stands for none."""
        action = self._only_action(seen) if key in GO_ON_KEYS else action_of_key(seen, key)
        if action is None:
            self.notice = self._advice_on_keys(seen, key)
            self.repaint()
        elif is_alone(action) and action in seen.legal_actions and len(seen.legal_actions) > 1:
            self._confirm_alone(action)
        else:
            self._try(lambda: self.game.act(action))

    def _only_action(self, seen: Observation) -> Action | None:
        return seen.legal_actions[0] if seen.my_turn and len(seen.legal_actions) == 1 else None

    def _advice_on_keys(self, seen: Observation, key: str) -> str:
        """Return a sentence that says which keys to press, or the present notice while it is not the person's turn."""
        if not seen.my_turn or len(key) > 1:
            return self.notice
        if seen.phase in ON_CARDS:
            return "Press the number under a card, or click it."
        return "Press one of the letters in brackets, or click it."

    # Drawing

    def repaint(self) -> None:
        """Paint the current state of the game."""
        contents = self.contents()
        for widget in self.screen_stack[0].query(CanvasWidget):
            widget.show(contents)

    def contents(self) -> ScreenContents:
        """Return the contents of the screen for the current state of the game."""
        pause = self.pauses[0] if self.pauses else None
        terminal = (self.size.width, self.size.height)
        bots_wait = self._timer is not None
        style = self.options.card_style
        return screen_contents(self.game, pause, style, terminal, notice=self.notice, bots_wait=bots_wait)


def play(game: TerminalGame, options: TerminalOptions | None = None) -> None:
    """Show a game on this terminal until the person leaves. Then print how the game can be continued.

    If an error ended the game, raise that error.
    """
    app = TerminalApp(game, options)
    try:
        app.run()
    finally:
        with suppress(RecordNotWritten):
            app.game.leave()
    if app.fault:
        raise app.fault
    print(printable(app.game.farewell))
