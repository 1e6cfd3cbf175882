"""The tests do not depend on how they were started: a shell that starts them in the background ignores Ctrl-C for them,
and a program inherits that.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CHILD = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such shell")


def test_programs_that_tests_start_heed_ctrl_c() -> None:
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    told = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, check=True).stdout
    assert told == "True\n"


@pytest.mark.daily(1)
@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 1])
def test_they_do_so_too_where_the_tests_themselves_are_started_to_ignore_it(workers: int) -> None:
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", str(workers), __file__]
    background = ["sh", "-c", 'trap "" INT QUIT HUP; exec "$@"', "sh", *run, "-k", "programs_that_tests_start"]
    done = subprocess.run(background, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
