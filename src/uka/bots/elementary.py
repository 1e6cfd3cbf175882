"""The exponential function and powers, as the same numbers on every machine.

Bots choose alike in a browser and on a server, and hints have the same figures. That is why they use neither
``math.exp`` nor ``**``, whose last digit depends on the C library and the processor, nor ``sum`` of floats, whose last
digit depends on the version of Python. Products, quotients, square roots, ``math.fsum`` and ``math.hypot`` are the same
everywhere.

>>> exp(1.0), power(0.5, 3), power(2.0, 0.5)
(2.718281828459045, 0.125, 1.4142135623730951)
"""

from __future__ import annotations

from decimal import Context, Decimal
from functools import lru_cache
from math import ldexp

LN2 = (0.693147180369123816490, 1.90821492927058770002e-10)
"""The natural logarithm of 2, as the sum of a number with few digits and of the rest."""
COTH = (-691 / 653837184000, 1 / 23950080, -1 / 604800, 1 / 15120, -1 / 360, 1 / 6, 2.0)
"""The factors of the powers of *x* squared in the series of *x* coth(*x* / 2), from x to the power 12 down."""
CONTEXT = Context(prec=25)


def exp(x: float) -> float:
    """Return *e* to the power ``x``, with an error of at most one unit in the last place."""
    twos = round(x / LN2[0])
    rest = x - twos * LN2[0] - twos * LN2[1]
    square = rest * rest
    even = 0.0
    for factor in COTH:
        even = even * square + factor
    return ldexp(1.0 + 2.0 * rest / (even - rest), twos)


@lru_cache(maxsize=4096)
def power(base: float, exponent: float) -> float:
    """Return ``base`` to the power ``exponent``. The last 4,096 results are kept: the first time is slow."""
    return float(CONTEXT.power(Decimal(base), Decimal(exponent))) if exponent else 1.0
