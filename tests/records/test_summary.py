"""The summaries of the deals of a record."""

from __future__ import annotations

import msgspec
from hypothesis import given

from tests.records.egn_files import bidding, deal, game, log_of, play
from tests.records.games import random_log
from tests.strategies import any_rules, randoms
from uka import ClaimRevoke, OrderUp, Outcome, Pass, Ruleset, Seat, Suit, shuffled
from uka.core.rubber import Rubber
from uka.records import CallSummary, DealSummary, Dealt, Log, MisdealRecorded, Scored, summary
from uka.rulesets import find


def test_a_line_says_all_of_a_deal():
    calls = bidding("Pass", "Pass", "Pass", "Pass", "Pass", "Pass", "s", isAlone=True)
    tricks = [["As", "Js", "Ks"], ["Jc", "9c", "9s"], ["Qc", "Tc", "Kd"], ["Kh", "Jh", "Th"], ["Qd", "Ad", "Qs"]]
    (line,) = summary(log_of(game(deal(calls, play(*tricks)))))
    east, south, west, north = Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH
    passes = tuple(CallSummary(seat, "pass") for seat in (east, south, west, north, east, south))
    assert line == DealSummary(
        number=0, game=0, dealer=north, upcard="Qh", calls=(*passes, CallSummary(west, "spades", True)), maker=west,
        trump=Suit.SPADES, alone=True, loner=west, lone_defender=None, tricks=(1, 4), outcome="lone_made",
        points=(0, 1), score=(0, 1),
    )  # fmt: skip


@given(any_rules, randoms)
def test_a_line_for_each_deal_agrees_with_the_record(rules: Ruleset, rng):
    log = random_log(rules, rng, most=4)
    lines = summary(log)
    assert len(lines) == sum(isinstance(entry, Dealt) for entry in log.entries)
    assert [line.number for line in lines] == list(range(len(lines)))
    if not lines:
        return
    assert lines[-1].score == log.state.score or lines[-1].outcome == "misdeal"
    last = {}
    number = -1
    for entry in log.entries:
        number += isinstance(entry, Dealt)
        if isinstance(entry, Scored):
            last[number] = entry.result
    for line in lines:
        result = last.get(line.number)
        if result is None:
            assert line.outcome in (None, "misdeal")
        else:
            assert (line.outcome, line.points, line.tricks) == (result.outcome.value, result.points, result.tricks)
            assert (line.maker, line.loner, line.lone_defender) == (result.maker, result.loner, result.lone_defender)
    if isinstance(log.state, Rubber):
        assert lines[-1].game in (len(log.state.games) - 1, len(log.state.games) - 2)


def test_a_revoke_claimed_after_the_deal_changes_its_line():
    log = Log.start(find("cardgames"), dealer=Seat.SOUTH, revokes=True)
    for seed in range(20):
        log.deal(shuffled(log.rules, seed))
        while log.state.deal is not None and not log.state.deal.over:
            log.act([action for action in log.state.deal.legal_actions if not isinstance(action, ClaimRevoke)][-1])
        assert log.state.deal is not None
        if log.state.deal.breaches or log.state.over:
            break
    assert log.state.deal is not None
    offender, trick, _ = log.state.deal.breaches[0]
    assert summary(log)[-1].outcome != "revoked"
    log.act(ClaimRevoke(trick), offender.left)
    line = summary(log)[-1]
    assert (line.outcome, line.score) == (Outcome.REVOKED.value, log.state.score)
    assert line.points is not None
    assert line.points[offender.left.partnership.index] == 2


def test_a_turn_up_that_a_misdeal_made_void():
    log = Log.start(find("cardgames"), dealer=Seat.SOUTH)
    log.deal(shuffled(log.rules, 1))
    log.act(Pass())
    log.append(MisdealRecorded())
    log.deal(shuffled(log.rules, 2))
    log.act(OrderUp(alone=True))
    first, second = summary(log)
    assert (first.outcome, first.points, first.calls) == ("misdeal", None, (CallSummary(Seat.WEST, "pass"),))
    assert (second.outcome, second.maker, second.alone) == (None, Seat.WEST, True)
    assert second.calls == (CallSummary(Seat.WEST, "order up", True),)


def test_a_line_is_json():
    (line,) = summary(log_of(game(deal())))
    told = msgspec.json.decode(msgspec.json.encode(line))
    assert told["dealer"] == "north"
    assert told["calls"][3] == {"seat": "north", "call": "order up", "alone": False}
    assert (told["trump"], told["outcome"], told["score"]) == ("h", "march", [2, 0])
