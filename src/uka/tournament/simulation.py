"""Simulates whole tournaments that bots play. The deals are real, and a model gives the time that they take.

The teams differ in how often they blunder. Team 1 never blunders. The last team blunders at the rate ``worst``.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import msgspec

from uka.bots import Bot, bot
from uka.core.actions import Action, Play
from uka.core.cards import JOKER
from uka.core.draw import Draw
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult, Outcome
from uka.core.shuffle import shuffle, shuffled

from . import entries as en
from . import standings
from .commands import official, rounds, teams
from .entries import DIRECTOR, Roster, TournamentEntries, TournamentLine
from .round_clock import execute, tick
from .settings import TournamentSettings
from .tournament import Tournament, TournamentMatch

DEAL_S, CALL_S, PLAY_S = 25.0, 3.0, 3.5
"""Simulated durations in seconds: of shuffling and dealing, of one call for trump, and of one played card."""


class SimulatedEvent(msgspec.Struct, frozen=True):
    """The parameters of a simulated event.

    ``bot`` is the name of the bot that plays for all teams. ``worst`` is the probability, from 0 to 1, that the worst
    team chooses a random action. ``marae`` is the number of marae (communities). There are half as many tables as
    teams.
    """

    teams: int = 64
    rounds: int = 12
    bot: str = "club"
    worst: float = 0.5
    marae: int = 16


class SimulationReport(msgspec.Struct, frozen=True):
    """The results of a simulated event.

    ``best`` is the rank of team 1, which never blunders. ``champion`` is the number of the winning team. ``rematches``
    is the number of pairs of teams that met more than once. ``byes`` are the smallest and the largest number of byes of
    a team. ``games`` is the number of all games, ``belled`` is the number of games that the bell ended, and ``drawn``
    is the number of draws. ``round_seconds`` is the duration of each round, until its last table has finished.
    """

    seed: str
    best: int
    rematches: int
    byes: tuple[int, int]
    games: int
    belled: int
    drawn: int
    champion: int
    round_seconds: tuple[float, ...] = ()


class BlunderingBot:
    """A bot that replaces some choices of another bot by random lawful actions."""

    def __init__(self, player: Bot, rate: float) -> None:
        self._player, self._rate = player, rate

    @property
    def name(self) -> str:
        """The name of the underlying bot."""
        return self._player.name

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Return the choice of the underlying bot.

        With the probability ``rate``, return a random lawful action instead.
        """
        if rng.random() < self._rate:
            return rng.choice(observation.lawful_actions)
        return self._player.choose(observation, rng)


class SimulatedGame(NamedTuple):
    """The entries that an official makes to score a simulated game: before the bell, and after the bell.

    ``seconds`` is the duration of the game.
    """

    before: tuple[en.Tap, ...]
    after: tuple[en.Tap, ...]
    seconds: float


def simulate(
    event: SimulatedEvent, rules: Ruleset, settings: TournamentSettings, seed: str
) -> Iterator[tuple[Tournament, tuple[TournamentLine, ...]]]:
    """Simulate a tournament. Yield its state and its new log lines after the opening and after each round.

    All times are simulated.
    """
    day = _Day(event, rules, settings, seed)
    yield day.opened()
    for _ in range(event.rounds):
        yield day.round()


def report(event: SimulatedEvent, t: Tournament, seed: str, round_seconds: tuple[float, ...] = ()) -> SimulationReport:
    """Return the results of a simulated event. ``t`` is the state of the tournament after the event."""
    lines = standings.of_teams(t)
    games = [match for playing in t.rounds for match in playing.matches]
    return SimulationReport(
        seed=seed,
        best=next(line.place for line in lines if line.team == 1),
        rematches=len(standings.rematches(t)),
        byes=(min(line.byes for line in lines), max(line.byes for line in lines)),
        games=len(games),
        belled=sum(match.tally.game.bell for match in games),
        drawn=sum(match.drawn for match in games),
        champion=lines[0].team,
        round_seconds=round_seconds,
    )


def event_report(event: SimulatedEvent, rules: Ruleset, settings: TournamentSettings, seed: str) -> SimulationReport:
    """Simulate an event from beginning to end, and return its results."""
    day = _Day(event, rules, settings, seed)
    day.opened()
    for _ in range(event.rounds):
        day.round()
    return report(event, day.t, seed, tuple(day.round_seconds))


class _Day:
    def __init__(self, event: SimulatedEvent, rules: Ruleset, settings: TournamentSettings, seed: str) -> None:
        self._event, self._seed, self._now = event, seed, 0
        self.t, line = teams.opened("A simulated tournament", rules, settings, at=0)
        self._lines = [line]
        self.round_seconds = list[float]()

    def opened(self) -> tuple[Tournament, tuple[TournamentLine, ...]]:
        """Enter the teams and set the tables. Return the tournament and the log lines so far."""
        for number in range(1, self._event.teams + 1):
            roster = Roster(f"Team {number}", f"Marae {number % self._event.marae + 1}")
            self._do(teams.enter(self.t, DIRECTOR, roster))
        self._do(teams.tables(self.t, DIRECTOR, range(1, max(self._event.teams // 2, 1) + 1)))
        return self._new_lines()

    def round(self) -> tuple[Tournament, tuple[TournamentLine, ...]]:
        """Seat, play and close the next round. Return the tournament and the new log lines."""
        self._do(rounds.seat(self.t, DIRECTOR, f"{self._seed}/{len(self.t.rounds)}"))
        self._do(rounds.start(self.t, DIRECTOR))
        assert self.t.round
        matches = self.t.round.matches
        games = [self._game(match) for match in matches]
        self.round_seconds.append(max(game.seconds for game in games))
        for game in games:
            self._tap(game.before)
        self._now += self.t.settings.clock_ms
        self.t, rang = tick(self.t, self._now)
        self._lines += rang
        for match, game in zip(matches, games, strict=True):
            self._tap(game.after)
            self._cut(match.table)
        self._do(rounds.close(self.t, DIRECTOR, unsigned=True))
        return self._new_lines()

    def _game(self, match: TournamentMatch) -> SimulatedGame:
        event, last = self._event, max(self._event.teams - 1, 1)
        first, second = (event.worst * (team - 1) / last for team in match.teams)
        seconds = self.t.settings.clock_ms / 1_000
        return simulate_game(self.t.rules, match.table, event.bot, (first, second), seconds, self._secret(match))

    def _secret(self, match: TournamentMatch) -> str:
        return f"{self._seed}/{len(self.t.rounds)}/{match.table}"

    def _tap(self, taps: tuple[en.Tap, ...]) -> None:
        for tap in taps:
            self._do(official.tap(self.t, DIRECTOR, tap))

    def _cut(self, table: int) -> None:
        pack = [card for card in self.t.rules.cards if card is not JOKER]
        for number in range(100):
            assert self.t.round
            match = self.t.round.match(table)
            if match is None or not match.drawn or match.moves is not None:
                return
            first, second = shuffle(pack, f"{self._secret(match)}/cut {number}")[:2]
            self._do(official.cut(self.t, DIRECTOR, table, (first, second)))

    def _do(self, entries: TournamentEntries) -> None:
        self.t, lines = execute(self.t, lambda t: entries, at=self._now, by=DIRECTOR)
        self._lines += lines

    def _new_lines(self) -> tuple[Tournament, tuple[TournamentLine, ...]]:
        lines, self._lines = tuple(self._lines), []
        return self.t, lines


def simulate_game(
    rules: Ruleset, table: int, name: str, rates: tuple[float, float], clock_s: float, secret: str
) -> SimulatedGame:
    """Simulate a game that the bot ``name`` plays for both teams. Return the entries that an official makes for it.

    ``rates`` are the probabilities, from 0 to 1, that the first and the second team choose a random action. ``clock_s``
    is the time until the bell, in seconds. If it is 0, no bell rings. ``secret`` determines all random numbers.
    ``table`` is the table number that the entries contain.
    """
    sides = [BlunderingBot(bot(name), rate) for rate in rates]
    chances = {seat: Random(f"{secret}/{seat}") for seat in rules.seats}
    dealer = Draw.start(rules, shuffled(rules, f"{secret}/draw")).finish().dealer or rules.seats[0]
    game, time, dealt = Game.start(rules, dealer), 0.0, 0
    taps: list[en.Tap] = [en.FirstDealerSet(table, dealer)]
    while not game.over:
        time += DEAL_S
        if clock_s and time >= clock_s:
            return SimulatedGame(tuple(taps), (en.UpcardAtBell(table, False),), clock_s)
        game, _ = game.start_deal(shuffled(rules, f"{secret}/deal {dealt}"))
        dealt += 1
        while (seat := game.turn) is not None:
            action = sides[seat.partnership.index].choose(game.observe(seat), chances[seat])
            time += PLAY_S if isinstance(action, Play) else CALL_S
            game, _ = game.apply(action)
        tap = _tapped(table, game.results[-1])
        if clock_s and time >= clock_s:
            return SimulatedGame(tuple(taps), (en.UpcardAtBell(table, True), tap), time)
        taps.append(tap)
    return SimulatedGame(tuple(taps), (), time)


def _tapped(table: int, result: DealResult) -> en.Tap:
    if result.outcome is Outcome.THROWN_IN:
        return en.DealThrownIn(table)
    if result.makers is None:
        return en.OfficialRulingGiven(table, "a farmer's hand", redeal=True)
    return en.DealPlayed(
        table,
        result.makers,
        result.tricks[result.makers.index],
        alone=result.loner is not None,
        defended_alone=result.lone_defender is not None,
    )
