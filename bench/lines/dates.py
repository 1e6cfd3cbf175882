"""The whole suite at another date: what it tests must hold on any day, at any hour, in any zone."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from bench.registry import Figure, line, promise
from tests.faked_clock import moved

ROOT = Path(__file__).resolve().parents[2]


def at(moment: str, zone: str) -> dict[str, str]:
    """Return an environment in which programs see this time when they start, and in which the clock goes on."""
    then = datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    return moved((then - datetime.now(UTC)).total_seconds(), zone)


def suite(moment: str, zone: str) -> Figure:
    """Run `make tests` at a time in a zone."""
    environment = at(moment, zone) | {"MAKEFLAGS": ""}
    run = subprocess.run(
        ["make", "tests", f"VENV={sys.prefix}"], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    passed = [row for row in run.stdout.splitlines() if " passed" in row]
    return promise(run.returncode == 0, {"passed": "; ".join(passed)}, run.stdout[-600:])


@line("27.1 the suite passes on the last night of the year, in Auckland")
def last_night() -> Figure:
    return suite("2026-12-31 23:59:30", "Pacific/Auckland")


@line("27.1 the suite passes in ten years, in Chatham's zone")
def in_ten_years() -> Figure:
    return suite("2036-01-01 00:00:05", "Pacific/Chatham")
