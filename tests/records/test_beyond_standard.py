"""Games that EGN cannot express go beyond the standard: the file holds the whole log, and is read again exactly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft7Validator, ValidationError

from tests.records.conftest import Check
from tests.records.egn_files import deal, game, log_of
from tests.records.games import random_log
from tests.records.mutate import spoilt_text
from tests.strategies import CHANGES, any_rules, laid_over, playing, randoms
from uka import ClaimRevoke, Outcome, Partnership, Pass, Seat, Suit, rulesets, shuffled
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.rulings import ForfeitRuling, MisdealRuling, PointsRuling
from uka.records import (
    Acted,
    BellRecorded,
    Dealt,
    InvalidRecord,
    Log,
    MisdealRecorded,
    Note,
    NotExpressible,
    RulingGiven,
    Scored,
    egn,
    parse,
)


def written(log: Log) -> dict[str, Any]:
    """Return a game as EGN, or a rubber as EMN."""
    return json.loads(egn.dumps_match((log,)) if log.rules.rubber else egn.dumps(log))


def is_standard(log: Log) -> bool:
    try:
        egn.check_standard(log)
    except NotExpressible:
        return False
    return True


def facts(log: Log) -> Iterator[object]:
    """Yield what EGN itself can hold of a log: the deals, their actions and their results.

    EGN does not say who declined to exchange a farmer's hand, or to defend alone.
    """
    phase = None
    for entry, _, state in log.replay():
        if isinstance(entry, Dealt):
            assert state is not None
            assert state.deal is not None
            yield state.deal.dealer, state.deal.upcard, state.deal.masks
        elif isinstance(entry, Acted) and (entry.action != Pass() or phase not in (Phase.CLAIMING, Phase.ASKING)):
            yield entry.seat, entry.action
        elif isinstance(entry, Scored):
            yield entry
        phase = state.deal.phase if state and state.deal else None


def check_round_trip(log: Log, valid: Check) -> None:
    """Check that a log goes out in every form, and comes in again."""
    value = written(log)
    games = egn.loads(json.dumps(value))[0]
    if is_standard(log):
        valid(json.dumps(value))
        assert [fact for again in games for fact in facts(again)] == [*facts(log)]
        assert all(again.players == log.players for again in games)
    else:
        assert value["uka"]["why"].startswith("EGN cannot express ")
        assert [again.text for again in games] == [log.text]
    if not log.rules.rubber:
        (match,), _ = egn.loads(egn.dumps_match((log,)))
        (binary,) = parse(egn.dumps_binary(log, condense=False)).games
        assert written(match)["deals"] == written(binary)["deals"] == value["deals"]
        assert egn.dumps(binary) == egn.dumps(games[0])


@given(any_rules, randoms)
def test_a_game_under_any_rules_with_all_that_happens_goes_out_and_comes_in(valid: Check, rules: Ruleset, rng: Random):
    check_round_trip(random_log(rules, rng, most=4), valid)


@pytest.mark.daily(4)
@pytest.mark.parametrize("name", rulesets.names())
def test_a_whole_game_of_every_shipped_ruleset_goes_out_and_comes_in(valid: Check, name: str):
    for seed in range(4):
        check_round_trip(random_log(rulesets.find(name), Random(seed), plain=seed < 2, most=60), valid)


def started(rules: Ruleset, **more: Any) -> Log:
    log = Log.start(rules, dealer=Seat.NORTH, players=("Ana", "Ben", "Caro", "Dan"), **more)
    log.deal(shuffled(rules, 3))
    return log


def misdealt() -> Log:
    log = started(rulesets.find("north_american"))
    log.append(MisdealRecorded())
    log.deal(shuffled(log.rules, 4))
    log.append(MisdealRecorded())
    log.append(MisdealRecorded())
    return log


def bell() -> Log:
    log = started(rulesets.find("tainui"))
    log.append(BellRecorded(720.5))
    return log


def ruled(*rulings: Any) -> Callable[[], Log]:
    def make() -> Log:
        log = started(rulesets.find("north_american"))
        for ruling in rulings:
            log.append(RulingGiven(ruling))
        return log

    return make


def revoked() -> Log:
    log = started(rulesets.find("north_american"), revokes=True)
    while log.state.in_deal and not log.state.deal.breaches:  # type: ignore[union-attr]
        log.act([action for action in log.state.legal_actions if not isinstance(action, ClaimRevoke)][-1])
    seat, trick, _ = log.state.deal.breaches[0]  # type: ignore[union-attr]
    log.act(ClaimRevoke(trick), seat.left)
    return log


def joker_turned_down() -> Log:
    rules = rulesets.find("british")
    log = Log.start(rules, dealer=Seat.NORTH)
    pack = [card for card in shuffled(rules, 1) if str(card) != "B"]
    log.deal((*pack[:20], rules.cards[-1], *pack[20:]))
    log.act(log.state.legal_actions[0])
    for _ in range(5):
        log.act(Pass())
    return log


def with_note(log: Log, text: str) -> Log:
    log.append(Note(text))
    return log


NORTH_AMERICAN = rulesets.find("north_american")
CASES: dict[str, tuple[str, Callable[[], Log]]] = {
    "a misdeal": ("a misdeal", misdealt),
    "the bell": ("the bell", bell),
    "points by an official": ("ruling", ruled(PointsRuling(points=(2, 0), reason="so it is"))),
    "a misdeal by an official": ("ruling", ruled(MisdealRuling(reason="seen"))),
    "a forfeit": ("ruling", ruled(ForfeitRuling(side=Partnership.EAST_WEST, reason="left"))),
    "a revoke and its claim": ("a revoke or a claim of one, in deal 1", revoked),
    "a joker that was turned down": ("the turn-up of deal 1", joker_turned_down),
    "a target and a number of deals": ("not both", lambda: started(rulesets.find("knock", {"deals": 3, "target": 9}))),
    "a long title": ("title", lambda: started(NORTH_AMERICAN, about={"title": "t" * 129})),
    "a date in words": ("date", lambda: started(NORTH_AMERICAN, about={"date": "last Friday"})),
    "a long note": ("a note of deal 1", lambda: with_note(started(NORTH_AMERICAN), "n" * 1025)),
    "a note before any deal": ("a note", lambda: with_note(Log.start(NORTH_AMERICAN, dealer=Seat.EAST), "kia ora")),
    "a note before the draw": ("a note", lambda: with_note(Log.start(NORTH_AMERICAN), "kia ora")),
    "a dealer not yet drawn": ("clock", lambda: Log.start(rulesets.find("tainui"))),
    "a note with every kind of space": ("a note", lambda: with_note(Log.start(NORTH_AMERICAN), "a\u2028b\nc\td\u00a0")),
}


@pytest.mark.parametrize(("word", "make"), CASES.values(), ids=CASES)
def test_what_egn_has_no_entry_for_is_named_and_comes_in_again(valid: Check, word: str, make: Callable[[], Log]):
    log = make()
    assert word in written(log)["uka"]["why"]
    check_round_trip(log, valid)


@pytest.mark.daily(33)
@pytest.mark.parametrize(("field", "value"), CHANGES, ids=map(str, CHANGES))
def test_games_under_each_value_of_each_rule_come_in_again(valid: Check, field: str, value: object):
    for base in ("north_american", "british"):
        rules = laid_over(rulesets.find(base), {field: value})
        check_round_trip(random_log(rules, Random(str((field, value))), plain=True, most=8), valid)


def test_what_is_rare_under_house_rules_comes_in_again(valid: Check):
    missing, seed = dict(RARE), 0
    while missing:
        rng, seed = Random(seed), seed + 1
        rules = laid_over(rulesets.find("british"), dict(rng.sample(CHANGES, 20)))
        log = random_log(rules, rng, most=3)
        now = [step.state.deal for step in log.replay() if step.state and step.state.deal]
        if happened := [name for name, rare in missing.items() if any(map(rare, now))]:
            check_round_trip(log, valid)
            for name in happened:
                del missing[name]


RARE: dict[str, Callable[[Deal], object]] = {
    "the maker's partner takes the loner": lambda deal: (
        deal.contract and deal.contract.loner and deal.contract.loner is not deal.contract.maker
    ),
    "a defender alone": lambda deal: deal.contract and deal.contract.lone_defender,
    "a defender alone against two": lambda deal: (
        deal.contract and deal.contract.lone_defender and not deal.contract.loner
    ),
    "a farmer's hand exchanged": lambda deal: deal.went_under,
    "a farmer's hand dealt again": lambda deal: deal.result and deal.result.outcome is Outcome.REDEAL,
    "the partner's best card": lambda deal: deal.gift,
    "the benny's suit named": lambda deal: deal.upcard.suit is None and deal.up_suit,
    "another card turned for the benny": lambda deal: deal.buried,
    "no trump": lambda deal: deal.trump is Suit.NO_TRUMP,
    "thrown in": lambda deal: deal.result and deal.result.outcome is Outcome.THROWN_IN,
    "a proven revoke": lambda deal: deal.proven,
    "a wrong claim of a revoke": lambda deal: len(deal.revoke_claims) > len(deal.proven),
}


def test_a_rubber_beyond_the_standard_comes_in_as_one_rubber(valid: Check):
    rules = rulesets.find("bicycle", {"rubber": True, "must_head": True})
    log = random_log(rules, Random(1), plain=True, most=300)
    assert log.state.over
    value = written(log)
    assert len(value["games"]) == len(log.state.games)  # type: ignore[union-attr]
    assert "must_head" in value["uka"]["why"]
    logs, about = egn.loads(json.dumps(value))
    assert [again.text for again in logs] == [log.text]
    assert json.loads(egn.dumps_match(logs, about)) == value


def test_a_rubber_stands_alone():
    log = random_log(rulesets.find("bicycle", {"rubber": True}), Random(1), plain=True, most=3)
    with pytest.raises(NotExpressible, match="a rubber beside other games"):
        egn.dumps_match((log, log))


def test_games_within_and_beyond_the_standard_share_a_match():
    one, two = started(NORTH_AMERICAN), started(rulesets.find("uka"))
    value = json.loads(egn.dumps_match((one, two)))
    assert ["uka" in entry["gameData"] for entry in value["games"]] == [False, True]
    (_, again), about = egn.loads(json.dumps(value))
    assert again.text == two.text
    assert "uka" not in about


def test_a_file_within_the_standard_has_no_mark(valid: Check):
    log = log_of(game(deal()))
    assert "uka" not in written(log)
    valid(egn.dumps(log))


def test_a_reader_of_the_standard_refuses_the_mark_or_ignores_it(real: Any):
    schema = json.loads((real / "egn-schema-v1.json").read_text("utf-8"))
    value = written(started(rulesets.find("uka")))
    with pytest.raises(ValidationError, match="'uka' was unexpected"):
        Draft7Validator(schema).validate(value)
    del value["uka"]
    Draft7Validator(schema).validate(value)


def test_a_deal_made_void_is_not_among_the_deals():
    log = misdealt()
    assert written(log)["deals"] == []
    assert sum(isinstance(entry, Dealt) for entry in log.entries) == 2


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda value: value["deals"][0]["initialState"].update(dealer=2), "its deals and its key uka contradict"),
        (lambda value: value["metadata"].update(players=["A", "B", "C", "D"]), "its metadata and its key uka"),
        (lambda value: value["metadata"]["ruleset"].update(canadian=True), "its metadata and its key uka"),
        (lambda value: value["uka"]["log"].pop(0), "its key uka: line 1: this is not the header"),
        (lambda value: value["uka"]["log"].clear(), "its key uka: line 1"),
        (lambda value: value["uka"].update(log=["{}"]), "its key uka: line 1"),
        (lambda value: value["uka"].update(log=7), "uka"),
        (lambda value: value.update(uka=[]), "uka"),
        (lambda value: value["uka"].pop("why"), "why"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(change: Callable[[dict[str, Any]], object], word: str):
    value = written(started(rulesets.find("uka")))
    change(value)
    with pytest.raises(InvalidRecord) as refusal:
        egn.loads(json.dumps(value))
    assert word in str(refusal.value)


def test_mutated_files_are_read_or_refused():
    texts = [egn.dumps(random_log(rulesets.find(name), Random(1), most=2)) for name in ("uka", "tainui")]
    for seed in range(200):
        try:
            parse(spoilt_text(texts[seed % 2], Random(seed)))
        except InvalidRecord:
            continue


def test_deals_of_the_standard_part_are_the_deals_that_were_played():
    log = started(rulesets.find("uka"))
    deal_now = log.state.deal
    assert isinstance(deal_now, Deal)
    for step in playing(deal_now, Random(2)):
        log.append(Acted(step.seat, step.action))
    (told,) = written(log)["deals"]
    played = [phase for phase in told["phases"] if phase["type"] == "TRICK_PLAY"]
    cards = [card for phase in played for trick in phase["tricks"] for card in trick]
    assert cards == [str(card) for trick in log.state.deal.tricks for card in trick.cards]  # type: ignore[union-attr]
