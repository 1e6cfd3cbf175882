"""Replaces characters that are not displayed, such as the escape codes of terminals and the controls of bidi text.

A character counts as displayed if Python's ``str.isprintable`` says so. White space (spaces, tabs and line breaks)
stays.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any, cast


def printable(text: str) -> str:
    """Return ``text`` with ``?`` in place of each character that is not displayed.

    >>> printable("\\x1b[2JAna\\u202e\\nBen")
    '?[2JAna?\\nBen'
    """
    if text.isprintable():
        return text
    return "".join([letter if is_displayed(letter) else "?" for letter in text.replace("\r\n", "\n")])


def one_line(text: str) -> str:
    """Return ``text`` on one line, with a space for each tab or line break.

    ``?`` stands for each other character that is not displayed.

    >>> one_line("Ana\\nBen\\x9b1m")
    'Ana Ben?1m'
    """
    if text.isprintable():
        return text
    return "".join([" " if letter.isspace() else letter for letter in printable(text)])


def is_displayed(text: str) -> bool:
    """Return whether all characters of ``text`` are displayed or are white space.

    >>> is_displayed("Ana\\nBen"), is_displayed("Ana\\u200b")
    (True, False)
    """
    return text.isprintable() or all(
        letter.isprintable() or letter in "\t\n" or unicodedata.category(letter)[0] == "Z" for letter in text
    )


def with_printable_texts(value: Any) -> Any:
    """Return the JSON value ``value`` with ``?`` in place of each character that is not displayed.

    That goes for all texts in it, the keys of objects included.
    """
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        table = cast(dict[str, Any], value)
        return {printable(key): with_printable_texts(inner) for key, inner in table.items()}
    if isinstance(value, list):
        return [with_printable_texts(item) for item in cast(list[Any], value)]
    return value


def each_text(value: Any) -> Iterator[str]:
    """Yield all texts in the JSON value ``value``, the keys of objects included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in cast(dict[str, Any], value).items():
            yield key
            yield from each_text(inner)
    elif isinstance(value, list):
        for item in cast(list[Any], value):
            yield from each_text(item)
