"""Lines about environments of research: their speed, that they equal the rules, and data sets.

The environment variable UKA_ENVS_DEALS sets another number of deals that are compared under each ruleset, UKA_ENVS_JOBS
the number of processes (one for each core by default), and UKA_ENVS a folder that stores results, so that a comparison
that was stopped continues.
"""

import hashlib
import importlib
import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np

from bench.lines.kernels import raced
from bench.registry import Figure, Skipped, line, promise
from tests.envs.lockstep import follow
from tests.strategies import random_rules
from uka import rulesets
from uka.arena import Chunk, ChunkStore, chunks, run, workers
from uka.envs import VectorDeals
from uka.kernels.automaton_builder import InexpressibleRules

RULES = "north_american"
ROWS = 4_096
VECTOR_STEPS = 400
SINGLE_STEPS = 4_000
AIM, AIM_OF_TWO = 5_000_000, 9_000_000
"""The steps a second that are promised on one thread, and on two."""
CARD_GAMES = ("texas_holdem_no_limit_v6", "texas_holdem_v4", "leduc_holdem_v4")
"""Card games of ``pettingzoo.classic``."""
PGX_GAMES = ("kuhn_poker", "leduc_holdem")
"""Card games of ``pgx``."""

COMPARED = int(os.environ.get("UKA_ENVS_DEALS", "100000"))
JOBS = int(os.environ.get("UKA_ENVS_JOBS", "0")) or None
KEPT = os.environ.get("UKA_ENVS")
HOUSE = "house rules"
CHUNK, HOUSE_CHUNK = 1_000, 25
"""The number of deals that are compared in a chunk. Each chunk of house rules has a ruleset of its own."""

SOLVED_DEALS = 500_000
"""A deal is solved 20 times, for each trump and leader."""
SECONDS = 120
"""The time that is promised for 10 million exact solves on two cores."""
FILES_BEFORE_KILL = 3

Entrant = Callable[[], int]


@line("35.1 envs: steps a second and core with observation and mask", speed=True)
def steps_a_second() -> Figure:
    """Measure random play in each environment. The choice of the actions counts everywhere.

    The games of PettingZoo and pgx take part after ``pip install 'pettingzoo[classic]' pgx``, best in an environment of
    its own.
    """
    entrants: dict[str, Entrant] = {
        f"vector, {ROWS} deals": vector_steps(1),
        f"vector, {ROWS} deals, two threads": vector_steps(2),
        "PettingZoo": pettingzoo_steps("uka.envs.pettingzoo_env", rules=RULES),
    }
    others: dict[str, Callable[[], Entrant]] = {
        "OpenSpiel's euchre with its tensor": openspiel_steps,
        **{f"PettingZoo's {name}": partial(pettingzoo_steps, f"pettingzoo.classic.{name}") for name in CARD_GAMES},
        **{f"pgx' {name}": partial(pgx_steps, name) for name in PGX_GAMES},
    }
    missing = dict[str, str]()
    for name, entrant in others.items():
        try:
            entrants[name] = entrant()
        except ImportError as error:
            missing[name] = f"not installed ({error.name or error})"
    rates = {name: round(rate) for name, rate in raced(entrants).items()}
    one, two = (max(seconds_of(vector_steps(threads)) for _ in range(3)) for threads in (1, 2))
    figure: dict[str, Any] = rates | {"vector by the clock, one thread": one, "two threads": two} | missing
    kept = rates[f"vector, {ROWS} deals"] >= AIM and two >= AIM_OF_TWO
    return promise(kept, figure, f"fewer than {AIM:,} steps a second on one thread, or than {AIM_OF_TWO:,} on two")


def seconds_of(entrant: Entrant) -> int:
    """Return how many steps an entrant makes a second by the clock."""
    start = time.perf_counter()
    return round(entrant() / (time.perf_counter() - start))


def vector_steps(threads: int) -> Entrant:
    """Return a function that steps thousands of deals at random on so many threads, and returns how many steps."""
    deals = VectorDeals(rulesets.find(RULES), ROWS, threads=threads)
    actions = deals.random_actions(0)

    def steps() -> int:
        for number in range(VECTOR_STEPS):
            deals.step(deals.random_actions(number, actions))
        return VECTOR_STEPS * ROWS

    return steps


def pettingzoo_steps(module: str, **settings: str) -> Entrant:
    """Return a function that plays at random in an environment of PettingZoo."""
    env, rng = importlib.import_module(module).env(**settings), np.random.default_rng(0)

    def steps() -> int:
        made = 0
        while made < SINGLE_STEPS:
            env.reset(seed=int(rng.integers(2**31)))
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                    made += 1
        return made

    return steps


def openspiel_steps() -> Entrant:
    """Return a function that plays OpenSpiel's euchre at random; the dealt cards are no steps."""
    import pyspiel

    game, random = pyspiel.load_game("euchre", {"stick_the_dealer": True}), Random(0).random

    def steps() -> int:
        made = 0
        while made < SINGLE_STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                if not state.is_chance_node():
                    state.information_state_tensor()
                    made += 1
                state.apply_action(legal[int(random() * len(legal))])
        return made

    return steps


def pgx_steps(name: str) -> Entrant:
    """Return a function that steps thousands of games of pgx at random, each game until its own end."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    env = pgx.make(name)
    begin = jax.jit(jax.vmap(env.init))

    @jax.jit
    def step(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return jax.vmap(env.step)(state, jax.random.categorical(key, logits, axis=-1))

    state = begin(jax.random.split(jax.random.PRNGKey(0), ROWS))
    step(state, jax.random.PRNGKey(1)).observation.block_until_ready()  # compiles

    def steps() -> int:
        state, made = begin(jax.random.split(jax.random.PRNGKey(0), ROWS)), 0
        for number in range(VECTOR_STEPS):
            left = int((~state.terminated).sum())
            if not left:
                break
            made += left
            state = step(state, jax.random.PRNGKey(number))
        state.observation.block_until_ready()
        return made

    return steps


class Comparison(msgspec.Struct, frozen=True):
    """What is compared."""

    rules: str


class Compared(msgspec.Struct, frozen=True):
    """What the comparison of a chunk counted."""

    counts: dict[str, int]
    wrong: str = ""
    """The first difference, if there is one."""


@line("35.2 envs: deals stepped at once equal the rules, action by action")
def stepped_equal() -> Figure:
    """Compare random deals under every ruleset and under random house rules, and with the unseen cards dealt again."""
    figure, wrong = dict[str, Any](), list[str]()
    with workers(JOBS) as executor:
        for name in (*rulesets.names(), HOUSE):
            found = Counter[str]()
            store = stored(name)
            size = HOUSE_CHUNK if name == HOUSE else CHUNK
            for each in run(partial(compared, name), chunks(f"35.2 {name}", COMPARED, size), executor, store):
                found.update(each.counts)
                wrong += [f"{name}: {each.wrong}"] * bool(each.wrong)
            figure[name] = dict(found)
    return promise(not wrong, {**figure, "differences": len(wrong)}, "; ".join(wrong[:3]))


def stored(name: str) -> ChunkStore[Compared] | None:
    """Return the state file of a ruleset's comparison, or None if no folder stores results."""
    if KEPT is None:
        return None
    Path(KEPT).mkdir(parents=True, exist_ok=True)
    return ChunkStore[Compared].open(Path(KEPT) / f"{name.replace(' ', '_')}.jsonl", Comparison(name), Compared)


def compared(name: str, chunk: Chunk) -> Compared:
    """Compare the deals of a chunk."""
    rng = Random(chunk.seed)
    rules = random_rules(rng) if name == HOUSE else rulesets.find(name)
    try:
        found = follow(rules, max(chunk.size // 10, 1), chunk.size, rng.getrandbits(63))
    except InexpressibleRules:
        return Compared({"rulesets that the kernels refuse": 1})
    except AssertionError as error:
        return Compared({}, f"{chunk.seed}: {error}")
    return Compared(found)


@line("35.3 envs: 10 million exact solves into a file, and resumed after a kill", speed=True)
def solved() -> Figure:
    """Measure `uka dataset` on two cores; kill a second run of it in its midst, and compare the files of both."""
    if importlib.util.find_spec("pyarrow") is None:
        raise Skipped("pyarrow is not installed: pip install -e '.[parquet]'")
    with tempfile.TemporaryDirectory() as parent:
        whole, killed = Path(parent) / "whole", Path(parent) / "killed"
        start, before = time.perf_counter(), os.times()
        subprocess.run(dataset_command(whole), check=True, capture_output=True)
        after, seconds = os.times(), time.perf_counter() - start
        cpu = after.children_user + after.children_system - before.children_user - before.children_system
        kept = kill_in_midst(killed)
        subprocess.run(dataset_command(killed), check=True, capture_output=True)
        content = digests(whole)
        figure = {
            "solves": 20 * SOLVED_DEALS,
            "seconds": round(seconds, 1),
            "CPU seconds": round(cpu, 1),
            "MB": round(sum(path.stat().st_size for path in whole.iterdir()) / 1e6, 1),
            "files": len(content) - 1,
            "files before the kill": kept,
            "the same bytes": content == digests(killed),
        }
    in_time = promise(bool(figure["the same bytes"]), figure, "the files differ after a kill")
    return promise(seconds < SECONDS, in_time, f"{SECONDS} seconds or more")


def dataset_command(folder: Path) -> list[str]:
    words = f"dataset {folder} --rules tainui --deals {SOLVED_DEALS} --seed 1 --jobs 2"
    return [sys.executable, "-m", "uka.cli", *words.split()]


def kill_in_midst(folder: Path) -> int:
    """Start to write a data set, kill all its processes when some files are there, and return how many files are."""
    run = subprocess.Popen(
        dataset_command(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    while run.poll() is None and len([*folder.glob("part-*")]) < FILES_BEFORE_KILL:
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    return len([*folder.glob("part-*")])


def digests(folder: Path) -> dict[str, str]:
    """Return a digest of each file. What a killed run left of a file is not counted."""
    files = (path for path in folder.iterdir() if not path.name.startswith("."))
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
