"""The shipped rulesets' fields, and which of their values are marked as inferred, follow docs/sources.md."""

from collections.abc import Mapping

import pytest

import uka
from tests.sources import SOURCES
from uka.rulesets import inferred

MARKED_IN_DOCS: dict[str, str] = {
    "uka": "draw natural_needed second_suit alone_by loner_lead",
    "tainui": "pack natural_needed second_suit dealer_out dealer_calls_in_second partner_alone alone_by keep_upcard "
    "loner_lead revoke_then scoring.lone_made",
    "knock": "packets second_suit keep_upcard cards_played scoring.made scoring.march scoring.lone_march "
    "scoring.lone_made scoring.euchred",
    "bicycle": "pack draw draw_ties target cards_played",
    "cardgames": "packets keep_upcard loner_lead cards_played",
}
"""Fields that docs/sources.md marks as inferred, by ruleset."""

MARKED_BESIDE: dict[str, str] = {
    "uka": "claims cut dealer_calls_in_second dealer_out defend_alone misdeal no_trump packets "
    "revoke_penalty scoring.defended_alone scoring.made words.take_up words.turn_down",
    "tainui": "alone_asked benny clock cut defend_alone first_lead_trump lone_must_march misdeal must_head "
    "no_trump scoring.defended_alone scoring.lone_march turned_down upcard_stays words.alone words.assist",
    "knock": "claims cut defend_alone dealer_out lone_must_march loner_lead scoring.defended_alone "
    "scoring.lone_euchred",
    "bicycle": "benny claims cut defend_alone dealer_out first_lead_trump natural_needed packets rubber "
    "scoring.defended_alone words.cross words.decline words.next words.take_up words.turn_down",
    "cardgames": "claims cut defend_alone dealer_out farmers_hand scoring.defended_alone",
}
"""Fields that the TOML files mark as inferred, but docs/sources.md does not: it lacks them, or their mark."""

CELLS: dict[str, Mapping[str, object]] = {
    "pack": {"uka": 32, "tainui": 32, "knock": 24, "bicycle": 32, "cardgames": 24},
    "benny": dict.fromkeys(SOURCES, "off"),
    "draw": {
        "uka": "high_cut",
        "tainui": "first_jack",
        "knock": "random",
        "bicycle": "low_card",
        "cardgames": "random",
    },
    "cut": dict.fromkeys(SOURCES, False) | {"bicycle": True},
    "packets": {"uka": "3-2", "tainui": "free", "knock": "3-2", "bicycle": "kept_in_game", "cardgames": "3-2"},
    "natural_needed": dict.fromkeys(SOURCES, False) | {"uka": True, "tainui": True},
    "partner_alone": dict.fromkeys(SOURCES, "off") | {"tainui": "ordered"},
    "dealer_out": dict.fromkeys(SOURCES, "dealer") | {"tainui": "buried"},
    "dealer_calls_in_second": dict.fromkeys(SOURCES, True) | {"uka": False},
    "nobody_calls": {
        "uka": "dealer_picks_up",
        "tainui": "dealer_picks_up",
        "knock": "dealer_names",
        "bicycle": "throw_in",
        "cardgames": "dealer_names",
    },
    "keep_upcard": dict.fromkeys(SOURCES, False) | {"uka": True, "tainui": True},
    "upcard_stays": dict.fromkeys(SOURCES, False) | {"bicycle": True},
    "turned_down": dict.fromkeys(SOURCES, "face_down") | {"bicycle": "face_up"},
    "alone_by": dict.fromkeys(SOURCES, "maker"),
    "alone_asked": dict.fromkeys(SOURCES, "with_call"),
    "loner_lead": dict.fromkeys(SOURCES, "dealer_left"),
    "lone_must_march": dict.fromkeys(SOURCES, False) | {"uka": True},
    "cards_played": dict.fromkeys(SOURCES, "gathered") | {"uka": "on_chip", "tainui": "before_player"},
    "target": {"uka": 10, "tainui": 11, "knock": 10, "bicycle": 5, "cardgames": 10},
    "clock": dict.fromkeys(SOURCES, 0) | {"tainui": 12},
    "bridge": dict.fromkeys(SOURCES, False) | {"bicycle": True},
    "misdeal": dict.fromkeys(SOURCES, "redeal") | {"tainui": "second_chance"},
    "revoke_penalty": dict.fromkeys(SOURCES, 2),
    "revoke_then": dict.fromkeys(SOURCES, "ends_deal") | {"tainui": "played_out"},
    "draw_ties": dict.fromkeys(SOURCES, "break"),
    "farmers_hand": dict.fromkeys(SOURCES, "off"),
    "must_head": dict.fromkeys(SOURCES, False),
    "first_lead_trump": dict.fromkeys(SOURCES, True),
    "claims": dict.fromkeys(SOURCES, True) | {"tainui": False},
    "second_suit": dict.fromkeys(SOURCES, "another"),
    "no_trump": dict.fromkeys(SOURCES, False),
    "defend_alone": dict.fromkeys(SOURCES, "off"),
    "partners_best": dict.fromkeys(SOURCES, False),
    "rubber": dict.fromkeys(SOURCES, False),
    "deals": dict.fromkeys(SOURCES, 0),
}

FIGURES: dict[str, dict[str, int]] = {
    "uka": {"made": 1, "march": 3, "lone_march": 4, "euchred": 2, "lone_euchred": 4},
    "tainui": {"made": 1, "march": 2, "lone_march": 6, "lone_made": 1, "euchred": 2, "lone_euchred": 2},
    "knock": {"made": 1, "march": 2, "lone_march": 4, "lone_made": 1, "euchred": 2, "lone_euchred": 2},
    "bicycle": {"made": 1, "march": 2, "lone_march": 4, "lone_made": 1, "euchred": 2, "lone_euchred": 2},
    "cardgames": {"made": 1, "march": 2, "lone_march": 4, "lone_made": 1, "euchred": 2, "lone_euchred": 2},
}
"""The points for the outcomes of each ruleset. Under ``uka`` a loner who takes three or four tricks is euchred."""


@pytest.mark.parametrize("source", SOURCES)
def test_every_cell_of_the_tables_is_in_the_ruleset(source: str) -> None:
    ruleset = uka.ruleset(source)
    assert {field: getattr(ruleset, field) for field in CELLS} == {field: CELLS[field][source] for field in CELLS}


@pytest.mark.parametrize("source", SOURCES)
def test_every_figure_of_the_tables_is_in_the_ruleset(source: str) -> None:
    scoring = uka.ruleset(source).scoring
    assert {end: getattr(scoring, end) for end in FIGURES[source]} == FIGURES[source]


@pytest.mark.parametrize("source", SOURCES)
def test_what_the_tables_infer_is_marked_in_the_ruleset(source: str) -> None:
    expected = f"{MARKED_IN_DOCS[source]} {MARKED_BESIDE[source]}".split()
    assert sorted(inferred(source)) == sorted(expected)
    assert all(why for why in inferred(source).values())
