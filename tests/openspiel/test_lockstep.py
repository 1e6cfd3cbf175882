"""5,000 random hands in lock step with OpenSpiel's euchre, and 1,000 more under each of its options."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import cast

import pytest

import uka
from tests.openspiel.lockstep import Game, mismatches, play
from tests.openspiel.variants import DIFFERENCES, VARIANTS

Load = Callable[[dict[str, bool]], Game]

# Chunks, so that pytest-xdist can share them out.
CHUNK = 500
CHUNKS = [("stick the dealer", first) for first in range(0, 5_000, CHUNK)] + [
    (name, first) for name in ("throw in", "lone defender") for first in range(0, 1_000, CHUNK)
]


@pytest.fixture(scope="module")
def load() -> Load:
    """OpenSpiel's euchre by its parameters; without OpenSpiel the test skips, but in CI it fails."""
    try:
        import pyspiel
    except ImportError:
        missing = "OpenSpiel is not installed: pip install -e '.[openspiel]'"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return lambda parameters: cast(Game, pyspiel.load_game("euchre", parameters))


@pytest.mark.parametrize(("name", "first"), CHUNKS)
def test_same_legal_actions_and_returns(name: str, first: int, load: Load) -> None:
    variant = VARIANTS[name]
    game = load(variant.parameters)
    deals = [play(game, variant.rules, seed) for seed in range(first, first + CHUNK)]
    assert {deal.result.outcome for deal in deals if deal.result} == variant.endings
    assert {deal.contract.ordered for deal in deals if deal.contract} == {True, False}
    # The last call a round can hold: the stuck dealer's, or the one that throws the deal in.
    assert max(len(deal.calls) for deal in deals) == 8
    # A dealer who took the turn-up and discarded, only to sit out.
    assert any(deal.contract and deal.contract.loner is deal.dealer.partner and deal.picked_up for deal in deals)


@pytest.mark.parametrize("difference", DIFFERENCES)
def test_each_stated_difference_is_needed(difference: str, load: Load) -> None:
    plain = getattr(uka.ruleset("cardgames"), difference)
    rules = VARIANTS["stick the dealer"].rules.changed({difference: plain})
    game = load({})
    assert any(mismatches(game, rules, range(CHUNK)))


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("stick the dealer", "throw in"),
        ("throw in", "stick the dealer"),
        ("stick the dealer", "lone defender"),
        ("lone defender", "stick the dealer"),
    ],
)
def test_another_variant_is_noticed(theirs: str, ours: str, load: Load) -> None:
    game = load(VARIANTS[theirs].parameters)
    assert any(mismatches(game, VARIANTS[ours].rules, range(CHUNK)))


def test_a_wrong_score_is_noticed(load: Load) -> None:
    rules = VARIANTS["stick the dealer"].rules.changed({"scoring.lone_march": 3})
    game = load({})
    found = list(mismatches(game, rules, range(CHUNK)))
    assert found
    assert all("returns" in difference for difference in found)
