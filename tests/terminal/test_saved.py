"""Games that a terminal saved can be opened, show the same events as then, and continue in their file.

The text files hold the story in the words of today. Only a change of words may change them.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

import uka
from tests.archive.made_terminal import told
from tests.terminal.table import ByChance, advance, hire
from uka.cli import main
from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.records import Log, read, write
from uka.terminal import LocalGame

SAVED = sorted((Path(__file__).parents[1] / "archive" / "terminal").glob("*.uka"))


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


def test_a_saved_game_in_egn_says_by_which_command_it_goes_on(tmp_path: Path) -> None:
    saved, egn = next(path for path in SAVED if path.stem.startswith("uka")), tmp_path / "my game.egn"
    write(read(saved), egn)
    with pytest.raises(UkaError, match=r"in which alone a game goes on\. Convert it first: uka convert ") as refused:
        LocalGame.resume(egn)
    _, *words = shlex.split(str(refused.value).partition("first: ")[2])
    main(words)
    assert LocalGame.resume(tmp_path / "my game.uka", hire).log.text == Log.read(saved).text


def test_a_game_that_nobody_played_here_is_not_sent_to_be_converted(tmp_path: Path) -> None:
    egn = tmp_path / "game.egn"
    write(Log.start(uka.ruleset("cardgames"), dealer=Seat.SOUTH), egn)
    with pytest.raises(UkaError, match=re.escape(f"{egn}: this is not a game that one person played on a terminal")):
        LocalGame.resume(egn)
