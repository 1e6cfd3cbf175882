"""The command as its users type it: every verb, what it prints, and one sentence with exit code 2 for bad input."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import uka
from tests.cli.conftest import Done, Typed, assert_wrapped
from tests.table.driver import Driver
from uka import rulesets
from uka.client.known_keys import KnownKeys
from uka.core.seats import Seat
from uka.records import Log, MisdealRecorded, Note, RecordedMatch, read, write
from uka.records.signature import public_key, sign
from uka.store import SqliteStore
from uka.table.game_record import record as game_record
from uka.wire.day_bodies import DayGame
from uka.wire.http_bodies import NewTable, RulesetRequest
from uka.wire.match_bodies import NewMatch
from uka.wire.quick_bodies import QuickRequest

RULES = uka.ruleset("cardgames")


@pytest.fixture
def run(typed: Typed) -> Typed:
    return typed


@pytest.fixture
def record(run: Callable[..., Done], tmp_path: Path) -> Path:
    path = tmp_path / "game.uka"
    assert run("watch", "--rules", "cardgames", "--seed", "5", "--record", str(path)).code == 0
    return path


VERBS = (
    "play",
    "watch",
    "replay",
    "convert",
    "verify",
    "rules",
    "sim",
    "arena",
    "exploit",
    "bot",
    "solve",
    "tournament",
    "backup",
    "restore",
    "copy",
)


@pytest.mark.parametrize("words", [(), *((verb,) for verb in VERBS), ("rules", "check"), ("bot", "check")])
def test_every_verb_has_help(run: Callable[..., Done], words: tuple[str, ...]) -> None:
    done = run(*words, "--help")
    assert done.code == 0
    assert done.out.startswith(" ".join(("Usage: uka", *words)))


@pytest.mark.parametrize(
    "words",
    [
        "learn",
        "watch",
        "sim",
        "arena",
        "exploit",
        "puzzle",
        "puzzles",
        "solve",
        "equity",
        "train",
        "tournament-new",
        "tournament-simulate",
    ],
)
def test_the_default_ruleset_is_the_same_everywhere_but_in_tournaments_and_the_help_says_why(
    run: Callable[..., Done], words: str
) -> None:
    told = " ".join(run(*words.split("-"), "--help").out.replace("│", " ").split())
    default = rulesets.TOURNAMENT_RULESET if words.startswith("tournament") else rulesets.DEFAULT_RULESET
    assert re.search(r"--rules( |=|\b).*?\[default: (\w+)\]", told)[2] == default  # type: ignore[index]
    assert ("that of the Tainui Games, whose clock tournaments have" in told) == words.startswith("tournament")


def test_the_first_game_is_by_the_default_ruleset(run: Callable[..., Done]) -> None:
    from uka.terminal import LastGame

    assert LastGame().rules == rulesets.DEFAULT_RULESET
    assert f"at first {rulesets.DEFAULT_RULESET}." in " ".join(run("play", "--help").out.replace("│", " ").split())
    for body in (NewTable(), QuickRequest(), NewMatch(), DayGame(), RulesetRequest()):
        assert body.rules == rulesets.DEFAULT_RULESET


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("fly",), "fly"),
        (("sim", "--games", "many"), "many"),
        (("sim", "--games", "1.5"), "1.5"),
        (("replay", "x", "--deal", "1.5"), "1.5"),
        (("watch", "--deals", "1.5"), "1.5"),
        (("sim", "--games", "0"), "--games must be 1 or more"),
        (("sim", "--jobs", "0"), "--jobs must be 1 to 1000, not 0"),
        (("sim", "--bots", "club,nobody"), "nobody"),
        (("sim", "--bots", "a,b,c"), "1 or 2 names"),
        (("sim", "--rules", "tainuii"), "Did you mean tainui?"),
        (("watch", "--set", "pack=25"), "pack must be 24, 28 or 32"),
        (("watch", "--set", "pack"), "write --set field=value"),
        (("watch", "--set", "pakc=24"), "there is no rule named 'pakc'"),
        (("watch", "--set", "scoring.march=x"), "scoring.march must be a whole number from 0 to 20"),
        (("watch", "--rules", "tainui", "--set", "rubber=true"), "rubber = true contradicts clock = 12"),
        (("watch", "--delay", "-1"), "--delay must be 0 to 60, not -1"),
        (("watch", "--delay", "nan"), "--delay must be 0 to 60, not nan"),
        (("watch", "--delay", "inf"), "--delay must be 0 to 60, not inf"),
        (("watch", "--deals", "0"), "--deals must be 1 or more"),
        (("play",), "needs a terminal"),
        (("play", "--seat", "middle"), "middle"),
        (("play", "--bots", "club,club"), "1 or 3 names"),
        (("play", "--bots", "nobody"), "nobody"),
        (("play", "--delay", "-1"), "--delay must be 0 to 60, not -1"),
        (("play", "--resume", "a", "--record", "b"), "leave --record out"),
        (("rules", "nothing"), "There is no ruleset or file named 'nothing'"),
        (("rules", "check", "nothing.toml"), "There is no ruleset or file named 'nothing.toml'"),
        (("replay", "nothing.uka"), "there is no file nothing.uka"),
        (("convert", "nothing.uka", "out.pdf"), "must end in .egn, .emn, .uka or .egnb"),
        (("convert", "nothing.uka", "out.egn"), "there is no file nothing.uka"),
        (("replay", "tests"), "tests cannot be read: Is a directory"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(
    run: Callable[..., Done], words: tuple[str, ...], told: str
) -> None:
    done = run(*words)
    assert done.code == 2
    assert done.out == ""
    assert told in done.err
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err


COMMANDS = (
    "arena, backup, bot, convert, copy, dataset, equity, exploit, learn, play, puzzle, puzzles, replay, restore, "
    "review, rules, season, serve, sim, site, solve, stats, tournament, train, verify"
)


def test_the_limits_of_a_server_are_listed_without_starting_it(run: Callable[..., Done]) -> None:
    done = run("serve", "--limit", "help")
    assert done.code == 0
    assert "teams=1000" in done.out.splitlines()
    assert "Uka is at" not in done.out


BOTS = "the bots are random, novice, casual, club, expert and master"
PROGRAM = 'a program is written as "cmd:" and the command that starts it:'


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("fly", f"uka has no command 'fly': the commands are {COMMANDS} and watch"),
        ("plai", f"uka has no command 'plai'; did you mean play? The commands are {COMMANDS} and watch"),
        ("bot check ./nosuch", "there is no file ./nosuch"),
        ("bot check nosuch", "there is no program named nosuch here: give its path, as in ./nosuch"),
        ("bot check ./pyproject.toml", "./pyproject.toml is not executable: give the command that runs it, such as: "),
        ("arena club cmd:./nosuch", "there is no file ./nosuch"),
        ("solve /nonexist", "there is no file /nonexist; a position as text has parts separated by ;"),
        ("solve pyproject.toml", "give the deal of pyproject.toml, as in: --deal 1 --trick 1; "),
        ("--fly", f"uka has no option --fly: it needs a command, which is {COMMANDS} or watch"),
        ("arena novice mine.py", f"there is no bot named 'mine.py'; {BOTS}; {PROGRAM} \"cmd:python mine.py\""),
        ("arena ./mine novice", f"there is no bot named './mine'; {BOTS}; {PROGRAM} \"cmd:./mine\""),
        ("bot fly", "uka bot has no command 'fly': its only command is check"),
        (
            "tournament new x teams.csv",
            "uka tournament new takes FILE and options, but not 'teams.csv': see uka tournament",
        ),
        ("convert a b c d", "uka convert takes IN, OUT and options, but not 'c d': see uka convert --help"),
        ("sim 5", "uka sim takes options, but not '5': see uka sim --help"),
        ("replay", "FILE is missing, as in: uka replay FILE"),
        ("season add s e", "--date is missing, as in: uka season add FILE EVENT --date TEXT"),
        ("convert a", "OUT is missing, as in: uka convert IN OUT"),
        ("tournament print x", "WHAT is missing, as in: uka tournament print FILE WHAT"),
        (
            "tournament print x y",
            "WHAT must be numbers, tables, cards, badges, schedule, scores, games, movement, chart, results, ",
        ),
        ("replay x --deal", "--deal needs a value, as in: uka replay --deal NUMBER"),
        ("play --seat", "--seat needs a value, as in: uka play --seat north"),
        ("play --set", "--set needs a value, as in: uka play --set TEXT"),
        ("play --seat up", "--seat must be north, east, south or west, not 'up'"),
        ("play --clock=maybe", "--clock must be true or false, not 'maybe'"),
        ("watch --delay x", "--delay must be a number, not 'x'"),
        ("watch --deals 1.5", "--deals must be a whole number, not '1.5'"),
        ("arena club novice --dels 5", "uka arena has no option --dels; did you mean --deals?"),
        ("backup a b -x", "uka backup has no option -x: it takes no options"),
        ("rules -x", "uka rules has no option -x: its options are --json and --set"),
        ("sim --json --json", "--json is given more than once: give it once"),
        ("tournament new x --minutes=-5", "--minutes must be 0 to 600, not -5"),
        ("tournament new x --tables=-3", "--tables must be 0 to 1000, not -3"),
        ("tournament simulate --jobs=-1", "--jobs must be 1 to 1000, not -1"),
        ("puzzles x --count 0", "--count must be 1 or more"),
        ("puzzles no/folder/x", "no/folder is not a folder"),
    ],
)
def test_a_command_line_that_cannot_be_parsed_gets_a_sentence_that_says_what_is_allowed(
    run: Callable[..., Done], line: str, sentence: str
) -> None:
    done = run(*line.split())
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith(sentence)
    assert done.err.count("\n") == 1


def test_the_package_runs_as_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "uka", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == uka.__version__


def test_completion_is_installed_for_a_shell(run: Callable[..., Done], tmp_path: Path) -> None:
    script = tmp_path / "uka.fish"
    assert run("--install-completion", "--shell", "fish", "--output", str(script)).code == 0
    assert "tournament" in script.read_text()
    assert "frobnicate" not in script.read_text()


def test_rules_lists_every_ruleset(run: Callable[..., Done]) -> None:
    out = run("rules").out
    assert all(name in out for name in rulesets.names())
    assert [row["name"] for row in json.loads(run("rules", "--json").out)] == list(rulesets.names())


@pytest.mark.parametrize("name", rulesets.names())
def test_the_rulebook_shows_every_rule_and_marks_what_is_inferred(run: Callable[..., Done], name: str) -> None:
    told = json.loads(run("rules", name, "--json").out)
    rules = [rule for chapter in told["rulebook"]["chapters"] for rule in chapter["rules"]]
    fields = {rule["field"] for rule in rules if not rule["field"].startswith("common.")}
    inferred = {rule["field"] for rule in rules if rule["mark"] == "inferred"}
    assert inferred & fields == set(rulesets.inferred(name)) & fields
    shown = " ".join(run("rules", name).out.split())
    for rule in rules:
        assert rule["sentence"] in shown
        assert rule["why"] in shown


def test_the_marks_of_a_rulebook_are_explained_before_they_are_met(run: Callable[..., Done]) -> None:
    shown = " ".join(run("rules", "tainui").out.split())
    key = "i: inferred, where the source is silent or unclear."
    assert shown.index(key) < shown.index("The pack")
    assert shown.count(key) == 1
    assert "*: changed." not in shown, "a mark that is not met is not explained"
    assert "*: changed." in run("rules", "tainui", "--set", "pack=24").out


def test_set_changes_a_rulebook_and_is_no_longer_inferred(run: Callable[..., Done]) -> None:
    told = json.loads(run("rules", "tainui", "--set", "pack=24", "--json").out)
    first = told["rulebook"]["chapters"][0]["rules"][0]
    assert (first["field"], first["value"], first["mark"]) == ("pack", 24, "changed")


def test_a_file_of_two_lines_is_a_ruleset(run: Callable[..., Done], tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text('extends = "tainui"\npack = 24\ntarget = 7\n')
    done = run("rules", "check", str(ours))
    assert "target = 7 (was 11)" in done.out
    assert done.code == 0
    assert run("watch", "--rules", str(ours), "--deals", "1").code == 0
    ours.write_text('extends = "tainui"\nrubber = true\n')
    done = run("rules", "check", str(ours))
    assert (done.code, done.out) == (2, "")
    assert "rubber = true contradicts clock = 12" in done.err
    ours.write_text('extends = "tainui"\nrubber = true\nno_trump = true\nbenny = "blind"\n')
    done = run("rules", "check", str(ours))
    assert [line.rpartition(": ")[0] for line in done.err.splitlines()] == [
        f"{ours}: no_trump = true contradicts benny = 'blind'",
        f"{ours}: rubber = true contradicts clock = 12",
    ]


def test_watch_says_the_same_for_the_same_seed(run: Callable[..., Done]) -> None:
    again = [run("watch", "--rules", "bicycle", "--seed", "3", "--bots", "club,novice").out for _ in range(2)]
    assert again[0] == again[1] != run("watch", "--rules", "bicycle", "--seed", "4", "--bots", "club,novice").out
    assert "win the game" in again[0]


def test_a_terminal_shows_a_game_at_a_pace_at_which_it_can_be_read(
    run: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = list[float]()
    monkeypatch.setattr("uka.cli.transcript.sleep", waits.append)

    def waited(*words: str, terminal: bool) -> list[float]:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
        waits.clear()
        assert run("watch", "--rules", "cardgames", "--seed", "5", "--deals", "1", *words).code == 0
        return waits

    assert waited(terminal=True) == [1.5] * 7, "after the hands, the calls, and five tricks"
    assert waited("--delay", "0.2", terminal=True) == [0.2] * 7
    assert waited("--delay", "0", terminal=True) == [0] * 7
    assert waited(terminal=False) == [0] * 7


def test_watch_and_replay_wrap_lines_between_words_in_a_terminal(
    run: Callable[..., Done], record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_wrapped(monkeypatch, lambda: run("watch", "--seed", "5", "--deals", "2").out)
    assert_wrapped(monkeypatch, lambda: run("replay", str(record)).out)


def test_watch_keeps_a_record_that_replays(run: Callable[..., Done], record: Path) -> None:
    log = Log.read(record)
    assert log.state.over
    done = run("replay", str(record))
    assert done.code == 0
    assert f"Final score: {log.state.score[0]} to {log.state.score[1]}" in done.out
    assert run("watch", "--record", str(record)).err == f"{record} already exists: give the name of a new file\n"


@pytest.mark.parametrize(
    ("name", "turned"), [("uka", r", (\S+) face down"), ("tainui", r", (\S+) turned"), ("knock", "")]
)
def test_a_replay_tells_how_the_card_that_won_lies(
    run: Callable[..., Done], tmp_path: Path, name: str, turned: str
) -> None:
    """000: "That card is flipped face down"; 001: tricks are "turned by the person who won the point"."""
    record = tmp_path / "game.uka"
    run("watch", "--rules", name, "--bots", "novice", "--deals", "1", "--record", str(record))
    taken = [line for line in run("replay", str(record)).out.splitlines() if " takes it" in line]
    assert taken
    for line in taken:
        played, taker, end = re.split(r"(\w+) takes it", line)
        found = re.fullmatch(turned, end)
        assert found, line
        assert not turned or f"{taker} {found[1]}" in played


def test_replay_prints_one_object_a_deal_and_the_final_score(run: Callable[..., Done], record: Path) -> None:
    *deals, last = map(json.loads, run("replay", str(record), "--json").out.splitlines())
    log = Log.read(record)
    assert len(deals) == len(log.state.results) if isinstance(log.state, uka.Game) else 0
    assert last["final"] == list(log.state.score)
    assert set(deals[0]) >= {
        "dealer",
        "upcard",
        "calls",
        "maker",
        "trump",
        "alone",
        "tricks",
        "outcome",
        "points",
        "score",
    }
    assert deals[-1]["score"] == last["final"]
    only = run("replay", str(record), "--json", "--deal", "1").out.splitlines()
    assert [json.loads(line) for line in only] == [deals[0]]
    assert deals[0]["number"] == 0
    for number in ("0", "99"):
        refused = run("replay", str(record), "--deal", number).err
        assert refused == f"there is no deal {number}: the record has {len(deals)}, counted from 1\n"


@pytest.mark.parametrize(
    "words", [("replay",), ("review",), ("verify",), ("solve", "--deal", "1"), ("convert", "out.egn")], ids=" ".join
)
def test_a_game_that_is_not_there_is_told_with_the_folder_of_the_games(
    run: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = run(words[0], "game.uka", *words[1:])
    assert (done.code, done.out) == (2, "")
    assert done.err == f"there is no file game.uka; uka play keeps its games in {tmp_path / 'uka'}\n"


def test_replay_tells_the_score_so_far_of_a_game_that_is_not_over(run: Callable[..., Done], tmp_path: Path) -> None:
    path = tmp_path / "game.uka"
    run("watch", "--rules", "cardgames", "--deals", "1", "--record", str(path))
    score = " to ".join(map(str, Log.read(path).state.score))
    done = run("replay", str(path))
    assert done.out.endswith(f"\nNot finished. The score so far: {score}\n")
    assert "Final" not in done.out


def test_replay_counts_deals_from_1_and_names_seats(run: Callable[..., Done], tmp_path: Path) -> None:
    path = tmp_path / "game.uka"
    watched = run("watch", "--bots", "club,novice", "--deals", "2", "--record", str(path)).out
    told = run("replay", str(path)).out
    assert [line for line in told.splitlines() if line.startswith("Deal")] == ["Deal 1", "Deal 2"]
    assert "West (novice)" in told
    assert [line for line in watched.splitlines() if " says " in line] == [
        line for line in told.splitlines() if " says " in line
    ]
    assert "Deal 1" not in run("replay", str(path), "--deal", "2").out


def test_replay_counts_games_from_1(run: Callable[..., Done]) -> None:
    match = str(Path(__file__).parents[1] / "archive" / "evening.emn")
    assert "Game 1\n" in run("replay", match, "--game", "1").out
    assert "counted from 1" in run("replay", match, "--game", "0").err


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_replay_refuses_a_deal_that_one_of_the_games_lacks_before_it_prints(
    run: Callable[..., Done], tmp_path: Path, form: tuple[str, ...]
) -> None:
    games = list[Log]()
    for deals in (2, 1):
        path = tmp_path / f"{deals}.uka"
        run("watch", "--rules", "cardgames", "--bots", "novice", "--deals", str(deals), "--record", str(path))
        games.append(Log.read(path))
    match = tmp_path / "match.emn"
    write(RecordedMatch(tuple(games)), match)
    done = run("replay", str(match), "--deal", "2", *form)
    assert (done.code, done.out) == (2, "")
    assert done.err == "there is no deal 2: game 2 has 1, counted from 1\n"
    assert run("replay", str(match), "--game", "1", "--deal", "2", *form).code == 0


def test_convert_goes_there_and_back(run: Callable[..., Done], record: Path, tmp_path: Path) -> None:
    egn, back = tmp_path / "game.egn", tmp_path / "back.uka"
    assert run("convert", str(record), str(egn)).code == 0
    assert run("convert", str(egn), str(back)).code == 0
    assert read(back).games[0].state.score == read(record).games[0].state.score
    assert run("convert", str(record), str(egn)).err == f"{egn} already exists: give the name of a new file\n"


@pytest.mark.parametrize("ending", ["egn", "egnb", "expanded.egnb", "emn"])
def test_convert_says_that_a_file_goes_beyond_the_standard(
    run: Callable[..., Done], tmp_path: Path, ending: str
) -> None:
    path, egn, back = tmp_path / "uka.uka", tmp_path / f"uka.{ending}", tmp_path / "back.uka"
    run("watch", "--rules", "uka", "--record", str(path))
    done = run("convert", str(path), str(egn))
    assert done.code == 0
    assert done.out.startswith(
        f"{egn} written. Other programs may refuse it, because EGN has no place for its rules of “Making trump”, "
        "“Going alone”, “Scoring”. "
    )
    assert len(done.out) - len(str(egn)) < 220
    assert "_" not in done.out.replace(str(tmp_path), ""), "it names no field"
    assert run("convert", str(egn), str(back)).out == f"{back} written.\n"
    assert back.read_bytes() == path.read_bytes()
    assert run("replay", str(egn)).out == run("replay", str(path)).out


def test_convert_names_what_happened_in_a_game_and_has_no_place_in_egn(
    run: Callable[..., Done], tmp_path: Path
) -> None:
    log = Log.start(RULES, dealer=Seat.SOUTH)
    log.deal(uka.shuffled(RULES, seed=1))
    log.append(MisdealRecorded())
    log.deal(uka.shuffled(RULES, seed=2))
    log.append(Note("a" * 3000))
    log.append(Note("b" * 3000))
    log.append(Note("c" * 3000))
    log.write(tmp_path / "game.uka")
    done = run("convert", str(tmp_path / "game.uka"), str(tmp_path / "game.egn"))
    assert "EGN has no place for a misdeal; a note of deal 1; 2 more. Uka reads it back whole." in done.out


def test_convert_refuses_a_rule_by_name_and_leaves_nothing_behind(run: Callable[..., Done], tmp_path: Path) -> None:
    path, egn = tmp_path / "uka.uka", tmp_path / "uka.egn"
    run("watch", "--rules", "uka", "--record", str(path))
    done = run("convert", str(path), str(egn), "--standard")
    assert done.code == 2
    assert "natural_needed" in done.err
    assert not egn.exists()


def test_a_broken_record_is_refused_with_its_place(run: Callable[..., Done], record: Path) -> None:
    lines = record.read_text().splitlines(keepends=True)
    record.write_text("".join(lines[:3] + lines[4:]))
    done = run("replay", str(record))
    assert done.code == 2
    assert "line 4" in done.err


def test_sim_gives_figures_with_intervals_whatever_the_jobs(run: Callable[..., Done]) -> None:
    words = ("sim", "--rules", "cardgames", "--bots", "club,random", "--games", "24", "--json", "--seed", "2")
    found, two = (json.loads(run(*words, "--jobs", jobs).out) for jobs in "12")
    for told in (found, two):
        times = told.pop("thinking")[0]  # time alone differs
        assert 0 <= times["p50"] <= times["p99"] != 0
    assert found == two
    assert found["games"] == 24
    club = found["players"][0]
    assert club["games_won"]["low"] <= club["games_won"]["value"] <= club["games_won"]["high"]
    assert club["games_won"]["value"] > 0.75
    table = run(*words[:-3], "--jobs", "2").out
    assert "games won" in table
    assert "95%" in table


def test_the_installed_command_ends_quietly_on_a_closed_pipe() -> None:
    command = Path(sys.executable).parent / "uka"
    for words in (("watch",), ("rules", "--json"), ("rules", "tainui", "--json"), ("rules", "check", "uka")):
        reader, writer = os.pipe()
        os.close(reader)
        process = subprocess.run([command, *words], stdout=writer, stderr=subprocess.PIPE, text=True)
        os.close(writer)
        assert (process.returncode, process.stderr) == (1, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize("module", ["cyclopts", "cyclopts.core", "uka.cli.commands.rules"])
def test_ctrl_c_while_it_is_loading_ends_it_without_a_word(module: str) -> None:
    code = INTERRUPTED.format(module=module)
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (process.returncode, process.stdout, process.stderr) == (130, "", "")


INTERRUPTED = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
from uka.cli import main
main(["rules"])
"""
"""A Ctrl-C in the middle of an import."""


@pytest.fixture
def fair_record(tmp_path: Path) -> Path:
    driver = Driver(uka.ruleset("cardgames"), seed=3)
    driver.seat("ana", "ben")
    driver.begin()
    driver.play_out()
    path = tmp_path / "fair.uka"
    game_record(driver.lines).write(path)
    return path


@pytest.fixture
def no_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uka.client.known_keys._default", lambda: tmp_path / "known_servers")


@pytest.mark.usefixtures("no_keys")
def test_verify_tells_proven_unproven_and_forged_apart(run: Callable[..., Done], fair_record: Path) -> None:
    assert run("verify", str(fair_record)).code == 3
    log, private = Log.read(fair_record), bytes(32)
    sign(log, private)
    log.write(fair_record)
    done = run("verify", str(fair_record))
    assert done.code == 3
    assert "unproven: it is signed with a key that you do not know: " in done.out
    done = run("verify", str(fair_record), "--key", public_key(private))
    assert (done.code, done.out.splitlines()[-1]) == (0, "proven: signed by the key that you gave")
    told = json.loads(run("verify", str(fair_record), "--key", public_key(private), "--json").out.splitlines()[-1])
    assert (told["authenticity"], told["key"]) == ("proven", public_key(private))
    fair_record.write_text(fair_record.read_text().replace('"Ana"', '"Eve"', 1))
    done = run("verify", str(fair_record), "--key", public_key(private))
    assert (done.code, done.out.splitlines()[-1].split(":")[0]) == (1, "forged")
    fair_record.write_text(fair_record.read_text().replace('"type":"dealt"', '"entry":"dxalt"', 1))
    assert run("verify", str(fair_record)).code == 1, "it can't be read, and its signature says that it was changed"
    assert run("verify", str(fair_record), "--key", "abc").code == 2
    assert run("verify", str(fair_record), "--server", "http://127.0.0.1:1").code == 2


@pytest.mark.usefixtures("no_keys")
def test_verify_knows_the_servers_that_one_has_met(
    run: Callable[..., Done], fair_record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, key = Log.read(fair_record), public_key(bytes(32))
    sign(log, bytes(32))
    log.write(fair_record)
    monkeypatch.setattr("uka.client.known_keys.fetch_key", lambda address: key)
    assert run("verify", str(fair_record), "--server", "https://uka.example.org/").code == 0
    assert (tmp_path / "known_servers").read_text() == f"https://uka.example.org {key}\n"
    done = run("verify", str(fair_record))
    assert (done.code, done.out.splitlines()[-1]) == (0, "proven: signed by https://uka.example.org")
    monkeypatch.setattr("uka.client.known_keys.fetch_key", lambda address: public_key(bytes(31) + b"1"))
    done = run("verify", str(fair_record), "--server", "https://uka.example.org")
    assert (done.code, "another key" in done.err) == (2, True)


@pytest.mark.usefixtures("no_keys")
@pytest.mark.parametrize(
    "spelt",
    [
        "https://UKA.example.org:443",
        "https://uka.example.org/x",
        "https://evil@uka.example.org/?a b",
        "https://uka.example.org/\u2028https://other.example.org\u00a0" + "0" * 64 + "\u2028",
    ],
)
def test_verify_keeps_one_key_of_a_server_however_its_address_is_spelt(
    run: Callable[..., Done], fair_record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spelt: str
) -> None:
    """The text of an address can add no line to the file of known keys."""
    log, key = Log.read(fair_record), public_key(bytes(32))
    sign(log, bytes(32))
    log.write(fair_record)
    asked = list[str]()
    monkeypatch.setattr("uka.client.known_keys.fetch_key", lambda address: asked.append(address) or key)
    assert run("verify", str(fair_record), "--server", spelt).code == 0
    assert KnownKeys(tmp_path / "known_servers").all == {"https://uka.example.org": key}
    assert (tmp_path / "known_servers").read_text() == f"https://uka.example.org {key}\n"
    assert asked == ["https://uka.example.org"]
    monkeypatch.setattr("uka.client.known_keys.fetch_key", lambda address: public_key(bytes(31) + b"1"))
    done = run("verify", str(fair_record), "--server", spelt)
    assert (done.code, "another key" in done.err) == (2, True)


@pytest.mark.usefixtures("no_keys")
@pytest.mark.parametrize("server", ["uka.example.org", "ftp://uka.example.org", "https://", "", "https://a b"])
def test_verify_refuses_a_server_that_is_no_address(run: Callable[..., Done], fair_record: Path, server: str) -> None:
    done = run("verify", str(fair_record), "--server", server)
    assert (done.code, "--server must be the address of a server" in done.err) == (2, True), done.err


@pytest.mark.usefixtures("no_keys")
def test_verify_checks_every_pack_and_finds_one_that_was_changed(run: Callable[..., Done], fair_record: Path) -> None:
    done = run("verify", str(fair_record))
    *packs, last = done.out.splitlines()
    assert (done.code, last) == (3, "unproven: it has no signature")
    assert len(packs) > 4
    assert [line.partition(": fair; ")[0] for line in packs] == [
        "the draw",
        *(f"deal {number}" for number in range(1, len(packs))),
    ]
    assert all(json.loads(line)["fair"] for line in run("verify", str(fair_record), "--json").out.splitlines()[:-1])
    text = fair_record.read_text()
    bent = re.sub(r'(secret\\":\\")(.)', lambda found: found[1] + ("1" if found[2] != "1" else "2"), text, count=1)
    assert bent != text
    fair_record.write_text(bent)
    done = run("verify", str(fair_record))
    assert done.code == 1
    assert "the draw: not fair: the secret revealed is not the one committed to" in done.out


def test_verify_does_not_call_fair_what_it_cannot_see(run: Callable[..., Done], record: Path) -> None:
    done, deals = run("verify", str(record)), record.read_text("utf-8").count('"type":"dealt"')
    assert done.code == 3
    assert (
        f"unproven: it has no signature; the draw and deals 1-{deals}: the record doesn't say how the pack was shuffled"
        in done.out
    )


def test_a_store_is_copied_and_put_back(run: Callable[..., Done], tmp_path: Path) -> None:
    path, copy, again = tmp_path / "a.db", tmp_path / "b.db", tmp_path / "c.db"

    async def fill() -> None:
        store = await SqliteStore.open(path)
        await store.append("t", 0, [b"one", b"two"])
        await store.close()

    async def lines(of: Path) -> object:
        store = await SqliteStore.open(of)
        found = await store.read("t")
        await store.close()
        return found

    asyncio.run(fill())
    assert run("backup", str(path), str(copy)).code == 0
    assert run("restore", str(copy), str(again)).code == 0
    assert asyncio.run(lines(again)) == asyncio.run(lines(path))
    assert run("restore", str(copy), str(again)).err == f"{again} is there already: --overwrite replaces it\n"
    assert run("backup", str(path), str(copy)).err == f"{copy} is there already: give the name of a new file\n"
    assert run("restore", str(copy), str(again), "--overwrite").code == 0
    assert run("backup", str(tmp_path / "nothing.db"), str(tmp_path / "d.db")).code == 2
