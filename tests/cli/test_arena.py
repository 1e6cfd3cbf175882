"""``uka arena`` and ``uka bot check`` as people type them: figures, programs, Ctrl-C, going on, and what is refused."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.arena import programs
from tests.cli.conftest import Typed
from tests.patience import PATIENCE

QUICK = ("--rules", "cardgames", "--jobs", "1")


@pytest.fixture
def run(typed: Typed) -> Typed:
    return typed


def told(out: str) -> dict[str, Any]:
    found = json.loads(out)
    assert found.pop("thinking")
    return found


def test_two_side_by_side(run: Typed) -> None:
    code, out, err = run("arena", "club", "random", "--deals", "40", "--duplicate", *QUICK)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "40 deals of cardgames, each played twice with the sides exchanged: 80 deals"
    titles = ("deals won", "points a deal", "deals made", "  of them euchred", "99 of 100 within")
    assert all(any(line.startswith(title) for line in lines) for title in titles)
    assert "95%" in out


def test_more_of_them_one_a_line_with_elo(run: Typed) -> None:
    _, out, _ = run("arena", "random", "club", "novice", "--games", "6", *QUICK)
    assert "18 games" in out.splitlines()[0]
    rows = [line.split()[0] for line in out.splitlines()[2:5]]
    assert rows == ["club", "novice", "random"]
    assert "random against club" in out
    assert "Bradley and Terry" in out


def test_the_figures_depend_on_the_seed_and_not_on_the_jobs(run: Typed) -> None:
    words = ("arena", "club", "novice", "--deals", "30", "--rules", "uka", "--json")
    one, two, other = (
        told(run(*words, *more)[1]) for more in (("--jobs", "1"), ("--jobs", "2"), ("--jobs", "2", "--seed", "1"))
    )
    assert one == two != other
    assert one["complete"]
    assert one["deals"] == 30


def test_a_program_plays_and_its_faults_are_told(run: Typed) -> None:
    words = ("arena", "club", "--deals", "4", *QUICK)
    assert "faults" not in run(*words, f"cmd:{programs.EXAMPLE}")[1]
    code, out, _ = run(*words, f"cmd:{programs.UNLAWFUL}")
    assert code == 0
    assert "illegal). The first: it answered" in out
    assert "lowest index" in out


def test_a_state_file_is_gone_on_from(run: Typed, tmp_path: Path) -> None:
    words = ("arena", "club", "novice", *QUICK, "--json", "--resume", str(tmp_path / "state"))
    run(*words, "--deals", "20")
    assert told(run(*words, "--deals", "50")[1]) == told(run(*words[:-2], "--deals", "50")[1])
    code, _, err = run(*words, "--deals", "50", "--seed", "1")
    assert (code, err.count("\n")) == (2, 1)
    assert "its seed differs" in err


def left_behind(mark: str) -> str:
    return subprocess.run(["pgrep", "-f", mark], capture_output=True, text=True, check=False).stdout


def written(state: Path) -> int:
    return state.read_bytes().count(b"\n") if state.exists() else 0


@pytest.mark.daily(1)
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("how", ["Ctrl-C", "INT", "KILL"])
def test_one_that_is_stopped_says_what_it_found_and_leaves_nothing_behind(how: str, tmp_path: Path) -> None:
    """Ctrl-C goes to all processes, as a terminal sends it, what `kill` sends to one."""
    state, mark = tmp_path / "state", f"played by {how} {os.getpid()}"
    ends = "time.sleep(60)" if how == "KILL" else "pass"  # one that does not end by itself is found out
    player = programs.program(end=f"{ends}  # {mark}")
    command = [Path(sys.executable).parent / "uka", "arena", "club", f"cmd:{player}", "--resume", state]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([*command, "--deals", "100000", "--jobs", "2"], start_new_session=True, **pipes) as process:
        deadline = time.monotonic() + PATIENCE
        lines = 1 if how == "KILL" else 3
        while not (written(state) >= lines and left_behind(mark)) and time.monotonic() < deadline:
            time.sleep(0.05)
        before = left_behind(mark)
        if how == "Ctrl-C":
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(getattr(signal, f"SIG{how}"))
        out, err = process.communicate(timeout=60)
    deadline = time.monotonic() + PATIENCE
    while left_behind(mark) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert before
    assert not left_behind(mark)
    if how == "KILL":
        return
    assert process.returncode == 130
    assert "stopped after" in out.splitlines()[0]
    assert "points a deal" in out
    assert err == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "two players or more"),
        (("club",), "two players or more"),
        (("club", "nobody"), "nobody"),
        (("club", "cmd:"), "is no command"),
        (("club", "cmd:no-such-program"), "there is no program named no-such-program here: give its path"),
        (
            ("club", f"cmd:{programs.UNFLUSHED}"),
            "it answers hello only when its input has ended: it must flush",
        ),
        (("club", "novice", "--deals", "3", "--games", "3"), "not both"),
        (("club", "novice", "--deals", "0"), "must be 1 or more"),
        (("club", "novice", "--jobs", "0"), "must be 1 to 1000"),
        (("club", "novice", "--seconds", "0"), "--seconds must be more than 0"),
        (("club", "novice", "--cluster", "nowhere"), "write dask://HOST:PORT"),
        (("club", "novice", "--cluster", "dask://a:1", "--jobs", "2"), "leave --jobs out"),
        (("club", "novice", "--resume", "/no/such/folder/state"), "can't be used"),
    ],
)
def test_what_is_wrong_gets_a_sentence(run: Typed, words: tuple[str, ...], said: str) -> None:
    code, out, err = run("arena", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_program_is_checked(run: Typed) -> None:
    code, out, _ = run("bot", "check", programs.EXAMPLE)
    assert code == 0
    assert out.startswith("example was asked")
    assert out.rstrip().endswith("It keeps to the protocol.")
    code, out, _ = run("bot", "check", f"cmd:{programs.UNLAWFUL}")
    assert code == 1
    assert "1. tainui, south, calling: it answered" in out or "1. tainui" in out
    assert '   It was asked: {"dealer":' in out
    assert '"rules"' not in out
    code, out, _ = run("bot", "check", programs.GARBLED, "--json")
    assert code == 1
    assert json.loads(out)["problems"][0]["kind"] == "garbled"
    assert run("bot", "check", "")[0] == 2


def test_a_program_that_does_not_start_gets_two_sentences(run: Typed) -> None:
    code, out, _ = run("bot", "check", programs.NO_FILE)
    first, second, *error_output = out.splitlines()
    assert code == 1
    assert first == f"{programs.NO_FILE}: it does not start: it ended with exit code 2."
    assert second == "Its error output ends with:"
    assert "can't open file" in error_output[0]
    assert len(error_output) == 1


def test_a_program_that_does_not_flush_is_told_so(run: Typed) -> None:
    code, out, _ = run("bot", "check", programs.UNFLUSHED_CHOICES, "--seconds", "0.3")
    assert code == 1
    assert "calling: it did not answer in 0.3 seconds; does it flush each line of output?\n" in out


def test_equal_faults_are_told_once(run: Typed) -> None:
    _, out, _ = run("bot", "check", programs.RAISES)
    assert out.count("it ended with exit code 1") == 1
    assert "This happened 15 times." in out
    assert out.count("KeyError") == 1
