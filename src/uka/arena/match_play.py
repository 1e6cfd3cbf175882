"""Deals and games between players. All random numbers come from a seed. There are no time limits and no revokes."""

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
"""A function that is called after each deal, with the seed of its pack, the game after its turn-up, and the deal."""
G = TypeVar("G", Game, Rubber)


def ignore_deal(seed: str, before: Game | Rubber, deal: Deal) -> None:
    """Do nothing with a finished deal."""


def play_deal(rules: Ruleset, choosers: Mapping[Seat, Chooser], seed: str, ended: DealEnded = ignore_deal) -> Game:
    """Play a deal from a score of 0 to 0, and return the game after it.

    If the cards are thrown in for a redeal, play on until a deal has a result.
    """
    state = Game.start(rules, first_dealer(rules, seed))
    return _played(state, choosers, seed, ended, until=lambda game: game.finished > 0)


def play_game(
    rules: Ruleset, choosers: Mapping[Seat, Chooser], seed: str, ended: DealEnded = ignore_deal
) -> Game | Rubber:
    """Play a game to its end, or a rubber if the rules play rubbers. Return the game or rubber."""
    state = begin(rules, first_dealer(rules, seed))
    if isinstance(state, Game):
        return _played(state, choosers, seed, ended, until=lambda game: game.over)
    return _played(state, choosers, seed, ended, until=lambda rubber: rubber.over)


def _played(state: G, choosers: Mapping[Seat, Chooser], seed: str, ended: DealEnded, until: Callable[[G], bool]) -> G:
    chances = {seat: Random(f"{seed}/{seat}") for seat in state.rules.seats}
    dealt = 0
    while not until(state):
        pack = f"{seed}/deal {dealt}"
        state, _ = state.start_deal(shuffled(state.rules, pack))
        before, dealt = state, dealt + 1
        while (seat := state.turn) is not None:
            state, _ = state.apply(choosers[seat](state.observe(seat), chances[seat]))
        assert state.deal is not None
        ended(pack, before, state.deal)
    return state


def first_dealer(rules: Ruleset, seed: str) -> Seat:
    """Return the first dealer, drawn by the method of the ruleset."""
    dealer = Draw.start(rules, shuffled(rules, f"{seed}/draw")).finish().dealer
    assert dealer is not None
    return dealer
