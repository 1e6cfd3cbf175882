"""The compiled bidding agrees with the rules in every branch, under any rules; malformed input is refused."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uka
from tests.kernels.branches import branches, same
from tests.strategies import any_rules, house_rules, playing, random_deal, randoms
from uka import rulesets
from uka.core import legality
from uka.core.actions import ACTIONS
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.kernels._native import RuleTables, rollout_deals
from uka.kernels.automaton import NONE, BiddingAutomaton, BiddingStage
from uka.kernels.automaton_builder import InexpressibleRules, bidding_automaton
from uka.kernels.bidding import BiddingPhase, rule_tables

NAMES = rulesets.names()


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_ruleset(name: str) -> None:
    """Compare every branch of a few deals with every card, and of some more deals with one card at each choice."""
    rules, rng = rulesets.find(name), Random(name)
    calls = BiddingPhase(rules)
    for cards in (None, None, *[1] * 20):
        assert branches(random_deal(rules, rng, revokes=False), calls, rng, cards)["ends"]


@given(rules=house_rules, rng=randoms)
def test_house_rules(rules: Ruleset, rng: Random) -> None:
    branches(random_deal(rules, rng, revokes=False), BiddingPhase(rules), rng, cards=1)


RARE: dict[str, dict[str, object]] = {
    "a benny named blind": {"benny": "blind", "natural_needed": True},
    "a benny named, then a hand claimed": {"benny": "seen", "farmers_hand": "exchange", "natural_needed": True},
    "the next card turned up": {"benny": "next", "second_suit": "any"},
    "no face": {"benny": "seen", "farmers_hand": "no_face"},
    "low cards": {"farmers_hand": "low"},
    "any suit, or none": {"no_trump": True, "second_suit": "any", "natural_needed": True},
    "asked after the discard": {"alone_by": "anyone", "alone_asked": "after_discard", "keep_upcard": True},
    "partner's best to a loner who took up": {
        "partners_best": True, "dealer_out": "loner", "keep_upcard": True, "partner_alone": "both",
    },
    "partner's best from the dealer": {"partners_best": True, "alone_by": "makers", "defend_alone": "always"},
    "buried": {"dealer_out": "buried", "partner_alone": "ordered", "loner_lead": "loner_left"},
    "nobody alone": {"alone_by": "nobody"},
    "a silent dealer": {"dealer_calls_in_second": False, "nobody_calls": "dealer_picks_up"},
    "a silent dealer, thrown in": {"dealer_calls_in_second": False, "nobody_calls": "throw_in_same"},
}  # fmt: skip


@pytest.mark.parametrize("changes", RARE.values(), ids=RARE)
def test_rare_rules(changes: dict[str, object]) -> None:
    rules, rng = rulesets.find("cardgames").changed(changes), Random(str(changes))
    calls = BiddingPhase(rules)
    for _ in range(12):
        branches(random_deal(rules, rng, revokes=False), calls, rng, cards=1)


@given(rules=any_rules, rng=randoms)
def test_an_observation_has_the_state_of_its_deal(rules: Ruleset, rng: Random) -> None:
    """An observation has the same state as the deal, also after claims out of turn; in play, the contract state."""
    calls = BiddingPhase(rules)
    contract = None
    for step in playing(random_deal(rules, rng, revokes=False), rng):
        deal = step.after
        if deal.over:
            return
        states = {calls.automaton.state(seen) for seen in (deal, *map(deal.observe, uka.SEATS), deal.observe(None))}
        assert len(states) == 1
        if deal.phase is Phase.PLAYING:
            assert states == (contract or states)
            contract = states
        else:
            same(deal, calls.deal_state(deal), calls)


def test_an_automaton_is_small_and_is_built_once() -> None:
    for name in NAMES:
        made = bidding_automaton(rulesets.find(name))
        assert len(made.states) < 100
        assert bidding_automaton(rulesets.find(name)) is made
        assert all(edge.next > at for at, state in enumerate(made.states) for edge in state.edges)


def test_an_inexpressible_rule_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules under which only a hand with an ace may call: no guard counts aces."""
    aces = 0x80808080
    monkeypatch.setattr(legality, "holds_natural", lambda hand, suit: bool(hand & aces))
    monkeypatch.setattr("uka.core.calling.holds_natural", lambda hand, suit: bool(hand & aces))
    with pytest.raises(InexpressibleRules, match="no kind of card"):
        bidding_automaton.__wrapped__(rulesets.find("uka"))


def test_rules_that_depend_on_the_path_to_a_state_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that went under may not call afterwards: that is public, but not part of a state."""
    from uka.core import calling

    real: Callable[[Deal, uka.Seat], tuple[uka.Action, ...]] = calling._legal_calls  # type: ignore[attr-defined]
    monkeypatch.setattr(
        calling, "_legal_calls", lambda deal, seat: (uka.Pass(),) if deal.went_under is seat else real(deal, seat)
    )
    with pytest.raises(InexpressibleRules):
        bidding_automaton.__wrapped__(rulesets.find("ohio"))


OTHERWISE = {"guard": NONE, "cards": 0, "keeps": 0, "given": NONE, "upcard": 1, "trump": 2, "under": 2, "action": 99}


@pytest.mark.parametrize("field", OTHERWISE)
def test_a_wrong_automaton_is_noticed(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison fails if one field of one edge is changed."""
    rules = rulesets.find("ohio").changed({"partners_best": True, "keep_upcard": True, "natural_needed": True})
    rng, made, other = Random(field), bidding_automaton(rules), OTHERWISE[field]
    absent = (0, other) if field in ("keeps", "under") else (NONE, other)
    at, place = rng.choice(
        [
            (at, place)
            for at, state in enumerate(made.states)
            for place, edge in enumerate(state.edges)
            if getattr(edge, field) not in absent and (state.loner == NONE or field in ("given", "keeps"))
        ]
    )
    edges = list(made.states[at].edges)
    edges[place] = edges[place]._replace(**{field: other})
    states = list(made.states)
    states[at] = states[at]._replace(edges=tuple(edges))
    changed: BiddingAutomaton = made._replace(states=tuple(states))
    monkeypatch.setattr("uka.kernels.bidding.bidding_automaton", lambda rules: changed)
    calls = BiddingPhase.__new__(BiddingPhase)

    def compared() -> None:
        calls.automaton, calls.rule_tables = made, rule_tables.__wrapped__(rules)
        for _ in range(100):
            branches(random_deal(rules, rng, revokes=False), calls, rng, cards=1)

    with pytest.raises((AssertionError, ValueError)):
        compared()


whole = st.integers(-(2**70), 2**70) | st.integers(-2, 40)
four = st.lists(whole, max_size=5)


@given(
    rules=any_rules,
    state=whole,
    hands=four,
    away=four,
    kitty=st.lists(whole, max_size=40),
    rest=st.tuples(*[whole] * 5),
)
def test_nonsense_is_refused(
    rules: Ruleset,
    state: int,
    hands: list[int],
    away: list[int],
    kitty: list[int],
    rest: tuple[int, int, int, int, int],
) -> None:
    dealer, upcard, up, trump, gift = rest
    with pytest.raises((ValueError, TypeError)):
        rule_tables(rules).at((state, dealer, upcard, up, trump), hands, kitty, away, gift)
    with pytest.raises((ValueError, TypeError)):
        rule_tables(rules).start(dealer, hands, upcard, kitty)


def dealt(name: str = "cardgames") -> Deal:
    rules = rulesets.find(name)
    return Deal.start(rules, uka.Seat.NORTH, uka.shuffled(rules, 1))


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "three hands": ({"hands": (0, 0, 0)}, "four masks each"),
    "below zero": ({"hands": (-1, 0, 0, 0)}, "four masks each"),
    "empty hands": ({"hands": (0, 0, 0, 0)}, "too few or too many"),
    "a card held twice": ({"hands": (124, 124, 124, 124)}, "two places"),
    "another pack": ({"hands": (31, 31 << 8, 31 << 16, 31 << 24)}, "not in the pack"),
    "the turn-up held": ({"kitty": (dealt().upcard,)}, "two places"),
    "laid away and held": ({"away": dealt().masks}, "two places"),
}


@pytest.mark.parametrize(("changes", "why"), WRONG.values(), ids=WRONG)
def test_an_error_says_what_is_wrong(changes: dict[str, Any], why: str) -> None:
    deal = dealt()
    calls = BiddingPhase(deal.rules)
    with pytest.raises(ValueError, match=why):
        calls.at(deal, **{"hands": deal.masks, "kitty": deal.kitty, **changes})


def test_the_kitty_is_required_if_a_seat_may_take_it() -> None:
    deal = dealt("ohio")
    with pytest.raises(ValueError, match="must be told"):
        BiddingPhase(deal.rules).at(deal, deal.masks)
    assert (
        BiddingPhase(deal.rules).stage(BiddingPhase(deal.rules).at(deal, deal.masks, deal.kitty))
        is BiddingStage.CLAIMING
    )
    assert BiddingPhase(dealt().rules).at(dealt(), dealt().masks).kitty == []


def test_only_legal_actions_are_applied() -> None:
    deal = dealt()
    calls = BiddingPhase(deal.rules)
    hold = calls.deal_state(deal)
    for action in set(ACTIONS) - {*deal.legal_actions}:
        with pytest.raises(ValueError, match="no such choice"):
            calls.step(hold, action)
    with pytest.raises(ValueError, match="only a contract"):
        calls.position(hold)
    made, _ = deal.apply(uka.OrderUp())
    played, _ = made.apply(made.legal_actions[0])
    assert calls.position(calls.deal_state(played)).trump == deal.up_suit.index  # type: ignore[union-attr]
    led, _ = played.apply(played.legal_actions[0])
    with pytest.raises(ValueError, match="first lead"):
        calls.deal_state(led)


FIELDS = {"states": 0, "edges": 1, "masks": 2, "relative": 3, "starts": 4}


def arguments() -> dict[str, Any]:
    """The arguments of RuleTables."""
    rules, found = rulesets.find("ohio"), dict[str, Any]()

    class Recorded:
        def __init__(self, tricks: Any, bidding: Any, scores: Any) -> None:
            found.update(tricks=tricks, scores=scores[0], ends=scores[1])
            found.update({name: bidding[at] for name, at in FIELDS.items()})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("uka.kernels.compiled.native.RuleTables", Recorded)
        rule_tables.__wrapped__(rules)
    return found


def made_of(fields: dict[str, Any]) -> RuleTables:
    return RuleTables(fields["tricks"], tuple(fields[name] for name in FIELDS), (fields["scores"], fields["ends"]))


@given(data=st.data(), value=st.integers(-3, 40) | st.integers(-(2**40), 2**40))
def test_a_malformed_automaton_is_refused_or_harmless(data: st.DataObject, value: int) -> None:
    """With one number in the arguments changed, they are refused, or a deal still reaches its end."""
    made = arguments()
    name = data.draw(
        st.sampled_from(("states", "edges", "edges", "edges", "masks", "relative", "starts", "scores", "ends"))
    )
    row = made[name] = [list(each) if isinstance(each, list | tuple) else each for each in made[name]]
    while isinstance(row[0], list | tuple):
        at = data.draw(st.integers(0, len(row) - 1))
        row[at] = list(row[at])
        row = row[at]
    row[data.draw(st.integers(0, len(row) - 1))] = value
    deal, rng = random_deal(rulesets.find("ohio"), Random(value), revokes=False), Random(value)
    try:
        native = made_of(made)
        hold = native.start(deal.dealer.index, deal.masks, deal.upcard.index, [card.index for card in deal.kitty])
    except (ValueError, TypeError):
        return
    while legal := native.legal(hold):
        hold = native.step(hold, rng.choice(legal))
    for policy in (0, 1):
        with contextlib.suppress(ValueError):  # such rules may leave a seat without a legal action
            rollout_deals(native, 50, 0, (policy, policy, 1, 1), (None, None, None, None))


@pytest.mark.parametrize("name", ["states", "edges", "masks", "relative", "starts", "scores", "ends"])
def test_missing_rows_are_refused(name: str) -> None:
    made = arguments()
    for rows in ([], [[]], [*made[name][:-1], []], *([made[name][:-1]] if name not in ("edges", "masks") else [])):
        with pytest.raises((ValueError, TypeError)):
            made_of({**made, name: rows})
