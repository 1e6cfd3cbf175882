"""Models trained by self-play, one for each ruleset: how to bid, and what play makes of double-dummy tricks.

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
"""The rules that decide which model is nearest, the most important first; next come the points of the outcomes."""
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
"""Rules that decide between models that are equally near otherwise."""


def names() -> tuple[str, ...]:
    """The names of the models that come with Uka: those of the rulesets that they were trained for."""
    return tuple(sorted(path.stem for path in HERE.glob("*.model")))


@lru_cache(maxsize=8)
def load(name: str | Path) -> Model:
    """A model by its name or its file; ``InvalidModel`` says what is wrong."""
    if name in names():
        return read(HERE / f"{name}.model")
    path = Path(name)
    if isinstance(name, str) and path.suffix != ".model":
        raise InvalidModel(f"there is no model named {name!r}; the models are {', '.join(names())}, or a file's name")
    return read(path)


@lru_cache(maxsize=64)
def nearest(rules: Ruleset) -> tuple[Model, bool]:
    """The model of the rules that call and score most like some, and whether they do so exactly.

    The size of the pack counts first (the model's must have every card but the joker), then ``CALLING`` in its order,
    the points of the outcomes, and ``DETAILS``.
    """
    far, model = min(
        ((_distance(rules, one.rules), one) for one in map(load, names()) if one.rules.pack >= rules.pack),
        key=lambda found: found[0],
    )
    return model, not any(far)


def _distance(rules: Ruleset, other: Ruleset) -> tuple[int, ...]:
    """How far rules are from others; all zeros for the same calling and scoring."""
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
