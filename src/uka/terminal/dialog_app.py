"""The base class of the application that opens dialogs over the table.

There are dialogs for help, hints, claims, reviews, questions why, options, the table's menu and the result.
"""

from __future__ import annotations

from collections.abc import Callable

from uka.core.actions import Action
from uka.core.errors import UkaError

from .games.interface import Menu, WaitingFor
from .paced_app import PacedApp
from .screen.advice import ReviewProgress, explanation_lines, hint_lines
from .screen.contents import PausePoint
from .screen.dialogs import ListDialog, MenuDialog, OptionsDialog, TextDialog, help_lines, key_lines, trick_lines
from .screen.past_choices import PastChoice, past_choices
from .screen.prompts import card_keys
from .screen.score import final_lines

SCROLL_KEYS = "↑ ↓ scroll · any key closes"
LIST_KEYS = "a letter asks · ↑ ↓ scroll · any other key closes"
NOT_YET = "Once a deal is over, this asks the others why they did what they did."
CLAIMING = (
    "Show your hand and take all the remaining tricks. It works only if they",
    "are yours whatever the others hold.",
    "",
    "If that isn't certain, your cards stay hidden and you play on.",
)


class DialogApp(PacedApp):
    """An application that opens dialogs over the table and performs what the person chooses there."""

    def press(self, key: str) -> None:
        """Perform the action that a key has in the current state of the game. Ignore a key without a meaning."""
        raise NotImplementedError

    def _confirm_claim(self) -> None:
        """Ask the person to confirm a claim of the remaining tricks. The key of a card plays that card instead."""
        self._cancel_timer()
        seen = self.game.observation
        card_digits = "".join(str(number) for number in range(1, len(seen.cards) + 1)) if seen else ""
        keys = key_lines(("y", "claim the rest"), ("n", "play on"), *(card_keys(seen) if seen else ()))
        dialog = TextDialog("Claim the rest", lambda: CLAIMING, keys, f"yn{card_digits}")
        self.push_screen(dialog, self._after_claim_dialog)

    def _after_claim_dialog(self, key: str | None) -> None:
        if key == "y":
            self._try(self.game.claim)
            return
        self.proceed()
        if key and key != "n":
            self.press(key)

    def _confirm_alone(self, action: Action) -> None:
        """Ask the person to confirm an action that goes alone, because one key must not be enough for that."""
        self._cancel_timer()

        def after_dialog(key: str | None) -> None:
            if key == "y":
                self._try(lambda: self.game.act(action))
            else:
                self.proceed()

        keys = key_lines(("y", "alone"), ("n", "no"))
        dialog = TextDialog("Go alone?", lambda: ("Your partner sits out.",), keys, "yn", closes_with_game=True)
        self.push_screen(dialog, after_dialog)

    def _open_hint(self) -> None:
        """Open a dialog that shows the value of each choice as soon as the values are computed."""
        lines = ["Thinking…"]
        dialog = TextDialog("Hint, best first", lambda: self._styled(tuple(lines)), "any key closes")
        self._open(dialog)
        self.run_worker(self._fetch_hint(dialog, lines))

    async def _fetch_hint(self, dialog: TextDialog, lines: list[str]) -> None:
        """Replace ``lines``, which ``dialog`` shows, by the values of the choices, or by the reason of a refusal."""
        try:
            lines[:] = hint_lines(await self.game.hint())
        except UkaError as error:
            lines[:] = [f"No: {error}."]
        self._update_if_open(dialog)

    def _update_if_open(self, dialog: TextDialog) -> None:
        if dialog.is_mounted and not dialog.closed:
            dialog.renew()

    def _dialog_keys(self) -> dict[str, Callable[[], None]]:
        """Return a dict from each key that opens a dialog at any time to the method that opens the dialog."""
        keys = {"?": self._open_help, "l": self._open_last_trick, "w": self._open_story, "x": self._open_options}
        keys["y"] = self._open_past_choices
        return keys | {"t": self._open_table_menu} if self.game.table_menu.text else keys

    def _open(self, dialog: TextDialog) -> None:
        """Open a dialog. When the person closes it, the game continues."""
        self._cancel_timer()
        self.push_screen(dialog, lambda _: self.proceed())

    def _styled(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        """Return ``lines`` with letters in place of suit symbols, if the person has chosen letters."""
        return tuple(map(self.options.card_style.text, lines))

    def _open_help(self) -> None:
        self._open(TextDialog("Help", lambda: self._styled(help_lines(self.game.rules)), SCROLL_KEYS))

    def _open_story(self) -> None:
        lines = self._styled(tuple(line.text for line in self.game.story)) or ("Nothing yet.",)
        latest_first = tuple(reversed(lines))
        self._open(TextDialog("What happened, latest first", lambda: latest_first, SCROLL_KEYS))

    def _open_last_trick(self) -> None:
        lines = self._styled(trick_lines(self.game.observation, self.game.names))
        self._open(TextDialog("The last trick", lambda: lines, "any key closes"))

    def _open_options(self) -> None:
        self._open(OptionsDialog(lambda: self.options.lines, self._change_option))

    def _change_option(self, number: int) -> bool:
        """Set option ``number`` to its next value. Return false if there is no such option."""
        changed = self.options.with_next_value(number)
        self.options = changed or self.options
        return changed is not None

    def _open_table_menu(self) -> None:
        self._open_menu(lambda: self.game.table_menu)

    def _open_menu(self, current: Callable[[], Menu]) -> None:
        """Open a dialog with a menu. ``current`` returns the menu as it is now, because an update may change it."""
        self._cancel_timer()
        dialog = MenuDialog(current)
        self.push_screen(dialog, lambda key: self._run_item(dialog.menu, key))

    def _run_item(self, menu: Menu, key: str | None) -> None:
        """Run the item of ``menu`` that ``key`` chooses, or open its submenu. Any other key continues the game."""
        item = next((item for item in menu.items if item.key == key), None)
        if item is None:
            self.proceed()
        elif submenu := item.submenu:
            self._open_menu(lambda: submenu)
        else:
            self._try(item.run)

    def show_result(self) -> None:
        """Open a dialog that shows the result of the game and the person's choices after it."""
        game, score = self.game, self.game.score
        if len(self.screen_stack) > 1 or score is None:
            return
        keys = (
            ("n", game.next_game_label),
            ("r", "review"),
            ("y", "why did they do that?"),
            ("t", "the table" if game.table_menu.text else ""),
            ("q", "quit"),
        )
        offers = tuple((key, label) for key, label in keys if label)
        lines = self._styled(final_lines(score, game.names, game.game_over_note))
        accepted = "".join(key for key, _ in offers)
        dialog = TextDialog("The game is over", lambda: lines, key_lines(*offers), accepted, closes_with_game=True)
        self.push_screen(dialog, self._after_game)

    def _after_game(self, key: str | None) -> None:
        """Perform what the person chose in the dialog with the result. Any other key continues with the game."""
        if key == "q":
            self.action_leave()
            return
        if key == "t":
            self._open_table_menu()
            return
        if key == "r":
            self._open_review()
            return
        if key == "y":
            self._open_past_choices()
            return
        if key == "n":
            self.game = self.game.next_game()
        self.pauses = [PausePoint.START] if self.game.waiting_for is WaitingFor.DRAW else []
        self.notice = ""
        self.proceed()

    def _open_past_choices(self) -> None:
        """Open a list of the calls and cards of the others in the finished deal, to pick one and ask why."""
        choices = past_choices(self.game.observation, self.game.names)
        if not choices:
            self._open(TextDialog("Why?", lambda: (NOT_YET,), "any key closes"))
            return

        def after_list(key: str | None) -> None:
            picked = next((each for each in choices if each.key == key), None)
            if picked is None:
                self.proceed()
            else:
                self._open_why(picked)

        self._cancel_timer()
        lines = self._styled(tuple(f"{each.key}  {each.words}" for each in choices))
        self.push_screen(ListDialog("Why did they do that?", lambda: lines, LIST_KEYS), after_list)

    def _open_why(self, picked: PastChoice) -> None:
        """Open a dialog that says why a bot made a choice. When the person closes it, the list opens again."""
        lines = ["Thinking…"]
        title = self.options.card_style.text(picked.words)
        dialog = TextDialog(title, lambda: self._styled(tuple(lines)), SCROLL_KEYS)
        self.push_screen(dialog, lambda _: self._open_past_choices())
        self.run_worker(self._fetch_why(dialog, lines, picked))

    async def _fetch_why(self, dialog: TextDialog, lines: list[str], picked: PastChoice) -> None:
        """Replace ``lines``, which ``dialog`` shows, by the bot's answer, or by the reason of a refusal."""
        try:
            lines[:] = explanation_lines(await self.game.why(picked.made))
        except UkaError as error:
            lines[:] = [f"No: {error}."]
        self._update_if_open(dialog)

    def _open_review(self) -> None:
        """Open a dialog that reviews the game deal by deal. Closing the dialog stops the review."""
        reviewing = ReviewProgress()
        dialog = TextDialog("Review, worst first", lambda: self._styled(reviewing.lines), SCROLL_KEYS)
        self._open(dialog)
        self.run_worker(self._run_review(dialog, reviewing))

    async def _run_review(self, dialog: TextDialog, reviewing: ReviewProgress) -> None:
        """Add the review of each deal to ``reviewing``, which ``dialog`` shows, until the person closes the dialog."""
        try:
            async for found, total in self.game.review():
                reviewing.found.append(found)
                reviewing.total = total
                self._update_if_open(dialog)
                if dialog.closed:
                    return
        except UkaError as error:
            reviewing.fault = f"No: {error}."
            self._update_if_open(dialog)
