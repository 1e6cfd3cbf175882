"""Compare the bots with those of another source tree, in random states of a kind, by paired play-outs.

python -m bench.states BEFORE KIND...    BEFORE is a work tree of an older commit, with the package in its folder src

A state is a choice in a deal that ``club`` plays, of a kind in ``bench.position_kinds``. Where the two bots of a level
choose differently, both choices are played out in the same layouts. The mean is over all states, also those in which
both choose alike.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from bench.mine_positions import situations
from bench.playouts import PlayOuts, Situation
from bench.position_kinds import KINDS, RULES, Named, is_of_kind
from uka.bots import bot
from uka.core.action_text import action_of, action_text
from uka.core.actions import Action

LEVELS = "club", "expert", "master"
STATES, LAYOUTS = 200, 100
"""The number of states of each kind and ruleset, and the layouts in which the choices of a state are played out."""
ASK = """
import json, sys
from random import Random
import uka
from uka.bots import bot
from uka.core.action_text import action_text
from uka.core.deal import Deal

for line in sys.stdin:
    rules, deal, levels, seed = json.loads(line)
    deal = Deal.parse(deal, uka.ruleset(rules))
    seen = deal.observe(deal.turn)
    chosen = [action_text(bot(level).choose(seen, Random(seed))) for level in levels]
    print(json.dumps(chosen), flush=True)
"""
"""The program that answers with the choices of the bots of the source tree in which it runs."""


class State(NamedTuple):
    """A random state of a kind."""

    name: str
    situation: Situation
    named: Named
    """The choices that the maxim of the kind names."""


class BotsBefore:
    """The bots of another source tree, asked in a process of its own."""

    def __init__(self, tree: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
        command = [sys.executable, "-c", ASK]
        self._process = subprocess.Popen(
            command, cwd=tree, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def choices(self, state: State) -> list[Action]:
        """Return the choice of each level in ``LEVELS``."""
        assert self._process.stdin
        assert self._process.stdout
        deal = state.situation.deal
        print(json.dumps([deal.rules.name, deal.text, LEVELS, state.name]), file=self._process.stdin, flush=True)
        return [action_of(text, deal.phase) for text in json.loads(self._process.stdout.readline())]


def states(kind: str, rules: str) -> Iterator[State]:
    """Yield random states of a kind under a ruleset, at most one of each deal."""
    for number in count():
        for choice, situation in enumerate(situations(rules, number)):
            if situation.score == (0, 0) and (named := is_of_kind(KINDS[kind], situation.seen)):
                yield State(f"{rules} {number}.{choice}", situation, named)
                break


def compare(kind: str, rules: str, before: BotsBefore, number: int, layouts: int) -> Iterator[str]:
    """Yield for each level how often it followed the maxim before and does now, and the gain in points a state."""
    gains: dict[str, list[float]] = {level: [] for level in LEVELS}
    followed = {level: [0, 0] for level in LEVELS}
    for state in islice(states(kind, rules), number):
        old = before.choices(state)
        new = [bot(level).choose(state.situation.seen, Random(state.name)) for level in LEVELS]
        outs = played_out(state, [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]], layouts)
        for level, was, now in zip(LEVELS, old, new, strict=True):
            followed[level][0] += was in state.named
            followed[level][1] += now in state.named
            gains[level].append(outs.difference(now, was).mean if outs and was != now else 0.0)
    for level in LEVELS:
        was, now = followed[level]
        bound = 1.96 * stdev(gains[level]) / sqrt(number)
        changed = sum(gain != 0 for gain in gains[level])
        yield (
            f"{kind}, {rules}, {level}: the maxim's choice in {was}, now {now} of {number}; "
            f"{changed} choices changed the result; {fmean(gains[level]):+.3f} ± {bound:.3f} points a state"
        )


def played_out(state: State, pairs: Sequence[tuple[Action, Action]], layouts: int) -> PlayOuts | None:
    """Play out the choices that differ, each in the same layouts."""
    choices = sorted({action for pair in pairs for action in pair}, key=action_text)
    if not choices:
        return None
    outs = PlayOuts(state.situation, bot("club"), games=False, seed=f"states/{state.name}", only=choices)
    outs.play(layouts)
    return outs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("kinds", nargs="+", choices=list(KINDS))
    parser.add_argument("--states", type=int, default=STATES)
    parser.add_argument("--layouts", type=int, default=LAYOUTS)
    options = parser.parse_args()
    before = BotsBefore(options.before)
    for kind in options.kinds:
        for rules in KINDS[kind].rules:
            if not RULES[rules][1]:
                for line in compare(kind, rules, before, options.states, options.layouts):
                    print(line, flush=True)


if __name__ == "__main__":
    main()
