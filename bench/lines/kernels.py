"""Lines about the compiled kernels: that they agree with the rules in Python, and their speed."""

import statistics
import subprocess
import sys
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeAlias

from bench.deals import openspiel_hands
from bench.registry import Figure, Skipped, line, promise
from tests.kernels import sanitizers
from tests.kernels.branches import branches
from tests.kernels.chance import furthest
from tests.kernels.minimax import by_card, in_play
from tests.strategies import random_deal, random_rules
from uka import rulesets
from uka.bots import bot
from uka.bots.cardplay_weights import CLUB
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.core.shuffle import shuffled
from uka.kernels import DoubleDummySolver, PositionBatch, packed_position
from uka.kernels.bidding import BiddingPhase
from uka.kernels.cardplay import CardplayModel, play_history
from uka.kernels.determinization import WorldSampler, infer_hidden_cards
from uka.kernels.rollouts import RolloutOptions, RolloutPolicy, Rollouts

POSITIONS = 1_000
HELD = (2, 3, 3, 4, 4, 5)
DEALS = 20_000
WORLDS = 20_000
ROUNDS = 9
DEALS_WALKED = 1_000
DEALS_BY_RULES = 5_000
PLAYOUTS = 1_000_000
SPIEL_HANDS = 20_000
Compared: TypeAlias = Callable[[str, Callable[[], Ruleset], Random], Counter[str]]


@line("6.1 kernels: exact solves equal minimax by the rules")
def equal() -> Figure:
    """Compare the value of every legal card in random positions, under every ruleset and random house rules."""
    return same("positions", differences, "a card's worth is not what minimax finds")


def same(what: str, compared: Compared, otherwise: str) -> Figure:
    """Promise that ``compared`` finds no differences under every ruleset and random house rules.

    ``what`` is the name of the comparison, and ``otherwise`` the message if there is a difference.
    """
    figure = Counter[str]()
    for name in rulesets.names():
        figure += compared(f"{what}, {name}", lambda name=name: rulesets.find(name), Random(name))
    rng = Random("house rules")
    figure += compared(f"{what}, house rules", lambda: random_rules(rng), rng)
    wrong = figure.pop("differences", 0)
    return promise(not wrong, {**figure, "differences": wrong}, otherwise)


def differences(what: str, rules: Callable[[], Ruleset], rng: Random) -> Counter[str]:
    found = Counter[str]()
    for _ in range(POSITIONS):
        deal = in_play(rules(), rng, rng.choice(HELD))
        here = packed_position(deal)
        found[what] += 1
        found["of them a hand alone"] += here.sitting_out.bit_count() == 1
        found["alone against one alone"] += here.sitting_out.bit_count() == 2
        found["in the midst of a trick"] += bool(here.plays)
        found["first leads"] += not deal.trick and not deal.tricks
        found["cards"] += len(deal.legal_actions)
        found["differences"] += DoubleDummySolver(deal.rules).values(here) != by_card(deal)
    return found


@line("6.1 kernels: the calls equal the rules in every branch")
def calls_equal() -> Figure:
    """Compare the bidding of deals from the turn-up to the first lead, under every ruleset and random house rules.

    In every tenth deal all branches are followed. In the other deals all calls are followed, and one random card at
    each choice of a card. The sets of legal cards are always compared.
    """
    return same("deals", walked, "the kernels' calls are not the rules'")


def walked(what: str, rules: Callable[[], Ruleset], rng: Random) -> Counter[str]:
    found = Counter[str]()
    for number in range(DEALS_WALKED):
        deal = random_deal(rules(), rng, revokes=False)
        try:
            seen = branches(deal, BiddingPhase(deal.rules), rng, cards=1 if number % 10 else None)
        except (AssertionError, ValueError):
            found["differences"] += 1
            continue
        found[what] += 1
        found["decisions"] += sum(seen.values()) - 2 * seen["ends"]
        found["ends"] += seen["ends"]
    return found


@line("6.1 kernels: playouts by chance come to what the rules come to")
def chance_equal() -> Figure:
    """Compare the means of points, outcomes and makers with those of deals played in Python, in standard errors."""
    figure = {name: round(furthest(rulesets.find(name), Random(name), DEALS_BY_RULES), 2) for name in rulesets.names()}
    rng = Random("house rules")
    figure["house rules, the furthest of 20"] = round(
        max(furthest(random_rules(rng), rng, 1_000) for _ in range(20)), 2
    )
    return promise(max(figure.values()) < 5, figure, "chance plays otherwise in the kernels")


@line("6.2 kernels: exact solves a second and core", speed=True)
def solves_a_second() -> Figure:
    """Measure how many full deals of 24 cards are solved a second at the first lead, compared with plain minimax."""
    try:
        import numpy as np
    except ImportError:
        raise Skipped("NumPy is not installed: pip install -e '.[research]'") from None
    rules = rulesets.find("cardgames")
    solver, rng = DoubleDummySolver(rules), np.random.default_rng(6)
    cards = np.array([card.bit for card in rules.cards], np.uint64)
    dealt = cards[rng.permuted(np.tile(np.arange(len(cards)), (DEALS, 1)), axis=1)[:, :20]]
    hands = dealt.reshape(DEALS, 4, 5).sum(axis=2, dtype=np.uint64)
    leaders, trumps = (rng.integers(0, 4, DEALS).astype(np.uint8) for _ in range(2))
    nobody, sides = np.zeros(DEALS, np.uint8), np.zeros(DEALS, np.uint8)
    partner = (1 << (leaders + 2) % 4).astype(np.uint8)
    tricks, values = np.empty(DEALS, np.int8), np.empty((DEALS, 33), np.int8)
    openings = iter(first_leads(rules))

    def solve(sitting: Any, into: Any) -> int:
        solver.solve_all(PositionBatch(hands, leaders, trumps, sitting, sides), into)  # pyright: ignore[reportArgumentType]
        return DEALS

    def plain() -> int:
        by_card(next(openings))
        return 1

    entrants: dict[str, Callable[[], int]] = {
        "tricks": lambda: solve(nobody, tricks),
        "all leads": lambda: solve(nobody, values),
        "tricks, three hands": lambda: solve(partner, tricks),
        "plain Python, all leads": plain,
    }
    figure = {name: number(rate) for name, rate in raced(entrants).items()}
    figure["all leads, ours to plain Python's"] = round(figure["all leads"] / figure["plain Python, all leads"])
    kept = figure["tricks"] >= 120_000 and figure["all leads"] >= 65_000
    return promise(kept, figure, "fewer than 120,000 exact solves or 65,000 of all leads a second")


def raced(entrants: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Return the rate of each entrant a second of processor time, as the median of rounds.

    All entrants run in each round. An entrant returns how many items it has processed.
    """
    rates: dict[str, list[float]] = {name: [] for name in entrants}
    for _ in range(ROUNDS):
        for name, entrant in entrants.items():
            start = time.process_time()
            done = entrant()
            rates[name].append(done / (time.process_time() - start))
    return {name: statistics.median(found) for name, found in rates.items()}


def number(rate: float) -> float:
    return round(rate) if rate > 100 else round(rate, 2)


def first_leads(rules: Ruleset) -> list[Deal]:
    """Return random deals at the first lead with four active hands, one deal for each round of the measurement."""
    rng, found = Random(6), list[Deal]()
    while len(found) < ROUNDS:
        deal = in_play(rules, rng, 5)
        if len(packed_position(deal).plays) + packed_position(deal).sitting_out + len(deal.tricks) == 0:
            found.append(deal)
    return found


@line("6.2 kernels: worlds a second and core", speed=True)
def worlds_a_second() -> Figure:
    """Measure the median rates of sampling and weighting determinizations, at each play of club bots with 24 cards."""
    seen = list(at_each_play(rulesets.find("cardgames")))
    model = CardplayModel(seen[0].rules, CLUB)
    parts = [memoryview(bytearray(32 * WORLDS)).cast("B").cast("Q", (WORLDS, 4)) for _ in range(3)]
    weights = array("d", [1.0] * WORLDS)
    steps: dict[str, Callable[[Observation], object]] = {
        "known": lambda seen: WorldSampler(infer_hidden_cards(seen)),
        "drawn": lambda seen: WorldSampler(infer_hidden_cards(seen)).draw(
            parts[0], away=parts[1], called=parts[2], seed=1
        ),
        "weighed": lambda seen: model.weigh(play_history(seen), parts[0], weights),
    }
    seconds: dict[str, list[float]] = {name: [] for name in steps}
    for observation in seen:
        for name, step in steps.items():
            start = time.process_time()
            step(observation)
            seconds[name].append(time.process_time() - start)
    taken = {name: statistics.median(found) for name, found in seconds.items()}
    figure = {
        "drawn": round(WORLDS / taken["drawn"]),
        "weighed": round(WORLDS / taken["weighed"]),
        "milliseconds to know what may be": round(1000 * taken["known"], 2),
    }
    return promise(figure["drawn"] >= 1_000_000, figure, "fewer than a million worlds a second")


def at_each_play(rules: Ruleset) -> Iterator[Observation]:
    """Yield the observation of the seat whose turn it is at each play of deals between club bots."""
    club, rng = bot("club"), Random(6)
    for seed in range(40):
        deal = Deal.start(rules, rng.choice(SEATS), shuffled(rules, seed))
        while not deal.over:
            assert deal.turn is not None
            seen = deal.observe(deal.turn)
            if deal.phase is Phase.PLAYING:
                yield seen
            deal, _ = deal.apply(club.choose(seen, rng))


def spiel_by_chance() -> Callable[[], int] | None:
    """Return a function that plays OpenSpiel's hands of the same game; return None if OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    play = openspiel_hands(pyspiel.load_game("euchre", {"stick_the_dealer": True}))

    def played() -> int:
        play(SPIEL_HANDS)
        return SPIEL_HANDS

    return played


@line("6.2 kernels: full deals at random a second and core", speed=True)
def playouts_a_second() -> Figure:
    """Measure random rollouts of full deals of 24 cards, in which the dealer must name trump.

    OpenSpiel's hands, played from Python, are measured for comparison.
    """
    playouts = Rollouts(rulesets.find("north_american"))

    def played(policy: RolloutPolicy) -> Callable[[], int]:
        return lambda: playouts.play_deals(PLAYOUTS, RolloutOptions(policy, policy, seed=6)).deals

    entrants = {"by chance": played(RolloutPolicy.RANDOM), "by the cheap player": played(RolloutPolicy.HEURISTIC)}
    theirs = spiel_by_chance()
    if theirs:
        entrants["OpenSpiel by chance, from Python"] = theirs
    rates = raced(entrants)
    figure: dict[str, Any] = {name: number(rate) for name, rate in rates.items()}
    if theirs:
        figure["by chance, ours to OpenSpiel's"] = round(
            figure["by chance"] / figure["OpenSpiel by chance, from Python"]
        )
    else:
        figure["OpenSpiel"] = "it is not installed: pip install -e '.[research]'"
    return promise(figure["by chance"] >= 6_000_000, figure, "fewer than 6 million random full deals a second")


@line("6.3 kernels: what they add to import uka", speed=True)
def loading() -> Figure:
    """Measure the time to import the kernels as a median over new interpreters, in milliseconds."""
    code = (
        "import sys, time, uka; start = time.perf_counter(); import uka.kernels; "
        "print(time.perf_counter() - start, 'numpy' in sys.modules)"
    )
    seconds = list[float]()
    for _ in range(25):
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        taken, numpy = run.stdout.split()
        assert numpy == "False"
        seconds.append(float(taken))
    figure = {"milliseconds": round(1000 * statistics.median(seconds), 2)}
    return promise(figure["milliseconds"] < 5, figure, "5 ms or more")


@line("6.3 kernels: their tests with address and undefined-behaviour sanitizers")
def sanitized() -> Figure:
    """Run all tests of the kernels and the solver with sanitizers, with 100 examples of each property."""
    try:
        ran = sanitizers.tested(*sanitizers.ALL, "--hypothesis-profile=ci")
    except sanitizers.Unable as why:
        raise Skipped(str(why)) from None
    last = ran.stdout.strip().splitlines()[-1] if ran.stdout.strip() else "nothing ran"
    return promise(ran.returncode == 0, {"pytest": last}, ran.stdout[-2000:] + ran.stderr[-2000:])
