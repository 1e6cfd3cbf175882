"""Cards that a file does not name: they are replayed as unknown, and never shown."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.records.egn_files import TRICKS, bidding, deal, game, log_of, out, play
from tests.records.games import random_log
from uka import Card, Suit
from uka.cli import main
from uka.cli.transcript import pretty
from uka.records import Dealt, InvalidRecord, Log, Note, egn, read, summary
from uka.records.entries import UNCERTAIN
from uka.rulesets import find

ORDER = bidding("Pass", "Pass", "Pass", "Order", discard="9c")


def unknown(log: Log, number: int = 0) -> set[str]:
    return {str(card) for card in [entry for entry in log.entries if isinstance(entry, Dealt)][number].unknown}


def without(number: int, *places: int, text: str = "Xx") -> list[list[str]]:
    tricks = copy.deepcopy(TRICKS)
    for place in places:
        tricks[number][place] = text
    return tricks


def test_an_unknown_play_is_some_card_that_the_rules_allow():
    log = log_of(game(deal(ORDER, play(*without(0, 2)))))
    assert len(unknown(log)) == 4, "the card played and the three of the kitty"
    assert "Js" in unknown(log)
    assert out(log)["deals"][0]["phases"][1]["tricks"] == without(0, 2)


@pytest.mark.parametrize(("text", "written"), [("Xs", "Xs"), ("XS", "Xs"), ("X♠", "Xs"), ("Jx", "Jx"), ("x", "Xx")])
def test_a_half_known_card_stays_half_known(text: str, written: str):
    log = log_of(game(deal(ORDER, play(*without(0, 2, text=text)))))
    tricks = out(log)["deals"][0]["phases"][1]["tricks"]
    assert tricks == without(0, 2, text=written)


def test_half_known_cards_of_a_hand_are_kept():
    hand = ["9s", "Xs", "Xx", "Jx", "Xd"]
    calls = bidding("Pass", "Pass", "Pass", "Pass", "c")
    told = deal(calls, play(), state={"playerCards": [[], [], [], hand]})
    log = log_of(game(told))
    state = next(log.replay()).state
    assert state is not None
    assert state.deal is not None
    west = {str(card) for card in state.deal.hand(list(state.deal.rules.seats)[3])}
    assert "9s" in west
    assert sum(card[1] == "s" for card in west) >= 2
    assert any(card[0] == "J" for card in west)
    assert out(log)["deals"] == [told]


def test_an_unknown_card_took_no_trick_if_it_need_not():
    log = log_of(game(deal(ORDER, play(*without(4, 3)))))
    assert summary(log)[0].tricks == (5, 0)


def test_a_result_that_depends_on_unknown_cards_is_marked():
    sure = log_of(game(deal(ORDER, play(*without(1, 1)))))
    assert summary(sure)[0].certain
    log = log_of(game(deal(ORDER, play(*[["Xx"] * 4] * 5))))
    assert not summary(log)[0].certain
    assert any(isinstance(entry, Note) and entry.kind == UNCERTAIN for entry in log.entries)
    assert out(log)["deals"][0]["phases"][1]["tricks"] == [["Xx"] * 4] * 5


def test_what_follows_in_the_file_chooses_among_unknown_cards():
    lost = [*TRICKS[:4], ["Tc", "Xx", "Ac", "Qc"]]
    told = game(deal(ORDER, play(*lost)), deal(ORDER, play(*TRICKS), number=1), initialScore=[8, 0])
    with pytest.raises(InvalidRecord, match="the game is over"):
        log_of(told)
    told["deals"][0]["phases"][1]["tricks"] = [["Xx"] * 4] * 5
    log = log_of(told)
    assert log.state.score[0] in (9, 10, 11), "the first deal did not end the game, for there is a second"
    assert len(summary(log)) == 2


def test_an_unknown_turn_up():
    calls = bidding("Pass", "Pass", "Pass", "Pass", "h")
    tricks = [["As", "Ah", "Js", "Ks"]]
    log = log_of(game(deal(calls, play(*tricks), upcard="Xx")))
    assert summary(log)[0].upcard == "x"
    assert out(log)["deals"][0]["initialState"]["upCard"] == "Xx"
    assert log.state.deal is not None
    assert log.state.deal.upcard.suit is not log.state.deal.trump


def test_a_turn_up_of_which_the_suit_is_known():
    log = log_of(game(deal(upcard="Xh")))
    assert summary(log)[0].trump is Suit.HEARTS
    assert summary(log)[0].upcard == "x"
    assert out(log)["deals"][0]["initialState"]["upCard"] == "Xh"


def test_an_unknown_call_that_must_have_been_a_pass_or_the_order():
    for calls in (("x", "Pass", "x", "Order"), ("Pass", "Pass", "Pass", "x")):
        log = log_of(game(deal(bidding(*calls, discard="9c"), play(*TRICKS))))
        assert out(log)["deals"][0]["phases"][0]["calls"] == ["Pass", "Pass", "Pass", "Order"]


def test_an_unknown_suit_is_read_only_if_one_fits():
    told = deal(bidding("Pass", "Pass", "Pass", "Pass", "x"), play(*[["Xx"] * 4] * 5))
    with pytest.raises(
        InvalidRecord, match="the record doesn't say what is trump, and the cards played would fit clubs or diamonds or"
    ):
        log_of(game(told))
    read_right = 0
    for seed in range(12):
        value = out(random_log(find("north_american"), Random(seed), plain=True, most=3))
        for told in value["deals"]:
            calls = told["phases"][0]["calls"]
            last, calls[-1] = calls[-1], "x"
            try:
                log = log_of(game(told))
            except InvalidRecord as error:
                why = str(error)
            else:
                read_right += 1
                why = out(log)["deals"][0]["phases"][0]["calls"][-1]
            assert why == last or "trump is not told" in why
    assert read_right > 3, "under every other trump someone revoked, or won a trick that another led after"


def spread(value: dict[str, Any], rng: Random, share: float) -> dict[str, Any]:
    """Return a file in which a random part of the plays and discards is unknown. ``share`` is the size of that part."""
    value = copy.deepcopy(value)
    for told in value["deals"]:
        for phase in told["phases"]:
            if rng.random() < share and "discard" in phase:
                phase["discard"] = "Xx"
            for trick in phase.get("tricks", []):
                for i, card in enumerate(trick):
                    if rng.random() < share:
                        trick[i] = rng.choice(("Xx", "X" + card[1], card[0] + "x"))
    return value


@pytest.mark.parametrize(
    "name", ["epic_comeback.egn", "mote_w5_g1.egn", "vwec_finals.egn", "six_points_in_two_hands.egn"]
)
@pytest.mark.parametrize("share", [0.02, 0.1])
def test_unknown_cards_appear_in_no_written_file(real: Path, name: str, share: float):
    whole = json.loads((real / name).read_text("utf-8"))
    read_in = 0
    for seed in range(4):
        try:
            (log,), _ = egn.loads(json.dumps(spread(whole, Random(seed), share)))
        except InvalidRecord:
            continue
        read_in += 1
        dealt = [entry for entry in log.entries if isinstance(entry, Dealt)]
        for line, entry, told in zip(summary(log), dealt, out(log)["deals"], strict=True):
            assert line.upcard not in {str(card) for card in entry.unknown}
            text = json.dumps([told["initialState"], told["phases"]])
            for card in entry.unknown:
                assert f'"{card}"' not in text
    assert read_in


def test_recorded_games_have_as_many_unknown_cards_as_nobody_saw(real: Path):
    """The hands of loners' partners, the kitty and unseen discards are unknown.

    That makes 9 cards, or 8 if nothing was picked up. If nobody goes alone, 4 cards are unknown, or none.
    """
    counts = set[int]()
    for file in sorted(real.glob("*.egn")):
        if "test" not in file.name:
            counts |= {len(e.unknown) for log in read(file).games for e in log.entries if isinstance(e, Dealt)}
    assert counts == {0, 4, 8, 9}


def test_unknown_cards_are_cards_of_the_pack_that_nobody_saw(real: Path):
    log = read(real / "me_and_bears.egn").games[0]
    for step in log.replay():
        if isinstance(step.entry, Dealt):
            assert set(step.entry.unknown) <= set(Card)
            assert step.state is not None
            assert step.state.deal is not None
            assert step.state.deal.upcard not in step.entry.unknown


def test_unknown_cards_are_not_in_what_is_replayed_on_screen(real: Path, capsys: pytest.CaptureFixture[str]):
    hidden = 0
    for name in ("me_and_bears.egn", "quite_the_hustle_annotated.egn", "mote_w5_g2.egn"):
        dealt = [entry for entry in read(real / name).games[0].entries if isinstance(entry, Dealt)]
        for number, entry in enumerate(dealt, 1):
            main(["replay", str(real / name), "--deal", str(number)])
            words = set(re.split(r"[\s,.:]+", capsys.readouterr().out))
            assert not words & {pretty(card) for card in entry.unknown}
            assert ("x" in words) == bool(set(entry.unknown) & set(entry.pack[:20])), "a dealt card is shown as x"
            hidden += len(entry.unknown)
    assert hidden > 50
