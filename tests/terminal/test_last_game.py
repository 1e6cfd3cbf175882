"""The next game on a terminal has the rules and the bots of the last one, unless the command line names others."""

from __future__ import annotations

import os
import pwd
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import uka.terminal
from uka import Seat, rulesets, shuffled
from uka.cli import main
from uka.cli.commands import play
from uka.records import Log
from uka.terminal import LastGame, LocalGame, WaitingFor

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

    monkeypatch.setattr(play, "_require_terminal", lambda: None)
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


# Resuming without a file


def ended(home: Path, name: str) -> Path:
    """Record a game that is over, and return its file."""
    file = home / f"{name}.uka"
    log = Log.start(
        rulesets.find("uka", {"target": 0, "deals": 1}),
        players=("club", "club", "you", "club"), dealer=Seat.NORTH, about={"person": "you", "seed": "1"}, path=file,
    )  # fmt: skip
    log.deal(shuffled(log.rules, 7))
    while not log.state.over:
        log.act(log.state.legal_actions[0])
    return file


def at(file: Path, seconds: int) -> Path:
    """Set the time at which a file was last changed."""
    os.utime(file, (seconds, seconds))
    return file


def saved(game: LocalGame) -> Path:
    assert game.log.path is not None
    return game.log.path


def test_the_last_unfinished_game_is_resumed_and_named(
    played: Played, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = at(saved(played()), 100), at(saved(played()), 200)
    at(ended(home, "over"), 300)
    (home / "damaged.uka").write_text("nothing")
    (home / "empty.uka").write_bytes(b"")
    capsys.readouterr()
    assert saved(played("--resume")) == second
    assert capsys.readouterr().out == (
        f"Resuming {second}, your last unfinished game.\nResume another one with --resume FILE:\n  {first}\n"
    )
    second.unlink()
    assert saved(played("--resume")) == first
    assert capsys.readouterr().out == f"Resuming {first}, your last unfinished game.\n"


@pytest.mark.parametrize("over", [False, True])
def test_without_an_unfinished_game_nothing_is_resumed(
    played: Played, home: Path, capsys: pytest.CaptureFixture[str], over: bool
) -> None:
    if over:
        ended(home, "over")
    with pytest.raises(SystemExit):
        played("--resume")
    assert capsys.readouterr().err.startswith("there is no unfinished game to resume: uka play starts one")


def test_resume_takes_one_file(played: Played, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        played("--resume", "a", "b")
    assert capsys.readouterr().err == "--resume takes one file, not 2\n"


# A home that cannot be written


@pytest.mark.parametrize("place", ["/dev/null", "/proc/nowhere", "/dev/null/deep/er"])
def test_a_game_without_a_home_is_played_unsaved_and_says_so_once(
    played: Played, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", place)
    game = played()
    assert game.notice.startswith(f"The game goes on, but is not saved: {place}/uka/")
    advance_to_choice(game)
    game.act(game.state.legal_actions[0])
    assert game.notice == ""
    assert game.farewell == "The game was not saved."
    assert game.next_game().notice == ""
    with pytest.raises(SystemExit):
        played("--resume")


def advance_to_choice(game: LocalGame) -> None:
    while game.waiting_for is not WaitingFor.PERSON:
        if game.waiting_for is WaitingFor.DEALER:
            game.name_dealer(game.seat)
        else:
            game.step()


def test_a_user_without_a_home_plays_unsaved(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", lambda uid: (_ for _ in ()).throw(KeyError(uid)))
    assert "is not saved" in played().notice


def test_a_record_that_was_asked_for_must_be_written(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        played("--record", "/dev/null/game.uka")
    assert "/dev/null" in capsys.readouterr().err


def test_a_disk_that_fills_up_ends_only_the_record(played: Played) -> None:
    game = played("--seed", "4")
    file = saved(game)
    advance_to_choice(game)
    before = file.read_text()
    file.unlink()
    file.symlink_to("/dev/full")
    game.act(game.state.legal_actions[0])
    assert "No space left on device" in game.notice
    assert game.log.path is None
    assert len(game.log.text) > len(before)
    advance_to_choice(game)
    assert game.notice
    game.act(game.state.legal_actions[0])
    assert game.notice == ""
    game.leave()
    assert game.farewell == "The game was not saved."
