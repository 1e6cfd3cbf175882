"""The start of a local game: its options, its bots and its record."""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat, clockwise
from uka.invocation import invocation
from uka.records import Drawn, Log, read
from uka.records.files import is_log, read_bytes
from uka.records.user_folder import data_folder


class SeatPlayer(Protocol):
    """The interface of a player in a seat, such as a bot of ``uka.bots``."""

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return one of the legal actions in ``observation``."""
        ...


NOT_PLAYED_HERE = "this is not a game that one person played on a terminal, so it can't be resumed"
BotFactory: TypeAlias = Callable[[str], SeatPlayer]


def hire_bot(name: str) -> SeatPlayer:
    """Return a new bot with the given name."""
    from uka.bots import bot

    return bot(name)


class LocalOptions(Struct, frozen=True, kw_only=True):
    """The options of a new game.

    ``bots`` is one name for all three bots, or three names clockwise from the person's left. ``record`` is the path of
    a new file, to which each entry is written immediately. If it cannot be written, the game is played without a
    record, unless ``must_record`` is true. If ``clock`` is true, the bell of the rules ends the game.
    """

    seat: Seat = Seat.SOUTH
    bots: tuple[str, ...] = ("club",)
    seed: str | None = None
    record: Path | None = None
    must_record: bool = False
    revokes: bool = False
    clock: bool = True
    person: str = "you"


def new_log(rules: Ruleset, options: LocalOptions) -> Log:
    """Start the record of a new game. Raise ``UkaError`` if the number of bots is wrong."""
    seat, bots = options.seat, options.bots
    if len(bots) not in (1, len(rules.seats) - 1):
        raise UkaError(f"name one bot for all seats, or {len(rules.seats) - 1} clockwise from your left")
    bots = bots * 3 if len(bots) == 1 else bots
    names = dict(zip(clockwise(seat.left), (*bots, options.person), strict=True))
    about = {"person": options.person, "seed": options.seed or secrets.token_hex(8)}
    return Log.start(
        rules,
        players=tuple(names[seat] for seat in rules.seats),
        revokes=options.revokes,
        about=about if options.clock else {**about, "clock": "off"},
        path=options.record,
    )


def next_options(log: Log, seat: Seat) -> LocalOptions:
    """Return the options of the next game, with a new seed and with a new record in the same folder as the old record.

    ``seat`` is the person's seat before the draw for first dealer.
    """
    about, players = log.header.about, log.header.players
    return LocalOptions(
        seat=seat,
        bots=tuple(players[s.index] for s in clockwise(seat.left)[:-1]),
        record=new_record(log.path.parent) if log.path else None,
        revokes=log.header.revokes,
        clock=about.get("clock") != "off",
        person=about["person"],
    )


def new_record(folder: Path | None = None) -> Path:
    """Return the path of a new record, named after the current time. By default it lies in the user's data folder."""
    from datetime import datetime

    folder = folder or data_folder()
    stem = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = (folder / f"{stem}{suffix}.uka" for suffix in ("", *(f"-{i}" for i in range(2, 1000))))
    return next(path for path in names if not os.path.exists(path))  # Path.exists raises an error for a closed folder


def new_log_or_unsaved(rules: Ruleset, options: LocalOptions) -> tuple[Log, str]:
    """Start the record of a new game. If its file cannot be written, start one without a file, and return the reason.

    The reason is empty if the record has a file, or shall have none. Raise ``OSError`` if the game must be recorded.
    """
    try:
        return new_log(rules, options), ""
    except OSError as error:
        if options.must_record:
            raise
        return new_log(rules, replace(options, record=None)), f"{options.record} cannot be written: {error.strerror}"


def unfinished_games() -> Iterator[Path]:
    """Yield the saved games of the user's data folder that are not over, the latest first."""
    try:
        files = sorted(data_folder().glob("*.uka"), key=lambda file: file.stat().st_mtime, reverse=True)
    except OSError:
        return
    for file in files:
        with suppress(UkaError):
            log = Log.read(file)
            if is_local_game(log) and not is_over(log):
                yield file


def is_local_game(log: Log) -> bool:
    """Return whether a record is that of a local game, which has a person and a seed."""
    return {"person", "seed"} <= log.header.about.keys()


def check_own_format(path: str | PathLike[str]) -> None:
    """Raise ``UkaError`` if a file is not in Uka's own format, in which alone a game can go on.

    If the file holds a local game, the sentence has the command that converts it.
    """
    if is_log(read_bytes(path)):
        return
    games = read(path).games
    if len(games) != 1 or not is_local_game(games[0]):
        raise UkaError(f"{path}: {NOT_PLAYED_HERE}")
    command = invocation("convert", str(path), str(Path(path).with_suffix(".uka")))
    raise UkaError(f"{path} is not in Uka's own format, in which alone a game goes on. Convert it first: {command}")


def is_over(log: Log) -> bool:
    """Return whether the game of a record is over. Before the draw for first dealer it is not."""
    drawn = log.header.dealer is not None or any(isinstance(entry, Drawn) for entry in log.entries)
    return drawn and log.state.over
