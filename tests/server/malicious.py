"""A real server that cheats: ``python -m tests.server.malicious FRAUD serve …``, with the options of ``uka serve``.

It runs in a process of its own, so that the code of the honest parties is unchanged. Ben is a player who cooperates
with the server and its bots. The server cheats with the first deal's pack, or with the record of the game.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from tests.client.malicious import TRIES, made, wanted
from tests.server.process import Serving
from tests.table.driver import Driver
from uka import cli
from uka.core.cards import Rank
from uka.core.seats import Seat
from uka.hosting import finished_games
from uka.records import Log, Scored, fair, signature
from uka.records.fair import ChainLink, Shares, share_hash
from uka.records.fair import shares as protocol
from uka.server.workers import record_archive as archive
from uka.table import Table, TableLine, TableSettings, TableStage, beginning, replayed
from uka.table import entries as en
from uka.table import records as recorded
from uka.table import timers as clock
from uka.table.entries import TableEntry
from uka.table.evolution import dealing

ROOT = Path(__file__).resolve().parents[2]
FIRST_DEAL = 1
"""The number of the pack that is manipulated; that of the draw is 0."""
OTHER = "5e" * 32
rng = Random(4)

Cheat = Callable[[Table, Shares], TableEntry | None]
"""Returns the entry that a cheating server writes during a shuffle, or None to go on honestly."""


# Frauds with the pack


def cheats(cheat: Cheat) -> Callable[[], None]:
    """Return a fraud that writes an entry which the protocol forbids."""

    def begin() -> None:
        honest = clock.STAGE_TIMERS[TableStage.SHUFFLING]

        def shuffling(table: Table) -> list[clock.PendingTimer]:
            shares, deals = table.shares, table.game is not None and table.game.deal is None
            entry = cheat(table, shares) if deals and shares is not None else None
            return honest(table) if entry is None else [clock.PendingTimer(0, "entry", None, lambda: entry)]

        protocol.require = lambda holds, why: None  # type: ignore[assignment]
        clock.STAGE_TIMERS[TableStage.SHUFFLING] = shuffling

    return begin


def ben(table: Table) -> Seat:
    """Return Ben's seat."""
    return next(s for m in table.members if m.name == "Ben" if (s := table.seat_of(m.player)))


def bot(table: Table) -> Seat:
    """Return the seat of a bot."""
    return next(seat for seat in table.rules.seats if table.chair(seat).bot is not None)


def people(table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.rules.seats if table.chair(seat).manned)


def ground(table: Table, shares: Shares, seat: Seat) -> TableEntry:
    """Return a share that gives its seat both bowers, found by search once all other shares are open."""
    for _ in range(TRIES):
        value = rng.randbytes(32)
        links = list(shares.links)
        links[seat.index] = ChainLink(shares.number - 1, share_hash(value).hex())
        found = replace(shares, links=tuple(links)).open(shares.number, seat, value.hex())
        if wanted(made(table, found)[1], seat):
            return en.ShareOpened(shares.number, seat, value.hex())
    raise AssertionError("no such pack was found")


def grinding_person(table: Table, shares: Shares) -> TableEntry | None:
    """Ben opens the share that is best for him instead of the one that he committed to."""
    return ground(table, shares, ben(table)) if shares.missing == (ben(table),) else None


def grinding_bot(table: Table, shares: Shares) -> TableEntry | None:
    """A bot has a share; it is opened last, and is the best one for the bot."""
    seat = bot(table)
    if not shares.commitments_closed and not all(map(shares.committed, people(table))):
        return None
    if shares.links[seat.index] is None:
        return en.ShareCommitted(seat, shares.number, rng.randbytes(32).hex())
    if not shares.commitments_closed:
        return en.CommitmentsClosed(shares.number, (*people(table), seat))
    return ground(table, shares, seat) if shares.missing == (seat,) else None


def late_cut(table: Table, shares: Shares) -> TableEntry | None:
    """The cut is made after the pack is known, so that Ben gets the most jacks."""
    if not shares.all_opened or shares.cut is not None:
        return None
    assert table.game is not None

    def jacks(cut: int) -> int:
        _, deal = made(table, replace(shares, cut=cut))
        return sum(card.rank is Rank.JACK for card in deal.hand(ben(table)))

    return en.PackCut(table.game.dealer.right, max(range(4, len(table.rules.cards) - 3), key=jacks))


def withheld(table: Table, shares: Shares) -> TableEntry | None:
    """Ben withholds his share because the pack is bad for him."""
    mine = shares.number == FIRST_DEAL and shares.missing == (ben(table),)
    return en.SharesWithheld(shares.number, shares.missing) if mine else None


def left_out(table: Table, shares: Shares) -> TableEntry | None:
    """No player's share is used, though all have committed to one."""
    ready = not shares.commitments_closed and all(map(shares.committed, people(table)))
    return en.CommitmentsClosed(shares.number, ()) if ready else None


def other_pack(table: Table, shares: Shares) -> TableEntry | None:
    """A pack is dealt that does not follow from the shares."""
    if not shares.all_opened:
        return None
    dealt, _ = made(table, shares)
    return replace(dealt, pack=dealt.pack[::-1])


def other_secret() -> None:
    """The secret opened for the first deal's pack, at the table and later, is not the committed one."""
    true, entry, bent = fair.commitment, clock.secrets_entry, set[bytes]()

    def committed(first: int, secrets: bytes) -> en.SecretsCommitted:
        if not first:
            bent.add(secrets[FIRST_DEAL * fair.SIZE : (FIRST_DEAL + 1) * fair.SIZE])
        return entry(first, secrets)

    clock.secrets_entry = beginning.secrets_entry = committed
    dealing.commitment = fair.commitment = lambda secret: true(bytes.fromhex(OTHER) if secret in bent else secret)


# Frauds with the record


def forged_signature() -> None:
    """The signature of a record is invalid."""

    def sign(log: Log, private: bytes) -> None:
        log.append(signature._signature_note(signature.Signature(signature.public_key(private), "00" * 64)))

    signature.sign = sign


def other_key() -> None:
    """Records are signed with a key that is not the published one."""
    true = signature.sign
    signature.sign = lambda log, private: true(log, private[::-1])


def renamed() -> None:
    """Ben's name in the record is changed after it was signed."""
    filed = archive.archived_games

    def changed(*more: object) -> tuple[archive.ArchivedGame, ...]:
        games = filed(*more)  # type: ignore[arg-type]
        return tuple(game._replace(text=game.text.replace(b'"Ben"', b'"Bob"', 1)) for game in games)

    archive.archived_games = changed


def renamed_and_signed() -> None:
    """Ben's name in the record is changed before it is signed."""
    true = finished_games.records_of_log

    def changed(*more: object) -> tuple[Log, ...]:
        logs = true(*more)  # type: ignore[arg-type]
        names = [tuple("Bob" if name == "Ben" else name for name in log.header.players) for log in logs]
        return tuple(_with_names(log, players) for log, players in zip(logs, names, strict=True))

    finished_games.records_of_log = changed


def _with_names(log: Log, players: tuple[str, ...]) -> Log:
    found = Log.start(log.rules, players=players, revokes=log.header.revokes, about=log.header.about)
    for entry in log.entries:
        if not isinstance(entry, Scored):  # the log writes it itself
            found.append(entry)
    return found


def made_up() -> None:
    """The record is of an invented game with invented players."""

    def invented(lines: Sequence[TableLine], about: dict[str, str]) -> tuple[Log, ...]:
        found = replayed(lines)
        if found.stage is not TableStage.OVER:
            return ()
        driver = Driver(found.rules, TableSettings(bots="random"), seed=4)
        driver.seat("ana", "ben", "caro")
        driver.begin()
        driver.play_out()
        return recorded(driver.lines, about)

    archive.recorded = invented  # type: ignore[assignment]


FRAUDS: dict[str, Callable[[], None]] = {
    **{cheat.__name__: cheats(cheat) for cheat in (grinding_person, grinding_bot, late_cut, withheld, left_out)},
    "other_pack": cheats(other_pack),
    **{fraud.__name__: fraud for fraud in (other_secret, forged_signature, other_key)},
    **{fraud.__name__: fraud for fraud in (renamed, renamed_and_signed, made_up)},
}
OTHERS_OPEN = ("grinding_person", "withheld")
"""Frauds in which Ben himself opens no share of the first deal."""


@contextmanager
def serving(fraud: str, folder: Path) -> Iterator[Serving]:
    """Run a malicious server on a folder, at a free port."""
    command = [sys.executable, "-m", "tests.server.malicious", fraud, "serve", "--no-browser", "--workers", "1"]
    folders: dict[str, Any] = {"cwd": ROOT, "env": {**os.environ, "PYTHONPATH": str(ROOT)}}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*command, "--port", "0", "--data", str(folder)], text=True, **folders, **pipes) as process:
        try:
            yield Serving(process)
        finally:
            process.kill()


if __name__ == "__main__":
    clock.SHARE_MS = clock.LOADING_MS = 60_000  # a busy browser takes long to load, and to add its share
    clock.OPEN_MS = 4_000 if sys.argv[1] == "withheld" else 60_000
    archive.SHORT = sys.maxsize  # all records are made in this process, which the fraud changes
    FRAUDS[sys.argv.pop(1)]()
    cli.main()
