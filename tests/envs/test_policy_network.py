"""Networks play legally, alike as objects, as programs and in arrays, and survive being written to a file."""

from __future__ import annotations

import io
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from uka import rulesets
from uka.arena import play_contest
from uka.arena.conformance import check_program
from uka.core.actions import ACTIONS
from uka.core.errors import UkaError
from uka.envs import FORMAT, SIZE, PolicyNetwork, VectorDeals

WITHOUT_KERNELS = """
import sys
sys.modules["uka.kernels._native"] = None
import random, uka
from uka.envs import PolicyNetwork
network = PolicyNetwork.load(sys.argv[1])
rules = uka.ruleset("tainui")
deal = uka.Deal.start(rules, dealer="south", pack=uka.shuffled(rules, seed=7))
while not deal.over:
    deal, _ = deal.apply(network.choose(deal.observe(deal.turn), random.Random(1)))
print(deal.points)
"""


def a_network(
    seed: int = 1, sizes: tuple[int, ...] = (SIZE, 24, 16, len(ACTIONS)), *, relative: bool = False
) -> PolicyNetwork:
    rng = np.random.default_rng(seed)
    layers = [(rng.normal(size=(out, size)), rng.normal(size=out)) for size, out in pairwise(sizes)]
    return PolicyNetwork(layers, "net", relative=relative)


@pytest.mark.parametrize("rules", ["uka", "tainui", "british", "north_american"])
def test_a_network_chooses_in_a_deal_what_it_chooses_in_arrays(rules: str) -> None:
    network, deals = a_network(), VectorDeals(rulesets.find(rules), 32, seed=1)
    for _ in range(40):
        best = network.best(deals.observations, deals.masks)
        for row in range(0, 32, 8):
            deal = deals.deal(row)
            assert deal.turn is not None
            assert network.choose(deal.observe(deal.turn), Random(1)).index == best[row]
        deals.step(best)


def test_a_network_is_the_layers_it_was_made_of() -> None:
    weights, biases = np.zeros((len(ACTIONS), SIZE)), np.arange(len(ACTIONS))
    weights[5, 0] = 1_000
    network = PolicyNetwork([(weights, biases)])
    seen = np.zeros((2, SIZE), np.uint8)
    seen[1, 0] = 1
    assert network.scores(seen)[:, 5].tolist() == [5, 1_005]
    assert network.best(seen, np.ones((2, len(ACTIONS)), np.int8)).tolist() == [len(ACTIONS) - 1, 5]


def test_a_network_survives_a_file(tmp_path: Path) -> None:
    network = a_network()
    network.save(tmp_path / "net.npz")
    loaded = PolicyNetwork.load(tmp_path / "net.npz")
    seen = VectorDeals(rulesets.find("uka"), 100, seed=3).observations
    assert loaded.name == "net"
    assert (loaded.scores(seen) == network.scores(seen)).all()


def test_a_file_without_a_network_is_refused(tmp_path: Path) -> None:
    other = io.BytesIO()
    np.savez(other, format=FORMAT + 1, name="old")
    wrong = io.BytesIO()
    np.savez(wrong, format=FORMAT, name="small", relative=False, w0=np.zeros((3, 3)), b0=np.zeros(3))
    nothing = io.BytesIO()
    np.savez(nothing, format=FORMAT, name="none", relative=False)
    for content, why in (
        (b"", "holds no network"),
        (b"text", "holds no network"),
        (b"PK\x03\x04broken", "holds no network"),
        (other.getvalue(), f"is for observations of format {FORMAT + 1}, not {FORMAT}"),
        (wrong.getvalue(), f"a network has {SIZE} inputs and {len(ACTIONS)} outputs"),
        (nothing.getvalue(), "one layer or more"),
    ):
        (tmp_path / "net.npz").write_bytes(content)
        with pytest.raises(UkaError, match=why):
            PolicyNetwork.load(tmp_path / "net.npz")
    with pytest.raises(UkaError, match="No such file"):
        PolicyNetwork.load(tmp_path / "missing.npz")


@pytest.mark.parametrize(
    ("shapes", "why"),
    [
        ((), "one layer or more"),
        ([((3, 3), (3,))], "inputs and"),
        ([((8, SIZE), (8,)), ((len(ACTIONS), 9), (len(ACTIONS),))], "as many inputs as"),
        ([((len(ACTIONS), SIZE), (1,))], "as many biases as outputs"),
    ],
)
def test_layers_that_do_not_fit_are_refused(shapes: list[tuple[tuple[int, ...], tuple[int, ...]]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        PolicyNetwork([(np.zeros(weights), np.zeros(biases)) for weights, biases in shapes])


def test_a_network_plays_without_the_kernels(tmp_path: Path) -> None:
    network = a_network()
    network.save(tmp_path / "net.npz")
    command = [sys.executable, "-c", WITHOUT_KERNELS, str(tmp_path / "net.npz")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("(")


@pytest.mark.slow
def test_a_network_is_a_program_of_the_arena(tmp_path: Path) -> None:
    network = a_network()
    network.save(tmp_path / "net.npz")
    program = f'"{sys.executable}" -m uka.envs.network_program "{tmp_path / "net.npz"}"'
    checked = check_program(program, 30)
    assert (checked.name, list(checked.problems)) == ("net", [])
    rules = rulesets.find("cardgames")
    gains = [
        play_contest([player, "novice"], 5, rules=rules, duplicate=True, seconds=30).players[0].points_a_deal
        for player in (network, f"cmd:{program}")
    ]
    assert gains[0] == gains[1]


def test_the_program_refuses_a_file_in_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "uka.envs.network_program"]
    for words, why in (([], "usage: "), ([str(tmp_path / "no.npz")], "No such file")):
        done = subprocess.run([*command, *words], capture_output=True, text=True)
        assert done.returncode == 1
        assert why in done.stderr
        assert "Traceback" not in done.stderr
