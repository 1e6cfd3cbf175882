"""Every command refuses a path that cannot be used in one sentence that names it, whichever argument holds it."""

import asyncio
import shutil
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from cyclopts import App
from cyclopts.argument import Argument

from tests.cli.conftest import Typed
from uka.cli.app import app
from uka.store import SqliteStore

ARCHIVE = Path(__file__).parents[1] / "archive"
UNUSABLE = ("text/x", "n" * 300, "folder")
"""A path below a file, a name that is longer than a file system allows, and a folder in place of a file."""
TAKE_FOLDERS = (("dataset",), ("serve",), ("site",))
"""Commands whose path may be a folder that is there already."""
PATHS = {
    "--BACKUP": "",
    "--IN": "",
    "--NEW": "",
    "--OUT": "",
    "--STORE": "",
    "--data": "",
    "--draw": ".svg",
    "--event": "",
    "--file": "",
    "--list": "",
    "--out": "",
    "--position": "",
    "--receipt": "",
    "--record": "",
    "--records": "",
    "--resume": "",
    "--rows": ".csv",
    "--rules": "",
    "--sheet": "",
    "--store": "",
    "--to": ".xlsx",
    "FOLDER": "",
    "RECORDS": "",
}
"""The names of the arguments that hold a path, each with the suffix that the path must have."""
VALUES: Mapping[str, str] = {
    "--BACKUP": "store.db",
    "--IN": "game.uka",
    "--OUT": "new.egn",
    "--NEW": "new",
    "--date": "2026-11-24",
    "--event": "games.tournament",
    "--file": "game.uka",
    "--position": "N Jd Th; E 9h; S Kd Td; W Qh Ac; trump d; maker N; lead E; trick 9c; taken 2-1",
    "--sheet": "text",
    "BOT": "random",
    "FOLDER": "new",
}
"""What the other required arguments are."""
FILES: Mapping[str, str] = {
    "new": "new", "puzzles": "new", "season": "club.season", "tournament": "games.tournament",
    "backup": "store.db", "copy": "store.db", "restore": "new",
}  # fmt: skip
"""What the file or the store of a command is, if the command has one of these words."""
QUICKLY: Mapping[str, str] = {"--deals": "1", "--plays": "1", "--jobs": "1"}
"""Options with which a command does little, should it accept the path."""
ELSEWHERE = (("play",), ("learn",), ("puzzle",), ("tournament", "export"))
"""Commands that need a terminal, and one that reads a store only for the games of online tables."""


def commands(group: App, words: Sequence[str] = ()) -> Iterator[tuple[tuple[str, ...], App]]:
    """Yield the words and the app of every command."""
    if group.default_command and tuple(words) not in ELSEWHERE:
        yield tuple(words), group
    for name, command in group.resolved_commands().items():
        if not name.startswith("-"):
            yield from commands(command, [*words, name])


def value(argument: Argument, words: Sequence[str]) -> str:
    if argument.name in ("--file", "--STORE"):
        return next((FILES[word] for word in reversed(words) if word in FILES), VALUES["--file"])
    return VALUES.get(argument.name) or str(next(iter(get_args(argument.hint)), 1))


def lines() -> Iterator[tuple[str, ...]]:
    """Yield the words of a line for each argument of each command that holds a path. ``{}`` stands for the path."""
    for words, command in commands(app):
        arguments = [each for each in command.assemble_argument_collection() if each.parse]
        options = [word for each in arguments if each.name in QUICKLY for word in (each.name, QUICKLY[each.name])]
        players = ("random", "random") if words == ("arena",) else ()
        for tried in arguments:
            if tried.name in PATHS:
                line = [*words, *players, *options]
                for each in arguments:
                    if each is tried or each.required:
                        text = "{}" + PATHS[each.name] if each is tried else value(each, words)
                        line += [text] if each.index is not None else [each.name, text]
                yield tuple(line)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: Typed) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    shutil.copy(ARCHIVE / "tainui.uka", "game.uka")
    shutil.copy(ARCHIVE / "tournaments" / "at_tables.tournament", "games.tournament")
    Path("text").write_text("text")
    asyncio.run(make_store(Path("store.db")))
    assert typed("season", "new", "club.season").code == 0
    assert typed("season", "add", "club.season", "games.tournament", "--date", "2026-11-24").code == 0
    for suffix in set(PATHS.values()):
        tmp_path.joinpath(f"folder{suffix}").mkdir()
    return tmp_path


async def make_store(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        await store.append("table", 0, [b"line"])


def files(folder: Path) -> set[str]:
    """Return the names of the files in a folder, but for those that SQLite keeps beside a store that it reads."""
    return {file.name for file in folder.iterdir() if not file.name.startswith("store.db-")}


def cases() -> Iterator[tuple[tuple[str, ...], str]]:
    for line, path in product(lines(), UNUSABLE):
        if path != "folder" or line[:1] not in TAKE_FOLDERS or "--rules" in line:
            yield line, path


@pytest.mark.parametrize(
    ("line", "path"), tuple(cases()), ids=lambda part: part[:10] if isinstance(part, str) else " ".join(part)
)
def test_a_path_that_cannot_be_used_gets_one_sentence(
    typed: Typed, folder: Path, line: tuple[str, ...], path: str
) -> None:
    before = files(folder)
    done = typed(*(word.replace("{}", path) for word in line))
    assert done.code == 2
    assert path.partition("/")[0][:100] in done.err
    assert done.err.count("\n") == 1
    assert files(folder) == before
