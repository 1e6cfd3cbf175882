"""Properties of every deal under every rule, for random deals of the shipped rulesets and of random house rules."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import TypeVar

import msgspec
import pytest
from hypothesis import given, settings

from tests.core.tally import Tally
from tests.strategies import Step, any_rules, deals, played_out, playing, random_deal, randoms, shipped
from uka import rulesets
from uka.core.actions import ACTIONS, Action
from uka.core.cards import Card, cards_of
from uka.core.deal import Deal
from uka.core.draw import Draw
from uka.core.errors import IllegalAction, OutOfTurn
from uka.core.events import Event
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.rubber import Rubber, begin
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled

T = TypeVar("T")
MOST_STEPS = 60
"""More actions than any deal can have.

A deal has at most 4 claims, 9 calls, 3 cards shown, 2 discards, 4 answers about going alone, 1 card passed, 20 plays,
and 10 claims of revokes.
"""


def steps(deal: Deal, rng: Random) -> list[Step]:
    taken = list(islice(playing(deal, rng), MOST_STEPS + 1))
    assert len(taken) <= MOST_STEPS
    return taken


# Cards


def whereabouts(deal: Deal) -> list[Card]:
    """Return every card wherever it is. A card in two places is returned twice."""
    held = [card for mask in deal.masks for card in cards_of(mask)]
    upcard = [] if deal.picked_up else [deal.upcard]
    away = [card for _, card in deal.discards]
    tricks = [card for trick in deal.tricks for card in trick.cards]
    return [*held, *deal.kitty, *upcard, *deal.buried, *deal.shown, *away, *tricks, *deal.trick]


@given(deals(), randoms)
def test_cards_are_conserved_at_every_step(deal: Deal, rng: Random) -> None:
    for position in (deal, *(step.after for step in steps(deal, rng))):
        assert Counter(whereabouts(position)) == Counter(deal.rules.cards)


# Legal actions


@settings(max_examples=8)
@given(deals(), randoms)
def test_legal_actions_are_exactly_what_apply_accepts(deal: Deal, rng: Random) -> None:
    for step in steps(deal, rng):
        exactly(step.before)


@pytest.mark.parametrize("revokes", [False, True])
@pytest.mark.parametrize("name", rulesets.names())
def test_legal_actions_are_exact_in_every_shipped_ruleset(name: str, revokes: bool) -> None:
    rng = Random(name)
    deal = random_deal(rulesets.find(name), rng, revokes)
    for step in steps(deal, rng)[revokes::2]:
        exactly(step.before)
    exactly(played_out(deal, rng))


def exactly(deal: Deal) -> None:
    """Assert that every seat's action is accepted if and only if it is listed, and that a refusal changes nothing."""
    before = msgspec.json.encode(deal)
    assert deal.legal_actions == (deal.legal_actions_of(deal.turn) if deal.turn else ())
    for seat in SEATS:
        legal = deal.legal_actions_of(seat)
        assert list(legal) == sorted(set(legal), key=lambda action: action.index)
        accepted = tuple(action for action in ACTIONS if accepts(deal, seat, action))
        assert accepted == legal
    assert msgspec.json.encode(deal) == before
    assert bool(deal.legal_actions) == (not deal.over) == (deal.turn is not None)


def accepts(deal: Deal, seat: Seat, action: Action) -> bool:
    reason = deal.why_not(action, seat)
    after, events, refusal = tried(deal, seat, action)
    if refusal is None:
        assert reason is None
        assert after != deal
        assert events
        return True
    assert reason is not None
    assert str(refusal) == reason
    a_sentence(reason)
    assert isinstance(refusal, OutOfTurn) == reason.startswith("it's ")
    return False


def tried(deal: Deal, seat: Seat, action: Action) -> tuple[Deal, tuple[Event, ...], IllegalAction | None]:
    try:
        return *deal.apply(action, seat), None
    except IllegalAction as refusal:
        return deal, (), refusal


def a_sentence(text: str) -> None:
    assert text
    assert text[-1] not in ".:, "
    assert "\n" not in text
    assert not {"None", "Seat.", "Suit.", "Card.", "Phase."} & {text[i : i + n] for n in (4, 5, 6) for i in range(80)}


@given(deals(), randoms)
def test_the_seat_in_turn_has_a_legal_action_and_other_seats_can_only_claim(deal: Deal, rng: Random) -> None:
    for step in steps(deal, rng):
        assert bool(step.before.legal_actions) == (not step.before.over)
        for seat in SEATS:
            if seat is not step.before.turn:
                names = {type(action).__name__ for action in step.before.legal_actions_of(seat)}
                assert names <= {"ClaimRedeal", "GoUnder", "ClaimRevoke"}


@given(deals(), randoms)
def test_a_lawful_play_is_never_a_revoke_and_an_unlawful_one_always(deal: Deal, rng: Random) -> None:
    for step in steps(deal, rng):
        if step.before.phase is Phase.PLAYING and step.seat is step.before.turn and step.after.tricks != ():
            seen = step.before.observe(step.seat)
            lawful = step.action in seen.lawful_actions
            assert lawful == (len(step.after.breaches) == len(step.before.breaches))
            assert set(seen.lawful_actions) <= set(seen.legal_actions)


# Immutability, the end of a deal, and the score


@given(deals(), randoms)
def test_apply_changes_nothing_and_gives_the_same_again(deal: Deal, rng: Random) -> None:
    for step in steps(deal, rng):
        before, kept = msgspec.json.encode(step.before), hash(step.before)
        again = step.before.apply(step.action, step.seat)
        assert again == (step.after, step.events)
        assert msgspec.json.encode(step.before) == before
        assert hash(step.before) == kept


@given(deals(), randoms)
def test_every_deal_ends_with_a_result(deal: Deal, rng: Random) -> None:
    done = played_out(deal, rng)
    assert done.over
    assert done.phase is Phase.OVER
    assert done.result is not None
    played = done.result.outcome not in (Outcome.THROWN_IN, Outcome.REDEAL, Outcome.REVOKED)
    assert (sum(done.taken) == deal.rules.hand_size) or not played
    with pytest.raises(IllegalAction, match="the deal is over"):
        done.apply(ACTIONS[0])


@given(deals(), randoms)
def test_the_result_agrees_with_an_independent_tally(deal: Deal, rng: Random) -> None:
    tally = Tally(deal.rules).add(deal.opening_events())
    for step in steps(deal, rng):
        taken = len(tally.takers)
        tally.add(step.events)
        agrees(tally, step, taken)


def agrees(tally: Tally, step: Step, taken: int) -> None:
    after = step.after
    held = {seat.value: {str(card) for card in after.hand(seat)} for seat in SEATS}
    assert after.phase is Phase.NAMING or tally.hands == held
    assert [
        (seat.value, trick, card.value) for seat, trick, card in after.breaches
    ] == tally.revokes or not after.revokes
    if len(tally.takers) > taken:
        assert after.tricks[-1].taker.value == tally.takers[-1]
    if after.result:
        assert (after.result.outcome.value, after.result.points) == (tally.outcome, tally.points)
        assert after.result.tricks == tally.tricks
        assert after.result.loner == next((s for s in SEATS if s.value in tally.alone and same(s, after)), None)


def same(seat: Seat, deal: Deal) -> bool:
    return deal.contract is not None and seat.partnership is deal.contract.makers


# Text


def same_after_text(value: T, kind: type[T] | None = None) -> None:
    text = msgspec.json.encode(value)
    again = msgspec.json.decode(text, type=kind or type(value))
    assert again == value
    assert msgspec.json.encode(again) == text


@given(any_rules)
def test_rulesets_survive_text(rules: Ruleset) -> None:
    same_after_text(rules)
    assert Ruleset().changed(msgspec.to_builtins(rules)) == rules


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_actions_survive_text(action: Action) -> None:
    same_after_text(action, Action)  # type: ignore[arg-type]


@settings(max_examples=20)
@given(deals(), randoms)
def test_deals_events_and_observations_survive_text(deal: Deal, rng: Random) -> None:
    for event in deal.opening_events():
        same_after_text(event, Event)  # type: ignore[arg-type]
    for step in steps(deal, rng):
        same_after_text(step.after)
        for event in step.events:
            same_after_text(event, Event)  # type: ignore[arg-type]
        for seat in (None, *SEATS):
            same_after_text(step.after.observe(seat))
            for event in step.events:
                same_after_text(event.seen_by(seat), Event)  # type: ignore[arg-type]


@given(any_rules, randoms)
def test_draws_survive_text(rules: Ruleset, rng: Random) -> None:
    draw = Draw.start(rules, shuffled(rules, rng.getrandbits(32)), rng.choice(SEATS))
    same_after_text(draw)
    same_after_text(draw.finish())


# Games


def next_deal(game: Game | Rubber, rng: Random) -> tuple[Game | Rubber, tuple[Event, ...]]:
    rules = game.rules
    cut = rng.randint(4, len(rules.cards) - 4) if rules.cut and rng.random() < 0.5 else None
    return game.start_deal(shuffled(rules, rng.getrandbits(32)), cut=cut)


def played_game(game: Game | Rubber, rng: Random) -> Game | Rubber:
    """Play a game to its end, with misdeals, claims of revokes and, if the rules have a clock, the bell."""
    for number in range(1_000):
        if game.over:
            return game
        if rng.random() < 0.1 and not (isinstance(game, Rubber) and game.game.over):
            game, _ = game.misdeal()
        game, _ = next_deal(game, rng)
        while not game.over and game.deal and not game.deal.over:
            seat = rng.choice([s for s in SEATS if game.legal_actions_of(s)]) if rng.random() < 0.1 else game.turn
            game, _ = game.apply(rng.choice(game.legal_actions_of(seat)), seat)
        if game.rules.clock and number > 5 and not game.over and not (isinstance(game, Game) and game.bell):
            game, _ = game.ring_bell()
    raise AssertionError("the game does not end")


def quick(rules: Ruleset) -> Ruleset:
    """Return the rules with an end that random play reaches, and with points for every outcome."""
    return rules.changed({"scoring": Ruleset().scoring} | ({} if rules.target == 5 else {"target": 3}))


@settings(max_examples=25)
@given(any_rules, randoms)
def test_every_game_and_rubber_ends(rules: Ruleset, rng: Random) -> None:
    game = played_game(begin(quick(rules), rng.choice(SEATS), revokes=rng.random() < 0.3), rng)
    same_after_text(game)
    for part in game.games if isinstance(game, Rubber) else (game,):
        assert part.score == tuple(sum(result.points[side] for result in part.results) for side in (0, 1))
        assert part.finished == sum(result.outcome is not Outcome.REDEAL for result in part.results)
        assert part.over
    seen = game.observe(None)
    assert seen.score == game.score
    assert isinstance(seen, Observation)


@settings(max_examples=10)
@given(shipped, randoms)
def test_a_game_of_a_shipped_ruleset_is_won_by_whoever_reaches_the_target(rules: Ruleset, rng: Random) -> None:
    game = begin(rules, rng.choice(SEATS))
    while not game.over:
        game, _ = next_deal(game, rng)
        while not game.over and game.deal and not game.deal.over:
            game, _ = game.apply(rng.choice(game.legal_actions))
    assert game.winner is not None
    assert game.score[game.winner.index] >= rules.target > game.score[game.winner.other.index]
