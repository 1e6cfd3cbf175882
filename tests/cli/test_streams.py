"""Output that is not UTF-8, and a pipe that is closed: no verb ends in a traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import App

from uka.cli import main
from uka.cli.app import app

ENCODINGS = ("ascii", "cp1252", "latin-1", "cp437", "utf-8")
NAMES = "Wāhi ♠ – “李”"
LONG = {"train", "serve", "play", "backup", "restore", "copy", "site"}
"""Verbs that take long, or need a terminal or a server; their help and their errors are printed."""


def verbs(of: App = app) -> Iterator[tuple[str, ...]]:
    """Yield each verb and each verb of a verb."""
    for name in of:
        if not name.startswith("-"):
            yield (name,)
            yield from ((name, *inner) for inner in verbs(of[name]))


def run(encoding: str, *words: str) -> tuple[int, str]:
    """Run the command with streams of an encoding. Return its exit code and all that it printed."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"1\n\xff\n"), encoding=encoding)
    printed = [io.TextIOWrapper(io.BytesIO(), encoding, errors="strict", write_through=True) for _ in range(2)]
    sys.stdout, sys.stderr = printed
    try:
        main(words)
        code = 0
    except SystemExit as stop:
        code = int(stop.code or 0)
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    return code, b"".join(stream.detach().getvalue() for stream in printed).decode(encoding)


ENTERING = {
    "amend": ("Ōtaki",), "bell": ("yes",), "card": ("red", "ō"), "cut": ("Ah/Kd",), "deal": ("north-south", "3"),
    "dealer": ("north",), "fair-play": ("1",), "fill-in": ("Mānu", "Tāne"), "forfeit": ("ō",), "misdeal": (),
    "rejoin": (), "revoke": (), "ruling": ("ō",), "thrown-in": (), "undo": (),
}  # fmt: skip
"""Verbs of a tournament that enter something, and what follows the table or team. There is no such table or team."""
EXIT = {("verify",): 3, ("bot",): 2, ("bot", "check"): 2, ("puzzles",): 2, ("tournament", "results"): 2}
EXIT |= {("tournament", verb): 2 for verb in ENTERING}
"""The exit codes that are not 0: an unproven record, no such program, ruleset or team, a result that is missing."""
DRAWN = {("tournament", "end"), *(("season", verb) for verb in ("add", "between", "export", "match", "page", "undo"))}
"""Verbs that are refused if the draw has left a game without a result, and so a round open."""


encodings = pytest.mark.parametrize("encoding", ENCODINGS)


@pytest.mark.daily(2)
@encodings
def test_the_help_and_an_error_of_every_verb_are_printed(encoding: str) -> None:
    for verb in ((), *verbs()):
        code, said = run(encoding, *verb, "--help")
        assert (code, said.startswith("Usage: uka")) == (0, True)
        code, said = run(encoding, *verb, "--nō-such-♠")
        assert (code, said.count("\n")) == (2, 1), said


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a game, a ruleset, a list of teams and a tournament, all with names that ASCII lacks."""
    folder = tmp_path_factory.mktemp("strangers")
    (folder / "ours.toml").write_text(f'extends = "cardgames"\ntitle = "{NAMES}"\ntarget = 2\n', "utf-8")
    teams = "\n".join(f"{NAMES} {number},Wāhi,Mānu" for number in range(4))
    (folder / "teams.csv").write_text(teams, "utf-8")
    rules = str(folder / "ours.toml")
    assert run("utf-8", "watch", "--rules", rules, "--seed", "5", "--record", str(folder / "game.uka"))[0] == 0
    first, rest = (folder / "game.uka").read_text("utf-8").split("\n", 1)
    named = first.replace('["club","club","club","club"]', f'["{NAMES}","Mānu","♥","Caro"]')
    assert named != first
    (folder / "game.uka").write_text(f"{named}\n{rest}", "utf-8")
    return folder


@pytest.mark.daily(1)
@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_every_verb_that_prints_prints_in_any_encoding(folder: Path, encoding: str, tmp_path: Path) -> None:
    game, rules, day, teams = (str(folder / name) for name in ("game.uka", "ours.toml", "day", "teams.csv"))
    day, season = str(tmp_path / "day"), str(tmp_path / "ngā pō")
    typed: dict[tuple[str, ...], tuple[str, ...]] = {
        ("watch",): ("--rules", rules, "--seed", "5"),
        ("replay",): (game,),
        ("convert",): (game, str(tmp_path / "mānu.emn")),
        ("verify",): (game,),
        ("review",): (game, "--deal", "1", "--seat", "north"),
        ("rules",): (rules,),
        ("rules", "check"): (rules,),
        ("learn",): (),
        ("sim",): ("--rules", rules, "--games", "1", "--bots", "novice,random", "--jobs", "1"),
        ("arena",): ("novice", "random", "--rules", rules, "--deals", "2", "--jobs", "1"),
        ("bot",): ("check", "no-such-prōgram"),
        ("bot", "check"): ("no-such-prōgram",),
        ("puzzle",): (),
        ("puzzles",): (str(tmp_path / "♠.puzzles"), "--rules", "nō"),
        ("solve",): (game, "--deal", "1"),
        ("equity",): ("--rules", rules),
        ("dataset",): (str(tmp_path / "mānu"), "--rules", rules, "--deals", "2", "--format", "npz", "--jobs", "1"),
        ("stats",): (game, "--by", "trump"),
        ("exploit",): ("novice", "--rules", rules, "--deals", "2", "--worlds", "16", "--jobs", "1"),
        ("tournament",): ("new", f"{day} 2", "--list", teams, "--name", NAMES),
        ("tournament", "new"): (day, "--list", teams),
        ("tournament", "enter"): (day, "Ōtaki"),
        ("tournament", "tables"): (day, "2"),
        ("tournament", "draw"): (day,),
        ("tournament", "result"): (day, "1", "11", "4"),
        ("tournament", "standings"): (day,),
        ("tournament", "log"): (day,),
        ("tournament", "settings"): (day,),
        ("tournament", "tie"): (day,),
        ("tournament", "results"): (day, teams),
        **{("tournament", verb): (day, "Ōtepoti", *rest) for verb, rest in ENTERING.items()},
        ("tournament", "export"): (day,),
        ("tournament", "print"): (day, "calls", "--to", str(tmp_path / "mānu.pdf")),
        ("tournament", "withdraw"): (day, "Ōtaki"),
        ("tournament", "end"): (day,),
        ("tournament", "simulate"): ("--teams", "4", "--rounds", "1", "--events", "1", "--jobs", "1"),
        ("season", "new"): (season, "--name", NAMES),
        ("season", "add"): (season, day, "--date", "2026-11-29"),
        ("season",): ("table", season),
        ("season", "table"): (season,),
        ("season", "match"): (season, "Ōtaki", "Mānu"),
        ("season", "between"): (season, "Ōtaki", "Mānu"),
        ("season", "ratings"): (season,),
        ("season", "export"): (season,),
        ("season", "page"): (season, "--to", str(tmp_path / "tau.html")),
        ("season", "log"): (season,),
        ("season", "undo"): (season, "1"),
    }
    printing = {verb for verb in verbs() if verb[0] not in LONG and verb[0] != "--install-completion"}
    assert printing <= typed.keys(), printing - typed.keys()
    for verb, words in typed.items():
        code, said = run(encoding, *verb, *words)
        assert said, verb
        assert code in ({0, 2} if verb in DRAWN else {EXIT.get(verb, 0)}), said
        if encoding == "ascii" and verb == ("replay",):
            assert "North (Wahi s - " in said
            assert "10h" in said or "Jh" in said or "Ah" in said
        assert "Traceback" not in said


@encodings
def test_json_says_everything_in_any_encoding(folder: Path, encoding: str) -> None:
    code, said = run(encoding, "rules", str(folder / "ours.toml"), "--json")
    assert code == 0
    assert json.loads(said)["ruleset"]["title"] == NAMES


def test_no_stream_is_touched_that_has_no_encoding() -> None:
    before = sys.stdout
    try:
        sys.stdout = io.StringIO()
        main(("rules",))
        assert "tainui" in sys.stdout.getvalue()
    finally:
        sys.stdout = before


REAL = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "strict cp1252": {"PYTHONIOENCODING": "cp1252:strict"},
    "the C locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


@pytest.mark.daily(3)
@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("words", [("replay", "game.uka"), ("replay", "nō-♠.uka"), ("rules", "ours.toml")])
def test_a_real_process_prints_in_any_encoding(folder: Path, name: str, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "uka", *words], cwd=folder, env={**os.environ, **REAL[name]}, capture_output=True
    )
    assert done.returncode == (2 if "♠" in words[1] else 0)
    assert b"Traceback" not in done.stderr
    assert done.stdout or done.stderr.count(b"\n") == 1


@pytest.mark.daily(2)
@pytest.mark.parametrize("words", [("rules", "tainui"), ("replay", "game.uka"), ("rules", "--json"), ("--help",)])
def test_a_closed_pipe_ends_a_verb_without_a_traceback(folder: Path, words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run([sys.executable, "-m", "uka", *words], cwd=folder, stdout=closed, stderr=subprocess.PIPE)
    assert done.stderr == b""
    assert done.returncode == 1
