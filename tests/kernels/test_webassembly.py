"""The kernels in WebAssembly answer as the compiled module does, and have its functions and errors."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from array import array
from types import ModuleType

import pytest

import uka
from tests.kernels.webassembly import ROOT, Unable, compiled, new_instance
from uka.core.play_tables import play_tables
from uka.kernels import _native, bidding
from uka.kernels.bidding import rule_tables
from uka.kernels.bidding_policy import BIDS_PER_ROW
from uka.kernels.double_dummy import trick_tables
from uka.kernels.webassembly import kernels_module

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]  # the kernels are compiled first

MISSING = {
    "DealSteps",
    "policy_action",
    "policy_card",
    "rollout_deals",
    "rollout_from_bidding",
    "rollout_from_play",
    "shuffle_deals",
}
"""What WebAssembly does without."""
ANSWERS = (300, 12, 4, 20)
"""The numbers of solves, of choices of each level, of hints and of claims that are compared."""


@pytest.fixture(scope="module")
def kernels() -> ModuleType:
    """Return the kernels in WebAssembly. If they can't be compiled, the tests skip, but fail in CI."""
    try:
        compiled()
    except Unable as why:
        if os.environ.get("CI"):
            pytest.fail(str(why))
        pytest.skip(str(why))
    return kernels_module(new_instance())


def public(names: object) -> set[str]:
    return {name for name in dir(names) if not name.startswith("_")}


def test_the_functions_are_the_same(kernels: ModuleType) -> None:
    assert public(_native) - public(kernels) == MISSING
    for name in public(kernels):
        one, other = getattr(_native, name), getattr(kernels, name)
        assert isinstance(one, type) == isinstance(other, type)
        if isinstance(one, type):
            assert public(one) == public(other) - {"handle", "hold", "kept"}


def test_errors_are_the_same(kernels: ModuleType) -> None:
    rules = uka.Ruleset()
    tables = trick_tables(rules)
    hands = [0] * 4
    positions = (memoryview(bytearray(64)).cast("Q", (2, 4)), *(bytes(2) for _ in range(4)), None)
    for module in (_native, kernels):
        solver = module.DoubleDummySolver(tables)
        with pytest.raises(ValueError, match="a side is 0 or 1"):
            solver.tricks(hands, 0, 0, [], 0, 7)
        with pytest.raises(TypeError):
            solver.tricks(hands, 0, 0, [], 0, 2**70)
        with pytest.raises(TypeError):
            solver.tricks(hands, 0, 0, [], 0, -(2**40))
        with pytest.raises(TypeError):
            solver.tricks(hands, 0, 0, [])
        with pytest.raises(TypeError):
            module.BiddingPolicy(solver, 0)
        with pytest.raises(ValueError, match="weights must have a sum above zero"):
            module.resample(array("d", [0.0]), array("I", [0]), 1)
        with pytest.raises(ValueError, match="weights must be of float64, 1"):
            module.resample(array("f", [0.0]), array("I", [0]), 1)
        with pytest.raises(TypeError):  # what is written must be writable
            module.resample(array("d", [1.0]), bytes(4), 1)
        with pytest.raises(ValueError, match="position 0: "):
            solver.solve_all(positions, array("b", [0, 0]), 1)


def test_an_object_lives_as_long_as_it_is_needed(kernels: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = uka.Ruleset()
    pack = play_tables(rules).pack
    native = _native.BiddingPolicy(rule_tables(rules), pack)
    monkeypatch.setattr(bidding, "native", kernels)
    policy = kernels.BiddingPolicy(rule_tables.__wrapped__(rules), pack)  # only the policy refers to the tables
    gc.collect()
    kernels.DoubleDummySolver(trick_tables(rules))  # would overwrite them
    assert policy.size() == native.size()


def test_a_table_is_dropped_with_its_array(kernels: ModuleType) -> None:
    for _ in range(2):
        table, packed = array("f", [0.0] * BIDS_PER_ROW), bytearray(2)
        table[3] = 1.0
        kernels.pack_table(table, packed)
        unpacked = array("f", [0.0] * BIDS_PER_ROW)
        kernels.unpack_table(packed, unpacked)
        assert unpacked == table


@pytest.mark.exhaustive
def test_all_answers_are_the_same(kernels: ModuleType) -> None:
    assert answers("") == answers("import tests.kernels.with_webassembly")


@pytest.mark.exhaustive
@pytest.mark.parametrize("tests", ["double_dummy", "determinization", "cardplay"])
def test_the_kernels_tests_pass(kernels: ModuleType, tests: str) -> None:
    plugin = ["-q", "-p", "no:cacheprovider", "-p", "tests.kernels.with_webassembly", "-n", "0"]
    ran = python("-m", "pytest", *plugin, f"tests/kernels/test_{tests}.py", "-k", "not process and not threads")
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]


def answers(first: str) -> list[str]:
    """Return the answers of the kernels in a process that does something first."""
    ran = python("-c", f"{first}\nfrom tests.kernels.answers import *\nprint(*answers{ANSWERS}, sep='\\n')")
    assert ran.returncode == 0, ran.stderr[-3000:]
    return ran.stdout.splitlines()


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
