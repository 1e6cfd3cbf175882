"""Prints the sheets of tournaments as PDF, each part in a separate process with a time limit and a memory limit."""

from __future__ import annotations

import asyncio
import io
import json
import sys
import zipfile
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from uka.extras import MissingPackages, require
from uka.tournament.paper import Data, Links, Sheet, Size

from ..base.options import ServerOptions
from ..base.problems import HttpRefusal

CHILD = "uka.tournament.paper.print_process"
RETRY_AFTER = 5.0
"""The number of seconds after which a refused client should try again."""


class PrintedFile(NamedTuple):
    """A sheet to print: a PDF file or, for a large tournament, a ZIP file of several PDFs."""

    name: str
    media_type: str
    content: bytes


class SheetPrinter:
    """Prints a few sheets at the same time, as PDF. A few more sheets may wait; further sheets are refused."""

    def __init__(self, options: ServerOptions) -> None:
        self._options = options
        self._places = asyncio.Semaphore(options.sheets_at_once)
        self._waiting = 0

    async def printed(self, sheet: Sheet | Links, size: Size, made: Callable[[], Sequence[Data]]) -> PrintedFile:
        """Print a sheet as a PDF or ZIP file, and return the file.

        ``made`` is a function that returns the sheet's parts; it runs in a thread. Raise ``HttpRefusal`` if too many
        sheets wait, if printing takes too much time or memory, or if its packages are not installed.
        """
        try:
            require("paper", "printing")
        except MissingPackages as error:
            raise HttpRefusal(503, f"{error}") from None
        if self._waiting >= self._options.sheets_waiting:
            raise HttpRefusal(503, "too many sheets are being printed: try again in a moment", wait=RETRY_AFTER)
        self._waiting += 1
        try:
            async with self._places:
                parts = await asyncio.to_thread(made)
                async with asyncio.timeout(self._options.sheet_deadline):
                    pages = [await self._set(sheet, size, part) for part in parts]
        except TimeoutError:
            raise _too_much() from None
        finally:
            self._waiting -= 1
        return _bound(sheet, pages)

    async def _set(self, sheet: Sheet | Links, size: Size, data: Data) -> bytes:
        limits = self._options.sheet_megabytes, max(1, round(self._options.sheet_deadline))
        command = sys.executable, "-m", CHILD, *map(str, limits)
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        try:
            job = json.dumps({"sheet": sheet, "size": size, "data": data}).encode()
            pdf, _ = await process.communicate(job)
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode or not pdf:
            raise _too_much()
        return pdf


def _too_much() -> HttpRefusal:
    return HttpRefusal(503, "this sheet is too big: print fewer teams at once")


def _bound(sheet: Sheet | Links, pages: Sequence[bytes]) -> PrintedFile:
    if len(pages) == 1:
        return PrintedFile(f"{sheet}.pdf", "application/pdf", pages[0])
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number, pdf in enumerate(pages, 1):
            archive.writestr(f"{sheet}-{number}.pdf", pdf)
    return PrintedFile(f"{sheet}.zip", "application/zip", file.getvalue())
