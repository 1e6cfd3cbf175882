"""A deal as a game of OpenSpiel, under any ruleset. It needs the package ``open-spiel``.

Importing this module registers the game ``python_uka``. Its parameter ``rules`` names a ruleset. Players 0 to 3 are
north, east, south and west, and actions are the indexes in ``uka.ACTIONS``. Chance chooses the dealer, then the cards
one by one: five of each player, the upcard, and the cards under it that a player may take. A player's return is the
points of its side minus those of the other side. The tensor of an observation is the array that ``uka.envs.encoding``
describes.

    import pyspiel
    import uka.envs.openspiel_game

    game = pyspiel.load_game("python_uka", {"rules": "tainui"})
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from uka.arena.world_deals import deal_in_world, hand_masks
from uka.bots.pimc import WorldBuffers
from uka.core.actions import ACTIONS
from uka.core.calling import EXCHANGED_CARDS
from uka.core.cards import CARDS, JOKER
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.kernels.determinization import WorldSampler, infer_hidden_cards, world_buffer
from uka.rulesets import find

from .batches import shuffled_deal
from .encoding import SIZE, encode

pyspiel: Any = importlib.import_module("pyspiel")  # it has no types

MAX_ACTIONS = 44
"""The greatest number of actions of players in a deal."""

GAME_TYPE = pyspiel.GameType(
    short_name="python_uka",
    long_name="Euchre by Uka's rulesets",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(SEATS),
    min_num_players=len(SEATS),
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "uka"},
)


class UkaGame(pyspiel.Game):
    """A deal under the ruleset that the parameter ``rules`` names."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules = find(given.get("rules", "uka"))
        most = float(max(msgspec.structs.astuple(self.rules.scoring)))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(ACTIONS),
            max_chance_outcomes=len(CARDS),
            num_players=len(SEATS),
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=MAX_ACTIONS,
        )
        super().__init__(GAME_TYPE, info, given)  # pyright: ignore[reportUnknownMemberType]

    def new_initial_state(self) -> UkaState:
        """Return the state before the dealer is chosen."""
        return UkaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> UkaObserver:
        """Return an observer of states for one player."""
        return UkaObserver(iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        """Return the greatest number of choices of chance in a deal: the dealer, and each card of the pack."""
        return 1 + len(self.rules.cards)


class UkaState(pyspiel.State):
    """The state of a deal: the choices of chance so far, and then the deal."""

    def __init__(self, game: UkaGame) -> None:
        super().__init__(game)  # pyright: ignore[reportUnknownMemberType]
        self._dealt = _Dealt(game.rules)

    @property
    def deal(self) -> Deal | None:
        """The deal as it is now, or None while chance still chooses."""
        return self._dealt.deal

    def current_player(self) -> int:
        """Return the player whose turn it is, or a number for chance or for a deal that is over."""
        deal = self._dealt.deal
        if deal is None:
            return pyspiel.PlayerId.CHANCE
        return deal.turn.index if deal.turn else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return self._dealt.deal is not None and self._dealt.deal.over

    def returns(self) -> list[float]:
        """Return the points of each player's side minus those of the other side. Until the end, they are 0."""
        points = self._dealt.deal.points if self._dealt.deal else (0, 0)
        return [float(points[seat.partnership.index] - points[1 - seat.partnership.index]) for seat in SEATS]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible dealers or next cards, all equally likely."""
        left = self._dealt.choices
        return [(choice, 1 / len(left)) for choice in left]

    def _legal_actions(self, player: int) -> list[int]:
        deal = self._dealt.deal
        return [action.index for action in deal.legal_actions] if deal else []

    def _apply_action(self, action: int) -> None:
        self._dealt = self._dealt.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(msgspec.to_builtins(ACTIONS[action]))
        return f"Deal {CARDS[action]}" if self._dealt.chosen else f"Dealer {SEATS[action]}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> UkaState:
        """Return a state in which the cards are dealt as the player may believe, and the player knows the same.

        All layouts of the hidden cards that fit what the player knows are equally likely.
        """
        made = self.clone()
        made._dealt = self._dealt.redealt(player, int(sampler() * 2**32))
        return made

    def __str__(self) -> str:
        return str(self._dealt.deal or self._dealt.chosen)


class _Dealt:
    """The choices of chance so far, and the deal that they make. It never changes, so that copies may share it."""

    def __init__(self, rules: Ruleset, chosen: tuple[int, ...] = (), deal: Deal | None = None) -> None:
        self.rules = rules
        self.chosen = chosen
        self.deal = deal

    def __deepcopy__(self, memo: object) -> _Dealt:
        return self

    @property
    def choices(self) -> list[int]:
        """What chance may choose now: the index of a dealer, or that of a card."""
        if not self.chosen:
            return [seat.index for seat in SEATS]
        return [card.index for card in self.rules.cards if card.index not in self.chosen[1:]]

    def after(self, choice: int) -> _Dealt:
        """Return what follows a choice of chance or an action of the player whose turn it is."""
        if self.deal is not None:
            return _Dealt(self.rules, self.chosen, self.deal.apply(ACTIONS[choice])[0])
        made = _Dealt(self.rules, (*self.chosen, choice))
        return made.completed() if len(made.chosen) == 1 + made.cards_needed else made

    @property
    def cards_needed(self) -> int:
        """How many cards chance chooses: the others never matter."""
        upcard = len(SEATS) * self.rules.hand_size
        replaced = self.rules.benny == "next" and self.chosen[1 + upcard : 2 + upcard] == (JOKER.index,)
        return upcard + 1 + replaced + EXCHANGED_CARDS * (self.rules.farmers_hand == "exchange")

    def completed(self) -> _Dealt:
        """Return the deal before its first action. The cards that chance did not choose lie under the others."""
        dealer, *cards = self.chosen
        return _Dealt(self.rules, self.chosen, shuffled_deal(self.rules, dealer, [*cards, *self.choices]))

    def redealt(self, player: int, seed: int) -> _Dealt:
        """Return the deal with other hidden cards, so that the player knows the same."""
        assert self.deal is not None
        seen = self.deal.observe(SEATS[player])
        worlds = WorldBuffers(*(world_buffer(1) for _ in WorldBuffers._fields))
        WorldSampler(infer_hidden_cards(seen)).draw(
            worlds.hands, away=worlds.discards, called=worlds.hands_at_call, seed=seed
        )
        (world,) = hand_masks(worlds)
        return _Dealt(self.rules, self.chosen, deal_in_world(world, seen, Random(seed)))


class UkaObserver:
    """Writes what a player knows of a state to ``tensor``, and returns it as text.

    ``dict`` holds the same values under the name ``observation``. While chance chooses, a player knows nothing.
    """

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observation has no parameters, so it can't have {params}")
        if iig_obs_type and iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("only what a single player knows can be observed")
        self.tensor: npt.NDArray[np.float32] = np.zeros(SIZE, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: UkaState, player: int) -> None:
        """Write what a player knows of a state."""
        deal = state.deal
        self.tensor[:] = 0 if deal is None else encode(deal.observe(SEATS[player]))

    def string_from(self, state: UkaState, player: int) -> str:
        """Return all that a player knows as text. It tells all that the player knew before too."""
        deal = state.deal
        return f"{SEATS[player]}" if deal is None else _text(deal.observe(SEATS[player]))


def _text(seen: Observation) -> str:
    """Return an observation as JSON, without the ruleset, which never changes, and what follows from the rest."""
    known = {name: getattr(seen, name) for name in seen.__struct_fields__ if name not in ("rules", "legal_actions")}
    return msgspec.json.encode(known).decode()


pyspiel.register_game(GAME_TYPE, UkaGame)
