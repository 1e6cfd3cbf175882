"""Our bots at a table with OpenSpiel's: a deal ends in both alike, and is counted."""

import importlib.util
from concurrent.futures import ThreadPoolExecutor

import pytest

from bench import openspiel

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed: pip install -e '.[openspiel]'"
)


def test_deals_end_alike_and_are_counted() -> None:
    """What ends differently in OpenSpiel is an error of the job."""
    with ThreadPoolExecutor(2) as executor:
        *_, met = openspiel.against("club", 23, executor, simulations=10)
    assert (met.points.pieces, met.points.n) == (23, 46)
    mine, other = met.tallies
    assert mine.made + other.made == 46
    assert min(mine.asked, other.asked) > 46 * 5
    assert met.times[1].quantile(0.5)


def test_a_weak_search_loses_to_club() -> None:
    with ThreadPoolExecutor(1) as executor:
        *_, met = openspiel.against("club", 150, executor, simulations=2)
    low = met.points.mean().low
    assert low is not None
    assert low > 0.2
