"""The example that learns by self-play trains, draws its curve, and exports a network that plays."""

from __future__ import annotations

import csv
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.test_house import ROOT
from uka import rulesets
from uka.arena import play_contest
from uka.envs import PolicyNetwork, VectorDeals
from uka.envs.relative_suits import first_suits, relative_actions, to_relative

EXAMPLE = ROOT / "examples" / "learn" / "train.py"
LINES = 300


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < LINES


@pytest.fixture
def train(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the example as a module, with small sizes."""
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install -e '.[learn]'")
    pytest.importorskip("altair", reason="Altair is not installed: pip install -e '.[learn]'")
    spec = spec_from_file_location("train", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "train", module)
    spec.loader.exec_module(module)
    for name, value in {"ROWS": 32, "STEPS": 32, "POINTS": 2, "OPPONENTS": {"random": 2, "novice": 2}}.items():
        setattr(module, name, value)
    return module


def test_the_example_trains_and_exports_a_network(train: ModuleType, tmp_path: Path) -> None:
    train.main(rules="tainui", deals=100, folder=tmp_path)
    with (tmp_path / "curve.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["opponent"] for row in rows] == ["random", "novice"] * 3
    assert 0 == int(rows[0]["deals"]) < int(rows[2]["deals"]) < int(rows[-1]["deals"])
    assert "<svg" in (tmp_path / "curve.svg").read_text("utf-8")
    network = PolicyNetwork.load(tmp_path / "policy.npz")
    found = play_contest([network, "random"], 2, rules=rulesets.find("tainui"), duplicate=True)
    assert found.complete


def test_the_exported_network_chooses_as_the_trained_one(train: ModuleType) -> None:
    torch = train.torch
    torch.manual_seed(1)
    network, deals = train.Network(), VectorDeals(rulesets.find("uka"), 200, seed=1)
    for _ in range(10):
        deals.step(deals.random_actions(seed=1))
    suits = first_suits(deals.observations)
    with torch.no_grad():
        found, _ = network(*(torch.from_numpy(to_relative(rows, suits)) for rows in (deals.observations, deals.masks)))
    best = network.exported().best(deals.observations, deals.masks)
    assert np.take_along_axis(found.logits.numpy(), relative_actions(best, suits)[:, None], 1)[:, 0] == pytest.approx(
        found.logits.numpy().max(axis=1), abs=1e-4
    )


def test_what_is_gained_is_the_deals_result_where_nobody_estimates_it(
    train: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three deals end after the second, the fourth and no step; the last is estimated as 5 when the steps are over."""
    monkeypatch.setattr(train, "STEPS", 4)
    gains, ended = np.zeros((4, 3), np.float32), np.zeros((4, 3), bool)
    ended[1, 0], gains[1, 0] = True, 2
    ended[3, 1], gains[3, 1] = True, -4
    estimates = np.zeros((5, 3), np.float32)
    estimates[4, 2] = 5
    nobody = np.zeros((4, 3), bool)
    found = train.traced(nobody, estimates, gains, ended)
    assert found[:, 1].tolist() == [-4] * 4
    assert found[:2, 0].tolist() == [2, 2]
    assert found[:, 2] == pytest.approx([5] * 4)
    everybody = train.traced(~nobody, np.ones((5, 3), np.float32), gains, ended)
    assert everybody[2:, 1] == pytest.approx([-4 * train.TRACE + 1 - train.TRACE, -4])
