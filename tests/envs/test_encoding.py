"""The arrays of observations hold what a seat may know, and nothing else."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from tests.core.test_unseen import Moment, another_world
from tests.strategies import any_rules, playing, random_deal, randoms
from uka import rulesets
from uka.core.actions import ACTIONS, ClaimRevoke
from uka.core.cards import CARDS
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.envs.encoding import FIELDS, FORMAT, HIGH, OFFSETS, SIZE, Numbers, action_mask, actions_of, encode, named
from uka.kernels.automaton_builder import InexpressibleRules


def test_the_layout_of_this_format_never_changes() -> None:
    """A network that was trained on arrays of one format reads all arrays of that format."""
    layout = [(field.name, field.shape, field.high) for field in FIELDS]
    assert (FORMAT, SIZE, len(layout)) == (1, 536, 27)
    assert OFFSETS["hand"] == 0
    assert OFFSETS["trick"] == 268
    assert OFFSETS["played"] == 400
    assert [*OFFSETS] == [field.name for field in FIELDS]


@given(rules=any_rules, rng=randoms)
@settings(max_examples=50)
def test_cards_that_a_seat_cannot_see_change_nothing(rules: Ruleset, rng: Random) -> None:
    deal = random_deal(rules, rng)
    steps = tuple(playing(deal, rng))
    moment = Moment(deal, steps[: rng.randint(0, len(steps))])
    for seat in SEATS:
        other = another_world(moment, seat, rng)
        if other is not None:
            ours, theirs = moment.now.observe(seat), other.now.observe(seat)
            assert (encode(ours) == encode(theirs)).all()
            assert (action_mask(ours) == action_mask(theirs)).all()


def seats_of(values: Numbers, me: Seat) -> list[Seat]:
    return [SEATS[(me.index + place) % 4] for place in np.flatnonzero(values)]


@given(rules=any_rules, rng=randoms)
def test_the_fields_say_what_the_observation_says(rules: Ruleset, rng: Random) -> None:
    for step in playing(random_deal(rules, rng), rng):
        for seat in SEATS:
            seen, contract = step.after.observe(seat), step.after.contract
            row = encode(seen)
            assert (row <= HIGH).all()
            fields = named(row)
            assert [CARDS[card] for card in np.flatnonzero(fields["hand"])] == [*seen.cards]
            assert [CARDS[card] for card in np.flatnonzero(fields["upcard"])] == [seen.upcard]
            assert [tuple(Phase)[place] for place in np.flatnonzero(fields["phase"])] == [seen.phase]
            assert seats_of(fields["turn"], seat) == ([seen.turn] if seen.turn else [])
            assert seats_of(fields["dealer"], seat) == [seen.dealer]
            assert seats_of(fields["maker"], seat) == ([contract.maker] if contract else [])
            assert {*seats_of(fields["sitting_out"], seat)} == ({*SEATS} - {*seen.active})
            assert {CARDS[card] for card in np.flatnonzero(fields["put_away"])} == {*seen.put_away}
            assert fields["trick"].sum() == len(seen.trick)
            assert fields["taken"].tolist() == [*seen.taken[:: 1 if seat.partnership.index == 0 else -1]]
            for number, trick in enumerate(seen.tricks, 1):
                _, cards = np.nonzero(fields["played"] == number)
                assert {CARDS[card] for card in cards} == {*trick.cards}
            assert [ACTIONS[action] for action in np.flatnonzero(action_mask(seen))] == [*seen.legal_actions]


@given(rules=any_rules, rng=randoms)
def test_the_smaller_numbering_has_each_action_of_a_deal(rules: Ruleset, rng: Random) -> None:
    try:
        own = {*actions_of(rules).tolist()}
    except InexpressibleRules:
        return
    for step in playing(random_deal(rules, rng, revokes=False), rng):
        found = {action.index for seat in SEATS for action in step.before.legal_actions_of(seat)}
        assert found <= own
    assert not own & {action.index for action in ACTIONS if isinstance(action, ClaimRevoke)}


def test_numberings_of_shipped_rulesets_are_small_and_sorted() -> None:
    for name in rulesets.names():
        own = actions_of(rulesets.find(name)).tolist()
        assert own == sorted({*own})
        assert len(own) < 100


def test_arrays_of_the_caller_are_written_and_others_refused() -> None:
    deal = random_deal(rulesets.find("tainui"), Random(1), revokes=False)
    seen = deal.observe("north")
    row, mask = np.full(SIZE, 9, np.uint8), np.full(len(ACTIONS), 9, np.int8)
    assert encode(seen, row) is row
    assert (row == encode(seen)).all()
    assert action_mask(seen, mask) is mask
    assert (mask == action_mask(seen)).all()
    with pytest.raises(ValueError, match="536 values of type uint8"):
        encode(seen, np.zeros(SIZE, np.int8))  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="124 values"):
        action_mask(seen, row)  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="a spectator has no seat"):
        encode(deal.observe(None))
    with pytest.raises(ValueError, match="536 values"):
        named(mask)  # pyright: ignore[reportArgumentType]


def test_a_finished_deal_is_encoded_too() -> None:
    deal: Deal = random_deal(rulesets.find("cardgames"), Random(1), revokes=False)
    while not deal.over:
        deal, _ = deal.apply(deal.legal_actions[0])
    fields = named(encode(deal.observe("north")))
    assert fields["phase"][-1] == 1
    assert fields["turn"].sum() == 0
    assert fields["taken"].sum() == 5
