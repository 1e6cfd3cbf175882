"""Lines that run parts of the test suite again, with a harder search, and count what passed."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench.registry import Figure, line, promise

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 7_200
"""The time limit of each test, in seconds."""


def pytest(*args: str, thorough: bool = False, **environment: str) -> Figure:
    """Run some tests with all of their cases; return how many passed.

    Return too the sums of counts that they print, such as `what: {'kept': 3}`.
    """
    profile = ("--hypothesis-profile=thorough",) if thorough else ()
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-s",
        "-p",
        "no:cacheprovider",
        "-n",
        "0",
        f"--timeout={LONGEST}",
        "--exhaustive",
        *profile,
        *args,
    ]
    env = {**os.environ, **environment}
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    counts = {word: int(n) for n, word in re.findall(r"(\d+) (passed|failed|skipped|errors?)\b", run.stdout)}
    sums = Counter[str]()
    for counted in re.findall(r"[\w,]: (\{'.*\})$", run.stdout, re.M):
        sums.update(ast.literal_eval(counted))
    figure = {**counts, **sums}
    return promise(run.returncode == 0, figure, run.stdout[-600:])


@line("2.2 every sentence of the sources is a test, or listed with its reason")
def sentences() -> Figure:
    return pytest("tests/core/test_sources.py", "tests/core/test_readings.py")


@line("2.3 every house rule changes something; every pair plays or is refused")
def house_rules() -> Figure:
    return pytest("tests/core/test_house_rules.py", "tests/core/test_pairs.py")


@line("2.4 properties of deals, observations and records, searched hard")
def properties() -> Figure:
    return pytest("tests/core/test_properties.py", "tests/core/test_unseen.py", thorough=True)


@line("2.5 golden counts and playthroughs")
def goldens() -> Figure:
    return pytest("tests/core/test_goldens.py")


@line("2.8 make test from nothing, in a fresh clone")
def from_nothing() -> Figure:
    """Run `make test` in a clean clone with a new environment; the promise is that it takes at most twelve minutes."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "main"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        if (ROOT.parent / "shared").is_dir():
            (Path(folder) / "shared").symlink_to(ROOT.parent / "shared")
        clean = {
            key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "MAKE"))
        }
        started = time.perf_counter()
        run = subprocess.run(
            ["make", "test", f"PYTHON={shutil.which('python3', path=_outside())}"],
            cwd=clone,
            env={**clean, "CI": "true", "PATH": _outside()},
            capture_output=True,
            text=True,
        )
        minutes = (time.perf_counter() - started) / 60
    coverage = re.findall(r"^TOTAL.*?(\d+(?:\.\d+)?%)$", run.stdout, re.M)
    counts = re.findall(r"\d+ (?:passed|failed|skipped)", run.stdout)
    figure = {"minutes": round(minutes, 1), "tests": ", ".join(counts), "coverage of core": "".join(coverage)}
    return promise(run.returncode == 0 and minutes < 12, figure, (run.stdout + run.stderr)[-800:])


@line("2.9 all of which make test looks at a part")
def every() -> Figure:
    return pytest("tests", "-m", "not slow and not exhaustive", "--ignore=tests/web", "--ignore=tests/store")


@line("2.9 exhaustive: every test and every case that make test leaves out, outside the page")
def left_out() -> Figure:
    """Run them with tests that do more; the line 4.1 of every size, colour and language runs those of the page."""
    return pytest("tests", "-m", "exhaustive", "--ignore=tests/web")


def _outside() -> str:
    """Return the PATH without the folder of this virtual environment."""
    here = str(Path(sys.prefix) / "bin")
    return os.pathsep.join(part for part in os.environ["PATH"].split(os.pathsep) if part != here)
