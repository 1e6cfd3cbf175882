"""The levels: what plays at each, how much it looks at, and how it errs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from .baseline import Random
from .casual import Casual
from .club import Club
from .expert import Expert
from .master import Master
from .novice import Novice

if TYPE_CHECKING:
    from . import Bot

NOTHING: Mapping[str, int] = MappingProxyType({})


class Level(NamedTuple):
    """A model of play; its ``budget`` in worlds for a choice; its ``noise``: how often or how far it errs."""

    name: str
    model: Callable[..., Bot]
    budget: Mapping[str, int] = NOTHING
    noise: Mapping[str, float] = NOTHING

    def made(self) -> Bot:
        """A bot of this level."""
        return self.model(**self.budget, **self.noise)


LEVELS = (
    Level("random", Random),
    Level("novice", Novice, noise={"slips": 0.12, "mood": 0.7}),
    Level("casual", Casual, noise={"forgets": 0.5, "slips": 0.05, "mood": 0.6}),
    Level("club", Club),
    Level("expert", Expert, budget={"drawn": 600, "solved": 120}),
    Level("master", Master, budget={"drawn": 3_000, "called": 400, "played": 500}),
)
"""The weakest first."""
