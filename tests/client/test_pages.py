"""The example program and the programs in the documentation run without changes."""

from __future__ import annotations

import asyncio
import re
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from tests.client.test_games import house
from tests.node import node
from tests.patience import PATIENCE

pytestmark = pytest.mark.server

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "client.md").read_text("utf-8")
PROGRAMS = re.findall("^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
EXAMPLES = {"player.py": (ROOT / "examples" / "player.py").read_text("utf-8")}
EXAMPLES |= {f"client.md, {number}": program for number, program in enumerate(PROGRAMS, 1)}
PATIENT = f"""import functools, uka.client
uka.client.Client = functools.partial(uka.client.Client, timeout={PATIENCE})
"""
"""A beginning that lets a program wait for a busy machine."""
WITH_RESTS = """import uka.table
paces = {"answer_ms": 0, "draw_ms": 0, "deal_ms": 0, "trick_ms": 0}
uka.table.NO_PAUSES = uka.table.TableSettings(**paces)
assert uka.table.NO_PAUSES.rest_ms == 10_000
"""
"""A beginning that gives the tables of a program the usual pause between deals, where a lone person is waited for."""


async def printed(*words: str) -> str:
    """Run a program to its end, and return what it printed."""
    run = await asyncio.create_subprocess_exec(*words, stdout=PIPE, stderr=PIPE)
    try:
        async with asyncio.timeout(PATIENCE):
            out, err = await run.communicate()
    except TimeoutError:
        run.kill()
        raise
    assert not err.decode()
    return out.decode()


@pytest.mark.daily(2)
@pytest.mark.parametrize("beginning", ["", WITH_RESTS], ids=["as it stands", "with rests"])
@pytest.mark.parametrize("name", EXAMPLES)
async def test_an_example_in_python_plays_a_game(name: str, beginning: str) -> None:
    async with house() as (_, url):
        program = PATIENT + beginning + EXAMPLES[name].replace("http://127.0.0.1:8765", url)
        said = await printed(sys.executable, "-c", program, url, "cardgames")
    assert re.search(r"^(north-south|east-west) won\b.*\n\Z", said, re.MULTILINE)


async def test_the_client_in_javascript_plays_a_game() -> None:
    async with house() as (_, url):
        said = await printed(node(), str(ROOT / "examples" / "client.mjs"), url, "cardgames", "2")
    assert re.fullmatch(r"([a-z_]+: \d+ to \d+\n)+(north-south|east-west) won\n", said)


def test_the_page_names_what_there_is() -> None:
    from uka.client import TableSession

    table = PAGE.split("## Records")[0].split("| | |")[1]
    named = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    names = set(re.findall(r"`(?:at\.)?([a-z_]+)", "".join(named)))
    assert names
    assert names - {"at", "await"} <= set(dir(TableSession))
