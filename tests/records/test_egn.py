"""Single deals in EGN: what is read, what is refused and where the error is found, and what is written again."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.records.conftest import Check
from tests.records.egn_files import HANDS, TRICKS, bidding, deal, game, log_of, out, play
from tests.records.games import random_log
from uka import Card, ClaimRevoke, Outcome, Pass, Seat, shuffled
from uka.core.deal import arranged_pack
from uka.records import (
    BellRecorded,
    Dealt,
    InvalidRecord,
    Log,
    MisdealRecorded,
    Note,
    NotExpressible,
    Scored,
    egn,
    summary,
)
from uka.rulesets import find

ORDER = bidding("Pass", "Pass", "Pass", "Order", discard="9c")


def refused(value: Any) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as refusal:
        log_of(value)
    return refusal.value


def unknown(log: Log) -> list[set[str]]:
    return [set(map(str, entry.unknown)) for entry in log.entries if isinstance(entry, Dealt)]


def test_a_deal_is_replayed():
    log = log_of(game(deal()))
    (line,) = summary(log)
    assert (line.dealer, line.maker, line.upcard, line.tricks) == (Seat.NORTH, Seat.NORTH, "Qh", (5, 0))
    assert (line.outcome, line.points, line.score) == ("march", (2, 0), (2, 0))
    assert line.certain
    assert unknown(log) == [set()], "20 cards were seen, one was laid away: the kitty is what is left"


def test_the_hands_are_gathered_from_the_plays():
    log = log_of(game(deal()))
    first = next(log.replay()).state
    assert first is not None
    assert first.deal is not None
    for seat, hand in zip(Seat, HANDS, strict=True):
        assert {str(card) for card in first.deal.hand(seat)} == set(hand)
    assert {str(card) for card in first.deal.kitty} == {"9h", "Jd", "Ts"}


def test_a_discard_that_nobody_saw_is_unknown():
    told = deal(bidding("Pass", "Pass", "Pass", "Order"), play(*TRICKS))
    log = log_of(game(told))
    assert unknown(log) == [{"9c", "9h", "Jd", "Ts"}]
    assert out(log)["deals"] == [told]


def test_a_turn_up_taken_and_never_played_must_be_the_discard():
    tricks = [["As", "Ah", "Js", "Ks"], ["9d", "Qd", "Ad", "Kd"], ["Jh", "Th", "Td", "Kh"], ["9c", "9s", "Kc", "Jc"],
              ["Ac", "Qc", "Tc", "Qs"]]  # fmt: skip
    told = deal(bidding("Pass", "Pass", "Pass", "Order"), play(*tricks))
    log = log_of(game(told))
    assert unknown(log) == [set()]
    told["phases"][0]["discard"] = "Qh"
    assert out(log)["deals"] == [told], "what follows from the rest is written out"


def test_a_hand_that_sat_out_is_unknown_until_the_file_tells_it():
    told = deal(bidding("Pass", "Pass", "Pass", "Order", isAlone=True), play(["As", "Js", "Ks"]))
    log = log_of(game(told))
    assert {"As", "Js", "Ks", "Qh"}.isdisjoint(*unknown(log))
    assert len(unknown(log)[0]) == 20
    assert out(log)["deals"] == [told]
    told["initialState"]["playerCards"] = [[], [], HANDS[2], []]
    log = log_of(game(told))
    assert set(HANDS[2]).isdisjoint(*unknown(log))
    assert out(log)["deals"] == [told]


def test_hands_in_the_file_keep_their_order():
    told = deal(state={"playerCards": [list(reversed(hand)) for hand in HANDS]})
    assert out(log_of(game(told)))["deals"] == [told]


def test_no_hand_but_a_turn_up():
    told = deal(bidding("Pass"))
    log = log_of(game(told))
    assert log.state.deal is not None
    assert len(log.state.deal.calls) == 1
    assert len(unknown(log)[0]) == 23
    assert out(log)["deals"] == [told]
    bare = {"dealNumber": 0, "initialState": {"dealer": 2, "upCard": "9h"}, "phases": []}
    assert out(log_of(game(bare)))["deals"] == [bare]


# Files of early versions, and unusual texts of cards


def test_early_names_are_understood():
    told = game(deal(state={"player_cards": HANDS, "kitty": ["9h", "Jd", "Ts"]}), version="1.0.0", match_id="7")
    told["deals"][0]["phases"][0]["calls_annotations"] = {"3": ["bold"]}
    told["deals"][0]["phases"][1] |= {"initialLead": 1, "tricks_annotations": {"0": ["?"]}, "timings": [1, 2]}
    log = log_of(told)
    assert log.header.about["gameId"] == "7"
    assert [str(card) for card in next(iter(log.entries)).pack[21:]] == ["9h", "Jd", "Ts"]  # type: ignore[union-attr]
    again = out(log)
    assert again["version"] == "1.4"
    assert again["metadata"]["gameId"] == "7"
    assert again["deals"][0]["initialState"]["playerCards"] == HANDS
    assert again["deals"][0]["phases"][0]["callAnnotations"] == {"3": ["bold"]}
    assert again["deals"][0]["phases"][1]["playAnnotations"] == {"0": ["?"]}


def test_a_later_file_may_hold_nothing_that_the_format_lacks():
    told = game(deal())
    told["deals"][0]["phases"][0]["isalone"] = True
    error = refused(told)
    assert error.deal == 0
    assert "isalone" in str(error)


def test_cards_in_other_spellings():
    odd = [["A♠", "aH", "Js", "ks"], ["Nd", "Qd", "Ad", "Kd"], ["R", "10h", "10♦", "Kh"], ["Qt", "9s", "Kc", "Jc"],
           ["Tc", "Qs", "Ac", "Qc"]]  # fmt: skip
    log = log_of(game(deal(ORDER, play(*odd))))
    assert unknown(log) == [set()]
    assert out(log)["deals"][0]["phases"][1]["tricks"] == TRICKS


def test_the_left_bower_by_its_letter():
    called = bidding("Pass", "Pass", "Pass", "Pass", "s")
    log = log_of(game(deal(called, play(["L", "R", "As", "Ks"]), dealer=3)))
    assert log.state.deal is not None
    assert log.state.deal.trick == ()
    assert log.state.deal.tricks[0].cards == (Card.JC, Card.JS, Card.AS, Card.KS)
    assert log.state.deal.tricks[0].taker is Seat.EAST


# Refusals


def trick(number: int, *cards: str) -> list[list[str]]:
    return [*TRICKS[:number], list(cards), *TRICKS[number + 1 :]]


def test_a_revoke_is_refused_with_its_place():
    tricks = [["As", "Ah", "Js", "Ad"], ["9d", "Qd", "Ks", "Kd"], *TRICKS[2:]]
    error = refused(game(deal(ORDER, play(*tricks))))
    assert error.deal == 0
    assert (0, Seat.NORTH, Card.AD) in [(fault.trick, fault.seat, fault.card) for fault in error.faults]
    assert "spades were led and had to be followed, but north still held Ks, played to trick 2" in str(error)


@pytest.mark.parametrize(
    ("told", "place", "word"),
    [
        (deal(ORDER, play(*trick(4, "Tc", "As", "Ac", "Qc"))), (4, Seat.EAST, Card.AS), "played before, to trick 1"),
        (deal(ORDER, play(*trick(4, "Tc", "9c", "Ac", "Qc"))), (4, Seat.EAST, Card.C9), "was discarded"),
        (deal(ORDER, play(*trick(3, "9h", "9s", "Kc", "Qh"))), (3, Seat.WEST, Card.QH), "picked up by north"),
        (
            deal(state={"playerCards": [[], [], [], ["Jc", "Qc", "Js", "Qd", "9h"]]}),
            (2, Seat.WEST, Card.KH), "was not dealt to west",
        ),
        (
            deal(state={"playerCards": [["9c", "Tc", "Jh", "Ad", "As"], [], [], []]}),
            (0, Seat.EAST, Card.AS), "was dealt to north",
        ),
        (deal(state={"kitty": ["9h", "As", "Ts"]}), (0, Seat.EAST, Card.AS), "lay in the kitty"),
        (
            deal(bidding("Pass", "Pass", "Pass", "Pass", "s"), play(["As", "Ah", "Js", "Qh"])),
            (0, Seat.NORTH, Card.QH), "was turned up and not taken",
        ),
    ],
)  # fmt: skip
def test_a_card_out_of_place_is_refused_with_its_place(told: Any, place: tuple[int, Seat, Card], word: str):
    error = refused(game(told))
    assert place in [(fault.trick, fault.seat, fault.card) for fault in error.faults]
    assert word in str(error)


@pytest.mark.parametrize(
    ("told", "word"),
    [
        (deal(ORDER, play(*trick(0, "As", "Ah", "Js", "Ks", "Ts"))), "trick 1 of 5: 5 cards are played"),
        (deal(ORDER, play(*trick(1, "9d", "Qd", "Ad"))), "trick 2 of 5: 3 cards are played to it, but 4 seats play"),
        (deal(ORDER, play(*TRICKS, ["9h", "Jd", "Ts", "9c"])), "6 tricks"),
        (deal(ORDER, play(*trick(0, "7s", "Ah", "Js", "Ks"))), "7s is not in the pack of 24"),
        (deal(ORDER, play(*trick(0, "B", "Ah", "Js", "Ks"))), "B is not in the pack"),
        (deal(ORDER, play(*trick(0, "1z", "Ah", "Js", "Ks"))), "'1z' is not a card"),
        (deal(upcard="Zz"), "'Zz' is not a card"),
        (deal(bidding("Pass", "Order", "Pass"), play()), "call 3: nothing is called any more"),
        (deal(bidding("Order", *["Pass"] * 6), play()), "call 2"),
        (deal(bidding("s"), play()), "call 1: you can name a suit only after"),
        (deal(bidding(*["Pass"] * 4, "h"), play()), "call 5: hearts were turned down"),
        (deal(bidding(*["Pass"] * 4, "Order"), play()), "call 5: the turn-up was turned down"),
        (deal(bidding(*["Pass"] * 4, "n"), play()), "call 5: these rules don't allow no trump"),
        (deal(bidding(*["Pass"] * 8)), "call 8: everyone has passed, so the dealer must name a suit"),
        (deal(bidding("Pass"), play(["As"])), "trump is not made"),
        (deal(bidding("Pass", isAlone=True)), "nobody made trump"),
        (deal(bidding("Order", discard="9c", aloneDefender=0), play()), "only against a loner"),
        (deal(bidding("Pass", "Pass", "Pass", "Pass", "s", discard="9c"), play()), "nobody had a card too many"),
        (deal(bidding("Order", cardExchanges=[{"receiver": 1, "cards": ["9c", "Tc", "9d"]}])), "the kitty"),
        (deal(bidding("Order", cardExchanges=[{"sender": 0, "receiver": 1, "cards": ["9c"]}])), "exchange"),
        (deal(bidding("Order", cardExchanges=[{"sender": 7, "receiver": 1, "cards": ["9c"]}])), "no seat 7"),
        (deal(play(*TRICKS)), "one phase of calls"),
        (deal(ORDER, ORDER), "one phase of calls"),
        (deal(dealer=4), "seats are 0 to 3"),
        (deal(state={"playerCards": HANDS[:3]}), "3 hands"),
        (deal(state={"playerCards": [[*HANDS[0], "9h"], [], [], []]}), "6 cards are dealt to a hand"),
        (deal(state={"kitty": ["9h", "Jd", "Ts", "9c"]}), "4 cards are given for the kitty"),
        (deal(state={"playerCards": [HANDS[0], HANDS[0], [], []]}), "was dealt to east"),
        (deal(state={"playerCards": [["9c", "9c"], [], [], []]}), "9c was dealt to north twice"),
        (deal(bidding("Pass", "Pass", "Pass", "Order", discard="9h"), play(*TRICKS), state={"playerCards": HANDS}),
         "9h was discarded, and was not dealt to north"),
        (deal(ORDER, play(*TRICKS, initialLead=2)), "the record has south lead, but by the rules east leads"),
        ("EgAAA", "not a condensed deal"),
        (7, "it must be an object or text, not a whole number"),
        (deal(bidding("Alone")), "phases[0].calls[0] must be Order, Pass, c, d, h, n, s or x, not Alone"),
        (deal(bidding(*["Pass"] * 17)), "phases[0].calls must be a list of at most 16 items"),
        (deal(alternativeLines=[{"branchIndex": 1, "phases": []}]), "alternativeLines[0].phases must be a list of 1"),
    ],
)  # fmt: skip
def test_a_deal_that_breaks_the_rules_is_refused(told: Any, word: str):
    error = refused(game(deal(), told if not isinstance(told, dict) else {**told, "dealNumber": 1}))
    assert word in str(error), str(error)
    assert error.deal == 1


def test_an_unfinished_deal_may_only_be_the_last():
    part = deal(ORDER, play(*TRICKS[:3]))
    assert log_of(game(part)).state.score == (0, 0)
    error = refused(game(part, deal(number=1, dealer=1)))
    assert error.deal == 0
    assert "the deal is not finished" in str(error)


def test_a_game_that_is_over_has_no_more_deals():
    error = refused(game(deal(), deal(number=1), initialScore=[8, 0]))
    assert error.deal == 1
    assert "the game is over" in str(error)


def test_a_final_score_that_contradicts_the_deals_is_refused():
    assert log_of(game(deal(), initialScore=[8, 3], finalScore=[10, 3])).state.over
    assert "10 to 3" in str(refused(game(deal(), initialScore=[8, 3], finalScore=[9, 3])))
    partial = game(deal(), finalScore=[10, 4])
    assert out(log_of(partial))["metadata"]["finalScore"] == [10, 4], "of a game that goes on behind the file"


# Writing


def test_everything_a_file_says_about_the_game_is_written_again(valid: Check):
    players = ["N", {"name": "Ana", "playerIds": [{"id": "7", "source": "club"}]}, {"name": "S"}, "W"]
    told = game(
        deal(number=4), players=players, gameId="g-1", title="", description="d", date="2026-07-16T22:24",
        initialScore=[3, 9], finalScore=[5, 9],
    )  # fmt: skip
    log = log_of(told)
    assert log.players == ("N", "Ana", "S", "W")
    valid(egn.dumps(log))
    assert out(log) == told


def test_dealers_who_do_not_pass_to_the_left_are_kept(valid: Check):
    told = game(*(deal(number=i, dealer=0) for i in range(3)))
    log = log_of(told)
    assert [line.dealer for line in summary(log)] == [Seat.NORTH] * 3
    valid(egn.dumps(log))
    assert out(log) == told


def test_annotations_and_alternative_lines_are_written_unchanged(valid: Check):
    calls = {"0": ["[?]too timid", "a second"], "3": ["[!]"], "9": ["of no call"]}
    plays = {"0": ["lead"], "19": ["last"], "44": ["of no play"]}
    line = {"branchIndex": 5, "phases": [play(["Ah", "Js", "Ks"], playAnnotations={"0": ["better"]}, isAlone=False)]}
    order = {**ORDER, "callAnnotations": calls}
    told = game(deal(order, play(*TRICKS, playAnnotations=plays), alternativeLines=[line]))
    log = log_of(told)
    remarks = [entry.text for entry in log.entries if isinstance(entry, Note) and not entry.kind]
    assert remarks == ["[?]too timid", "a second", "[!]", "lead", "last"]
    valid(egn.dumps(log))
    assert out(log) == told


def test_a_thrown_in_deal(valid: Check):
    passes = bidding(*["Pass"] * 8)
    told = game(deal(passes), deal(passes, number=1, dealer=1), ruleset={"std": False})
    log = log_of(told)
    assert [entry.result.outcome for entry in log.entries if isinstance(entry, Scored)] == [Outcome.THROWN_IN] * 2
    valid(egn.dumps(log))
    assert out(log) == told


def test_a_loner_euchred_by_a_lone_defender_is_worth_four(valid: Check):
    calls = bidding("Pass", "Pass", "Pass", "Order", isAlone=True, aloneDefender=1)
    tricks = [["As", "Ks"], ["9s", "Ad"], ["Kd", "9c"], ["Qs", "Tc"], ["Th", "Jh"]]
    told = game(deal(calls, play(*tricks)), ruleset={"defend_alone": True})
    log = log_of(told)
    (line,) = summary(log)
    assert (line.loner, line.lone_defender, line.outcome) == (Seat.NORTH, Seat.EAST, "defended_alone")
    assert line.points == (0, 4)
    valid(egn.dumps(log))
    again = out(log)
    assert again["deals"][0]["phases"][0].pop("discard") == "Qh"
    assert again == told


def test_cards_exchanged_with_the_kitty_and_passed_to_a_loner(valid: Check):
    rules = {"go_under": True, "partners_best": True}
    under = [
        {"receiver": 2, "cards": ["9h", "Jd", "Ts"]},
        {"sender": 2, "receiver": 0, "cards": ["9d", "Td", "9s"]},
    ]
    hands = [HANDS[0], ["As", "Qs", "Ah", "Kd", "Th"], ["Ac", "Kc", "9d", "Td", "9s"], HANDS[3]]
    best = [{"sender": 2, "receiver": 0, "cards": ["Jd"]}, {"sender": 0, "receiver": 2, "cards": ["Tc"]}]
    calls = bidding("Pass", "Pass", "Pass", "Order", isAlone=True, discard="9c", cardExchanges=under + best)
    tricks = [["As", "Js", "Ks"], ["Qs", "Jc", "Qh"], ["Jh", "Th", "Kh"], ["Jd", "Ah", "Qc"], ["Ad", "Kd", "Qd"]]
    told = game(deal(calls, play(*tricks), state={"playerCards": hands}), ruleset=rules)
    log = log_of(told)
    assert unknown(log) == [set()]
    deal_now = log.state.deal
    assert deal_now is not None
    assert deal_now.went_under is Seat.SOUTH
    assert deal_now.shown == (Card.D9, Card.TD, Card.S9)
    assert deal_now.gift is Card.JD
    assert deal_now.result is not None
    assert deal_now.result.outcome is Outcome.LONE_MADE
    valid(egn.dumps(log))
    assert out(log) == told


def test_a_joker_turned_up_and_ordered_is_said_by_its_suit(valid: Check):
    rules = find("british")
    hands = {Seat.NORTH: "9c Tc Jh Ad Ks", Seat.EAST: "As Qs 9s Kd Th", Seat.SOUTH: "Ac Kc 9d Td Ah",
             Seat.WEST: "Jc Qc Js Qd Kh"}  # fmt: skip
    log = Log.start(rules, dealer=Seat.NORTH)
    log.deal(arranged_pack(rules, Seat.NORTH, hands, "B"))
    while log.state.deal is not None and not log.state.deal.over:
        legal = log.state.deal.legal_actions
        log.act(next((action for action in legal if action != Pass()), legal[0]))
    text = egn.dumps(log)
    valid(text)
    assert json.loads(text)["deals"][0]["phases"][0]["calls"] == ["c"]
    (again,), _ = egn.loads(text)
    assert again.state.deal is not None
    assert log.state.deal is not None
    assert again.state.deal.tricks == log.state.deal.tricks
    assert again.state.deal.up_suit is log.state.deal.up_suit


def test_a_joker_turned_down_is_refused_both_ways():
    rules = find("british")
    log = Log.start(rules, dealer=Seat.NORTH)
    pack = [card for card in shuffled(rules, 1) if card is not Card.JOKER]
    log.deal((*pack[:20], Card.JOKER, *pack[20:]))
    log.act(log.state.deal.legal_actions[0])  # type: ignore[union-attr]
    for _ in range(4):
        log.act(Pass())
    with pytest.raises(NotExpressible, match="joker"):
        egn.check_standard(log)
    told = deal(bidding(*["Pass"] * 4, "s"), play(), upcard="B")
    assert "which suit it stood for" in str(refused(game(told, ruleset={"joker": True})))


# What EGN cannot express


def started(name: str = "north_american", **more: Any) -> Log:
    log = Log.start(find(name), dealer=Seat.NORTH, **more)
    log.deal(shuffled(log.rules, 3))
    return log


def test_a_misdeal_a_revoke_and_a_bell_are_refused_by_name():
    log = started()
    log.append(MisdealRecorded())
    with pytest.raises(NotExpressible, match="a misdeal"):
        egn.check_standard(log)
    log = random_log(find("tainui"), Random(2), plain=True, most=1)
    log.append(BellRecorded())
    with pytest.raises(NotExpressible, match="clock = 12"):
        egn.check_standard(log)
    log = started(revokes=True)
    while log.state.deal is not None and not log.state.deal.tricks:
        log.act([action for action in log.state.deal.legal_actions if not isinstance(action, ClaimRevoke)][-1])
    valid_so_far = egn.dumps(log)
    log.act(ClaimRevoke(0), Seat.NORTH)
    with pytest.raises(NotExpressible, match="a revoke or a claim of one, in deal 1"):
        egn.check_standard(log)
    assert json.loads(valid_so_far)["deals"]


@pytest.mark.parametrize(
    ("about", "word"),
    [({"title": "t" * 129}, "title"), ({"date": "last Friday"}, "date"), ({"description": "d" * 1025}, "description")],
)
def test_what_does_not_fit_is_refused_by_name(about: dict[str, str], word: str):
    with pytest.raises(NotExpressible, match=word):
        egn.check_standard(started(about=about))


def test_a_name_or_a_note_too_long_is_refused():
    with pytest.raises(NotExpressible, match="player"):
        egn.check_standard(started(players=("N" * 65, "E", "S", "W")))
    log = started()
    log.append(Note("n" * 1025))
    with pytest.raises(NotExpressible, match="a note of deal 1"):
        egn.check_standard(log)
    log = Log.start(find("north_american"), dealer=Seat.NORTH)
    log.append(Note("before any deal"))
    with pytest.raises(NotExpressible, match="a note"):
        egn.check_standard(log)


def test_a_note_before_the_first_call_stands_at_it():
    log = Log.start(find("north_american"), dealer=Seat.NORTH)
    log.append(Note("welcome"))
    log.deal(shuffled(log.rules, 3))
    log.append(Note("dealt"))
    log.act(Pass())
    assert out(log)["deals"][0]["phases"][0]["callAnnotations"] == {"0": ["welcome", "dealt"]}


# Versions and files


@pytest.mark.parametrize("version", ["1.0", "1.0.0", "1.1.0", "1.2", "1.3.1", "1.4", "1.4.7"])
def test_versions_that_are_read(version: str):
    assert log_of(game(deal(), version=version)).state.score == (2, 0)


@pytest.mark.parametrize("version", ["1.5", "1.6.2", "2.0", "1", "", None, 1.4, "1.4.x"])
def test_other_versions_are_refused(version: Any):
    assert "EGN 1.0 to 1.4" in str(refused(game(deal(), version=version)))


def test_alternative_lines_of_early_files_are_written_as_in_1_4(valid: Check):
    first = {**play(["a♥", "Js", ""], tricks_annotations={"0": ["so"]}, initialLead=2), "phaseNumber": 1}
    then = {**bidding("Order", discard="10♦"), "phaseNumber": 1}
    told = game(deal(alternativeLines=[{"branchIndex": 5, "phases": [first]}, {"branchIndex": 1, "phases": [then]}]))
    log = log_of(told)
    valid(egn.dumps(log))
    lines = out(log)["deals"][0]["alternativeLines"]
    assert lines[0]["phases"][0]["tricks"] == [["Ah", "Js", "Xx"]]
    assert lines[0]["phases"][0]["playAnnotations"] == {"0": ["so"]}
    assert lines[1]["phases"][0]["discard"] == "Td"
    error = refused(game(deal(alternativeLines=[{"branchIndex": 5, "phases": [play(["1z"])]}])))
    assert (error.deal, "an alternative line" in str(error)) == (0, True)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"dealNumber":"x"}', '{"sauce":1}', "[" * 5000])
def test_what_is_kept_of_a_file_is_checked_before_it_goes_out(text: str):
    log = started()
    log.append(Note(text, "egn"))
    with pytest.raises(InvalidRecord, match="keeps of an EGN file"):
        egn.dumps(log)
    with pytest.raises(InvalidRecord, match="keeps of an EGN file"):
        egn.dumps(started(about={"egn": text}))


def test_a_turn_up_played_at_a_time_that_nobody_saw(valid: Check):
    tricks = [*TRICKS[:3], ["Xx", *TRICKS[3][1:]], TRICKS[4]]
    log = log_of(game(deal(ORDER, play(*tricks))))
    assert "Qh" not in unknown(log)[0], "it was turned up"
    valid(egn.dumps(log))
    assert out(log)["deals"][0]["phases"][1]["tricks"] == tricks
    assert out(log)["deals"][0]["initialState"]["upCard"] == "Qh"


def test_a_revoke_after_which_the_deal_is_played_out_is_refused_by_name():
    rules = find("north_american", {"revoke_then": "played_out"})
    log = Log.start(rules, dealer=Seat.SOUTH, revokes=True)
    log.deal(shuffled(rules, 7))
    while log.state.in_deal:
        plays = [action for action in log.state.legal_actions if not isinstance(action, ClaimRevoke)]
        log.act(plays[0])
    assert log.state.deal is not None
    assert log.state.deal.breaches
    seat, trick, _ = log.state.deal.breaches[0]
    with pytest.raises(NotExpressible, match="a revoke or a claim of one, in deal 1"):
        egn.check_standard(log)
    log.act(ClaimRevoke(trick), seat.left)
    assert log.state.deal.result is not None
    with pytest.raises(NotExpressible, match="a revoke or a claim of one, in deal 1"):
        egn.check_standard(log)
