"""Deals condensed into text, in all four versions and both variants of the format."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.records.egn_files import HANDS, TRICKS, bidding, deal, game, log_of, out, play
from tests.records.games import random_log, sayable_rules
from tests.records.pack import packed
from uka.records import InvalidRecord, egn, read

WAYS = {"the program": {}, "the description": {"suits": "cdhs", "dealer_bits": 3}}
ways = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def reread(told: dict[str, Any], text: str, **flags: Any) -> dict[str, Any]:
    """Return the deal that is written after its condensed text is read."""
    return out(log_of(game(text, ruleset=flags)))["deals"][0]


@pytest.mark.parametrize(
    ("version", "way"), [*((v, WAYS["the program"]) for v in range(4)), *((v, WAYS["the description"]) for v in (0, 1))]
)
def test_a_condensed_deal_is_written_in_full(version: int, way: dict[str, Any]):
    told = deal(bidding("Pass", "Pass", "Pass", "Order"), play(*TRICKS))
    assert reread(told, packed(told, version, **way)) == told


@ways
@pytest.mark.parametrize("version", [0, 1])
def test_a_suit_named_in_the_second_round_alone(version: int, way: dict[str, Any]):
    calls = bidding("Pass", "Pass", "Pass", "Pass", "Pass", "Pass", "s", isAlone=True)
    tricks = [["As", "Js", "Ks"], ["Jc", "9c", "9s"], ["Qc", "Tc", "Kd"], ["Kh", "Jh", "Th"], ["Qd", "Ad", "Qs"]]
    told = deal(calls, play(*tricks))
    assert reread(told, packed(told, version, **way)) == told


@pytest.mark.parametrize("version", [1, 2, 3])
def test_annotations_and_other_lines(version: int):
    calls = bidding("Pass", "Pass", "Pass", "Order", callAnnotations={"3": ["[!]kia ora ♥", "two"]})
    lines = [
        {"branchIndex": 6, "phases": [play(["Js", "Ks"], ["9d", "Qd", "Ad", "Kd"], playAnnotations={"0": ["so"]})]},
        {"branchIndex": 1, "phases": [bidding("Order"), play(["As", "Ah", "Js", "Ks"])]},
        {"branchIndex": 4, "phases": [play(["Kd", "9d", "Qd", "Ad"])]},
    ]
    told = deal(calls, play(*TRICKS, playAnnotations={"0": ["lead"], "19": ["last"]}), alternativeLines=lines)
    assert reread(told, packed(told, version)) == told


@pytest.mark.parametrize("way", [{}, {"suits": "cdhs", "counted": True}], ids=WAYS)
def test_hands_and_a_discard_in_version_3(way: dict[str, Any]):
    told = deal(state={"playerCards": HANDS})
    assert reread(told, packed(told, 3, **way)) == told


@pytest.mark.parametrize("version", [2, 3])
def test_a_lone_defender_and_a_larger_pack(version: int):
    calls = bidding("Pass", "Pass", "Pass", "Order", isAlone=True, aloneDefender=1)
    told = deal(calls, play(["As", "Ks"], ["9s", "Ad"], ["Kd", "7c"], ["Qs", "Tc"], ["Th", "Qh"]))
    again = reread(told, packed(told, version, lowest=7), min_rank=7, defend_alone=True)
    assert again == told


def test_random_deals_in_every_version_that_holds_them():
    for seed in range(40):
        rng = Random(seed)
        log = random_log(sayable_rules(rng).changed({"benny": "off", "no_trump": False, "farmers_hand": "off",
                                                     "partners_best": False}), rng, plain=True, most=2)  # fmt: skip
        value = json.loads(egn.dumps(log))
        lowest = value["metadata"]["ruleset"].get("min_rank", 9)
        full = [
            {**told, "initialState": {k: v for k, v in told["initialState"].items() if k != "playerCards"}}
            for told in value["deals"]
        ]
        for version in (2, 3) if lowest < 9 or log.rules.defend_alone != "off" else (1, 2, 3):
            value["deals"] = [packed(told, version, lowest=lowest) for told in full]
            (again,), _ = egn.loads(json.dumps(value))
            assert again.state.score == log.state.score


def test_the_condensed_real_games_have_the_same_score(real: Path):
    for name in ("epic_comeback.egn", "me_and_bears.egn", "vwec_finals.egn", "quite_the_hustle_annotated.egn"):
        value = json.loads((real / name).read_text("utf-8"))
        score = read(real / name).games[0].state.score
        for version in (0, 1, 2, 3):
            for way in WAYS.values():
                short = {**value, "deals": [packed(told, version, **way) for told in value["deals"]]}
                (log,), _ = egn.loads(json.dumps(short))
                assert log.state.score == score, (name, version)


@pytest.mark.parametrize("text", ["", "A", "!!", "AAAA", "EgA", "////", "E" * 400, "IgAA==", "♥"])
def test_a_text_that_is_no_deal_is_refused(text: str):
    with pytest.raises(InvalidRecord) as refusal:
        log_of(game(deal(), text))
    assert refusal.value.deal == 1


def test_random_texts_are_refused_or_read():
    rng = Random(5)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for _ in range(300):
        text = "".join(rng.choice(letters) for _ in range(rng.randint(1, 60)))
        with suppress(InvalidRecord):
            log_of(game(text))
