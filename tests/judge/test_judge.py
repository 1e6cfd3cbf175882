"""Core against the second judge (`model.py`, written from the sources alone), side by side on random deals.

At every point of a deal both name the legal actions of every seat, the hands and whose turn it is; each trick has one
taker, and each deal one score.
"""

from __future__ import annotations

import ast
import dataclasses
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.alike import alike
from tests.judge import model
from tests.sources import SOURCES
from tests.strategies import CHANGES, LEANS, laid_over, leaning, playing, random_rules
from uka import rulesets
from uka.core import actions as act
from uka.core.actions import Action
from uka.core.cards import CARDS, SUITS, Card, Suit
from uka.core.deal import Deal
from uka.core.ruleset import PACKET_PATTERNS, Ruleset
from uka.core.scoring import Outcome, Scoring
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled

HOUSES = range(200)
"""Random house rules."""

SILENT = {"revoke_penalty", "revoke_then"}
"""What the sources but 001 do not speak of."""

OUTSIDE_A_DEAL = {
    *("name", "title", "source", "words", "markers"),
    *("draw", "draw_ties", "clock", "rubber", "bridge"),
    *("upcard_stays", "turned_down", "cards_played", "claims"),
}
"""Rules that change no legal action and no points of a deal: names, the game around it, and how cards lie."""


# The adapter: core in the words of the model


NOBODY_CALLS = {"throw_in": "next_deals", "throw_in_same": "same_deals"}
DEFEND_ALONE = {"against_loner": "loner"}
BENNY_TURNED = {"off": "before", "blind": "before", "seen": "after"}
LONER_LEAD = {"dealer_left": "dealers_left", "loner_left": "loners_left"}


def modelled(rules: Ruleset, *, revokes: bool = False) -> model.Rules:
    """The same rules for the model."""
    points = rules.scoring
    return model.Rules(
        pack=rules.pack,
        benny=rules.joker,
        benny_turned=BENNY_TURNED.get(rules.benny, rules.benny),
        natural_needed=rules.natural_needed,
        keep_upcard=rules.keep_upcard,
        dealer_calls_in_second=rules.dealer_calls_in_second,
        second_suit=rules.second_suit,
        nobody_calls=NOBODY_CALLS.get(rules.nobody_calls, rules.nobody_calls),
        partner_alone=rules.partner_alone,
        partner_alone_turnup=rules.dealer_out,
        alone_by=rules.alone_by,
        alone_asked=rules.alone_asked,
        lone_must_march=rules.lone_must_march,
        defend_alone=DEFEND_ALONE.get(rules.defend_alone, rules.defend_alone),
        loner_lead=LONER_LEAD[rules.loner_lead],
        farmers_hand=rules.farmers_hand,
        partners_best=rules.partners_best,
        no_trump=rules.no_trump,
        must_head=rules.must_head,
        first_lead_trump=rules.first_lead_trump,
        revokes=revokes,
        revoke_penalty=rules.revoke_penalty,
        revoke_then=rules.revoke_then,
        made=points.made,
        march=points.march,
        lone_made=points.lone_made,
        lone_march=points.lone_march,
        euchre=points.euchred,
        lone_euchre=points.lone_euchred,
        defended_alone=points.defended_alone,
        misdeal=rules.misdeal,
        target=rules.target,
        deals=rules.deals,
    )


def card(text: str) -> Card:
    return Card.JOKER if text == model.JOKER else Card(text[0] + text[1].lower())


def text(card: Card) -> str:
    return model.JOKER if card is Card.JOKER else str(card).upper()


TEXTS = {card: text(card) for card in CARDS}
SUIT_TEXTS: dict[Suit, str] = {suit: suit.value.upper() for suit in (*SUITS, Suit.NO_TRUMP)}


def spoken(action: Action, phase: str) -> model.Action:
    """An action of core in the words of the model; a pass and an order have more than one."""
    match action:
        case act.Play(card) | act.Give(card):
            return "play" if isinstance(action, act.Play) else "give", TEXTS[card]
        case act.Discard(card):
            return "show" if phase == "show" else "discard", TEXTS[card]
        case act.Pass():
            return ("pass",) if phase in ("first", "second") else ("decline",)
        case act.OrderUp(alone):
            return "pick_up" if phase == "compulsory" else "order", alone
        case act.CallTrump(suit, alone):
            return "name", SUIT_TEXTS[suit], alone
        case act.NameSuit(suit):
            return "suit", SUIT_TEXTS[suit]
        case act.ClaimRevoke(trick):
            return "revoke", trick
        case _:
            return OTHERS[type(action)]


OTHERS: dict[type, model.Action] = {
    act.GoAlone: ("alone",),
    act.ClaimRedeal: ("redeal",),
    act.GoUnder: ("exchange",),
}
ENDS = {"thrown_in": Outcome.THROWN_IN, "redeal": Outcome.REDEAL, "revoke": Outcome.REVOKED}


# Side by side


class Dealing(NamedTuple):
    """What a deal is made of: a pack that leans somewhere, cut and dealt as the rules allow."""

    order: tuple[Card, ...]
    lifted: int | None
    way: str

    @classmethod
    def random(cls, rules: Ruleset, rng: Random) -> Dealing:
        order = leaning(rules, shuffled(rules, rng.getrandbits(32)), rng.choice(LEANS))
        return cls(order, rng.randint(4, len(order) - 4) if rules.cut else None, rng.choice(rules.packet_patterns))

    def modelled(self, rules: model.Rules, dealer: Seat) -> model.Deal:
        texts = [TEXTS[card] for card in self.order]
        lying = model.cut(texts, self.lifted) if self.lifted else texts
        hands, kitty = model.dealt(lying, dealer.index, PACKET_PATTERNS[self.way])
        return model.Deal(rules, dealer.index, hands, kitty)


def compare(deal: Deal, judge: model.Deal) -> None:
    """Both stand at the same point: turn, hands, legal actions of every seat."""
    assert (deal.turn.index if deal.turn else -1) == judge.turn, f"turn: {deal.turn}, {judge.turn} in {judge.phase}"
    for seat in SEATS:
        held = {TEXTS[card] for card in deal.hand(seat)}
        assert held == set(judge.hands[seat.index]), f"hand of {seat}"
        allowed = {spoken(action, judge.phase) for action in deal.legal_actions_of(seat)}
        legal = judge.legal(seat.index)
        assert allowed == legal, f"{seat}, {judge.phase}: only core {allowed - legal}, only model {legal - allowed}"


def compare_ends(deal: Deal, judge: model.Deal) -> None:
    """Both find the deal over, or neither does, with the same takers and points."""
    assert [trick.taker.index for trick in deal.tricks] == [winner for winner, _ in judge.tricks]
    assert (deal.result is not None) == bool(judge.ended)
    if deal.result is None:
        return
    assert deal.result.points == judge.points(), f"points: {deal.result}, {judge.points()}"
    if judge.ended in ENDS:
        assert deal.result.outcome is ENDS[judge.ended]


def side_by_side(rules: Ruleset, seed: str) -> model.Deal:
    """A random deal judged by both to its end; `AssertionError` at the first point where they differ."""
    rng = Random(seed)
    dealing, dealer, revokes = Dealing.random(rules, rng), rng.choice(SEATS), rng.random() < 0.3
    order, lifted, way = dealing
    deal = Deal.start(rules, dealer, order, cut=lifted, packet_pattern=way, revokes=revokes)
    judge = dealing.modelled(modelled(rules, revokes=revokes), dealer)
    story = [f"{seed}, dealer {deal.dealer}, up {deal.upcard}"]
    try:
        compare(deal, judge)
        for step in playing(deal, rng):
            story.append(f"{step.seat} {step.action}")
            judge.act(spoken(step.action, judge.phase), step.seat.index)
            compare(step.after, judge)
            compare_ends(step.after, judge)
    except (AssertionError, model.IllegalAction) as difference:
        raise AssertionError("\n".join([str(difference), *story, repr(judge.rules)])) from None
    return judge


@pytest.mark.parametrize("name", rulesets.names())
def test_each_ruleset(name: str, exhaustive: bool) -> None:
    for number in range(5_000 if exhaustive else 40):
        side_by_side(rulesets.find(name), f"{name} {number}")


@alike("house", *HOUSES, daily=40)
def test_house_rules(house: int, exhaustive: bool) -> None:
    rules = random_rules(Random(f"house {house}"))
    for number in range(25 if exhaustive else 5):
        side_by_side(rules, f"house {house}, {number}")


@pytest.mark.parametrize(("field", "value"), CHANGES)
def test_each_value_of_each_field(field: str, value: object, exhaustive: bool) -> None:
    for name in SOURCES:
        rules = laid_over(rulesets.find(name), {field: value})
        for number in range(25 if exhaustive else 1):
            side_by_side(rules, f"{name}, {field} = {value}, {number}")


@pytest.mark.parametrize("name", SOURCES)
def test_the_shipped_ruleset_is_the_one_read_from_its_source(name: str) -> None:
    shipped = dataclasses.asdict(modelled(rulesets.find(name)))
    read = dataclasses.asdict(model.RULESETS[name])
    unread = SILENT if name != "tainui" else set[str]()
    assert {field: shipped[field] for field in shipped.keys() - unread} == {
        field: read[field] for field in read.keys() - unread
    }


def test_the_model_reads_each_rule_of_a_deal() -> None:
    """A new rule is in the second model too, or is listed as one that changes no deal."""
    parsed = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    attributes = [node for node in ast.walk(parsed) if isinstance(node, ast.Attribute)]
    read = {node.attr for node in attributes if isinstance(node.value, ast.Name) and node.value.id == "rules"}
    scored = {node.attr for node in attributes if isinstance(node.value, ast.Name) and node.value.id == "points"}
    read |= {"packets"} if "packet_patterns" in read else set()
    assert set(Ruleset.__struct_fields__) - read == OUTSIDE_A_DEAL
    assert set(Scoring.__struct_fields__) <= scored


def test_the_model_knows_nothing_of_the_project() -> None:
    tree = ast.parse(Path(model.__file__).read_text(encoding="utf-8"))
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert named == {"__future__", "collections.abc", "dataclasses"}
    assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))
