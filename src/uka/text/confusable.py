"""Finds names that a person can't tell apart, because their letters look alike or differ only in capitals.

Names are compared by their skeletons, as UTS 39, Unicode's report on security, defines them. Before that, compatible
characters, such as full-width letters, are replaced. The table of letters that look alike is ``confusables.txt``, which
``bench/confusables.py`` compiles.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files

from .invisible import without_invisible


@lru_cache(maxsize=10_000)
def skeleton(name: str) -> str:
    """Return the text that ``name`` looks like. Two names that look the same have the same skeleton.

    >>> skeleton("Аnа") == skeleton("Ana"), skeleton("Mānu") == skeleton("Manu")
    (True, False)
    """
    visible = without_invisible(unicodedata.normalize("NFKD", name))
    return unicodedata.normalize("NFD", visible.translate(_prototypes()))


class TakenNames:
    """A set of names that are in use, which tells whether another name looks like one of them.

    Capital letters and small letters count as equal.

    >>> TakenNames(["Ana"]).like("АNА")
    'Ana'
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = dict[str, str]()
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Add ``name`` to the names in use."""
        for key in _comparison_keys(name):
            self._names.setdefault(key, name)

    def like(self, name: str) -> str | None:
        """Return the name in use that looks like ``name``, or None if there is none."""
        return next((self._names[key] for key in _comparison_keys(name) if key in self._names), None)


def _comparison_keys(name: str) -> tuple[str, str]:
    """Return the keys by which a name is compared: two names look alike if they share one.

    One is the name in small letters, the other its skeleton in small letters. Both are needed: a capital I looks like
    a small L, but is also a capital i.
    """
    return unicodedata.normalize("NFKC", without_invisible(name)).casefold(), skeleton(name).casefold()


@cache
def _prototypes() -> dict[int, str]:
    """Return a dict from the code of a character to the text that it looks like, for ``str.translate``."""
    lines = files(__package__ or "").joinpath("confusables.txt").read_text("ascii").splitlines()
    table = dict[int, str]()
    for line in lines:
        if line and not line.startswith("#"):
            prototype_codes, alike_codes = line.split(":")
            prototype = "".join([chr(int(code, 16)) for code in prototype_codes.split()])
            table |= {int(code, 16): prototype for code in alike_codes.split()}
    return table
