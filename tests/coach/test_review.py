"""A review judges every choice of a seat by what the seat knew, agrees with the solver, and says what it leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.coach.judges import by_chance
from tests.records.games import random_log
from tests.strategies import leaning, random_rules
from tests.table.driver import Driver
from uka import rulesets, solver
from uka.bots import bot
from uka.coach import DealReview, deal_count, observed_choices, review, worst_first
from uka.core.actions import GO_UNDER, PASS, Action, ClaimRevoke, Discard, Give, OrderUp, Play
from uka.core.deal import Deal
from uka.core.errors import UkaError
from uka.core.public_deal import Phase
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled
from uka.kernels.determinization import WorldSampler, infer_hidden_cards
from uka.records import Acted, Log, read
from uka.solver import claims as claimable
from uka.table import TableSettings, TableStage, record
from uka.table.commands import gameplay
from uka.table.events import RestClaimed
from uka.table.game_replay import replay

ARCHIVE = Path(__file__).parents[1] / "archive"


def played(rules: str, seed: int, **changes: object) -> Log:
    """Return the record of a game between club bots."""
    log, rng, player = Log.start(rulesets.find(rules, changes), dealer=Seat.WEST), Random(seed), bot("club")
    while not log.state.over:
        log.deal(shuffled(log.rules, rng.getrandbits(32)))
        while (turn := log.state.turn) is not None:
            log.act(player.choose(log.state.observe(turn), rng))
    return log


@pytest.fixture(scope="module", params=["uka", "tainui", "british"])
def log(request: pytest.FixtureRequest) -> Log:
    return played(request.param, 5, **({"target": 5, "clock": 0} if request.param == "tainui" else {"target": 5}))


def every(log: Log) -> Iterator[DealReview]:
    for deal in range(deal_count(log)):
        for seat in SEATS:
            yield review(log, seat, deal, by_chance)


def test_every_choice_has_the_step_number_that_the_replay_gives_it(log: Log) -> None:
    told, judged = replay(log), 0
    for found in every(log):
        assert found.unjudged is None
        steps = told.deals[found.number].steps
        for each in found.choices:
            step = steps[each.step]
            assert step.seat is found.seat
            assert step.words is not None
            assert each.action is PASS or each.words == step.words
            assert (each.trick is None) is not isinstance(each.action, Play)
            if each.trick is not None:
                assert step.deal is not None
                assert each.trick == len(step.deal.tricks) - (not step.deal.trick)
        judged += len(found.choices)
    assert judged == sum(isinstance(entry, Acted) for entry in log.entries)


def test_a_choice_has_the_phase_of_the_deal_in_which_it_was_made(log: Log) -> None:
    told, phases = replay(log), set[str]()
    for found in every(log):
        for each in found.choices:
            phases.add(each.phase)
            assert (each.phase == "discard") is isinstance(each.action, Discard | Give)
            assert (each.phase in {"lead", "follow"}) is isinstance(each.action, Play)
            after = told.deals[found.number].steps[each.step].deal
            assert after is not None
            assert (each.phase == "lead") is (len(after.trick) == 1)
    assert phases >= {"calling", "lead", "follow"}


def test_the_best_choice_costs_nothing_and_no_choice_costs_less(log: Log) -> None:
    costly = 0
    for found in every(log):
        for each in found.choices:
            worth = {rated.action: rated for rated in each.choices}
            if not worth:
                assert (each.points, each.win, each.unsure) == (0, 0, False)
                continue
            best, mine = each.choices[0], worth[each.action]
            assert (each.win, each.points) == (best.win - mine.win, best.points - mine.points)
            assert each.win >= 0
            near = each.win <= 2 * each.win_error and abs(each.points) <= 2 * each.points_error
            assert each.unsure == (bool(each.win or each.points) and near)
            costly += each.win > 0 and not near
    assert costly
    ranked = worst_first(every(log))
    assert [each.win for _, each in ranked] == sorted((each.win for _, each in ranked), reverse=True)
    assert len(ranked) >= costly


def test_the_dealers_own_call_is_named_by_the_words_that_the_dealer_says() -> None:
    """The source has each player, the dealer too, say "order it up"."""
    log, rng, player = (
        Log.start(rulesets.find("knock", {"deals": 1, "target": 0}), dealer=Seat.SOUTH),
        Random(7),
        bot("club"),
    )
    log.deal(shuffled(log.rules, 7))
    for action in (PASS, PASS, PASS, OrderUp()):
        log.act(action)
    while (turn := log.state.turn) is not None:
        log.act(player.choose(log.state.observe(turn), rng))
    calls = {seat: review(log, seat, 0, by_chance).choices[0] for seat in SEATS}
    named = {seat: {rated.words for rated in call.choices} for seat, call in calls.items()}
    assert calls[Seat.SOUTH].words == "order it up"
    assert named[Seat.SOUTH] == {"pass", "order it up", "order it up, alone"}
    assert named[Seat.WEST] == {"pass", "order it up", "order it up, alone"}


def test_two_reviews_of_the_same_record_are_equal(log: Log) -> None:
    again = Log.parse(log.text)
    assert list(every(again)) == list(every(log))


def test_a_choice_is_judged_by_what_its_seat_knew() -> None:
    """The observations in the review are those that a live table shows the seat at each of its turns."""
    driver = Driver(rulesets.find("uka", {"target": 5}), TableSettings(), seed=3)
    driver.seat("ana")
    driver.begin()
    seen = []
    while driver.table.turn is None or driver.table.playing:
        turn = driver.table.turn
        if turn is not None:
            seen.append((turn, driver.table.observe(turn)))
        if not (driver.person() or driver.next()):
            break
    log = record(driver.lines)
    for seat in SEATS:
        found = [moment.seen for deal in range(deal_count(log)) for moment in observed_choices(log, seat, deal).choices]
        shown = [each for who, each in seen if who is seat]
        assert found == [each for at, each in enumerate(shown) if at == 0 or each != shown[at - 1]]
    assert seen


def known_hands(count: int) -> Iterator[tuple[Deal, Log]]:
    """Yield deals in which a seat that chooses a card knows where every card lies, each with its whole record.

    The seat knows this because it exchanged a farmer's hand.
    """
    rng, rules = Random(1), rulesets.find("cardgames", {"farmers_hand": "exchange"})
    for _ in range(count):
        pack = leaning(rules, shuffled(rules, rng.getrandbits(32)), "low cards")
        deal, known, actions = Deal.start(rules, Seat.SOUTH, pack), list[Deal](), list[Action]()
        while deal.turn is not None:
            seen = deal.observe(deal.turn)
            last = deal.turn is deal.went_under and deal.phase is Phase.PLAYING and len(deal.tricks) > 2
            if last and len(seen.lawful_actions) > 1 and WorldSampler(infer_hidden_cards(seen)).count == 1:
                known.append(deal)
            offered = deal.phase is Phase.CALLING and deal.calling_round == 1
            wanted = next(
                (a for a in (GO_UNDER, PASS) if a in seen.lawful_actions and (a is GO_UNDER or offered)), None
            )
            actions.append(wanted or rng.choice(seen.lawful_actions))
            deal, _ = deal.apply(actions[-1])
        if known:
            log = Log.start(rules, dealer=Seat.SOUTH)
            log.deal(pack)
            for action in actions:
                log.act(action)
            yield known[0], log


def test_a_review_agrees_with_the_solver_if_the_seat_knew_every_card() -> None:
    found = costs = 0
    for deal, log in known_hands(4_000):
        seat = deal.turn
        assert seat is not None
        side = seat.partnership
        at = [moment.seen for moment in observed_choices(log, seat, 0).choices].index(deal.observe(seat))
        each = review(log, seat, 0).choices[at]
        worth = {c.card: c.points[side.index] - c.points[side.other.index] for c in solver.solve(deal).choices}
        assert isinstance(each.action, Play)
        assert each.points == max(worth.values()) - worth[each.action.card]
        assert (each.points_error, each.win_error, each.unsure) == (0, 0, False)
        for rated in each.choices:
            assert isinstance(rated.action, Play)
            assert each.choices[0].points - rated.points == max(worth.values()) - worth[rated.action.card]
        found += 1
        costs += min(worth.values()) < max(worth.values())
    print(f"{found} choices in known worlds, {costs} of them between cards of different worth")
    assert costs
    assert found > 15


# What is not judged


def test_a_review_of_a_random_game_judges_every_choice_or_says_why_not() -> None:
    rng, said, wanted = Random(1), set[str | None](), {None, "misdeal", "redeal", "revoked"}
    for number in range(300):
        if number >= 30 and wanted <= said:  # a new ruleset or house rule changes all random rulesets
            break
        log = random_log(random_rules(rng), rng, most=4)
        for found in every(log):
            said.add(found.unjudged)
            assert found.choices or found.unjudged or _silent(log, found)
    assert wanted <= said


def _silent(log: Log, found: DealReview) -> bool:
    """Return whether a seat had no choice in a deal."""
    steps = replay(log, deal=found.number).deals[found.number].steps
    return not any(step.seat is found.seat and step.words and "revoke" not in step.words for step in steps)


def test_cards_after_a_claim_of_the_remaining_tricks_are_not_judged() -> None:
    claims = 0
    for seed in range(20):
        log, claimed = with_claims(seed)
        claims += claimed
        told = replay(log)
        for found in every(log) if claimed else ():
            steps = told.deals[found.number].steps
            claim = next((at for at, step in enumerate(steps) if isinstance(step.events[0], RestClaimed)), None)
            assert found.unjudged == (None if claim is None else "claimed")
            assert all(claim is None or each.step < claim for each in found.choices)
    assert claims


def with_claims(seed: int) -> tuple[Log, int]:
    """Return a game in which Ana claims the remaining tricks whenever her claim holds, and the number of her claims."""
    driver, claims = Driver(rulesets.find("cardgames", {"target": 3}), TableSettings(), seed=seed), 0
    driver.seat("ana")
    driver.begin()
    while driver.table.stage is not TableStage.OVER:
        seat = driver.table.turn
        seen = driver.table.observe(seat)
        if seat and seen and driver.table.chair(seat).manned and not claimable.why_not(seen) and claimable.holds(seen):
            driver.do(gameplay.claim_tricks, "ana", driver.table.seq)
            claims += 1
        else:
            assert driver.person() or driver.next()
    return record(driver.lines), claims


def test_a_revoke_a_misdeal_and_a_redeal_are_not_judged() -> None:
    misdeal, revoke, redeal = (read(ARCHIVE / f"{n}.uka").games[0] for n in ("misdeal", "revoke", "house_redeal"))
    assert "misdeal" in {review(misdeal, Seat.SOUTH, deal, by_chance).unjudged for deal in range(deal_count(misdeal))}
    assert "revoked" in {review(revoke, Seat.SOUTH, deal, by_chance).unjudged for deal in range(deal_count(revoke))}
    assert "redeal" in {review(redeal, Seat.SOUTH, deal, by_chance).unjudged for deal in range(deal_count(redeal))}
    for log in (misdeal, revoke, redeal):
        for found in every(log):
            assert not any(isinstance(each.action, ClaimRevoke) for each in found.choices)


def test_a_hand_that_the_record_does_not_know_is_not_judged() -> None:
    early = read(ARCHIVE / "early.egn").games[0]
    told = {seat: review(early, seat, 0, by_chance) for seat in SEATS}
    assert told[Seat.NORTH] == DealReview(0, Seat.NORTH, (), "unknown")
    assert (told[Seat.WEST].unjudged, len(told[Seat.WEST].choices)) == ("unknown", 4)
    assert told[Seat.EAST].unjudged is None


def test_an_unfinished_deal_is_not_judged() -> None:
    log = Log.start(rulesets.find("uka"), dealer=Seat.SOUTH)
    log.deal(shuffled(log.rules, 1))
    assert review(log, Seat.WEST, 0) == DealReview(0, Seat.WEST, (), "unfinished")
    with pytest.raises(UkaError, match="there is no deal 1: the record has 1, counted from 0"):
        review(log, Seat.WEST, 1)
    with pytest.raises(UkaError, match="there is no deal -1"):
        review(log, Seat.WEST, -1)
