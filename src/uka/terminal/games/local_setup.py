"""The start of a local game: its options, its bots and its record."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeAlias

from msgspec import Struct

from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat, clockwise
from uka.records import Log

from .data_folder import data_folder


class SeatPlayer(Protocol):
    """The interface of a player in a seat, such as a bot of ``uka.bots``."""

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return one of the legal actions in ``observation``."""
        ...


BotFactory: TypeAlias = Callable[[str], SeatPlayer]


def hire_bot(name: str) -> SeatPlayer:
    """Return a new bot with the given name."""
    from uka.bots import bot

    return bot(name)


class LocalOptions(Struct, frozen=True, kw_only=True):
    """The options of a new game.

    ``bots`` is one name for all three bots, or three names clockwise from the person's left. ``record`` is the path of
    a new file, to which each entry is written immediately. If ``clock`` is true, the bell of the rules ends the game.
    """

    seat: Seat = Seat.SOUTH
    bots: tuple[str, ...] = ("club",)
    seed: str | None = None
    record: Path | None = None
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
    return next(path for path in names if not path.exists())
