"""Data sets are the same bytes for the same plan, resume after a kill, and hold what their columns say."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from uka import rulesets
from uka.core.actions import ACTIONS
from uka.core.errors import UkaError
from uka.envs.batches import exact_tricks, random_deals
from uka.envs.dataset import MANIFEST, DatasetManifest, DatasetPlan, write_dataset
from uka.envs.encoding import SIZE, encode

RULES = rulesets.find("tainui")
EXACT = DatasetPlan(kind="exact", file_format="npz", rules=RULES, seed=5, deals=50, part=20)


def written(plan: DatasetPlan, folder: Path, files: int | None = None, jobs: int = 1) -> DatasetManifest | None:
    """Write a data set, or only some of its files as if the run were killed then."""
    with ThreadPoolExecutor(jobs) as executor:
        steps = write_dataset(plan, folder, executor)
        made = 0
        while True:
            if made == files:
                steps.close()
                return None
            try:
                next(steps)
            except StopIteration as ended:
                return ended.value
            made += 1


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("file_format", ["npz", "parquet"])
def test_the_same_bytes_from_one_run_and_from_a_resumed_one(tmp_path: Path, file_format: Any) -> None:
    if file_format == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install -e '.[parquet]'")
    plan = replace(EXACT, file_format=file_format)
    manifest = written(plan, tmp_path / "whole", jobs=2)
    assert manifest is not None
    assert (manifest.deals, manifest.rows, [file.deals for file in manifest.files]) == (50, 50, [20, 20, 10])
    written(plan, tmp_path / "killed", files=1)
    half = msgspec.json.decode((tmp_path / "killed" / MANIFEST).read_bytes(), type=DatasetManifest)
    assert (half.complete, half.files) == (False, ())
    written(plan, tmp_path / "killed")
    assert content(tmp_path / "killed") == content(tmp_path / "whole")
    assert len(content(tmp_path / "whole")) == 4


def test_solved_deals_are_those_of_the_seed(tmp_path: Path) -> None:
    manifest = written(EXACT, tmp_path / "set")
    assert manifest is not None
    parts = [np.load(tmp_path / "set" / file.name) for file in manifest.files]
    deals = random_deals(RULES, 50, seed=5)
    assert np.concatenate([part["deal"] for part in parts]).tolist() == [*range(50)]
    assert (np.concatenate([part["hands"] for part in parts]) == deals.hands).all()
    tricks = np.concatenate([part["tricks"] for part in parts])
    assert (tricks.reshape(50, 5, 4) == exact_tricks(RULES, deals.hands)).all()


def test_parquet_holds_the_same_columns(tmp_path: Path) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    written(EXACT, tmp_path / "npz")
    written(replace(EXACT, file_format="parquet"), tmp_path / "parquet")
    table = parquet.read_table(tmp_path / "parquet" / "part-00001.parquet")
    with np.load(tmp_path / "npz" / "part-00001.npz") as columns:
        assert table.column_names == [*columns]
        for name, values in columns.items():
            assert table[name].to_pylist() == values.tolist()


def test_evaluated_choices_replay_as_deals(tmp_path: Path) -> None:
    plan = replace(EXACT, kind="evaluations", deals=2, part=1, rules=rulesets.find("cardgames"))
    manifest = written(plan, tmp_path / "set")
    assert manifest is not None
    deals = random_deals(plan.rules, 2, seed=5)
    for number, file in enumerate(manifest.files):
        deal = deals.deal(number)
        with np.load(tmp_path / "set" / file.name) as columns:
            assert columns["observation"].shape == (file.rows, SIZE)
            for row in range(file.rows):
                assert deal.turn is not None
                assert columns["seat"][row] == deal.turn.index
                assert (columns["observation"][row] == encode(deal.observe(deal.turn))).all()
                legal = np.flatnonzero(columns["mask"][row])
                assert (np.flatnonzero(~np.isnan(columns["win"][row])) == legal).all()
                assert columns["win"][row][columns["action"][row]] > np.nanmax(columns["win"][row]) - 0.05
                deal, _ = deal.apply(ACTIONS[columns["action"][row]])
        assert deal.over


def test_another_data_set_in_the_folder_is_refused(tmp_path: Path) -> None:
    written(EXACT, tmp_path / "set", files=1)
    before = content(tmp_path / "set")
    for other, why in (
        (replace(EXACT, seed=6), "its seed differs"),
        (replace(EXACT, rules=rulesets.find("uka")), "its rules differs"),
        (replace(EXACT, file_format="parquet"), "its file format differs"),
    ):
        with pytest.raises(UkaError, match=why):
            written(other, tmp_path / "set")
    assert content(tmp_path / "set") == before
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear")
    with pytest.raises(UkaError, match="is not empty, and holds no data set"):
        written(EXACT, tmp_path / "other")
    (tmp_path / "set" / MANIFEST).write_text("{")
    with pytest.raises(UkaError, match="not the manifest of a data set"):
        written(EXACT, tmp_path / "set")
