"""Simulates whole tournaments that bots play. The cards are played in full; how long that takes is only estimated.

The teams differ in how often they blunder, which means to choose a random action. Team 1 never blunders, and the last
team blunders most.
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
"""The estimated durations in seconds of shuffling and dealing, of one call for trump, and of one played card."""


class SimulatedEvent(msgspec.Struct, frozen=True):
    """The parameters of a simulated event (a tournament that bots play). There are half as many tables as teams."""

    teams: int = 64
    """The number of teams."""
    rounds: int = 12
    """The number of rounds."""
    bot: str = "club"
    """The name of the bot that plays for all teams."""
    worst: float = 0.5
    """The probability, from 0 to 1, that the last and worst team chooses a random action."""
    marae: int = 16
    """The number of marae (communities) that the teams play for."""


class SimulationReport(msgspec.Struct, frozen=True):
    """The results of a simulated event (a tournament that bots play)."""

    seed: str
    best: int
    """The final rank of team 1, which never blunders."""
    rematches: int
    """The number of pairs of teams that met more than once."""
    byes: tuple[int, int]
    """The smallest and the largest number of byes of a team."""
    games: int
    """The number of games that were played."""
    belled: int
    """The number of games that the bell ended."""
    drawn: int
    """The number of draws."""
    champion: int
    """The number of the team that won the event."""
    round_seconds: tuple[float, ...] = ()
    """The duration of each round in seconds, until its last table has finished."""


class BlunderingBot:
    """A bot that copies the bot ``player``, but blunders with the probability ``rate``: it then acts at random."""

    def __init__(self, player: Bot, rate: float) -> None:
        self._player, self._rate = player, rate

    @property
    def name(self) -> str:
        """The name of the bot that this one copies."""
        return self._player.name

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Return the choice of the copied bot or, with the probability of a blunder, a random lawful action."""
        if rng.random() < self._rate:
            return rng.choice(observation.lawful_actions)
        return self._player.choose(observation, rng)


class SimulatedGame(NamedTuple):
    """The entries that an official would tap to score a simulated game."""

    before: tuple[en.Tap, ...]
    """The entries before the bell."""
    after: tuple[en.Tap, ...]
    """The entries after the bell; empty if the game ended before it."""
    seconds: float
    """The duration of the game in seconds."""


def simulate(
    event: SimulatedEvent, rules: Ruleset, settings: TournamentSettings, seed: str
) -> Iterator[tuple[Tournament, tuple[TournamentLine, ...]]]:
    """Simulate the tournament ``event``. Yield its state and its new log lines after the opening and after each round.

    ``seed`` determines all random choices. All times in the log are simulated.
    """
    tournament = _SimulatedTournament(event, rules, settings, seed)
    yield tournament.enter_teams()
    for _ in range(event.rounds):
        yield tournament.play_round()


def report(event: SimulatedEvent, t: Tournament, seed: str, round_seconds: tuple[float, ...] = ()) -> SimulationReport:
    """Return the results of a simulated event. ``t`` is the state of its tournament after the last round."""
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
    """Simulate an event from beginning to end, and return its results. ``seed`` determines all random choices."""
    tournament = _SimulatedTournament(event, rules, settings, seed)
    tournament.enter_teams()
    for _ in range(event.rounds):
        tournament.play_round()
    return report(event, tournament.t, seed, tuple(tournament.round_seconds))


class _SimulatedTournament:
    """A tournament that bots play, and its simulated clock. ``t`` is its state."""

    def __init__(self, event: SimulatedEvent, rules: Ruleset, settings: TournamentSettings, seed: str) -> None:
        self._event, self._seed = event, seed
        self._now = 0
        """The simulated time, in milliseconds."""
        self.t, line = teams.open_tournament("A simulated tournament", rules, settings, at=0)
        self._lines = [line]
        """The log lines that no call has returned yet."""
        self.round_seconds = list[float]()
        """The duration of each round in seconds, until its last table has finished."""

    def enter_teams(self) -> tuple[Tournament, tuple[TournamentLine, ...]]:
        """Enter the teams and set the tables. Return the tournament and the log lines so far."""
        for number in range(1, self._event.teams + 1):
            roster = Roster(f"Team {number}", f"Marae {number % self._event.marae + 1}")
            self._execute(teams.enter(self.t, DIRECTOR, roster))
        self._execute(teams.set_tables(self.t, DIRECTOR, range(1, max(self._event.teams // 2, 1) + 1)))
        return self._take_new_lines()

    def play_round(self) -> tuple[Tournament, tuple[TournamentLine, ...]]:
        """Seat, play and close the next round. Return the tournament and the new log lines."""
        self._execute(rounds.seat(self.t, DIRECTOR, f"{self._seed}/{len(self.t.rounds)}"))
        self._execute(rounds.start(self.t, DIRECTOR))
        assert self.t.round
        matches = self.t.round.matches
        games = [self._simulated_game(match) for match in matches]
        self.round_seconds.append(max(game.seconds for game in games))
        for game in games:
            self._enter_taps(game.before)
        self._now += self.t.settings.clock_ms
        self.t, rang = tick(self.t, self._now)
        self._lines += rang
        for match, game in zip(matches, games, strict=True):
            self._enter_taps(game.after)
            self._cut_if_drawn(match.table)
        self._execute(rounds.close(self.t, DIRECTOR, unsigned=True))
        return self._take_new_lines()

    def _simulated_game(self, match: TournamentMatch) -> SimulatedGame:
        first, second = match.teams
        rates = self._blunder_rate(first), self._blunder_rate(second)
        seconds = self.t.settings.clock_ms / 1_000
        return simulate_game(self.t.rules, match.table, self._event.bot, rates, seconds, self._secret(match))

    def _blunder_rate(self, team: int) -> float:
        return self._event.worst * (team - 1) / max(self._event.teams - 1, 1)

    def _secret(self, match: TournamentMatch) -> str:
        """Return the text that determines the random choices of a match."""
        return f"{self._seed}/{len(self.t.rounds)}/{match.table}"

    def _enter_taps(self, taps: tuple[en.Tap, ...]) -> None:
        for tap in taps:
            self._execute(official.tap(self.t, DIRECTOR, tap))

    def _cut_if_drawn(self, table: int) -> None:
        """If the match at a table is drawn, let both captains cut cards until the cards differ in rank."""
        pack = [card for card in self.t.rules.cards if card is not JOKER]
        for number in range(100):
            assert self.t.round
            match = self.t.round.match(table)
            if match is None or not match.drawn or match.moving_team is not None:
                return
            first, second = shuffle(pack, f"{self._secret(match)}/cut {number}")[:2]
            self._execute(official.enter_cut_cards(self.t, DIRECTOR, table, (first, second)))

    def _execute(self, entries: TournamentEntries) -> None:
        self.t, lines = execute(self.t, lambda t: entries, at=self._now, by=DIRECTOR)
        self._lines += lines

    def _take_new_lines(self) -> tuple[Tournament, tuple[TournamentLine, ...]]:
        lines, self._lines = tuple(self._lines), []
        return self.t, lines


def simulate_game(
    rules: Ruleset, table: int, name: str, rates: tuple[float, float], clock_s: float, secret: str
) -> SimulatedGame:
    """Simulate a game that the bot ``name`` plays for both teams. Return the entries that an official would tap for it.

    ``rates`` are the probabilities, from 0 to 1, that the first and the second team choose a random action. ``clock_s``
    is the time until the bell, in seconds; if it is 0, no bell rings. ``secret`` determines all random choices.
    ``table`` is the table number in the entries.
    """
    sides = [BlunderingBot(bot(name), rate) for rate in rates]
    randoms = {seat: Random(f"{secret}/{seat}") for seat in rules.seats}
    dealer = Draw.start(rules, shuffled(rules, f"{secret}/draw")).finish().dealer or rules.seats[0]
    game = Game.start(rules, dealer)
    time, dealt = 0.0, 0
    taps: list[en.Tap] = [en.FirstDealerSet(table, dealer)]
    while not game.over:
        time += DEAL_S
        if clock_s and time >= clock_s:
            return SimulatedGame(tuple(taps), (en.UpcardAtBell(table, False),), clock_s)
        game, _ = game.start_deal(shuffled(rules, f"{secret}/deal {dealt}"))
        dealt += 1
        while (seat := game.turn) is not None:
            action = sides[seat.partnership.index].choose(game.observe(seat), randoms[seat])
            time += PLAY_S if isinstance(action, Play) else CALL_S
            game, _ = game.apply(action)
        tap = _tap_for(table, game.results[-1])
        if clock_s and time >= clock_s:
            return SimulatedGame(tuple(taps), (en.UpcardAtBell(table, True), tap), time)
        taps.append(tap)
    return SimulatedGame(tuple(taps), (), time)


def _tap_for(table: int, result: DealResult) -> en.Tap:
    """Return the entry that an official taps for a deal with this result."""
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
