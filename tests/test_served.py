"""The real servers of the tests: nothing of them is left, whatever ends the tests."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.patience import PATIENCE

from . import postgres
from .served import ROOT

pytestmark = pytest.mark.postgres

BEGIN = """
import sys, time
from tests.postgres import postgres, server

with postgres():
    if {paused}:
        server().pause()
    print(server().pid, server().folder, flush=True)
    time.sleep(60)
"""


ENDS = {
    "killed": lambda tests, _: tests.kill(),
    "ended": lambda tests, _: tests.terminate(),
    "Ctrl-C": lambda tests, _: os.killpg(tests.pid, signal.SIGINT),
    "killed with all of its group": lambda tests, _: os.killpg(tests.pid, signal.SIGKILL),
    "ended with all of its group": lambda tests, _: os.killpg(tests.pid, signal.SIGTERM),
    "warden killed": lambda tests, warden: (warden.kill(), tests.kill()),
}


@pytest.mark.daily(3)
@pytest.mark.parametrize(
    ("end", "paused"),
    [
        *((end, False) for end in ENDS),
        ("killed", True),
        ("killed with all of its group", True),
        ("Ctrl-C", True),
    ],
)
def test_no_server_outlives_the_tests(end: str, paused: bool) -> None:
    begin = [sys.executable, "-c", BEGIN.format(paused=paused)]
    out: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(begin, cwd=ROOT, start_new_session=True, **out) as tests:
        assert tests.stdout
        words = tests.stdout.readline().split()
        if not words:
            pytest.skip("needs Postgres: pip install 'uka[servers]'")
        server, folder = psutil.Process(int(words[0])), Path(words[1].decode())
        warden = server.parents()[0]
        processes = [server, *server.children(recursive=True), warden]
        ENDS[end](tests, warden)
        tests.communicate(timeout=PATIENCE)
    deadline = time.monotonic() + PATIENCE
    while any(alive(process) for process in processes) or (folder.exists() and end != "warden killed"):
        assert time.monotonic() < deadline, [process for process in processes if alive(process)]
        time.sleep(0.05)
    shutil.rmtree(folder, ignore_errors=True)


def alive(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE  # where nobody collects what was left behind
    except psutil.NoSuchProcess:
        return False


def test_a_server_goes_on_after_each_trouble() -> None:
    with postgres.postgres() as address:
        server = postgres.server()
        for trouble in (server.stop, server.kill, server.pause):
            trouble()
            (server.resume if trouble == server.pause else server.start)()
            with postgres.postgres() as again:
                assert again.split("/")[:3] == address.split("/")[:3]
