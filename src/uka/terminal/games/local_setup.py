"""What a local game needs to start or to be resumed: its options, its bots and its record."""

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
    """The interface of a player, such as a bot of ``uka.bots``, that chooses the actions of a seat."""

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return one of the legal actions in ``observation``."""
        ...


NOT_PLAYED_HERE = "this is not a game that one person played on a terminal, so it can't be resumed"
BotFactory: TypeAlias = Callable[[str], SeatPlayer]
"""A function that returns a new bot, given its name."""


def new_bot(name: str) -> SeatPlayer:
    """Return a new instance of the bot of ``uka.bots`` that is called ``name``, such as "club"."""
    from uka.bots import bot

    return bot(name, partnerly=True)


class LocalOptions(Struct, frozen=True, kw_only=True):
    """The options of a new local game."""

    seat: Seat = Seat.SOUTH
    """The person's seat."""
    bots: tuple[str, ...] = ("club",)
    """One name for all three bots, or three names clockwise from the person's left."""
    seed: str | None = None
    """The seed from which all cards and the bots' choices follow. If it is None, the seed is random."""
    record: Path | None = None
    """The path of a new file for the record, to which each entry is written at once, or None for a game without one."""
    must_record: bool = False
    """Whether the game fails if its record cannot be written. Otherwise the game goes on without a record."""
    revokes: bool = False
    """Whether revokes are allowed, which others may claim."""
    clock: bool = True
    """Whether the bell of the rules ends the game."""
    person: str = "you"
    """The person's name in the record."""


def new_log(rules: Ruleset, options: LocalOptions) -> Log:
    """Start the record of a new game.

    Raise ``UkaError`` if the number of bots is wrong, and ``OSError`` if the file cannot be written.
    """
    seat, bots = options.seat, options.bots
    if len(bots) not in (1, len(rules.seats) - 1):
        raise UkaError(f"name one bot for all seats, or {len(rules.seats) - 1} clockwise from your left")
    three_bots = bots * 3 if len(bots) == 1 else bots
    names = dict(zip(clockwise(seat.left), (*three_bots, options.person), strict=True))
    about = {"person": options.person, "seed": options.seed or secrets.token_hex(8)}
    if not options.clock:
        about["clock"] = "off"
    return Log.start(
        rules,
        players=tuple(names[seat] for seat in rules.seats),
        revokes=options.revokes,
        about=about,
        path=options.record,
    )


def next_options(log: Log, seat: Seat) -> LocalOptions:
    """Return the options of a new game like that in the record ``log``, but with a new seed and a new record.

    If ``log`` has a file, the new record lies in the same folder. ``seat`` is the person's seat in ``log`` before the
    draw for first dealer.
    """
    about, players = log.header.about, log.header.players
    return LocalOptions(
        seat=seat,
        bots=tuple(players[other.index] for other in (seat.left, seat.partner, seat.right)),
        record=new_record_path(log.path.parent) if log.path else None,
        revokes=log.header.revokes,
        clock=about.get("clock") != "off",
        person=about["person"],
    )


def new_record_path(folder: Path | None = None) -> Path:
    """Return an unused path for a new record, whose file name is the current time.

    The folder is ``folder``, or by default the user's data folder.
    """
    from datetime import datetime

    folder = folder or data_folder()
    stem = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    suffixes = ("", *(f"-{number}" for number in range(2, 1000)))
    paths = (folder / f"{stem}{suffix}.uka" for suffix in suffixes)
    return next(path for path in paths if not os.path.exists(path))  # Path.exists raises if the folder is not readable


def new_log_or_unsaved(rules: Ruleset, options: LocalOptions) -> tuple[Log, str]:
    """Start the record of a new game. If its file cannot be written, start the record without a file.

    Return the record, and the reason why its file could not be written, or "". Raise ``OSError`` instead if
    ``options.must_record`` is true.
    """
    try:
        return new_log(rules, options), ""
    except OSError as error:
        if options.must_record:
            raise
        return new_log(rules, replace(options, record=None)), f"{options.record} cannot be written: {error.strerror}"


def unfinished_games() -> Iterator[Path]:
    """Yield the files of the unfinished local games in the user's data folder, the latest first."""
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
    """Return whether a record is that of a local game: its header names a person and a seed."""
    return {"person", "seed"} <= log.header.about.keys()


def check_own_format(path: str | PathLike[str]) -> None:
    """Raise ``UkaError`` if the file ``path`` is not in Uka's own format, because only that can be continued.

    If the file holds a local game in another format, the error contains the command that converts it.
    """
    if is_log(read_bytes(path)):
        return
    games = read(path).games
    if len(games) != 1 or not is_local_game(games[0]):
        raise UkaError(f"{path}: {NOT_PLAYED_HERE}")
    command = invocation("convert", str(path), str(Path(path).with_suffix(".uka")))
    raise UkaError(f"{path} is not in Uka's own format, in which alone a game goes on. Convert it first: {command}")


def is_over(log: Log) -> bool:
    """Return whether the game of a record is over. It is not over before the draw for first dealer."""
    drawn = log.header.dealer is not None or any(isinstance(entry, Drawn) for entry in log.entries)
    return drawn and log.state.over
