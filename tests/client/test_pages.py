"""The example program and the programs in the documentation run without changes."""

from __future__ import annotations

import asyncio
import re
import textwrap
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import pytest

from tests.client.test_games import house
from tests.node import node
from uka.client import Client
from uka.table import TableSettings

pytestmark = pytest.mark.server

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "client.md").read_text("utf-8")
PROGRAMS = re.findall("^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
AT_ONCE: dict[str, Any] = {
    name: 0 for name in TableSettings.__struct_fields__ if name.endswith("_ms") and name not in ("move_ms", "away_ms")
}


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make tables without delays, unless their settings say otherwise."""
    opened = Client.open

    async def open_at_once(self: Client, rules: str = "tainui", **more: Any) -> Any:
        options: dict[str, Any] = {"settings": TableSettings(**AT_ONCE), **more}
        return await opened(self, rules, **options)

    monkeypatch.setattr(Client, "open", open_at_once)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("number", range(len(PROGRAMS)))
async def test_the_programs_of_the_page_run(number: int) -> None:
    found: dict[str, Any] = {}
    async with house() as (_, url):
        heads = "".join(line for program in PROGRAMS for line in program.splitlines(True) if line.startswith("from "))
        code = PROGRAMS[number].replace("http://127.0.0.1:8765", url)
        exec(f"{heads}\nasync def program():\n{textwrap.indent(code, '    ')}", found)
        await found["program"]()


@pytest.mark.usefixtures("hasty")
async def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    found: dict[str, Any] = {"__name__": "player"}
    exec((ROOT / "examples" / "player.py").read_text("utf-8"), found)
    async with house() as (_, url):
        await found["main"](url, "cardgames")
    assert re.search(r"won; all \d+ packs were dealt fairly\n$", capsys.readouterr().out)


async def test_the_client_in_javascript_plays_a_game() -> None:
    words = (node(), str(ROOT / "examples" / "client.mjs"))
    async with house() as (_, url):
        run = await asyncio.create_subprocess_exec(*words, url, "cardgames", "2", stdout=PIPE, stderr=PIPE)
        async with asyncio.timeout(60):
            out, err = await run.communicate()
    assert not err
    assert re.fullmatch(r"([a-z_]+: \d+ to \d+\n)+(north-south|east-west) won\n", out.decode())


def test_the_page_names_what_there_is() -> None:
    from uka.client import TableSession

    names = set(re.findall(r"`(?:at\.)?([a-z_]+)`", PAGE.split("## Records")[0].split("| | |")[1]))
    assert names
    assert names - {"at"} <= set(dir(TableSession))
