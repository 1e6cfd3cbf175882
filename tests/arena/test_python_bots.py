"""Players that are Python classes or objects, in this process and in others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.arena.python_bots import Lowest, NeedsArguments, Nothing, Raises, Remembers, Wrong
from uka.arena import ContestReport, play_contest
from uka.core.errors import UkaError
from uka.rulesets import find

MODULE = "tests.arena.python_bots"
RULES = find("north_american")


def figures(found: ContestReport) -> Any:
    """Return what depends on the players only: neither their names nor their times."""
    return [(player.points_a_deal, player.made, player.faults.total) for player in found.players]


def test_a_class_by_name_and_an_object_play_alike_in_any_number_of_processes() -> None:
    by_name = play_contest(["random", f"py:{MODULE}:Remembers"], 25, rules=RULES, duplicate=True)
    for player in (Remembers(), f"py:{MODULE}:Remembers"):
        for jobs in (None, 2):
            found = play_contest(["random", player], 25, rules=RULES, duplicate=True, jobs=jobs)
            assert figures(found) == figures(by_name)
            assert not any(player.faults.total for player in found.players)


def test_a_function_that_makes_a_bot_may_be_named() -> None:
    lowest = play_contest([Lowest(), "random"], 5, rules=RULES)
    assert figures(play_contest([f"py:{MODULE}:made", "random"], 5, rules=RULES)) == figures(lowest)


def test_objects_of_one_name_are_numbered() -> None:
    found = play_contest([Lowest(), Lowest(), "club", Lowest()], 2, rules=RULES)
    names = [player.name for player in found.players]
    assert sorted(names) == ["club", "object:lowest", "object:lowest 2", "object:lowest 3"]


@pytest.mark.parametrize(
    ("player", "kind", "sentence"),
    [
        (Wrong(), "illegal", "it chose 'sing', which is not lawful"),
        (Raises(), "crashed", "it raised KeyError: 'hearts'"),
        (f"py:{MODULE}:Raises", "crashed", "it raised KeyError: 'hearts'"),
    ],
)
def test_what_a_bot_does_wrong_is_counted_as_a_fault(player: Any, kind: str, sentence: str) -> None:
    found = play_contest([player, "random"], 2, rules=RULES)
    faults = found.players[0].faults
    assert getattr(faults, kind) == faults.total > 0
    assert faults.first == sentence


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("py:", "py: names no Python class: write py:MODULE:CLASS, such as py:mine:MyBot"),
        ("py:mine", "py:mine names no Python class: write py:MODULE:CLASS"),
        ("py:no.such:Bot", "py:no.such:Bot cannot be imported: there is no module no "),
        (f"py:{MODULE}:Missing", f"py:{MODULE}:Missing names no class: the module has no class Missing"),
        (f"py:{MODULE}:number", f"py:{MODULE}:number names no class"),
        (f"py:{MODULE}:Nothing", f"py:{MODULE}:Nothing is no bot: it has no method choose(observation, rng)"),
        (f"py:{MODULE}:NeedsArguments", f"py:{MODULE}:NeedsArguments cannot be made without arguments: TypeError: "),
        ("py:broken:Bot", "py:broken:Bot cannot be imported: SyntaxError: "),
        ("py:fails:Bot", "py:fails:Bot cannot be imported: RuntimeError: out of luck"),
        ("club.py", "there is no bot named 'club.py'"),
        (Nothing(), "object:Nothing is no bot: it has no method choose(observation, rng)"),
    ],
)
def test_a_player_that_cannot_play_is_refused_in_a_sentence(
    player: Any, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.py").write_text("class Bot(:\n")
    (tmp_path / "fails.py").write_text("raise RuntimeError('out of luck')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UkaError) as refusal:
        play_contest([player, "club"], 1, rules=RULES)
    assert str(refusal.value).startswith(sentence)


def test_an_object_that_cannot_be_sent_to_a_process_is_refused() -> None:
    class Local(Lowest):
        pass

    assert play_contest([Local(), "random"], 2, rules=RULES).deals == 2
    with pytest.raises(UkaError, match=r"object:lowest cannot be sent to other processes \(.*\): leave jobs out"):
        play_contest([Local(), "random"], 2, rules=RULES, jobs=2)


def test_an_object_with_arguments_plays_in_processes() -> None:
    assert play_contest([NeedsArguments(3), "random"], 12, rules=RULES, jobs=2).deals == 12
