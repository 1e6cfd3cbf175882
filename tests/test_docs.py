"""The pages say what the code says."""

import importlib.util
import pkgutil
import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GUIDES = ("docs/architecture.md", "docs/development.md", "CONTRIBUTING.md")
"""The pages for people who read or change the code."""
PLACES = ("src", "web", "docs", "tests", "bench", "examples")


def test_the_pages_that_are_made_are_those_that_the_code_gives() -> None:
    spec = importlib.util.spec_from_file_location("make", ROOT / "docs" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    assert make.PAGE.read_text("utf-8") == make.page(), "docs/rulesets.md is stale: run docs/make.py"
    models = make.MODELS.read_text("utf-8")
    assert models == make.with_models(models), "docs/models.md is stale: run docs/make.py"


def test_the_readme_lists_every_ruleset() -> None:
    from uka import rulesets

    text = (ROOT / "README.md").read_text("utf-8")
    listed = text[text.index("presets are shipped:") : text.index("Each is a small file")]
    assert re.findall(r"`(\w+)`", listed) == list(rulesets.names())


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


def test_the_page_for_servers_says_what_is_limited() -> None:
    from uka.server import run
    from uka.server.base import options
    from uka.server.base.options import ServerOptions
    from uka.server.sockets import uvicorn_protocols as connections
    from uka.server.workers import record_archive as archive
    from uka.server.workers import record_checker as checker
    from uka.table.table import PHRASES, PHRASES_MS
    from uka.wire import http_bodies, table_commands

    def rate(found: tuple[float, float]) -> str:
        often = f"{found[0]:g} a second" if found[0] >= 1 else f"{60 * found[0]:g} a minute"
        return f"{often}, {found[1]:g} at once"

    def thinking(found: tuple[float, float]) -> str:
        return f"{found[0]:g} seconds of a processor a second, {found[1]:g} at once; then bots are novices"

    o = ServerOptions()
    limits = {
        "requests of one address": rate(o.requests_an_address),
        "requests of one guest": rate(o.requests_a_guest),
        "new guests of one address": rate(o.guests_an_address),
        "new tables of one guest": rate(o.tables_a_guest),
        "new tables of one address": rate(o.tables_an_address),
        "open tables": f"{o.open_tables_a_guest} a guest, {o.open_tables_an_address} an address",
        "tables in memory": f"{o.tables_in_memory}; beyond that, tables without clients leave memory",
        "people at a table": f"{o.members}",
        "tables in the lobby's list": f"{o.lobby}; {o.lobby_a_guest} of one guest, {o.lobby_an_address} of one address",
        "new tournaments of one guest": rate(o.tournaments_a_guest),
        "new tournaments of one address": rate(o.tournaments_an_address),
        "open tournaments": f"{o.open_tournaments_a_guest} a guest, {o.open_tournaments_an_address} an address",
        "tournaments in memory": f"{o.tournaments_in_memory}; beyond that, those without clients leave memory",
        "tables for the tournaments of one address": rate(o.tables_of_tournaments),
        "teams of a tournament": f"{o.teams}",
        "actions of one guest, or of one link of a tournament": rate(o.lines_a_guest),
        "actions from one address": rate(o.lines_an_address),
        "the log of a table": f"{o.lines_a_table} lines; three times as many for the game in progress",
        "the log of a tournament": f"{o.lines_a_tournament} lines; three times as many for the round in progress",
        "records verified or replayed for one address": f"{rate(o.checks_an_address)}; "
        f"{o.check_deadline:g} seconds each",
        "sheets printed for one address": rate(o.sheets_an_address),
        "printing a sheet": f"{o.sheet_deadline:g} seconds, {o.sheet_megabytes} MB; {o.sheets_at_once} at once, "
        f"{o.sheets_waiting} waiting or printing",
        "records of tables for one address": rate(o.records_an_address),
        "the records of a table with a long log": f"{o.record_deadline:g} seconds; {checker.WAITING} that wait",
        "bots and hints of one guest": thinking(o.thinking_a_guest),
        "bots and hints of one address": thinking(o.thinking_an_address),
        "a table of bots only": f"{o.bots_pace:g} seconds from one step to the next, at least",
        "a game where nobody is present": f"paused {o.empty_after:g} seconds after the last one left, "
        f"{o.absent_after:g} seconds where nobody came",
        "hints of one guest": f"{rate(o.hints_a_guest)}; {o.coach_deadline:g} seconds each",
        "deals reviewed for one address": rate(o.reviews_an_address),
        "open sockets": f"{o.sockets_a_guest} a guest, {o.sockets_an_address} an address",
        "messages of one socket": f"{rate((o.messages, o.message_burst))}, {table_commands.MOST_BYTES} bytes each; "
        "what comes faster waits",
        "messages that wait for a slow client": f"{o.outbox}",
        "bytes that wait for slow clients": f"{o.outbox_bytes} a socket, {o.outbox_bytes_a_guest} a guest, "
        f"{o.outbox_bytes_an_address} an address, {o.outbox_bytes_in_all} in all",
        "phrases of one person at a table": f"{PHRASES} in {PHRASES_MS // 1_000} seconds",
        "the body of a request": f"{http_bodies.MOST_BYTES} bytes; {http_bodies.MOST_RECORD_BYTES} for a record",
        "the head of a request": f"{connections.MOST_HEAD} bytes",
        "a request and its answer": f"{connections.EXCHANGE:g} seconds",
        "a silent socket": f"{o.idle_after / 3_600:g} hours",
        "connections in all": f"the files it may open (`ulimit -n`), less {run.RESERVE}",
    }
    text = (ROOT / "docs" / "serving.md").read_text("utf-8")
    section = text[text.index("## Limits") :]
    assert _rows("\n".join(line for line in section.splitlines() if line.startswith("|"))) == limits
    from bench.lines.siege import MOST_DISK, MOST_MEMORY

    text = " ".join(text.split())
    assert f"under {MOST_MEMORY} MB of memory" in text
    assert f"grow by {MOST_DISK} MB in an hour at most" in text
    assert 3_600 * o.lines_an_address[0] * 200 / 1e6 == MOST_DISK
    assert all(f"`{name}`" in text for name in options.limit_names())
    assert f"one of more than {archive.LONG} lines" in text


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
    usual = {
        "the clock of a round": f"{s.clock_ms // 60_000} minutes",
        "clicks for a game won, lost": f"{s.win}, {s.loss}",
        "clicks for a draw": f"{s.draw}",
        "clicks for a round sat out": f"{s.bye}",
        "between teams of equal clicks": ", ".join(told[name] for name in s.tie_breaks),
        "winning points for the marae of the first teams": ", ".join(map(str, s.places)),
        "a winning point is worth": f"{s.winning_worth}",
        "a fair-play point is worth": f"{s.fair_worth}",
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
    assert (len(lines), len(verbs)) == (10, 8)
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


def test_every_class_in_the_drawings_is_there() -> None:
    drawings = "".join((ROOT / "docs" / "architecture.md").read_text("utf-8").split("```")[1::2])
    named = set(re.findall(r"\b[A-Z][a-z]+[A-Z]\w+", drawings)) - {"WebSocket"}
    assert len(named) > 10
    sources = [*(ROOT / "src" / "uka").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.ts")]
    defined = {name for path in sources for name in re.findall(r"\bclass (\w+)", path.read_text("utf-8"))}
    assert not named - defined
