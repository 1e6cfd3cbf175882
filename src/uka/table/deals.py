"""Given deals: a table that plays the deals of a number, of a day or of a match, in place of random ones."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias, cast

GivenKind: TypeAlias = Literal["number", "day", "match"]
PATTERN = r"^(number:(0|[1-9][0-9]{0,8})|day:\d{4}-\d{2}-\d{2}|match:[2-9a-z]{8})?\Z"
ABOUT = (
    "the deals that the table plays: number:4711 for those with a number, day:2026-11-24 for those of a day, "
    "match:abcdefgh for those of a match; empty for random deals. Only the server opens tables for a day or a match"
)


class GivenDeals(NamedTuple):
    """The deals that a table plays. ``name`` is the number, the day as YYYY-MM-DD, or the id of the match.

    >>> GivenDeals.parse("number:4711")
    GivenDeals(kind='number', name='4711')
    """

    kind: GivenKind
    name: str

    @classmethod
    def parse(cls, text: str) -> GivenDeals | None:
        """Return what the setting ``deals`` names; return None if it is empty. Raise ``ValueError`` for other text."""
        if not re.match(PATTERN, text):
            raise ValueError(f"{text!r} names no deals")
        kind, _, name = text.partition(":")
        return cls(cast(GivenKind, kind), name) if text else None

    @property
    def number(self) -> int | None:
        """The number of numbered deals; None for a day or a match."""
        return int(self.name) if self.kind == "number" else None
