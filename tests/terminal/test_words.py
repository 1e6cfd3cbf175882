"""Choices, prompts and facts hold in every position of random deals of random house rules."""

from __future__ import annotations

import re
from random import Random

from hypothesis import given

from tests.strategies import any_rules, deals, playing, randoms
from tests.terminal.table import LETTERS
from uka import rulesets
from uka.cli.choices import position_lines
from uka.core import events as ev
from uka.core.actions import ClaimRevoke, OrderUp
from uka.core.cards import Card, Suit
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.scoring import DealResult, Outcome
from uka.core.seats import SEATS, Seat
from uka.narration.events import Narrator
from uka.narration.names import Names
from uka.narration.results import result_line
from uka.narration.story import story_lines
from uka.narration.transcript import transcript_sentence
from uka.table.views.facts import UpcardPlace, action_labels, cards_held, sorted_cards, upcard_place
from uka.terminal.screen.canvas import Canvas
from uka.terminal.screen.cards import CardStyle, bower
from uka.terminal.screen.contents import ScreenContents
from uka.terminal.screen.keys import action_of_key, keyed_actions
from uka.terminal.screen.layout import cards_in_front, last_call, seat_roles, trick_pile
from uka.terminal.screen.prompts import prompt
from uka.terminal.screen.score import contract_lines
from uka.terminal.screen.table import draw_table
from uka.terminal.screen.widgets import card_size

KEYS = (*LETTERS, *"1234567")


def positions(deal: Deal, rng: Random) -> list[Deal]:
    return [deal, *(step.after for step in playing(deal, rng))]


@given(deals(any_rules), randoms)
def test_every_legal_action_in_turn_has_a_key(deal: Deal, rng: Random) -> None:
    for now in positions(deal, rng):
        for seat in SEATS:
            seen = now.observe(seat)
            legal = seen.legal_actions if seen.my_turn else ()
            keyed = {action_of_key(seen, key) for key in KEYS}
            missed = {a for a in legal if not isinstance(a, ClaimRevoke)} - keyed
            assert not missed
            assert {choice.action for choice in keyed_actions(seen)} <= set(seen.legal_actions)
            assert len({choice.key for choice in keyed_actions(seen)}) == len(keyed_actions(seen))
            assert all(choice.action is action_of_key(seen, choice.key) for choice in keyed_actions(seen))


@given(deals(any_rules), randoms)
def test_a_prompt_is_there_and_fits_two_lines(deal: Deal, rng: Random) -> None:
    for now in positions(deal, rng):
        for seat in SEATS:
            line = prompt(now.observe(seat), Names(seat))
            assert bool(line) is (now.turn is not None)
            assert len(line) <= 140


@given(deals(any_rules), randoms)
def test_cards_are_counted_as_they_are_held(deal: Deal, rng: Random) -> None:
    for now in positions(deal, rng):
        if now.over:
            continue
        for seat in SEATS:
            for seer in SEATS:
                seen = now.observe(seer)
                on_pack = seat is seen.picked_up and upcard_place(seen) is UpcardPlace.ON_PACK
                assert cards_held(seen, seat) + on_pack == len(now.hand(seat))


@given(deals(any_rules), randoms)
def test_what_is_shown_of_tricks_is_what_was_played(deal: Deal, rng: Random) -> None:
    for now in positions(deal, rng):
        seen = now.observe(Seat.SOUTH)
        sitting = now.contract.sitting_out if now.contract else 0
        for seat in SEATS:
            pile = trick_pile(seen, seat, last_trick_shown=False)
            if seen.rules.cards_played == "gathered":
                assert pile == ()
            else:
                tricks = [(dict(trick.plays(sitting)).get(seat), trick.taker is seat) for trick in now.tricks]
                assert list(pile) == [(card, turned) for card, turned in tricks if card]
        assert list(cards_in_front(seen, last_trick_shown=True).values()) == list(
            now.tricks[-1].cards if now.tricks else now.trick
        )


def seen(rules: str, hand: str, upcard: str, dealer: Seat = Seat.WEST) -> Deal:
    ruleset = rulesets.find(rules)
    taken = [*hand.split(), upcard]
    rest = iter([str(card) for card in ruleset.cards if str(card) not in taken])
    hands = {seat: hand if seat is Seat.SOUTH else " ".join(next(rest) for _ in range(5)) for seat in SEATS}
    return Deal.arranged(ruleset, dealer=dealer, hands=hands, upcard=upcard)


def test_the_hand_is_arranged_by_trump_with_the_left_bower_in_it() -> None:
    deal = seen("knock", "Jh Jd 9d As Kc", "Ad", Seat.SOUTH)
    before = sorted_cards(deal.observe(Seat.SOUTH))
    assert [str(card) for card in before] == ["As", "Jh", "Kc", "Jd", "9d"]
    while deal.phase is Phase.CALLING:
        deal, _ = deal.apply(OrderUp())
    after = sorted_cards(deal.observe(Seat.SOUTH))
    assert [str(card) for card in after] == ["Jd", "Jh", "Ad", "9d", "As", "Kc"]
    assert [bower(card, Suit.DIAMONDS) for card in after] == ["R", "L", "", "", "", ""]


def test_a_key_that_is_not_allowed_is_refused_with_the_reason() -> None:
    deal = seen("tainui", "Jh Jd 9d As Kc", "Ts", Seat.EAST)
    observation: Observation = deal.observe(Seat.SOUTH)
    action = action_of_key(observation, "h")
    assert action is not None
    assert observation.why_not(action) == "you can name a suit only after the turn-up is turned down"
    assert action_of_key(observation, "z") is None
    assert action_of_key(observation, "1") is None


def test_a_seat_says_what_it_said_when_it_said_it() -> None:
    deal = seen("bicycle", "Jh Jd 9d As Kc", "Ts", Seat.NORTH)
    for _ in range(4):
        deal, _ = deal.apply(deal.legal_actions[0])
    assert last_call(deal.observe(Seat.SOUTH), Seat.NORTH) == "turning it down"
    assert last_call(deal.observe(Seat.SOUTH), Seat.EAST) == "pass"
    assert upcard_place(deal.observe(Seat.SOUTH)) is UpcardPlace.TURNED_DOWN


def test_points_of_a_deal_with_a_revoke_are_told_with_it() -> None:
    result = DealResult(Outcome.MARCH, (4, 0), (5, 0), Seat.NORTH)
    told = result_line(result, Names(Seat.SOUTH), revoked=True)
    assert told == "You and North took all five tricks: a march! Including the revoke: 4 points to you."
    proven = ev.RevokeProven(Seat.SOUTH, 0, Seat.WEST, Card.JD, penalty=2)
    lines = [line.text for line in story_lines((proven, ev.DealScored(result)), None, Names(Seat.SOUTH))]
    assert lines[0].endswith("2 points to you at once; play goes on.")
    assert lines[1] == told


def test_how_a_deal_ended_is_told_to_the_reader() -> None:
    assert result_line(DealResult(Outcome.MARCH, (2, 0), (5, 0), Seat.NORTH), Names(Seat.SOUTH)) == (
        "You and North took all five tricks: a march! 2 points to you."
    )
    assert result_line(DealResult(Outcome.LONE_EUCHRED, (4, 0), (5, 0), Seat.EAST, Seat.EAST), Names(Seat.SOUTH)) == (
        "East took no tricks alone: euchred! 4 points to you."
    )
    for outcome in Outcome:
        result = DealResult(outcome, (0, 1), (2, 3), Seat.NORTH, Seat.NORTH, Seat.WEST)
        assert result_line(result, Names(Seat.EAST)).endswith("1 point to you.")


IDENTIFIER = re.compile(r"\w*[a-z]_[a-z]\w*|\w+\.[A-Z]{2,}\b|\bNone\b")


@given(deals(any_rules), randoms)
def test_no_identifier_is_on_the_terminals_screen(deal: Deal, rng: Random) -> None:
    """The screen, the prompt, the keys, the story and the transcript tell of a deal in words."""
    for step in playing(deal, rng):
        for seat in SEATS:
            seen, names = step.before.observe(seat), Names(seat)
            told = [prompt(seen, names), *contract_lines(seen, names), *position_lines(seen), *action_labels(seen)]
            told += [f"{keyed.key} {keyed.label}" for keyed in keyed_actions(seen)]
            told += [line.text for line in story_lines(step.events, seen, names)]
            told += [transcript_sentence(Narrator(Names(None), str, step.before), event) for event in step.events]
            told += [*seat_roles(seen, seat), painted(seen, names)]
            assert not IDENTIFIER.findall("\n".join(told))


def painted(seen: Observation, names: Names) -> str:
    """Return the table as it is drawn."""
    canvas, size = Canvas(80, 24), (80, 24)
    view = ScreenContents(names, "", "", "", seen, False, (), (), "", "", (), CardStyle(), size)
    draw_table(canvas, view, seen, card_size(*size))
    return canvas.text
