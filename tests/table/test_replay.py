"""The replay of a record agrees with the game, and one seat's replay shows what that seat saw."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest

from tests.records.egn_files import deal as told_deal
from tests.records.egn_files import game, log_of, play
from tests.records.games import random_log
from tests.records.test_unknown import ORDER, without
from tests.strategies import random_rules
from uka import rulesets
from uka.core.errors import UkaError
from uka.core.events import RedealClaimed
from uka.core.seats import SEATS, Seat
from uka.records import Acted, BellRecorded, Dealt, Log, MisdealRecorded
from uka.table import TableSettings, record
from uka.table import game_replay as replay_module
from uka.table.game_replay import GameReplay, replay

from .driver import Driver
from .test_unseen import known

CARD = re.compile(rb'"([789TJQKA][cdhs]|B)"')


@pytest.fixture(scope="module", params=["uka", "bicycle", "british", "tainui"])
def log(request: pytest.FixtureRequest) -> Log:
    return next(filter(_is_long, (_played(request.param, seed) for seed in range(20))))


def _played(rules: str, seed: int) -> Log:
    driver = Driver(rulesets.find(rules), TableSettings(), seed=(rules, seed))
    driver.seat("ana", "ben")
    driver.begin()
    driver.play_out()
    return record(driver.lines)


def _is_long(log: Log) -> bool:
    """Return whether a game has several deals. A game that a loner or the bell ends may have one."""
    return sum(isinstance(entry, Dealt) for entry in log.entries) > 3


def test_every_step_agrees_with_the_game(log: Log) -> None:
    told = replay(log)
    steps = [step for part in told.deals for step in part.steps]
    played = [step for step in log.replay() if isinstance(step.entry, Dealt | Acted | MisdealRecorded | BellRecorded)]
    assert len(steps) == len(played) == sum(part.length for part in told.deals)
    for step, (entry, events, state) in zip(steps, played, strict=True):
        assert state is not None
        assert step.events == events
        assert step.score == state.score
        assert step.seat is (entry.seat if isinstance(entry, Acted) else None)
        assert bool(step.words) is isinstance(entry, Acted)
        assert state.deal is not None
        assert step.deal is not None
        assert step.deal.observation(log.rules) == state.observe(None)
        assert [set(hand or ()) for hand in step.hands] == [set(state.deal.hand(seat)) for seat in SEATS]
    assert told.over
    assert told.winner is log.state.winner
    assert told.players == log.players
    assert told.deals[-1].score == log.state.score
    assert all(part.result for part in told.deals)
    assert (told.draw is not None) is (log.header.dealer is None)


@pytest.mark.parametrize("seat", SEATS)
def test_one_seats_replay_shows_what_that_seat_saw(log: Log, seat: Seat) -> None:
    steps = iter(step for part in replay(log, seat=seat).deals for step in part.steps)
    start = None
    for entry, events, state in log.replay():
        if not isinstance(entry, Dealt | Acted | MisdealRecorded | BellRecorded):
            continue
        assert state is not None
        assert state.deal is not None
        start = state.deal if isinstance(entry, Dealt) else start
        step = next(steps)
        assert step.events == tuple(event.seen_by(seat) for event in events)
        assert [who for who, hand in zip(SEATS, step.hands, strict=True) if hand is not None] == [seat]
        assert start is not None
        seen = {card.decode() for card in CARD.findall(msgspec.json.encode(step))}
        shown = {str(card) for event in events if isinstance(event, RedealClaimed) for card in event.cards}
        assert seen - shown <= {str(card) for card in known(state.deal, start, seat)}


def test_the_replay_of_one_deal_has_only_its_steps(log: Log) -> None:
    whole, one = replay(log), replay(log, deal=1)
    assert one.deals[1] == whole.deals[1]
    assert not any(part.steps for part in one.deals if part.number != 1)
    assert [part.length for part in one.deals] == [part.length for part in whole.deals]
    with pytest.raises(UkaError, match="there is no deal 99"):
        replay(log, deal=99)


def test_a_long_record_is_replayed_deal_by_deal(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_module, "MAX_STEPS", 50)
    with pytest.raises(UkaError, match="one by one"):
        replay(log)
    assert replay(log, deal=0).deals[0].steps


def test_any_record_can_be_replayed_and_encoded() -> None:
    for seed in range(12):
        rng = Random(seed)
        log = random_log(random_rules(rng), rng)
        told = replay(log)
        assert msgspec.json.decode(msgspec.json.encode(told), type=GameReplay) == told


def test_cards_that_the_record_does_not_know_are_in_no_hand() -> None:
    log = log_of(game(told_deal(ORDER, play(*without(0, 2)))))
    part = replay(log).deals[0]
    assert len(part.unknown) == 4
    for step in part.steps:
        assert not {card for hand in step.hands for card in hand or ()} & set(part.unknown)
        assert not any(set(getattr(event, "cards", None) or ()) & set(part.unknown) for event in step.events)
        assert not any(str(card) in (step.words or "") for card in part.unknown)
