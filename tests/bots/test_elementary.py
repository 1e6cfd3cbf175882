"""The exponential function and powers are near the exact values, and the same numbers on every machine."""

from __future__ import annotations

import ast
import math
from decimal import Context, Decimal
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

import uka
from uka.bots.elementary import exp, power

EXACT = Context(prec=40)
PARTS = ("bots", "coach", "kernels", "models", "solver")
MACHINE_DEPENDENT = {
    "exp",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "pow",
    "sin",
    "cos",
    "tan",
    "tanh",
    "gamma",
    "erf",
}


def test_exp_is_near_the_exact_value() -> None:
    rng = Random(1)
    for size in (1e-9, 1, 30, 700):
        for _ in range(500):
            x = rng.uniform(-size, size)
            exact = float(EXACT.exp(Decimal(x)))
            assert abs(exp(x) - exact) <= math.ulp(exact)
    assert exp(0.0) == 1.0


def test_power_is_rounded_as_the_exact_value() -> None:
    rng = Random(2)
    for _ in range(500):
        base, exponent = rng.random(), rng.choice([rng.randrange(9), 1.6 * rng.randrange(9)])
        assert power(base, exponent) == pytest.approx(base**exponent, rel=1e-15)
    assert power(0.0, 0) == power(0.7, 0) == 1.0
    assert power(0.0, 2) == 0.0
    assert power(-0.5, 3) == -0.125


def test_they_are_the_same_on_every_machine() -> None:
    rng = Random(3)
    numbers = [exp(rng.uniform(-20, 20)) for _ in range(2_000)]
    numbers += [power(rng.random(), 1.6 * rng.randrange(9)) for _ in range(200)]
    assert sha256(" ".join(map(float.hex, numbers)).encode()).hexdigest()[:16] == "a054e9c1c1f4816f"


def test_bots_and_hints_compute_with_nothing_that_depends_on_the_machine() -> None:
    found = [
        f"{file.name}:{node.lineno}"
        for part in PARTS
        for file in Path(uka.__file__).parent.joinpath(part).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow))
        or (
            isinstance(node, ast.ImportFrom)
            and node.module == "math"
            and {n.name for n in node.names} & MACHINE_DEPENDENT
        )
        or (isinstance(node, ast.Import) and any(n.name in ("cmath", "math", "statistics") for n in node.names))
    ]
    assert not found
