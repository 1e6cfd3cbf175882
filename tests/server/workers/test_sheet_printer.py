"""Sheets are printed in separate processes, within limits of time and memory, and large sheets in parts."""

from __future__ import annotations

import asyncio
import io
import json
import os
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.server.web import served
from tests.tournament.day import Day
from uka.server.base.options import ServerOptions
from uka.server.base.problems import HttpRefusal
from uka.server.workers.sheet_printer import PrintProcessFailed, SheetPrinter
from uka.tournament.paper import PART, ROWS, SHEETS, Data, Sheet, pdf_parts, sheet_parts, typeset
from uka.tournament.tournament import TournamentRefusal

pytestmark = pytest.mark.server


def day(teams: int, rounds: int = 0) -> Day:
    found = Day(seed=3)
    found.enter(teams)
    for _ in range(rounds):
        found.round()
    return found


@pytest.fixture(scope="module")
def small() -> Day:
    found = day(9, 2)
    found.start()
    return found


@pytest.mark.daily(3)
@pytest.mark.parametrize("sheet", SHEETS)
async def test_a_small_event_is_one_pdf(small: Day, sheet: Sheet) -> None:
    made = await SheetPrinter(ServerOptions()).print_sheet(sheet, "a4", lambda: sheet_parts(small.t, sheet))
    assert (made.name, made.media_type) == (f"{sheet}.pdf", "application/pdf")
    alone = typeset(sheet_parts(small.t, sheet)[0], sheet, "a4", "pdf")[0]
    assert made.content[:5] == b"%PDF-"
    assert len(made.content) == pytest.approx(len(alone), abs=100)  # they differ in the time of creation


async def test_a_large_event_is_a_zip_of_pdfs_that_hold_every_team_once() -> None:
    large = day(2 * PART + 1)
    made = sheet_parts(large.t, "cards")
    assert [len(part["teams"]) for part in made] == [PART, PART, 1]
    assert [team["number"] for part in made for team in part["teams"]] == [team.number for team in large.t.active_teams]
    printed = await SheetPrinter(ServerOptions(sheet_deadline=120)).print_sheet("cards", "a5", lambda: made)
    assert (printed.name, printed.media_type) == ("cards.zip", "application/zip")
    with zipfile.ZipFile(io.BytesIO(printed.content)) as archive:
        assert archive.namelist() == ["cards-1.pdf", "cards-2.pdf", "cards-3.pdf"]
        assert all(archive.read(name).startswith(b"%PDF-") for name in archive.namelist())


def test_long_tables_are_divided_by_rows_without_repetition() -> None:
    games = [{"table": n, "first": "a", "second": "b"} for n in range(ROWS // 2 - 1)]
    played = [{"number": n, "games": games, "byes": []} for n in range(5)]
    made = pdf_parts("movement", {"rule": "r", "steps": [(1, 2)], "played": played})
    assert [[round["number"] for round in part["played"]] for part in made] == [[0, 1], [2, 3], [4]]
    assert [part["steps"] for part in made] == [[(1, 2)], [], []]
    made = pdf_parts("results", {"standings": list(range(ROWS + 1)), "marae": ["m"]})
    assert [len(part["standings"]) for part in made] == [ROWS, 1]
    assert [part["marae"] for part in made] == [[], ["m"]]
    assert len(pdf_parts("results", {"standings": [], "marae": []})) == 1


@pytest.mark.parametrize("limit", [{"sheet_deadline": 0.01}, {"sheet_megabytes": 40}])
async def test_a_sheet_beyond_its_limits_is_refused_with_a_sentence(small: Day, limit: Any) -> None:
    press = SheetPrinter(ServerOptions(**limit))
    with pytest.raises(HttpRefusal, match="too big"):
        await press.print_sheet("cards", "a4", lambda: sheet_parts(small.t, "cards"))
    assert not await children()


async def test_a_fault_of_the_print_process_is_not_called_too_big_and_its_error_is_kept() -> None:
    with pytest.raises(PrintProcessFailed, match=r"(?s)status 1: .*TypstError"):
        await SheetPrinter(ServerOptions()).print_sheet("cards", "a4", lambda: [{}])
    assert not await children()


async def test_few_sheets_are_printed_at_once_and_few_wait(small: Day) -> None:
    press = SheetPrinter(ServerOptions(sheets_at_once=1, sheets_waiting=3))
    most = 0

    async def look() -> None:
        nonlocal most
        while True:
            most = max(most, len(await children()))
            await asyncio.sleep(0.01)

    watch = asyncio.create_task(look())
    asked = [press.print_sheet("calls", "a4", lambda: sheet_parts(small.t, "calls")) for _ in range(6)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    watch.cancel()
    assert sum(isinstance(answer, HttpRefusal) for answer in answers) == 3
    assert most <= 1
    assert (await press.print_sheet("calls", "a4", lambda: sheet_parts(small.t, "calls"))).content.startswith(b"%PDF")


async def test_a_sheet_without_content_is_refused_as_in_the_library() -> None:
    def nothing() -> list[Data]:
        return sheet_parts(Day().t, "cards")

    with pytest.raises(TournamentRefusal, match="no teams yet"):
        await SheetPrinter(ServerOptions()).print_sheet("cards", "a4", nothing)


async def test_the_sheets_of_an_address_are_rate_limited() -> None:
    async with served(sheets_an_address=(0.001, 1)) as web:
        client = await web.guest("Ana")
        held = (await client.post("/api/tournaments", json={"name": "A day of Uka"})).json()
        at, link = f"/api/tournaments/{held['tournament']}/paper/calls", {"X-Uka-Link": held["link"]}
        answers = [await client.get(at, headers=link) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 429]
        assert json.loads(answers[1].text)["why"].startswith("too many sheets from your address")


async def children() -> list[str]:
    """Return the processes that print a sheet for this one now."""
    found = list[str]()
    for task in Path(f"/proc/{os.getpid()}/task").iterdir():
        with suppress(OSError):  # the thread has ended
            found += (task / "children").read_text().split()
    return [pid for pid in found if b"paper.print_process" in _command_of(pid)]


def _command_of(pid: str) -> bytes:
    with suppress(OSError):  # the process has ended
        return (Path("/proc") / pid / "cmdline").read_bytes()
    return b""
