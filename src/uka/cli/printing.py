"""What the command prints. All of it goes through here, because much of it comes from files, servers and programs.

Markup in a text, such as ``[bold]`` or ``:smile:``, is printed as it is.
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
    """A console that prints ``?`` in place of each character of a text that is not displayed."""

    def print_line(self, text: str, style: str = "", *, start: str = "") -> None:
        """Print a line of text after ``start``.

        In a terminal a long line is broken between words, and its further rows begin below the text. In a file or a
        pipe it stays one line.
        """
        line = Text(text)
        rows = line.wrap(self, max(self.width - cell_len(start), 1)) if self.is_terminal else [line]
        for row in rows:
            row.rstrip()
            self.print(Text.assemble(start, row), style=style, soft_wrap=True)
            start = " " * cell_len(start)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the segments of a text, table or progress bar."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)


def printable_console(*, stderr: bool = False) -> PrintableConsole:
    """Return a console for text in styles, and for tables."""
    return PrintableConsole(stderr=stderr, markup=False, emoji=False, highlight=False)


def say(text: str, *, stderr: bool = False, end: str = "\n") -> None:
    """Print a text at once."""
    print(printable(text), file=sys.stderr if stderr else sys.stdout, end=end, flush=True)


def say_json(value: Any, *, indent: int = 0) -> None:
    """Print a value as JSON at once. Characters that are not displayed are escaped, so no text is changed.

    So are characters that the output's encoding cannot express.
    """
    text = msgspec.json.encode(value)
    whole = (msgspec.json.format(text, indent=indent) if indent else text).decode()
    encoding = sys.stdout.encoding or "utf-8"
    print(re.sub(r"[^\n -~]", lambda found: _escaped(found[0], encoding), whole), flush=True)


def _escaped(letter: str, encoding: str) -> str:
    if letter.isprintable() and letter.encode(encoding, "ignore"):
        return letter
    units = letter.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
