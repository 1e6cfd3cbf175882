"""Files and programs of strangers: no escape code of theirs reaches the terminal or a converted file."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from tests.cli.conftest import Done, Typed
from uka.records import Note, read
from uka.tournament.entries import TournamentLine

ATTACKS = {
    "clears the screen": "\x1b[2J",
    "sets the title": "\x1b]0;owned\x07",
    "a C1 control": "\x9b31m",
    "writes from right to left": "\u202egpj.exe",
    "isolates": "\u2066x\u2069",
    "is not seen": "\u200b\u2060",
    "goes back on the line": "\rBen",
    "deletes": "\x08\x08\x7f",
    "half a character": "\ud800",
}
MARKUP = "[bold]x[/nope][link=file:///] :skull: #eval(1) $x$"


def shown(text: str) -> bool:
    return all(letter.isprintable() or letter == "\n" for letter in text)


@pytest.fixture
def clean(typed: Typed) -> Typed:
    """Return a function that runs a command and checks that it printed nothing which a terminal interprets."""

    def call(*words: str) -> Done:
        done = typed(*words)
        assert shown(done.out + done.err), done
        assert "Traceback" not in done.err
        return done

    return call


@pytest.fixture
def record(typed: Typed, tmp_path: Path) -> Path:
    path = tmp_path / "game.uka"
    assert typed("watch", "--rules", "cardgames", "--set", "target=2", "--seed", "5", "--record", str(path)).code == 0
    return path


@pytest.fixture
def egn(typed: Typed, record: Path, tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "game.egn"
    assert typed("convert", str(record), str(path)).code == 0
    return json.loads(path.read_text("utf-8"))


attacks = pytest.mark.parametrize("attack", [pytest.param(text, id=name) for name, text in ATTACKS.items()])
written = pytest.mark.parametrize(
    "attack", [pytest.param(text, id=name) for name, text in ATTACKS.items() if text != "\ud800"]
)
"""Those that UTF-8 can express, and so a file of it."""


def rewritten(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the header of a record."""
    first, *others = path.read_text("utf-8").splitlines()
    header = json.loads(first)
    change(header)
    path.write_text("\n".join((json.dumps(header), *others, "")), "utf-8")


@pytest.mark.daily(30)
@attacks
@pytest.mark.parametrize("verb", ["replay", "review", "verify", "solve"])
@pytest.mark.parametrize("field", ["title", "source", "words", "player", "about"])
def test_a_record_with_escape_codes_is_refused(clean: Typed, record: Path, attack: str, field: str, verb: str) -> None:
    changes: dict[str, Callable[[dict[str, Any]], object]] = {
        "title": lambda header: header["rules"].update(title=f"Uka{attack}"),
        "source": lambda header: header["rules"].update(source=f"a book{attack}"),
        "words": lambda header: header["rules"]["words"].update(order_up=f"up{attack}"),
        "player": lambda header: header["players"].__setitem__(0, f"Ana{attack}"),
        "about": lambda header: header.setdefault("about", {}).update(title=f"Final{attack}"),
    }
    rewritten(record, changes[field])
    done = clean(verb, str(record), *(("--deal", "1") if verb == "solve" else ()))
    assert done.code == 2
    assert done.err.count("\n") == 1


@written
def test_a_ruleset_with_escape_codes_is_refused(clean: Typed, tmp_path: Path, attack: str) -> None:
    for field in ("title", "source", "name"):
        file = tmp_path / f"{field}.toml"
        file.write_text(f'extends = "uka"\n{field} = {json.dumps(f"Ours{attack}")}\n', "utf-8")
        for words in (("rules", str(file)), ("rules", "check", str(file)), ("equity", "--rules", str(file))):
            done = clean(*words)
            assert done.code == 2
            assert f"{field} must be text of characters that are displayed" in done.err


@pytest.mark.daily(6)
@attacks
@pytest.mark.parametrize("format", ["egn", "emn"])
def test_names_and_remarks_of_egn_are_cleaned_and_not_converted(
    clean: Typed, egn: dict[str, Any], tmp_path: Path, attack: str, format: str
) -> None:
    egn["metadata"] |= {"players": [f"Ana{attack}", f"Ben\n{attack}", "Caro", MARKUP], "title": f"Final{attack}"}
    egn["deals"][0]["phases"][0]["callAnnotations"] = {"0": [f"oh{attack}\nSouth takes it"]}
    whole: dict[str, Any] = egn
    if format == "emn":
        names = egn["metadata"].pop("players")
        people = [{"name": name, "id": f"p{at}"} for at, name in enumerate(names)]
        game = {"gameIndex": 0, "players": [each["id"] for each in people], "gameData": egn}
        meta = {"players": people, "title": f"Match{attack}", "matchFormat": {"type": "SINGLE_GAME"}}
        whole = {"fileType": "Euchre Match Notation", "version": "1.0", "metadata": meta, "games": [game]}
    file = tmp_path / f"hostile.{format}"
    file.write_text(json.dumps(whole), "utf-8")
    done = clean("replay", str(file))
    if attack == "\ud800":
        assert (done.code, done.err.count("\n")) == (2, 1)
        return
    assert done.code == 0, done
    assert MARKUP in done.out
    assert "\nSouth takes it" not in done.out
    clean("replay", str(file), "--json")
    clean("verify", str(file))
    for ending in ("uka", "egn", "emn", "egnb", "expanded.egnb"):
        target = tmp_path / f"out.{ending}"
        if clean("convert", str(file), str(target)).code:
            assert ending.endswith("egnb")
            continue
        again = read(target)
        texts = [text for log in again.games for text in (*log.players, log.header.about.get("title", ""))]
        texts += [entry.text for log in again.games for entry in log.entries if isinstance(entry, Note)]
        assert texts
        assert shown("".join(texts))
        if not ending.endswith("egnb"):
            assert shown(target.read_text("utf-8"))
            assert "\\u" not in target.read_text("utf-8")


def noted(record: Path, text: str) -> None:
    """Add a remark to a record, as a program that is not Uka may write it."""
    note = msgspec.json.encode(Note(text)).decode()
    lines = record.read_text("utf-8").splitlines()
    record.write_text("".join(f"{line}\n" for line in (*lines[:3], note, *lines[3:])), "utf-8")


@written
@pytest.mark.parametrize("verb", ["replay", "verify", "convert"])
def test_a_record_whose_remark_has_escape_codes_is_refused(
    clean: Typed, record: Path, tmp_path: Path, verb: str, attack: str
) -> None:
    noted(record, f"well{attack}")
    words = (str(tmp_path / "out.egn"),) if verb == "convert" else ()
    done = clean(verb, str(record), *words)
    assert done.code == 2
    assert "line 4, deal 1: " in done.err
    assert "a character that is not displayed" in done.err
    assert not (tmp_path / "out.egn").exists()


def test_a_remark_of_several_lines_is_printed_on_one(clean: Typed, record: Path) -> None:
    noted(record, "well\nNorth (you) takes it")
    done = clean("replay", str(record))
    assert done.code == 0
    assert "  (well" in done.out
    assert "\nNorth (you)" not in done.out


@pytest.mark.parametrize("verb", ["replay", "review", "solve", "rules"])
def test_markup_is_no_markup(clean: Typed, record: Path, verb: str, tmp_path: Path) -> None:
    def change(header: dict[str, Any]) -> None:
        header["players"] = [f"{MARKUP}{at}" for at in range(4)]
        header["rules"] |= {"title": MARKUP, "source": MARKUP}

    rewritten(record, change)
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "uka"\ntitle = {json.dumps(MARKUP)}\n', "utf-8")
    words = {"solve": (str(record), "--deal", "1"), "rules": (str(house),)}.get(verb, (str(record),))
    done = clean(verb, *words)
    assert done.code == 0
    assert verb in ("review", "solve") or MARKUP in done.out


@pytest.mark.parametrize("attack", [attack for attack in ATTACKS.values() if attack[0] not in "\r\ud800"])
def test_a_list_of_teams_with_escape_codes_is_refused(clean: Typed, tmp_path: Path, attack: str) -> None:
    listed = tmp_path / "teams.csv"
    for row in (f"To{attack}ru", f"Toru,Wa{attack}ahi", f"Toru,,A{attack}na", f"Toru,,Ana,B{attack}en"):
        listed.write_text(f"Wha\n{row}\n", "utf-8")
        done = clean("tournament", "new", str(tmp_path / "day"), "--list", str(listed))
        assert done.code == 2
        assert done.err.count("\n") == 1
        assert not (tmp_path / "day").exists()


def test_names_of_a_tournament_are_neither_markup_nor_formulas(clean: Typed, tmp_path: Path) -> None:
    event, listed = tmp_path / "day", tmp_path / "teams.csv"
    formulas = ("=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\uff1d1+1")
    listed.write_text("\n".join(("Toru", "Wha", MARKUP.replace(",", ""), *formulas)), "utf-8")  # nobody sits out
    assert clean("tournament", "new", str(event), "--list", str(listed), "--name", MARKUP).code == 0
    assert MARKUP in clean("tournament", "draw", str(event)).out
    assert MARKUP in clean("tournament", "standings", str(event)).out
    for what in ("results", "standings"):
        rows = list(csv.reader(clean("tournament", "export", str(event), "--what", what).out.splitlines()))
        assert not [cell for row in rows for cell in row if cell[:1] in "=+-@\uff1d" and cell[:1]]
        assert MARKUP in {cell for row in rows for cell in row}
    sheet = tmp_path / "sheet.pdf"
    assert clean("tournament", "print", str(event), "calls", "--to", str(sheet)).code == 0
    text = "".join(page.extract_text() for page in PdfReader(sheet).pages)
    assert "".join(MARKUP.split()) in "".join(text.replace("\u200b", "").split())


@written
def test_the_file_of_a_tournament_with_escape_codes_is_refused(clean: Typed, tmp_path: Path, attack: str) -> None:
    event = tmp_path / "day"
    assert clean("tournament", "new", str(event)).code == 0
    first = TournamentLine.parse(event.read_bytes().splitlines()[0])
    forged = replace(first.entry, name=f"A day{attack}")
    event.write_bytes(TournamentLine.after("", 0, 0, first.by, forged).text + b"\n")
    done = clean("tournament", "standings", str(event))
    assert done.code == 2
    assert "a character that is not displayed" in done.err


PROGRAM = """
import json, sys
print({error!r}, file=sys.stderr, flush=True)
for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "hello":
        print(json.dumps({{"name": {name!r}}}), flush=True)
    else:
        print({answer!r}, flush=True)
"""


@pytest.mark.daily(1)
@pytest.mark.server
@pytest.mark.parametrize("attack", [ATTACKS["clears the screen"], ATTACKS["writes from right to left"], MARKUP])
def test_the_name_answers_and_errors_of_a_program_are_cleaned(clean: Typed, tmp_path: Path, attack: str) -> None:
    program = tmp_path / "bot.py"
    program.write_text(PROGRAM.format(error=f"E{attack}", name=f"N{attack}", answer=f"A{attack}"), "utf-8")
    command = f"{sys.executable} {program}"
    for words in (("bot", "check", command), ("bot", "check", command, "--json")):
        assert clean(*words).code == 1
    done = clean("arena", "novice", f"cmd:{command}", "--deals", "2", "--jobs", "1")
    assert done.code == 0
    assert "fault" in done.out


@pytest.mark.server
@pytest.mark.parametrize("verb", ["arena", "bot"])
def test_the_error_output_of_a_program_is_shown_without_escape_codes(tmp_path: Path, verb: str) -> None:
    program = tmp_path / "bot.py"
    errors = [f"E{attack}♥" for attack in ATTACKS.values() if attack != "\ud800"] + ["each line as it is"]
    program.write_text(PROGRAM.format(error="\n".join(errors), name="N", answer="A"), "utf-8")
    command = f"{sys.executable} -X utf8 {program}"
    words = ("check", command) if verb == "bot" else ("novice", f"cmd:{command}", "--deals", "2", "--jobs", "1")
    run = (sys.executable, "-X", "utf8", "-m", "uka", verb, *words, "--stderr")
    told = subprocess.run(run, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, check=False).stderr.decode()
    assert shown(told)
    assert "\neach line as it is\n" in told
    assert told.count("♥") >= len(errors) - 1
