"""Whether the play of ``master`` gains if the bot postpones its own next choice (EPIMC with fallible others).

``master`` solves each layout of the hidden cards (world) as if everybody saw all cards, so it plays its next cards
differently in worlds that it cannot tell apart. ``EpimcBot`` calls like ``master``. After each card it plays each world
on to its own next choice, and there plays one card in all worlds in which the same cards were played in between
(Arjonilla, Saffidine and Cazenave, *Perfect Information Monte Carlo with Postponing Reasoning*, 2024). The other seats
draw their cards in between, with the probabilities of the model of cardplay times ``exp(SHARPNESS * tricks)``, where
``tricks`` is what their side takes double-dummy. ``bench/epimc.cpp`` does that, compiled by g++ when it is first used.

python -m bench.epimc              plays EPIMC against master, both ways round, and goes on where it was stopped
python -m bench.epimc --times      measures the processor time of both for a card
python -m bench.epimc --positions  asks both for the positions of tests/bots/positions
python -m bench.epimc --fit        fits the sharpness to the cards of master

For a choice both bots sample the same worlds. So the two rooms of a pair are the deal that ``master`` plays in all
seats, until a seat of EPIMC's side would choose another card; only from there on a room is played by itself. A pair in
which that never happens counts 0.
"""

from __future__ import annotations

import argparse
import ctypes
import subprocess
from array import array
from functools import lru_cache, partial
from math import exp
from pathlib import Path
from random import Random
from statistics import quantiles
from time import process_time

import msgspec

import uka
from bench.position_file import Position, read
from bench.strength import formatted
from uka.arena import ChunkStore, chunks, run, workers
from uka.arena.chunked_work import Chunk
from uka.arena.confidence_intervals import RatioSums
from uka.arena.match_play import first_dealer
from uka.bots import ActionEvaluation, Bot, bot
from uka.bots.card_counting import certain_revoke
from uka.bots.cardplay_weights import CLUB
from uka.bots.equity import DealStakes
from uka.bots.evaluation import best_first
from uka.bots.levels import MASTER
from uka.bots.master import evaluate_tricks, ruleset_model
from uka.bots.payoffs import play_payoffs
from uka.bots.pimc import sample_worlds, solve_worlds
from uka.core.actions import Action, Play
from uka.core.cards import CARDS, Card, mask_of
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.play_tables import play_tables
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import PARTNERSHIPS, Partnership
from uka.core.shuffle import shuffled
from uka.core.trick import EFFECTIVE
from uka.kernels import DoubleDummySolver, TrickDistribution, packed_position
from uka.kernels.cardplay import play_history

ROOT = Path(__file__).parent.parent
KERNELS = ROOT / "src" / "kernels"
SOURCES = (Path(__file__).with_suffix(".cpp"), KERNELS / "double_dummy.cpp", KERNELS / "trick_rules.cpp")
FLAGS = ("-std=c++20", "-O3", "-march=x86-64-v3", "-DUKA_V3", "-shared", "-fPIC", f"-I{KERNELS}")
SHARPNESS = 1.25
"""How much a trick raises the logarithm of the odds of a card. Fitted to 250 deals of ``master`` by ``--fit``."""
TRICK_COUNTS = 9
"""A side takes 0 to 8 tricks."""
CHUNK = 50


class SharedPosition(ctypes.Structure):
    """What is the same in all worlds, as ``bench/epimc.cpp`` reads it."""

    _fields_ = (
        ("leader", ctypes.c_int32),
        ("trump", ctypes.c_int32),
        ("sitting", ctypes.c_int32),
        ("maker", ctypes.c_int32),
        ("me", ctypes.c_int32),
        ("played", ctypes.c_int32),
        ("plays", ctypes.c_int32 * 3),
        ("led", ctypes.c_int32),
        ("gone", ctypes.c_uint64),
        ("sharpness", ctypes.c_double),
        ("seed", ctypes.c_uint64),
    )


@lru_cache(maxsize=1)
def library() -> ctypes.CDLL:
    """Return the compiled ``bench/epimc.cpp``. It is compiled again if a source has changed."""
    path = ROOT / "build" / "epimc" / "epimc.so"
    changed = max(source.stat().st_mtime for source in (*SOURCES, *KERNELS.glob("*.hpp")))
    if not path.exists() or path.stat().st_mtime < changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["g++", *FLAGS, *SOURCES, "-o", path], check=True)
    found = ctypes.CDLL(str(path))
    found.epimc_tables.restype = ctypes.c_void_p
    return found


@lru_cache(maxsize=8)
def tables(rules: Ruleset) -> ctypes.c_void_p:
    """Return the rules of the play and the weights of the model of cardplay, for the functions of ``library``."""
    play = play_tables(rules)
    suits = array("i", [suit for row in play.suit for suit in row])
    strengths = array("i", [strength for rows in play.strength for row in rows for strength in row])
    weights = array("d", CLUB.weights)
    made = library().epimc_tables(
        ctypes.c_uint64(play.pack),
        play.hand_size,
        play.must_head,
        play.first_lead_trump,
        _address(suits),
        _address(strengths),
        _address(weights),
        ctypes.c_double(CLUB.any),
    )
    assert made
    return ctypes.c_void_p(made)


def _address(numbers: array[int] | array[float]) -> ctypes.c_void_p:
    return ctypes.c_void_p(numbers.buffer_info()[0])


def common_of(seen: Observation, sharpness: float = SHARPNESS, seed: int = 0) -> SharedPosition:
    """Return what is the same in all worlds that fit ``seen``."""
    assert seen.contract is not None
    assert seen.leader is not None
    assert seen.turn is not None
    past, trump = play_history(seen), seen.contract.trump.index
    finished = [card for trick in seen.tricks for card in trick.cards]
    led = {EFFECTIVE[trump][trick.cards[0].index].index for trick in seen.tricks}
    return SharedPosition(
        leader=seen.leader.index,
        trump=trump,
        sitting=past.sitting_out,
        maker=past.maker,
        me=seen.turn.index,
        played=len(seen.trick),
        plays=(ctypes.c_int32 * 3)(*(card.index for card in seen.trick)),
        led=sum(1 << suit for suit in led),
        gone=past.gone | mask_of(finished),
        sharpness=sharpness,
        seed=seed,
    )


def solve_postponed(
    seen: Observation, hands: memoryview[int], seed: int, sharpness: float = SHARPNESS
) -> dict[Card, TrickDistribution]:
    """Return a dict from each lawful card to the distribution of further tricks of the side after it."""
    assert seen.seat is not None
    stakes = DealStakes(seen, seen.seat.partnership, ruleset_model(seen.rules).equity)
    wins = [stakes.after(points) for points in play_payoffs(seen)]
    worth = array("d", wins + [0.0] * (TRICK_COUNTS - len(wins)))
    counts = array("i", [0]) * (len(CARDS) * TRICK_COUNTS)
    failed = library().epimc_count(
        tables(seen.rules),
        ctypes.byref(common_of(seen, sharpness, seed)),
        ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(hands))),
        ctypes.c_size_t(len(hands)),
        _address(worth),
        _address(counts),
    )
    assert not failed
    starts = {card: TRICK_COUNTS * card.index for card in CARDS}
    rows = {card: list(map(float, counts[start : start + TRICK_COUNTS])) for card, start in starts.items()}
    return {card: TrickDistribution(row, row) for card, row in rows.items() if any(row)}


class EpimcBot:
    """A bot that calls like ``master``, and postpones its next choice where ``master`` solves each world by itself."""

    name = "epimc"

    def __init__(self, sharpness: float = SHARPNESS) -> None:
        self._master = bot("master")
        self._sharpness = sharpness

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Return the card with the best chance of winning the game, or the call of ``master``."""
        if not searches(observation):
            return self._master.choose(observation, rng)
        return self.card(observation, worlds_of(observation, rng), rng)

    def card(self, seen: Observation, hands: memoryview[int], rng: Random) -> Action:
        """Return the choice of a card, if ``hands`` are the sampled worlds."""
        solved = solve_postponed(seen, hands, rng.getrandbits(63), self._sharpness)
        return _best(seen, evaluate_tricks(seen, solved))


def searches(seen: Observation) -> bool:
    """Return whether ``master`` searches for a card: there are several, and no claim is due."""
    return seen.phase is Phase.PLAYING and len(_plays(seen)) > 1 and certain_revoke(seen) is None


def _plays(seen: Observation) -> list[Action]:
    return [action for action in seen.lawful_actions if isinstance(action, Play)]


def worlds_of(seen: Observation, rng: Random) -> memoryview[int]:
    """Sample worlds as ``master`` does for a card."""
    budget, bids = MASTER.budget, ruleset_model(seen.rules).bids
    return sample_worlds(seen, rng, sampled=budget["sampled"], kept=budget["kept_for_plays"], bids=bids)


def masters_card(seen: Observation, hands: memoryview[int]) -> Action:
    """Return the card that ``master`` plays, if ``hands`` are the sampled worlds."""
    return _best(seen, evaluate_tricks(seen, solve_worlds(seen, hands)))


def _best(seen: Observation, evaluations: list[ActionEvaluation]) -> Action:
    lawful = set(seen.lawful_actions)
    return best_first(seen, (each for each in evaluations if each.action in lawful))[0].action


class MatchSums(msgspec.Struct):
    """The sums of a match, from the view of ``EpimcBot``."""

    points: RatioSums = msgspec.field(default_factory=RatioSums)
    """The points of its side minus those of the other, by pairs; each pair is two deals."""
    choices: int = 0
    """The choices of a card at which both bots were asked."""
    differing: int = 0
    """Those at which they chose different cards."""
    parted: int = 0
    """The pairs in which a room was played by itself."""

    def add(self, other: MatchSums) -> None:
        """Add the sums of ``other``."""
        self.points.add(other.points)
        self.choices += other.choices
        self.differing += other.differing
        self.parted += other.parted


class Pair:
    """A deal that ``EpimcBot`` and ``master`` play both ways round."""

    def __init__(self, rules: Ruleset, seed: str) -> None:
        self.sums = MatchSums()
        self._seed = seed
        self._epimc, self._master = EpimcBot(), bot("master")
        self._start = Game.start(rules, first_dealer(rules, seed))

    def play(self) -> None:
        """Play the pair, and count it in ``sums``."""
        rooms, state = self._play_on(self._start, PARTNERSHIPS)
        if rooms and len(rooms) < len(PARTNERSHIPS):
            rooms |= {side: state for side in PARTNERSHIPS if side not in rooms}
        score = 0
        for side, room in rooms.items():
            for result in self._finished(room, side).results:
                score += result.points[side.index] - result.points[side.other.index]
        self.sums.points.count(score, len(PARTNERSHIPS))
        self.sums.parted += bool(rooms)

    def _play_on(self, state: Game, sides: tuple[Partnership, ...]) -> tuple[dict[Partnership, Game], Game]:
        """Let ``master`` play on in all seats, until EPIMC would have chosen another card once on each of ``sides``.

        Return the states after these cards, and the last state.
        """
        rooms = dict[Partnership, Game]()
        while len(rooms) < len(sides) and not state.finished:
            seen = self._seen(state)
            if seen is None:
                state = self._dealt(state)
                continue
            assert seen.seat is not None
            side, rng = seen.seat.partnership, self._rng(state, seen)
            if not searches(seen):
                state, _ = state.apply(self._master.choose(seen, rng))
                continue
            hands = worlds_of(seen, rng)
            card = masters_card(seen, hands)
            if side not in rooms:
                other = self._epimc.card(seen, hands, rng)
                self.sums.choices += 1
                if other != card:
                    self.sums.differing += 1
                    rooms[side], _ = state.apply(other)
            state, _ = state.apply(card)
        return rooms, state

    def _finished(self, state: Game, side: Partnership) -> Game:
        """Return the game after the deal, if EPIMC plays the seats of ``side``."""
        while not state.finished:
            seen = self._seen(state)
            if seen is None:
                state = self._dealt(state)
                continue
            assert seen.seat is not None
            player: Bot = self._epimc if seen.seat.partnership is side else self._master
            state, _ = state.apply(player.choose(seen, self._rng(state, seen)))
        return state

    def _seen(self, state: Game) -> Observation | None:
        """Return what the seat sees whose turn it is, or None between deals."""
        return None if state.turn is None else state.observe(state.turn)

    def _dealt(self, state: Game) -> Game:
        state, _ = state.start_deal(shuffled(state.rules, f"{self._seed}/deal {len(state.results)}"))
        return state

    def _rng(self, state: Game, seen: Observation) -> Random:
        """Return the generator of a choice, which is the same in both rooms while they are the same."""
        past = (len(state.results), len(seen.calls), sum(len(trick.cards) for trick in seen.tricks), len(seen.trick))
        return Random(f"{self._seed}/{seen.seat}/{seen.phase}/{past}")


def play_chunk(rules: Ruleset, chunk: Chunk) -> MatchSums:
    """Play the pairs of a chunk."""
    total = MatchSums()
    for number in range(chunk.size):
        pair = Pair(rules, f"{chunk.seed}/{number}")
        pair.play()
        total.add(pair.sums)
    return total


class About(msgspec.Struct, frozen=True):
    """The first line of a match's state file."""

    rules: str
    seed: str
    sharpness: float = SHARPNESS
    version: str = uka.__version__


def match(rules: str, pairs: int, seed: str, folder: Path) -> None:
    """Play a match, and print the result after every 500 pairs."""
    folder.mkdir(parents=True, exist_ok=True)
    store = ChunkStore[MatchSums].open(folder / f"{rules}-{seed}.jsonl", About(rules, seed), MatchSums)
    total = MatchSums()
    with workers(1) as executor:
        for sums in run(partial(play_chunk, uka.ruleset(rules)), chunks(seed, pairs, CHUNK), executor, store):
            total.add(sums)
            if total.points.pieces % 500 == 0 or total.points.pieces == pairs:
                print(report(total), flush=True)


def report(total: MatchSums) -> str:
    """Return the result of a match in words."""
    return (
        f"{total.points.pieces} pairs: {formatted(total.points.mean())} points a deal; another card at"
        f" {total.differing} of {total.choices} choices; {total.parted} pairs differ"
    )


def measure_times(rules: str, deals: int) -> None:
    """Ask both bots for the cards of deals that ``master`` plays, in turns, and print the processor time of a card."""
    players: tuple[Bot, ...] = (bot("master"), EpimcBot())
    times = {player.name: list[float]() for player in players}
    for number in range(deals):
        seed = f"times/{number}"
        state = Game.start(uka.ruleset(rules), first_dealer(uka.ruleset(rules), seed))
        state, _ = state.start_deal(shuffled(state.rules, seed))
        while state.turn is not None:
            seen = state.observe(state.turn)
            choices = list[Action]()
            for player in players:
                rng, start = Random(f"{seed}/{seen.seat}/{seen.cards}"), process_time()
                choices.append(player.choose(seen, rng))
                if searches(seen):
                    times[player.name].append(1_000 * (process_time() - start))
                else:
                    break  # both call like master
            state, _ = state.apply(choices[0])
    for name, each in times.items():
        cuts = quantiles(each, n=100)
        print(
            f"{name}: {len(each)} cards, p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, mean {sum(each) / len(each):.1f}"
        )


def ask_positions(tries: int = 3) -> None:
    """Ask both bots for the positions with a choice of a card, and print where they differ."""
    players: tuple[Bot, ...] = (bot("master"), EpimcBot())
    totals, asked = [0] * len(players), 0
    for kind, positions in read().items():
        for position in positions:
            if not searches(position.situation.seen):
                continue
            asked += 1
            right = [_times_right(player, position, tries) for player in players]
            totals = [total + more for total, more in zip(totals, right, strict=True)]
            if len(set(right)) > 1:
                print(f"{kind}: {position.name}: {players[0].name} {right[0]}, {players[1].name} {right[1]} of {tries}")
    for player, total in zip(players, totals, strict=True):
        print(f"{player.name}: right in {total} of {asked * tries} tries")


def _times_right(player: Bot, position: Position, tries: int) -> int:
    seen, right = position.situation.seen, position.right_actions
    return sum(player.choose(seen, Random(f"{position.name}/{number}")) in right for number in range(tries))


class RatedPlay(msgspec.Struct, frozen=True):
    """The lawful cards of a play, the chosen one first: their chances by the model, and their double-dummy tricks."""

    chances: tuple[float, ...]
    tricks: tuple[int, ...]


def rated_plays(rules: str, deals: int) -> list[RatedPlay]:
    """Let ``master`` play deals, and rate the cards of each play with a choice, in the true deal."""
    found, master = list[RatedPlay](), bot("master")
    for number in range(deals):
        seed = f"fit/{number}"
        state = Game.start(uka.ruleset(rules), first_dealer(uka.ruleset(rules), seed))
        state, _ = state.start_deal(shuffled(state.rules, seed))
        rng, solver = Random(seed), DoubleDummySolver(state.rules)
        while state.turn is not None:
            seen, deal = state.observe(state.turn), state.deal
            action = master.choose(seen, rng)
            if searches(seen) and deal is not None and isinstance(action, Play):
                position = packed_position(deal)._replace(side=state.turn.partnership.index)
                tricks, chances = solver.values(position), model_chances(seen, deal.masks)
                cards = [action.card, *(card for card in tricks if card is not action.card)]
                rated = tuple(chances[card] for card in cards), tuple(tricks[card] for card in cards)
                found.append(RatedPlay(*rated))
            state, _ = state.apply(action)
    return found


def model_chances(seen: Observation, hands: tuple[int, ...]) -> dict[Card, float]:
    """Return the probability by the model of cardplay of each card of the seat whose turn it is, in one world."""
    chances = array("d", [0.0]) * len(CARDS)
    world, common = array("Q", hands), common_of(seen)
    library().epimc_chances(tables(seen.rules), ctypes.byref(common), _address(world), _address(chances))
    return {card: chance for card, chance in zip(CARDS, chances, strict=True) if chance}


def fit_sharpness(plays: list[RatedPlay], steps: int = 20) -> float:
    """Return the sharpness with which the plays are most likely, by Newton's method."""
    sharpness = 0.0
    for _ in range(steps):
        slope = curve = 0.0
        for play in plays:
            weights = [c * exp(sharpness * t) for c, t in zip(play.chances, play.tricks, strict=True)]
            total = sum(weights)
            mean = sum(w * t for w, t in zip(weights, play.tricks, strict=True)) / total
            square = sum(w * t * t for w, t in zip(weights, play.tricks, strict=True)) / total
            slope += play.tricks[0] - mean
            curve += square - mean * mean
        sharpness += slope / curve
    return sharpness


def main() -> None:
    """Play the match, or do what an option says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="north_american")
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", default="epimc")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "epimc")
    parser.add_argument("--deals", type=int, default=100, help="the deals of --times and --fit")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--positions", action="store_true")
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    if options.times:
        measure_times(options.rules, options.deals)
    elif options.positions:
        ask_positions()
    elif options.fit:
        plays = rated_plays(options.rules, options.deals)
        print(f"sharpness {fit_sharpness(plays):.2f} by {len(plays)} plays of master in {options.deals} deals")
    else:
        match(options.rules, options.pairs, options.seed, options.folder)


if __name__ == "__main__":
    main()
