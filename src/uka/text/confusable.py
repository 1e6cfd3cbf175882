"""Names that a person cannot tell apart: names in other letters that look the same, and in capitals or small letters.

The comparison is the skeleton of UTS 39, Unicode's report on security, after compatible characters, such as full-width
letters, are replaced. Its table is ``confusables.txt``, which ``bench/confusables.py`` compiles.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files

from .invisible import without_invisible


@lru_cache(maxsize=10_000)
def skeleton(name: str) -> str:
    """Return the letters that a name looks like. Two names that look the same have the same skeleton.

    >>> skeleton("Аnа") == skeleton("Ana"), skeleton("Mānu") == skeleton("Manu")
    (True, False)
    """
    seen = without_invisible(unicodedata.normalize("NFKD", name))
    return unicodedata.normalize("NFD", seen.translate(_prototypes()))


class TakenNames:
    """Names that are in use. A new name must not look like any of them, in capitals or in small letters.

    >>> TakenNames(["Ana"]).like("АNА")
    'Ana'
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = dict[str, str]()
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Add a name that is in use from now on."""
        for look in _looks(name):
            self._names.setdefault(look, name)

    def like(self, name: str) -> str | None:
        """Return the name in use that looks like ``name``, or None."""
        return next((self._names[look] for look in _looks(name) if look in self._names), None)


def _looks(name: str) -> tuple[str, str]:
    """Return the keys of a name. Two are needed: a capital I looks like a small L, but is also a capital i."""
    return unicodedata.normalize("NFKC", without_invisible(name)).casefold(), skeleton(name).casefold()


@cache
def _prototypes() -> dict[int, str]:
    lines = files(__package__ or "").joinpath("confusables.txt").read_text("ascii").splitlines()
    table = dict[int, str]()
    for line in lines:
        if line and not line.startswith("#"):
            prototype, alike = line.split(":")
            looks = "".join([chr(int(code, 16)) for code in prototype.split()])
            table |= {int(code, 16): looks for code in alike.split()}
    return table
