"""Solutions agree with the rules for every card, under any rules."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest
from hypothesis import given

import uka
from tests.kernels.minimax import by_card, in_play
from tests.strategies import any_rules, house_rules, laid_over, playing, random_deal, randoms
from uka import rulesets
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult
from uka.solver import InvalidPosition, Position, Solution, SolvedCard, solve

ODD_POINTS = uka.Scoring(made=3, march=5, lone_made=7, lone_march=11, euchred=13, lone_euchred=17, defended_alone=19)
"""A score table in which all outcomes have different points."""


def played(deal: Deal, solution: Solution) -> DealResult:
    """Return the result of a deal when the solution's line is played by the rules."""
    cards = [card for trick in solution.line for card in trick.cards][len(deal.trick) :]
    for card in cards:
        deal, _ = deal.apply(uka.Play(card))
    assert deal.tricks[-len(solution.line) :] == solution.line
    assert deal.result is not None
    return deal.result


def promised(result: DealResult) -> tuple[object, ...]:
    return result.tricks, result.outcome, result.points


def told(choice: SolvedCard) -> tuple[object, ...]:
    return choice.tricks, choice.outcome, choice.points


def holds(deal: Deal) -> None:
    """Assert that every choice has its minimax value, and that play from it reaches the promised result."""
    solution = solve(deal)
    assert deal.contract is not None
    side, own = deal.contract.makers.index, solution.turn.partnership.index
    assert solution.turn is deal.turn
    worth = {choice.card: choice.tricks[side] - deal.taken[side] for choice in solution.choices}
    assert list(worth.items()) == list(by_card(deal).items())
    most = max(choice.tricks[own] for choice in solution.choices)
    assert [choice.best for choice in solution.choices] == [choice.tricks[own] == most for choice in solution.choices]
    assert solution.best.best
    assert promised(played(deal, solution)) == told(solution.best)
    for choice in solution.choices:
        after, _ = deal.apply(uka.Play(choice.card))
        assert promised(after.result or played(after, solve(after))) == told(choice)


@pytest.mark.parametrize("name", rulesets.names())
def test_every_shipped_ruleset(name: str) -> None:
    rules, rng = rulesets.find(name).changed({"scoring": ODD_POINTS}), Random(name)
    for _ in range(15):
        holds(in_play(rules, rng))


@given(rules=house_rules, rng=randoms)
def test_house_rules(rules: Ruleset, rng: Random) -> None:
    holds(in_play(rules, rng))


def alone(rules: Ruleset, rng: Random, *, defending: bool) -> Deal:
    """Return a deal in play with a loner, or with a lone defender."""
    while True:
        deal = in_play(rules, rng)
        assert deal.contract is not None
        if deal.contract.lone_defender if defending else deal.contract.loner:
            return deal


@pytest.mark.parametrize("defending", [False, True], ids=["alone", "defended alone"])
@pytest.mark.parametrize("must_march", [False, True], ids=["", "must march"])
def test_positions_with_a_loner_or_a_lone_defender_are_solved(defending: bool, must_march: bool) -> None:
    changes = {"defend_alone": "always", "lone_must_march": must_march, "scoring": ODD_POINTS}
    rules, rng = laid_over(rulesets.find("cardgames"), changes), Random(f"{defending}{must_march}")
    for _ in range(15):
        holds(alone(rules, rng, defending=defending))


def whole(deal: Deal) -> None:
    """Assert that the choices are the lawful cards, and that the line reaches the promised result.

    This check also suits positions with too many cards for minimax.
    """
    solution = solve(deal)
    assert [uka.Play(choice.card) for choice in solution.choices] == list(deal.legal_actions)
    assert promised(played(deal, solution)) == told(solution.best)
    assert solve(Position.of(deal)) == solution


@given(rules=any_rules, rng=randoms)
def test_the_line_from_any_card_gives_the_promised_result(rules: Ruleset, rng: Random) -> None:
    whole(in_play(rules, rng, held=5))


def test_a_first_lead_that_must_not_be_a_trump_is_solved() -> None:
    rules, rng, bound = rulesets.find("cardgames").changed({"first_lead_trump": False}), Random(8), 0
    for _ in range(60):
        deal = in_play(rules, rng, held=5)
        whole(deal)
        assert deal.turn is not None
        bound += not deal.trick and len(deal.legal_actions) < len(deal.hand(deal.turn))
    assert bound


def test_only_lawful_cards_are_solved_even_if_the_rules_let_players_revoke() -> None:
    rules, rng, fewer = rulesets.find("tainui"), Random(6), 0
    for _ in range(60):
        for step in playing(random_deal(rules, rng, revokes=True), rng):
            deal = step.after
            if deal.phase is Phase.PLAYING and deal.turn is not None:
                lawful = {a.card for a in deal.observe(deal.turn).lawful_actions if isinstance(a, uka.Play)}
                assert {choice.card for choice in solve(deal).choices} == lawful
                fewer += len(lawful) < len(deal.hand(deal.turn))
    assert fewer


def test_only_a_deal_in_play_is_solved() -> None:
    rules = rulesets.find("uka")
    deal = Deal.start(rules, uka.Seat.NORTH, uka.shuffled(rules, 1))
    with pytest.raises(InvalidPosition, match="only a deal in play can be solved: this one is calling"):
        solve(deal)
    for step in playing(deal, Random(1)):
        deal = step.after
    with pytest.raises(InvalidPosition, match="this one is over"):
        solve(deal)


def test_the_hand_of_a_seat_that_sits_out_is_not_shown() -> None:
    deal = alone(rulesets.find("cardgames"), Random(3), defending=False)
    assert deal.contract is not None
    assert deal.contract.loner is not None
    partner = deal.contract.loner.partner
    assert len(deal.hand(partner)) == 5
    assert not solve(deal).position.hands[partner.index]


def test_importing_uka_does_not_import_the_solver() -> None:
    code = "import sys, uka; print([name for name in sys.modules if name.startswith(('uka.solver', 'uka.kernels'))])"
    python = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert python.stdout.strip() == "[]"
