"""What the tutorial for researchers says of its ruleset is so."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.test_house import ROOT
from uka import Ruleset, rulesets
from uka.arena import Contest, report, run_contest

PAGE = (ROOT / "docs" / "tutorials" / "researchers.md").read_text("utf-8")
GAMES = 80


def alone(rules: Ruleset) -> list[float]:
    """Return how often each of two equal bots goes alone, of the deals that it makes."""
    contest = Contest(rules=rules, players=("club", "club"), unit="games")
    with ThreadPoolExecutor(1) as executor:
        *_, met = run_contest(contest, GAMES, executor)
    return [player.alone.value or 0 for player in report(contest, GAMES, met).players]


def test_the_changed_rule_shows_where_the_tutorial_says(tmp_path: Path) -> None:
    (file,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "ours.toml").write_text(file, "utf-8")
    ours = rulesets.find(tmp_path / "ours.toml")
    assert ours.scoring.lone_march == 5
    assert "--set scoring.lone_march=4\n" in PAGE
    for_five, for_four = alone(ours), alone(ours.changed({"scoring.lone_march": 4}))
    assert for_five == pytest.approx([1 / 4] * 2, abs=0.05)
    assert for_four == pytest.approx([1 / 5] * 2, abs=0.05)
    assert min(for_five) > max(for_four)
