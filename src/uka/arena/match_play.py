"""Deals and games that players play without time limits and without revokes. All random numbers come from a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias, TypeVar

from uka.core.actions import Action
from uka.core.deal import Deal
from uka.core.draw import Draw
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.rubber import Rubber, begin
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.core.shuffle import shuffled

Chooser: TypeAlias = Callable[[Observation, Random], Action]
"""A function that returns the action of the seat whose turn it is."""
DealEnded: TypeAlias = Callable[[str, Game | Rubber, Deal], None]
"""A function that is called after each deal, with the seed of its pack, the game just after the cards were dealt, and
the finished deal."""
G = TypeVar("G", Game, Rubber)


def ignore_deal(seed: str, before: Game | Rubber, deal: Deal) -> None:
    """Do nothing. This is the default of the function that is called after each deal."""


def play_deal(
    rules: Ruleset,
    choosers: Mapping[Seat, Chooser],
    seed: str,
    ended: DealEnded = ignore_deal,
    *,
    score: tuple[int, ...] | None = None,
) -> Game:
    """Let the functions ``choosers`` play one deal at a score, by default 0 to 0, and return the game after it.

    If the cards are dealt again without a result, play on until a deal has one. ``ended`` is called after each deal.
    """
    state = Game.start(rules, first_dealer(rules, seed), score=score)
    return _play_deals_until(state, choosers, seed, ended, until=lambda game: game.finished > 0)


def play_game(
    rules: Ruleset, choosers: Mapping[Seat, Chooser], seed: str, ended: DealEnded = ignore_deal
) -> Game | Rubber:
    """Let the functions ``choosers`` play a whole game, or a rubber if the rules say so. Return the game or rubber.

    ``ended`` is called after each deal.
    """
    state = begin(rules, first_dealer(rules, seed))
    if isinstance(state, Game):
        return _play_deals_until(state, choosers, seed, ended, until=lambda game: game.over)
    return _play_deals_until(state, choosers, seed, ended, until=lambda rubber: rubber.over)


def _play_deals_until(
    state: G, choosers: Mapping[Seat, Chooser], seed: str, ended: DealEnded, until: Callable[[G], bool]
) -> G:
    rngs = {seat: Random(f"{seed}/{seat}") for seat in state.rules.seats}
    number = 0
    while not until(state):
        pack_seed = f"{seed}/deal {number}"
        state, _ = state.start_deal(shuffled(state.rules, pack_seed))
        before = state
        while (seat := state.turn) is not None:
            state, _ = state.apply(choosers[seat](state.observe(seat), rngs[seat]))
        assert state.deal is not None
        ended(pack_seed, before, state.deal)
        number += 1
    return state


def first_dealer(rules: Ruleset, seed: str) -> Seat:
    """Return the first dealer, whom a draw of cards determines. ``seed`` determines the order of the pack."""
    dealer = Draw.start(rules, shuffled(rules, f"{seed}/draw")).finish().dealer
    assert dealer is not None
    return dealer
