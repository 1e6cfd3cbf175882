"""The pages say what the code says."""

import importlib.util
import pkgutil
import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
GUIDES = ("docs/architecture.md", "docs/development.md", "CONTRIBUTING.md")
"""The pages for people who read or change the code."""
PLACES = ("src", "web", "docs", "tests", "bench", "examples")


def made() -> Any:
    """Return the module docs/make.py."""
    spec = importlib.util.spec_from_file_location("make", ROOT / "docs" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    return make


def test_the_pages_that_are_made_are_those_that_the_code_gives() -> None:
    make = made()
    assert make.PAGE.read_text("utf-8") == make.page(), "docs/rulesets.md is stale: run docs/make.py"
    models = make.MODELS.read_text("utf-8")
    assert models == make.with_models(models), "docs/models.md is stale: run docs/make.py"
    serving = make.SERVING.read_text("utf-8")
    assert serving == make.with_limits(serving), "docs/serving.md is stale: run docs/make.py"
    movements = make.MOVEMENTS.read_text("utf-8")
    assert movements == make.with_movements(movements), "docs/movements.md is stale: run docs/make.py"


TUTORIALS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "tutorials").glob("*.md"))
FIRST = ["README.md", "docs/index.md", "docs/installing.md", "docs/many.md", *TUTORIALS]
"""The pages that somebody may begin with."""


@pytest.mark.parametrize("page", FIRST)
def test_how_to_install_is_told_as_the_switch_says(page: str) -> None:
    make, text = made(), (ROOT / page).read_text("utf-8")
    assert ROOT / page in make.install_pages()
    assert text == make.with_install(text, released=make.released()), f"{page} is stale: run docs/make.py"
    told = {released: make.with_install(text, released=released) for released in (True, False)}
    assert make.with_install(told[True], released=False) == told[False]
    first = make.INSTALL.search(told[True])[0], make.INSTALL.search(told[False])[0]
    assert ["pip install 'uka[" in each for each in first] == [True, False]
    assert ["pip install '.[" in each for each in first] == [False, True]
    outside = make.INSTALL.sub("", text).split("## ")
    assert "pip install 'uka[" not in outside[0]


def test_the_readme_lists_every_ruleset() -> None:
    from uka import rulesets

    text = (ROOT / "README.md").read_text("utf-8")
    listed = text[text.index("presets are shipped:") : text.index("Each is a small file")]
    assert re.findall(r"`(\w+)`", listed) == list(rulesets.names())


def test_the_readme_begins_with_what_a_new_user_needs() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    order = ["make play", "docs/tutorials/players.md", "## What it does", "## The library", "| program |"]
    assert sorted(order, key=text.index) == order


def test_the_readme_says_where_games_are_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    from uka.records.user_folder import data_folder

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    folder = f"~/{data_folder().relative_to(Path.home())}"
    assert f"The games of `uka play` are saved in `{folder}`" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("page", TUTORIALS)
def test_what_a_tutorial_makes_lies_outside_the_clone(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    files = re.findall(r"(?:--data|--record|uka backup \S+|uka convert \S+) (\S+)", text)
    files += re.findall(r"[Ss]ave (?:this|it|this one) as `(\S+)`", text)
    assert "cd ~/uka-work" in text or all(file.startswith(("~/", "FOLDER")) for file in files), files


@pytest.mark.parametrize("page", TUTORIALS)
def test_a_tutorial_says_when_its_installation_can_be_skipped(page: str) -> None:
    make, text = made(), (ROOT / page).read_text("utf-8")
    installed = {"cli", *make.INSTALL.search((ROOT / "README.md").read_text("utf-8"))["parts"].split(",")}
    for block in make.INSTALL.finditer(text):
        before = text[: block.start()].rstrip().splitlines()[-1]
        assert before.startswith("Skip the installation if you made one as Uka's README says")
        assert installed >= {*block["parts"].split(",")}, "README installs what the page needs"


def test_every_command_of_the_readme_is_there() -> None:
    from uka.cli.app import app

    words = [line.split() for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("uka ")]
    assert words
    assert {verb for _, verb, *_ in words} <= set(app)


def test_every_command_of_the_page_for_servers_is_understood() -> None:
    from uka.cli.app import app

    page = "".join((ROOT / "docs" / name).read_text("utf-8") for name in ("serving.md", "many.md"))
    lines = [line[line.index("uka ") :] for line in page.splitlines() if line.startswith(("uka ", "ExecStart="))]
    assert len(lines) >= 5
    for line in lines:
        app.parse_args(shlex.split(line, comments=True)[1:])


def test_the_page_for_servers_says_what_an_attack_costs() -> None:
    from bench.lines.siege import MOST_DISK, MOST_MEMORY
    from uka.server.base.options import ServerOptions
    from uka.server.workers.record_archive import LONG

    text = " ".join((ROOT / "docs" / "serving.md").read_text("utf-8").split())
    assert f"under {MOST_MEMORY} MB of memory" in text
    assert f"grow by {MOST_DISK} MB in an hour at most" in text
    assert 3_600 * ServerOptions.lines_an_address[0] * 200 / 1e6 == MOST_DISK
    assert f"one of more than {LONG} lines" in text


def test_the_page_for_servers_lists_every_option() -> None:
    from uka.cli.app import app

    page = (ROOT / "docs" / "serving.md").read_text("utf-8")
    section = page[page.index("## Options") : page.index("## Where the data is")]
    options = {name for argument in app["serve"].assemble_argument_collection() for name in argument.names}
    assert len(options) > 10
    assert not [name for name in options if name.startswith("--") and name not in section]


def test_the_page_for_tournaments_says_what_is_usual() -> None:
    from uka.tournament import TournamentSettings, paper

    s = TournamentSettings()
    told = {"head_to_head": "the games between them", "points": "points", "fair_play": "fair play", "cut": "a cut"}
    told |= {"lot": "a lot"}
    usual = {
        "the clock of a round": f"{s.clock_ms // 60_000} minutes",
        "clicks for a game won, lost": f"{s.win}, {s.loss}",
        "clicks for a draw": f"{s.draw}",
        "clicks for a round sat out": f"{s.bye}",
        "between teams of equal clicks": ", ".join(told[name] for name in s.tie_breaks),
        "winning points for the marae of the first teams": ", ".join(map(str, s.places)),
        "a winning point is worth": f"{s.winning_worth}",
        "a fair-play point is worth": f"{s.fair_worth}",
        "a red card sends off": f"for the {s.red_card}",
    }
    page = (ROOT / "docs" / "tournament.md").read_text("utf-8")
    tables = [_rows(part) for part in page.split("\n\n") if part.startswith("| ")]
    assert usual in tables
    # beside the sheets there are the links
    assert any(len(table) == len(paper.SHEETS) + 1 and "Captains' cards" in table for table in tables)


def test_every_command_of_the_page_for_tournaments_is_understood() -> None:
    from uka.cli.app import app

    page = (ROOT / "docs" / "tournament.md").read_text("utf-8")
    lines = [line for line in page.splitlines() if line.startswith("uka ")]
    verbs = re.findall(r"`(\w+ evening\.uka[^`]*)`", page)
    assert (len(lines), len(verbs)) == (10, 27)
    for line in (*lines, *(f"uka tournament {verb}" for verb in verbs)):
        app.parse_args(shlex.split(line)[1:])


def test_the_evening_without_a_server_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from uka.cli import main
    from uka.tournament import TournamentLine, replayed

    monkeypatch.chdir(tmp_path)
    (tmp_path / "teams.csv").write_text("Kauri\nToru\nWhetu\nAwa\n", "utf-8")
    page = (ROOT / "docs" / "tournament.md").read_text("utf-8")
    for line in re.findall(r"^uka tournament .*", page, re.MULTILINE):
        main(shlex.split(line)[1:])
    event = replayed(TournamentLine.parse_all((tmp_path / "evening.uka").read_bytes().splitlines()))
    assert event.ended
    assert [match.points for match in event.rounds[1].matches] == [(6, 11), (11, 9)]


@pytest.mark.parametrize(("evening", "entered"), [("progressive", 10), ("marae", 4), ("league", 4), ("knockout", 4)])
def test_each_kind_of_evening_runs_from_beginning_to_end(
    evening: str, entered: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from uka.cli import main
    from uka.tournament import TournamentLine, replayed, standings

    monkeypatch.chdir(tmp_path)
    (tmp_path / "players.csv").write_text("player\nAna\nHemi\nMere\nTama\nRua\nKiri\nPita\nHana\nWiremu\n", "utf-8")
    (tmp_path / "teams.csv").write_text("Kauri,Waahi\nToru,Hukanui\nWhetu,Waahi\nAwa,Poohara\n", "utf-8")
    page = (ROOT / "docs" / "evenings" / f"{evening}.md").read_text("utf-8")
    new, *lines = (shlex.split(line)[1:] for line in re.findall(r"^uka tournament .*", page, re.MULTILINE))
    main(new)
    [file] = tmp_path.glob("*.uka")
    for change in re.findall(rf"`settings {file.name} ([^`]*)`", page):
        main(["tournament", "settings", file.name, *change.split(), "--json"])
    file.unlink()
    for line in (new, *lines):
        main(line)
    event = replayed(TournamentLine.parse_all(file.read_bytes().splitlines()))
    assert event.ended
    assert len(event.teams) == entered
    assert all(playing.closed for playing in event.rounds)
    assert standings.of_teams(event)[0].place == 1


def _rows(table: str) -> dict[str, str]:
    rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in table.splitlines()]
    return {name: value for name, value, *_ in rows[2:]}


@pytest.mark.parametrize("guide", GUIDES)
def test_every_module_that_a_guide_names_is_there(guide: str) -> None:
    named = re.findall(r"`(uka\.[a-z0-9_.]+)(?:\.[A-Z]\w*)?`", (ROOT / guide).read_text("utf-8"))
    for name in named:
        pkgutil.resolve_name(name)


@pytest.mark.parametrize("guide", GUIDES)
def test_every_file_that_a_guide_names_is_there(guide: str) -> None:
    named = re.findall(rf"`((?:{'|'.join(PLACES)})/[\w./-]+)", (ROOT / guide).read_text("utf-8"))
    missing = [name for name in named if "NAME" not in name and not (ROOT / name).exists()]
    assert not missing


def test_everything_in_the_drawings_is_there() -> None:
    """Each class, each method of its class, and each function of its module."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    drawings = "".join(page.split("```")[1::2]) + "".join(re.findall(r"^\d+\. .*", page, re.MULTILINE))
    classes = set(re.findall(r"\b[A-Z][a-z]+[A-Z]\w+", drawings)) - {"WebSocket"}
    methods = set(re.findall(r"\b((?:[A-Z][a-z]+)+)\.([a-z]\w+)", drawings))
    functions = set(re.findall(r"\b(commands\.\w+|gameplay|bot_jobs)\.([a-z]\w+)", drawings))
    assert (len(classes) > 25, len(methods) > 10, len(functions) > 3) == (True, True, True)
    files = [*(ROOT / "src" / "uka").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.ts")]
    homes = {name: path for path in files for name in re.findall(CLASS, path.read_text("utf-8"))}
    missing = classes - set(homes)
    assert not missing
    missing = {(name, method) for name, method in methods if not _has_method(homes[name], name, method)}
    assert not missing
    modules = {path.stem: path.read_text("utf-8") for path in files if path.suffix == ".py"}
    missing = {(module, name) for module, name in functions if f"def {name}(" not in modules[module.split(".")[-1]]}
    assert not missing


CLASS = r"\b(?:class|interface) (\w+)"


def _has_method(home: Path, name: str, method: str) -> bool:
    """Return whether the class ``name`` in the file ``home``, of Python or TypeScript, has the method."""
    if home.suffix == ".ts":
        text = home.read_text("utf-8")
        form = rf"^ +(?:readonly |async )?{method}(?: = (?:async )?)?\("
        return re.search(form, text, re.MULTILINE) is not None
    dotted = ".".join(home.relative_to(ROOT / "src").with_suffix("").parts)
    return hasattr(pkgutil.resolve_name(f"{dotted}:{name}"), method)


def test_a_program_that_has_run_is_no_change_of_the_page(tmp_path: Path) -> None:
    build = runpy.run_path(str(ROOT / "web" / "build.py"))
    names = (
        "src/uka/locales/__init__.py",
        "src/uka/locales/__pycache__/__init__.pyc",
        "web/build.py",
        "web/__pycache__/a.pyc",
    )
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = {path.relative_to(tmp_path).as_posix() for path in build["sources"](tmp_path)}
    assert found == {"THIRD-PARTY-NOTICES.txt", "src/uka/locales/__init__.py", "web/build.py"}
