"""The part of the application that controls the pace: it decides when bots act and when the screen pauses."""

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
from .screen.keys import last_card, only_answer
from .screen.options import TerminalOptions

LEAST = (80, 24)
"""The size of the smallest terminal that is large enough, in columns and rows."""
DRAWN_STAYS = 4.0
"""The time for which the finished draw for dealer stays on the screen after other people have continued, in seconds."""
HASTE = 4
"""If more updates than this number wait to be shown, the screen shows them without pauses."""
GameStep: TypeAlias = Callable[[], tuple[GameOrTableEvent, ...]]


class PacedApp(App[None]):
    """The base class that controls the pace of the game.

    ``pauses`` holds the points at which the screen waits. ``fault`` is the error that ended the game, or None.
    """

    def __init__(self, game: TerminalGame, options: TerminalOptions | None = None) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.game = game
        self.options = options or TerminalOptions()
        self.pauses: list[PausePoint] = [PausePoint.START] if game.waiting_for is WaitingFor.DRAW else []
        self.notice = ""
        self.fault: UkaError | None = None
        self._left = False  # true while Textual closes the screen; keys and resizes may still arrive then
        self._timer: Timer | None = None
        self._ticked = self._stepped = time.monotonic()
        seen, now = game.observation, game.score
        if seen and seen.over and now and not now.over:
            self.pauses.append(PausePoint.DEAL)

    def show(self) -> None:
        """Paint the current state of the game."""
        raise NotImplementedError

    def show_result(self) -> None:
        """Show the result of the finished game."""
        raise NotImplementedError

    @property
    def too_small(self) -> bool:
        """Whether the terminal has fewer than 80 columns or 24 rows."""
        return self.size.width < LEAST[0] or self.size.height < LEAST[1]

    def proceed(self) -> None:
        """Let the game take steps until it waits for the person, or until the screen pauses."""
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
            self.show_result()

    def _woken(self) -> None:
        """Process an update from the server. The update does not shorten a pause of the screen."""
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
        """Return the number of seconds until a pause ends. Return None if only a key ends the pause."""
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

    def _do(self, step: GameStep) -> None:
        """Take a step of the game. If the step has events that the person should see, pause the screen."""
        undrawn = self.game.score is None
        with self._recording():
            self._after(step())
        if undrawn and self.game.score is not None:
            self._pause_at(PausePoint.DRAWN)

    @contextmanager
    def _recording(self) -> Generator[None]:
        """If the ``with`` body cannot write the record, end the game with a sentence about that error."""
        try:
            yield
        except RecordNotWritten as error:
            self.fault = error
            self.action_leave()

    def _after(self, happened: tuple[GameOrTableEvent, ...]) -> None:
        """Set the pauses of the screen and the notice to the person that these events require."""
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
                    self.notice = "The bell! " + ("Last deal: play it out." if play_on else "")
                case OfficialRuled():
                    self.notice = ruling_line(event, self.game.names).text
                case _:
                    pass

    def _go_on(self) -> None:
        if self.pauses and self.pauses.pop(0) is PausePoint.DEAL:
            self.game.ready_for_next_deal()
        self.notice = ""
        self.proceed()

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
        happened = tuple[GameOrTableEvent, ...]()
        with self._recording():
            happened = self.game.tick(elapsed)
        if happened:
            self._after(happened)
            self.proceed()
        else:
            self.show()

    def _try(self, step: GameStep) -> None:
        """Perform the person's choice, or show why the game refuses it."""
        try:
            self._do(step)
        except UkaError as error:
            self.notice = f"No: {error}."
            self.show()
            return
        self.proceed()

    def action_leave(self) -> None:
        """Close the client. The record of the game remains on disk."""
        self._cancel()
        self._left = True
        self.exit()
