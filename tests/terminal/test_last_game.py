"""The next game on a terminal has the rules and the bots of the last one, unless the command line names others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import uka.terminal
from uka import rulesets
from uka.cli import main
from uka.cli.commands import play
from uka.terminal import LastGame, LocalGame

Played = Callable[..., LocalGame]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the user's records, which is empty at first."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "uka"


@pytest.fixture
def played(home: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    """Return a function that runs ``uka play`` with some options, and returns the game that the screen would show."""
    shown = list[LocalGame]()

    def show(game: LocalGame, options: Any) -> None:
        shown.append(game)

    monkeypatch.setattr(play, "_need_terminal", lambda: None)
    monkeypatch.setattr(uka.terminal, "play", show)

    def run(*words: str) -> LocalGame:
        main(("play", *words))
        return shown[-1]

    return run


def bots(game: LocalGame) -> set[str]:
    return set(game.log.header.players) - {"you"}


def test_the_first_game_is_untimed(played: Played) -> None:
    game = played()
    assert game.rules.name == "uka"
    assert game.rules.clock == 0
    assert bots(game) == {"club"}


def test_the_next_game_has_the_rules_and_the_bots_of_the_last_one(played: Played) -> None:
    first = played("--rules", "bicycle", "--set", "pack=24", "--bots", "novice")
    second = played()
    assert second.rules == first.rules == rulesets.find("bicycle", {"pack": 24})
    assert bots(second) == {"novice"}


def test_an_option_always_wins(played: Played) -> None:
    played("--rules", "bicycle", "--set", "pack=24", "--bots", "novice")
    game = played("--rules", "knock")
    assert game.rules == rulesets.find("knock")  # the changes belonged to the other rules
    assert bots(game) == {"novice"}
    game = played("--set", "target=7", "--bots", "random")
    assert game.rules == rulesets.find("knock", {"target": 7})
    assert bots(game) == {"random"}


def test_a_file_of_rules_is_found_again_from_another_folder(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ours.toml").write_text('extends = "knock"\nname = "ours"\ntitle = "Ours"\ntarget = 7\n')
    monkeypatch.chdir(tmp_path)
    assert played("--rules", "ours.toml").rules.target == 7
    monkeypatch.chdir("/")
    assert played().rules.name == "ours"
    (tmp_path / "ours.toml").unlink()
    assert played().rules.name == "uka"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"rules": 7}',
        '{"rules": "nothing"}',
        '{"bots": "nobody"}',
        '{"changes": ["x"]}',
        "\x00" * 20_000,
    ],
)
def test_a_damaged_file_is_ignored(played: Played, home: Path, text: str) -> None:
    home.mkdir()
    (home / "last_game.json").write_text(text)
    game = played()
    assert game.rules.name == "uka"
    assert bots(game) == {"club"}
    assert LastGame.read() == LastGame()


def test_a_game_is_played_where_the_file_cannot_be_written(played: Played, home: Path) -> None:
    (home / "last_game.json").mkdir(parents=True)
    assert played("--rules", "knock").rules.name == "knock"
    assert LastGame.read() == LastGame()
    assert not list(home.glob("last_game.json.*"))


def test_to_resume_a_game_changes_nothing(played: Played, home: Path) -> None:
    record = played("--rules", "knock").log.path
    played("--rules", "bicycle")
    played("--resume", str(record))
    assert LastGame.read().rules == "bicycle"
