"""Models: what bots have learned by self-play under a ruleset.

A model has a bidding policy (how to call trump) and statistics of the play of the cards.

- ``model``: the type of a model, and functions that read and write its file.

>>> from uka import rulesets
>>> model, exact = nearest(rulesets.find("knock"))
>>> model.rules.name, exact
('north_american', True)
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from uka.core.ruleset import Ruleset
from uka.kernels.bidding import contract_points

from .model import BestResponseGain, InvalidModel, Leaves, Model, compress_table, read, save, trick_chances

HERE = Path(__file__).parent
CALLING = (
    "natural_needed",
    "nobody_calls",
    "dealer_calls_in_second",
    "keep_upcard",
    "no_trump",
    "partner_alone",
    "alone_by",
    "lone_must_march",
)
"""The ruleset fields that decide which model is nearest, the most important field first.

The points for the outcomes are compared after these fields.
"""
DETAILS = (
    "second_suit",
    "dealer_out",
    "alone_asked",
    "defend_alone",
    "partners_best",
    "farmers_hand",
    "loner_lead",
    "must_head",
    "first_lead_trump",
)
"""The ruleset fields that decide between models whose distances in ``CALLING`` and in the points are the same."""


def names() -> tuple[str, ...]:
    """Return the names of the models that come with Uka.

    A model is what bots have learned by self-play under one ruleset. It has the name of the ruleset.
    """
    return tuple(sorted(path.stem for path in HERE.glob("*.model")))


@lru_cache(maxsize=8)
def load(name: str | Path) -> Model:
    """Return the model that comes with Uka for the ruleset named ``name``, or the model in the file ``name``.

    Raise ``InvalidModel`` if there is no such model.
    """
    if name in names():
        return read(HERE / f"{name}.model")
    path = Path(name)
    if isinstance(name, str) and path.suffix != ".model":
        raise InvalidModel(f"there is no model named {name!r}; the models are {', '.join(names())}, or a file's name")
    return read(path)


@lru_cache(maxsize=64)
def nearest(rules: Ruleset) -> tuple[Model, bool]:
    """Return the model whose ruleset is nearest to ``rules``, and whether the model fits exactly.

    Only models whose pack has at least the cards of ``rules`` are considered; the joker may be missing. Models are
    compared first by the size of the pack, then by the use of the joker. Next come the fields in ``CALLING``, in order,
    then the points for the outcomes, and last the fields in ``DETAILS``. A model fits exactly if none of these differ.
    """
    large_enough = [model for model in map(load, names()) if model.rules.pack >= rules.pack]
    model = min(large_enough, key=lambda model: _distance(rules, model.rules))
    return model, not any(_distance(rules, model.rules))


def _distance(rules: Ruleset, other: Ruleset) -> tuple[int, ...]:
    """Return how far the ruleset ``other`` is from ``rules``, as a tuple. The nearer a ruleset, the smaller its tuple.

    All items are 0 or false if the rulesets do not differ in what ``nearest`` compares.
    """
    rows = zip(contract_points(rules), contract_points(other), strict=True)
    points = sum(abs(one - another) for row in rows for one, another in zip(*row, strict=True))
    return (
        other.pack - rules.pack,
        rules.joker != other.joker or rules.benny != other.benny,
        *(getattr(rules, field) != getattr(other, field) for field in CALLING),
        points,
        *(getattr(rules, field) != getattr(other, field) for field in DETAILS),
    )


__all__ = [
    "CALLING",
    "DETAILS",
    "BestResponseGain",
    "InvalidModel",
    "Leaves",
    "Model",
    "compress_table",
    "load",
    "names",
    "nearest",
    "read",
    "save",
    "trick_chances",
]
