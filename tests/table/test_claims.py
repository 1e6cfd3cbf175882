"""Claims of the rest of the tricks: a valid claim is played out at once and recorded, a refused one changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from tests.table.driver import Driver
from uka import rulesets
from uka.core.actions import Play
from uka.core.cards import Card, cards_of
from uka.core.deal import Deal
from uka.core.events import DealScored, TrickTaken
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.records import Acted, InvalidRecord, Log, Note, egn, parse
from uka.records.fair import verify
from uka.solver import claims
from uka.table import (
    StaleVersion,
    Table,
    TableLine,
    TableRefusal,
    TableSettings,
    TableStage,
    append_entries,
    evolve,
    line_view,
    record,
    replayed,
)
from uka.table import parse as parse_lines
from uka.table.commands import gameplay, people
from uka.table.entries import TricksClaimed
from uka.table.events import RestClaimed
from uka.table.game_record import CLAIMED, claim_of
from uka.table.game_replay import replay
from uka.table.views.deal_view import deal_view

CARDGAMES = rulesets.find("cardgames", {"target": 10})


def begun(rules: Ruleset = CARDGAMES, seed: object = 0, *people: str, **settings: object) -> Driver:
    """Return a game of Ana, the other ``people``, and bots."""
    driver = Driver(rules, TableSettings(**settings), seed)  # type: ignore[arg-type]
    driver.seat("ana", *people)
    driver.begin()
    return driver


def turns(driver: Driver) -> Iterator[tuple[str, Seat]]:
    """Yield at each turn of a person who may claim the rest. If the caller does nothing, they play any card."""
    while driver.table.stage is not TableStage.OVER:
        turn = driver.table.turn
        if turn is None or not driver.table.chair(turn).manned:
            if not driver.next():
                return
            continue
        view = deal_view(driver.table, turn)
        if view is not None and view.claim:
            moved = driver.table.moved
            yield driver.table.chair(turn).player or "", turn
            if driver.table.moved != moved:
                continue
        driver.person()


def holds(table: Table, seat: Seat) -> bool:
    seen = table.observe(seat)
    return seen is not None and claims.holds(seen)


def claimable(*people: str, holding: bool = True, **settings: object) -> tuple[Driver, str, Seat]:
    """Return a table at which a person's claim is valid, or invalid if ``holding`` is false."""
    for seed in range(40):
        driver = begun(CARDGAMES.changed({"target": 20}), seed, *people, **settings)
        for player, seat in turns(driver):
            if holds(driver.table, seat) is holding:
                return driver, player, seat
    raise AssertionError("nobody could claim")


def claim(driver: Driver, player: str) -> None:
    driver.do(gameplay.claim_tricks, player, driver.table.seq)


@pytest.mark.parametrize("house", ["cardgames", "uka", "bicycle", "british"])
def test_a_claim_is_accepted_exactly_where_it_holds_and_the_record_is_a_fair_game(house: str) -> None:
    driver = begun(rulesets.find(house, {"target": 80}), 3, "ben")
    accepted = refused = 0
    for player, seat in turns(driver):
        before, expected = driver.table, holds(driver.table, seat)
        hand = deal_view(before, seat).order  # type: ignore[union-attr]
        if not expected:
            with pytest.raises(TableRefusal, match="the rest aren't certain to be yours"):
                claim(driver, player)
            assert driver.table is before
            refused += 1
            continue
        claim(driver, player)
        accepted += 1
        step = next(step for step in reversed(driver.steps) if isinstance(step.line.entry, TricksClaimed))
        assert step.events[0] == RestClaimed(seat, hand)
        takers = {event.seat.partnership for event in step.events if isinstance(event, TrickTaken)}
        assert takers == {seat.partnership}
        assert any(isinstance(event, DealScored) for event in step.events)
        assert step.line.by == player
        for viewer in (None, *SEATS):  # the cards are on the table now; the line tells no more
            assert line_view(step, viewer).events == step.events
            assert line_view(step, viewer).entry is None
    assert accepted
    assert refused > 20
    assert replayed(parse_lines(line.text for line in driver.lines)) == driver.table
    log = record(driver.lines)
    assert log.state == driver.table.game
    assert all(verdict.fair for verdict in verify(log))
    assert Log.parse(log.text).state == log.state
    notes = [entry for entry in log.entries if isinstance(entry, Note) and entry.kind == CLAIMED]
    assert len(notes) == accepted
    claimed = claim_of(notes[-1])
    assert claimed is not None
    after = log.entries[log.entries.index(notes[-1]) + 1]
    assert isinstance(after, Acted)
    assert after.seat is claimed.seat


def test_a_claim_goes_into_egn_as_the_cards_that_were_played() -> None:
    driver = begun(rulesets.find("north_american", {"target": 40}), 5)
    accepted = 0
    for player, seat in turns(driver):
        if holds(driver.table, seat):
            claim(driver, player)
            accepted += 1
    assert accepted
    log = record(driver.lines)
    (again,) = parse(egn.dumps(log).encode()).games
    assert again.state.score == log.state.score
    played = [entry for entry in log.entries if isinstance(entry, Acted)]
    assert [entry for entry in again.entries if isinstance(entry, Acted)] == played


@pytest.mark.parametrize("holding", [True, False])
def test_a_claim_is_checked_and_nothing_is_shown(holding: bool) -> None:
    driver, player, _ = claimable("ben", holding=holding)
    before = driver.table
    if holding:
        assert gameplay.check_claim(before, player, before.seq) == ()
        driver.do(gameplay.check_claim, player, before.seq)
        assert driver.table is before
    else:
        with pytest.raises(TableRefusal, match="the rest aren't certain to be yours"):
            gameplay.check_claim(before, player, before.seq)
    with pytest.raises(StaleVersion):
        gameplay.check_claim(before, player, before.moved - 1)


def test_a_claim_is_refused_out_of_turn_away_and_in_a_pause() -> None:
    driver, player, seat = claimable("ben")
    table, version = driver.table, driver.table.seq
    other = "ben" if player == "ana" else "ana"
    with pytest.raises(TableRefusal, match="only on your turn"):
        gameplay.claim_tricks(table, other, version)
    with pytest.raises(StaleVersion):
        gameplay.claim_tricks(table, player, table.moved - 1)
    with pytest.raises(StaleVersion, match="names a version"):
        gameplay.claim_tricks(table, player)
    with pytest.raises(TableRefusal, match="no seat"):
        gameplay.claim_tricks(table, "eve", version)
    driver.do(people.take_break, player)
    with pytest.raises(TableRefusal, match="you are absent"):
        gameplay.claim_tricks(driver.table, player, driver.table.seq)
    driver.do(people.end_break, player)
    driver.do(people.pause, "ana")
    with pytest.raises(TableRefusal, match="paused"):
        gameplay.claim_tricks(driver.table, player, driver.table.seq)
    driver.do(people.resume, "ana")
    assert isinstance(gameplay.claim_tricks(driver.table, player, driver.table.seq)[0], TricksClaimed)
    bots = next(s for s in SEATS if driver.table.chair(s).player is None)
    assert driver.table.turn is seat is not bots


def test_nothing_can_be_claimed_before_the_deal() -> None:
    driver = begun()
    with pytest.raises(TableRefusal):
        gameplay.claim_tricks(driver.table, "ana", driver.table.seq)


@pytest.mark.parametrize("how", ["rules", "revokes"])
def test_claims_are_neither_offered_nor_accepted_if_every_trick_must_be_played(how: str) -> None:
    rules = CARDGAMES.changed({"claims": how != "rules"})
    driver, asked = begun(rules, 0, revokes=how == "revokes"), 0
    for _ in range(400):
        turn = driver.table.turn
        if turn is not None and driver.table.chair(turn).manned:
            view = deal_view(driver.table, turn)
            assert view is not None
            assert not view.claim
            with pytest.raises(TableRefusal):
                gameplay.claim_tricks(driver.table, "ana", driver.table.seq)
            asked += view.phase.value == "playing"
            driver.person()
        elif not driver.next():
            break
    assert asked > 10


def test_a_claim_is_undone_as_one_choice() -> None:
    driver, player, _ = claimable()
    before = driver.table
    claim(driver, player)
    assert driver.table.stage is TableStage.SHUFFLING
    driver.do(gameplay.undo_action, player)
    assert driver.table.game == before.game
    assert driver.table.turn is before.turn
    driver.play_out()
    log = record(driver.lines)
    assert log.state == driver.table.game
    assert not any(isinstance(entry, Note) and entry.kind == CLAIMED for entry in log.entries)
    assert replayed(parse_lines(line.text for line in driver.lines)) == driver.table


def test_a_log_with_a_false_claim_is_refused() -> None:
    driver, player, seat = claimable()
    claim(driver, player)
    at = next(i for i, line in enumerate(driver.lines) if isinstance(line.entry, TricksClaimed))
    true = driver.lines[at].entry
    assert isinstance(true, TricksClaimed)
    before = replayed(driver.lines[:at])
    for entry in (
        replace(true, seat=seat.left),
        replace(true, cards=true.cards[:-1]),
        replace(true, cards=true.cards[1:]),
        replace(true, cards=cards_of(1)),
    ):
        with pytest.raises(InvalidRecord):
            evolve(before, replace(driver.lines[at], entry=entry))


def played_at_random(table: Table, rng: Random) -> tuple[Deal, tuple[Card, ...]]:
    """Play the deal to its end at random. Return the deal and the cards in order."""
    assert table.game is not None
    assert table.game.deal is not None
    deal, cards = table.game.deal, list[Card]()
    while not deal.over:
        chosen = rng.choice([action for action in deal.legal_actions if isinstance(action, Play)])
        cards.append(chosen.card)
        deal, _ = deal.apply(chosen)
    return deal, tuple(cards)


def test_a_claim_that_loses_a_trick_is_refused() -> None:
    driver, _, seat = claimable(holding=False)
    table, rng = driver.table, Random(1)
    lines = [played_at_random(table, rng) for _ in range(50)]
    taken = table.game.deal.tricks  # type: ignore[union-attr]
    lost = [
        cards for deal, cards in lines if any(t.taker in seat.left.partnership.seats for t in deal.tricks[len(taken) :])
    ]
    assert lost
    for cards in lost:
        line = TableLine(table.seq + 1, table.at, "ana", TricksClaimed(seat, cards))
        with pytest.raises(InvalidRecord, match="does not take all the rest"):
            evolve(table, line)


def test_a_claim_takes_the_time_of_one_move() -> None:
    driver, player, seat = claimable("ben", move_ms=5_000, bank_ms=60_000)
    bank = driver.table.chair(seat).bank
    driver.now = driver.table.since + 7_000
    driver.did(
        append_entries(
            driver.table, gameplay.claim_tricks(driver.table, player, driver.table.seq), at=driver.now, by=player
        )
    )
    assert driver.table.chair(seat).bank == bank - 2_000


def test_a_replay_shows_the_hand_where_it_was_claimed() -> None:
    driver, player, seat = claimable()
    claim(driver, player)
    step = next(step for step in reversed(driver.steps) if isinstance(step.line.entry, TricksClaimed))
    driver.play_out()
    log = record(driver.lines)
    for viewer in (None, seat.left):
        steps = [step for deal in replay(log, seat=viewer).deals for step in deal.steps]
        shown = [told for told in steps if any(isinstance(event, RestClaimed) for event in told.events)]
        assert [(told.seat, told.events) for told in shown] == [(seat, step.events[:1])]
    odd = Log.parse(log.text)
    odd.append(Note("no JSON", CLAIMED))
    assert len([1 for deal in replay(odd).deals for _ in deal.steps]) == len(
        [1 for deal in replay(log).deals for _ in deal.steps]
    )
