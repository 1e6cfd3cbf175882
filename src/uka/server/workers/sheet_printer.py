"""Prints the sheets of tournaments as PDF, each part in a separate process with a time limit and a memory limit."""

from __future__ import annotations

import asyncio
import io
import json
import sys
import zipfile
from asyncio.subprocess import PIPE
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from uka.extras import MissingPackages, require
from uka.tournament.paper import Data, Links, Sheet, Size

from ..base.options import ServerOptions
from ..base.problems import HttpRefusal

PRINT_MODULE = "uka.tournament.paper.print_process"
"""The module that a print process runs."""
RETRY_AFTER = 5.0
"""The number of seconds after which a refused client should try again."""
MEMORY_ERRORS = (b"MemoryError", b"memory allocation of", b"failed to map segment", b"Cannot allocate memory")
"""Texts that a print process writes to its standard error when it exceeds its memory limit."""
LAST_WORDS = 2_000
"""The number of characters of a print process's standard error that an exception quotes, from the end."""


class PrintProcessFailed(RuntimeError):
    """Raised if a print process ended without a PDF, though it kept to its limits: a bug."""


class PrintedFile(NamedTuple):
    """A printed sheet: a PDF file or, for a large tournament, a ZIP file of several PDFs."""

    name: str
    media_type: str
    content: bytes


class SheetPrinter:
    """Prints up to ``sheets_at_once`` sheets at a time as PDF. A few more may wait; further sheets are refused."""

    def __init__(self, options: ServerOptions) -> None:
        self._options = options
        self._printing = asyncio.Semaphore(options.sheets_at_once)
        self._unfinished = 0
        """The number of sheets that are being printed or wait."""

    async def print_sheet(
        self, sheet: Sheet | Links, size: Size, make_parts: Callable[[], Sequence[Data]]
    ) -> PrintedFile:
        """Print a sheet as a PDF or ZIP file, and return the file.

        ``make_parts`` returns the contents of the sheet's parts; it is called in a thread. Raise ``HttpRefusal`` if too
        many sheets wait, if printing takes too much time or memory, or if the packages for it are not installed. Raise
        ``PrintProcessFailed`` if it fails for any other reason.
        """
        try:
            require("paper", "printing")
        except MissingPackages as error:
            raise HttpRefusal(503, str(error)) from None
        if self._unfinished >= self._options.sheets_waiting:
            raise HttpRefusal(503, "too many sheets are being printed: try again in a moment", wait=RETRY_AFTER)
        self._unfinished += 1
        try:
            async with self._printing:
                parts = await asyncio.to_thread(make_parts)
                async with asyncio.timeout(self._options.sheet_deadline):
                    pdfs = [await self._typeset(sheet, size, part) for part in parts]
        except TimeoutError:
            raise _too_big() from None
        finally:
            self._unfinished -= 1
        return _file_of(sheet, pdfs)

    async def _typeset(self, sheet: Sheet | Links, size: Size, part: Data) -> bytes:
        """Return one part of a sheet as PDF, which a separate process makes within limits of memory and CPU time."""
        limits = self._options.sheet_megabytes, max(1, round(self._options.sheet_deadline))
        command = sys.executable, "-m", PRINT_MODULE, *map(str, limits)
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        try:
            job = json.dumps({"sheet": sheet, "size": size, "data": part}).encode()
            pdf, errors = await process.communicate(job)
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode == 0 and pdf:
            return pdf
        if _exceeded_limits(process.returncode, errors):
            raise _too_big()
        last_words = errors.decode(errors="replace")[-LAST_WORDS:]
        raise PrintProcessFailed(f"the print process ended with status {process.returncode}: {last_words}")


def _exceeded_limits(status: int | None, errors: bytes) -> bool:
    """Return whether a print process with this exit status and standard error ended because it exceeded a limit.

    A signal ends it (so its status is negative) if it uses too much CPU time, or if Typst gets no more memory.
    """
    return (status is not None and status < 0) or any(text in errors for text in MEMORY_ERRORS)


def _too_big() -> HttpRefusal:
    return HttpRefusal(503, "this sheet is too big: print fewer teams at once")


def _file_of(sheet: Sheet | Links, pdfs: Sequence[bytes]) -> PrintedFile:
    """Return ``pdfs`` as one file: the PDF if there is only one, otherwise a ZIP file of all."""
    if len(pdfs) == 1:
        return PrintedFile(f"{sheet}.pdf", "application/pdf", pdfs[0])
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number, pdf in enumerate(pdfs, 1):
            archive.writestr(f"{sheet}-{number}.pdf", pdf)
    return PrintedFile(f"{sheet}.zip", "application/zip", file.getvalue())
