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
from uka.records import CannotKeep
from uka.solver import claims
from uka.table.events import Event, RestClaimed

from .choices import CLAIM, HINT, ON_CARDS, REST, formality, last_card, meant
from .coaching import Reviewing, hint_lines
from .options import Options
from .score import final
from .sheets import ErrandsSheet, OptionsSheet, Sheet, help_lines, offered, trick_lines
from .sitting import Asked, Sitting, Waits
from .story import rest_claimed, ruled
from .view import Stop, View, picture
from .widgets import Footer, HandOfCards, Header, Keys, Painted, Panel, Pressed, Prompt, Table, TooSmall, card_size

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

    def __init__(self, sitting: Sitting, options: Options | None = None) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.sitting = sitting
        self.options = options or Options()
        self.stops: list[Stop] = [Stop.START] if sitting.waits is Waits.DRAW else []
        self.notice = ""
        self.fault: UkaError | None = None
        self._left = False  # keys and resizes may still come while the screen is taken down
        self._timer: Timer | None = None
        self._ticked = self._stepped = time.monotonic()
        seen, now = sitting.observation, sitting.standing
        if seen and seen.over and now and not now.over:
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
        self.set_interval(1, self._tick)
        self.run_worker(self._attend())
        self._fit()
        self.proceed()

    async def _attend(self) -> None:
        try:
            await self.sitting.attend(self._woken)
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
        if self.sitting.waits is Waits.OVER and not self.stops and not self.too_small:
            self._over()

    def _woken(self) -> None:
        """Something happened elsewhere; what is shown now keeps its time."""
        if isinstance(self.screen, Sheet):
            if self.screen.passes and self.sitting.waits is not Waits.OVER:
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
        if self.stops:
            stays = self._stays(self.stops[0])
            if stays is not None:
                self._timer = self.set_timer(stays, self._go_on)
            return True
        if self.sitting.waits is Waits.PERSON:
            return self._self_played() is None
        return self.sitting.waits in (Waits.OVER, Waits.DEALER, Waits.OTHERS)

    def _stays(self, stop: Stop) -> float | None:
        """Seconds until a stop is over by itself: at a table the game has gone on, or the person is asked something."""
        if stop is Stop.TRICK:
            stays = self.options.trick_stays
            return 0.1 if stays and self.sitting.behind > HASTE else stays
        if not (self.sitting.behind or self.sitting.asked.offers):
            return None
        return DRAWN_STAYS if stop is Stop.DRAWN else 0.1

    def _self_played(self) -> Action | None:
        seen = self.sitting.observation
        if seen is None:
            return None
        return formality(seen) or (last_card(seen) if self.options.last_card_plays else None)

    def _delay(self) -> float:
        if self.sitting.waits is Waits.NEWS:
            passed = time.monotonic() - self._stepped
            return 0 if self.sitting.behind > HASTE else self.options.bot_delay - passed
        return self.options.bot_delay if self.sitting.waits in (Waits.BOT, Waits.PERSON) else 0

    def _step(self) -> None:
        self._stepped = time.monotonic()
        if self.sitting.waits is Waits.PERSON:
            action = self._self_played()
            assert action is not None
            self._do(lambda: self.sitting.act(action))
        else:
            self._do(self.sitting.step)

    def _hurry(self) -> None:
        self._cancel()
        if not self._pausing():
            self._step()
        self.proceed()

    def _do(self, what: Doing) -> None:
        """Let something happen, and stop at what is to be looked at."""
        undrawn = self.sitting.standing is None
        with self._keeping():
            self._after(what())
        if undrawn and self.sitting.standing is not None:
            self._stop(Stop.DRAWN)

    @contextmanager
    def _keeping(self) -> Generator[None]:
        """While something is put into the record: a record that cannot be written ends the sitting in a sentence."""
        try:
            yield
        except CannotKeep as error:
            self.fault = error
            self.action_leave()

    def _after(self, happened: tuple[Event, ...]) -> None:
        self.notice = ""
        for event in happened:
            match event:
                case TrickTaken() if self.options.trick_stays != 0:
                    self._stop(Stop.TRICK)
                case DealScored():
                    self._stop(Stop.DEAL)
                case RestClaimed(seat, cards):
                    self.notice = rest_claimed(seat, cards, self.sitting.names).text
                case BellRang(play_on):
                    self.bell()
                    self.notice = "The bell! " + ("This deal is played out." if play_on else "")
                case OfficialRuled():
                    self.notice = ruled(event, self.sitting.names).text
                case _:
                    pass

    def _stop(self, stop: Stop) -> None:
        if stop not in self.stops:
            self.stops.append(stop)

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
            happened = self.sitting.tick(elapsed)
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
        elif self.stops[:1] == [Stop.TRICK] and self.sitting.waits is Waits.PERSON:
            self.stops.pop(0)
            self._choose(key)
        elif self._timer is not None and key in GO_ON:
            self._hurry()
        else:
            self._choose(key)

    def _go_on(self) -> None:
        if self.stops and self.stops.pop(0) is Stop.DEAL:
            self.sitting.rested()
        self.notice = ""
        self.proceed()

    def _choose(self, key: str) -> None:
        offer = next((offer for offer in self.sitting.asked.offers if offer.key == key), None)
        if offer is not None and not self.stops:
            self._try(offer.do)
            return
        seen = self.sitting.observation
        if seen is None or (self.stops and key != CLAIM):
            return
        if key.lower() == REST and self.sitting.waits is Waits.PERSON and not claims.why_not(seen):
            self._claim()
            return
        if key.lower() == HINT and self.sitting.waits is Waits.PERSON:
            self._hint()
            return
        action = self._only(seen) if key in GO_ON else meant(seen, key)
        if action is None:
            self.notice = self._how(seen, key)
            self.show()
            return
        self._try(lambda: self.sitting.act(action))

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
        keys = offered(("y", "claim the rest"), ("n", "play on"))
        self.push_screen(Sheet("Claim the rest", lambda: CLAIMING, keys, "yn"), self._claimed)

    def _claimed(self, key: str | None) -> None:
        if key == "y":
            self._try(self.sitting.claim)
        else:
            self.proceed()

    def _hint(self) -> None:
        """Show what each choice is worth, once that is known."""
        lines = ["Thinking …"]
        sheet = Sheet("Hint, best first", lambda: self._text(tuple(lines)), "any key closes")
        self._sheet(sheet)
        self.run_worker(self._think(sheet, lines))

    async def _think(self, sheet: Sheet, lines: list[str]) -> None:
        try:
            lines[:] = hint_lines(await self.sitting.hint())
        except UkaError as error:
            lines[:] = [f"No: {error}."]
        self._renew(sheet)

    def _renew(self, sheet: Sheet) -> None:
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
        return pages | ({"t": self._errands} if self.sitting.errands.says else {})

    def _sheet(self, sheet: Sheet) -> None:
        self._cancel()
        self.push_screen(sheet, lambda _: self.proceed())

    def _text(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(self.options.look.text, lines))

    def _help(self) -> None:
        self._sheet(Sheet("Help", lambda: self._text(help_lines(self.sitting.rules)), "↑ ↓ scroll · any key closes"))

    def _told(self) -> None:
        lines = self._text(tuple(line.text for line in self.sitting.story)) or ("Nothing yet.",)
        self._sheet(Sheet("What happened, the latest first", lambda: lines[::-1], "↑ ↓ scroll · any key closes"))

    def _last_trick(self) -> None:
        lines = self._text(trick_lines(self.sitting.observation, self.sitting.names))
        self._sheet(Sheet("The last trick", lambda: lines, "any key closes"))

    def _options(self) -> None:
        self._sheet(OptionsSheet(lambda: self.options.lines, self._change))

    def _change(self, number: int) -> bool:
        changed = self.options.changed(number)
        self.options = changed or self.options
        return changed is not None

    def _errands(self) -> None:
        self._ask(lambda: self.sitting.errands)

    def _ask(self, asks: Callable[[], Asked]) -> None:
        self._cancel()
        page = ErrandsSheet(asks)
        self.push_screen(page, lambda key: self._run(page.asked, key))

    def _run(self, asked: Asked, key: str | None) -> None:
        offer = next((offer for offer in asked.offers if offer.key == key), None)
        if offer is None:
            self.proceed()
        elif further := offer.further:
            self._ask(lambda: further)
        else:
            self._try(offer.do)

    def _over(self) -> None:
        sitting, now = self.sitting, self.sitting.standing
        if len(self.screen_stack) > 1 or now is None:
            return
        keys = (
            ("n", sitting.another),
            ("r", "review"),
            ("t", "the table" if sitting.errands.says else ""),
            ("q", "quit"),
        )
        offers = tuple((key, label) for key, label in keys if label)
        lines = self._text(final(now, sitting.names, sitting.kept))
        accepted = "".join(key for key, _ in offers)
        sheet = Sheet("The game is over", lambda: lines, offered(*offers), accepted, passes=True)
        self.push_screen(sheet, self._after_game)

    def _after_game(self, key: str | None) -> None:
        if key == "q":
            self.action_leave()
            return
        if key in ("t", "r"):
            (self._errands if key == "t" else self._review)()
            return
        if key == "n":
            self.sitting = self.sitting.again()
        self.stops = [Stop.START] if self.sitting.waits is Waits.DRAW else []
        self.notice = ""
        self.proceed()

    def _review(self) -> None:
        """Look the game over, deal by deal; closing the page stops it."""
        reviewing = Reviewing()
        sheet = Sheet("Review, the worst first", lambda: self._text(reviewing.lines), "↑ ↓ scroll · any key closes")
        self._sheet(sheet)
        self.run_worker(self._look_over(sheet, reviewing))

    async def _look_over(self, sheet: Sheet, reviewing: Reviewing) -> None:
        try:
            async for found, total in self.sitting.review():
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
        for part in self.screen_stack[0].query(Painted):
            part.show(view)

    def look(self) -> View:
        """The picture of the game as it is now."""
        stop = self.stops[0] if self.stops else None
        terminal = (self.size.width, self.size.height)
        hurry = self._timer is not None
        return picture(self.sitting, stop, self.options.look, terminal, notice=self.notice, hurry=hurry)


def play(sitting: Sitting, options: Options | None = None) -> None:
    """Play a game on this terminal until it is over or left; then say where its record is."""
    client = Client(sitting, options)
    try:
        client.run()
    finally:
        with suppress(CannotKeep):
            client.sitting.leave()
    if client.fault:
        raise client.fault
    print(client.sitting.farewell)
