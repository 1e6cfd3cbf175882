"""Models trained by self-play, one for each ruleset: a bidding policy and statistics of the play.

- ``model``: the type of a model, and the file that holds it.

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
"""The ruleset fields that decide which model is nearest, the most important first. Points are compared after them."""
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
"""The ruleset fields that decide between models that are equally near by ``CALLING`` and points."""


def names() -> tuple[str, ...]:
    """Return the names of the models that come with Uka; each has the name of its ruleset."""
    return tuple(sorted(path.stem for path in HERE.glob("*.model")))


@lru_cache(maxsize=8)
def load(name: str | Path) -> Model:
    """Return the model with a given name, or the model in a file. Raise ``InvalidModel`` if there is none."""
    if name in names():
        return read(HERE / f"{name}.model")
    path = Path(name)
    if isinstance(name, str) and path.suffix != ".model":
        raise InvalidModel(f"there is no model named {name!r}; the models are {', '.join(names())}, or a file's name")
    return read(path)


@lru_cache(maxsize=64)
def nearest(rules: Ruleset) -> tuple[Model, bool]:
    """Return the model whose rules call and score most like the given ones, and whether they call and score alike.

    The size of the pack counts first; the model's pack must hold every card except perhaps the joker. Then the fields
    in ``CALLING`` count, in that order, then the points of the outcomes, then ``DETAILS``.
    """
    distance, model = min(
        ((_distance(rules, one.rules), one) for one in map(load, names()) if one.rules.pack >= rules.pack),
        key=lambda pair: pair[0],
    )
    return model, not any(distance)


def _distance(rules: Ruleset, other: Ruleset) -> tuple[int, ...]:
    """Return the distance between two rulesets as a tuple that sorts; all zeros if they call and score alike."""
    mine, theirs = contract_points(rules), contract_points(other)
    return (
        other.pack - rules.pack,
        rules.joker != other.joker or rules.benny != other.benny,
        *(getattr(rules, field) != getattr(other, field) for field in CALLING),
        sum(abs(a - b) for row, its in zip(mine, theirs, strict=True) for a, b in zip(row, its, strict=True)),
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
