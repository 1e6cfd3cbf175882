"""Computes par: the points that bots make of the day's deals in the seat of the player."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from uka.bots import bot
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.records.fair import secrets_from_seed
from uka.table import BATCH, NO_PAUSES, TableStage, bot_view, choice_seed, due, execute, tick
from uka.table.commands import gameplay, people

from .board import points_of

LEVEL = "master"
"""The level of the bots that play with and against the player, and whose points are par."""
SEAT = Seat.SOUTH
"""The player's seat."""
NOBODY = "par"
"""The host's id and name at a table without people."""


class ComputedGame:
    """A game of four bots without a server, with the deals that ``seed`` determines. The caller chooses for the bots.

    ``deals`` is the table setting of that name, which says where the deals come from.
    """

    def __init__(self, rules: Ruleset, deals: str, seed: bytes) -> None:
        self._seed, self._at = seed, 0
        settings = replace(NO_PAUSES, deals=deals)
        self.table, _ = people.open_table(rules, NOBODY, NOBODY, at=0, settings=settings)
        secrets = self._secrets(0)
        self.table, _ = execute(
            self.table, lambda table: gameplay.begin_game(table, NOBODY, secrets), at=0, by=NOBODY, id="", timers=True
        )

    def next_choice(self) -> tuple[Observation, int] | None:
        """Play on until a bot must choose. Return what the bot sees, and the seed of its random choices.

        Return None when the game is over.
        """
        while self.table.stage is not TableStage.OVER:
            timer = due(self.table)
            assert timer is not None
            self._at = max(self._at, timer.at)
            if timer.what == "choice":
                return self._choice_inputs()
            secrets = self._secrets(len(self.table.secrets)) if timer.what == "secrets" else b""
            self.table, _ = tick(self.table, self._at, secrets)
        return None

    def choose(self, action: Action) -> None:
        """Let the bot whose turn it is choose ``action``."""
        seat = self.table.turn
        assert seat is not None
        self.table, _ = execute(
            self.table,
            lambda table: gameplay.choose(table, seat, action, table.seq, self._at),
            at=self._at,
            by=NOBODY,
            id="",
            timers=True,
        )

    def _choice_inputs(self) -> tuple[Observation, int]:
        """Return what the bot whose turn it is sees, and the seed of its random choices."""
        table = self.table
        observed = table.observe(table.turn)
        assert observed is not None
        seen = bot_view(table, observed)
        seed = choice_seed(table, seen)
        assert seed is not None
        return seen, seed

    def _secrets(self, first: int) -> bytes:
        """Return the secrets of the next deals, from deal ``first`` on. They follow from the seed."""
        return b"".join(secrets_from_seed(self._seed, range(first, first + BATCH)))


def par(rules: Ruleset, deals: str, seed: bytes, level: str = LEVEL) -> tuple[int, ...]:
    """Return par for the deals that ``seed`` determines, which four bots of the level ``level`` play under ``rules``.

    The result holds for each deal the points of the player's side less those of the other side. ``deals`` is the table
    setting of that name, which says where the deals come from.
    """
    game = ComputedGame(rules, deals, seed)
    while choice := game.next_choice():
        seen, choice_seed = choice
        game.choose(bot(level).choose(seen, Random(choice_seed)))
    return points_of(game.table)
