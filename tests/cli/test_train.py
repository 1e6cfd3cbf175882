"""``uka train`` writes a model whole or not at all, and says how to go on."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from tests.alike import alike
from tests.cli.conftest import Typed
from uka import rulesets
from uka.models import read

TINY = ("train", "--rules", "uka", "--set", "target=5", "--deals", "80", "--plays", "40", "--jobs", "1")


@pytest.mark.exhaustive
@pytest.mark.slow
@alike("compared", False, True)
def test_after_ctrl_c_and_a_kill_the_same_command_goes_on_to_the_same_file(tmp_path: Path, compared: bool) -> None:
    """If ``compared``, train once more without a pause; ``tests/arena/test_training_run.py`` always does so."""
    whole, path, work = tmp_path / "whole.model", tmp_path / "ours.model", tmp_path / "ours.model.work"
    python = begun(path)
    until(work / "calls", python)
    python.send_signal(signal.SIGINT)
    _, told = python.communicate()
    assert python.returncode == 130
    assert told == f"The progress is saved in {work}: the same command continues from there.\n"
    python = begun(path)
    until(work / "last answer", python)
    python.kill()
    python.communicate()
    assert not path.exists()
    told, _ = begun(path).communicate()
    if compared:
        begun(whole).communicate()
        assert path.read_bytes() == whole.read_bytes()
    assert told.startswith(f"{path}: Uka, 80 deals, ")
    assert not work.exists()
    model = read(path)
    assert model.command == "uka train --rules uka --set target=5 --seed 0 --deals 80 --plays 40"
    assert model.rules == rulesets.find("uka", {"target": 5})


def begun(path: Path) -> subprocess.Popen[str]:
    """Start the command for a file."""
    words = [sys.executable, "-m", "uka.cli", *TINY, "--out", path]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def until(path: Path, python: subprocess.Popen[str]) -> None:
    """Wait until a file exists."""
    while not path.exists():
        assert python.poll() is None, python.communicate()
        sleep(0.01)


def test_what_cannot_be_done_is_refused_in_a_sentence(typed: Typed, tmp_path: Path) -> None:
    for words, told in (
        (("--deals", "0"), "--deals and --plays must be 1 or more"),
        (("--jobs", "2", "--cluster", "dask://a:1"), "a cluster has its own workers: leave --jobs out"),
        (("--out", str(tmp_path / "no" / "a.model")), f"{tmp_path / 'no'} is not a folder"),
    ):
        done = typed("train", *words)
        assert done.code == 2
        assert done.err.strip() == told
