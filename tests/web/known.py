"""Runs `uka serve` with known secrets, so that tests can choose the cards of a game.

The first deal follows from the secrets and the players' shares. A test searches for shares that give the deal that it
needs. The module also has a simple, predictable bot.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from tests.needs import needs
from tests.patience import DEADLINES, PATIENCE
from tests.server.process import Serving
from uka import bots
from uka.core.actions import Action
from uka.core.deal import Deal
from uka.core.draw import Draw
from uka.core.errors import InvalidDeal
from uka.core.observation import Observation
from uka.core.rubber import begin
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.records.fair import chain, deal_key, key_cut, next_packet_pattern, stand_in, without_joker
from uka.table import BATCH, TableLine

ROOT = Path(__file__).resolve().parents[2]
SECRETS = tuple(sha256(f"known {number}".encode()).digest() for number in range(BATCH))
"""The server's secrets of the packs, by pack number. They are the same for every game."""
LIMITS = (
    "guests_an_address", "tables_an_address", "tournaments_a_guest", "tournaments_an_address", "sheets_an_address",
    "checks_an_address", "records_an_address",
)  # fmt: skip
PUZZLES = ("tainui", "uka")
"""The rulesets of the puzzles that the server has: those of ``tests.puzzles.made``."""
MINUTE = "UKA_MINUTE"
CLOCK = "UKA_CLOCK"
"""The environment variable with the time at which the server's clock begins."""
NAMED = "UKA_NAMED"
"""The environment variable that lets the server's bots keep their names."""
QUICK_WAIT_MS = 120_000
"""How long a quick game waits for people: so long that four busy browsers meet."""
FREE = [
    *(word for limit in LIMITS for word in ("--limit", f"{limit}=1000000/second:1000000")),
    *(word for deadline in DEADLINES for word in ("--limit", f"{deadline}={PATIENCE}")),
]
"""Command-line options with high limits, so that all tests of the page can share a server, however busy it is."""
SHARES = "UKA_SHARES"
"""The environment variable with the time in milliseconds in which a page must add its share to a shuffle."""
QUICK = {"answer_ms": 0, "draw_ms": 0, "deal_ms": 0, "trick_ms": 0, "rest_ms": 500}
MAX_ROOTS = 100_000
"""The number of roots to try before giving up the search for a deal."""


class Plain:
    """A bot that passes if it may, plays alone only if it must, and plays its lowest card."""

    name = "plain"

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Return the first legal action."""
        return observation.lawful_actions[0]


if "pytest" not in sys.modules:  # in the server, and in the processes of its bots
    bots.BOTS[Plain.name] = Plain()


class Known(NamedTuple):
    """The root of every person's hash chain of seed shares, and the first deal that follows from it."""

    root: bytes
    deal: Deal


def known(
    rules: Ruleset,
    holds: Callable[[Deal], bool] = lambda deal: True,
    *,
    dealer: Seat,
    people: Sequence[Seat] = (Seat.SOUTH,),
) -> Known:
    """Return seed shares that lead to a first deal by ``dealer`` that fulfils ``holds``.

    The first of ``people`` is the host.
    """
    for number in range(MAX_ROOTS):
        root = sha256(f"root {number}".encode()).digest()
        deal = first_deal(rules, root, people)
        if deal is not None and deal.dealer is dealer and holds(deal):
            return Known(root, deal)
    raise AssertionError(f"no first deal of {rules.name} is like that")


def first_deal(rules: Ruleset, root: bytes, people: Sequence[Seat]) -> Deal | None:
    """Return a game's first deal if nobody cuts or deals by hand.

    Return None if the draw makes players change places.
    """
    shares = chain(root)[1:]

    def key(number: int) -> bytes:
        secret = SECRETS[number]
        parts = [shares[number] if seat in people else stand_in(secret, number, seat) for seat in rules.seats]
        return deal_key(secret, number, parts)

    try:
        draw = Draw.start(rules, without_joker(shuffled(rules, key(0))), people[0]).finish()
    except InvalidDeal:
        return None
    if draw.dealer is None or draw.seating != rules.seats:
        return None
    game, first = begin(rules, draw.dealer), key(1)
    return game.start_deal(
        shuffled(rules, first), cut=key_cut(rules, first), packet_pattern=next_packet_pattern(game, first)
    )[0].deal


@contextmanager
def serving(
    folder: Path, minute: int = 60_000, port: int = 0, clock: datetime | None = None, lines_a_table: int = 20_000,
    shares: int = 60_000, named: bool = False, club: Path | None = None,
) -> Iterator[Serving]:  # fmt: skip
    """Yield a server that stores its data in a folder.

    ``minute`` is the length in milliseconds of a minute of the game's clock. ``clock`` is the time at which the
    server's clock begins, if it is not the present one. ``shares`` is the time in milliseconds in which a page must add
    its share to a shuffle: so much that a busy browser is not left out. If ``named``, the bots keep their names.
    ``club`` is the file that describes the club of the server.
    """
    needs("server")
    words = [sys.executable, "-m", "tests.web.known", "serve", "--no-browser", "--data", str(folder)]
    words += ["--club", str(club)] if club else []
    with subprocess.Popen(
        [*words, "--port", str(port), "--workers", "1", "--limit", f"lines_a_table={lines_a_table}", *FREE],
        cwd=ROOT,
        env={**os.environ, MINUTE: str(minute), CLOCK: clock.isoformat() if clock else "", SHARES: f"{shares}"}
        | ({NAMED: "yes"} if named else {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Serving(process)
        finally:
            process.kill()


def main() -> None:
    """Run ``uka serve`` with the known secrets and the simple bot."""
    from tests.puzzles.made import save_all
    from uka import cli, puzzles
    from uka.hosting.pack_secrets import PackSecrets
    from uka.server.live import sweeper
    from uka.server.live import tournament_tables as online
    from uka.server.workers import bots as workers
    from uka.server.workers import record_checker
    from uka.table import evolution, table, timers
    from uka.table.commands import quick
    from uka.table.entries import GameBegan

    began, minute = evolution.HANDLERS[GameBegan], int(os.environ[MINUTE])

    def begun(before: table.Table, line: TableLine, entry: Any) -> evolution.Evolution:
        after, events = began(before, line, entry)
        soon = after.bell_at and line.at + after.rules.clock * minute
        return replace(after, bell_at=soon), events

    sweeper.INTERVAL = 1.0
    workers.NICE = record_checker.NICE = 0  # other processes take all of a busy machine
    workers.LONGEST = PATIENCE  # on a busy machine, a process that works long does not hang
    quick.WAIT_MS = QUICK_WAIT_MS
    timers.SHARE_MS = timers.LOADING_MS = timers.OPEN_MS = int(os.environ[SHARES])
    evolution.HANDLERS[GameBegan] = begun
    if NAMED not in os.environ:
        evolution.people.free_persona = lambda table: None  # bots have no names, so that tests name them by their seats
    batch = PackSecrets.batch
    PackSecrets.batch = lambda packs, table, first=0: (  # type: ignore[method-assign]
        batch(packs, table, first) if table.settings.deals else b"".join(SECRETS)
    )
    usual = online.default_settings
    online.default_settings = lambda rules: replace(
        usual(rules), **QUICK, move_ms=0
    )  # for tables that a tournament opens
    with tempfile.TemporaryDirectory() as folder:
        puzzles.HERE = Path(folder)  # so that tests know the answers
        save_all(puzzles.HERE, *PUZZLES)
        with travelling(os.environ.get(CLOCK)):
            cli.main()


def travelling(at: str | None) -> AbstractContextManager[Any]:
    """Set the clock of this process to a time, and let it go on; None leaves the clock as it is."""
    if not at:
        return nullcontext()
    import time_machine  # it imports pytest, which only tests have loaded when this module is

    return time_machine.travel(datetime.fromisoformat(at))


if __name__ == "__main__":
    main()
