"""Prints the output of the ``uka`` command as text and as JSON.

Much of that text comes from files, servers and programs, so control characters are replaced. Markup, such as ``[bold]``
or ``:smile:``, is printed unchanged.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Any

import msgspec
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from uka.text.printable import printable


class PrintableConsole(Console):
    """A Rich console that prints ``?`` in place of each control character and each other invisible character."""

    def print_line(self, text: str, style: str = "", *, start: str = "") -> None:
        """Print ``start``, such as the number of a choice, and then ``text``.

        In a terminal, a long text is wrapped between words, and its further rows are indented by the width of
        ``start``. In a file or a pipe it stays one line.
        """
        line = Text(text)
        rows = line.wrap(self, max(self.width - cell_len(start), 1)) if self.is_terminal else [line]
        for row in rows:
            row.rstrip()
            self.print(Text.assemble(start, row), style=style, soft_wrap=True)
            start = " " * cell_len(start)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the segments of a text, a table or a progress bar, without invisible characters."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)


def printable_console(*, stderr: bool = False) -> PrintableConsole:
    """Return a console that prints styled text and tables, on standard error if ``stderr`` is true."""
    return PrintableConsole(stderr=stderr, markup=False, emoji=False, highlight=False)


def say(text: str, *, stderr: bool = False, end: str = "\n") -> None:
    """Print ``text`` and flush the stream. ``?`` replaces each control character and other invisible character."""
    print(printable(text), file=sys.stderr if stderr else sys.stdout, end=end, flush=True)


def say_json(value: Any, *, indent: int = 0) -> None:
    """Print ``value`` as JSON, indented by ``indent`` spaces, and flush the stream.

    Invisible characters, and those that the encoding of standard output cannot express, are escaped. So a program that
    reads the JSON gets each text unchanged.
    """
    text = msgspec.json.encode(value)
    whole = (msgspec.json.format(text, indent=indent) if indent else text).decode()
    encoding = sys.stdout.encoding or "utf-8"
    print(re.sub(r"[^\n -~]", lambda found: _escaped(found[0], encoding), whole), flush=True)


def _escaped(letter: str, encoding: str) -> str:
    """Return ``letter``, or its JSON escape if it is invisible or if ``encoding`` cannot express it."""
    if letter.isprintable() and letter.encode(encoding, "ignore"):
        return letter
    units = letter.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
