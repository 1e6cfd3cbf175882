"""What every test may use: options, markers, Hypothesis profiles, the shared folder, golden files."""

import difflib
import os
import signal
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
import time_machine
from hypothesis import HealthCheck, settings

from tests.alike import DAILY_EXAMPLES
from tests.clock import NOON, Clock
from tests.needs import begins

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
GOLDENS = ROOT / "tests" / "goldens"
BUSY = [ROOT / "tests" / name for name in ("kernels/test_sanitized.py", "web", "cli/test_train.py", "arena")]
"""What half of the workers begin with: tests that take long and keep a core busy."""
WAITING = [ROOT / "tests" / name for name in ("server/cluster", "server", "terminal", "client", "store")]
"""What the other half begins with: tests that wait for timers most of the time."""

# A shell that starts `make test` in the background makes it ignore SIGINT, and all that the tests start would too.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Choose one with --hypothesis-profile=thorough. make test takes "ci", whose examples are fixed: nothing is refused by
# chance; pytest alone looks at others each time.
# No example is refused because a busy machine makes it slowly.
PATIENT: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("default", max_examples=DAILY_EXAMPLES, **PATIENT)
settings.register_profile("exhaustive", max_examples=100, **PATIENT)
settings.register_profile("ci", max_examples=DAILY_EXAMPLES, derandomize=True, print_blob=True, **PATIENT)
settings.register_profile("thorough", max_examples=3_000, **PATIENT)
settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write tests/goldens/ anew")
    parser.addoption("--exhaustive", action="store_true", help="run all cases that are alike, as make prove does")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--exhaustive"):  # before Hypothesis loads the profile that its own option names
        settings.load_profile("exhaustive")


def pytest_itemcollected(item: pytest.Item) -> None:
    if "exhaustive" in getattr(item, "fixturenames", ()) and item.config.getoption("--exhaustive"):
        item.add_marker("exhaustive")  # it does more with the option, so `-m exhaustive` runs it too


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    _mark_alike(items)  # before -m chooses by the marks
    yield
    if not (config.getoption("--exhaustive") or config.getoption("--update-goldens")):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("exhaustive")])
        items[:] = [item for item in items if not item.get_closest_marker("exhaustive")]
    items[:] = _dealt(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def _mark_alike(items: list[pytest.Item]) -> None:
    """Mark as exhaustive the cases of a test that exceed the number in its mark `daily`; those kept are far apart."""
    chosen = [item for item in items if item.get_closest_marker("daily")]
    for _, group in groupby(chosen, key=lambda item: item.nodeid.partition("[")[0]):
        cases = [item for item in group if not item.get_closest_marker("exhaustive")]
        mark = cases[0].get_closest_marker("daily") if cases else None
        daily = mark.args[0] if mark else 0
        kept = {number * len(cases) // daily for number in range(daily)}
        for number, item in enumerate(cases):
            if number not in kept:
                item.add_marker("exhaustive")


def _dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Tests in as many parts as there are workers, which xdist gives one each; long modules are dealt among them.

    So some wait while others are busy, and at the end none waits for what takes long on another.
    """
    parts, rest = [list[pytest.Item]() for _ in range(workers)], items
    for paths, half in ((BUSY, parts[::2]), (WAITING, parts[1::2] or parts)):
        long = [item for path in paths for item in rest if _within(item.path, path)]
        rest = [item for item in rest if not any(_within(item.path, path) for path in paths)]
        for number, (_, module) in enumerate(groupby(dict.fromkeys(long), key=lambda item: item.path)):
            half[number % len(half)] += module
    for part in parts:
        missing = max(len(items) // workers - len(part), 0)
        part += rest[:missing]
        del rest[:missing]
    return [item for part in parts for item in part] + rest


@cache  # thousands of tests, a few hundred files
def _within(file: Path, path: Path) -> bool:
    return file.is_relative_to(path)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    begins(item)


@pytest.fixture(scope="session")
def exhaustive(pytestconfig: pytest.Config) -> bool:
    """Whether to run many more random examples of each kind."""
    return bool(pytestconfig.getoption("--exhaustive"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The project's shared folder (rule sources, real recorded games), kept beside the repository."""
    if not SHARED.is_dir():
        pytest.skip("needs the folder ../shared beside the repository, with the sources and the real games")
    return SHARED


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """Set the wall clock of this process to noon of a certain day. It goes on from there, or as the test sets it."""
    with time_machine.travel(NOON) as traveller:
        yield Clock(traveller, monkeypatch)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden("tainui/tree.txt", text)`: the text must equal the one kept in tests/goldens/."""
    update = request.config.getoption("--update-goldens")

    def check(name: str, text: str) -> None:
        path = GOLDENS / name
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            return
        kept = path.read_text(encoding="utf-8") if path.exists() else ""
        if kept != text:
            diff = difflib.unified_diff(
                kept.splitlines(), text.splitlines(), f"goldens/{name}", "now", lineterm="", n=6
            )
            title = f"{name} has changed (--update-goldens accepts it):"
            pytest.fail("\n".join([title, *diff]), pytrace=False)

    return check
