"""What the tutorial for bot authors says of its bot and of the shipped bots is so."""

from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.test_house import ROOT
from uka import bots, rulesets
from uka.arena import Contest, report, run_contest

PAGE = (ROOT / "docs" / "tutorials" / "bot-authors.md").read_text("utf-8")
FIGURES = re.compile(r"measured: ([-\d.]+), with an interval from ([-\d.]+) to ([-\d.]+)\.")


@pytest.fixture
def program(tmp_path: Path) -> str:
    """Write the last program of the tutorial, and return the command that runs it."""
    *_, text = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "mine.py").write_text(text, "utf-8")
    return f"{sys.executable} {tmp_path / 'mine.py'}"


def test_the_bot_keeps_to_the_protocol(program: str) -> None:
    command = [sys.executable, "-m", "uka.cli", "bot", "check", program]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "It keeps to the protocol." in ran.stdout


def test_the_bot_is_as_strong_as_the_tutorial_says(program: str) -> None:
    told, low, high = map(float, FIGURES.findall(PAGE)[0])
    assert low < told < high < 0
    contest = Contest(rules=rulesets.find("cardgames"), players=("novice", f"cmd:{program}"), duplicate=True)
    with ThreadPoolExecutor(1) as executor:
        *_, met = run_contest(contest, 80, executor)
    found = report(contest, 80, met).players[1].points_a_deal
    assert found.low is not None
    assert found.high is not None
    assert found.low < told < found.high


def test_the_list_of_bots_is_complete() -> None:
    assert tuple(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == bots.names()
