"""The real server, changed so that it cheats: ``python -m tests.server.malicious FRAUD serve …``, as ``uka serve``.

It is a process of its own, so that nothing of the honest parties is changed. Ben is a person who works together with
it and with the bots. It cheats with the first deal's pack, or with the record of the game.
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
from uka.records import Log, Scored, fair, signature
from uka.records.fair import ChainLink, Shares, link
from uka.records.fair import shares as protocol
from uka.server.workers import record_archive as archive
from uka.table import Table, TableLine, TableSettings, TableStage, replayed
from uka.table import entries as en
from uka.table import records as recorded
from uka.table import timers as clock
from uka.table.commands import gameplay
from uka.table.entries import TableEntry
from uka.table.evolution import dealing

ROOT = Path(__file__).resolve().parents[2]
FIRST_DEAL = 1
"""The number of the pack that is cheated with; the draw's is 0."""
OTHER = "5e" * 32
rng = Random(4)

Cheat = Callable[[Table, Shares], TableEntry | None]
"""What the server writes that it should not, as the shuffle stands; None to go on as an honest one."""


# With the pack


def cheats(cheat: Cheat) -> Callable[[], None]:
    """The fraud of a server that lets its tables do what no protocol allows."""

    def begin() -> None:
        honest = clock.WAITS[TableStage.SHUFFLING]

        def shuffling(table: Table) -> list[clock.PendingTimer]:
            shares, deals = table.shares, table.game is not None and table.game.deal is None
            entry = cheat(table, shares) if deals and shares is not None else None
            return honest(table) if entry is None else [clock.PendingTimer(0, "entry", None, lambda: entry)]

        protocol.require = lambda holds, why: None  # type: ignore[assignment]
        clock.WAITS[TableStage.SHUFFLING] = shuffling
        clock.OPEN_MS = 2_000

    return begin


def ben(table: Table) -> Seat:
    """The seat of the person who belongs to the server."""
    return next(s for m in table.members if m.name == "Ben" if (s := table.seat_of(m.player)))


def bot(table: Table) -> Seat:
    """The seat of a bot."""
    return next(seat for seat in table.rules.seats if table.chair(seat).bot is not None)


def people(table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.rules.seats if table.chair(seat).manned)


def ground(table: Table, shares: Shares, seat: Seat) -> TableEntry:
    """A share of a seat, looked for when all others are open, that gives the seat's bot or person both bowers."""
    for _ in range(TRIES):
        value = rng.randbytes(32)
        links = list(shares.links)
        links[seat.index] = ChainLink(shares.number - 1, link(value).hex())
        found = replace(shares, links=tuple(links)).open(shares.number, seat, value.hex())
        if wanted(made(table, found)[1], seat):
            return en.ShareOpened(shares.number, seat, value.hex())
    raise AssertionError("no such pack was found")


def grinding_person(table: Table, shares: Shares) -> TableEntry | None:
    """Ben opens another share than he committed to, which is the best for him."""
    return ground(table, shares, ben(table)) if shares.missing == (ben(table),) else None


def grinding_bot(table: Table, shares: Shares) -> TableEntry | None:
    """A bot has a share, which is opened last, and is the best for it."""
    seat = bot(table)
    if not shares.closed and not all(map(shares.committed, people(table))):
        return None
    if shares.links[seat.index] is None:
        return en.ShareCommitted(seat, shares.number, rng.randbytes(32).hex())
    if not shares.closed:
        return en.CommitmentsClosed(shares.number, (*people(table), seat))
    return ground(table, shares, seat) if shares.missing == (seat,) else None


def late_cut(table: Table, shares: Shares) -> TableEntry | None:
    """The cut is made by hand once the pack is known: the one that gives Ben the most jacks."""
    if not shares.complete or shares.cut is not None:
        return None
    assert table.game is not None

    def jacks(cut: int) -> int:
        _, deal = made(table, replace(shares, cut=cut))
        return sum(card.rank is Rank.JACK for card in deal.hand(ben(table)))

    return en.PackCut(table.game.dealer.right, max(range(4, len(table.rules.cards) - 3), key=jacks))


def withheld(table: Table, shares: Shares) -> TableEntry | None:
    """Ben withholds his share, since he dislikes the pack."""
    mine = shares.number == FIRST_DEAL and shares.missing == (ben(table),)
    return en.SharesWithheld(shares.number, shares.missing) if mine else None


def left_out(table: Table, shares: Shares) -> TableEntry | None:
    """Nobody has a share, though all are committed."""
    ready = not shares.closed and all(map(shares.committed, people(table)))
    return en.CommitmentsClosed(shares.number) if ready else None


def other_pack(table: Table, shares: Shares) -> TableEntry | None:
    """Another pack is dealt than the shares give."""
    if not shares.complete:
        return None
    dealt, _ = made(table, shares)
    return replace(dealt, pack=dealt.pack[::-1])


def other_secret() -> None:
    """The secret that is told of the first deal's pack is another than was committed to, at the table and later."""
    true, entry, bent = fair.commitment, clock.secrets_entry, set[bytes]()

    def committed(first: int, secrets: bytes) -> en.SecretsCommitted:
        if not first:
            bent.add(secrets[FIRST_DEAL * fair.SIZE : (FIRST_DEAL + 1) * fair.SIZE])
        return entry(first, secrets)

    clock.secrets_entry = gameplay.secrets_entry = committed
    dealing.commitment = fair.commitment = lambda secret: true(bytes.fromhex(OTHER) if secret in bent else secret)


# With the record


def forged_signature() -> None:
    """The signature under a record is of nothing."""

    def sign(log: Log, private: bytes) -> None:
        log.append(signature._note(signature.Signature(signature.public_key(private), "00" * 64)))

    signature.sign = sign


def other_key() -> None:
    """Records are signed with another key than the server tells."""
    true = signature.sign
    signature.sign = lambda log, private: true(log, private[::-1])


def renamed() -> None:
    """Ben has another name in the record, which was signed before."""
    filed = archive.archived_games

    def changed(*more: object) -> tuple[archive.ArchivedGame, ...]:
        games = filed(*more)  # type: ignore[arg-type]
        return tuple(game._replace(text=game.text.replace(b'"Ben"', b'"Bob"', 1)) for game in games)

    archive.archived_games = changed


def renamed_and_signed() -> None:
    """Ben has another name in the record, and the server signs that."""
    true = archive.recorded

    def changed(*more: object) -> tuple[Log, ...]:
        logs = true(*more)  # type: ignore[arg-type]
        names = [tuple("Bob" if name == "Ben" else name for name in log.header.players) for log in logs]
        return tuple(_with_names(log, players) for log, players in zip(logs, names, strict=True))

    archive.recorded = changed


def _with_names(log: Log, players: tuple[str, ...]) -> Log:
    found = Log.start(log.rules, players=players, revokes=log.header.revokes, about=log.header.about)
    for entry in log.entries:
        if not isinstance(entry, Scored):  # the log writes it itself
            found.append(entry)
    return found


def made_up() -> None:
    """The record is of a game that nobody played, of people who do not exist."""

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
"""Frauds in which Ben opens no share of the first deal himself."""


@contextmanager
def serving(fraud: str, folder: Path) -> Iterator[Serving]:
    """A malicious server on a folder, at any port that is free."""
    command = [sys.executable, "-m", "tests.server.malicious", fraud, "serve", "--no-browser", "--workers", "1"]
    folders: dict[str, Any] = {"cwd": ROOT, "env": {**os.environ, "PYTHONPATH": str(ROOT)}}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*command, "--port", "0", "--data", str(folder)], text=True, **folders, **pipes) as process:
        try:
            yield Serving(process)
        finally:
            process.kill()


if __name__ == "__main__":
    archive.SHORT = sys.maxsize  # all records are made in this process, which the fraud changes
    FRAUDS[sys.argv.pop(1)]()
    cli.main()
