"""Drives a tournament in simulated time, as a director, officials and captains do."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

from uka import rulesets
from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Partnership
from uka.tournament import (
    Role,
    Roster,
    TournamentEntries,
    TournamentLine,
    TournamentMatch,
    TournamentSettings,
    execute,
    tick,
)
from uka.tournament import entries as en
from uka.tournament.commands import captain, official, rounds, teams
from uka.tournament.settings import ENTRANTS, opening_settings

MARAE = ("Tuurangawaewae", "Waahi", "Poohara", "Hukanui")
DIRECTOR = "director"


class Day:
    """A tournament driven in simulated time, with the lines of its log and the current time."""

    def __init__(
        self, settings: TournamentSettings | None = None, rules: Ruleset | None = None, seed: object = 0
    ) -> None:
        self.rng, self.now = Random(str(seed)), 1_000_000
        self.t, line = teams.open_tournament("A day of Uka", rules or rulesets.find("tainui"), settings, at=self.now)
        self.lines: list[TournamentLine] = [line]

    def do(
        self, command: Callable[..., TournamentEntries], *args: Any, by: str = DIRECTOR, id: str = "", **more: Any
    ) -> None:
        """Apply a command at the present time."""
        self.t, lines = execute(self.t, lambda t: command(t, by, *args, **more), at=self.now, by=by, id=id)
        self.lines += lines

    def refused(self, command: Callable[..., TournamentEntries], *args: Any, by: str = DIRECTOR, **more: Any) -> str:
        """Try a command that must be refused and must change nothing. Return the reason of the refusal."""
        before, count = self.t, len(self.lines)
        try:
            self.do(command, *args, by=by, **more)
        except UkaError as error:
            assert (self.t, len(self.lines)) == (before, count)
            return str(error)
        raise AssertionError("it was not refused")

    def wait(self, ms: int) -> None:
        """Let time pass. The bell that ends the round rings if it is due."""
        self.now += ms
        self.t, lines = tick(self.t, self.now)
        self.lines += lines

    def enter(self, count: int, tables: int | None = None) -> None:
        """Enter teams with a captain's link each, and set tables with an official's link each."""
        for _ in range(count):
            number = len(self.t.teams) + 1
            self.do(teams.enter, Roster(f"Team {number}", self.rng.choice(MARAE), f"Captain {number}"))
            self.do(teams.grant_link, en.LinkGranted(f"c{number}", Role.CAPTAIN, f"Captain {number}", team=number))
        self.do(teams.set_tables, range(1, (tables or count // 2) + 1))
        for table in self.t.tables:
            self.do(teams.grant_link, en.LinkGranted(f"o{table}", Role.OFFICIAL, f"Official {table}", table=table))

    def seat(self) -> None:
        """Seat the next round."""
        self.do(rounds.seat, str(self.rng.random()))

    def start(self) -> None:
        """Seat and start the next round, with a dealer at each table."""
        self.seat()
        self.do(rounds.start)
        for match in self.matches:
            self.tap(en.FirstDealerSet(match.table, self.rng.choice(SEATS)))

    @property
    def matches(self) -> tuple[TournamentMatch, ...]:
        """The games of the round."""
        assert self.t.round
        return self.t.round.matches

    def match(self, table: int) -> TournamentMatch:
        """The game at a table."""
        return next(match for match in self.matches if match.table == table)

    def tap(self, tapped: en.Tap) -> None:
        """Tap as the table's official."""
        self.do(official.tap, tapped, by=f"o{tapped.table}")

    def deal(self, table: int) -> None:
        """Enter a deal with a random outcome, as the table's official."""
        side, roll = self.rng.choice(tuple(Partnership)), self.rng.random()
        if roll < 0.05:
            self.tap(en.RevokeFound(table, side))
        elif roll < 0.1:
            self.tap(en.DealMisdealt(table))
        else:
            self.tap(en.DealPlayed(table, side, self.rng.randint(0, 5), alone=self.rng.random() < 0.2))

    def play(self) -> None:
        """Play the round to its end.

        Some games reach the target, and the bell ends the others. Then captains cut and sign.
        """
        for match in self.matches:
            for _ in range(self.rng.randint(0, 12)):
                if not self.match(match.table).over:
                    self.deal(match.table)
        self.wait(self.t.settings.clock_ms)
        for match in self.matches:
            self.finish(match.table)

    def finish(self, table: int) -> None:
        """Finish a game after the bell: its last deal, the cut after a draw, both signatures."""
        if not self.match(table).over:
            lay = bool(self.match(table).tally.revoked) or self.rng.random() < 0.5
            self.tap(en.UpcardAtBell(table, lay))
            while not self.match(table).over:
                self.deal(table)
        while self.match(table).moving_team is None:
            first, second = self.rng.sample([card for card in self.t.rules.cards if card is not Card.JOKER], 2)
            self.do(official.enter_cut_cards, table, (first, second), by=f"o{table}")
        for team in self.match(table).teams:
            if team not in self.match(table).confirmed:
                self.do(captain.sign_result, team, by=f"c{team}")

    def round(self) -> None:
        """Play a whole round."""
        self.start()
        self.play()
        self.do(rounds.close)


def seatings() -> str:
    """Return who sits where in events of every movement, a line for each of three rounds."""
    told = list[str]()
    for (movement, kinds), count in product(ENTRANTS.items(), (8, 14)):
        for kind in kinds:
            day = Day(opening_settings(movement, players=kind == "players"), seed=f"{movement} {kind} {count}")
            day.enter(count, tables=count // (4 if kind == "players" else 2))
            for number in (1, 2, 3):
                day.round()
                seated = [(match.table, *match.entries) for match in day.matches]
                told.append(f"{movement}, {count} {kind}, round {number}: {seated}")
    return "\n".join(told)


def without_officials() -> Day:
    """Return a tournament of four teams at two tables, in its first round, without officials."""
    day = Day()
    day.enter(4)
    for table in (1, 2):
        day.do(teams.revoke_link, f"o{table}")
    day.seat()
    day.do(rounds.start)
    return day
