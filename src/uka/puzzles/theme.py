"""Finds the theme of a puzzle, which is what it is about, from the situation and the two best actions."""

from __future__ import annotations

from uka.bots.evaluation import goes_alone
from uka.coach import RatedAction
from uka.core.actions import Action, CallTrump, Discard, OrderUp, Play
from uka.core.cards import Card, Rank
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.trick import effective_suit, strength, winner

from .puzzle import Theme


def theme_of(seen: Observation, best: RatedAction, second: RatedAction) -> Theme:
    """Return what the choice of a seat that knows ``seen`` is about.

    ``best`` is the best action, and ``second`` the best of the others.
    """
    if second.points - best.points > 2 * (best.points_error + second.points_error):
        return "playing_to_the_score"
    if seen.phase is Phase.PLAYING:
        assert isinstance(best.action, Play)
        assert isinstance(second.action, Play)
        return _theme_of_play(seen, best.action.card, second.action.card)
    return _theme_before_play(seen, best.action, second.action)


def _theme_before_play(seen: Observation, best: Action, second: Action) -> Theme:
    """Return what a choice before the play of the cards is about."""
    if goes_alone(best) != goes_alone(second):
        return "alone"
    if isinstance(best, Discard):
        return "discard"
    if isinstance(best, OrderUp) or isinstance(second, OrderUp):
        return "ordering_up"
    offered = seen.up_suit
    suits = {action.suit for action in (best, second) if isinstance(action, CallTrump)}
    return "next" if offered is not None and offered.next in suits else "naming_trump"


def _theme_of_play(seen: Observation, best: Card, second: Card) -> Theme:
    """Return what the choice of a card to play is about."""
    contract, me = seen.contract, seen.seat
    assert contract is not None
    assert me is not None
    if contract.loner is not None and contract.loner.partnership is not me.partnership:
        return "stopping_a_loner"
    if _is_left_bower(seen, best) or _is_left_bower(seen, second):
        return "left_bower"
    if not seen.trick:
        if not seen.tricks:
            return "first_lead"
        return "drawing_trumps" if effective_suit(best, contract.trump) is contract.trump else "counting"
    return "saving_a_trick" if _partner_wins(seen) and _beats(seen, second) != _beats(seen, best) else "counting"


def _is_left_bower(seen: Observation, card: Card) -> bool:
    trump = seen.trump
    assert trump is not None
    return card.rank is Rank.JACK and card.suit is not trump and effective_suit(card, trump) is trump


def _partner_wins(seen: Observation) -> bool:
    """Return whether the partner of the seat that has to play wins the trick so far."""
    contract, leader, me = seen.contract, seen.leader, seen.seat
    assert contract is not None
    assert leader is not None
    assert me is not None
    return winner(leader, seen.trick, contract.sitting_out, contract.trump) is me.partner


def _beats(seen: Observation, card: Card) -> bool:
    """Return whether ``card`` is stronger than all cards in the trick so far."""
    assert seen.trump is not None
    led = effective_suit(seen.trick[0], seen.trump)
    return strength(card, led, seen.trump) > max(strength(each, led, seen.trump) for each in seen.trick)
