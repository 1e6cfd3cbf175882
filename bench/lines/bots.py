"""Lines about the bots: who beats whom, how the club bot calls, and how long it thinks."""

import math
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from statistics import NormalDist

import uka
from bench.registry import Figure, line, promise
from uka import DealResult, Game, Outcome, Ruleset, Seat
from uka.bots import Bot, bot
from uka.core.seats import PARTNERSHIPS, SEATS

GAMES = 2_000
RULESETS = ("north_american", "uka", "tainui")
Z = NormalDist().inv_cdf(0.975)
EUCHRES = (Outcome.EUCHRED, Outcome.LONE_EUCHRED, Outcome.DEFENDED_ALONE)


@dataclass
class Tally:
    """What a match came to for the first of two bots."""

    games: int = 0
    won: float = 0.0
    deals: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    made: Counter[str | tuple[str, bool | str]] = field(default_factory=Counter[str | tuple[str, bool | str]])

    def add(self, results: tuple[DealResult, ...], home: int) -> None:
        """Count a game's deals; ``home`` is the index of the first bot's side."""
        for result in results:
            self.deals += 1
            for side in (0, 1):
                self.points[side] += result.points[home ^ side]
            if result.makers is PARTNERSHIPS[home]:
                kind = "loner" if result.loner in PARTNERSHIPS[home].seats else "pair"
                self.made[kind] += 1
                self.made[kind, result.outcome in EUCHRES] += 1
                self.made[kind, "five"] += result.tricks[home] == 5

    def share(self) -> dict[str, float]:
        """The share of games won, a draw as half of one, and its 95 % interval (Wilson's), in percent."""
        return interval(self.won, self.games)

    def euchred(self) -> dict[str, float]:
        """The share of the deals it made in which it was euchred."""
        return interval(self.made["pair", True] + self.made["loner", True], self.made["pair"] + self.made["loner"])

    def style(self) -> dict[str, float | dict[str, float]]:
        """How the first bot called."""
        made = self.made["pair"] + self.made["loner"]
        return {
            "makes trump, % of deals": round(100 * made / self.deals, 1),
            "euchred, % of made": self.euchred(),
            "march with partner, %": interval(self.made["pair", "five"], self.made["pair"]),
            "alone, % of made": interval(self.made["loner"], made),
            "loners that took five, %": interval(self.made["loner", "five"], self.made["loner"]),
            "points a deal, both sides": round(sum(self.points) / self.deals, 3),
            "deals a game": round(self.deals / self.games, 1),
        }


def interval(hits: float, of: int) -> dict[str, float]:
    """A share in percent with Wilson's 95 % interval."""
    if not of:
        return {"share": 0.0, "from": 0.0, "to": 100.0}
    p, spread = hits / of, Z * Z / of
    middle = (p + spread / 2) / (1 + spread)
    half = Z * math.sqrt(p * (1 - p) / of + spread / of / 4) / (1 + spread)
    return {"share": round(100 * p, 2), "from": round(100 * (middle - half), 2), "to": round(100 * (middle + half), 2)}


def play_game(rules: Ruleset, players: dict[Seat, Bot], secret: str) -> Game:
    """One whole game; the packs, the dealer and the bots' chances come from the secret."""
    rng = random.Random(secret)
    game = Game.start(rules, dealer=rng.choice(SEATS))
    number = 0
    while not game.over:
        game, _ = game.start_deal(uka.shuffled(rules, f"{secret}/{number}"))
        number += 1
        while game.turn is not None and game.in_deal:
            seen = game.observe(game.turn)
            game, _ = game.apply(players[game.turn].choose(seen, rng))
    return game


def match(rules: Ruleset, home: Bot, away: Bot, games: int, secret: str = "bots") -> Tally:
    """A match of two partnerships, each two copies of a bot; the second game of a pair has the sides changed."""
    tally = Tally()
    for number in range(games):
        side = number % 2
        players = {seat: (home if seat.partnership is PARTNERSHIPS[side] else away) for seat in SEATS}
        game = play_game(rules, players, f"{secret}/{number // 2}")
        tally.games += 1
        tally.won += 0.5 if game.winner is None else game.winner is PARTNERSHIPS[side]
        tally.add(game.results, side)
    return tally


def against(home: str, away: str, games: int = GAMES, rulesets: tuple[str, ...] = RULESETS) -> dict[str, Tally]:
    """The same match under several rulesets, without a bell."""
    return {name: match(uka.ruleset(name, {"clock": 0}), bot(home), bot(away), games) for name in rulesets}


def beats(home: str, away: str, least: float) -> Figure:
    """That a bot wins more than so many percent, the whole of the interval above it."""
    shares = {name: tally.share() for name, tally in against(home, away).items()}
    kept = all(share["from"] > least for share in shares.values())
    return promise(kept, {"games": GAMES, **shares}, f"{home} does not beat {away} in over {least} % of games")


@line("2.6 bots: club beats random in over 97 % of games")
def club_beats_random() -> Figure:
    return beats("club", "random", 97.0)


@line("2.6 bots: novice beats random in over 65 % of games")
def novice_beats_random() -> Figure:
    return beats("novice", "random", 65.0)


@line("2.6 bots: club beats novice")
def club_beats_novice() -> Figure:
    return beats("club", "novice", 50.0)


@line("2.6 bots: how club plays club")
def club_against_itself() -> Figure:
    """Euchres of the deals it makes, loners, points a deal."""
    tallies = against("club", "club")
    figure: Figure = {"games": GAMES, **{name: tally.style() for name, tally in tallies.items()}}
    lost = [tally.euchred()["share"] for tally in tallies.values()]
    return promise(all(5 < share < 30 for share in lost), figure, "club is euchred too seldom or too often")


@line("2.6 bots: a club decision takes under 200 µs on average", speed=True)
def thinking_time() -> Figure:
    figure = {name: microseconds(uka.ruleset(name)) for name in RULESETS}
    slow = max(found["a decision, µs"] for found in figure.values())
    return promise(slow < 200, {**figure}, "a club decision takes 200 µs or more")


def microseconds(rules: Ruleset, deals: int = 500) -> dict[str, float]:
    """What ``choose`` of the club bot takes over whole deals, and its slowest hundredth."""
    club, rng, taken = bot("club"), random.Random(1), list[float]()
    for number in range(deals):
        deal = uka.Deal.start(rules, SEATS[number % 4], uka.shuffled(rules, f"time/{number}"))
        while deal.turn is not None:
            seen = deal.observe(deal.turn)
            start = time.perf_counter()
            action = club.choose(seen, rng)
            taken.append(1e6 * (time.perf_counter() - start))
            deal, _ = deal.apply(action)
    slowest = sorted(taken)[-len(taken) // 100]
    return {"a decision, µs": round(sum(taken) / len(taken), 1), "99 % within, µs": round(slowest, 1)}
