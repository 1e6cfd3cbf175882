"""The base class of the application that decides when bots act and when the screen pauses."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeAlias

from textual.app import App
from textual.timer import Timer

from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.events import BellRang, DealScored, OfficialRuled, TrickTaken
from uka.narration.story import claim_line, ruling_line
from uka.records import RecordNotWritten
from uka.table.events import GameOrTableEvent, RestClaimed

from .games.interface import TerminalGame, WaitingFor
from .screen.contents import PausePoint
from .screen.dialogs import TextDialog
from .screen.keys import forced_pass, play_of_last_card
from .screen.options import TerminalOptions

LEAST_SIZE = (80, 24)
"""The size of the smallest terminal that is large enough, in columns and rows."""
DRAW_SECONDS = 4.0
"""How long the finished draw for dealer stays on the screen after other people have continued."""
MAX_BACKLOG = 4
"""If more updates than this number wait to be shown, the screen shows them without pauses."""
GameStep: TypeAlias = Callable[[], tuple[GameOrTableEvent, ...]]
"""A function that changes a game and returns the events that the person sees."""


class PacedApp(App[None]):
    """An application that shows a game slowly enough for a person to follow."""

    def __init__(self, game: TerminalGame, options: TerminalOptions | None = None) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.game = game
        self.options = options or TerminalOptions()
        self.pauses: list[PausePoint] = [PausePoint.START] if game.waiting_for is WaitingFor.DRAW else []
        """The points at which the screen pauses, one after the other."""
        self.notice = ""
        """What the screen says below the prompt, such as why a choice was refused."""
        self.fault: UkaError | None = None
        """The error that ended the game, if there is one."""
        self._left = False  # true while Textual closes the screen; keys and resizes may still arrive then
        self._timer: Timer | None = None
        self._last_tick = time.monotonic()
        self._last_step = time.monotonic()
        seen, score = game.observation, game.score
        if seen and seen.over and score and not score.over:
            self.pauses.append(PausePoint.DEAL)

    def repaint(self) -> None:
        """Paint the current state of the game."""
        raise NotImplementedError

    def show_result(self) -> None:
        """Show the result of the finished game."""
        raise NotImplementedError

    @property
    def too_small(self) -> bool:
        """Whether the terminal has fewer than 80 columns or 24 rows."""
        least_width, least_height = LEAST_SIZE
        return self.size.width < least_width or self.size.height < least_height

    def proceed(self) -> None:
        """Let the game take steps until it has to wait or the screen pauses. Show the result when the game is over."""
        self._cancel_timer()
        if self._left:
            return
        while not (self._left or self._must_wait()):
            delay = self._delay()
            if delay > 0:
                self._timer = self.set_timer(delay, self._step_now)
                break
            self._step()
        self.repaint()
        if self.game.waiting_for is WaitingFor.OVER and not self.pauses and not self.too_small:
            self.show_result()

    def _on_server_update(self) -> None:
        """Process an update from the server. The update does not shorten a pause of the screen."""
        if isinstance(self.screen, TextDialog):
            if self.screen.closes_with_game and self.game.waiting_for is not WaitingFor.OVER:
                self.screen.close("")
            elif self.screen.is_mounted:
                self.screen.renew()
        if self._timer is None:
            self.proceed()
        elif not self._left:
            self.repaint()

    def _must_wait(self) -> bool:
        """Return whether the screen pauses or the game waits for a person. Set the timer that ends a pause, if any."""
        if self.too_small or len(self.screen_stack) > 1:
            return True
        if self.pauses:
            seconds = self._pause_seconds(self.pauses[0])
            if seconds is not None:
                self._timer = self.set_timer(seconds, self._end_pause)
            return True
        if self.game.waiting_for is WaitingFor.PERSON:
            return self._automatic_action() is None
        return self.game.waiting_for in (WaitingFor.OVER, WaitingFor.DEALER, WaitingFor.OTHERS)

    def _pause_seconds(self, pause: PausePoint) -> float | None:
        """Return the number of seconds until a pause ends. Return None if only a key ends the pause."""
        if pause is PausePoint.TRICK:
            seconds = self.options.trick_stays
            return 0.1 if seconds and self.game.backlog > MAX_BACKLOG else seconds
        if not (self.game.backlog or self.game.question_menu.items):
            return None
        return DRAW_SECONDS if pause is PausePoint.DRAWN else 0.1

    def _automatic_action(self) -> Action | None:
        """Return the action that the client takes without asking the person, or None if the person must choose."""
        seen = self.game.observation
        if seen is None:
            return None
        return forced_pass(seen) or (play_of_last_card(seen) if self.options.last_card_plays else None)

    def _delay(self) -> float:
        """Return the seconds to wait before the next step of the game. Zero or less means that no wait is needed."""
        if self.game.waiting_for is WaitingFor.NEWS:
            passed = time.monotonic() - self._last_step
            return 0 if self.game.backlog > MAX_BACKLOG else self.options.bot_delay - passed
        return self.options.bot_delay if self.game.waiting_for in (WaitingFor.BOT, WaitingFor.PERSON) else 0

    def _step(self) -> None:
        """Let the game take its next step, or take the person's automatic action if it is the person's turn."""
        self._last_step = time.monotonic()
        action = self._automatic_action() if self.game.waiting_for is WaitingFor.PERSON else None
        if action is None:
            self._take_step(self.game.step)
        else:
            self._take_step(lambda: self.game.act(action))

    def _step_now(self) -> None:
        """Let the game take its next step without further delay, unless the screen pauses."""
        self._cancel_timer()
        if not self._must_wait():
            self._step()
        self.proceed()

    def _take_step(self, step: GameStep) -> None:
        """Take a step of the game. If the step has events that the person should see, pause the screen."""
        dealer_unknown = self.game.score is None
        with self._leaving_if_not_written():
            self._react_to(step())
        if dealer_unknown and self.game.score is not None:
            self._pause_at(PausePoint.DRAWN)

    @contextmanager
    def _leaving_if_not_written(self) -> Generator[None]:
        """If the ``with`` body cannot write the record, close the client, and keep the error in ``fault``."""
        try:
            yield
        except RecordNotWritten as error:
            self.fault = error
            self.action_leave()

    def _react_to(self, events: tuple[GameOrTableEvent, ...]) -> None:
        """Add the pauses that ``events`` require. Set the notice to a sentence about a claim, a bell or a ruling."""
        self.notice = ""
        for event in events:
            match event:
                case TrickTaken() if self.options.trick_stays != 0:
                    self._pause_at(PausePoint.TRICK)
                case DealScored():
                    self._pause_at(PausePoint.DEAL)
                case RestClaimed(seat, cards):
                    self.notice = claim_line(seat, cards, self.game.names).text
                case BellRang(play_on):
                    self.bell()
                    self.notice = "The bell! Last deal: play it out." if play_on else "The bell!"
                case OfficialRuled():
                    self.notice = ruling_line(event, self.game.names).text
                case _:
                    pass

    def _end_pause(self) -> None:
        """End the first pause of the screen. After the pause at the end of a deal, say that the person is ready."""
        if self.pauses and self.pauses.pop(0) is PausePoint.DEAL:
            self.game.ready_for_next_deal()
        self.notice = ""
        self.proceed()

    def _pause_at(self, pause: PausePoint) -> None:
        if pause not in self.pauses:
            self.pauses.append(pause)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        """Tell the game how much time has passed. Handle the events that this causes, such as the bell."""
        now = time.monotonic()
        elapsed = now - self._last_tick
        self._last_tick = now
        if self._left:
            return
        events = tuple[GameOrTableEvent, ...]()
        with self._leaving_if_not_written():
            events = self.game.advance_clock(elapsed)
        if events:
            self._react_to(events)
            self.proceed()
        else:
            self.repaint()

    def _try(self, step: GameStep) -> None:
        """Perform the person's choice, ``step``, or show why the game refuses that choice."""
        try:
            self._take_step(step)
        except UkaError as error:
            self.notice = f"No: {error}."
            self.repaint()
            return
        self.proceed()

    def action_leave(self) -> None:
        """Close the client. The record of the game remains on disk."""
        self._cancel_timer()
        self._left = True
        self.exit()
