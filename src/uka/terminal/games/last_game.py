"""The ruleset and the bots of the last game, kept in a small file. The next game uses them unless others are named."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from .data_folder import data_folder

MOST = 10_000
"""The maximum size of the file, in bytes. A larger file is not one that this module wrote."""


class LastGame(Struct, frozen=True, kw_only=True):
    """The ruleset, the changes to it, and the bots of a game, in the form in which the command line names them.

    The default ruleset is untimed, so that hints work.
    """

    rules: str = "uka"
    changes: tuple[str, ...] = ()
    bots: str = "club"

    @classmethod
    def read(cls) -> LastGame:
        """Read the last game from the user's data folder. Return the defaults if the file is missing or damaged."""
        try:
            with _file().open("rb") as file:
                return msgspec.json.decode(file.read(MOST), type=cls)
        except (OSError, msgspec.MsgspecError):
            return cls()

    def write(self) -> None:
        """Store this game as the last game. Do nothing if the file cannot be written."""
        file = _file()
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            try:
                fresh.write_bytes(msgspec.json.encode(self))
                fresh.replace(file)
            finally:
                fresh.unlink(missing_ok=True)


def _file() -> Path:
    return data_folder() / "last_game.json"
