"""The ruleset and the bots of the last game, kept in a small file, as the defaults of the next game."""

from __future__ import annotations

from contextlib import suppress

from msgspec import Struct

from uka import rulesets
from uka.records.user_folder import read_small_file, write_small_file

FILE = "last_game.json"


class LastGame(Struct, frozen=True, kw_only=True):
    """The ruleset, its changes, and the bots of the person's last game, each as the command line names it."""

    rules: str = rulesets.DEFAULT_RULESET
    changes: tuple[str, ...] = ()
    bots: str = "club"

    @classmethod
    def read(cls) -> LastGame:
        """Read the last game from the user's data folder. Return the defaults if the file is missing or damaged."""
        return read_small_file(FILE, cls) or cls()

    def write(self) -> None:
        """Store this game as the last game. Do nothing if the file cannot be written."""
        with suppress(OSError):
            write_small_file(FILE, self)
