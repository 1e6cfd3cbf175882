"""Replaces characters that are not displayed, such as the escape codes of terminals and the controls of bidi text.

Which characters are displayed is Python's ``str.isprintable``. White space stays: spaces, tabs and line breaks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any, cast


def printable(text: str) -> str:
    """Return text with ``?`` in place of each character that is not displayed.

    >>> printable("\\x1b[2JAna\\u202e\\nBen")
    '?[2JAna?\\nBen'
    """
    if text.isprintable():
        return text
    return "".join([letter if is_displayed(letter) else "?" for letter in text.replace("\r\n", "\n")])


def one_line(text: str) -> str:
    """Return printable text with a space in place of each white space.

    >>> one_line("Ana\\nBen\\x9b1m")
    'Ana Ben?1m'
    """
    return text if text.isprintable() else "".join([" " if part.isspace() else part for part in printable(text)])


def is_displayed(text: str) -> bool:
    """Return whether ``printable`` leaves a text as it is.

    >>> is_displayed("Ana\\nBen"), is_displayed("Ana\\u200b")
    (True, False)
    """
    return text.isprintable() or all(
        letter.isprintable() or letter in "\t\n" or unicodedata.category(letter)[0] == "Z" for letter in text
    )


def with_printable_texts(value: Any) -> Any:
    """Return a JSON value with ``printable`` applied to all its texts, the keys of objects included."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        table = cast(dict[str, Any], value)
        return {printable(key): with_printable_texts(inner) for key, inner in table.items()}
    if isinstance(value, list):
        return [with_printable_texts(item) for item in cast(list[Any], value)]
    return value


def each_text(value: Any) -> Iterator[str]:
    """Yield all texts in a JSON value, the keys of objects included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for pair in cast(dict[str, Any], value).items():
            yield from (text for part in pair for text in each_text(part))
    elif isinstance(value, list):
        for item in cast(list[Any], value):
            yield from each_text(item)
