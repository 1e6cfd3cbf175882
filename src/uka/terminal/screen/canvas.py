"""A grid of styled characters to draw on. A mouse click on a character can have the effect of a key."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from uka.text.printable import one_line


class Canvas:
    """A grid of ``width`` by ``height`` styled characters. Drawing outside the grid has no effect.

    >>> canvas = Canvas(8, 2)
    >>> canvas.put(1, 0, "ace", key="1")
    >>> canvas.text
    ' ace    \\n        '
    >>> canvas.key_at(3, 0), canvas.key_at(4, 0)
    ('1', '')
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[" "] * width for _ in range(height)]
        self._styles = [[Style.null()] * width for _ in range(height)]
        self._keys = dict[tuple[int, int], str]()

    def put(self, x: int, y: int, text: str, style: Style | None = None, key: str = "") -> None:
        """Write ``text`` in row ``y`` from column ``x`` on. A click on the text stands for ``key``, if that is given.

        A wide character occupies two columns.
        """
        for character in one_line(text):
            width = cell_len(character)
            if 0 <= y < self.height and x >= 0 and x + width <= self.width:
                self._write(x, y, character, width, style or Style.null(), key)
            x += width

    def _write(self, x: int, y: int, character: str, width: int, style: Style, key: str) -> None:
        """Write one character. A character without width, such as an accent, joins the character before it."""
        if not width and x:
            self._cells[y][x - 1] += character
        for i in range(width):
            self._cells[y][x + i] = "" if i else character
            self._styles[y][x + i] = style
            if key:
                self._keys[x + i, y] = key

    def centre(self, y: int, text: str, style: Style | None = None, *, left: int = 0, width: int = 0) -> None:
        """Write ``text`` in the middle of row ``y``.

        If ``width`` is given, write it in the middle of ``width`` columns from column ``left`` on.
        """
        self.put(left + ((width or self.width) - cell_len(text)) // 2, y, text, style)

    def right_align(self, x: int, y: int, text: str, style: Style | None = None) -> None:
        """Write ``text`` in row ``y`` so that it ends just before column ``x``."""
        self.put(x - cell_len(text), y, text, style)

    def key_at(self, x: int, y: int) -> str:
        """Return the key that a mouse click at column ``x`` of row ``y`` stands for, or "" if there is no such key."""
        return self._keys.get((x, y), "")

    @property
    def text(self) -> str:
        """The characters of all rows without styles."""
        return "\n".join("".join(row) for row in self._cells)

    def render_row(self, y: int) -> Strip:
        """Return row ``y`` as a Textual ``Strip``, the form in which a widget displays a row."""
        if not 0 <= y < self.height:
            return Strip.blank(self.width)
        cells = zip(self._cells[y], self._styles[y], strict=True)
        return Strip([Segment(character, style) for character, style in cells], self.width).simplify()
