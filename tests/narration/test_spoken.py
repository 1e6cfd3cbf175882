"""A call has the same words in the rulebook, the question, the button and the story, under every ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from uka import rulesets
from uka.core import events as ev
from uka.core.actions import ORDER_UP, PASS, Action, CallTrump, OrderUp
from uka.core.cards import SUITS, Suit
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled
from uka.narration.calls import acceptance_words, choice_name, phrase
from uka.narration.names import Names
from uka.narration.story import story_lines
from uka.rulesets.spoken_calls import ANY_SUIT, WORDS, spoken_calls
from uka.table.views.facts import action_labels
from uka.terminal.screen.keys import keyed_actions
from uka.terminal.screen.prompts import prompt

HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"no_trump": True, "benny": "off"},
    {"nobody_calls": "dealer_picks_up"},
    {"partner_alone": "both", "dealer_out": "loner", "partners_best": False},
    {"alone_by": "anyone", "alone_asked": "after_discard", "partner_alone": "off"},
    {"natural_needed": False, "upcard_stays": True, "keep_upcard": True},
)
RULES = [
    pytest.param(name, house, id=f"{name}-{number}")
    for name, (number, house) in product(rulesets.all_rulesets(), enumerate(HOUSES))
]
DEALS = 12


def calling(rules: Ruleset) -> Iterator[Deal]:
    """Yield deals before each call, until every seat has had its turn in both rounds."""
    rng = Random(3)
    for number in range(DEALS):
        deal = Deal.start(rules, SEATS[number % 4], shuffled(rules, number))
        while deal.turn is not None and deal.phase in (Phase.NAMING, Phase.CLAIMING, Phase.CALLING, Phase.ASKING):
            yield deal
            passes = PASS in deal.legal_actions
            deal, _ = deal.apply(PASS if passes else rng.choice(deal.legal_actions))


def said_in_the_rulebook(rules: Ruleset) -> set[str]:
    """Return all texts that the rulebook lets players say, with the words for going alone after each."""
    said = {call.said for call in spoken_calls(rules)}
    said |= {text.replace(ANY_SUIT, str(suit)) for text in said for suit in (*SUITS, Suit.NO_TRUMP)}
    return said | {f"{text}, {rules.words.alone}" for text in said} | {"with my partner"}


def is_call(deal: Deal, action: Action) -> bool:
    return deal.phase in (Phase.CALLING, Phase.ASKING) and (action is PASS or not hasattr(action, "card"))


@pytest.mark.parametrize(("name", "house"), RULES)
def test_every_call_is_said_in_the_words_of_the_rulebook(name: str, house: dict[str, object]) -> None:
    rules = rulesets.find(name, house)
    told, kinds = said_in_the_rulebook(rules), set[type]()
    for deal in calling(rules):
        assert deal.turn is not None
        for action in filter(lambda action, deal=deal: is_call(deal, action), deal.legal_actions):
            said = phrase(deal, deal.turn, action)
            assert said in told, action
            assert choice_name(deal, deal.turn, action) in (said, "pass")
            kinds.add(type(action))
    assert {type(PASS), type(ORDER_UP)} <= kinds


@pytest.mark.parametrize("field", WORDS)
def test_players_say_the_words_that_a_ruleset_sets(field: str) -> None:
    word = "kia ora {suit}" if field in ("name", "next", "cross") else "kia ora"
    rules = rulesets.find("bicycle", {"words.next": "{suit}", "words.cross": "{suit}", f"words.{field}": word})
    said = {
        phrase(deal, deal.turn, action)
        for deal in calling(rules)
        for action in deal.legal_actions
        if deal.turn is not None and is_call(deal, action)
    }
    assert any("kia ora" in text for text in said)


@pytest.mark.parametrize(("name", "house"), RULES)
def test_the_question_the_button_and_the_story_share_the_words_of_a_call(name: str, house: dict[str, object]) -> None:
    rules = rulesets.find(name, house)
    asked = set[Seat]()
    for deal in calling(rules):
        seat = deal.turn
        assert seat is not None
        seen = deal.observe(seat)
        buttons = {keyed.action: keyed.label for keyed in keyed_actions(seen)}
        for action, label in zip(seen.legal_actions, action_labels(seen), strict=True):
            if not is_call(deal, action):
                continue
            if not (isinstance(action, CallTrump) and action.alone):  # its button stands beside that of its suit
                assert label in buttons[action]
            assert f"“{label}”" in heard(deal, seen, action)
        if orders := [action for action in seen.legal_actions if isinstance(action, OrderUp)]:
            asked.add(SEATS[(seat.index - deal.dealer.index) % 4])
            assert f"“{acceptance_words(seen)}”" in prompt(seen, Names(seat))
            assert acceptance_words(seen) in buttons[orders[0]]
    assert len(asked) == 4, "each place at the table was asked"


def heard(deal: Deal, seen: Observation, action: Action) -> str:
    """Return the first line of the story after a call."""
    _, events = deal.apply(action)
    told = (event for event in events if not isinstance(event, ev.HandDealt))
    return story_lines(told, seen, Names(seen.seat))[0].text
