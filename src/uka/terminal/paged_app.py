"""The part of the application with dialogs: help, hints, claims, reviews, options, the table's menu and the result."""

from __future__ import annotations

from collections.abc import Callable

from uka.core.actions import Action
from uka.core.errors import UkaError

from .games.interface import Menu, WaitingFor
from .paced_app import PacedApp
from .screen.advice import ReviewProgress, hint_lines
from .screen.contents import PausePoint
from .screen.dialogs import MenuDialog, OptionsDialog, TextDialog, help_lines, key_lines, trick_lines
from .screen.prompts import card_keys
from .screen.score import final_lines

CLAIMING = (
    "Show your hand and take all the remaining tricks. It works only if they",
    "are yours whatever the others hold.",
    "",
    "If that isn't certain, your cards stay hidden and you play on.",
)


class PagedApp(PacedApp):
    """The base class that opens dialogs over the table and acts on their keys."""

    def press(self, key: str) -> None:
        """Perform the action that a key has in the current state of the game. Ignore a key without a meaning."""
        raise NotImplementedError

    def _claim(self) -> None:
        """Ask the person to confirm a claim of the remaining tricks."""
        self._cancel()
        seen = self.game.observation
        cards = "".join(str(number) for number in range(1, len(seen.cards) + 1)) if seen else ""
        keys = key_lines(("y", "claim the rest"), ("n", "play on"), *(card_keys(seen) if seen else ()))
        self.push_screen(TextDialog("Claim the rest", lambda: CLAIMING, keys, f"yn{cards}"), self._claimed)

    def _claimed(self, key: str | None) -> None:
        if key == "y":
            self._try(self.game.claim)
            return
        self.proceed()
        if key and key != "n":
            self.press(key)

    def _confirm_alone(self, action: Action) -> None:
        """Ask the person to confirm that they play alone, because one key must not be enough for that."""
        self._cancel()
        keys = key_lines(("y", "alone"), ("n", "no"))
        sheet = TextDialog("Go alone?", lambda: ("Your partner sits out.",), keys, "yn", passes=True)
        self.push_screen(sheet, lambda key: self._try(lambda: self.game.act(action)) if key == "y" else self.proceed())

    def _hint(self) -> None:
        """Open a dialog for hints. It shows the value of each choice as soon as the values are computed."""
        lines = ["Thinking…"]
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

    def _pages(self) -> dict[str, Callable[[], None]]:
        pages = {"?": self._help, "l": self._last_trick, "w": self._story, "x": self._options}
        return pages | ({"t": self._table_menu} if self.game.table_menu.text else {})

    def _sheet(self, sheet: TextDialog) -> None:
        self._cancel()
        self.push_screen(sheet, lambda _: self.proceed())

    def _text(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(self.options.look.text, lines))

    def _help(self) -> None:
        self._sheet(TextDialog("Help", lambda: self._text(help_lines(self.game.rules)), "↑ ↓ scroll · any key closes"))

    def _story(self) -> None:
        lines = self._text(tuple(line.text for line in self.game.story)) or ("Nothing yet.",)
        self._sheet(TextDialog("What happened, latest first", lambda: lines[::-1], "↑ ↓ scroll · any key closes"))

    def _last_trick(self) -> None:
        lines = self._text(trick_lines(self.game.observation, self.game.names))
        self._sheet(TextDialog("The last trick", lambda: lines, "any key closes"))

    def _options(self) -> None:
        self._sheet(OptionsDialog(lambda: self.options.lines, self._change))

    def _change(self, number: int) -> bool:
        changed = self.options.changed(number)
        self.options = changed or self.options
        return changed is not None

    def _table_menu(self) -> None:
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

    def show_result(self) -> None:
        """Open a dialog that shows the result of the game and the person's choices after it."""
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
        lines = self._text(final_lines(now, game.names, game.closing_note))
        accepted = "".join(key for key, _ in offers)
        sheet = TextDialog("The game is over", lambda: lines, key_lines(*offers), accepted, passes=True)
        self.push_screen(sheet, self._after_game)

    def _after_game(self, key: str | None) -> None:
        if key == "q":
            self.action_leave()
            return
        if key in ("t", "r"):
            (self._table_menu if key == "t" else self._review)()
            return
        if key == "n":
            self.game = self.game.next_game()
        self.pauses = [PausePoint.START] if self.game.waiting_for is WaitingFor.DRAW else []
        self.notice = ""
        self.proceed()

    def _review(self) -> None:
        """Open a dialog that reviews the game deal by deal. Closing the dialog stops the review."""
        reviewing = ReviewProgress()
        sheet = TextDialog("Review, worst first", lambda: self._text(reviewing.lines), "↑ ↓ scroll · any key closes")
        self._sheet(sheet)
        self.run_worker(self._run_review(sheet, reviewing))

    async def _run_review(self, sheet: TextDialog, reviewing: ReviewProgress) -> None:
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
