"""Games that an earlier version saved can be opened, show the same events as then, and continue in their file.

The text files hold the story in the words of today. Only a change of words may change them.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.terminal.table import ByChance, advance, hire
from uka.records import Log
from uka.terminal import LocalGame

SAVED = sorted((Path(__file__).parents[1] / "archive" / "terminal").glob("*.uka"))


def told(game: LocalGame) -> str:
    """Return what a player sees of a game, in the form that the earlier version wrote."""
    lines = (
        f"seat {game.seat}",
        f"waits {game.waiting_for.value}",
        f"score {game.state.score if game.dealer_known else None}",
        f"seconds {game.seconds}",
        *game.opening_lines,
        *(f"{'-' if line.minor else '+'} {line.text}" for line in game.story),
    )
    text = "\n".join(lines) + "\n"
    return text.replace(" passes: “", ": “").replace(" pass: “", ": “")  # the earlier version told only the words


def test_there_are_saved_games() -> None:
    assert len(SAVED) == 7


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_a_saved_game_opens_as_it_was_left(path: Path) -> None:
    game = LocalGame(Log.parse(path.read_bytes()), hire)
    assert told(game) == path.with_suffix(".txt").read_text("utf-8")
    assert game.state == game.log.state if game.dealer_known else not game.log.entries


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_a_saved_game_goes_on_in_its_file(path: Path, tmp_path: Path) -> None:
    file = tmp_path / path.name
    shutil.copy(path, file)
    game = advance(LocalGame.resume(file, lambda name: ByChance()))
    assert game.state.over
    assert file.read_text("utf-8").startswith(path.read_text("utf-8"))
    assert Log.read(file).state == game.state
