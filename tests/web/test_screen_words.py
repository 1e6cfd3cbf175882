"""No sentence of the page about a game, and no rulebook, holds a raw identifier such as ``turned_down``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from uka import rulesets

STORIES = Path(__file__).parents[1] / "goldens" / "page"
"""What the page tells of recorded games of all rulesets. ``test_net.py`` writes and compares these files."""
IDENTIFIER = re.compile(r"\w*[a-z]_[a-z]\w*|\b(?:undefined|null|None|NaN)\b|\w+\.[A-Z]{2,}\b")


@pytest.mark.parametrize("file", sorted(STORIES.glob("*.txt")), ids=lambda file: file.stem)
def test_the_pages_story_has_no_identifier(file: Path) -> None:
    assert not IDENTIFIER.findall(file.read_text("utf-8"))


@pytest.mark.parametrize("name", rulesets.names())
def test_the_rulebook_has_no_identifier(name: str) -> None:
    for chapter in rulesets.rulebook_of(name).chapters:
        for rule in chapter.rules:
            assert not IDENTIFIER.findall(" ".join((rule.sentence, rule.why, *rule.called, *rule.asked)))
