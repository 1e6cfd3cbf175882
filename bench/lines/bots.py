"""Lines about the bots: which bot beats which, how the club bot bids, and the time of its choices."""

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor

import uka
from bench.registry import Figure, line, promise
from uka import Observation, Ruleset
from uka.arena import Contest, Interval, PairResult, run_contest, workers
from uka.arena.confidence_intervals import hit_share
from uka.arena.player_tally import PlayerTally
from uka.bots import Bot, bot
from uka.core.seats import SEATS

GAMES = 2_000
RULESETS = ("north_american", "uka", "tainui")


def match(rules: str, home: str, away: str, games: int, executor: Executor) -> PairResult:
    """Play a duplicate match of two bots, and return the total result."""
    contest = Contest(rules=uka.ruleset(rules), players=(home, away), unit="games", duplicate=True, seed="bots")
    *_, (met,) = run_contest(contest, games // 2, executor)
    return met


def percent(interval: Interval) -> dict[str, float]:
    """Return a proportion and its 95 % interval, in percent."""
    return {
        name: round(100 * value, 2)
        for name, value in (("share", interval.value), ("from", interval.low), ("to", interval.high))
        if value is not None
    }


def style(met: PairResult) -> dict[str, float | dict[str, float]]:
    """Return the bidding figures of the first of two bots in a match."""
    tally, other = met.tallies
    together = tally.made - tally.alone
    return {
        "makes trump, % of deals": round(100 * tally.made / tally.deals, 1),
        "euchred, % of made": percent(euchred(tally)),
        "march with partner, %": percent(hit_share(tally.marches - tally.lone_marches, together)),
        "alone, % of made": percent(hit_share(tally.alone, tally.made)),
        "loners that took five, %": percent(hit_share(tally.lone_marches, tally.alone)),
        "points a deal, both sides": round((tally.points + other.points) / tally.deals, 3),
        "deals a game": round(tally.deals / met.games, 1),
    }


def euchred(tally: PlayerTally) -> Interval:
    """Return in what proportion of the deals in which a player made trump it was euchred."""
    return hit_share(tally.euchred, tally.made)


def against(home: str, away: str, games: int = GAMES) -> dict[str, PairResult]:
    """Return the results of a match under several rulesets; games have no time limit."""
    with workers() as executor:
        return {rules: match(rules, home, away, games, executor) for rules in RULESETS}


def beats(home: str, away: str, least: float) -> Figure:
    """Promise that a bot wins more than ``least`` percent of games, and that the 95 % interval lies above ``least``."""
    shares = {name: percent(met.won.share()) for name, met in against(home, away).items()}
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
    """Measure the proportions of euchres and of loners, and the points a deal."""
    found = against("club", "club")
    figure: Figure = {"games": GAMES, **{name: style(met) for name, met in found.items()}}
    lost = [percent(euchred(met.tallies[0]))["share"] for met in found.values()]
    return promise(all(5 < share < 30 for share in lost), figure, "club is euchred too seldom or too often")


@line("2.6 bots: a club decision takes under 200 µs on average", speed=True)
def thinking_time() -> Figure:
    figure = {name: microseconds(uka.ruleset(name)) for name in RULESETS}
    slow = max(found["a decision, µs"] for found in figure.values())
    return promise(slow < 200, {**figure}, "a club decision takes 200 µs or more")


def timed(
    player: Bot, rules: Ruleset, deals: int, rng: random.Random, clock: Callable[[], float]
) -> Iterator[tuple[Observation, float]]:
    """Let four equal bots play deals; yield each observation, and the seconds by ``clock`` that the choice takes."""
    for number in range(deals):
        deal = uka.Deal.start(rules, SEATS[number % 4], uka.shuffled(rules, f"time/{number}"))
        while deal.turn is not None:
            seen = deal.observe(deal.turn)
            start = clock()
            action = player.choose(seen, rng)
            yield seen, clock() - start
            deal, _ = deal.apply(action)


def microseconds(rules: Ruleset, deals: int = 500) -> dict[str, float]:
    """Return the mean and the 99th percentile of the time of the club bot's choices in whole deals, in microseconds."""
    taken = [1e6 * seconds for _, seconds in timed(bot("club"), rules, deals, random.Random(1), time.perf_counter)]
    slowest = sorted(taken)[-len(taken) // 100]
    return {"a decision, µs": round(sum(taken) / len(taken), 1), "99 % within, µs": round(slowest, 1)}
