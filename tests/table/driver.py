"""Drives a table in simulated time as a server does: with commands, ticks, and bots that choose at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from uka.client.table_session import ShareChain
from uka.core.actions import Action, ClaimRevoke, Pass
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.table import BATCH, Table, TableLine, TableSettings, TableStage, TableTransition, append_entries, due, tick
from uka.table.commands import gameplay, people

NAMES = {"ana": "Ana", "ben": "Ben", "caro": "Caro", "dan": "Dan", "eve": "Eve"}
START = 1_000_000


class Driver:
    """A table driven in simulated time, with its log as text, its transitions, and the current time."""

    def __init__(
        self, rules: Ruleset, settings: TableSettings | None = None, seed: object = 0, host: str = "ana"
    ) -> None:
        self.rng, self.now = Random(str(seed)), START
        self.roots = Random(f"roots {seed}")
        self.table, lines = people.open_table(rules, host, NAMES[host], at=self.now, settings=settings)
        self.lines: list[TableLine] = list(lines)
        self.steps: list[TableTransition] = []
        self.chains: dict[str, ShareChain] = {}

    def did(self, made: tuple[Table, tuple[TableTransition, ...]]) -> tuple[TableTransition, ...]:
        self.table, steps = made
        self.steps += steps
        self.lines += [step.line for step in steps]
        return steps

    def do(self, command: Callable[..., Any], player: str, *args: Any, id: str = "") -> tuple[TableTransition, ...]:
        """Apply a person's command at the present time."""
        return self.did(append_entries(self.table, command(self.table, player, *args), at=self.now, by=player, id=id))

    def begin(self) -> None:
        self.do(gameplay.begin_game, self.table.host, self.rng.randbytes(32 * BATCH))

    def seat(self, *players: str) -> None:
        """Seat people, from north on."""
        for player, seat in zip(players, SEATS, strict=False):
            if self.table.member(player) is None:
                self.do(people.join, player, NAMES[player])
            self.do(people.sit, player, seat)

    def next(self) -> bool:
        """Move the time to the next timer and apply that timer. Return False if there is none."""
        coming = due(self.table)
        if coming is None:
            return False
        self.now = max(self.now, coming.at)
        if coming.what == "choice":
            assert coming.seat is not None
            self.choose(coming.seat)
        else:
            self.did(
                tick(self.table, self.now, self.rng.randbytes(32 * 16) if coming.what in ("secrets", "begin") else b"")
            )
        return True

    def share(self, player: str) -> bool:
        """Commit to a chain of shares for a person, or open their awaited share. Return False if neither is due."""
        table = self.table
        seat, shares = table.seat_of(player), table.shares
        if shares is None or seat is None or seat in shares.excluded or not table.playing:
            return False
        chain = self.chains.get(player)
        share = chain.share(shares.number, shares.links[seat.index]) if chain else None
        if seat in shares.missing:
            if share is None or table.stage is not TableStage.SHUFFLING:
                return False
            self.do(gameplay.open_share, player, shares.number, share.hex())
        elif share is None and seat not in (shares.awaited or ()):
            chain = self.chains[player] = ShareChain(self.roots.randbytes)
            self.do(gameplay.commit_shares, player, chain.commitment.hex())
        else:
            return False
        return True

    def shares(self) -> bool:
        """Commit to shares and open them for all connected people."""
        here = [chair.player for chair in self.table.chairs if chair.player and chair.connected]
        return True in [self.share(player) for player in here]

    def pick(self, seat: Seat, claims: bool = False) -> Action:
        """Return a random legal action of a seat. Passes are more likely than calls, so that every phase is reached."""
        seen = self.table.observe(seat)
        assert seen is not None
        legal = seen.legal_actions if claims else [a for a in seen.legal_actions if not isinstance(a, ClaimRevoke)]
        if Pass() in legal and self.rng.random() < 0.6:
            return Pass()
        return self.rng.choice(legal)

    def choose(self, seat: Seat) -> None:
        made = gameplay.choose(self.table, seat, self.pick(seat), self.table.seq, self.now)
        self.did(append_entries(self.table, made, at=self.now, by="bot"))

    def person(self) -> bool:
        """Act for the person whose turn it is, half a second later."""
        seat = self.table.turn
        if seat is None or not self.table.chair(seat).manned:
            return False
        self.now = max(self.now, self.table.since + 500)
        self.do(gameplay.submit_action, self.table.chair(seat).player or "", self.pick(seat), self.table.seq)
        return True

    def play_out(self, most: int = 20_000) -> None:
        """Play the game to its end."""
        for _ in range(most):
            if self.table.stage is TableStage.OVER or not (self.person() or self.shares() or self.next()):
                return
        raise AssertionError("the game does not end")
