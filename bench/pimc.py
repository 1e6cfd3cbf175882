"""A baseline bot that bids like ``club``, and plays cards by perfect-information Monte Carlo with 30 samples.

Samples of the hidden cards are drawn uniformly and solved double-dummy. The bot plays in an arena as a program:
uka arena master "cmd:python -m bench.pimc".
"""

from random import Random

from uka.arena.bot_program import run_bot
from uka.bots import bot
from uka.bots.payoffs import play_payoffs
from uka.bots.pimc import solve_worlds, world_sampler
from uka.core.actions import Action, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.kernels.determinization import world_buffer

WORLDS = 30


class Pimc:
    """A bot that plays cards by perfect-information Monte Carlo, as in a textbook, and bids like ``club``."""

    name = "pimc-30"

    def __init__(self) -> None:
        self._club = bot("club")

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Return the legal action with the best mean result over the samples."""
        if observation.phase is not Phase.PLAYING or len(observation.lawful_actions) == 1:
            return self._club.choose(observation, rng)
        hands = world_buffer(WORLDS)
        world_sampler(observation).draw(hands, seed=rng.getrandbits(63))
        counted, points = solve_worlds(observation, hands), play_payoffs(observation)
        return Play(max(counted, key=lambda card: (counted[card].mean(points)[0], -card.rank.index)))


if __name__ == "__main__":
    run_bot(Pimc())
